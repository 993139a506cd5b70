// What lies on Copenhagen's table: the view of the engine, and what is printed in the box.

import type { Move } from "../../lib/board";

export const COLOURS = ["P", "G", "R", "B", "Y"] as const;
export type Colour = (typeof COLOURS)[number];
export const ABILITIES = ["any", "extra", "discount", "change", "both"] as const;
export type Ability = (typeof ABILITIES)[number];
export type Side = "active" | "used";
export type Counts = Partial<Record<Colour, number>>;

export interface Player {
  house: string[]; // nine rows, top first: "Rw" window, "Rb" brickwork, ".." empty, "()" coat of arms
  tiles: string[][]; // the cells of each tile in the order laid
  hand: Counts | null; // if known
  cards: number;
  seen: Counts; // what everybody saw the player take
  abilities: Partial<Record<Ability, Side>>;
}

export interface View {
  players: Player[];
  turn: number;
  decision: "main" | "third" | "discard" | "after" | "pay" | "coat";
  over: boolean;
  harbour: (Colour | null)[];
  supply: { left: number; end_card: boolean; shuffled: boolean };
  discards: Counts;
  stacks: Record<string, number>;
  whites: number;
  coats: number;
  chosen: string | null; // "P2 a1* b1"
  due: number | null;
}

export interface Contents {
  game: { limit: number; goal: number; whites: number };
  points: { row: number; window_row: number; column: number; window_column: number };
  house: { coat_cells: string[]; coat_rows: number[] };
  tile: { id: string; shape: string[] }[];
}

/** The cards of a hand one by one, colours together. */
export function cardsOf(counts: Counts | null | undefined): Colour[] {
  return COLOURS.flatMap((colour) => Array<Colour>(counts?.[colour] ?? 0).fill(colour));
}

/** The fields of this game's moves. */
export interface Fields {
  bridges?: number[]; // take
  uses?: Ability; // take: the ability tile that it turns over
  bridge?: number; // card
  tile?: string; // build
  cells?: string[];
  brick?: string;
  cell?: string; // special
  cost?: number; // build: before ability tiles
  points?: number; // build, special
  coats?: number;
  discount?: boolean; // pay
  colour?: Colour | null; // pay, discard
  cards?: number; // pay: cards of that colour
  ability?: Ability;
}
export const fieldsOf = (move: Move): Fields => move.fields;
