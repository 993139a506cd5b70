// Shows moves of bots one after another at the table's pace, even if they arrive together.

import type { Situation, TableInfo } from "../http";

const MOST = 8; // moves shown one by one after an absence; what happened before is in the log

export class Pacing {
  /** Situations that have arrived but are not shown yet. */
  waiting = $state.raw<Situation[]>([]);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private info: () => TableInfo | null,
    private shown: () => Situation | null,
    private show: (situation: Situation) => void,
  ) {}

  arrive(situation: Situation): void {
    const before = this.shown();
    if (!before || !this.info()?.pace || document.hidden) {
      this.clear();
      this.show(situation);
      return;
    }
    const you = this.info()!.you;
    if (situation.log.some((line) => line.seat === you && line.ply > before.ply)) this.skip(); // the player's own move is shown at once
    const last = this.waiting.at(-1) ?? this.shown()!;
    this.waiting = [...this.waiting, ...this.steps(situation, last)];
    if (this.timer === undefined) this.next();
  }

  /** Shows everything that waits at once. */
  skip = (): void => {
    const last = this.waiting.at(-1);
    const log = this.waiting.flatMap((one) => one.log);
    this.clear();
    if (last) this.show({ ...last, log });
  };

  clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = [];
  }

  private next(): void {
    this.timer = undefined;
    const [first, ...rest] = this.waiting;
    if (!first) return;
    this.waiting = rest;
    this.show(first);
    if (this.ofBot(first)) this.timer = setTimeout(() => this.next(), this.info()!.pace * 1000 * 0.95); // a little less, so that the network's jitter does not add pauses
    else this.next();
  }

  private ofBot({ log }: Situation): boolean {
    const seats = this.info()?.seats;
    return log.some((line) => line.kind !== "forced" && (seats?.[line.seat]?.who === "bot" || seats?.[line.seat]?.stand_in));
  }

  /** One situation for each move of a bot; only the last of them has a decision. */
  private steps(situation: Situation, before: Situation): Situation[] {
    const fresh = situation.log.filter((line) => line.ply > before.ply);
    const plies = [...new Set(fresh.map((line) => line.ply))].filter((ply) => this.ofBot({ ...situation, log: fresh.filter((line) => line.ply === ply) })).slice(-MOST, -1);
    let after = before.ply;
    const early = plies.map((ply) => {
      const log = fresh.filter((line) => line.ply > after && line.ply <= ply);
      after = ply;
      return { ...situation, ply, log, moves: [], undo: null, prompt: before.prompt, pending: before.pending, sheet: before.sheet, over: before.over };
    });
    return [...early, { ...situation, log: fresh.filter((line) => line.ply > after) }];
  }
}
