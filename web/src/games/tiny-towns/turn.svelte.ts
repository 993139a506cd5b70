// What a player does on the board: which squares and cards can be chosen now, what is pointed at, and what a click means.

import type { BoardProps, Move } from "../../lib/board";
import { Foresights } from "../../lib/boards/foresights.svelte";
import { again, Offers } from "../../lib/boards/offers";
import { refuse } from "../../lib/boards/refusal";
import { say } from "./messages";
import { type Sign, signsOf } from "./signs";
import { type CardRow, fieldsOf, RESOURCES, type Decision, type Fields, type Player, type Resource, squaresOf, type Contents, type Type, TYPES, type View } from "./table";

/** Something that lies on a square but not yet for real. */
export interface Ghost {
  square: string;
  cube?: Resource;
  on?: Resource; // a cube on a building
  card?: string;
  type?: Type;
}

const SQUARE_KINDS = ["place", "lay", "store", "swap", "target", "exchange", "endow", "settle"];

export class Turn {
  #props: () => BoardProps;
  card = $state<string | null>(null); // chosen: the card to build, or the one that an effect brings
  resource = $state<Resource | null>(null); // chosen, where several cubes may be placed
  over = $state<string | null>(null); // the square under the pointer or in focus
  looked = $state<string | null>(null); // the card under the pointer or in focus
  pinned = $state(false); // a first tap has chosen the square or move, a second confirms it
  match = $state.raw<Move | null>(null); // the place of the chosen card's pattern
  asked = $state<string | null>(null); // the square with an open question
  choice = $state.raw<Move | null>(null); // the answer, cube or card that is pointed at
  foresights = new Foresights(() => this.#props().foresee);
  #offers = new Offers();

  constructor(props: () => BoardProps) {
    this.#props = props;
  }

  get view(): View {
    return this.#props().view;
  }
  get contents(): Contents {
    return this.#props().contents;
  }
  get moves(): Move[] {
    return this.#props().moves;
  }
  get me(): number {
    return this.#props().you ?? 0;
  }
  get mine(): Player {
    return this.view.players[this.me]!;
  }

  acting = $derived.by(() => this.moves.length > 0);
  decision = $derived.by((): Decision | null => (this.acting ? this.mine.decision : null));
  /** What this player has yet to decide, also in a replay and while a move is on its way. */
  undecided = $derived.by((): Decision | null => (this.#props().you !== null && this.#props().pending.includes(this.me) ? this.mine.decision : null));
  #kinds = $derived.by(() => {
    const kinds = new Map<string, Move[]>();
    for (const move of this.moves) kinds.set(move.kind, [...(kinds.get(move.kind) ?? []), move]);
    return kinds;
  });
  of(kind: string): Move[] {
    return this.#kinds.get(kind) ?? [];
  }
  one(kind: string): Move | undefined {
    return this.of(kind)[0];
  }

  squares = $derived.by(() => squaresOf(this.mine.town));
  /** The card of a type in this game; a monument is the player's own. */
  cardOf(type: Type, player: Player = this.mine): string | null {
    return type === "MO" ? (player.monuments[0] ?? null) : (this.view.cards[TYPES.indexOf(type)] ?? null);
  }
  typeOf(card: string): Type {
    return TYPES[this.view.cards.indexOf(card)] ?? "MO";
  }
  signs(row: CardRow): Sign[] {
    return signsOf(row, this.contents, this.view.players.length > 1 ? null : this.#props().options["solo_feast_hall"]);
  }

  resources = $derived.by(() => RESOURCES.filter((one) => this.of("place").some((move) => fieldsOf(move).resource === one)));
  /** The cube in hand. */
  inHand = $derived.by((): Resource | null => {
    if (!this.resources.length) return null;
    const usual = this.mine.holding ?? this.view.named;
    if (this.resource && this.resources.includes(this.resource)) return this.resource;
    if (usual && this.resources.includes(usual)) return usual;
    return this.resources.length === 1 ? this.resources[0]! : null;
  });

  builds = $derived.by(() => {
    const builds = new Map<string, Move[]>();
    for (const move of this.of("build")) builds.set(fieldsOf(move).card!, [...(builds.get(fieldsOf(move).card!) ?? []), move]);
    return builds;
  });
  /** The places that shine: of the card looked at, or chosen, or none. */
  shown = $derived.by((): Move[] => this.builds.get(this.looked ?? this.card ?? "") ?? []);
  /** The place that a click would take. */
  current = $derived.by((): Move | null => {
    if (this.choice?.kind === "build") return this.choice;
    if (this.looked && this.looked !== this.card) return this.shown.length === 1 ? this.shown[0]! : null;
    const here = this.#matchesAt(this.over);
    if (this.match && (this.pinned || !here.length || here.includes(this.match))) return this.match;
    return this.card || here.length === 1 ? (here[0] ?? null) : null;
  });
  #matchesAt(square: string | null): Move[] {
    if (!square) return [];
    const from = this.card ? (this.builds.get(this.card) ?? []) : this.of("build");
    return from.filter((move) => square in fieldsOf(move).squares!);
  }
  /** One move for each card whose pattern lies on a square. */
  #cardsAt(square: string): Move[] {
    const here = this.#matchesAt(square);
    return here.filter((move, i) => here.findIndex((one) => fieldsOf(one).card === fieldsOf(move).card) === i);
  }

  /** The types that an effect may put on squares: all choices of Guild, University and Watch. */
  effect = $derived.by(() => [...this.of("exchange"), ...this.of("endow"), ...this.of("settle")]);
  /** The moves that each square offers, the plainest first. */
  offers = $derived.by(() => {
    const offers = new Map<string, Move[]>();
    const add = (move: Move): void => void offers.set(fieldsOf(move).square!, [...(offers.get(fieldsOf(move).square!) ?? []), move]);
    for (const kind of SQUARE_KINDS)
      for (const move of this.of(kind)) {
        if (kind === "place" && this.inHand && fieldsOf(move).resource !== this.inHand) continue;
        if (this.effect.length && this.card && fieldsOf(move).type !== this.typeOf(this.card)) continue;
        add(move);
      }
    if (this.mine.spot) for (const move of this.of("mark")) offers.set(this.mine.spot, [...(offers.get(this.mine.spot) ?? []), move]);
    return offers;
  });
  /** Squares that can be clicked. */
  lit = $derived.by(() => new Set([...this.offers.keys(), ...this.of("build").flatMap((move) => Object.keys(fieldsOf(move).squares!))]));
  /** The question that is open on a square, with its answers. */
  question = $derived.by((): { square: string; moves: Move[] } | null => {
    if (this.decision === "mark" && this.mine.spot) return { square: this.mine.spot, moves: this.of("mark") };
    if (!this.asked) return null;
    const moves = this.decision === "build" ? this.#cardsAt(this.asked) : (this.offers.get(this.asked) ?? []);
    return moves.length ? { square: this.asked, moves } : null;
  });
  /** Whether a click on a square asks first: there are several answers, or it uses up something. */
  asks(square: string): boolean {
    const moves = this.offers.get(square) ?? [];
    return moves.length > 1 || ["store", "swap", "lay"].includes(moves[0]?.kind ?? "");
  }
  /** The move that a click on the square under the pointer would play at once. */
  plain = $derived.by((): Move | null => {
    if (!this.over || this.asks(this.over)) return null;
    return this.offers.get(this.over)?.[0] ?? null;
  });
  /** The move that is pointed at. */
  pointed = $derived.by((): Move | null => this.choice ?? this.plain ?? (this.decision === "build" ? this.current : null));

  ghost = $derived.by((): Ghost | null => {
    const move = this.pointed;
    if (!move) return null;
    const { square, resource, type }: Fields = fieldsOf(move);
    const named = this.view.named ?? undefined;
    switch (move.kind) {
      case "place":
        return { square: square!, cube: resource! };
      case "store":
      case "swap":
      case "lay":
        return named ? { square: square!, on: named } : null;
      case "mark":
        return { square: this.mine.spot!, on: resource! };
      case "target":
        return { square: square!, card: this.mine.making!, type: this.typeOf(this.mine.making!) };
      case "exchange":
      case "endow":
      case "settle":
        return { square: square!, card: this.cardOf(type!) ?? undefined, type: type! };
      default:
        return null;
    }
  });

  /** A square was clicked; a finger taps twice, once to see and once to confirm. */
  press(square: string, touch: boolean): void {
    const first = touch && !(this.pinned && this.over === square);
    this.over = square;
    if (!this.acting) return;
    if (this.decision === "build") return this.#pressBuild(square, first);
    const moves = this.offers.get(square);
    if (!moves) return this.#refuse(square);
    if (this.asks(square)) {
      this.asked = this.asked === square ? null : square;
      this.choice = null;
      return;
    }
    if (first) this.pinned = true;
    else this.play(moves[0]!);
  }

  #pressBuild(square: string, first: boolean): void {
    const here = this.#matchesAt(square);
    if (!here.length) {
      if (this.card && this.builds.has(this.card)) this.#props().explain(say("no_match_here"));
      else if (this.of("build").some((move) => square in fieldsOf(move).squares!)) this.card = this.match = null;
      this.asked = null;
      return;
    }
    if (this.#cardsAt(square).length > 1) {
      this.asked = this.asked === square ? null : square;
      return;
    }
    const current = this.match && here.includes(this.match) ? this.match : here[0]!;
    const sure = this.pinned ? this.match === current : here.length === 1; // nothing else can be meant
    if (this.card && sure && !first) this.play(current);
    else this.choose(current);
  }

  /** Chooses a place of a pattern; it is built once it is confirmed. */
  choose(place: Move): void {
    this.card = fieldsOf(place).card!;
    this.match = place;
    this.pinned = true;
    this.asked = this.choice = null;
  }

  /** An answer of the open question: a building whose pattern lies there in several places is looked at first. */
  answer(move: Move): void {
    const twins = move.kind === "build" ? this.#matchesAt(this.asked).filter((one) => fieldsOf(one).card === fieldsOf(move).card) : [];
    if (twins.length > 1) this.choose(move);
    else this.play(move);
  }

  /** A card was clicked. Returns whether squares can now be chosen for it. */
  pressCard(card: string): boolean {
    const { explain } = this.#props();
    const type = this.typeOf(card);
    const watch = this.of("watch").find((move) => fieldsOf(move).type === type);
    if (watch) {
      this.play(watch);
      return false;
    }
    if (this.effect.some((move) => fieldsOf(move).type === type) || this.builds.has(card)) {
      const again = this.card === card;
      this.cancel();
      if (again) return false;
      this.card = card;
      this.match = this.builds.get(card)?.[0] ?? null;
      return true;
    }
    if (this.decision === "build") explain(say("no_match", { card: this.#title(card) }));
    else if (this.decision === "handle" || this.decision === "swap") explain(say("place_first"));
    else if (this.decision === "list") this.#why(`watch ${type}`);
    else if (this.decision === "settle") this.#why(`settle ${type} ${this.squares.find((one) => !one.cube && !one.type)?.name ?? "a1"}`);
    return false;
  }

  /** The next or the last place of the chosen card's pattern. */
  step(by: number): void {
    const places = this.card ? (this.builds.get(this.card) ?? []) : [];
    if (!places.length) return;
    const at = this.current ? places.indexOf(this.current) : 0;
    this.choose(places[(at + by + places.length) % places.length]!);
  }

  /** A cube of the hand was clicked: named, picked, or chosen to be placed. */
  pressCube(resource: Resource, touch: boolean): void {
    const move = [...this.of("name"), ...this.of("pick")].find((move) => fieldsOf(move).resource === resource);
    if (move) {
      if (touch && this.choice !== move) {
        this.choice = move;
        this.pinned = true;
      } else this.play(move);
    } else if (this.resources.includes(resource)) {
      this.resource = resource;
      this.pinned = false;
    } else if (this.decision === "name") this.#why(`name ${resource}`);
    else if (this.decision === "handle") this.#why(`place ${resource} ${this.squares.find((one) => !one.cube && !one.type)?.name ?? "a1"}`);
  }

  cancel(): void {
    this.card = this.match = this.asked = this.choice = null;
    this.pinned = false;
  }
  get busy(): boolean {
    return this.card !== null || this.asked !== null || this.pinned;
  }

  play(move: Move): void {
    this.cancel();
    this.resource = null;
    this.looked = null;
    this.#props().play(move);
  }

  #title(card: string): string {
    return this.#props().guide.cards[card]?.title ?? card;
  }

  #refuse(square: string): void {
    const { decision } = this;
    if (decision === "handle" || decision === "swap") {
      if (this.inHand) this.#why(`place ${this.inHand} ${square}`);
      else this.#props().explain(say("choose_cube"));
    } else if (decision === "target") this.#why(`target ${square}`);
    else if (decision === "exchange") this.#why(`exchange ${TYPES.find((type) => type !== this.squares.find((one) => one.name === square)?.type)} ${square}`);
    else if (decision === "endow") this.#why(`endow ${this.card ? this.typeOf(this.card) : "CO"} ${square}`);
    else if (decision === "settle") this.#why(`settle ${this.mine.due.find((type) => !this.mine.settled.includes(type)) ?? "CO"} ${square}`);
  }

  #why(words: string): void {
    refuse(this.#props(), words, say("spectator"));
  }

  /** New moves have arrived: lets go of what was chosen, unless only other players have moved. */
  renew(): void {
    this.foresights.renew();
    if (this.#offers.same(this.moves)) {
      this.match = again(this.moves, this.match);
      this.choice = again(this.moves, this.choice);
      return;
    }
    this.cancel();
    if (this.resource && !this.resources.includes(this.resource)) this.resource = null;
    const kept = this.of("settle").map((move) => fieldsOf(move).type!);
    if (kept.length && new Set(kept).size === 1) this.card = this.cardOf(kept[0]!);
  }
}
