// How each building looks. The roof has the colour of its type, the shape tells the card.

import { DARK, INK, LIT, PAINTS, PANE, type Paint, Sketch, type Shape, WATER } from "./iso";

const { blue, red, grey, orange, green, yellow, black, cream, white, wood, stone, brick, gold, glass, leaf } = PAINTS;

type Recipe = (s: Sketch, fed: boolean) => unknown;

const barrel = (s: Sketch, x: number, y: number): Sketch => s.cylinder(wood, x, y, 0.055, 0, 0.15).cylinder(wood, x, y, 0.06, 0.04, 0.1);
const crate = (s: Sketch, x: number, y: number, size = 0.14, z = 0): Sketch => s.box(wood, x, y, x + size, y + size, z, z + size);

const BUILDINGS: Record<string, Recipe> = {
  cottage(s, fed) {
    const window = fed ? LIT : DARK;
    s.box(stone, 0.3, 0.3, 0.42, 0.42, 0.3, 0.92);
    s.box(cream, 0.2, 0.22, 0.8, 0.78, 0, 0.36);
    s.wallLeft(wood.left, 0.42, 0.58, 0, 0.26, 0.78).wallLeft(window, 0.26, 0.37, 0.13, 0.27, 0.78).wallLeft(window, 0.64, 0.75, 0.13, 0.27, 0.78);
    s.wallRight(window, 0.34, 0.47, 0.12, 0.28, 0.8).wallRight(window, 0.54, 0.67, 0.12, 0.28, 0.8);
    s.gable(blue, cream, "x", 0.2, 0.22, 0.8, 0.78, 0.36, 0.36, 0.07);
    s.spot(window, [0.8, 0.5, 0.48], 4);
    s.line([[0.13, 0.67, 0.5], [0.87, 0.67, 0.5]], 1, blue.top).line([[0.13, 0.76, 0.41], [0.87, 0.76, 0.41]], 1, blue.top); // prettier-ignore
    if (fed) s.smoke([0.36, 0.36, 0.95]);
  },
  farm(s) {
    s.flat("#e9c65f", 0.08, 0.56, 0.9, 0.94, 0, 0.8);
    for (let i = 0; i < 4; i += 1) s.line([[0.08, 0.63 + 0.08 * i, 0], [0.9, 0.63 + 0.08 * i, 0]], 1.6, "#b98a22"); // prettier-ignore
    s.cylinder(white, 0.2, 0.3, 0.1, 0, 0.62).dome(red, 0.2, 0.3, 0.1, 0.62, 0.18);
    s.box(red, 0.32, 0.12, 0.88, 0.54, 0, 0.34);
    s.wallLeft(cream.left, 0.47, 0.73, 0, 0.28, 0.54).line([[0.47, 0.54, 0], [0.73, 0.54, 0.28]], 1.4, red.right).line([[0.73, 0.54, 0], [0.47, 0.54, 0.28]], 1.4, red.right); // prettier-ignore
    s.gable(red, red, "x", 0.32, 0.12, 0.88, 0.54, 0.34, 0.34);
    s.wallRight(cream.right, 0.26, 0.4, 0.34, 0.48, 0.88);
  },
  granary(s) {
    for (const [x, y, h] of [[0.32, 0.34, 0.58], [0.7, 0.36, 0.7], [0.44, 0.7, 0.5]] as const) { // prettier-ignore
      for (const [dx, dy] of [[-0.1, 0.1], [0.1, -0.1], [0.12, 0.12]] as const) s.box(wood, x + dx - 0.02, y + dy - 0.02, x + dx + 0.02, y + dy + 0.02, 0, 0.12); // prettier-ignore
      s.cylinder(cream, x, y, 0.165, 0.1, h).cone(red, x, y, 0.2, h, 0.34);
      s.mark([x, y, h - 0.22], (u, v) => `M${u(-3)} ${v(14)}h11v-12h-11z`, wood.right, 1.1);
    }
  },
  greenhouse(s) {
    s.box(red, 0.12, 0.2, 0.88, 0.8, 0, 0.12);
    for (const x of [0.25, 0.5, 0.75]) s.tree(x, 0.62, 0.62);
    s.wallLeft("#cdeaf0b0", 0.12, 0.88, 0.12, 0.38, 0.8, 1.6).wallRight("#9ccbd8c0", 0.2, 0.8, 0.12, 0.38, 0.88, 1.6);
    s.gable({ ...glass, left: "#d9f1f5b8" }, { ...glass, right: "#9ccbd8d0" }, "x", 0.12, 0.2, 0.88, 0.8, 0.38, 0.34, 0.02);
    for (const x of [0.31, 0.5, 0.69]) s.line([[x, 0.8, 0.12], [x, 0.8, 0.38], [x, 0.5, 0.72]], 2, red.left); // prettier-ignore
    s.line([[0.1, 0.82, 0.37], [0.9, 0.82, 0.37]], 2.4, red.left).line([[0.1, 0.5, 0.72], [0.9, 0.5, 0.72]], 2.6, red.left).line([[0.88, 0.5, 0.12], [0.88, 0.5, 0.7]], 2, red.right); // prettier-ignore
  },
  orchard(s) {
    s.flat("#b7d38c", 0.08, 0.08, 0.92, 0.92, 0, 0.8);
    s.tree(0.26, 0.26, 1.05, red.left).tree(0.68, 0.24, 1, red.left).tree(0.24, 0.66, 1, red.left);
    s.box(cream, 0.58, 0.58, 0.8, 0.8, 0, 0.16).hip(red, 0.58, 0.58, 0.8, 0.8, 0.16, 0.22, 0.04).wallLeft(wood.right, 0.65, 0.73, 0, 0.12, 0.8);
    s.spot(red.left, [0.42, 0.9, 0.03], 3).spot(red.left, [0.48, 0.84, 0.03], 3);
    for (const u of [0.12, 0.32, 0.52, 0.72, 0.9]) s.line([[u, 0.95, 0], [u, 0.95, 0.12]], 2, wood.left).line([[0.95, u, 0], [0.95, u, 0.12]], 2, wood.right); // prettier-ignore
    s.line([[0.08, 0.95, 0.09], [0.95, 0.95, 0.09]], 1.8, wood.left).line([[0.95, 0.08, 0.09], [0.95, 0.95, 0.09]], 1.8, wood.right); // prettier-ignore
  },
  well(s) {
    s.cylinder(grey, 0.5, 0.5, 0.24, 0, 0.2).disc("#3e6d80", 0.5, 0.5, 0.2, 0.18);
    s.box(wood, 0.28, 0.47, 0.33, 0.52, 0.18, 0.66);
    s.line([[0.5, 0.5, 0.6], [0.5, 0.5, 0.26]], 1.2).mark([0.5, 0.5, 0.26], (u, v) => `M${u(-5)} ${v(-4)}h10l-2 9h-6z`, wood.left, 1.2); // prettier-ignore
    s.box(wood, 0.68, 0.47, 0.73, 0.52, 0.18, 0.66);
    s.gable(grey, wood, "x", 0.22, 0.28, 0.8, 0.72, 0.62, 0.28, 0.05);
    s.line([[0.17, 0.62, 0.72], [0.85, 0.62, 0.72]], 1, grey.top); // prettier-ignore
  },
  fountain(s) {
    s.cylinder(grey, 0.5, 0.5, 0.36, 0, 0.14).disc(WATER, 0.5, 0.5, 0.13, 0.31, 1.2, "water");
    s.cylinder(grey, 0.5, 0.5, 0.05, 0.12, 0.4).cylinder(grey, 0.5, 0.5, 0.17, 0.36, 0.42).disc(WATER, 0.5, 0.5, 0.42, 0.13, 1);
    s.cylinder(grey, 0.5, 0.5, 0.03, 0.42, 0.58);
    for (const side of [-1, 1]) {
      s.mark([0.5, 0.5, 0.6], (u, v) => `M${u(0)} ${v(0)}Q${u(side * 9)} ${v(-12)} ${u(side * 13)} ${v(10)}`, "none", 2, "#bfe6f2");
      s.mark([0.5, 0.5, 0.42], (u, v) => `M${u(side * 13)} ${v(2)}Q${u(side * 23)} ${v(-2)} ${u(side * 24)} ${v(17)}`, "none", 2, "#bfe6f2");
    }
  },
  millstone(s) {
    s.cylinder(stone, 0.5, 0.5, 0.33, 0, 0.14).disc("#e6d9b0", 0.5, 0.5, 0.15, 0.27, 1);
    s.cylinder(grey, 0.5, 0.5, 0.25, 0.15, 0.34);
    for (let i = 0; i < 6; i += 1) s.line([[0.5, 0.5, 0.34], [0.5 + 0.24 * Math.cos(i * 1.05), 0.5 + 0.24 * Math.sin(i * 1.05), 0.34]], 1.1, grey.right); // prettier-ignore
    s.disc(INK, 0.5, 0.5, 0.34, 0.05).cylinder(wood, 0.5, 0.5, 0.03, 0.34, 0.62);
    s.line([[0.5, 0.5, 0.56], [0.98, 0.62, 0.42]], 5, INK).line([[0.5, 0.5, 0.56], [0.98, 0.62, 0.42]], 3, wood.left); // prettier-ignore
    s.mark([0.16, 0.84, 0], (u, v) => `M${u(-9)} ${v(2)}q-2 -15 5 -16h8q7 1 5 16z`, "#e9dcc0", 1.3);
  },
  shed(s) {
    s.box(wood, 0.24, 0.26, 0.76, 0.76, 0, 0.32);
    for (const u of [0.34, 0.44, 0.66]) s.line([[u, 0.76, 0], [u, 0.76, 0.34]], 1, wood.right); // prettier-ignore
    for (const u of [0.36, 0.48, 0.6]) s.line([[0.76, u, 0], [0.76, u, 0.38]], 1, "#6b4426"); // prettier-ignore
    s.wallLeft("#6b4426", 0.48, 0.62, 0, 0.26, 0.76);
    s.poly(wood.right, [[0.76, 0.26, 0.32], [0.76, 0.76, 0.32], [0.76, 0.26, 0.54]]);
    s.poly(grey.left, [[0.18, 0.82, 0.3], [0.82, 0.82, 0.3], [0.82, 0.2, 0.58], [0.18, 0.2, 0.58]]);
    for (const u of [0.34, 0.5, 0.66]) s.line([[u, 0.82, 0.3], [u, 0.2, 0.58]], 1, grey.right); // prettier-ignore
    s.line([[0.82, 0.9, 0], [0.86, 0.78, 0.34]], 2, wood.left); // prettier-ignore
  },
  abbey(s) {
    s.box(stone, 0.14, 0.14, 0.4, 0.4, 0, 0.66).hip(orange, 0.14, 0.14, 0.4, 0.4, 0.66, 0.2, 0.04).arch("left", DARK, 0.22, 0.32, 0.46, 0.6, 0.4);
    s.box(cream, 0.34, 0.22, 0.9, 0.62, 0, 0.36).gable(orange, cream, "x", 0.34, 0.22, 0.9, 0.62, 0.36, 0.3);
    s.arch("right", wood.right, 0.35, 0.49, 0, 0.26, 0.9).spot(PANE, [0.9, 0.42, 0.43], 4.5);
    s.box(stone, 0.14, 0.62, 0.9, 0.86, 0, 0.2).poly(orange.left, [[0.1, 0.9, 0.18], [0.94, 0.9, 0.18], [0.94, 0.62, 0.36], [0.1, 0.62, 0.36]]);
    for (const u of [0.22, 0.38, 0.54, 0.7]) s.arch("left", DARK, u, u + 0.1, 0, 0.15, 0.86);
  },
  chapel(s) {
    s.box(cream, 0.2, 0.3, 0.62, 0.7, 0, 0.36).gable(orange, cream, "x", 0.2, 0.3, 0.62, 0.7, 0.36, 0.3);
    s.arch("left", PANE, 0.28, 0.36, 0.1, 0.28, 0.7).arch("left", PANE, 0.43, 0.51, 0.1, 0.28, 0.7);
    s.box(cream, 0.58, 0.37, 0.84, 0.63, 0, 0.62);
    s.arch("right", wood.right, 0.44, 0.56, 0, 0.24, 0.84).arch("right", DARK, 0.46, 0.54, 0.38, 0.54, 0.84).arch("left", DARK, 0.67, 0.75, 0.38, 0.54, 0.63);
    s.hip(orange, 0.58, 0.37, 0.84, 0.63, 0.62, 0.5, 0.03);
    s.mark([0.71, 0.5, 1.12], (u, v) => `M${u(0)} ${v(1)}V${v(-11)}M${u(-4)} ${v(-7)}H${u(4)}`, "none", 2);
  },
  cloister(s) {
    s.box(cream, 0.1, 0.1, 0.9, 0.3, 0, 0.26).gable(orange, cream, "x", 0.1, 0.1, 0.9, 0.3, 0.26, 0.18, 0.03);
    s.box(cream, 0.1, 0.1, 0.3, 0.9, 0, 0.26).gable(orange, cream, "y", 0.1, 0.1, 0.3, 0.9, 0.26, 0.18, 0.03);
    s.flat(leaf.top, 0.3, 0.3, 0.74, 0.74, 0.01).flat("#e9dcc0", 0.47, 0.3, 0.57, 0.74, 0.01, 0.6).flat("#e9dcc0", 0.3, 0.47, 0.74, 0.57, 0.01, 0.6).tree(0.5, 0.5, 0.7);
    s.box(cream, 0.28, 0.74, 0.9, 0.9, 0, 0.16).box(cream, 0.74, 0.28, 0.9, 0.9, 0, 0.16);
    s.poly(orange.left, [[0.26, 0.93, 0.15], [0.93, 0.93, 0.15], [0.72, 0.72, 0.28], [0.26, 0.72, 0.28]]).poly(orange.right, [[0.93, 0.26, 0.15], [0.93, 0.93, 0.15], [0.72, 0.72, 0.28], [0.72, 0.26, 0.28]]);
    for (const u of [0.34, 0.48, 0.62, 0.76]) s.arch("left", DARK, u, u + 0.09, 0, 0.12, 0.9).arch("right", DARK, u, u + 0.09, 0, 0.12, 0.9);
  },
  temple(s) {
    s.box(white, 0.1, 0.14, 0.9, 0.86, 0, 0.07).box(white, 0.16, 0.2, 0.84, 0.8, 0.07, 0.14);
    s.box(orange, 0.3, 0.34, 0.7, 0.66, 0.14, 0.5);
    for (const u of [0.22, 0.42, 0.6, 0.78]) s.cylinder(white, 0.78, u, 0.035, 0.14, 0.5);
    for (const u of [0.22, 0.41, 0.6]) s.cylinder(white, u, 0.75, 0.035, 0.14, 0.5);
    s.box(white, 0.16, 0.2, 0.84, 0.8, 0.5, 0.57).gable(orange, white, "x", 0.16, 0.2, 0.84, 0.8, 0.57, 0.24, 0.03);
    s.spot(gold.left, [0.84, 0.5, 0.64], 4);
  },
  almshouse(s) {
    s.box(cream, 0.1, 0.3, 0.9, 0.7, 0, 0.28);
    for (const u of [0.16, 0.42, 0.68]) s.wallLeft(wood.left, u, u + 0.07, 0, 0.19, 0.7).wallLeft(PANE, u + 0.1, u + 0.17, 0.09, 0.19, 0.7);
    s.wallRight(PANE, 0.44, 0.56, 0.1, 0.22, 0.9);
    s.gable(green, cream, "x", 0.1, 0.3, 0.9, 0.7, 0.28, 0.26);
    for (const u of [0.22, 0.48, 0.74]) s.box(brick, u, 0.44, u + 0.08, 0.52, 0.44, 0.66);
    s.mark([0.9, 0.5, 0.42], (u, v) => `M${u(0)} ${v(5)}c-9 -6 -5 -12 0 -8c5 -4 9 2 0 8z`, red.left, 1.1);
    s.line([[0.1, 0.92, 0.06], [0.9, 0.92, 0.06]], 1.8, leaf.right).line([[0.1, 0.92, 0.03], [0.9, 0.92, 0.03]], 3, leaf.left); // prettier-ignore
  },
  feast_hall(s) {
    s.box(wood, 0.12, 0.18, 0.88, 0.82, 0, 0.24);
    s.gable(green, wood, "x", 0.12, 0.18, 0.88, 0.82, 0.24, 0.56, 0.08);
    s.arch("right", "#5b3a20", 0.4, 0.6, 0, 0.32, 0.88);
    for (const z of [0.34, 0.5, 0.66]) s.line([[0.04, 0.9 - z * 0.5, z], [0.96, 0.9 - z * 0.5, z]], 1.1, green.top); // prettier-ignore
    s.wallLeft(red.left, 0.24, 0.34, 0.02, 0.22, 0.83).wallLeft(gold.left, 0.66, 0.76, 0.02, 0.22, 0.83);
    s.spot(gold.left, [0.88, 0.5, 0.48], 6).mark([0.88, 0.5, 0.48], (u, v) => `M${u(-3)} ${v(-3)}l6 6M${u(3)} ${v(-3)}l-6 6`, "none", 1.6);
  },
  inn(s) {
    s.box(stone, 0.24, 0.24, 0.76, 0.76, 0, 0.26).box(cream, 0.19, 0.19, 0.81, 0.81, 0.26, 0.6);
    s.arch("left", wood.right, 0.42, 0.58, 0, 0.22, 0.76).wallRight(PANE, 0.42, 0.58, 0.08, 0.2, 0.76);
    for (const u of [0.19, 0.4, 0.6, 0.81]) s.line([[u, 0.81, 0.26], [u, 0.81, 0.6]], 2, wood.right).line([[0.81, u, 0.26], [0.81, u, 0.6]], 2, wood.right); // prettier-ignore
    s.line([[0.19, 0.81, 0.26], [0.81, 0.81, 0.26], [0.81, 0.19, 0.26]], 2.4, wood.right).wallLeft(LIT, 0.25, 0.35, 0.36, 0.5, 0.81).wallLeft(LIT, 0.65, 0.75, 0.36, 0.5, 0.81).wallRight(LIT, 0.45, 0.55, 0.36, 0.5, 0.81); // prettier-ignore
    s.hip(green, 0.19, 0.19, 0.81, 0.81, 0.6, 0.34, 0.06, 0.16);
    s.line([[0.81, 0.81, 0.34], [0.98, 0.98, 0.34]], 2.2).mark([0.95, 0.95, 0.32], (u, v) => `M${u(-9)} ${v(0)}h18v13h-18z`, green.top, 1.3); // prettier-ignore
    s.mark([0.95, 0.95, 0.32], (u, v) => `M${u(-6)} ${v(3)}v8M${u(-6)} ${v(9)}h12v2M${u(-6)} ${v(7)}h12`, "none", 1.5);
  },
  tavern(s) {
    s.box(cream, 0.2, 0.18, 0.82, 0.66, 0, 0.4);
    s.line([[0.2, 0.66, 0.2], [0.82, 0.66, 0.2]], 2, wood.right).line([[0.82, 0.18, 0.2], [0.82, 0.66, 0.2]], 2, wood.right); // prettier-ignore
    s.wallLeft(wood.left, 0.34, 0.5, 0, 0.28, 0.66).wallLeft(LIT, 0.58, 0.74, 0.12, 0.28, 0.66).wallRight(LIT, 0.34, 0.5, 0.1, 0.28, 0.82);
    s.gable(green, cream, "y", 0.2, 0.18, 0.82, 0.66, 0.4, 0.38, 0.06);
    s.box(brick, 0.62, 0.24, 0.72, 0.34, 0.5, 0.86);
    s.line([[0.51, 0.66, 0.58], [0.51, 0.88, 0.58]], 2.2).mark([0.51, 0.86, 0.56], (u, v) => `M${u(-7)} ${v(2)}h11v12h-11zM${u(4)} ${v(5)}h4v6h-4`, gold.left, 1.4).mark([0.51, 0.86, 0.56], (u, v) => `M${u(-8)} ${v(3)}q6 -7 13 0z`, "#fff8e8", 1.1); // prettier-ignore
    barrel(s, 0.78, 0.8);
    barrel(s, 0.9, 0.7);
  },
  bakery(s) {
    s.box(brick, 0.2, 0.2, 0.34, 0.34, 0.3, 1.0);
    s.box(cream, 0.16, 0.2, 0.66, 0.72, 0, 0.36).gable(yellow, cream, "y", 0.16, 0.2, 0.66, 0.72, 0.36, 0.32);
    s.wallLeft(wood.left, 0.24, 0.36, 0, 0.26, 0.72).wallLeft(LIT, 0.42, 0.6, 0.1, 0.24, 0.72);
    s.dome(brick, 0.76, 0.56, 0.19, 0, 0.42).mark([0.86, 0.68, 0.0], (u, v) => `M${u(-8)} ${v(2)}v-7a7 7 0 0 1 14 -2v9z`, "#3b2216", 1.2).mark([0.86, 0.68, 0.0], (u, v) => `M${u(-5)} ${v(2)}q4 -8 8 0z`, "#f2963a", 0.6);
    s.mark([0.41, 0.78, 0.5], (u, v) => `M${u(-10)} ${v(0)}q10 -10 20 0q1 6 -10 6t-10 -6z`, "#d99a4e", 1.3).mark([0.41, 0.78, 0.5], (u, v) => `M${u(-4)} ${v(-4)}l3 5M${u(1)} ${v(-5)}l3 5`, "none", 1.1);
    s.smoke([0.27, 0.27, 1.02]);
  },
  market(s) {
    const stall = (x: number, y: number, cloth: Paint): void => {
      for (const [dx, dy] of [[0, 0], [0.34, 0], [0, 0.3], [0.34, 0.3]] as const) s.line([[x + dx, y + dy, 0], [x + dx, y + dy, 0.36]], 2.2, wood.right); // prettier-ignore
      s.box(wood, x, y + 0.1, x + 0.34, y + 0.3, 0, 0.15);
      for (const [i, fill] of [red.left, gold.left, leaf.left].entries()) s.spot(fill, [x + 0.07 + 0.1 * i, y + 0.22, 0.17], 3.4, 1);
      for (let i = 0; i < 4; i += 1) s.poly(i % 2 ? white.left : cloth.left, [[x - 0.04 + 0.105 * i, y + 0.38, 0.3], [x + 0.065 + 0.105 * i, y + 0.38, 0.3], [x + 0.065 + 0.105 * i, y, 0.48], [x - 0.04 + 0.105 * i, y, 0.48]], 1.1); // prettier-ignore
    };
    s.flat("#e6d6b4", 0.06, 0.06, 0.94, 0.94, 0, 0.8);
    stall(0.1, 0.1, yellow);
    stall(0.56, 0.14, yellow);
    crate(s, 0.12, 0.66);
    crate(s, 0.2, 0.78, 0.12);
    stall(0.52, 0.56, yellow);
  },
  tailor(s) {
    s.box(cream, 0.24, 0.22, 0.76, 0.72, 0, 0.62);
    s.wallLeft(wood.left, 0.58, 0.7, 0, 0.26, 0.72).wallLeft(PANE, 0.28, 0.52, 0.06, 0.3, 0.72).mark([0.4, 0.72, 0.06], (u, v) => `M${u(-4)} ${v(0)}l1 -7q-3 -4 0 -7h6q3 3 0 7l1 7z`, PAINTS.purple.left, 1);
    s.wallRight(PANE, 0.36, 0.58, 0.38, 0.54, 0.76).wallLeft(PANE, 0.32, 0.44, 0.4, 0.54, 0.72).wallLeft(PANE, 0.56, 0.68, 0.4, 0.54, 0.72).wallRight(yellow.left, 0.28, 0.66, 0.26, 0.32, 0.77);
    s.gable(yellow, cream, "y", 0.24, 0.22, 0.76, 0.72, 0.62, 0.36);
    s.cylinder(wood, 0.88, 0.84, 0.1, 0, 0.05).cylinder(red, 0.88, 0.84, 0.075, 0.05, 0.22).cylinder(wood, 0.88, 0.84, 0.1, 0.22, 0.27);
    s.mark([0.5, 0.74, 0.78], (u, v) => `M${u(-6)} ${v(-7)}l9 12M${u(6)} ${v(-7)}l-9 12M${u(-5)} ${v(5)}a2.500 2.500 0 1 0 0.1 0M${u(5)} ${v(5)}a2.500 2.500 0 1 0 0.1 0`, "none", 1.7);
  },
  theater(s) {
    s.cylinder(cream, 0.46, 0.46, 0.32, 0, 0.5).cone(yellow, 0.46, 0.46, 0.35, 0.5, 0.34).flag([0.46, 0.46, 0.84], red.left);
    s.box(cream, 0.42, 0.62, 0.86, 0.86, 0, 0.44).box(yellow, 0.4, 0.6, 0.88, 0.88, 0.44, 0.5);
    s.wallLeft("#5b1d17", 0.5, 0.78, 0, 0.34, 0.86).poly(red.left, [[0.5, 0.86, 0.34], [0.64, 0.86, 0.34], [0.56, 0.86, 0.16], [0.54, 0.86, 0], [0.5, 0.86, 0]]).poly(red.left, [[0.78, 0.86, 0.34], [0.64, 0.86, 0.34], [0.72, 0.86, 0.16], [0.74, 0.86, 0], [0.78, 0.86, 0]]);
    s.mark([0.86, 0.74, 0.22], (u, v) => `M${u(-6)} ${v(-8)}q6 -4 12 0q1 13 -6 16q-7 -3 -6 -16z`, white.left, 1.3).mark([0.86, 0.74, 0.22], (u, v) => `M${u(-3)} ${v(-3)}h2M${u(2)} ${v(-3)}h2M${u(-3)} ${v(2)}q3 4 6 0`, "none", 1.3);
  },
  bank(s) {
    s.box(stone, 0.16, 0.16, 0.84, 0.84, 0, 0.1).box(cream, 0.22, 0.22, 0.78, 0.78, 0.1, 0.5);
    for (const u of [0.26, 0.4, 0.6, 0.74]) s.wallLeft(white.left, u - 0.03, u + 0.03, 0.1, 0.48, 0.8).wallRight(white.right, u - 0.03, u + 0.03, 0.1, 0.48, 0.8);
    s.arch("left", black.right, 0.44, 0.56, 0.1, 0.38, 0.78).arch("right", DARK, 0.44, 0.56, 0.2, 0.38, 0.78);
    s.box(black, 0.18, 0.18, 0.82, 0.82, 0.5, 0.58).dome(black, 0.5, 0.5, 0.22, 0.58, 0.34);
    s.spot(gold.left, [0.5, 0.5, 0.98], 8, 1.6).spot("none", [0.5, 0.5, 0.98], 4.6, 1.2);
  },
  factory(s) {
    s.box(brick, 0.66, 0.14, 0.82, 0.3, 0, 1.06).box(black, 0.64, 0.12, 0.84, 0.32, 1.06, 1.12);
    s.mark([0.74, 0.22, 1.16], (u, v) => `M${u(0)} ${v(0)}c-8 -4 -1 -10 3 -8c-1 -8 10 -8 9 -1c7 0 6 9 -1 9z`, "#c9c6bf", 1.1, INK, "smoke");
    s.box(brick, 0.12, 0.3, 0.88, 0.82, 0, 0.34);
    for (const u of [0.16, 0.41, 0.66]) s.wallLeft(PANE, u, u + 0.17, 0.1, 0.26, 0.82);
    s.wallRight(black.right, 0.46, 0.66, 0, 0.24, 0.88);
    for (const u of [0.12, 0.373, 0.626]) s.poly(black.left, [[u, 0.3, 0.34], [u, 0.82, 0.34], [u + 0.253, 0.82, 0.34], [u + 0.253, 0.82, 0.58], [u + 0.253, 0.3, 0.58]]).poly(brick.left, [[u, 0.82, 0.34], [u + 0.253, 0.82, 0.34], [u + 0.253, 0.82, 0.58]]).poly(glass.right, [[u + 0.253, 0.3, 0.34], [u + 0.253, 0.82, 0.34], [u + 0.253, 0.82, 0.58], [u + 0.253, 0.3, 0.58]], 1.2); // prettier-ignore
  },
  trading_post(s) {
    s.box(wood, 0.12, 0.12, 0.66, 0.56, 0, 0.34);
    s.wallLeft("#4c2f18", 0.2, 0.58, 0.04, 0.28, 0.56);
    s.gable(black, wood, "x", 0.12, 0.12, 0.66, 0.56, 0.34, 0.3, 0.07).flag([0.16, 0.34, 0.64], gold.left);
    s.poly(gold.left, [[0.14, 0.72, 0.24], [0.64, 0.72, 0.24], [0.64, 0.56, 0.32], [0.14, 0.56, 0.32]], 1.2);
    s.box(wood, 0.5, 0.72, 0.86, 0.9, 0.1, 0.22);
    for (const x of [0.56, 0.8]) s.mark([x, 0.9, 0.09], (u, v) => `M${u(-6)} ${v(0)}a6 6.500 0 1 0 12 0a6 6.500 0 1 0 -12 0M${u(-5)} ${v(0)}h10M${u(0)} ${v(-6)}v12`, "#e9dcc0", 1.4);
    s.mark([0.68, 0.8, 0.22], (u, v) => `M${u(-15)} ${v(3)}q1 -16 13 -17t15 10l-4 10z`, white.left, 1.3);
    crate(s, 0.76, 0.3);
    crate(s, 0.78, 0.46, 0.12);
  },
  warehouse(s) {
    s.box(stone, 0.1, 0.16, 0.9, 0.7, 0, 0.36);
    s.arch("left", "#4c2f18", 0.36, 0.64, 0, 0.32, 0.7).line([[0.5, 0.7, 0], [0.5, 0.7, 0.32]], 1.2).wallRight(wood.right, 0.34, 0.52, 0.08, 0.28, 0.9); // prettier-ignore
    s.gable(black, stone, "x", 0.1, 0.16, 0.9, 0.7, 0.36, 0.34, 0.06);
    s.line([[0.9, 0.43, 0.6], [1.0, 0.43, 0.6]], 2.4).line([[0.99, 0.43, 0.6], [0.99, 0.43, 0.34]], 1.1).mark([0.99, 0.43, 0.34], (u, v) => `M${u(-4)} ${v(0)}h8v7h-8z`, wood.left, 1.1); // prettier-ignore
    s.box(wood, 0.14, 0.74, 0.86, 0.96, 0, 0.05);
  },
};

/** The piece of a type, for cards that have no drawing of their own. */
const PLAIN: Record<string, Paint> = { CO: blue, FD: red, WL: grey, CH: orange, TV: green, TH: yellow, FC: black, MO: PAINTS.purple };

function plain(type: string): Recipe {
  return (s) => s.box(cream, 0.22, 0.22, 0.78, 0.78, 0, 0.4).wallLeft(wood.left, 0.42, 0.58, 0, 0.28, 0.78).hip(PLAIN[type] ?? grey, 0.22, 0.22, 0.78, 0.78, 0.4, 0.4);
}

const drawn = new Map<string, Shape[]>();

/** The drawing of a card's building; more recipes can be given. */
export function draw(card: string | null, type: string, fed: boolean, more: Record<string, Recipe> = {}): Shape[] {
  const key = `${card} ${type} ${fed}`;
  let shapes = drawn.get(key);
  if (!shapes) {
    const sketch = new Sketch();
    const recipe = (card && (BUILDINGS[card] ?? more[card])) || plain(type);
    recipe(sketch, fed);
    drawn.set(key, (shapes = sketch.shapes));
  }
  return shapes;
}
