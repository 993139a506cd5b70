// The props of every board, generic or a game's own.

import type { components } from "./api";
import type { Guide } from "./guide";

export type Schemas = components["schemas"];
export type Move = Schemas["Move"];
export type Sheet = Schemas["Sheet"];
export type LogLine = Schemas["LogLine"];

export interface BoardProps {
  game: string;
  /** The table as this reader knows it, in the game's own form. */
  view: any;
  /** What the game's fields, moves, signs and cards are called and how they look. */
  guide: Guide;
  /** What is printed: the tables of the box, which ids in views and moves refer to. */
  tables: any;
  options: any;
  /** Legal moves of this reader now. */
  moves: Move[];
  you: number | null;
  names: string[];
  pending: number[];
  sheet: Sheet[];
  over: boolean;
  /** Sends the move; the table takes care of ids, queueing and answers. */
  play: (move: Move) => void;
  /** Asks the server why a move in words may not be played; null if it may. Shows nothing. */
  why: (words: string) => Promise<string | null>;
  /** Asks the server what a legal move would bring for certain; null if it is not known. */
  foresee: (move: Move) => Promise<Schemas["Foresight"] | null>;
  /** Shows a sentence to the player, also to screen readers. */
  explain: (sentence: string) => void;
  /** A move to point out: hovered in the log or in the move list, or a hint. */
  marked: Move | null;
  /** Who made it, if it stands in the log; null if it is yours to make. */
  markedSeat?: number | null;
  /** What just happened, already in the view: for animation. */
  last: LogLine[];
  /** Whether the player prefers reduced motion. */
  reduced: boolean;
}
