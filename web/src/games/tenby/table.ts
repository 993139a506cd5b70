// What lies on the table of Tenby: the view of the engine, what is printed on the cards, and where a card may go.

import type { Move, Schemas } from "../../lib/board";
import type { Guide } from "../../lib/guide";
import type { Piece } from "../../lib/patterns/pieces";

export type View = Schemas["TenbyView"];
export type Player = Schemas["TenbyPlayer"];

export const DECKS = ["terrace", "pier", "landmark"] as const;
export type Deck = (typeof DECKS)[number];
export const LEVEL: Record<string, number> = { T: 0, P: 1, L: 2 }; // what an icon gains: its own deck and those before it
export const ICONS = ["T", "P", "L", "R"] as const;
export type Action = (typeof ICONS)[number] | "move" | "reveal";

export type Edge = "terrace" | "pier" | "sea";
export type Range = "white" | "grey_both" | "grey_left" | "grey_right" | "gold";

/** A town card of the box. */
export interface Card {
  id: string;
  name: string;
  edges: [Edge, Edge];
  base: "terrace" | "pier";
  subtype?: "home" | "business" | null;
  building?: Piece | null;
  features?: Record<string, number>;
  points: number;
  condition?: string | null;
  range?: Range | null;
  landmark: boolean;
}
export interface Resident {
  id: string;
  name: string;
  scope: "best" | "each";
  what: string;
  thresholds: number[];
  incomplete: number[];
  completed: number[];
}
export interface Day {
  id: string;
  number: number;
  icons: string;
}
export interface Accolade {
  id: string;
  name: string;
  metric: string;
}
export interface Contents {
  terrace: Card[];
  pier: Card[];
  landmark: Card[];
  start: Card[];
  plain: Card[];
  day: Day[];
  resident: Resident[];
  accolade: Accolade[];
  game: { rounds: number };
  costs: Record<"reveal" | "move" | "terrace" | "pier" | "landmark" | "resident", number>;
  accolades: { points: number; open: number; secret: number; prices: number[] };
}
export type Street = Card[];

/** What the moves of this game say of themselves. */
export interface Fields {
  resident?: string; // keep
  day?: string; // choose
  icon?: Action; // use, forfeit
  action?: Action; // buy
  deck?: Deck; // reveal, blind
  accolade?: string; // commit
  terraces?: number; // mix
  card?: string | number; // gain: an id; move: the number of a card of the town
  where?: "before" | "after" | "new"; // place, move
  beside?: number | null;
}
export const fieldsOf = (move: Move): Fields => move.fields;

/** Every town card of a box by its id. */
export function cardsOf(contents: Contents): Map<string, Card> {
  const found = new Map<string, Card>();
  for (const table of [...DECKS, "start", "plain"] as const) for (const row of contents[table]) found.set(row.id, { ...row, landmark: table === "landmark" });
  return found;
}

/** A place in a town: the gap before card `at` of a street, or behind its last; street -1 is a street of its own. */
export interface Spot {
  words: string; // as moves name it
  street: number;
  at: number;
}
export const NEW: Spot = { words: "new", street: -1, at: 0 };

/** The number of a card of a town, as moves count them: from 1, street after street. */
export function numberOf(streets: Street[], street: number, at: number): number {
  return streets.slice(0, street).reduce((n, one) => n + one.length, 0) + at + 1;
}
export function gap(streets: Street[], street: number, at: number): Spot {
  const end = at === streets[street]!.length;
  return { words: end ? `after ${numberOf(streets, street, at - 1)}` : `before ${numberOf(streets, street, at)}`, street, at };
}
/** Where a card with a number stands. */
export function whereIs(streets: Street[], number: number): { street: number; at: number } | null {
  let left = number - 1;
  for (const [street, cards] of streets.entries()) {
    if (left < cards.length) return { street, at: left };
    left -= cards.length;
  }
  return null;
}
export function spotOf(streets: Street[], where: string | undefined, beside: number | null | undefined): Spot | null {
  if (where === "new") return NEW;
  const found = beside == null ? null : whereIs(streets, beside);
  return found && gap(streets, found.street, found.at + (where === "after" ? 1 : 0));
}

/** Why a card does not go into a gap of a street. */
export type Misfit = "sea" | "edge" | "limit" | "between" | "closing" | "founding" | "same";

const meet = (left: Card | undefined, right: Card | undefined): boolean => !left || !right || (left.edges[1] === right.edges[0] && left.edges[1] !== "sea");

function misfitAt(street: Street, at: number, card: Card, without: Card | null = null): Misfit | null {
  const [before, after] = [street[at - 1], street[at]];
  if (before?.edges[1] === "sea" || after?.edges[0] === "sea") return "sea";
  if ((before && card.edges[0] === "sea") || (after && card.edges[1] === "sea")) return "sea";
  if (!meet(before, card) || !meet(card, after)) return "edge";
  return card.landmark && street.some((one) => one.landmark && one !== without) ? "limit" : null;
}
/** Why a gained card cannot be laid there; null if it can. It goes to the ends of streets only. */
export function misfit(streets: Street[], card: Card, spot: Spot): Misfit | null {
  if (spot.street < 0) return null;
  const street = streets[spot.street]!;
  return spot.at > 0 && spot.at < street.length ? "between" : misfitAt(street, spot.at, card);
}
/** Where a gained card may be laid: ends of streets, and a street of its own. */
export function places(streets: Street[], card: Card): Spot[] {
  const ends = streets.flatMap((cards, street) => [gap(streets, street, 0), gap(streets, street, cards.length)]);
  return [...ends.filter((spot) => !misfit(streets, card, spot)), NEW];
}

/** Why a card of the town cannot be moved there; null if it can. */
export function unmovable(streets: Street[], from: { street: number; at: number }, spot: Spot, founding: boolean): Misfit | null {
  const home = streets[from.street]!;
  const card = home[from.at]!;
  if (from.at > 0 && from.at < home.length - 1 && !meet(home[from.at - 1], home[from.at + 1])) return "closing";
  if (spot.street < 0) return !founding ? "founding" : home.length === 1 ? "same" : null;
  if (spot.street === from.street && (spot.at === from.at || spot.at === from.at + 1)) return "same";
  return misfitAt(streets[spot.street]!, spot.at, card, card);
}
/** Every gap to which a card of the town may be moved. */
export function moves(streets: Street[], from: { street: number; at: number }, founding: boolean): Spot[] {
  const gaps = streets.flatMap((cards, street) => Array.from({ length: cards.length + 1 }, (_, at) => gap(streets, street, at)));
  return [...gaps, NEW].filter((spot) => !unmovable(streets, from, spot, founding));
}

/** A town after a card has been laid, or moved there from elsewhere in it. */
export function laid(streets: Street[], card: Card, spot: Spot, from: { street: number; at: number } | null = null): Street[] {
  const all = streets.map((cards, street) => {
    const rest = cards.map((one, at) => (from && from.street === street && from.at === at ? null : one));
    if (spot.street === street) rest.splice(spot.at, 0, card);
    return rest.filter((one) => one !== null);
  });
  return [...all.filter((cards) => cards.length), ...(spot.street < 0 ? [[card]] : [])];
}

export const completed = (street: Street): boolean => street[0]?.edges[0] === "sea" && street.at(-1)?.edges[1] === "sea";

export const titleOf = (guide: Guide, card: string): string => guide.cards[card]?.title ?? card;
/** What a card does, in sentences. */
export const linesOf = (guide: Guide, card: string): string[] => (guide.cards[card]?.lines ?? []).flatMap((line) => (line.type === "text" ? [line.text] : []));
