// What all parts of the generic table share.

import type { FieldGuide, Guide } from "../../lib/guide";

export interface Scene {
  guide: Guide;
  names: string[];
  you: number | null;
  over: boolean; // nothing can be chosen any more, so cards are small
  marked: Set<string>; // the things that the marked move names
  markedSeat: number | null;
  recent: Map<string, number>; // the things that the latest moves name, and who made them
  playable: Set<string>; // the things that your legal moves name
  pick: (thing: string) => void; // plays the only move that names it, or asks which one
  ask: (thing: string) => void; // always asks, because a key or a sign does not show what it leads to
  showNote: (card: string | null, beside?: Element) => void; // shows what a card does, or hides it
}

/** Who has just moved a thing of a seat, or in the middle; undefined if no one has. */
export function recentBy(scene: Scene, thing: string, seat?: number): number | undefined {
  const by = scene.recent.get(thing);
  return seat == null || seat === by ? by : undefined;
}

// Shapes of a single word or number: several fit in a line.
const SHORT = new Set<string>(["counter", "flag", "seat", "sign", "stack", "track", "word"]);
// Shapes that show a thing itself, not how many there are.
const VISIBLE = new Set<string>(["card", "grid", "sign", "pattern"]);

export const isShort = (field: FieldGuide): boolean => SHORT.has(field.shape) && !field.keyed;

export const fieldsOf = (guide: Guide, area: string | null | undefined): FieldGuide[] =>
  (area ? (guide.areas[area] ?? []) : []).filter((field) => field.shape !== "hidden");

/** Whether a field is a pile: it has a size and nothing to see on top, so it is folded away. */
export function isPile(guide: Guide, field: FieldGuide): boolean {
  const inner = fieldsOf(guide, field.area);
  return inner.some((one) => one.shape === "stack") && !inner.some((one) => VISIBLE.has(one.shape));
}

/** Whether a field has nothing to show. */
export function isEmpty(guide: Guide, field: FieldGuide, value: any): boolean {
  if (value == null || value === "") return true;
  if (field.shape === "flag") return value === false;
  if (Array.isArray(value)) return field.shape === "table" ? value.every((one) => one == null) : !value.length;
  if (typeof value !== "object") return false;
  if (field.shape === "area") return fieldsOf(guide, field.area).every((inner) => isEmpty(guide, inner, value[inner.name]));
  return Object.values(value).every((one) => one == null || (Array.isArray(one) && !one.length));
}

export const shown = (guide: Guide, area: string | null | undefined, of: any): FieldGuide[] =>
  fieldsOf(guide, area).filter((field) => !isEmpty(guide, field, of?.[field.name]));

/** What a player sees in an area without opening anything: cards by id, and the keys of tables and counts. */
export function cardsSeen(guide: Guide, area: string, of: any): Set<string> {
  const found = new Set<string>();
  const add = (value: any): void => {
    if (typeof value === "string") found.add(value);
    else if (value && typeof value === "object") Object.values(value).forEach(add);
  };
  const look = (inside: string, thing: any): void => {
    for (const field of shown(guide, inside, thing)) {
      const value = thing[field.name];
      if (isPile(guide, field)) continue;
      if (field.keyed) Object.keys(value).forEach((key) => found.add(key));
      if (field.shape === "card" || field.shape === "cards" || field.shape === "rows") add(value);
      else if (field.shape === "area") look(field.area!, value);
      else if (field.shape === "table") for (const row of Object.values(value)) if (row) look(field.area!, row);
    }
  };
  look(area, of);
  return found;
}
