// What the player is about to do: plan and foundation picked, the card in hand, how far it covers the pier.
// Everything here is picked from the legal moves; what it would bring comes from the server.

import type { BoardProps, Move } from "../../lib/board";
import { Foresights } from "../../lib/boards/foresights.svelte";
import { refuse } from "../../lib/boards/refusal";
import { signed } from "../../lib/boards/speaker";
import { count, dayOf, say } from "./messages";
import { fieldsOf, type Goal, type Race, type Row, SECTIONS, sidesOf, stretches, type Stretch, titleOf, type View } from "./table";

export type Role = "plan" | "foundation";
export const MOST = SECTIONS - 1; // sections that a card may cover

/** What a move would change for the player, as far as it is known. */
export interface Outlook {
  points: number | null;
  lines: Record<string, number>;
  goal: Goal | null; // of the plan, afterwards
}

export const sum = (worth: Record<string, number>): number => Object.values(worth).reduce((total, n) => total + n, 0);

export class Turn {
  #props: () => BoardProps;
  plan = $state<string | null>(null);
  foundation = $state<string | null>(null);
  held = $state<string | null>(null); // the card in hand
  overlap = $state(0);
  turned = $state(false);
  pinned = $state(false); // the ghost stays until it is laid, moved or cancelled
  #foresights = new Foresights(() => this.#props().foresee);

  constructor(props: () => BoardProps) {
    this.#props = props;
  }

  view = $derived.by<View>(() => this.#props().view);
  cards = $derived.by<Map<string, Row>>(() => new Map(this.#props().contents["card"].map((row: Row) => [row.id, row])));
  me = $derived.by(() => this.#props().you ?? 0); // a spectator looks at the first pier
  mine = $derived.by(() => this.view.players[this.me]!);
  acting = $derived.by(() => this.#props().moves.length > 0);
  choosing = $derived.by(() => this.#props().moves[0]?.kind === "choose");
  rotation = $derived.by(() => this.#props().options?.["allow_rotation"] === true);

  /** The pier of each seat as it lies. */
  piers = $derived.by(() => this.view.players.map((player) => stretches(this.cards, player.pier)));
  length = $derived.by(() => this.mine.left?.length ?? 0);

  /** Picks a card as plan or foundation; picked again, it goes back. */
  pick(card: string, role: Role): void {
    const other: Role = role === "plan" ? "foundation" : "plan";
    if (!this.choosing) return this.refuse(`plan ${card} foundation ${card}`);
    if (this[role] === card) this[role] = null;
    else {
      if (this[other] === card) this[other] = this[role]; // the two change places
      this[role] = card;
    }
  }

  /** A click on a card of the hand picks it for the role that is still missing, or puts it back. */
  pickNext(card: string): void {
    if (this.plan === card) this.pick(card, "plan");
    else if (this.foundation === card) this.pick(card, "foundation");
    else if (this.plan && this.foundation) this.#props().explain(say("both_chosen"));
    else this.pick(card, this.plan ? "foundation" : "plan");
  }

  choice = $derived.by<Move | null>(() => {
    const { plan, foundation } = this;
    return this.#props().moves.find((move) => move.kind === "choose" && fieldsOf(move).plan === plan && fieldsOf(move).foundation === foundation) ?? null;
  });

  /** The points of a card as the foundation, by lines of the sheet. */
  worth(card: string): Record<string, number> {
    const move = this.#props().moves.find((move) => fieldsOf(move).foundation === card);
    return (move && fieldsOf(move).worth) ?? {};
  }

  /** What plan and foundation would mean, as far as they are chosen. */
  start = $derived.by<Outlook | null>(() => {
    if (!this.choosing || !this.foundation) return null;
    const worth = this.worth(this.foundation);
    const lines = Object.fromEntries(Object.entries(worth).filter(([, n]) => n));
    return { points: sum(worth), lines, goal: (this.choice && fieldsOf(this.choice).goal) ?? null };
  });

  /** The moves that lay the card in hand. */
  ways = $derived.by<Move[]>(() => this.#props().moves.filter((move) => move.kind === "lay" || (move.kind === "take" && fieldsOf(move).card === this.held)));

  way(overlap: number, turned = this.turned): Move | null {
    return this.ways.find((move) => fieldsOf(move).overlap === overlap && Boolean(fieldsOf(move).turned) === turned) ?? null;
  }

  move = $derived.by<Move | null>(() => (this.held ? this.way(this.overlap) : null));

  /** The card in hand as it would lie. */
  ghost = $derived.by<Stretch | null>(() => {
    const row = this.held && this.cards.get(this.held);
    if (!row || !this.move) return null;
    return { card: row.id, start: this.length - this.overlap, overlap: this.overlap, turned: this.turned, ...sidesOf(row, this.turned) };
  });

  takes = $derived.by(() => new Set(this.#props().moves.flatMap((move) => (move.kind === "take" ? [fieldsOf(move).card!] : []))));

  /** Takes a card in hand; the same card again puts it back. */
  hold(card: string): boolean {
    if (this.held === card) {
      this.drop();
      return false;
    }
    if (!this.takes.has(card)) {
      this.refuse(`take ${card} over 0`);
      return false;
    }
    this.#lift(card);
    return true;
  }

  #lift(card: string): void {
    this.held = card;
    this.overlap = 0;
    this.turned = this.pinned = false;
    this.#foresights.ask(this.ways);
  }

  drop(): void {
    if (this.#laying) return;
    this.held = null;
    this.pinned = false;
  }

  /** Whether the plan is being laid: it stays in hand. */
  get #laying(): boolean {
    return this.#props().moves[0]?.kind === "lay";
  }

  /** Covers so many sections with the card in hand. */
  cover(overlap: number): void {
    if (!this.held) return;
    if (overlap > MOST) return this.#props().explain(say("too_far"));
    this.overlap = Math.max(0, overlap);
    this.pinned = true;
  }

  /** The pointer is at a section of the pier: the card follows it, and snaps. */
  slide(section: number): void {
    if (this.held && !this.pinned) this.overlap = this.#at(section);
  }

  #at(section: number): number {
    return Math.min(MOST, Math.max(0, this.length - Math.round(section - SECTIONS / 2)));
  }

  /** A click on the pier fixes the card where it is shown; a second click lays it. */
  press(section: number): void {
    const there = this.#at(section);
    if (this.pinned && there === this.overlap) return this.confirm();
    this.overlap = there;
    this.pinned = true;
  }

  turn(): void {
    if (!this.held) return;
    if (!this.rotation) return this.refuse(this.#laying ? "lay over 0 turned" : `take ${this.held} over ${this.overlap} turned`);
    this.turned = !this.turned;
  }

  confirm(): void {
    if (this.move) this.play(this.move);
  }

  cancel(): void {
    if (this.choosing) this.plan = this.foundation = null;
    this.pinned = false;
    this.drop();
  }

  /** The race for a card of the offer as the patron, as it would be after the move in hand. */
  race(place: number): Race | null {
    const now = this.view.races?.[place] ?? null;
    const next = this.move && fieldsOf(this.move).races?.[place];
    if (!now || !next) return now;
    return { totals: now.totals.map((total, seat) => (seat === this.me ? next.total : total)), leader: next.leader, tie: next.tie };
  }
  /** The date that decides a tie: of the card that the leader has taken this round, or has in hand. */
  dateOf(race: Race): string {
    if (race.leader == null) return "";
    const card = race.leader === this.me && this.held ? this.held : this.piers[race.leader]?.at(-1)?.card;
    return card ? dayOf(this.cards.get(card)!.date) : "";
  }

  outlook(move: Move | null): Outlook | null {
    const foresight = this.#foresights.of(move);
    if (!foresight) return null;
    const goal = this.mine.goal ? { ...this.mine.goal } : null;
    for (const { path, after } of foresight.pieces) {
      if (path[0] !== "players" || path[1] !== this.me || path[2] !== "goal" || !goal) continue;
      if (path[3] === "found") goal.found = after as number;
      if (path[3] === "met") goal.met = after as boolean;
    }
    return { points: foresight.points[this.me] ?? null, lines: foresight.lines[this.me] ?? {}, goal };
  }

  /** Where the card in hand would lie, or what is chosen so far. */
  where = $derived.by<string>(() => {
    const { guide } = this.#props();
    if (!this.held) {
      const { plan, foundation } = this;
      if (!plan || !foundation) return say("choose_more", { role: say(plan ? "role_pier" : "role_plan") });
      return say("chosen", { plan: titleOf(guide, plan), foundation: titleOf(guide, foundation) });
    }
    const card = titleOf(guide, this.held);
    return (this.overlap ? count("over", this.overlap, { card }) : say("over_none", { card })) + (this.turned ? `, ${say("round_turned")}` : "");
  });

  /** What the card in hand or the foundation would bring, line by line. */
  brings = $derived.by<string>(() => {
    const outlook = this.held ? this.outlook(this.move) : this.start;
    if (!outlook) return "";
    const labels = new Map(this.#props().sheet[0]?.lines.map((line) => [line.name, line.label]));
    const lines = Object.entries(outlook.lines).map(([name, n]) => `${labels.get(name)} ${signed(n)}`);
    return lines.join(", ") || say("nothing");
  });

  summary = $derived(this.brings ? say("summary", { where: this.where, points: this.brings }) : this.where);

  play(move: Move): void {
    this.held = null;
    this.pinned = false;
    this.#props().play(move);
  }

  /** Asks why a move in words is not possible, and shows the answer. */
  refuse(words: string): void {
    refuse(this.#props(), words, say("spectator"));
  }

  /** New moves have arrived: lets go of what is no longer possible, and takes the plan in hand when it is to be laid. */
  renew(): void {
    this.#foresights.renew();
    if (!this.choosing) this.plan = this.foundation = null;
    if (this.#laying) {
      if (this.held !== this.mine.plan) this.#lift(this.mine.plan!);
    } else if (this.held && !this.takes.has(this.held)) {
      this.held = null;
      this.pinned = false;
    }
    if (this.held) this.#foresights.ask(this.ways);
  }
}
