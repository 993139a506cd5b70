// What lies on the table of Pier 18: the view of the engine, and what is printed on the cards.

import type { Guide } from "../../lib/guide";
import type { Move, Schemas } from "../../lib/board";

export type View = Schemas["Pier18View"];
export type Player = Schemas["Pier18Player"];
export type Race = Schemas["Pier18Race"];
export type Goal = Schemas["Pier18Goal"];

export const SECTIONS = 4; // of a card
export const LINES = ["fishers", "poets", "lovers", "sellers"] as const;
export const LETTER = { fishers: "F", poets: "P", lovers: "L", sellers: "S" } as const;
export const LINE: Record<string, (typeof LINES)[number]> = { F: "fishers", P: "poets", L: "lovers", S: "sellers" };

/** A card of the box; its two sides are written from the shore to the sea. */
export interface Row {
  id: string;
  date: string;
  left: string;
  right: string;
  patron: string;
}

/** A card as it lies: where it begins, and who stands on it. */
export interface Stretch {
  card: string;
  start: number; // the section of the pier that it begins with, the one at the shore is 0
  overlap: number;
  turned: boolean;
  left: string;
  right: string;
}

/** The fields of this game's moves. */
export interface Fields {
  plan?: string; // choose
  foundation?: string;
  worth?: Record<string, number>; // of the foundation, by lines of the sheet
  goal?: Goal; // of the plan, with the foundation alone
  card?: string; // take
  overlap?: number; // take, lay
  turned?: boolean;
  races?: ({ total: number; leader: number | null; tie: boolean } | null)[]; // take: for each place of the offer
}
export const fieldsOf = (move: Move): Fields => move.fields;

const reversed = (side: string): string => [...side].reverse().join("");

/** The two sides of a card; a half-turn reverses and swaps them. */
export function sidesOf(row: Row, turned: boolean): { left: string; right: string } {
  return turned ? { left: reversed(row.right), right: reversed(row.left) } : { left: row.left, right: row.right };
}

/** The cards of a pier as they lie, from the shore. */
export function stretches(cards: Map<string, Row>, pier: Player["pier"]): Stretch[] {
  let end = 0;
  return (pier ?? []).map(({ card, overlap = 0, turned = false }) => {
    const start = end - overlap;
    end = start + SECTIONS;
    return { card, start, overlap, turned, ...sidesOf(cards.get(card)!, turned) };
  });
}

/** A line of a card in words. */
export function lineOf(guide: Guide, card: string, about: string): string {
  for (const line of guide.cards[card]?.lines ?? []) if (line.type === "text" && line.about === about) return line.text;
  return "";
}
export const titleOf = (guide: Guide, card: string): string => guide.cards[card]?.title ?? card;
