// What a card scores and does, in signs. They follow from the box, so that the cards of a custom box have them too.

import type { GlyphName } from "../../lib/glyphs/glyphs";
import type { CardRow, Contents, Type } from "./table";

/** Where a card looks, as a small plan of squares: "@" is its own square, "#" counts, "." does not. */
export const PLANS = {
  near: [".#.", "#@#", ".#."],
  around: ["###", "#@#", "###"],
  lines: [".#..", "#@##", ".#..", ".#.."],
  line: ["....", "#@##", "....", "...."],
  corners: ["#..#", "....", "....", "#..#"],
  centre: ["....", ".##.", ".##.", "...."],
  anywhere: ["####", "####", "####", "####"],
  group: [".##.", ".#..", "##..", "...."],
} as const;
export type Plan = keyof typeof PLANS;

export type Sign =
  | { kind: "coin"; points: number }
  | { kind: "table"; points: number[]; more: boolean } // more: the last figure also counts for more
  | { kind: "plan"; plan: Plan; alone?: boolean }
  | { kind: "types"; types: (Type | "any")[]; not?: boolean; fed?: boolean; hungry?: boolean }
  | { kind: "cube" }
  | { kind: "glyph"; glyph: GlyphName; not?: boolean }
  | { kind: "word"; word: string };

const coin = (points = 0): Sign => ({ kind: "coin", points });
const plan = (name: Plan): Sign => ({ kind: "plan", plan: name });
const types = (...list: (Type | "any")[]): Sign => ({ kind: "types", types: list });
const fed: Sign = { kind: "types", types: ["CO"], fed: true };
const cube: Sign = { kind: "cube" };
const word = (text: string): Sign => ({ kind: "word", word: text });
const times = (n: number): Sign[] => (n === 1 ? [] : [word(`${n}×`)]);
const THEN = word("→");
const EACH = word("/");

function scoring({ verb, points = 0, base = 0, near = [], least = 2, table = [], more = 0, zone = "none" }: CardRow, hall: number | null): Sign[] {
  const first = base ? [coin(base), word("+")] : [];
  const some: Sign = { kind: "types", types: near };
  switch (verb) {
    case "each":
      return [coin(points)];
    case "fed":
      return [{ kind: "glyph", glyph: "wheat" }, THEN, coin(points)];
    case "near_each":
      return [coin(points), EACH, plan("near"), some];
    case "near_any":
      return [plan("near"), some, THEN, coin(points)];
    case "near_none":
      return [plan("near"), { kind: "types", types: near, not: true }, THEN, coin(points)];
    case "fed_in_town":
      return [coin(points), EACH, fed];
    case "fed_near":
      return [plan("near"), ...times(least), fed, THEN, coin(points)];
    case "zone":
      return zone === "none" ? [coin(base)] : [...first, coin(points), EACH, plan(zone)];
    case "count_table":
      return [{ kind: "table", points: table, more: true }];
    case "more_than_right":
      if (hall !== null) return [coin(hall > 2 ? more : points)];
      return [coin(points), { kind: "glyph", glyph: "crown" }, THEN, coin(more)];
    case "alone":
      return [{ kind: "plan", plan: "lines", alone: true }, THEN, coin(points)];
    case "line":
      return [coin(points), EACH, plan("line")];
    case "types_in_lines":
      return [coin(points), EACH, types("any"), plan("lines")];
    case "stored":
      return [coin(points), EACH, cube];
    case "types_present":
      return [coin(points), EACH, types("any")];
    case "types_absent":
      return [coin(points), EACH, { kind: "types", types: ["any"], not: true }];
    case "types_near":
      return [coin(points), EACH, plan("near"), types("any")];
    case "group":
      return [...first, coin(points), EACH, plan("group")];
    case "when_built":
      return [{ kind: "glyph", glyph: "house" }, { kind: "table", points: table, more: true }];
    case "place":
      return [{ kind: "glyph", glyph: "crown" }, { kind: "table", points: table, more: false }];
    default:
      return [];
  }
}

function feeding({ feeds, number = 0 }: CardRow): Sign[] {
  if (!feeds || feeds === "none") return [];
  const cottages = feeds === "number" ? [...times(number), types("CO")] : feeds === "lines" ? [plan("lines"), types("CO")] : [plan(feeds), types("CO")];
  return [{ kind: "glyph", glyph: "wheat" }, THEN, ...cottages];
}

function ability(row: CardRow, { game, building }: Contents): Sign[] {
  switch (row.ability) {
    case "anywhere":
    case "obelisk":
      return [THEN, plan("anywhere")];
    case "bank":
      return [{ kind: "glyph", glyph: "hammer", not: true }, cube];
    case "factory":
      return [cube, THEN, { kind: "glyph", glyph: "question" }];
    case "trading_post":
      return [word("="), cube];
    case "warehouse":
      return times(game.store);
    case "guild":
      return [...times(game.exchanges), types("any"), { kind: "glyph", glyph: "rematch" }];
    case "castle":
      return [word("="), ...times(2), types("CO")];
    case "cathedral":
      return [word("□"), THEN, coin(0)];
    case "fort":
      return [{ kind: "glyph", glyph: "hammer", not: true }];
    case "mausoleum":
      return [{ kind: "types", types: ["CO"], hungry: true }, THEN, coin(building.find((one) => one.type === "CO")?.points)];
    case "grove":
      return [word("+"), types("any")];
    case "watch":
      return [{ kind: "glyph", glyph: "eye" }, ...times(game.listed), types("any")];
    case "statue":
      return [cube, THEN, types("CO")];
    default:
      return [];
  }
}

/** `hall` is what a Feast Hall gives in Solo, where nobody sits to the right; null otherwise. */
export const signsOf = (row: CardRow, contents: Contents, hall: number | null): Sign[] => [...scoring(row, hall), ...feeding(row), ...ability(row, contents)];
