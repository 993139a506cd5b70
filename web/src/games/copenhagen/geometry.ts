// Cells, tiles in every orientation, and the outlines of what is built. No rules: only where things lie.

import type { Contents } from "./table";

export const COLUMNS = 5;
export const ROWS = 9;
export const CELL = 60; // the side of a cell in every drawing

/** A cell by column 0-4 and row 0-8 from the ground. */
export interface Cell {
  x: number;
  y: number;
}

/** A tile turned some way: its cells from the lower left corner, and which one is brickwork. */
export interface Shape {
  cells: Cell[];
  brick: number; // index into cells; -1 for a white tile
  width: number;
  height: number;
}

export const nameOf = ({ x, y }: Cell): string => "abcde"[x] + String(y + 1);
export const cellOf = (name: string): Cell => ({ x: "abcde".indexOf(name[0]!), y: Number(name[1]) - 1 });
const order = (a: Cell, b: Cell): number => a.y - b.y || a.x - b.x;

function shapeOf(cells: (Cell & { brick: boolean })[]): Shape {
  const left = Math.min(...cells.map((c) => c.x));
  const low = Math.min(...cells.map((c) => c.y));
  const moved = cells.map((c) => ({ x: c.x - left, y: c.y - low, brick: c.brick })).sort(order);
  return {
    cells: moved.map(({ x, y }) => ({ x, y })),
    brick: moved.findIndex((c) => c.brick),
    width: Math.max(...moved.map((c) => c.x)) + 1,
    height: Math.max(...moved.map((c) => c.y)) + 1,
  };
}

/** The tile as it is printed: rows top first, W window, B brickwork. */
export function printed(rows: string[]): Shape {
  const cells = rows.flatMap((row, i) =>
    [...row].flatMap((mark, x) => (mark === "." ? [] : [{ x, y: rows.length - 1 - i, brick: mark === "B" }])),
  );
  return shapeOf(cells);
}

/** The tile, flipped or not, and then turned clockwise by quarter turns. */
export function turned(shape: Shape, quarters: number, flipped: boolean): Shape {
  let cells = shape.cells.map((c, i) => ({ ...c, brick: i === shape.brick }));
  if (flipped) cells = cells.map((c) => ({ ...c, x: -c.x }));
  for (let i = 0; i < ((quarters % 4) + 4) % 4; i++) cells = cells.map((c) => ({ x: c.y, y: -c.x, brick: c.brick }));
  return shapeOf(cells);
}

export const WHITE: Shape = { cells: [{ x: 0, y: 0 }], brick: -1, width: 1, height: 1 };

/** A shape in words, the same for orientations that look the same. */
export const signature = (shape: Shape): string =>
  shape.cells.map((c, i) => `${c.x}${c.y}${i === shape.brick ? "*" : ""}`).join(" ");

/** The cells of a shape that lies with its lower left corner at a cell. */
export const lying = (shape: Shape, at: Cell): Cell[] => shape.cells.map((c) => ({ x: c.x + at.x, y: c.y + at.y }));

/** The shape and the lower left corner of these cells of the house. */
export function placed(cells: string[], brick: string | null): { shape: Shape; at: Cell } {
  const all = cells.map((name) => ({ ...cellOf(name), brick: name === brick }));
  return {
    shape: shapeOf(all),
    at: { x: Math.min(...all.map((c) => c.x)), y: Math.min(...all.map((c) => c.y)) },
  };
}

/** A placement in the words of a move: "B4 a1* b1 c1 c2". */
export function placementWords(tile: string, shape: Shape, at: Cell): string {
  return [tile, ...lying(shape, at).map((c, i) => nameOf(c) + (i === shape.brick ? "*" : ""))].join(" ");
}

/** The printed tiles by name. */
export function tilesOf(contents: Contents): Record<string, Shape> {
  return Object.fromEntries(contents.tile.map((tile) => [tile.id, printed(tile.shape)]));
}

/** The marks of a house by cell name; empty cells are left out. */
export function built(house: string[]): Map<string, string> {
  const marks = new Map<string, string>();
  house.forEach((row, i) =>
    row.split(" ").forEach((mark, x) => {
      if (mark !== ".." && mark !== "()") marks.set(nameOf({ x, y: ROWS - 1 - i }), mark);
    }),
  );
  return marks;
}

/** The outline of joined cells as the path of a drawing, y down, drawn a little inside and with round corners. */
export function outline(cells: Cell[], height: number, inset = 1.5, radius = 7): string {
  const has = new Set(cells.map((c) => `${c.x},${c.y}`));
  const next = new Map<string, [number, number]>(); // directed edges, the tile on the right
  for (const { x, y } of cells) {
    const [l, r, t, b] = [x, x + 1, height - 1 - y, height - y];
    if (!has.has(`${x},${y + 1}`)) next.set(`${l},${t}`, [r, t]);
    if (!has.has(`${x + 1},${y}`)) next.set(`${r},${t}`, [r, b]);
    if (!has.has(`${x},${y - 1}`)) next.set(`${r},${b}`, [l, b]);
    if (!has.has(`${x - 1},${y}`)) next.set(`${l},${b}`, [l, t]);
  }
  const first = next.keys().next().value;
  if (first === undefined) return "";
  const round: [number, number][] = [];
  let key = first;
  do {
    const [x, y] = key.split(",").map(Number) as [number, number];
    round.push([x, y]);
    key = next.get(key)!.join(",");
  } while (key !== first && round.length < 40);
  const sign = ([a, b]: [number, number], [c, d]: [number, number]): [number, number] => [Math.sign(c - a), Math.sign(d - b)];
  const corners = round.filter((p, i) => {
    const before = round[(i + round.length - 1) % round.length]!;
    const after = round[(i + 1) % round.length]!;
    return String(sign(before, p)) !== String(sign(p, after));
  });
  const parts = corners.map((p, i) => {
    const into = sign(corners[(i + corners.length - 1) % corners.length]!, p);
    const out = sign(p, corners[(i + 1) % corners.length]!);
    // the inner side of an edge is on its right: for (dx, dy) that is (-dy, dx)
    const x = p[0] * CELL + inset * (-into[1] - out[1]);
    const y = p[1] * CELL + inset * (into[0] + out[0]);
    const from = `${x - into[0] * radius} ${y - into[1] * radius}`;
    return `${i ? "L" : "M"}${from}Q${x} ${y} ${x + out[0] * radius} ${y + out[1] * radius}`;
  });
  return `${parts.join("")}Z`;
}
