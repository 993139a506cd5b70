// "Play now": how many opponents and of which level, as chosen last time on this device.

import type { GameInfo } from "../http";
import { chosenLevel, rememberLevel } from "../me.svelte";
import { recall, remember } from "../storage";

export interface Choice {
  opponents: number;
  level: string;
}

let kept = $state(recall<number>("opponents", 1));

/** The fewest and the most opponents that a game can have. */
export function opponents(game: GameInfo): [number, number] {
  return [game.seats[0] - 1, game.seats[1] - 1];
}

/** How many opponents a game gets: as close to the last choice as it allows. */
export function usualOpponents(game: GameInfo): number {
  const [least, most] = opponents(game);
  return Math.min(most, Math.max(least, kept));
}

/** The choice for a game; null if the player must be asked. */
export function choiceFor(game: GameInfo): Choice | null {
  const count = usualOpponents(game); // read first, so that the page follows its changes
  const level = chosenLevel(game);
  return level ? { level, opponents: count } : null;
}

export function keepChoice(choice: Choice): void {
  rememberLevel(choice.level);
  remember("opponents", choice.opponents);
  kept = choice.opponents;
}
