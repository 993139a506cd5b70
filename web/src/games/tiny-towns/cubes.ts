// The five cubes: colour, pattern and glyph tell them apart.

import { type Paint, PAINTS, type Point, type Shape, Sketch } from "./iso";
import type { Resource } from "./table";

export const CUBES: Record<Resource, Paint & { ink: string; mark: string }> = {
  W: { ...PAINTS.wood, ink: "#4a2c12", mark: "#5f3a1b" },
  Y: { ...PAINTS.yellow, ink: "#4a3200", mark: "#a06f0c" },
  B: { ...PAINTS.red, ink: "#4f140c", mark: "#7d2013" },
  G: { ...PAINTS.blue, ink: "#0d2c47", mark: "#d7ecfa" },
  S: { ...PAINTS.grey, ink: "#2f3439", mark: "#5f656b" },
};

/** The figures of each resource on a face of one by one: lines, or areas if they are closed. */
const FIGURES: Record<Resource, { lines: number[][][]; filled: boolean }> = {
  W: { filled: false, lines: [[[0, 0.3], [0.25, 0.42], [0.5, 0.3], [0.75, 0.42], [1, 0.3]], [[0, 0.68], [0.25, 0.8], [0.5, 0.68], [0.75, 0.8], [1, 0.68]]] }, // prettier-ignore
  Y: { filled: true, lines: [circle(0.3, 0.3), circle(0.72, 0.36), circle(0.34, 0.74), circle(0.74, 0.76)] },
  B: { filled: false, lines: [[[0, 0.35], [1, 0.35]], [[0, 0.68], [1, 0.68]], [[0.5, 0], [0.5, 0.35]], [[0.25, 0.35], [0.25, 0.68]], [[0.75, 0.35], [0.75, 0.68]], [[0.5, 0.68], [0.5, 1]]] }, // prettier-ignore
  G: { filled: true, lines: [[[0.18, 0.2], [0.48, 0.2], [0.33, 0.5]], [[0.55, 0.5], [0.85, 0.5], [0.7, 0.8]]] }, // prettier-ignore
  S: { filled: false, lines: [[[0, 0.35], [0.35, 0]], [[0, 0.75], [0.75, 0]], [[0.2, 1], [1, 0.2]], [[0.6, 1], [1, 0.6]]] }, // prettier-ignore
};

function circle(x: number, y: number): number[][] {
  return Array.from({ length: 9 }, (_, i) => [x + 0.11 * Math.cos((i * Math.PI) / 4), y + 0.11 * Math.sin((i * Math.PI) / 4)]);
}

/** A cube on the middle of a square, or somewhere else and smaller. */
export function cube(resource: Resource, size = 0.56, x = 0.5, y = 0.5, z = 0): Shape[] {
  const colours = CUBES[resource];
  const [x0, y0, x1, y1, h] = [x - size / 2, y - size / 2, x + size / 2, y + size / 2, size * 0.98];
  const sketch = new Sketch().box(colours, x0, y0, x1, y1, z, z + h);
  const { lines, filled } = FIGURES[resource];
  for (const side of ["left", "right"] as const)
    for (const line of lines) {
      const points = line.map(([u, v]): Point => (side === "left" ? [x0 + u! * size, y1, z + v! * h] : [x1, y0 + u! * size, z + v! * h]));
      if (filled) sketch.poly(colours.mark, points, 0);
      else sketch.line(points, size * 2.6, colours.mark);
    }
  sketch.line([[x0, y1, z + h], [x1, y1, z + h], [x1, y0, z + h]], 1.6).line([[x1, y1, z], [x1, y1, z + h]], 1.6); // prettier-ignore
  return sketch.shapes;
}
