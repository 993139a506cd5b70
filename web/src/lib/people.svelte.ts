// The people at a table: what they did, signs of life, and what can be done about a player who is away.

import type { Schemas } from "./board";
import { api, type TableInfo } from "./http";
import { recall, remember } from "./storage";
import { notify, ring } from "./table/attention";
import type { KeyedLine } from "./table.svelte";

type Line = Schemas["PeopleLine"];

const SIGN_EVERY = 20_000; // milliseconds between signs of life
const REMIND_EVERY = 60_000; // the server's limit

const SHOWN: Line["kind"][] = ["reminded", "proposed", "rematch"]; // have a place of their own on the page

interface Around {
  code: string;
  info: () => TableInfo | null;
  send: (frame: unknown) => boolean;
  say: (text: string) => void;
  adopt: (info: TableInfo) => void;
}

export class People {
  lines = $state.raw<Line[]>([]);
  key = $state<string | null>(null); // opens this person's own seat, if this browser has ever held it
  infoAt = $state(Date.now()); // when the seats last arrived
  movedAt = $state(Date.now()); // when the situation last changed
  private reminded = $state.raw<Record<number, number>>({});
  private signed = 0;
  private begun = false; // whether the events from before the page was opened have arrived, so that the rest is news

  constructor(private readonly table: Around) {
    this.key = recall<string | null>(`seat.${table.code}`, null);
  }

  add(lines: Line[]): void {
    const known = this.lines.at(-1)?.n ?? 0;
    const fresh = lines.filter((line) => line.n > known);
    this.lines = [...this.lines, ...fresh];
    if (!this.begun) {
      this.begun = true;
      return;
    }
    const you = this.table.info()?.you;
    const news = fresh.filter((line) => line.seat !== you && !SHOWN.includes(line.kind)).at(-1);
    if (news) this.table.say(news.text);
  }

  /** Another player calls: this rings and shows whatever the settings are. */
  called(text: string): void {
    ring();
    notify(this.table.info()?.title ?? "", text);
    this.table.say(text);
  }

  /** Forgets all lines, because they arrive again in another language. */
  forget(): void {
    this.lines = [];
    this.begun = false;
  }

  /** Sends a sign of life: at most every 20 seconds, but at once if a bot stands in or the person counts as absent. */
  here = (): void => {
    const info = this.table.info();
    const mine = info?.you == null ? null : info.seats[info.you];
    if (!mine || info?.status !== "playing") return;
    if (Date.now() - this.signed < (mine.stand_in || mine.absent ? 1_000 : SIGN_EVERY)) return;
    if (this.table.send({ type: "here" })) this.signed = Date.now();
  };

  remind(seat: number): void {
    if (this.table.send({ type: "remind", seat })) this.reminded = { ...this.reminded, [seat]: Date.now() };
  }

  /** When a seat may be reminded again. */
  remindAgain(seat: number): number {
    return (this.reminded[seat] ?? -REMIND_EVERY) + REMIND_EVERY;
  }

  standIn(seat: number): void {
    this.table.send({ type: "stand_in", seat });
  }

  /** Proposes to end the game, agrees to end it, or declines. */
  end(yes: boolean): void {
    this.table.send({ type: "end", yes });
  }

  setWait(wait: number): void {
    this.table.send({ type: "wait", wait });
  }

  /** The key to this person's own seat; made at the first call. */
  async ownKey(): Promise<string> {
    if (!this.key) this.keep((await api.key(this.table.code)).key);
    return this.key!;
  }

  /** Takes the seat that a key opens, by default the one that this browser has. */
  async claim(key: string | null = this.key): Promise<void> {
    if (!key) return;
    try {
      this.table.adopt(await api.claim(this.table.code, key));
      this.keep(key);
    } catch (error) {
      if (key === this.key) this.keep(null);
      this.table.say((error as Error).message);
    }
  }

  private keep(key: string | null): void {
    this.key = key;
    remember(`seat.${this.table.code}`, key);
  }
}

/** The log with the events of people, each after the moves before it. */
export function together(log: KeyedLine[], lines: Line[]): KeyedLine[] {
  const all: KeyedLine[] = [];
  let next = 0;
  const addEvents = (before: number): void => {
    for (; next < lines.length && lines[next]!.ply < before; next += 1) {
      const { n, ply, seat, text } = lines[next]!;
      all.push({ ply, seat, text, kind: "people", move: null, key: -n, undone: false });
    }
  };
  for (const line of log) {
    addEvents(line.ply);
    all.push(line);
  }
  addEvents(Infinity);
  return all;
}
