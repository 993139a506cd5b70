// How the streets of a town lie on the picture: from left to right and line after line, as large as there is room for.

import { HEIGHT, WIDTH } from "./art";
import type { Street } from "./table";

const FREE = 100; // at both ends of a line: a card fits there
const BETWEEN = 126; // between two streets: a card that is laid at the end of one does not touch the other
const NARROW = 56; // at both ends of a line where width is short: half a card
const LARGEST = [0.75, 1.2]; // pixels per unit, at most, in a narrow frame and in a wide one: several short streets share a line
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

export interface Frame {
  width: number;
  height: number | null; // null: as high as the streets need
  above?: number; // room above every line, for points
}

function flow(lengths: { street: number; length: number }[], most: number, side: number, above: number): Layout {
  const plots: Plot[] = [];
  let [line, x, width] = [0, side, 0];
  for (const { street, length } of lengths) {
    if (x > side && x + length * WIDTH + side > most) [line, x] = [line + 1, side];
    plots.push({ street, line, x, y: line * (LINE + above) + above, length });
    width = Math.max(width, x + length * WIDTH + side);
    x += length * WIDTH + BETWEEN;
  }
  return { plots, width, height: (line + 1) * (LINE + above), lines: line + 1 };
}

/** The layout that lets cards be largest in a frame; without a height, one whose longest street fills the width, if it is long enough. */
export function layoutOf(streets: Street[], lot: boolean, frame: Frame | null): Layout {
  const lengths = streets.map((cards, street) => ({ street, length: cards.length }));
  if (lot || !lengths.length) lengths.push({ street: -1, length: 1 });
  if (!frame) return flow(lengths, Infinity, FREE, 0); // one long picture
  const side = frame.height === null ? NARROW : FREE;
  const above = frame.above ?? 0;
  const tried = [...new Set(lengths.map((_, i) => lengths.slice(0, i + 1).reduce((n, one) => n + one.length * WIDTH + BETWEEN, 2 * side - BETWEEN)))];
  const least = Math.max(...lengths.map((one) => one.length)) * WIDTH + 2 * side;
  if (frame.height === null) {
    const width = Math.max(least, frame.width / LARGEST[frame.width < 540 ? 0 : 1]!);
    const layout = flow(lengths, width, side, above);
    const shift = (width - layout.width) / 2;
    return { ...layout, width, plots: layout.plots.map((plot) => ({ ...plot, x: plot.x + shift })) };
  }
  let best = flow(lengths, least, side, above);
  const scale = (one: Layout): number => Math.min(frame.width / one.width, frame.height! / one.height);
  for (const width of tried) {
    const one = flow(lengths, Math.max(width, least), side, above);
    if (scale(one) > scale(best) * 1.01) best = one;
  }
  return best;
}
