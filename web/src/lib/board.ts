// What every board is given. The generic board and each game's own board implement the same contract.

import type { components } from "./api";
import type { Guide } from "./guide";

export type Schemas = components["schemas"];
export type Move = Schemas["Move"];
export type Sheet = Schemas["Sheet"];
export type LogLine = Schemas["LogLine"];

export interface BoardProps {
  game: string;
  /** The table as this reader knows it; its form is the game's own. */
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
  /** Sends the move; ids, queueing and answers are the table's business. */
  play: (move: Move) => void;
  /** Asks the server why a move in words may not be played; null if it may. Shows nothing. */
  why: (words: string) => Promise<string | null>;
  /** Shows a sentence to the player, and says it to a screen reader. */
  explain: (sentence: string) => void;
  /** A move to point out: hovered in the log or in the move list, or a hint. */
  marked: Move | null;
  /** Who made it, if it stands in the log; null if it is yours to make. */
  markedSeat?: number | null;
  /** What just happened, already in the view: for animation. */
  last: LogLine[];
  /** Whether movement is unwanted. */
  reduced: boolean;
}
