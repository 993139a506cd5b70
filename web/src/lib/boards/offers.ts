// Several players may decide at the same time: a player keeps the piece in hand while another moves.

import type { Move } from "../board";

export class Offers {
  #codes = "";

  /** Whether the same moves are offered as last time. */
  same(moves: Move[]): boolean {
    const before = this.#codes;
    this.#codes = moves.map(({ code }) => code).join();
    return this.#codes === before;
  }
}

/** A move as it is offered now. */
export const again = (moves: Move[], move: Move | null): Move | null => moves.find(({ code }) => code === move?.code) ?? null;
