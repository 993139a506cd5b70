// What lies on the table of Old London Bridge: the view of the engine, and what is printed.

import type { Move, Schemas } from "../../lib/board";
import type { Guide } from "../../lib/guide";

export type View = Schemas["OldLondonBridgeView"];
export type Player = Schemas["OldLondonBridgePlayer"];
export type Spot = Schemas["OldLondonBridgeSpot"];
export type Standing = Schemas["OldLondonBridgeStanding"];
export type TurnOf = Schemas["OldLondonBridgeTurn"];

/** The types of building, in the order of their stacks clockwise around the wheel. */
export const TYPES = ["chapel", "gate", "inn", "emporium", "guild", "garden"] as const;
export type Type = (typeof TYPES)[number];
export type Space = Type | "centre";
export const CRESTS = ["blue", "orange", "grey", "green"] as const;
export type Crest = (typeof CRESTS)[number];
export const KINDS = ["CH2", "GT2", "OCC", "FREE", "X", "PLUS", "LADY", "REC"] as const;
export type Kind = (typeof KINDS)[number];
export const VALUES = ["0", "1", "2", "3", "4"] as const;
export type Value = (typeof VALUES)[number];
export type TrackName = "chapel" | "gate";
export const SCORINGS = ["chapel", "gate", "inn", "bridge"] as const;

/** What the page reads of the box. */
export interface Contents {
  game: { slots: number; centre_cost: number; track_prize: number };
  wheel: { spaces: (number | "X")[]; stacks: Type[] };
  marker: { value: number; copies: number }[];
  chapel_track: { last: number; coins: number[]; coin_spaces: number[] };
  gate_track: { last: number; bonus_spaces: number[] };
  effects: Partial<Record<Kind, number>>;
  buildings: { tile: { number: number; type: Type; crest: Crest | "all" }[] };
}

/** A building: what is printed on its tile. */
export interface Building {
  name: string; // "32", or "G-blue" for a garden
  type: Type;
  number: number | null;
  crests: readonly Crest[];
}

export function buildingsOf(contents: Contents): Map<string, Building> {
  const buildings = new Map<string, Building>();
  for (const { number, type, crest } of contents.buildings.tile) {
    const name = String(number);
    buildings.set(name, { name, type, number, crests: crest === "all" ? CRESTS : [crest] });
  }
  for (const crest of CRESTS) buildings.set(`G-${crest}`, { name: `G-${crest}`, type: "garden", number: null, crests: [crest] });
  return buildings;
}

/** The fields of this game's moves. */
export interface Fields {
  value?: number; // card
  values?: number[]; // cards
  card?: number; // plus
  stack?: Type | number; // space, centre, free: a stack of buildings; take: of bonus tiles, from 1
  slot?: number; // replace
  cards?: number[]; // inn
}
export const fieldsOf = (move: Move): Fields => move.fields;
export const stackOf = (move: Move): Type => fieldsOf(move).stack as Type;

export const titleOf = (guide: Guide, id: string): string => guide.cards[id]?.title ?? id;
/** What is printed on a thing, in words. */
export const aboutOf = (guide: Guide, id: string): string => (guide.cards[id]?.lines ?? []).flatMap((line) => (line.type === "text" ? [line.text] : [])).join(" ");

/** Cards by value as a list, high ones first. */
export const cardsOf = (hand: Partial<Record<Value, number>> | null | undefined): number[] =>
  [...VALUES].reverse().flatMap((value) => Array.from({ length: hand?.[value] ?? 0 }, () => Number(value)));
