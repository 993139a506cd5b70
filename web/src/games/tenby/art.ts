// Where everything on a town card is drawn. All of it follows from the card's data; its id only varies roofs and doors.
//
// A card is 100 wide and 150 high: sky with clouds and gulls, roof with chimneys, wall with windows, the ground floor, the
// promenade or the planks with what stands on them, and below them the sea wall or the piles, where the sign hangs.

import type { Card, Edge } from "./table";

export const WIDTH = 100;
export const HEIGHT = 150;
export const INK = "#23303d";
export const PAPER = "#fbf5e8";
export const EAVES = 57;
export const GROUND = 112; // where houses stand
export const FRONT = 128; // the front edge of promenade and planks
export const HORIZON = 93;

/** The hills behind a town. */
export const hills = (from: number, width: number): string => `M${from} ${HORIZON}V74${"q75-30 150 0t150 0 110-6 190 6".repeat(Math.ceil(width / 600))}V${HORIZON}z`;

export interface Item {
  thing: string;
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The sign of a thing: of what is tall and thin, the part by which it is known. */
export const iconOf = (thing: string): string => (["lamp_post", "shutters", "binoculars"].includes(thing) ? `${thing}-icon` : thing);

/** Natural sizes of the features. */
export const SIZE: Record<string, [number, number]> = {
  bench: [23, 13],
  bin: [10, 14],
  binoculars: [13, 24],
  chimney: [12, 20],
  cloud: [22, 13],
  flower_box: [18, 9],
  lamp_post: [11, 42],
  lobster_box: [16, 12],
  porch: [23, 28],
  seagull: [20, 12],
  shutters: [25, 18],
};
const STANDING = ["bench", "bin", "lobster_box", "binoculars"];
const ON_WALLS = ["chimney", "flower_box", "porch", "shutters"];

/** A number that is always the same for a card: it varies what has no meaning. */
export function chance(id: string, n: number): number {
  let hash = 2166136261;
  for (const letter of id) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619);
  return ((hash ^ (hash >>> 13)) >>> 0) % n;
}

export type Form = "house" | "kiosk" | "tower" | "hall" | "arches" | "lighthouse" | "bandstand" | "none";

/** What is built on a card. */
export function formOf(card: Card): Form {
  const walls = ON_WALLS.some((thing) => (card.features?.[thing] ?? 0) > 0);
  if (card.landmark) {
    if (card.building || card.subtype === "home") return "hall";
    if (card.base === "terrace") return card.subtype ? "hall" : walls ? "tower" : (["arches", "tower"] as const)[chance(card.id, 2)]!;
    if (card.edges.includes("sea")) return walls ? "tower" : "lighthouse";
    return card.subtype || walls ? "hall" : "bandstand";
  }
  if (card.base === "terrace") return "house";
  return card.subtype || card.building || walls ? "kiosk" : "none";
}

/** From where to where promenade or planks run. */
export function floorOf(card: Card): { left: number; right: number } {
  return { left: card.edges[0] === "sea" ? 9 : 0, right: card.edges[1] === "sea" ? 91 : WIDTH };
}
/** From where to where stone is below the floor; the rest is planks on piles. */
export function stoneOf(card: Card): { left: number; right: number } | null {
  if (card.base === "pier") return null;
  const side = (edge: Edge): number => (edge === "terrace" ? 0 : edge === "sea" ? 9 : 12);
  return { left: side(card.edges[0]), right: WIDTH - side(card.edges[1]) };
}

/** The walls of what is built on a card. */
export function wallsOf(card: Card, form: Form): Box {
  const side = (edge: Edge): number => (edge === "terrace" ? 0 : 12);
  let left = side(card.edges[0]);
  let right = WIDTH - side(card.edges[1]);
  let top = EAVES + [0, -4, 3][chance(card.id, 3)]!;
  if (form === "kiosk") [left, right, top] = [24, 76, 70];
  if (form === "hall") top = EAVES - 3;
  if (form === "hall" && card.base === "pier") [left, right] = [16, 84];
  if (form === "tower") [left, right, top] = [Math.max(left, 22), Math.min(right, 78), EAVES];
  return { x: left, y: top, width: right - left, height: GROUND - top };
}

/** Things in a row within a box, as large as there is room for. */
function row(thing: string, n: number, box: Box, spread = true): Item[] {
  const [w, h] = SIZE[thing]!;
  let columns = n;
  let scale = 1;
  for (let lines = 1; ; lines += 1) {
    columns = Math.ceil(n / lines);
    scale = Math.min(1, box.width / (columns * (w + 1)), box.height / (lines * h));
    if (lines >= n || scale >= Math.min(1, box.height / ((lines + 1) * h))) break;
  }
  const cell = spread ? box.width / columns : Math.min(box.width / columns, (w + 3) * scale);
  const start = box.x + (box.width - cell * columns) / 2;
  return Array.from({ length: n }, (_, i) => ({
    thing,
    x: start + (i % columns) * cell + (cell - w * scale) / 2,
    y: box.y + Math.floor(i / columns) * h * scale,
    width: w * scale,
    height: h * scale,
  }));
}

export interface Plan {
  form: Form;
  walls: Box | null;
  windows: Box[]; // upstairs
  doors: Box[];
  panes: Box[]; // windows on the ground floor: a shop has one large one
  items: Item[]; // features, those behind first
}

/** The whole drawing of a card. */
export function planOf(card: Card): Plan {
  const form = formOf(card);
  const n = (thing: string): number => card.features?.[thing] ?? 0;
  const items: Item[] = [];
  const walls = form === "none" ? null : wallsOf(card, form);
  const high = form === "lighthouse" || form === "tower";

  // the sky: clouds above gulls; a tower keeps them to its sides
  const side = high ? (chance(card.id, 2) ? { x: 2, width: 42 } : { x: 56, width: 42 }) : null;
  for (const [thing, y, height] of [["cloud", 2, 15], ["seagull", 18, 14]] as const) {
    const wide = side && n(thing) <= 2 ? side : { x: 2, width: 96 };
    for (const [i, item] of row(thing, n(thing), { ...wide, y, height }).entries()) {
      const room = Math.max(0, height - item.height);
      items.push({ ...item, y: item.y + ((i + chance(card.id, 5)) % 2 ? Math.min(3, room) : 0) });
    }
  }
  const windows: Box[] = [];
  const doors: Box[] = [];
  const panes: Box[] = [];
  if (walls) {
    const roof = form === "kiosk" ? walls.y - 2 : walls.y - 6;
    const stacks = row("chimney", n("chimney"), { x: walls.x + 6, y: roof - 18, width: walls.width - 12, height: 20 });
    if (stacks.length === 1 && walls.width > 60) stacks[0]!.x = chance(card.id, 2) ? walls.x + 10 : walls.x + walls.width - 22;
    items.push(...stacks);

    // upstairs: windows, each with its pair of shutters and its flower box
    const open = form === "bandstand" || form === "lighthouse" || form === "arches";
    const count = Math.max(form === "house" || form === "hall" ? (walls.width > 80 ? 3 : 2) : form === "kiosk" ? 0 : 1, n("shutters"), n("flower_box"));
    if (count && (!open || n("shutters") || n("flower_box"))) {
      const lines = count > 6 ? 2 : 1;
      const columns = Math.ceil(count / lines);
      const cell = (walls.width - 4) / columns;
      const top = walls.y + 5;
      const scale = Math.min(1, cell / 27, (90 - top) / lines / 26);
      for (let i = 0; i < count; i += 1) {
        const x = walls.x + 2 + cell * ((i % columns) + 0.5);
        const y = top + Math.floor(i / columns) * 27 * scale;
        windows.push({ x: x - 6.5 * scale, y, width: 13 * scale, height: 17 * scale });
        if (i < n("shutters")) items.push({ thing: "shutters", x: x - 12.5 * scale, y: y - 0.5, width: 25 * scale, height: 18 * scale });
        if (i >= count - n("flower_box")) items.push({ thing: "flower_box", x: x - 9 * scale, y: y + 14.500 * scale, width: 18 * scale, height: 9 * scale });
      }
    }

    // the ground floor: doors, one under each porch, and a window beside
    if (!open || n("porch")) {
      const count = Math.max(1, n("porch"));
      const scale = Math.min(1, (walls.width - 4) / (count * 25));
      const left = chance(card.id, 7) % 2 === 0;
      for (let i = 0; i < count; i += 1) {
        const x = left ? walls.x + 5 + (i + 0.5) * 23 * scale : walls.x + walls.width - 5 - (i + 0.5) * 23 * scale;
        doors.push({ x: x - 6 * scale, y: GROUND - 21 * scale, width: 12 * scale, height: 21 * scale });
        if (i < n("porch")) items.push({ thing: "porch", x: x - 11.5 * scale, y: GROUND + 1 - 28 * scale, width: 23 * scale, height: 28 * scale });
      }
      const room = walls.width - 12 - count * 23 * scale;
      const from = left ? walls.x + walls.width - 4 - room : walls.x + 4;
      const many = card.subtype === "business" || form === "kiosk" ? 1 : Math.max(1, Math.floor(room / 26));
      const wide = many === 1 && card.subtype === "business" ? room : Math.min(13, room / many - 4);
      if (room > 10) for (let i = 0; i < many; i += 1) panes.push({ x: from + (room / many) * (i + 0.5) - wide / 2, y: GROUND - 19, width: wide, height: card.subtype === "business" ? 14 : 13 });
    }
  }

  // what stands on the promenade: lamps outside, the rest between them
  const floor = floorOf(card);
  const lamps = n("lamp_post");
  const middle = STANDING.flatMap((thing) => Array.from({ length: n(thing) }, () => thing));
  const order = [...Array.from({ length: Math.ceil(lamps / 2) }, () => "lamp_post"), ...middle, ...Array.from({ length: Math.floor(lamps / 2) }, () => "lamp_post")];
  const total = order.reduce((sum, thing) => sum + SIZE[thing]![0], 0);
  const room = floor.right - floor.left - 6;
  const scale = Math.min(1, room / (total + 2 * order.length));
  const space = (room - total * scale) / order.length;
  let x = floor.left + 3 + space / 2;
  for (const thing of order) {
    const [w, h] = SIZE[thing]!;
    items.push({ thing, x, y: 125.5 - h * scale, width: w * scale, height: h * scale });
    x += w * scale + space;
  }
  return { form, walls, windows, doors, panes, items };
}
