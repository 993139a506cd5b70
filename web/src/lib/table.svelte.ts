// One table as this guest sees it: it takes in what arrives through the socket, and sends what the guest does.

import type { LogLine, Move, RecentLine, Schemas } from "./board";
import { takePart } from "./deal";
import { Refused, api, spoken, type BoxInfo, type Situation, type TableInfo } from "./http";
import { currentLanguage, t } from "./i18n.svelte";
import { newId } from "./ids";
import { Offers } from "./boards/offers";
import { People, together } from "./people.svelte";
import { like } from "./settings.svelte";
import { Socket } from "./socket";
import { recall, remember } from "./storage";
import { advice } from "./table/advice";
import { Pacing } from "./table/pacing.svelte";

type Answer = Schemas["Answer"];

/** A chosen move without an answer yet. It survives a reload and is sent again with the same id. */
interface Queued {
  id: string;
  ply: number;
  code: number;
  text: string;
}

/** A line of the log on the page: something that happened in the game, or something that people did. */
export interface KeyedLine extends Omit<LogLine, "kind"> {
  kind: LogLine["kind"] | "people";
  key: number;
  undone: boolean;
}

const ANSWER_TIME = 20_000;
const BOX_AGAIN = 2_000;

export class Table {
  info = $state.raw<TableInfo | null>(null);
  box = $state.raw<BoxInfo | null>(null); // what is printed, fetched once per language
  situation = $state.raw<Situation | null>(null);
  log = $state.raw<KeyedLine[]>([]);
  last = $state.raw<LogLine[]>([]);
  chat = $state.raw<Schemas["ChatLine"][]>([]);
  asked = $state.raw<Schemas["UndoAsked"] | null>(null);
  connection = $state<"connecting" | "here" | "lost">("connecting");
  refused = $state.raw<Refused | null>(null);
  queued = $state.raw<Queued[]>([]);
  hints = $state.raw<Schemas["Advice"][]>([]); // good moves, best first
  thinking = $state(false); // a hint is on its way
  said = $state.raw<{ text: string } | null>(null); // a sentence to show; a new object each time, so that the same one is shown again
  draft = $state(""); // a line of chat that is not sent yet

  readonly people: People;
  lines = $derived.by(() => together(this.log, this.people.lines)); // the log, with the events of people
  readonly pacing = new Pacing(
    () => this.info,
    () => this.situation,
    (situation) => this.setSituation(situation),
  );
  private socket: Socket;
  private waiting = new Map<string, (answer: Answer | null) => void>();
  private answeredAt = $state(-1); // ply of the last answer; nothing can be chosen before its situation arrives
  private keys = 0; // of log lines, so far
  private offers = new Offers();
  private deeds: number[] = []; // the plies at which this page began something that is undone as a whole
  private offered = 0; // how often the offered moves have changed
  private boxLanguage: string | null = null; // of the box that is here or being fetched
  private ended = false;

  constructor(readonly code: string) {
    this.people = new People({ code, info: () => this.info, send: (frame) => this.socket.send(frame), say: this.say, adopt: (info) => this.adopt(info) });
    this.queued = recall<Queued[]>(`moves.${code}`, [], "session");
    this.socket = new Socket({
      address: () => {
        const url = new URL(`/api/tables/${encodeURIComponent(this.code)}/socket`, location.href);
        url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
        url.searchParams.set("after", String(this.situation?.ply ?? 0));
        url.searchParams.set("language", currentLanguage());
        return url.href;
      },
      opened: () => {
        this.connection = "here";
        for (const move of this.queued) this.sendMove(move);
      },
      received: (frame) => this.receive(frame),
      lost: () => {
        this.connection = "lost";
        for (const answer of this.waiting.values()) answer(null);
        this.waiting.clear();
        this.thinking = false;
        if (!this.info) void this.askWhy();
      },
    });
  }

  /** A socket that fails to open gives no reason; an HTTP request does. */
  private async askWhy(): Promise<void> {
    try {
      this.info = await api.table(this.code);
    } catch (error) {
      const refused = error as Refused;
      if (refused.status === 0 || refused.status === 429) return; // the socket will try again
      this.refused = refused;
      this.socket.end();
    }
  }

  end(): void {
    this.ended = true;
    this.pacing.clear();
    this.socket.end();
  }

  /** The guest has taken or left a seat over HTTP: reconnects, so that the socket follows. */
  adopt(info: TableInfo): void {
    const moved = info.you !== this.info?.you;
    this.info = info;
    if (moved) this.socket.again();
  }

  /** The language has changed: fetch everything again. */
  reopen(): void {
    this.pacing.clear();
    this.situation = null;
    this.log = [];
    this.chat = [];
    this.people.forget();
    this.box = this.boxLanguage = null;
    this.socket.again();
  }

  /** Tries to connect now rather than later. */
  retry(): void {
    this.socket.now();
  }

  private receive(frame: any): void {
    if (frame.type === "table") this.setInfo(frame.table);
    else if (frame.type === "situation") this.pacing.arrive(frame);
    else if (frame.type === "chat") this.addChat(frame.lines);
    else if (frame.type === "asked") this.asked = frame.seat == null ? null : frame;
    else if (frame.type === "answer") this.answer(frame);
    else if (frame.type === "people") this.people.add(frame.lines);
    else if (frame.type === "reminded") this.people.called(frame.text);
    else if (frame.type === "trouble") this.troubled(frame);
  }

  private setInfo(info: TableInfo): void {
    this.info = info;
    this.people.infoAt = Date.now();
    void this.fetchBox();
    const part = takePart(info);
    if (part) this.socket.send(part);
  }

  private async fetchBox(): Promise<void> {
    const language = currentLanguage();
    if (this.ended || this.boxLanguage === language) return;
    this.boxLanguage = language;
    try {
      const box = await api.box(this.code);
      if (this.boxLanguage === language) this.box = box;
    } catch {
      if (this.boxLanguage !== language) return;
      this.boxLanguage = null;
      setTimeout(() => void this.fetchBox(), BOX_AGAIN);
    }
  }

  private setSituation(situation: Situation): void {
    const before = this.situation?.ply ?? 0;
    const fresh = situation.log.filter((line) => line.ply > before);
    this.last = this.situation ? fresh : [];
    if (situation.ply !== this.situation?.ply) this.people.movedAt = Date.now();
    this.situation = situation;
    if (!this.offers.same(situation.moves)) {
      this.offered += 1;
      this.hints = [];
    }
    if (fresh.length) this.log = struck([...this.log, ...fresh.map((line) => ({ ...line, key: this.keys++, undone: false }))]);
  }

  private addChat(lines: Schemas["ChatLine"][]): void {
    // players get the lines of spectators after the game, so each line must be put in its place
    const known = new Set(this.chat.map((line) => line.n));
    this.chat = [...this.chat, ...lines.filter((line) => !known.has(line.n))].sort((a, b) => a.n - b.n);
  }

  private answer(answer: Answer): void {
    const move = this.queued.find((queued) => queued.id === answer.id);
    if (move) {
      this.keep(this.queued.filter((queued) => queued !== move));
      if (answer.ok) this.answeredAt = answer.ply;
      else if (answer.problem) this.say(spoken(answer.problem));
    }
    this.waiting.get(answer.id)?.(answer);
    this.waiting.delete(answer.id);
  }

  /** A frame could not be used. A move that was sent too fast is sent again when the server allows it. */
  private troubled({ id, again, problem }: Schemas["Trouble"]): void {
    const move = this.queued.find((queued) => queued.id === id);
    if (move && again != null) {
      setTimeout(() => {
        if (this.queued.includes(move)) this.sendMove(move);
      }, again * 1000);
      return;
    }
    if (move) this.keep(this.queued.filter((queued) => queued !== move));
    this.say(spoken(problem));
    if (id != null) {
      this.waiting.get(id)?.(null);
      this.waiting.delete(id);
    }
  }

  /** Whether a move is being sent, or has been played but is not shown yet. */
  get busy(): boolean {
    return this.queued.length > 0 || (this.situation?.ply ?? 0) < this.answeredAt;
  }

  /** What can be chosen now. */
  get moves(): Move[] {
    return this.busy ? [] : (this.situation?.moves ?? []);
  }

  /** What the others have done since this guest last moved; for a spectator, what the last player did. */
  get recent(): RecentLine[] {
    return recentOf(this.log, this.info?.you ?? null);
  }

  /** The move that a hint calls the best. */
  get hinted(): Move | null {
    return this.hints[0]?.move ?? null;
  }

  play = (move: Move, continues = false): void => {
    if (this.busy || !this.situation) return;
    if (!continues) this.deeds.push(this.situation.ply);
    const queued = { id: newId(), ply: this.situation.ply, code: move.code, text: move.text };
    this.keep([...this.queued, queued]);
    this.hints = [];
    this.said = null; // the player has moved on
    this.sendMove(queued);
  };

  private keep(queued: Queued[]): void {
    this.queued = queued;
    remember(`moves.${this.code}`, queued.length ? queued : null, "session");
  }

  private sendMove({ id, ply, code }: Queued): void {
    this.socket.send({ type: "play", id, ply, code });
  }

  /** Takes back what this guest did last: all moves of one deed, as far as no one has to agree. */
  undo = async (): Promise<void> => {
    const stands = (since: number): boolean => this.log.some((line) => line.ply > since && line.seat === this.info?.you && !line.undone && isChosen(line));
    while (this.deeds.length && !stands(this.deeds.at(-1)!)) this.deeds.pop();
    const since = this.deeds.at(-1);
    do {
      const answer = await this.request({ type: "undo" });
      if (answer && !answer.ok && answer.problem) this.say(spoken(answer.problem));
      if (!answer?.ok || !(await this.reached(answer.ply))) return;
    } while (since !== undefined && stands(since) && this.situation?.undo === "free");
  };

  /** Waits until the situation of a ply is shown; false if it does not come. */
  private async reached(ply: number): Promise<boolean> {
    const latest = Date.now() + ANSWER_TIME;
    while ((this.situation?.ply ?? 0) < ply && !this.ended && Date.now() < latest) await new Promise((next) => setTimeout(next, 20));
    return (this.situation?.ply ?? 0) >= ply;
  }

  consent(yes: boolean): void {
    this.asked = null;
    this.socket.send({ type: "consent", yes });
  }

  hint = async (): Promise<void> => {
    if (this.thinking) return;
    this.thinking = true;
    const { offered } = this;
    const answer = await this.request({ type: "hint" });
    this.thinking = false;
    if (!answer) return;
    if (!answer.ok && answer.problem) this.say(spoken(answer.problem));
    const [best] = answer.hints ?? [];
    if (best && this.offered === offered) {
      this.hints = answer.hints ?? [];
      this.say(advice(best, this.info?.you ?? 0));
    }
  };

  why = async (words: string): Promise<string | null> => {
    const answer = await this.request({ type: "why", move: words });
    return answer?.ok ? (answer.text ?? null) : null;
  };

  /** What a move would certainly bring; null if that is unknown. */
  foresee = async (move: Move): Promise<Schemas["Foresight"] | null> => {
    if (this.connection !== "here") return null;
    const answer = await this.request({ type: "foresee", code: move.code });
    return answer?.foresight ?? null;
  };

  chatter(text: string): boolean {
    return this.socket.send({ type: "say", text });
  }

  setPace(pace: number): void {
    like("pace", pace);
    this.socket.send({ type: "pace", pace });
  }

  /** Shows a sentence, also to screen readers. */
  say = (text: string): void => {
    this.said = { text };
  };

  private request(frame: Record<string, unknown>): Promise<Answer | null> {
    const id = newId();
    return new Promise((resolve) => {
      if (!this.socket.send({ ...frame, id })) {
        this.say(t("problem.offline"));
        resolve(null);
        return;
      }
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        resolve(null);
      }, ANSWER_TIME);
      this.waiting.set(id, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
    });
  }
}

// Whether a player chose this move; a forced move of the others has no `move`.
const isChosen = (line: KeyedLine): boolean => line.kind === "secret" || (line.kind === "move" && line.move !== null);

/** The moves at the end of a log that its reader did not make; for a spectator, those of the player who moved last. */
export function recentOf(log: KeyedLine[], you: number | null): RecentLine[] {
  const stands = log.filter((line) => !line.undone && line.kind !== "undo");
  const mover = stands.at(-1)?.seat;
  let from = stands.length;
  const belongs = (line: KeyedLine): boolean => (you == null ? line.seat === mover : !(line.seat === you && isChosen(line)));
  while (from > 0 && belongs(stands[from - 1]!)) from -= 1;
  return stands.slice(from).filter((line): line is KeyedLine & RecentLine => line.move != null);
}

/** The log with undone moves marked: the seat's last move, and everything after it. */
export function struck(log: KeyedLine[]): KeyedLine[] {
  const lines = log.map((line) => ({ ...line, undone: false }));
  for (const [at, line] of lines.entries()) {
    if (line.kind !== "undo") continue;
    let from = at - 1;
    while (from >= 0 && !(isChosen(lines[from]!) && !lines[from]!.undone && lines[from]!.seat === line.seat)) from -= 1;
    for (let i = Math.max(from, 0); i < at && from >= 0; i += 1) if (lines[i]!.kind !== "undo") lines[i]!.undone = true;
  }
  return lines;
}
