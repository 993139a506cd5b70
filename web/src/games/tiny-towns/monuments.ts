// The fifteen monuments: purple roofs, gold on top, each of its own shape.

import { DARK, INK, LIT, PAINTS, PANE, Sketch, WATER } from "./iso";

const { purple, gold, white, cream, stone, wood, leaf, grey, brick } = PAINTS;

type Recipe = (s: Sketch, fed: boolean) => unknown;

const base = (s: Sketch): Sketch => s.box(white, 0.06, 0.06, 0.94, 0.94, 0, 0.06);

export const MONUMENTS: Record<string, Recipe> = {
  architects_guild(s) {
    base(s).box(cream, 0.16, 0.2, 0.84, 0.8, 0.06, 0.46);
    s.arch("left", wood.left, 0.42, 0.58, 0.06, 0.34, 0.8).wallLeft(PANE, 0.24, 0.36, 0.18, 0.34, 0.8).wallLeft(PANE, 0.64, 0.76, 0.18, 0.34, 0.8).wallRight(PANE, 0.3, 0.44, 0.18, 0.34, 0.84).wallRight(PANE, 0.56, 0.7, 0.18, 0.34, 0.84);
    s.gable(purple, cream, "y", 0.16, 0.2, 0.84, 0.8, 0.46, 0.4);
    s.mark([0.5, 0.86, 0.72], (u, v) => `M${u(0)} ${v(-22)}L${u(-13)} ${v(13)}M${u(0)} ${v(-22)}L${u(13)} ${v(13)}M${u(-8)} ${v(1)}H${u(8)}`, "none", 5.5);
    s.mark([0.5, 0.86, 0.72], (u, v) => `M${u(0)} ${v(-22)}L${u(-13)} ${v(13)}M${u(0)} ${v(-22)}L${u(13)} ${v(13)}M${u(-8)} ${v(1)}H${u(8)}`, "none", 3, gold.left);
    s.mark([0.5, 0.86, 0.72], (u, v) => `M${u(-4)} ${v(-22)}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z`, gold.left, 1.3);
  },
  archive(s) {
    base(s).box(stone, 0.14, 0.14, 0.86, 0.86, 0.06, 0.54);
    for (const u of [0.22, 0.4, 0.58, 0.76]) s.arch("left", DARK, u - 0.05, u + 0.05, 0.1, 0.42, 0.86).arch("right", DARK, u - 0.05, u + 0.05, 0.1, 0.42, 0.86);
    s.box(purple, 0.1, 0.1, 0.9, 0.9, 0.54, 0.62);
    s.mark([0.5, 0.5, 0.7], (u, v) => `M${u(0)} ${v(2)}Q${u(-14)} ${v(-8)} ${u(-30)} ${v(-2)}V${v(-24)}Q${u(-14)} ${v(-30)} ${u(0)} ${v(-20)}Q${u(14)} ${v(-30)} ${u(30)} ${v(-24)}V${v(-2)}Q${u(14)} ${v(-8)} ${u(0)} ${v(2)}z`, "#fffaf0", 1.8);
    s.mark([0.5, 0.5, 0.7], (u, v) => `M${u(0)} ${v(2)}V${v(-20)}M${u(-24)} ${v(-18)}q8 -3 18 2M${u(-24)} ${v(-11)}q8 -3 18 2M${u(24)} ${v(-18)}q-8 -3 -18 2M${u(24)} ${v(-11)}q-8 -3 -18 2`, "none", 1.3);
  },
  barrett_castle(s, fed) {
    const window = fed ? LIT : DARK;
    const tower = (x: number, y: number, h: number): void => {
      s.cylinder(stone, x, y, 0.13, 0, h).cone(purple, x, y, 0.16, h, 0.34);
      s.mark([x, y, h - 0.2], (u, v) => `M${u(-3)} ${v(6)}v-7a3 3 0 0 1 6 0v7z`, window, 1.1);
    };
    tower(0.22, 0.22, 0.66);
    s.box(stone, 0.2, 0.2, 0.8, 0.8, 0, 0.38);
    s.box(stone, 0.34, 0.34, 0.66, 0.66, 0.38, 0.64).hip(purple, 0.34, 0.34, 0.66, 0.66, 0.64, 0.3, 0.04).flag([0.5, 0.5, 0.94], gold.left);
    for (const u of [0.3, 0.42, 0.54, 0.66]) s.box(stone, u, 0.76, u + 0.06, 0.8, 0.38, 0.44).box(stone, 0.76, u, 0.8, u + 0.06, 0.38, 0.44);
    s.arch("left", "#4c2f18", 0.42, 0.58, 0, 0.28, 0.8).wallRight(window, 0.38, 0.46, 0.14, 0.28, 0.8).wallRight(window, 0.56, 0.64, 0.14, 0.28, 0.8);
    tower(0.8, 0.2, 0.58);
    tower(0.2, 0.8, 0.58);
    tower(0.8, 0.8, 0.5);
    if (fed) s.smoke([0.6, 0.4, 0.95]);
  },
  cathedral(s) {
    base(s).box(cream, 0.1, 0.28, 0.66, 0.72, 0.06, 0.5).gable(purple, cream, "x", 0.1, 0.28, 0.66, 0.72, 0.5, 0.36);
    for (const u of [0.18, 0.34, 0.5]) s.arch("left", PANE, u, u + 0.08, 0.14, 0.42, 0.72);
    for (const y of [0.22, 0.58]) {
      s.box(cream, 0.64, y, 0.86, y + 0.22, 0.06, 0.78).hip(purple, 0.64, y, 0.86, y + 0.22, 0.78, 0.5, 0.02);
      s.mark([0.75, y + 0.11, 1.28], (u, v) => `M${u(0)} ${v(1)}V${v(-9)}M${u(-3.5)} ${v(-6)}H${u(3.5)}`, "none", 1.8);
      s.arch("right", DARK, y + 0.07, y + 0.15, 0.56, 0.72, 0.86);
      if (y < 0.5) s.box(cream, 0.64, 0.42, 0.86, 0.6, 0.06, 0.56);
    }
    s.arch("right", wood.right, 0.44, 0.56, 0.06, 0.3, 0.87).spot(LIT, [0.87, 0.5, 0.45], 6).mark([0.87, 0.5, 0.45], (u, v) => `M${u(-6)} ${v(0)}h12M${u(0)} ${v(-6)}v12M${u(-4)} ${v(-4)}l8 8M${u(4)} ${v(-4)}l-8 8`, "none", 1);
  },
  fort_ironweed(s) {
    const corner = (x: number, y: number): void => {
      s.box(stone, x - 0.13, y - 0.13, x + 0.13, y + 0.13, 0, 0.46);
      for (const d of [-0.13, 0.07]) s.box(stone, x + d, y + 0.08, x + d + 0.06, y + 0.13, 0.46, 0.53).box(stone, x + 0.08, y + d, x + 0.13, y + d + 0.06, 0.46, 0.53);
    };
    corner(0.2, 0.2);
    s.box(stone, 0.2, 0.2, 0.8, 0.8, 0, 0.3).flat("#8a8377", 0.28, 0.28, 0.72, 0.72, 0.3);
    s.box(stone, 0.4, 0.4, 0.6, 0.6, 0.3, 0.66).hip(purple, 0.4, 0.4, 0.6, 0.6, 0.66, 0.18, 0.04).flag([0.5, 0.5, 0.84], purple.left, 24);
    for (const u of [0.34, 0.46, 0.58]) s.box(stone, u, 0.74, u + 0.07, 0.8, 0.3, 0.37).box(stone, 0.74, u, 0.8, u + 0.07, 0.3, 0.37);
    s.arch("left", "#3b2a1c", 0.42, 0.58, 0, 0.24, 0.8).line([[0.47, 0.8, 0], [0.47, 0.8, 0.22]], 1.2, grey.top).line([[0.53, 0.8, 0], [0.53, 0.8, 0.22]], 1.2, grey.top); // prettier-ignore
    corner(0.82, 0.2);
    corner(0.2, 0.82);
    corner(0.82, 0.82);
  },
  mausoleum(s) {
    s.box(white, 0.06, 0.06, 0.94, 0.94, 0, 0.07).box(white, 0.14, 0.14, 0.86, 0.86, 0.07, 0.14).box(stone, 0.24, 0.24, 0.76, 0.76, 0.14, 0.5);
    s.arch("left", INK, 0.42, 0.58, 0.14, 0.42, 0.76).arch("right", DARK, 0.44, 0.56, 0.18, 0.4, 0.76);
    for (const u of [0.27, 0.36, 0.64, 0.73]) s.cylinder(white, u, 0.8, 0.03, 0.14, 0.48).cylinder(white, 0.8, u, 0.03, 0.14, 0.48);
    s.box(white, 0.18, 0.18, 0.84, 0.84, 0.48, 0.55).cylinder(white, 0.5, 0.5, 0.25, 0.55, 0.64).dome(purple, 0.5, 0.5, 0.25, 0.64, 0.4);
    s.mark([0.5, 0.5, 1.04], (u, v) => `M${u(0)} ${v(2)}v-6M${u(-4)} ${v(-7)}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z`, gold.left, 1.4);
  },
  grove_university(s) {
    s.flat(leaf.top, 0.06, 0.06, 0.94, 0.94, 0.01);
    s.tree(0.2, 0.2, 1).box(brick, 0.22, 0.34, 0.84, 0.64, 0, 0.36).gable(purple, brick, "x", 0.22, 0.34, 0.84, 0.64, 0.36, 0.26);
    for (const u of [0.26, 0.66, 0.76]) s.wallLeft(PANE, u, u + 0.06, 0.12, 0.28, 0.64);
    s.box(cream, 0.4, 0.42, 0.6, 0.68, 0, 0.74).hip(purple, 0.4, 0.42, 0.6, 0.68, 0.74, 0.26, 0.03).arch("left", wood.right, 0.45, 0.55, 0, 0.24, 0.68);
    s.mark([0.5, 0.68, 0.58], (u, v) => `M${u(-6)} ${v(0)}a6 6.500 0 1 0 12 0a6 6.500 0 1 0 -12 0z`, white.top, 1.3).mark([0.5, 0.68, 0.58], (u, v) => `M${u(0)} ${v(-4)}v4l3 2`, "none", 1.3);
    s.tree(0.86, 0.78, 0.8).tree(0.22, 0.84, 0.9).pine(0.9, 0.24, 0.7);
  },
  mandras_palace(s) {
    base(s);
    const minaret = (x: number, y: number): void => void s.cylinder(white, x, y, 0.065, 0.06, 0.62).dome(purple, x, y, 0.075, 0.62, 0.3, true);
    minaret(0.18, 0.18);
    s.box(white, 0.22, 0.22, 0.78, 0.78, 0.06, 0.46);
    for (const u of [0.3, 0.5, 0.7]) s.arch("left", gold.right, u - 0.06, u + 0.06, 0.06, u === 0.5 ? 0.4 : 0.32, 0.78).arch("right", DARK, u - 0.05, u + 0.05, 0.1, 0.34, 0.78);
    s.cylinder(white, 0.5, 0.5, 0.2, 0.46, 0.58).dome(purple, 0.5, 0.5, 0.22, 0.58, 0.66, true).spot(gold.left, [0.5, 0.5, 1.25], 3.6);
    minaret(0.84, 0.18);
    minaret(0.18, 0.84);
    minaret(0.84, 0.84);
  },
  obelisk(s) {
    s.box(stone, 0.18, 0.18, 0.82, 0.82, 0, 0.08).box(stone, 0.28, 0.28, 0.72, 0.72, 0.08, 0.18);
    s.poly(purple.left, [[0.38, 0.62, 0.18], [0.62, 0.62, 0.18], [0.57, 0.57, 1.05], [0.43, 0.57, 1.05]]).poly(purple.right, [[0.62, 0.38, 0.18], [0.62, 0.62, 0.18], [0.57, 0.57, 1.05], [0.57, 0.43, 1.05]]);
    s.hip(gold, 0.43, 0.43, 0.57, 0.57, 1.05, 0.14, 0);
    for (const z of [0.4, 0.58, 0.76]) s.line([[0.45, 0.6, z], [0.54, 0.6, z]], 1.6, purple.top); // prettier-ignore
    s.mark([0.5, 0.5, 1.36], (u, v) => `M${u(5)} ${v(-13)}a12 12 0 1 0 7 15a9.500 9.500 0 1 1 -7 -15z`, gold.left, 1.6);
  },
  opaleyes_watch(s) {
    s.box(stone, 0.24, 0.24, 0.76, 0.76, 0, 0.14).cylinder(stone, 0.5, 0.5, 0.17, 0.14, 0.78).cylinder(purple, 0.5, 0.5, 0.24, 0.78, 0.88);
    s.mark([0.5, 0.5, 0.3], (u, v) => `M${u(-5)} ${v(8)}v-12a5 5 0 0 1 10 0v12z`, wood.right, 1.2).mark([0.5, 0.5, 0.6], (u, v) => `M${u(-3)} ${v(8)}v-9a3 3 0 0 1 6 0v9z`, DARK, 1.1);
    s.mark([0.5, 0.5, 1.12], (u, v) => `M${u(-24)} ${v(0)}Q${u(0)} ${v(-25)} ${u(24)} ${v(0)}Q${u(0)} ${v(25)} ${u(-24)} ${v(0)}z`, "#fffaf0", 1.9).spot("#6fc3b8", [0.5, 0.5, 1.12], 10).spot(INK, [0.5, 0.5, 1.12], 4.4, 0).mark([0.5, 0.5, 1.12], (u, v) => `M${u(1)} ${v(-4)}a2.500 2.500 0 1 1 4 2z`, "#ffffff", 0);
  },
  shrine(s) {
    s.flat(leaf.top, 0.06, 0.06, 0.94, 0.94, 0.01);
    s.mark([0.42, 0.42, 0], (u, v) => `M${u(-10)} ${v(8)}q6 -10 3 -30h12q-2 20 5 30z`, wood.left, 1.6);
    for (const [dx, dy, r, fill] of [[-20, -44, 17, leaf.right], [18, -46, 18, leaf.right], [0, -62, 22, leaf.left], [-8, -42, 15, leaf.left], [14, -40, 13, leaf.left]] as const) s.mark([0.42, 0.42, 0], (u, v) => `M${u(dx - r)} ${v(dy)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`, fill, 1.6); // prettier-ignore
    s.box(white, 0.56, 0.58, 0.88, 0.9, 0, 0.06).box(cream, 0.62, 0.64, 0.82, 0.84, 0.06, 0.26).arch("left", DARK, 0.68, 0.76, 0.06, 0.2, 0.84).hip(purple, 0.6, 0.62, 0.84, 0.86, 0.26, 0.26, 0.05).spot(gold.left, [0.72, 0.74, 0.55], 3);
    for (const [dx, dy] of [[-14, -56], [12, -66], [20, -40], [-22, -38]] as const) s.mark([0.42, 0.42, 0], (u, v) => `M${u(dx)} ${v(dy)}v5M${u(dx - 2.5)} ${v(dy + 6)}h5v5h-5z`, gold.left, 1); // prettier-ignore
  },
  silva_forum(s) {
    s.cylinder(white, 0.5, 0.5, 0.44, 0, 0.07).cylinder(white, 0.5, 0.5, 0.38, 0.07, 0.13);
    const ring = (from: number, to: number): void => {
      for (let i = from; i <= to; i += 1) {
        const a = (i * Math.PI) / 5;
        s.cylinder(white, 0.5 + 0.32 * Math.cos(a), 0.5 + 0.32 * Math.sin(a), 0.03, 0.13, 0.46);
      }
    };
    ring(4, 8);
    s.tree(0.5, 0.5, 1.15);
    ring(9, 13);
    s.cylinder(purple, 0.5, 0.5, 0.37, 0.46, 0.54).disc(leaf.top, 0.5, 0.5, 0.54, 0.24).tree(0.5, 0.42, 0.01);
    s.mark([0.5, 0.5, 0.54], (u, v) => `M${u(-15)} ${v(-6)}a15 16 0 1 1 30 0a15 11 0 0 1 -30 0z`, leaf.left, 1.6).mark([0.5, 0.5, 0.54], (u, v) => `M${u(3)} ${v(4)}a15 13 0 0 0 6 -22a14 15 0 0 1 -6 22z`, leaf.right, 0, "none");
  },
  sky_baths(s) {
    for (const [x, y] of [[0.16, 0.16], [0.84, 0.16], [0.16, 0.84], [0.5, 0.84], [0.84, 0.5], [0.84, 0.84]] as const) s.box(white, x - 0.06, y - 0.06, x + 0.06, y + 0.06, 0, 0.5); // prettier-ignore
    s.arch("left", DARK, 0.22, 0.44, 0, 0.44, 0.86).arch("left", DARK, 0.56, 0.78, 0, 0.44, 0.86).arch("right", DARK, 0.22, 0.44, 0, 0.44, 0.86).arch("right", DARK, 0.56, 0.78, 0, 0.44, 0.86);
    s.box(purple, 0.08, 0.08, 0.92, 0.92, 0.48, 0.62).flat(WATER, 0.17, 0.17, 0.83, 0.83, 0.61, 1.6);
    s.mark([0.5, 0.56, 0.62], (u, v) => `M${u(-20)} ${v(0)}q5 -4 10 0t10 0M${u(0)} ${v(9)}q5 -4 10 0t10 0`, "none", 1.8, "#e3f6fb", "water");
    for (const [x, y] of [[0.36, 0.4], [0.54, 0.3], [0.6, 0.52]] as const) s.smoke([x, y, 0.64]); // prettier-ignore
    s.dome(gold, 0.2, 0.2, 0.08, 0.62, 0.18);
  },
  starloom(s) {
    base(s).cylinder(cream, 0.5, 0.5, 0.26, 0.06, 0.5).arch("left", wood.right, 0.46, 0.58, 0.06, 0.3, 0.7);
    s.dome(purple, 0.5, 0.5, 0.26, 0.5, 0.4);
    for (const dx of [-24, -12, 0, 12, 24]) s.mark([0.5, 0.5, 0.72], (u, v) => `M${u(0)} ${v(-34)}L${u(dx)} ${v(16 - Math.abs(dx) * 0.2)}`, "none", 1.2, gold.left);
    s.mark([0.5, 0.5, 1.32], (u, v) => `M${u(0)} ${v(-17)}l5 11.500l12 1l-9 8l3 12l-11 -6.500l-11 6.500l3 -12l-9 -8l12 -1z`, gold.left, 1.7);
  },
  statue(s) {
    s.box(white, 0.16, 0.16, 0.84, 0.84, 0, 0.08).box(white, 0.26, 0.26, 0.74, 0.74, 0.08, 0.16).box(purple, 0.34, 0.34, 0.66, 0.66, 0.16, 0.48);
    s.mark([0.5, 0.5, 0.5], (u, v) => `M${u(-11)} ${v(4)}L${u(-8)} ${v(-26)}Q${u(0)} ${v(-34)} ${u(8)} ${v(-26)}L${u(11)} ${v(4)}Q${u(0)} ${v(9)} ${u(-11)} ${v(4)}z`, grey.left, 1.7).mark([0.5, 0.5, 0.5], (u, v) => `M${u(2)} ${v(6)}L${u(3)} ${v(-30)}L${u(8)} ${v(-26)}L${u(11)} ${v(4)}z`, grey.right, 0, "none");
    s.mark([0.5, 0.5, 0.5], (u, v) => `M${u(-7)} ${v(-24)}Q${u(-22)} ${v(-34)} ${u(-10)} ${v(-50)}M${u(7)} ${v(-24)}Q${u(22)} ${v(-34)} ${u(10)} ${v(-50)}`, "none", 6).mark([0.5, 0.5, 0.5], (u, v) => `M${u(-7)} ${v(-24)}Q${u(-22)} ${v(-34)} ${u(-10)} ${v(-50)}M${u(7)} ${v(-24)}Q${u(22)} ${v(-34)} ${u(10)} ${v(-50)}`, "none", 3.4, grey.left);
    s.mark([0.5, 0.5, 0.5], (u, v) => `M${u(-6)} ${v(-37)}a6 7 0 1 0 12 0a6 7 0 1 0 -12 0z`, grey.left, 1.6);
    s.mark([0.5, 0.5, 0.5], (u, v) => `M${u(-8)} ${v(-56)}a8 6.500 0 1 0 16 0a8 6.500 0 1 0 -16 0z`, "none", 5.4).mark([0.5, 0.5, 0.5], (u, v) => `M${u(-8)} ${v(-56)}a8 6.500 0 1 0 16 0a8 6.500 0 1 0 -16 0z`, "none", 3, gold.left);
  },
};
