// What cards count, as the rules say: the same sums as on the server's sheet, so that a ghost can show its points at once.

import { type Accolade, type Card, completed, type Resident, type Street, type Contents, type View } from "./table";

export const COLOURS = ["red", "yellow", "green", "blue", "purple"] as const;
const isColour = (what: string): boolean => (COLOURS as readonly string[]).includes(what);

/** How many instances of a thing a card shows; different colours cannot be counted card by card. */
export function shows(card: Card, what: string): number {
  if (what === "town") return 1;
  if (what === "landmark") return card.landmark ? 1 : 0;
  if (what === "terrace" || what === "pier") return card.base === what ? 1 : 0;
  if (what === "home" || what === "business") return card.subtype === what ? 1 : 0;
  if (isColour(what)) return card.building === what || card.building === "white" ? 1 : 0;
  return card.features?.[what] ?? 0;
}

/** How many instances some cards show together; white buildings fill missing colours. */
export function instances(cards: Card[], what: string): number {
  if (what !== "unique_colour") return cards.reduce((n, card) => n + shows(card, what), 0);
  const seen = new Set(cards.flatMap((card) => (card.building && card.building !== "white" ? [card.building] : [])));
  return Math.min(COLOURS.length, seen.size + cards.filter((card) => card.building === "white").length);
}

const REACH = { white: [1, 1], grey_both: [2, 2], grey_left: [2, 0], grey_right: [0, 2], gold: [Infinity, Infinity] } as const;

/** The places of a street that the card at a place counts. */
export function inRange(street: Street, at: number): number[] {
  const { range, condition } = street[at]!;
  if (!range || !condition) return [];
  const [left, right] = REACH[range];
  const itself = range === "gold" && condition !== "unique_colour";
  return street.flatMap((_, i) => (i >= at - left && i <= at + right && (i !== at || itself) ? [i] : []));
}

/** What a card of a street counts, and its points. */
export interface Count {
  places: number[]; // in range
  each: number[]; // instances on each of them
  found: number;
  points: number;
}
export function countOf(street: Street, at: number): Count {
  const card = street[at]!;
  if (!card.condition) return { places: [], each: [], found: 0, points: card.points };
  const within = inRange(street, at);
  const found = instances(within.map((i) => street[i]!), card.condition);
  return { places: within, each: within.map((i) => shows(street[i]!, card.condition!)), found, points: found * card.points };
}
export const streetPoints = (street: Street): number => street.reduce((sum, _, at) => sum + countOf(street, at).points, 0);
const townPoints = (streets: Street[]): number => streets.reduce((sum, street) => sum + streetPoints(street), 0);

/** What a resident finds in a street, and what it gives for it. */
export function reward(resident: Resident, street: Street): { found: number; points: number; tier: number } {
  const found = instances(street, resident.what);
  const row = completed(street) ? resident.completed : resident.incomplete;
  const tier = resident.thresholds.filter((least) => found >= least).length;
  return { found, points: tier ? row[tier - 1]! : 0, tier };
}
export function residentPoints(resident: Resident, streets: Street[]): number {
  const all = streets.map((street) => reward(resident, street).points);
  return resident.scope === "each" ? all.reduce((a, b) => a + b, 0) : Math.max(0, ...all);
}
/** The street that a resident likes best: the most points, then the most of what it counts. */
export function bestStreet(resident: Resident, streets: Street[]): number {
  let best = -1;
  const worth = (i: number): number => reward(resident, streets[i]!).points * 1000 + instances(streets[i]!, resident.what);
  for (const i of streets.keys()) if (best < 0 || worth(i) > worth(best)) best = i;
  return best;
}

/** How much a town has of what an accolade asks for. */
export function measure(metric: string, streets: Street[], held: number): number {
  const all = streets.flat();
  switch (metric) {
    case "completed_street":
      return streets.filter(completed).length;
    case "longest_street":
      return Math.max(0, ...streets.map((street) => street.length));
    case "best_card":
      return Math.max(0, ...streets.flatMap((street) => street.map((_, at) => countOf(street, at).points)));
    case "best_colour":
      return Math.max(...COLOURS.map((colour) => instances(all, colour)));
    case "resident_card":
      return held;
    default:
      return instances(all, metric);
  }
}

/** An accolade in play: what it is worth, whose counter or whose card it is, and whether it counts. */
export interface Stake {
  row: Accolade;
  points: number;
  owner: number | null;
  secret: boolean;
  awake: boolean;
}
export function stakes(view: View, contents: Contents, mode: string | undefined): Stake[] {
  const rows = new Map(contents.accolade.map((row) => [row.id, row]));
  const { points, open, secret } = contents.accolades;
  const lying = (view.accolades ?? []).flatMap(({ card, counter }) => {
    const row = rows.get(card);
    return row ? [{ row, points, owner: counter ?? null, secret: false, awake: mode !== "high_tide" || counter != null }] : [];
  });
  const dealt = view.players.flatMap(({ accolade, shown }, seat) => {
    const row = accolade ? rows.get(accolade) : undefined;
    return row ? [{ row, points: shown === "open" ? open : secret, owner: seat, secret: shown !== "open", awake: shown === "open" || shown === "secret" }] : [];
  });
  return [...lying, ...dealt];
}
/** What an accolade gives a seat, from what everybody has of it. */
export function accoladePoints(stake: Stake, has: number[], seat: number): number {
  const mine = has[seat]!;
  if (!stake.awake || !mine || (stake.secret && stake.owner !== seat) || has.some((n) => n > mine)) return 0;
  return stake.secret ? stake.points : Math.floor(stake.points / has.filter((n) => n === mine).length);
}

/** The points of a town, line by line. */
export interface Lines {
  cards: number;
  residents: number;
  accolades: number;
}
export function linesOfTown(streets: Street[], residents: Resident[], all: Stake[], has: number[][], seat: number, held: number): Lines {
  const accolades = all.reduce((sum, stake, i) => sum + accoladePoints(stake, has[i]!.map((n, other) => (other === seat ? measure(stake.row.metric, streets, held) : n)), seat), 0);
  return { cards: townPoints(streets), residents: residents.reduce((sum, one) => sum + residentPoints(one, streets), 0), accolades };
}
