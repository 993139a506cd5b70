// A small kit for drawing in the isometric manner: boxes, roofs, cylinders, cones and domes on a square of one by one.
// x runs to the lower right, y to the lower left, z up; the viewer stands at the front corner (1, 1).

export const HW = 60; // half the width of a square
export const HH = 37; // half its height
export const ZH = 62; // one up
export const INK = "#23303d";

export type Point = readonly [x: number, y: number, z: number];

/** One path of a drawing. */
export interface Shape {
  d: string;
  fill: string;
  width: number; // of its outline
  stroke: string;
  kind?: "smoke" | "water" | "flag";
}

/** A colour in three lights: seen from above, on the left, on the right. */
export interface Paint {
  top: string;
  left: string;
  right: string;
}

const paint = (top: string, left: string, right: string): Paint => ({ top, left, right });

export const PAINTS = {
  blue: paint("#8dbbe0", "#4a8bc0", "#336c9c"),
  red: paint("#ec8b7b", "#d9503f", "#b23a2b"),
  grey: paint("#d3d5d4", "#aeb2b4", "#868b90"),
  orange: paint("#f6bd88", "#e78d40", "#c26c25"),
  green: paint("#8fc9a5", "#55a173", "#397d55"),
  yellow: paint("#f9dc8e", "#efb93a", "#cf931c"),
  black: paint("#7d8590", "#565e69", "#3c434d"),
  purple: paint("#c3a8d7", "#9870b5", "#754f93"),
  cream: paint("#fff8e8", "#fbf0da", "#dcc9a6"),
  white: paint("#ffffff", "#f7f3ea", "#d9d2c4"),
  wood: paint("#c99a6b", "#a87446", "#855632"),
  stone: paint("#d9d3c6", "#bfb8aa", "#9a9386"),
  brick: paint("#dd8a72", "#c4644b", "#a04a35"),
  gold: paint("#ffe8a3", "#f0c04a", "#c8922a"),
  glass: paint("#e3f3f6", "#bfe0e8", "#93c2cf"),
  leaf: paint("#8cc07f", "#5f9f5a", "#447d45"),
} as const satisfies Record<string, Paint>;
export const DARK = "#3d4754"; // a window without light
export const LIT = "#ffd76a";
export const PANE = "#cfe4ea";
export const WATER = "#7cc0d6";

export const at = ([x, y, z]: Point): [number, number] => [(x - y) * HW, (x + y - 1) * HH - z * ZH];
const n = (value: number): string => String(Math.round(value * 10) / 10);
export const path = (points: readonly Point[]): string => `M${points.map((p) => at(p).map(n).join(" ")).join("L")}z`;

export class Sketch {
  shapes: Shape[] = [];

  add(d: string, fill: string, width = 1.6, stroke = INK, kind?: Shape["kind"]): this {
    this.shapes.push({ d, fill, width, stroke, ...(kind && { kind }) });
    return this;
  }

  poly(fill: string, points: readonly Point[], width = 1.6): this {
    return this.add(path(points), fill, width);
  }

  /** A line through points. */
  line(points: readonly Point[], width = 1.6, stroke = INK): this {
    return this.add(path(points).slice(0, -1), "none", width, stroke);
  }

  flat(fill: string, x0: number, y0: number, x1: number, y1: number, z = 0, width = 1.2): this {
    return this.poly(fill, [[x0, y0, z], [x1, y0, z], [x1, y1, z], [x0, y1, z]], width); // prettier-ignore
  }

  box(p: Paint, x0: number, y0: number, x1: number, y1: number, z0: number, z1: number): this {
    this.wallLeft(p.left, x0, x1, z0, z1, y1, 1.6);
    this.wallRight(p.right, y0, y1, z0, z1, x1, 1.6);
    return this.flat(p.top, x0, y0, x1, y1, z1, 1.6);
  }

  /** A rectangle on a wall that looks to the lower left. */
  wallLeft(fill: string, x0: number, x1: number, z0: number, z1: number, y: number, width = 1.1): this {
    return this.poly(fill, [[x0, y, z0], [x1, y, z0], [x1, y, z1], [x0, y, z1]], width); // prettier-ignore
  }

  /** A rectangle on a wall that looks to the lower right. */
  wallRight(fill: string, y0: number, y1: number, z0: number, z1: number, x: number, width = 1.1): this {
    return this.poly(fill, [[x, y0, z0], [x, y1, z0], [x, y1, z1], [x, y0, z1]], width); // prettier-ignore
  }

  /** A door or window with a round top, on a wall to the lower left or right. */
  arch(side: "left" | "right", fill: string, from: number, to: number, z0: number, z1: number, wall: number): this {
    const r = (to - from) / 2;
    const points: Point[] = [];
    const put = (u: number, z: number): void => void points.push(side === "left" ? [u, wall, z] : [wall, u, z]);
    put(from, z0);
    for (let i = 0; i <= 8; i += 1) put(from + r - r * Math.cos((Math.PI * i) / 8), z1 - r + r * Math.sin((Math.PI * i) / 8));
    put(to, z0);
    return this.poly(fill, points, 1.1);
  }

  /** A roof with a ridge along x or y; its gable has the colour of the wall. The far side is seen if it is flat enough. */
  gable(roof: Paint, wall: Paint, ridge: "x" | "y", x0: number, y0: number, x1: number, y1: number, z: number, up: number, over = 0.05): this {
    const low = z - over * 0.5;
    if (ridge === "x") {
      const m = (y0 + y1) / 2;
      if (up < y1 - m) this.poly(roof.right, [[x0 - over, y0 - over, low], [x1 + over, y0 - over, low], [x1 + over, m, z + up], [x0 - over, m, z + up]]); // prettier-ignore
      this.poly(wall.right, [[x1, y0, z - 0.02], [x1, y1, z - 0.02], [x1, m, z + up - 0.04]]); // prettier-ignore
      return this.poly(roof.left, [[x0 - over, y1 + over, low], [x1 + over, y1 + over, low], [x1 + over, m, z + up], [x0 - over, m, z + up]]); // prettier-ignore
    }
    const m = (x0 + x1) / 2;
    if (up < x1 - m) this.poly(roof.left, [[x0 - over, y0 - over, low], [x0 - over, y1 + over, low], [m, y1 + over, z + up], [m, y0 - over, z + up]]); // prettier-ignore
    this.poly(wall.left, [[x0, y1, z - 0.02], [x1, y1, z - 0.02], [m, y1, z + up - 0.04]]); // prettier-ignore
    return this.poly(roof.right, [[x1 + over, y0 - over, low], [x1 + over, y1 + over, low], [m, y1 + over, z + up], [m, y0 - over, z + up]]); // prettier-ignore
  }

  /** A roof that rises from all four sides to a point, or to a ridge of some length along x. */
  hip(roof: Paint, x0: number, y0: number, x1: number, y1: number, z: number, up: number, over = 0.05, ridge = 0): this {
    const [mx, my] = [(x0 + x1) / 2, (y0 + y1) / 2];
    const [a, b]: [Point, Point] = [[mx - ridge / 2, my, z + up], [mx + ridge / 2, my, z + up]]; // prettier-ignore
    const [l, t, r, d] = [x0 - over, y0 - over, x1 + over, y1 + over];
    this.poly(roof.right, [[l, t, z], [r, t, z], b, a]); // prettier-ignore
    this.poly(roof.left, [[l, t, z], [l, d, z], a]); // prettier-ignore
    this.poly(roof.right, [[r, t, z], [r, d, z], b]); // prettier-ignore
    return this.poly(roof.left, [[l, d, z], [r, d, z], b, a]); // prettier-ignore
  }

  private round(x: number, y: number, z: number, r: number): { cx: number; cy: number; rx: number; ry: number } {
    const [cx, cy] = at([x, y, z]);
    return { cx, cy, rx: r * Math.SQRT2 * HW, ry: r * Math.SQRT2 * HH };
  }

  disc(fill: string, x: number, y: number, z: number, r: number, width = 1.6, kind?: Shape["kind"]): this {
    const { cx, cy, rx, ry } = this.round(x, y, z, r);
    return this.add(`M${n(cx - rx)} ${n(cy)}a${n(rx)} ${n(ry)} 0 1 0 ${n(2 * rx)} 0a${n(rx)} ${n(ry)} 0 1 0 ${n(-2 * rx)} 0z`, fill, width, INK, kind);
  }

  cylinder(p: Paint, x: number, y: number, r: number, z0: number, z1: number): this {
    const low = this.round(x, y, z0, r);
    const up = (z1 - z0) * ZH;
    const { cx, cy, rx, ry } = low;
    this.add(`M${n(cx - rx)} ${n(cy)}v${n(-up)}h${n(2 * rx)}v${n(up)}a${n(rx)} ${n(ry)} 0 0 1 ${n(-2 * rx)} 0z`, p.left);
    this.add(`M${n(cx + rx * 0.2)} ${n(cy + ry * 0.98)}v${n(-up)}L${n(cx + rx)} ${n(cy - up)}v${n(up)}a${n(rx)} ${n(ry)} 0 0 1 ${n(-rx * 0.8)} ${n(ry * 0.98)}z`, p.right, 0, "none");
    this.add(`M${n(cx - rx)} ${n(cy)}v${n(-up)}h${n(2 * rx)}v${n(up)}a${n(rx)} ${n(ry)} 0 0 1 ${n(-2 * rx)} 0z`, "none");
    return this.disc(p.top, x, y, z1, r);
  }

  cone(p: Paint, x: number, y: number, r: number, z: number, up: number): this {
    const { cx, cy, rx, ry } = this.round(x, y, z, r);
    const top = cy - up * ZH;
    this.add(`M${n(cx - rx)} ${n(cy)}a${n(rx)} ${n(ry)} 0 0 0 ${n(2 * rx)} 0L${n(cx)} ${n(top)}z`, p.left);
    this.add(`M${n(cx + rx * 0.15)} ${n(cy + ry * 0.98)}A${n(rx)} ${n(ry)} 0 0 0 ${n(cx + rx)} ${n(cy)}L${n(cx)} ${n(top)}z`, p.right, 0, "none");
    return this.add(`M${n(cx - rx)} ${n(cy)}a${n(rx)} ${n(ry)} 0 0 0 ${n(2 * rx)} 0L${n(cx)} ${n(top)}z`, "none");
  }

  /** Half a ball; with a point it is an onion. */
  dome(p: Paint, x: number, y: number, r: number, z: number, up: number, onion = false): this {
    const { cx, cy, rx, ry } = this.round(x, y, z, r);
    const top = cy - up * ZH;
    const body = onion
      ? `M${n(cx - rx)} ${n(cy)}a${n(rx)} ${n(ry)} 0 0 0 ${n(2 * rx)} 0C${n(cx + rx * 1.5)} ${n(cy - up * ZH * 0.45)} ${n(cx + rx * 0.25)} ${n(cy - up * ZH * 0.6)} ${n(cx)} ${n(top)}C${n(cx - rx * 0.25)} ${n(cy - up * ZH * 0.6)} ${n(cx - rx * 1.5)} ${n(cy - up * ZH * 0.45)} ${n(cx - rx)} ${n(cy)}z`
      : `M${n(cx - rx)} ${n(cy)}a${n(rx)} ${n(ry)} 0 0 0 ${n(2 * rx)} 0C${n(cx + rx)} ${n(cy - up * ZH * 1.3)} ${n(cx - rx)} ${n(cy - up * ZH * 1.3)} ${n(cx - rx)} ${n(cy)}z`;
    const shade = onion
      ? `M${n(cx + rx * 0.2)} ${n(cy + ry * 0.98)}A${n(rx)} ${n(ry)} 0 0 0 ${n(cx + rx)} ${n(cy)}C${n(cx + rx * 1.5)} ${n(cy - up * ZH * 0.45)} ${n(cx + rx * 0.25)} ${n(cy - up * ZH * 0.6)} ${n(cx)} ${n(top)}C${n(cx + rx * 0.6)} ${n(cy - up * ZH * 0.4)} ${n(cx + rx * 0.4)} ${n(cy)} ${n(cx + rx * 0.2)} ${n(cy + ry * 0.98)}z`
      : `M${n(cx + rx * 0.2)} ${n(cy + ry * 0.98)}A${n(rx)} ${n(ry)} 0 0 0 ${n(cx + rx)} ${n(cy)}C${n(cx + rx * 0.98)} ${n(cy - up * ZH * 0.6)} ${n(cx + rx * 0.6)} ${n(cy - up * ZH * 0.92)} ${n(cx + rx * 0.15)} ${n(cy - up * ZH * 0.96)}C${n(cx + rx * 0.6)} ${n(cy - up * ZH * 0.6)} ${n(cx + rx * 0.45)} ${n(cy)} ${n(cx + rx * 0.2)} ${n(cy + ry * 0.98)}z`;
    return this.add(body, p.left).add(shade, p.right, 0, "none").add(body, "none");
  }

  /** Round figures that face the viewer: offsets in pixels from a point. */
  spot(fill: string, p: Point, r: number, width = 1.2, kind?: Shape["kind"]): this {
    const [x, y] = at(p);
    return this.add(`M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0z`, fill, width, INK, kind);
  }

  /** A path in pixels around a point. */
  mark(p: Point, d: (x: (dx: number) => string, y: (dy: number) => string) => string, fill: string, width = 1.4, stroke = INK, kind?: Shape["kind"]): this {
    const [x, y] = at(p);
    return this.add(d((dx) => n(x + dx), (dy) => n(y + dy)), fill, width, stroke, kind);
  }

  tree(x: number, y: number, size = 1, fruit?: string): this {
    this.mark([x, y, 0], (u, v) => `M${u(-2 * size)} ${v(1)}V${v(-11 * size)}H${u(2 * size)}V${v(1)}z`, PAINTS.wood.right, 1.1);
    const [px, py] = at([x, y, 0]);
    const s = 10 * size;
    const blob = `M${n(px - s)} ${n(py - 16 * size)}a${n(s)} ${n(s * 1.1)} 0 1 1 ${n(2 * s)} 0a${n(s)} ${n(s * 0.75)} 0 0 1 ${n(-2 * s)} 0z`;
    this.add(blob, PAINTS.leaf.left);
    this.add(`M${n(px + s * 0.1)} ${n(py - 8.6 * size)}a${n(s)} ${n(s)} 0 0 0 ${n(s * 0.35)} ${n(-15 * size)}a${n(s)} ${n(s)} 0 0 1 ${n(-s * 0.35)} ${n(15 * size)}z`, PAINTS.leaf.right, 0, "none");
    if (fruit) for (const [dx, dy] of [[-4, -18], [4, -21], [1, -13]] as const) this.add(`M${n(px + (dx - 2) * size)} ${n(py + dy * size)}a2.2 2.2 0 1 0 4.400 0a2.2 2.2 0 1 0-4.400 0z`, fruit, 0.8); // prettier-ignore
    return this;
  }

  pine(x: number, y: number, size = 1): this {
    this.mark([x, y, 0], (u, v) => `M${u(-2 * size)} ${v(0)}V${v(-6 * size)}H${u(2 * size)}V${v(0)}z`, PAINTS.wood.right, 1);
    this.mark([x, y, 0], (u, v) => `M${u(-10 * size)} ${v(-5 * size)}L${u(0)} ${v(-22 * size)}L${u(10 * size)} ${v(-5 * size)}z`, PAINTS.leaf.right, 1.3);
    return this.mark([x, y, 0], (u, v) => `M${u(-8 * size)} ${v(-14 * size)}L${u(0)} ${v(-30 * size)}L${u(8 * size)} ${v(-14 * size)}z`, PAINTS.leaf.left, 1.3);
  }

  smoke(p: Point): this {
    this.mark(p, (u, v) => `M${u(0)} ${v(-2)}c-6 -5 6 -8 0 -14c-4 -5 3 -8 2 -11`, "none", 3.4, "#aab6bf", "smoke");
    return this;
  }

  flag(p: Point, colour: string, up = 16): this {
    this.mark(p, (u, v) => `M${u(0)} ${v(0)}V${v(-up)}`, "none", 1.6);
    return this.mark(p, (u, v) => `M${u(0)} ${v(-up)}l11 3.500l-11 4.500z`, colour, 1.1, INK, "flag");
  }
}
