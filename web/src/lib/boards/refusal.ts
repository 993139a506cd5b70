// An illegal click explains itself.

import type { BoardProps } from "../board";

/** Asks why a move in words may not be played, and shows the answer; a spectator gets a sentence of their own. */
export function refuse({ you, why, explain }: BoardProps, words: string, spectator: string): void {
  if (you === null) return explain(spectator);
  void why(words).then((reason) => {
    if (reason) explain(reason);
  });
}
