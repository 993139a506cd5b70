// How the streets of a town lie on the picture: from left to right and line after line, as large as there is room for.

import { HEIGHT, WIDTH } from "./art";
import type { Street } from "./table";

const FREE = 100; // between two streets, and at both ends of a line: a card fits there
export const LINE = HEIGHT + 4;

export interface Plot {
  street: number; // -1 is the lot where a new street would begin
  line: number;
  x: number;
  y: number;
  length: number; // in cards
}
export interface Layout {
  plots: Plot[];
  width: number;
  height: number;
  lines: number;
}

function flow(lengths: { street: number; length: number }[], most: number): Layout {
  const plots: Plot[] = [];
  let [line, x, width] = [0, FREE, 0];
  for (const { street, length } of lengths) {
    if (x > FREE && x + length * WIDTH + FREE > most) [line, x] = [line + 1, FREE];
    plots.push({ street, line, x, y: line * LINE, length });
    x += length * WIDTH + FREE;
    width = Math.max(width, x);
  }
  return { plots, width, height: (line + 1) * LINE, lines: line + 1 };
}

/** The layout that lets cards be largest in a frame; without a height, one whose longest street fills the width. */
export function layoutOf(streets: Street[], lot: boolean, frame: { width: number; height: number | null } | null): Layout {
  const lengths = streets.map((cards, street) => ({ street, length: cards.length }));
  if (lot || !lengths.length) lengths.push({ street: -1, length: 1 });
  if (!frame) return flow(lengths, Infinity); // one long picture
  const tried = [...new Set(lengths.map((_, i) => lengths.slice(0, i + 1).reduce((n, one) => n + one.length * WIDTH + FREE, FREE)))];
  const least = Math.max(...lengths.map((one) => one.length)) * WIDTH + 2 * FREE;
  let best = flow(lengths, least);
  if (frame.height === null) return best;
  const scale = (one: Layout): number => Math.min(frame.width / one.width, frame.height! / one.height);
  for (const width of tried) {
    const one = flow(lengths, Math.max(width, least));
    if (scale(one) > scale(best) * 1.01) best = one;
  }
  return best;
}
