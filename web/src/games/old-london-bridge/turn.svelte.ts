// What the player has in hand and is pointing at. Everything here is picked from the legal moves and the view; what a
// move would bring comes from the rules: the view's `fits`, `spots` and `uses`, and what the server foresees.

import type { BoardProps, Move } from "../../lib/board";
import { Foresights } from "../../lib/boards/foresights.svelte";
import { again, Offers } from "../../lib/boards/offers";
import { refuse } from "../../lib/boards/refusal";
import { signed } from "../../lib/boards/speaker";
import { listed } from "../../lib/i18n.svelte";
import type { Ghost } from "./Bridge.svelte";
import { count, say } from "./messages";
import { aboutOf, type Building, buildingsOf, fieldsOf, type Kind, type Spot, stackOf, type Contents, titleOf, type TrackName, type Type, type View } from "./table";

const PLACES = ["space", "centre", "free"];
/** Bonus tiles that are moves of their own; the others belong to a placement. */
const MOVE_OF: Partial<Record<Kind, string>> = { CH2: "ch2", GT2: "gt2", REC: "rec", LADY: "lady", PLUS: "plus" };

export class Turn {
  #props: () => BoardProps;
  picked = $state<number[]>([]); // cards to be laid
  haul = $state<number[]>([]); // cards to be taken for an inn
  looked = $state<Type | null>(null); // the stack under the pointer
  over = $state<number | null>(null); // the slot under the pointer
  tile = $state<Kind | null>(null); // the bonus tile under the pointer
  centre = $state(false); // the pawn goes to the centre
  free = $state(false); // with a free tile
  armed = $state<Kind | null>(null); // a bonus tile that is to be used with the placement
  choice = $state.raw<Move | null>(null); // waits to be confirmed
  #foresights: Foresights;
  #offers = new Offers();

  constructor(props: () => BoardProps) {
    this.#props = props;
    this.#foresights = new Foresights(() => props().foresee);
  }

  view = $derived.by<View>(() => this.#props().view);
  contents = $derived.by<Contents>(() => this.#props().contents);
  buildings = $derived.by(() => buildingsOf(this.contents));
  moves = $derived.by(() => this.#props().moves);
  me = $derived.by(() => this.#props().you ?? 0); // a spectator looks at the first bridge
  mine = $derived.by(() => this.view.players[this.me]!);
  acting = $derived.by(() => this.moves.length > 0);
  decision = $derived.by(() => (this.acting ? this.view.decision : null));
  laid = $derived.by(() => (this.view.players.length === 2 ? 2 : 1)); // cards that everybody lays

  of(kind: string): Move[] {
    return this.moves.filter((move) => move.kind === kind);
  }
  houses(seat: number): Building[] {
    return (this.view.players[seat]?.bridge ?? []).map((name) => this.buildings.get(name)!);
  }
  top(type: Type): Building | null {
    const name = this.view.stacks?.[type]?.top;
    return name ? this.buildings.get(name)! : null;
  }

  /** Picks a card of the hand; with two players two of them, and a third takes the place of the first. */
  pickCard(value: number): void {
    if (this.decision !== "choose") return this.refuse(this.laid === 2 ? `cards ${value} ${value}` : `card ${value}`);
    if (this.laid === 1) {
      if (this.picked[0] === value && this.choice) return this.confirm();
      this.picked = [value];
    } else {
      const held = this.mine.hand?.[String(value) as "0"] ?? 0;
      if (this.picked.filter((one) => one === value).length >= held) this.picked = this.picked.filter((one) => one !== value);
      else this.picked = [...this.picked, value].slice(-2);
    }
    this.choice = this.#cardMove();
  }
  #cardMove(): Move | null {
    const wanted = [...this.picked].sort((a, b) => b - a).join();
    return this.moves.find((move) => (move.kind === "card" && String(fieldsOf(move).value) === wanted) || (move.kind === "cards" && fieldsOf(move).values!.join() === wanted)) ?? null;
  }
  putBack(place: number): void {
    this.picked = this.picked.filter((_, i) => i !== place);
    this.choice = this.#cardMove();
  }

  #hauls = $derived.by(() => this.of("inn").map((move) => ({ move, cards: fieldsOf(move).cards! })));
  /** The legal combinations that contain what is picked and one card more. */
  #with(cards: number[]): { move: Move; cards: number[] }[] {
    const need = (value: number): number => cards.filter((one) => one === value).length;
    return this.#hauls.filter((haul) => [1, 2, 3, 4].every((value) => haul.cards.filter((one) => one === value).length >= need(value)));
  }
  /** The values that can still be taken. */
  takeable = $derived.by(() => new Set([1, 2, 3, 4].filter((value) => this.#with([...this.haul, value]).length > 0)));
  /** What the cards picked so far are worth. */
  worth = $derived.by(() => this.haul.reduce((sum, value) => sum + value, 0));

  takeCard(value: number): void {
    if (!this.takeable.has(value)) {
      const haul = [...this.haul, value].sort((a, b) => b - a);
      return this.haul.length && this.worth + value > this.view.due! ? this.#props().explain(say("too_much", { n: this.view.due! })) : this.refuse(`inn ${haul.join(" ")}`);
    }
    this.haul = [...this.haul, value];
    this.choice = this.#with(this.haul).find(({ cards }) => cards.length === this.haul.length)?.move ?? null;
  }
  returnCard(place: number): void {
    this.haul = this.haul.filter((_, i) => i !== place);
    this.choice = null;
  }

  placing = $derived.by(() => this.moves.some((move) => PLACES.includes(move.kind)));
  /** The bonus tiles that a placement uses up. */
  usesOf(move: Move): Kind[] {
    const at = move.kind === "space" ? stackOf(move) : "centre";
    return [...(this.view.uses?.[at] ?? []), ...(move.kind === "free" ? (["FREE"] as const) : [])];
  }
  /** The placement that a click on a stack means now. */
  placeAt(stack: Type): Move | null {
    const kind = this.centre ? (this.free ? "free" : "centre") : "space";
    return this.of(kind).find((move) => stackOf(move) === stack && (!this.armed || this.usesOf(move).includes(this.armed))) ?? null;
  }
  payable = $derived.by(() => this.of("centre").length > 0);
  freeable = $derived.by(() => this.of("free").length > 0);

  pressStack(stack: Type): void {
    this.looked = stack;
    const move = this.placeAt(stack);
    if (move) return this.#pin(move);
    if (this.armed && this.placing) return this.#props().explain(say("not_with_tile", { tile: titleOf(this.#props().guide, this.armed) }));
    this.refuse(`${this.centre ? "centre" : "space"} ${stack}`);
  }
  pressHub(): void {
    if (!this.payable && !this.freeable) return this.refuse(`centre ${this.#anyStack()}`);
    this.choice = null;
    if (this.armed && !this.view.uses?.centre?.includes(this.armed as "OCC")) this.armed = null;
    this.centre = !this.centre;
    this.free = this.centre && !this.payable;
  }
  #anyStack(): Type {
    const open = Object.entries(this.view.stacks ?? {}).find(([, stack]) => stack.left);
    return (open?.[0] ?? "chapel") as Type;
  }

  slots = $derived.by(() => this.of("replace").map((move) => fieldsOf(move).slot!));
  pressSlot(slot: number): void {
    if (this.decision !== "replace") return;
    const move = this.of("replace").find((move) => fieldsOf(move).slot === slot);
    if (move) this.#pin(move);
    else this.refuse(`replace ${slot}`);
  }

  /** Whether one of your bonus tiles can be used now. */
  usable(kind: Kind): boolean {
    const own = MOVE_OF[kind];
    if (own) return this.of(own).length > 0;
    return this.moves.some((move) => PLACES.includes(move.kind) && this.usesOf(move).includes(kind));
  }
  pressTile(kind: Kind, fresh: boolean): void {
    const { explain, guide } = this.#props();
    this.tile = kind;
    const own = MOVE_OF[kind];
    const moves = own ? this.of(own) : [];
    if (fresh && !this.usable(kind)) return explain(say("fresh", { tile: titleOf(guide, kind) }));
    if (moves.length) return this.#pin(this.choice && moves.includes(this.choice) ? this.choice : moves[0]!);
    if (!this.placing) {
      if (kind === "OCC" || kind === "X") return this.refuse(`space ${this.#anyStack()}`);
      return this.refuse(kind === "FREE" ? `free ${this.#anyStack()}` : kind === "PLUS" ? "plus 1" : own!);
    }
    if (kind === "FREE" && this.freeable) {
      const on = this.centre && this.free;
      this.cancel();
      this.centre = this.free = !on;
    } else if (kind === "FREE" || own) this.refuse(own === "plus" ? "plus 1" : (own ?? `free ${this.#anyStack()}`));
    else if (!this.usable(kind)) explain(say(kind === "OCC" ? "no_occupied" : "no_x"));
    else {
      const on = this.armed === kind;
      this.cancel();
      this.armed = on ? null : kind;
      const there = this.moves.filter((move) => PLACES.includes(move.kind) && this.usesOf(move).includes(kind));
      if (this.armed && there.every((move) => move.kind !== "space")) {
        this.centre = true;
        this.free = !this.payable;
      }
    }
  }
  pressBonus(back: number): void {
    const move = this.of("take").find((move) => fieldsOf(move).stack === back);
    if (move) this.#pin(move);
    else this.refuse(`take ${back}`);
  }
  /** A plus tile on this card of yours. */
  pressPlus(card: number): void {
    const move = this.of("plus").find((move) => fieldsOf(move).card === card);
    if (move) this.#pin(move);
    else this.refuse(`plus ${card}`);
  }

  /** The move whose outcome is shown: what waits to be confirmed, or what is pointed at. */
  pointed = $derived.by<Move | null>(() => {
    if (this.choice) return this.choice;
    if (this.decision === "replace" && this.over !== null) return this.of("replace").find((move) => fieldsOf(move).slot === this.over) ?? null;
    if (this.placing && this.looked) return this.placeAt(this.looked);
    const own = this.tile && MOVE_OF[this.tile];
    return own ? (this.of(own)[0] ?? null) : null;
  });

  /** The building that is looked at, and where it may stand. */
  #coming = $derived.by<{ building: Building; spots: Spot[] } | null>(() => {
    const { view, pointed } = this;
    if (view.taken && this.decision === "replace") return { building: this.buildings.get(view.taken)!, spots: view.spots ?? [] };
    const type = pointed && PLACES.includes(pointed.kind) ? stackOf(pointed) : pointed ? null : this.looked;
    const building = type && this.top(type);
    return building ? { building, spots: this.mine.fits?.[type] ?? [] } : null;
  });
  /** Where it would stand for certain, with what it does there. */
  spot = $derived.by<{ spot: Spot; slot: number } | null>(() => {
    const coming = this.#coming;
    if (!coming) return null;
    const slots = coming.spots.flatMap((spot) => spot.slots.map((slot) => ({ spot, slot })));
    const wanted = this.decision === "replace" ? (this.pointed ? fieldsOf(this.pointed).slot : null) : slots.length === 1 ? slots[0]!.slot : null;
    return slots.find(({ slot }) => slot === wanted) ?? null;
  });
  ghost = $derived.by<Ghost | null>(() => {
    const coming = this.#coming;
    if (!coming?.spots.length) return null;
    const strength = Math.max(...coming.spots.map((spot) => spot.strength ?? 0));
    return {
      building: coming.building,
      slots: coming.spots.flatMap((spot) => spot.slots),
      strength,
      weak: coming.spots.flatMap((spot) => ((spot.strength ?? 0) < strength ? spot.slots : [])),
      sure: this.spot?.slot ?? null,
    };
  });
  /** Where a marker would go on a track. */
  walk(track: TrackName): number | null {
    const type = this.#coming?.building.type;
    if (this.spot && type === track) return this.spot.spot.space ?? null;
    const kind = track === "chapel" ? "ch2" : "gt2";
    if (this.pointed?.kind !== kind) return null;
    const change = this.#foresights.of(this.pointed)?.pieces.find(({ path }) => path.length === 3 && path[0] === "players" && path[1] === this.me && path[2] === track);
    return (change?.after as number | undefined) ?? null;
  }

  /** What a building does in a spot, in words. */
  #does(type: Type, spot: Spot): string {
    const { strength = 0, space = 0, money = 0, tiles = 0, cards = 0 } = spot;
    if (!strength) return "";
    const parts: string[] = [];
    if (type === "chapel" || type === "gate") {
      parts.push(this.mine[type] === space ? say("stays") : say(type === "chapel" ? "chapel_to" : "gate_to", { n: space }));
      if (money) parts.push(say("pounds", { n: money }));
      if (tiles) parts.push(count("tiles_due", tiles));
    } else if (type === "inn") parts.push(cards ? say("cards_worth", { n: cards }) : say("no_cards"));
    else parts.push(say("pounds", { n: money }));
    return say("strength", { n: strength, does: parts.join(", ") });
  }
  #where(spot: Spot, only: boolean): string {
    const bridge = this.mine.bridge ?? [];
    const { guide } = this.#props();
    if (spot.slots.length === 1 && !bridge[spot.slots[0]! - 1]) return say("to_slot", { n: spot.slots[0]! });
    if (only && spot.slots.length === 1) return say("replaces", { tile: titleOf(guide, bridge[spot.slots[0]! - 1]!), n: spot.slots[0]! });
    return say("replaces_one", { slots: listed(spot.slots.map(String), "disjunction") });
  }
  /** Every place where the building looked at may stand, with what it does there. */
  #places = $derived.by<string[]>(() => {
    const coming = this.#coming;
    return (coming?.spots ?? []).map((spot) => [this.#where(spot, coming!.spots.length === 1), this.#does(coming!.building.type, spot)].filter(Boolean).join(". "));
  });

  /** What is pointed at, in words. */
  summary = $derived.by<string>(() => {
    const { pointed, decision } = this;
    const { guide } = this.#props();
    if (pointed && (PLACES.includes(pointed.kind) || decision === "replace")) {
      const open = !this.spot && (this.#coming?.spots.length ?? 0) > 0;
      return open ? `${pointed.text} ${this.#places.join(" · ")}` : pointed.text;
    }
    if (pointed) return pointed.text;
    if (this.#coming) return [titleOf(guide, this.#coming.building.name), ...this.#places].join(" · ");
    if (this.tile) return `${titleOf(guide, this.tile)}: ${aboutOf(guide, this.tile)}`;
    return "";
  });
  /** What it would bring in money, line by line, as if the game ended then. */
  brings = $derived.by<string>(() => {
    const foresight = this.#foresights.of(this.pointed);
    if (!foresight || this.pointed?.kind.startsWith("card")) return "";
    const labels = new Map(this.#props().sheet[0]?.lines.map((line) => [line.name, line.label]));
    const lines = Object.entries(foresight.lines[this.me] ?? {}).map(([name, n]) => `${labels.get(name)} ${signed(n)}`);
    if (!lines.length) return "";
    const points = foresight.points[this.me];
    return points == null || lines.length < 2 ? lines.join(", ") : say("in_all", { lines: lines.join(", "), n: signed(points) });
  });
  foresee(move: Move | null): void {
    if (move && !["card", "cards", "done", "inn", "take"].includes(move.kind)) this.#foresights.ask([move]);
  }

  /** A first click shows and asks, a second one plays. */
  #pin(move: Move): void {
    if (this.choice === move) return this.confirm();
    this.choice = move;
  }
  confirm(): void {
    if (this.choice) this.play(this.choice);
  }
  play(move: Move): void {
    this.cancel();
    this.#props().play(move);
  }
  cancel(): void {
    this.picked = [];
    this.haul = [];
    this.choice = this.armed = this.tile = this.over = this.looked = null;
    this.centre = this.free = false;
  }
  get busy(): boolean {
    return this.choice !== null || this.armed !== null || this.centre || this.picked.length > 0 || this.haul.length > 0;
  }
  refuse(words: string): void {
    refuse(this.#props(), words, say("spectator"));
  }
  /** New moves have arrived: lets go of what was chosen, unless only other players have moved. */
  renew(): void {
    const { looked } = this; // the pointer is still there
    this.#foresights.renew();
    if (this.#offers.same(this.moves)) this.choice = again(this.moves, this.choice);
    else this.cancel();
    this.looked = looked;
  }
  /** The piece that waits to be confirmed, as a selector. */
  get piece(): string | null {
    const { choice } = this;
    if (!choice) return null;
    const { value, slot, stack, card } = fieldsOf(choice);
    if (PLACES.includes(choice.kind)) return `[data-stack="${stack}"]`;
    if (choice.kind === "card") return `[data-card="${value}"]`;
    if (choice.kind === "replace") return `[data-slot="${slot}"]`;
    if (choice.kind === "take") return `[data-gift="${stack}"]`;
    if (choice.kind === "plus") return `[data-plus="${card}"]`;
    const tile = Object.entries(MOVE_OF).find(([, kind]) => kind === choice.kind)?.[0];
    return tile ? `[data-bonus="${tile}"]` : null;
  }
}
