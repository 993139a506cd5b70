// How a value of a view is best shown, told from its shape alone.

import { titleOf } from "./facts";
import type { Index } from "./printed";

export interface Scene {
  game: string;
  index: Index;
  words: Record<string, string>; // names and texts of the game, if the server sends them
  names: string[];
  you: number | null;
  marked: Set<string>;
  markedSeat: number | null;
  playable: Set<string>;
  pick: (what: string) => void;
}

export type Shape =
  | "seat"
  | "seats"
  | "yes"
  | "card"
  | "cards"
  | "streets"
  | "town"
  | "pattern"
  | "strip"
  | "letters"
  | "counts"
  | "table"
  | "list"
  | "rows"
  | "things"
  | "plain";

const SEAT_KEYS = new Set(["seat", "turn", "start", "hammer", "counter"]);
const SEATS_KEYS = new Set(["order", "waiting", "chapel_order", "gate_order", "pending"]);
const STRIP_KEYS = new Set(["left", "right", "icons", "icon", "patron"]);

const NOISE = new Set(["discards", "from_bottom", "draws", "kinds", "turned_over"]); // deep inside: known, and seldom wanted
const USUAL: Record<string, unknown> = { plus: 0, card: 1, turned: false }; // a column of nothing else says nothing

/** The parts of a thing that are worth a look. */
export const partsOf = (thing: any): [string, any][] =>
  Object.entries(thing ?? {}).filter(([key, value]) => !NOISE.has(key) && value != null && !(Array.isArray(value) && !value.length));

/** The columns of a table of things. */
export function columnsOf(things: any[]): string[] {
  const columns = [...new Set(things.flatMap((thing) => partsOf(thing).map(([key]) => key)))];
  return columns.filter((key) => !(key in USUAL) || things.some((thing) => thing && thing[key] != null && thing[key] !== USUAL[key]));
}

/** What is left of things when each has but one part: "terrace 64, pier 43", or a bare number. */
export function core(value: any): any {
  if (!value || typeof value !== "object" || Array.isArray(value)) return value;
  const parts = partsOf(value);
  if (parts.length === 1 && parts[0]![0] === "left") return parts[0]![1];
  const inner = Object.entries(value).map(([key, one]) => [key, core(one)] as const);
  return inner.length > 1 && inner.every(([key, one]) => typeof one === "number" && typeof value[key] === "object") ? Object.fromEntries(inner) : value;
}

/** Whether a value is one word or number, so that several fit in a line. */
export const isShort = (scene: Scene, name: string, value: any): boolean => ["plain", "yes", "seat"].includes(shapeOf(scene, name, core(value)));

export const isSeat = (name: string): boolean => SEAT_KEYS.has(name);

/** The name of a printed thing. */
export function cardsIn(scene: Scene, id: string): string {
  const card = scene.index.get(id);
  return card ? titleOf(scene.game, card, scene.words) : id;
}

export function shapeOf(scene: Scene, name: string, value: any): Shape {
  if (typeof value === "boolean") return "yes";
  if (typeof value === "number") return SEAT_KEYS.has(name) && scene.names[value] != null ? "seat" : "plain";
  if (typeof value === "string") {
    if (scene.index.has(value)) return "card";
    if (STRIP_KEYS.has(name) || /^[.FPLS]{3,}$/.test(value)) return "strip";
    return /^[A-Z]$/.test(value) ? "strip" : "plain";
  }
  if (Array.isArray(value)) return shapeOfList(scene, name, value);
  if (value && typeof value === "object") {
    const inner = Object.values(value);
    return inner.length && !Object.keys(value).some(isSeat) && inner.every((one) => typeof one === "number" || (typeof one === "string" && one.length < 9 && !scene.index.has(one))) ? "counts" : alike(inner) ? "rows" : "things";
  }
  return "plain";
}

/** Several things with the same parts are best a table. */
function alike(values: any[]): boolean {
  const parts = (value: any): string => (value && typeof value === "object" && !Array.isArray(value) ? Object.keys(value).sort().join() : "");
  return values.length > 1 && parts(values[0]) !== "" && values.every((value) => parts(value) === parts(values[0]));
}

function shapeOfList(scene: Scene, name: string, value: any[]): Shape {
  const full = value.filter((one) => one != null);
  const texts = full.length > 0 && full.every((one) => typeof one === "string");
  if (texts && full.every((one: string) => one.trim().includes(" ") && /^[A-Za-z().\s]+$/.test(one))) return "town";
  if (texts && full.every((one: string) => scene.index.has(one))) return "cards";
  if (texts && name === "sides") return "pattern";
  if (texts && full.every((one: string) => /^[.A-Z]{2,}$/.test(one) && one.length === full[0].length)) return "pattern";
  if (texts && full.every((one: string) => /^[A-Z]$/.test(one))) return "letters";
  if (full.length > 0 && full.every((one) => Array.isArray(one) && one.every((id) => scene.index.has(id)))) return "streets";
  if (SEATS_KEYS.has(name) && full.every((one) => typeof one === "number")) return "seats";
  if (full.length > 0 && full.every((one) => typeof one === "object" && !Array.isArray(one))) return "table";
  return "list";
}
