// What a player is about to do: an icon in use, a card in hand, a place for it. Nothing is sent before it is confirmed; then the
// moves that make it up are played one after another.

import type { BoardProps, Move } from "../../lib/board";
import { Offers } from "../../lib/boards/offers";
import { refuse } from "../../lib/boards/refusal";
import { say } from "./messages";
import { type Lines, linesOfTown, measure, stakes } from "./points";
import { type Action, type Card, cardsOf, completed, DECKS, type Deck, fieldsOf, ICONS, laid, LEVEL, type Misfit, misfit, moves as movesOf, places, type Resident, type Spot, spotOf, type Street, type Contents, unmovable, type View, whereIs } from "./table"; // prettier-ignore

export interface Armed {
  how: "use" | "buy";
  action: Action;
}
/** What laying a card somewhere would change. */
export interface Outlook extends Lines {
  total: number;
  completes: boolean;
  reopens: boolean;
}

export class Turn {
  #props: () => BoardProps;
  #queue = $state.raw<string[]>([]);
  #offers = new Offers();
  armed = $state.raw<Armed | null>(null);
  held = $state<string | null>(null); // a card that is to be laid
  lifted = $state<number | null>(null); // the number of a card of the town that is to be moved
  spot = $state.raw<Spot | null>(null); // where it would lie, until confirmed
  over = $state.raw<Spot | null>(null); // what the pointer is at
  wish = $state<string | null>(null); // how it is to be paid for, if the player has said so
  choice = $state<string | null>(null); // another move that waits to be confirmed, in words

  constructor(props: () => BoardProps) {
    this.#props = props;
  }

  view = $derived.by<View>(() => this.#props().view);
  contents = $derived.by<Contents>(() => this.#props().contents);
  cards = $derived.by<Map<string, Card>>(() => cardsOf(this.contents));
  residents = $derived.by(() => new Map<string, Resident>(this.contents.resident.map((row) => [row.id, row])));
  days = $derived.by(() => new Map(this.contents.day.map((row) => [row.id, row])));
  options = $derived.by<Record<string, any>>(() => this.#props().options ?? {});
  me = $derived.by(() => this.#props().you ?? 0); // a spectator looks at the first town
  mine = $derived.by(() => this.view.players[this.me]!);
  towns = $derived.by<Street[][]>(() => this.view.players.map((player) => (player.streets ?? []).map((street) => street.flatMap((id) => this.cards.get(id) ?? []))));
  town = $derived.by(() => this.towns[this.me]!);
  acting = $derived.by(() => this.#props().you !== null && this.#props().moves.length > 0);
  /** Whether the table waits for this player, also while a move is on its way. */
  awaited = $derived.by(() => this.#props().you !== null && this.#props().pending.includes(this.me));
  /** What is asked of this player now. */
  decision = $derived.by(() => (this.acting ? this.view.decision : null));
  /** What this player has yet to decide, also in a replay and while a move is on its way. */
  undecided = $derived.by(() => (this.awaited ? this.view.decision : null));

  find(words: string): Move | null {
    return this.#props().moves.find((move) => move.words === words) ?? null;
  }
  can = (words: string): boolean => this.find(words) !== null;

  cost(how: Action): number {
    const name = { T: "terrace", P: "pier", L: "landmark", R: "resident", move: "move", reveal: "reveal" } as const;
    return this.contents.costs[name[how]];
  }

  /** Takes an icon, or something that rings buy, in use; again, and it is put back. */
  arm(how: "use" | "buy", action: Action): void {
    const was = this.armed;
    const words = action === "reveal" ? (DECKS.map((deck) => `reveal ${deck}`).find(this.can) ?? "reveal terrace") : `${how} ${action}`;
    if (this.decision !== "menu" || !this.can(words)) return this.refuse(words);
    this.cancel();
    if (was?.how === how && was.action === action) return;
    if (action === "R") this.choice = `${how} R`;
    this.armed = { how, action };
  }

  /** What can be played before a card of a deck is gained, the least first: an icon, then rings. */
  ways(deck: Deck): string[] {
    const level = DECKS.indexOf(deck);
    if (this.decision !== "menu") return [];
    const { armed } = this;
    if (armed) return armed.action in LEVEL && LEVEL[armed.action]! >= level ? [`${armed.how} ${armed.action}`] : [];
    const icons = ICONS.slice(level, 3);
    const bought = icons.map((icon) => `buy ${icon}`).find(this.can);
    return [...icons.map((icon) => `use ${icon}`).filter(this.can), ...(bought ? [bought] : [])];
  }
  /** What is played before a card of a deck is gained; null if it cannot be. */
  wayTo(deck: Deck): string[] | null {
    if (this.decision === "source") return this.view.icon && LEVEL[this.view.icon]! >= DECKS.indexOf(deck) ? [] : null;
    const ways = this.ways(deck);
    const way = ways.find((words) => words === this.wish) ?? ways[0];
    return way ? [way] : null;
  }
  /** The deck that a card is about to be gained from. */
  source = $derived.by<Deck | null>(() => (this.held ? this.deckOf(this.held) : this.choice?.startsWith("blind ") ? (this.choice.slice(6) as Deck) : null));
  /** How that can be paid for, if there is a choice. */
  payments = $derived.by<string[]>(() => {
    const ways = this.source ? this.ways(this.source) : [];
    return ways.length > 1 ? ways : [];
  });
  deckOf(card: string): Deck {
    const market = DECKS.find((deck) => this.view.market?.[deck]?.includes(card));
    return market ?? DECKS.find((deck) => this.contents[deck].some((row) => row.id === card)) ?? this.cards.get(card)!.base;
  }
  /** Whether a card of the market, a plain end or a visitor can be taken in hand now. */
  takes(card: string): boolean {
    if (this.decision === "visitor") return this.can(`gain ${card}`);
    if (this.decision === "source") return this.can(`gain ${card}`);
    return this.wayTo(this.deckOf(card)) !== null;
  }
  draws(deck: Deck): boolean {
    if (this.revealing) return this.can(`reveal ${deck}`);
    if (this.decision === "source") return this.can(`blind ${deck}`);
    const pile = this.view.decks?.[deck];
    return this.wayTo(deck) !== null && Boolean(pile && pile.left + (pile.discards?.length ?? 0));
  }

  /** What is played before the card in hand can be laid. */
  #before = $derived.by<string[]>(() => {
    const { held } = this;
    if (!held || this.decision === "place") return [];
    if (this.decision === "visitor") return [`gain ${held}`];
    return [...(this.wayTo(this.deckOf(held)) ?? []), `gain ${held}`];
  });

  card = $derived.by<Card | null>(() => {
    if (this.held) return this.cards.get(this.held) ?? null;
    const from = this.from;
    return from ? this.town[from.street]![from.at]! : null;
  });
  from = $derived.by(() => (this.lifted === null ? null : whereIs(this.town, this.lifted)));
  moving = $derived.by(() => this.decision === "move" || this.armed?.action === "move");
  revealing = $derived.by(() => this.armed?.action === "reveal");

  /** Where the card in hand may be laid. */
  spots = $derived.by<Spot[]>(() => {
    const { card, from } = this;
    if (!card || !this.acting) return [];
    if (from) return this.decision === "move" ? this.#legal((move) => fieldsOf(move).card === this.lifted) : movesOf(this.town, from, this.options["founding"] !== false);
    return this.decision === "place" ? this.#legal(() => true) : places(this.town, card);
  });
  #legal(which: (move: Move) => boolean): Spot[] {
    return this.#props().moves.flatMap((move) => {
      const { where, beside } = fieldsOf(move);
      const spot = where && which(move) ? spotOf(this.town, where, beside) : null;
      return spot ? [spot] : [];
    });
  }
  /** The cards of the town that can be lifted, by their numbers. */
  movable = $derived.by<Set<number>>(() => {
    if (!this.moving) return new Set();
    if (this.decision === "move") return new Set(this.#props().moves.map((move) => fieldsOf(move).card as number));
    const founding = this.options["founding"] !== false;
    let n = 0;
    return new Set(this.town.flatMap((cards, street) => cards.flatMap((_, at) => ((n += 1), movesOf(this.town, { street, at }, founding).length ? [n] : []))));
  });

  /** Takes a card in hand; the same card again puts it back. */
  hold(card: string): boolean {
    if (this.held === card) {
      if (this.decision === "place") return true; // it cannot be put back
      this.drop();
      return false;
    }
    if (!this.takes(card)) {
      this.#refuseCard(card);
      return false;
    }
    this.choice = this.over = this.spot = this.lifted = this.wish = null;
    this.held = card;
    return true;
  }
  #refuseCard(card: string): void {
    const { explain } = this.#props();
    if (this.decision !== "menu" && this.decision !== "source") return this.refuse(`gain ${card}`);
    const deck = this.deckOf(card);
    explain(say(({ terrace: "need_terrace", pier: "need_pier", landmark: "need_landmark" } as const)[deck], { n: this.cost(({ terrace: "T", pier: "P", landmark: "L" } as const)[deck]) }));
  }
  /** The top card of a deck is drawn unseen, or turned up if that is what rings were taken for, once it is confirmed. */
  draw(deck: Deck): void {
    const words = `${this.revealing ? "reveal" : "blind"} ${deck}`;
    if (!this.draws(deck)) return !this.revealing && (this.decision === "menu" || this.decision === "source") ? this.#refuseDeck(deck) : this.refuse(words);
    if (this.choice === words) return this.confirm();
    this.held = this.lifted = this.spot = this.wish = null;
    this.choice = words;
  }
  #refuseDeck(deck: Deck): void {
    const pile = this.view.decks?.[deck];
    const { explain } = this.#props();
    if (pile && !pile.left && !pile.discards?.length) return explain(say("deck_empty"));
    explain(say(({ terrace: "need_terrace", pier: "need_pier", landmark: "need_landmark" } as const)[deck], { n: this.cost(({ terrace: "T", pier: "P", landmark: "L" } as const)[deck]) }));
  }
  /** Lifts a card of the town, to be moved. */
  lift(number: number): boolean {
    if (!this.moving) return false;
    if (this.lifted === number) {
      this.lifted = this.spot = null;
      return false;
    }
    if (!this.movable.has(number)) {
      this.#props().explain(say("unmovable"));
      return false;
    }
    this.spot = this.over = null;
    this.lifted = number;
    return true;
  }

  /** Lays the card in hand there, as a ghost; there again, and it is laid. */
  press(spot: Spot): void {
    if (!this.card) return;
    if (!this.spots.some((one) => one.words === spot.words)) return this.#props().explain(say(this.#misfit(spot)));
    if (this.spot?.words === spot.words) return this.confirm();
    this.spot = spot;
    this.over = null;
  }
  #misfit(spot: Spot) {
    const why = this.from ? unmovable(this.town, this.from, spot, this.options["founding"] !== false) : misfit(this.town, this.card!, spot);
    const reasons = { sea: "misfit_sea", edge: "misfit_edge", limit: "misfit_limit", between: "misfit_between", closing: "misfit_closing", founding: "misfit_founding", same: "misfit_same" } as const;
    return reasons[why ?? ("edge" satisfies Misfit)];
  }

  /** A place, as long as the card in hand can still be laid there: the town may have changed. */
  #still(spot: Spot | null): Spot | null {
    return (spot && this.spots.find((one) => one.words === spot.words)) ?? null;
  }
  pinned = $derived.by(() => this.#still(this.spot));
  /** Where the ghost is drawn. */
  ghost = $derived.by(() => this.pinned ?? this.#still(this.over));

  /** The accolades in play, and how much each town has of what they ask for. */
  stakes = $derived.by(() => stakes(this.view, this.contents, this.options["accolades"]));
  has = $derived.by(() => this.stakes.map((stake) => this.towns.map((streets, seat) => measure(stake.row.metric, streets, this.view.players[seat]!.held ?? 0))));
  #lines(streets: Street[]): Lines {
    const residents = (this.mine.residents ?? []).flatMap((id) => this.residents.get(id) ?? []);
    return linesOfTown(streets, residents, this.stakes, this.has, this.me, this.mine.held ?? 0);
  }
  #now = $derived.by(() => this.#lines(this.town));

  after(spot: Spot): Street[] {
    return this.card ? laid(this.town, this.card, spot, this.from) : this.town;
  }
  outlook(spot: Spot): Outlook {
    const streets = this.after(spot);
    const then = this.#lines(streets);
    const now = this.#now;
    const [cards, residents, accolades] = [then.cards - now.cards, then.residents - now.residents, then.accolades - now.accolades];
    const done = (all: Street[]): number => all.filter(completed).length;
    return { cards, residents, accolades, total: cards + residents + accolades, completes: done(streets) > done(this.town), reopens: done(streets) < done(this.town) };
  }

  /** The moves that are waiting to be confirmed, in words; empty if something must still be chosen. */
  steps = $derived.by<string[]>(() => {
    const { pinned: spot, held, lifted, choice } = this;
    if (held) return spot ? [...this.#before, `place ${spot.words}`] : [];
    if (lifted !== null) return spot ? [...(this.decision === "move" ? [] : ["buy move"]), `move ${lifted} ${spot.words}`] : [];
    if (!choice) return [];
    if (choice.startsWith("blind ")) return [...(this.wayTo(choice.slice(6) as Deck) ?? []), choice];
    return [choice];
  });
  /** What is played first of what is about to be done: "use P", "buy T". */
  way = $derived.by<string>(() => (this.source ? this.wayTo(this.source) : this.steps)?.[0] ?? "");
  /** The icon that goes with the card in hand. */
  spent = $derived.by<Action | null>(() => (this.way.startsWith("use ") ? (this.way.slice(4) as Action) : null));
  /** Whether a lesser icon would be enough for it. */
  lavish = $derived.by<boolean>(() => this.source !== null && this.spent !== null && LEVEL[this.spent]! > DECKS.indexOf(this.source));
  /** How many rings that costs. */
  price = $derived.by<number>(() => {
    const bought = [...this.#before, ...this.steps, this.moving && this.decision === "menu" ? "buy move" : "", this.armed?.how === "buy" ? `buy ${this.armed.action}` : ""].find((one) => one.startsWith("buy "));
    if (bought) return this.cost(bought.slice(4) as Action);
    const [first = ""] = this.steps;
    if (first.startsWith("reveal ")) return this.cost("reveal");
    if (first.startsWith("commit ")) return this.commitment;
    return first === "show" && this.decision !== "declare" ? (this.view.round ?? 0) : 0;
  });
  /** What the next counter costs. */
  commitment = $derived.by(() => {
    const { prices } = this.contents.accolades;
    const made = (this.view.accolades ?? []).filter((one) => one.counter != null).length;
    return prices[Math.min(made, prices.length - 1)]!;
  });

  /** Picks a move that must be confirmed; picked again, it is played. */
  pick(words: string): void {
    if (this.choice === words) return this.confirm();
    if (!this.can(words)) return this.refuse(words);
    this.cancel();
    this.choice = words;
  }

  confirm(): void {
    if (this.steps.length) this.run(this.steps);
  }
  /** Plays moves one after another. */
  run(words: string[]): void {
    this.#queue = words;
    this.#step(false);
  }
  #step(continues: boolean): boolean {
    const { moves, play } = this.#props();
    const next = this.#queue.findIndex((words) => moves.some((move) => move.words === words)); // the server plays a move with one outcome itself
    if (next < 0) {
      this.#queue = [];
      return false;
    }
    const words = this.#queue[next];
    this.#queue = this.#queue.slice(next + 1);
    play(moves.find((move) => move.words === words)!, continues);
    return true;
  }

  /** Whether moves are still to come of what was confirmed. */
  running = $derived.by(() => this.#queue.length > 0);

  drop(): void {
    this.held = this.decision === "place" ? (this.view.gained ?? null) : null;
    this.lifted = this.spot = this.over = null;
  }
  busy = $derived.by(() => Boolean(this.choice || this.armed || this.lifted !== null || this.spot || (this.held && this.decision !== "place")));
  cancel(): void {
    this.#queue = [];
    this.choice = this.armed = this.wish = null;
    this.drop();
  }

  /** Asks why a move in words is not possible, and shows the answer. */
  refuse(words: string): void {
    refuse(this.#props(), words, say("spectator"));
  }

  /** New moves have come: continues a plan, or lets go of what was chosen, unless only another player has moved. Gives whether they are new. */
  renew(): boolean {
    const { moves, pending } = this.#props();
    const same = this.#offers.same(moves);
    if (!moves.length && this.#queue.length && pending.includes(this.me)) return false; // on their way
    if (this.#queue.length && moves.length && this.#step(true)) return true;
    if (!same || this.#queue.length) this.cancel();
    return !same;
  }
}
