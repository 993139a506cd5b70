// What lies on the table of Tiny Towns: the view of the engine, and what is printed in the box.

import type { Move, Sheet } from "../../lib/board";

export const RESOURCES = ["W", "Y", "B", "G", "S"] as const;
export type Resource = (typeof RESOURCES)[number];
export const TYPES = ["CO", "FD", "WL", "CH", "TV", "TH", "FC", "MO"] as const; // in the order of a game's cards
export type Type = (typeof TYPES)[number];
export type Decision = "ready" | "keep" | "name" | "pick" | "handle" | "swap" | "build" | "target" | "mark" | "exchange" | "endow" | "list" | "settle";

export interface Player {
  town: string[]; // four rows, top first: ".." empty, "W" a cube, "CO" a building, "FC(WG)" what lies on it
  monuments: string[]; // the two dealt, later the one kept, if known
  cavern: number | null;
  watch: Type[];
  hammers: number;
  place: number | null;
  decision: Decision | null;
  holding: Resource | null;
  making: string | null;
  spot: string | null;
  exchanges: number | null;
  due: Type[];
  settled: Type[];
}

export interface View {
  players: Player[];
  cards: string[];
  phase: "keep" | "name" | "round" | "watch";
  pending: number[] | null;
  over: boolean;
  rounds: number;
  hammer: number | null;
  named: Resource | null;
  open: Resource[] | null;
  picked: number | null;
  pile: (Resource | null)[] | null;
  discards: (Resource | null)[] | null;
  rank: string | null;
}

export interface CardRow {
  id: string;
  pattern: string[];
  type?: Type; // of buildings
  // what it scores and does: box.toml explains the words
  verb?: string;
  points?: number;
  base?: number;
  least?: number;
  more?: number;
  near?: Type[];
  zone?: "none" | "corners" | "centre";
  table?: number[];
  ability?: string;
  feeds?: "none" | "number" | "around" | "group" | "lines";
  number?: number;
}

export interface Contents {
  game: { cavern: number; store: number; exchanges: number; listed: number };
  building: CardRow[];
  monument: CardRow[];
  rank: { id: string; points?: number }[];
}

/** The fields of this game's moves. */
export interface Fields {
  which?: number; // keep
  resource?: Resource;
  square?: string;
  type?: Type;
  card?: string; // build
  squares?: Record<string, Resource>; // build: where its cubes lie
  completes?: Type[]; // name, pick: patterns that the cube would complete in your town
  on?: string[]; // and where it could lie for that
  lacks?: Partial<Record<Type, number>>; // place: what patterns with this cube would still lack
}
export const fieldsOf = (move: Move): Fields => move.fields;

/** One square of a town. */
export interface Square {
  name: string;
  row: number;
  column: number;
  cube: Resource | null;
  type: Type | null;
  on: Resource[]; // markers and stored cubes
}

export const nameAt = (row: number, column: number): string => `${"abcd"[column]}${4 - row}`;

export function squaresOf(town: string[]): Square[] {
  return town.flatMap((line, row) =>
    line.split(" ").map((token, column) => {
      const [, bare = token, on = ""] = token.match(/^(\w+)\((\w+)\)$/) ?? [];
      const name = nameAt(row, column);
      const empty = token.startsWith(".");
      return { name, row, column, cube: !empty && bare.length === 1 ? (bare as Resource) : null, type: bare.length === 2 && !empty ? (bare as Type) : null, on: [...on] as Resource[] };
    }),
  );
}

/** What a square gives, from the score sheet: points and whether it is fed. */
export interface Worth {
  label: string;
  points: number;
  fed: boolean;
  together: boolean; // its points are counted with others of its kind
}

export function worthOf(sheet: Sheet | undefined): Map<string, Worth> {
  const worths = new Map<string, Worth>();
  for (const line of sheet?.lines ?? [])
    for (const { label, points, pieces = [] } of line.parts ?? []) {
      const squares = pieces.filter((piece) => /^[a-d][1-4]$/.test(piece));
      if (line.name !== "empty") for (const square of squares) worths.set(square, { label, points, fed: pieces.includes("fed"), together: squares.length > 1 });
    }
  return worths;
}

