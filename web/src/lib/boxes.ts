// The player's own boxes that were used before, kept in this browser.

import type { Schemas } from "./board";
import { recall, remember } from "./storage";

export type OwnBox = Schemas["OwnBox"];

const KEPT = 5; // of a game
export const LARGEST = 100_000; // characters; the server's limit

export const knownBoxes = (game: string): OwnBox[] => recall<OwnBox[]>(`boxes.${game}`, []);

export function keepBox(game: string, box: OwnBox): void {
  remember(`boxes.${game}`, [box, ...knownBoxes(game).filter((one) => one.name !== box.name)].slice(0, KEPT));
}
