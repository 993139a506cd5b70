// What the bar says of the move that is about to be made: what it is, what it brings, and what the button does.

import type { BoardProps } from "../../lib/board";
import { signed } from "../../lib/boards/speaker";
import { count, say } from "./messages";
import { completed, type Edge, fieldsOf, linesOf, type Spot, type Street, titleOf } from "./table";
import type { Turn } from "./turn.svelte";

const USES = { T: "uses_T", P: "uses_P", L: "uses_L", R: "uses_R" } as const;
const ASKS = { T: "armed_T", P: "armed_P", L: "armed_L", R: "armed_R", move: "armed_move", reveal: "armed_reveal" } as const;
const DEEDS = { choose: "do_choose", keep: "do_keep", show: "do_show", hide: "do_hide", reveal: "do_reveal", commit: "do_commit", mix: "do_draw", blind: "do_draw", use: "do_draw", buy: "do_draw", forfeit: "do_forfeit" } as const;
const DRAWS = { terrace: "draw_terrace", pier: "draw_pier", landmark: "draw_landmark" } as const;
const UNSEEN = ["blind", "reveal", "use R", "buy R", "mix"];

export class Plan {
  #turn: Turn;
  #props: () => BoardProps;
  #ending: () => boolean; // whether the bar ends the turn

  constructor(turn: Turn, props: () => BoardProps, ending: () => boolean) {
    this.#turn = turn;
    this.#props = props;
    this.#ending = ending;
  }

  #title = (card: string): string => titleOf(this.#props().guide, card);

  /** The town with the card in hand where the ghost is. */
  town = $derived.by<Street[] | null>(() => {
    const { card, ghost } = this.#turn;
    return card && ghost ? this.#turn.after(ghost) : null;
  });

  #where({ street, at }: Spot): string {
    if (street < 0) return say("at_new");
    if (at > 0 && at < this.#turn.town[street]!.length) return say("at_between", { n: street + 1, m: at, k: at + 1 });
    return say(at === 0 ? "at_left" : "at_right", { n: street + 1 });
  }
  #words(words: string): string {
    const move = this.#turn.find(words);
    if (move?.kind === "keep") return this.#title(fieldsOf(move).resident!);
    return move ? move.text : say(DRAWS[words.slice("blind ".length) as keyof typeof DRAWS]);
  }
  summary = $derived.by<string>(() => {
    const { card, ghost, choice, armed } = this.#turn;
    if (card) return ghost ? say("card_there", { where: this.#where(ghost) }) : `${this.#title(card.id)}: ${linesOf(this.#props().guide, card.id).at(-1) ?? ""}`;
    if (choice) return this.#words(choice);
    if (this.#ending()) return say("all_spent");
    return armed ? (armed.how === "use" ? say(USES[armed.action as keyof typeof USES]) : count("costs", this.#turn.cost(armed.action))) : "";
  });

  brings = $derived.by<string>(() => {
    const { card, ghost, choice, me } = this.#turn;
    if (!card || !ghost) return choice && UNSEEN.some((one) => choice.startsWith(one)) ? say("no_way_back") : "";
    const { sheet } = this.#props();
    const found = this.#turn.outlook(ghost);
    const total = sheet.find((one) => one.seat === me)?.total ?? 0;
    const labels = new Map((sheet[0]?.lines ?? []).map((one) => [one.name, one.label]));
    const parts = (["cards", "residents", "accolades"] as const).flatMap((name) => (found[name] ? [`${labels.get(name) ?? name} ${signed(found[name])}`] : []));
    const now = say("now_then", { now: total, then: total + found.total });
    const street = found.completes ? say("completes") : found.reopens ? say("reopens") : "";
    return [now + (parts.length ? ` (${parts.join(", ")}).` : "."), street].filter(Boolean).join(" ");
  });

  /** How the street with the card in hand would end on both sides; null if it is completed. */
  ends = $derived.by<[Edge, Edge] | null>(() => {
    const { ghost, from, town } = this.#turn;
    if (!this.town || !ghost) return null;
    const left = from && from.street < ghost.street && town[from.street]!.length === 1 ? 1 : 0; // a street that is left empty is gone
    const street = ghost.street < 0 ? this.town.at(-1) : this.town[ghost.street - left];
    return street && !completed(street) ? [street[0]!.edges[0], street.at(-1)!.edges[1]] : null;
  });

  /** What the button says. */
  deed = $derived.by<string>(() => {
    const { lifted, held, choice } = this.#turn;
    if (lifted !== null) return say("do_move");
    if (held) return say("do_lay");
    const [kind = ""] = (choice ?? "").split(" ");
    return say(DEEDS[kind as keyof typeof DEEDS] ?? "do_draw");
  });

  /** What is awaited within a step, in place of the prompt. */
  asks = $derived.by<string | null>(() => {
    const { card, armed, lifted } = this.#turn;
    if (card) return say(lifted !== null ? "choose_gap" : "choose_end", { card: this.#title(card.id) });
    return armed ? say(ASKS[armed.action]) : null;
  });
}
