// Words for the levels and speeds of computer players.

import { t, type Key } from "./i18n.svelte";
import { plain } from "./words";
import type { Schemas } from "./board";

/** A computer player that the server knows. */
export type BotName = NonNullable<Schemas["NewSeat"]["bot"]>;

const NAMES: Record<string, Key> = {
  random: "bot.random",
  greedy: "bot.greedy",
  beginner: "bot.beginner",
  casual: "bot.casual",
  strong: "bot.strong",
  expert: "bot.expert",
};

const STYLES: Record<string, Key> = {
  beginner: "bot.beginner.style",
  casual: "bot.casual.style",
  strong: "bot.strong.style",
  expert: "bot.expert.style",
};

export function botName(bot: string): string {
  const key = NAMES[bot];
  return key ? t(key) : plain(bot);
}

/** How a level plays, in a sentence; empty for a bot that is not a level. */
export function botStyle(bot: string): string {
  const key = STYLES[bot];
  return key ? t(key) : "";
}

export const PACES: [number, Key][] = [
  [0, "pace.instant"],
  [0.4, "pace.quick"],
  [0.8, "pace.calm"],
  [2, "pace.slow"],
];

/** Choices of seconds after which the others may act for a player who is away. */
export const WAITS = [60, 120, 300, 900, 3600, 86400];
