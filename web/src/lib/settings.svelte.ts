// A player's preferences, kept in this browser.

import { recall, remember } from "./storage";

interface Likes {
  sound: boolean; // when it is your turn and the page is hidden
  pace: number; // seconds that a bot waits at your own tables
  notify: boolean;
  confirm: boolean; // a move from the list needs a second click
  plain: boolean; // every game is shown on the plain table
  moves: boolean; // the move list is open beside a game's own board
  panel: "moves" | "log" | "chat";
}

const likes = $state<Likes>({ sound: true, pace: 0.8, notify: false, confirm: false, plain: false, moves: false, panel: "moves", ...recall<Partial<Likes>>("likes", {}) });

export function like<K extends keyof Likes>(name: K, value: Likes[K]): void {
  likes[name] = value;
  remember("likes", likes);
}

export const liked: Readonly<Likes> = likes;
