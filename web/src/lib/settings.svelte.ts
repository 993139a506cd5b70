// A player's preferences, kept in this browser.

import { recall, remember } from "./storage";

interface Likes {
  sound: boolean; // when it is one's turn and the page is hidden
  pace: number; // seconds a bot waits, at one's own tables
  notify: boolean;
  confirm: boolean; // a move from the list needs a second click
  plain: boolean; // every game on the plain table, without a board of its own
  moves: boolean; // the move list lies open beside a game's own board
  panel: "moves" | "log" | "chat";
}

const likes = $state<Likes>({ sound: true, pace: 0.8, notify: false, confirm: false, plain: false, moves: false, panel: "moves", ...recall<Partial<Likes>>("likes", {}) });

export function like<K extends keyof Likes>(name: K, value: Likes[K]): void {
  likes[name] = value;
  remember("likes", likes);
}

export const liked: Readonly<Likes> = likes;
