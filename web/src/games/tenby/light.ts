// What shines in a town while a sign, a resident or an accolade is looked at.

import { bestStreet, COLOURS, countOf, instances, shows } from "./points";
import type { Card, Resident, Street } from "./table";

export interface Light {
  what: string; // the thing that is counted
  cards: Map<number, number[]>; // street by street, the cards that are counted
  from: { street: number; at: number } | null; // the card whose sign it is
  whole: boolean; // whole cards are counted, not something on them
}

const WHOLE = ["town", "terrace", "pier", "home", "business", "landmark"];
const has = (card: Card, what: string): boolean => (what === "unique_colour" ? card.building != null : shows(card, what) > 0);
const counted = (street: Street, what: string, among: number[]): number[] => among.filter((at) => has(street[at]!, what));

export function lightOfCard(streets: Street[], street: number, at: number): Light {
  const cards = streets[street]!;
  const what = cards[at]!.condition ?? "";
  return { what, cards: new Map([[street, what ? counted(cards, what, countOf(cards, at).places) : []]]), from: { street, at }, whole: WHOLE.includes(what) };
}
export function lightOfResident(streets: Street[], resident: Resident): Light {
  const best = bestStreet(resident, streets);
  const chosen = resident.scope === "each" ? [...streets.keys()] : best < 0 ? [] : [best];
  const { what } = resident;
  return { what, cards: new Map(chosen.map((street) => [street, counted(streets[street]!, what, [...streets[street]!.keys()])])), from: null, whole: WHOLE.includes(what) };
}
/** What an accolade counts in a town. */
export function lightOfMetric(streets: Street[], metric: string, best: (street: Street, at: number) => boolean): Light {
  const all = streets.flat();
  const colour = metric === "best_colour" ? [...COLOURS].sort((a, b) => instances(all, b) - instances(all, a))[0]! : metric;
  const cards = new Map<number, number[]>();
  for (const [i, street] of streets.entries()) cards.set(i, street.flatMap((card, at) => (metric.endsWith("_street") || metric === "best_card" ? (best(street, at) ? [at] : []) : has(card, colour) ? [at] : [])));
  return { what: colour, cards, from: null, whole: WHOLE.includes(metric) || metric.endsWith("_street") || metric === "best_card" };
}
