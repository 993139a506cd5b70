// What moves would bring: requested from the server once and kept until new moves come.

import type { BoardProps, Move, Schemas } from "../board";

type Foresight = Schemas["Foresight"];

export class Foresights {
  #foresee: () => BoardProps["foresee"];
  #known = $state.raw<Map<number, Foresight>>(new Map());
  #asked = new Set<number>();

  constructor(foresee: () => BoardProps["foresee"]) {
    this.#foresee = foresee;
  }

  /** What a move would bring, if that has arrived. */
  of(move: Move | null): Foresight | null {
    return (move && this.#known.get(move.code)) ?? null;
  }

  ask(moves: Move[]): void {
    for (const move of moves) {
      if (this.#asked.has(move.code)) continue;
      this.#asked.add(move.code);
      const asked = this.#asked;
      void this.#foresee()(move).then((found) => {
        if (found && asked === this.#asked) this.#known = new Map(this.#known).set(move.code, found);
      });
    }
  }

  /** The moves have changed. */
  renew(): void {
    this.#asked = new Set();
    this.#known = new Map();
  }
}
