// What a player looks at, by pointing, holding or focus: what shines in the town for it, and the sum that is written.

import type { Guide } from "../../lib/guide";
import { type Light, lightOfCard, lightOfMetric, lightOfResident } from "./light";
import { count, say } from "./messages";
import { countOf, measure, residentPoints } from "./points";
import { completed, linesOf, numberOf, type Street, titleOf } from "./table";
import type { Turn } from "./turn.svelte";

interface Looked {
  kind: "card" | "resident" | "accolade" | "place";
  id: string;
  by: DOMRect;
  element: Element;
  street?: number;
  at?: number;
  seat: number;
}

/** What a card of a town counts, as a sum. */
function sumOf(streets: Street[], street: number, at: number): string {
  const card = streets[street]![at]!;
  const { each, found, points } = countOf(streets[street]!, at);
  if (!card.condition) return count("sum_flat", points);
  const terms = each.filter((n) => n > 0);
  const parts = card.condition === "unique_colour" || terms.length < 2 ? String(found) : `${terms.join(" + ")} = ${found}`;
  return count("sum", points, { parts, each: card.points });
}

export class Looking {
  #turn: Turn;
  #guide: () => Guide;
  #seen: () => number; // whose town is shown
  #looked = $state.raw<Looked | null>(null);
  weighed = $state<string | null>(null); // a resident that might be kept

  constructor(turn: Turn, guide: () => Guide, seen: () => number) {
    this.#turn = turn;
    this.#guide = guide;
    this.#seen = seen;
  }

  look = (kind: Looked["kind"], id: string | null, element?: Element): void => {
    this.#looked = id && element ? { kind, id, by: element.getBoundingClientRect(), element, seat: this.#seen() } : null;
  };
  lookAt = (seat: number, at: { street: number; at: number } | null, element?: Element): void => {
    this.#looked = at && element ? { kind: "place", id: this.#turn.towns[seat]![at.street]![at.at]!.id, by: element.getBoundingClientRect(), element, ...at, seat } : null;
  };
  away(): void {
    this.#looked = null;
  }
  /** Lets go of what is no longer there: a card was taken from under the pointer. */
  renew(): void {
    if (this.#looked && !this.#looked.element.isConnected) this.away();
  }

  /** What is looked at, as long as it is still there: the town may have changed meanwhile. */
  looked = $derived.by<Looked | null>(() => {
    const looked = this.#looked;
    return looked?.kind !== "place" || this.#turn.towns[looked.seat]?.[looked.street!]?.[looked.at!]?.id === looked.id ? looked : null;
  });

  light = $derived.by<Light | null>(() => {
    if (this.#turn.card) return null;
    const found = this.#found;
    return found?.from || [...(found?.cards.values() ?? [])].some((places) => places.length) ? found : null; // all in the dark says nothing
  });
  #found = $derived.by<Light | null>(() => {
    const { looked, weighed } = this;
    const { residents, stakes, towns } = this.#turn;
    const streets = towns[this.#seen()]!;
    if (weighed) return lightOfResident(streets, residents.get(weighed)!);
    if (looked?.kind === "place") return lightOfCard(streets, looked.street!, looked.at!);
    if (looked?.kind === "resident") return lightOfResident(streets, residents.get(looked.id)!);
    const stake = looked?.kind === "accolade" ? stakes.find((one) => one.row.id === looked.id) : undefined;
    if (!stake) return null;
    const { metric } = stake.row;
    const most = measure(metric, streets, 0);
    return lightOfMetric(streets, metric, (street, at) => (metric === "completed_street" ? completed(street) : metric === "longest_street" ? street.length === most : countOf(street, at).points === most));
  });

  sum = $derived.by(() => {
    const { looked } = this;
    const { residents, towns } = this.#turn;
    if (looked?.kind === "place") return sumOf(towns[looked.seat]!, looked.street!, looked.at!);
    return looked?.kind === "resident" ? count("gives", residentPoints(residents.get(looked.id)!, towns[this.#seen()]!)) : "";
  });

  /** A card of a town in words. */
  cardWords = (seat: number, street: number, at: number): string => {
    const town = this.#turn.towns[seat]!;
    const { id } = town[street]![at]!;
    return say("card_words", { n: numberOf(town, street, at), street: street + 1, card: [titleOf(this.#guide(), id), ...linesOf(this.#guide(), id)].join(" "), sum: sumOf(town, street, at) });
  };
}
