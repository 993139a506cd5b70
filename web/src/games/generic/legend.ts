// What the letters on a grid or a strip stand for, game by game.

import type { GlyphName } from "../../lib/glyphs/glyphs";
import { t, type Key } from "../../lib/i18n.svelte";
import { pieceOfLetter, type Piece } from "../../lib/patterns/pieces";

export interface Sign {
  piece?: Piece;
  glyph?: GlyphName;
  letters?: string; // shown where no glyph says it
  word?: string; // for the legend and for screen readers
  building?: boolean; // a house rather than a cube
}

const entry = (piece: Piece, glyph: GlyphName, key: Key, building = false) => ({ piece, glyph, key, building });

const TOWN: Record<string, ReturnType<typeof entry>> = {
  W: entry("green", "wood", "sign.wood"),
  Y: entry("yellow", "wheat", "sign.wheat"),
  B: entry("red", "brick", "sign.brick"),
  G: entry("blue", "glass", "sign.glass"),
  S: entry("purple", "stone", "sign.stone"),
  CO: entry("blue", "house", "sign.cottage", true),
  FD: entry("red", "wheat", "sign.food", true),
  WL: entry("white", "ring", "sign.well", true),
  CH: entry("yellow", "chapel", "sign.chapel", true),
  TV: entry("green", "inn", "sign.tavern", true),
  TH: entry("yellow", "emporium", "sign.theater", true),
  FC: entry("white", "gear", "sign.factory", true),
  MO: entry("purple", "star", "sign.monument", true),
};

const PIER: Record<string, ReturnType<typeof entry>> = {
  F: entry("blue", "fisher", "sign.fisher"),
  P: entry("purple", "poet", "sign.poet"),
  L: entry("red", "lovers", "sign.lovers"),
  S: entry("yellow", "garden", "sign.seller"),
};

const TENBY: Record<string, ReturnType<typeof entry>> = {
  T: entry("red", "house", "sign.terrace"),
  P: entry("blue", "pier", "sign.pier"),
  L: entry("yellow", "star", "sign.landmark"),
  R: entry("purple", "person", "sign.resident"),
  O: entry("white", "ring", "sign.ring"),
};

const COLOURS: Record<Piece, Key> = {
  red: "sign.red",
  yellow: "sign.yellow",
  green: "sign.green",
  blue: "sign.blue",
  purple: "sign.purple",
  white: "sign.white",
};

const GAMES: Record<string, Record<string, ReturnType<typeof entry>>> = { "tiny-towns": TOWN, "pier-18": PIER, tenby: TENBY };

/** The sign of a token such as "W", "Yb" or "FC(WG)"; null for an empty place. */
export function signOf(game: string, token: string): Sign | null {
  if (/^\.+$/.test(token)) return null;
  const known = GAMES[game]?.[token.replace(/\(.*$/, "")];
  if (known) {
    const on = token.match(/\((.*)\)/)?.[1];
    return { piece: known.piece, glyph: known.glyph, word: t(known.key) + (on ? ` (${on})` : ""), letters: on, building: known.building };
  }
  if (game === "copenhagen") {
    if (token === "()") return { glyph: "coat", word: t("sign.coat") };
    const piece = pieceOfLetter(token[0]!);
    if (piece) return { piece, glyph: token[1] === "b" ? "brick" : token[1] === "w" ? "glass" : undefined, word: t(COLOURS[piece]), building: token.length > 1 };
  }
  return { letters: token, word: token };
}

/** The colour of a word such as "orange"; the pieces have no orange and no grey. */
export function pieceOfWord(word: unknown): Piece | undefined {
  if (word === "orange") return "yellow";
  if (word === "grey" || word === "all") return "white";
  return typeof word === "string" && word in COLOURS ? (word as Piece) : undefined;
}
