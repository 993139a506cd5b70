// What a player looks at, by pointing, holding or focus: what shines in the town for it, and the sum that is written.

import { byKeyboard } from "../../lib/boards/keys";
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
  aside?: string; // it is read at the right side of `by`, if there is room, and extends "up" or "down" from there
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
  const parts = card.condition === "unique_colour" || terms.length < 2 ? String(found) : `(${terms.join(" + ")})`;
  return count("sum", points, { parts, each: card.points });
}

/** What a card is read beside: cards of a row to compare are read at its end. */
function shelfOf(element: Element): { by: DOMRect; aside?: string } {
  const shelf = element.closest<HTMLElement>("[data-shelf]");
  if (!shelf) return { by: element.getBoundingClientRect() };
  const all = [...shelf.querySelectorAll("button")].map((one) => one.getBoundingClientRect());
  const [left, top] = [Math.min(...all.map((one) => one.left)), Math.min(...all.map((one) => one.top))];
  return { by: new DOMRect(left, top, Math.max(...all.map((one) => one.right)) - left, Math.max(...all.map((one) => one.bottom)) - top), aside: shelf.dataset.shelf };
}

export class Looking {
  #turn: Turn;
  #guide: () => Guide;
  #seen: () => number; // whose town is shown
  #looked = $state.raw<Looked | null>(null);
  weighed = $state<string | null>(null); // a resident that might be kept
  #mouse = { x: -1, y: -1 };
  #later: (() => void) | null = null; // looks at what slid under a resting mouse

  constructor(turn: Turn, guide: () => Guide, seen: () => number) {
    this.#turn = turn;
    this.#guide = guide;
    this.#seen = seen;
  }

  /** Reads a piece closely, or stops if there is none; an event must mean it. */
  look = (kind: Looked["kind"], id: string | null, by?: Event | Element): void =>
    this.#meant(by, (element) => (this.#looked = id && element ? { kind, id, ...shelfOf(element), element, seat: this.#seen() } : null));
  lookAt = (seat: number, at: { street: number; at: number } | null, by?: Event | Element): void =>
    this.#meant(by, (element) => (this.#looked = at && element ? { kind: "place", id: this.#turn.towns[seat]![at.street]![at.at]!.id, by: element.getBoundingClientRect(), element, ...at, seat } : null));
  /** Does it now, or once the mouse moves under which a piece has slid; not at all for fingers that pass and a focus that came by pointing. */
  #meant(by: Event | Element | undefined, deed: (element: Element | null) => void): void {
    this.#later = null;
    if (!(by instanceof Event)) return deed(by ?? null);
    const element = by.currentTarget as Element;
    if (by.type === "focus" ? !byKeyboard(by as FocusEvent) : by.type.startsWith("pointer") && (by as PointerEvent).pointerType !== "mouse") return;
    if (by.type === "pointerenter" && (by as PointerEvent).clientX === this.#mouse.x && (by as PointerEvent).clientY === this.#mouse.y) this.#later = () => deed(element);
    else deed(by.type === "pointerleave" ? null : element);
  }
  /** The mouse has moved. */
  moved = ({ clientX: x, clientY: y }: PointerEvent): void => {
    if (x === this.#mouse.x && y === this.#mouse.y) return;
    this.#mouse = { x, y };
    this.#later?.();
    this.#later = null;
  };
  away(): void {
    this.#looked = this.#later = null;
  }
  /** Lets go of what is no longer there: a card was taken from under the pointer. */
  renew(): void {
    if (this.#looked && !this.#looked.element.isConnected) this.away();
  }

  /** What is looked at, as long as it is still there: the town may have changed. */
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
    const rings = looked?.kind === "card" ? this.#turn.view.day_row?.find((place) => place?.card === looked.id)?.tokens : 0;
    if (rings) return count("rings_on_it", rings);
    return looked?.kind === "resident" ? count("gives", residentPoints(residents.get(looked.id)!, towns[this.#seen()]!)) : "";
  });

  /** A card of a town in words. */
  cardWords = (seat: number, street: number, at: number): string => {
    const town = this.#turn.towns[seat]!;
    const { id } = town[street]![at]!;
    return say("card_words", { n: numberOf(town, street, at), street: street + 1, card: [titleOf(this.#guide(), id), ...linesOf(this.#guide(), id)].join(" "), sum: sumOf(town, street, at) });
  };
}
