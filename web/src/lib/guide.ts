// The server's guide to a game, from which the page can draw any game, even one that it does not know: the shapes and labels
// of its view, the words for kinds of move, the signs, and what each card does.

import type { Move, Schemas } from "./board";
import { GLYPHS, type GlyphName } from "./glyphs/glyphs";
import type { Piece } from "./patterns/pieces";

export type Guide = Schemas["Guide"];
export type FieldGuide = Schemas["FieldGuide"];
export type Card = Schemas["Card"];

/** A token of a grid, strip or count, ready to be drawn. */
export interface Drawn {
  piece?: Piece;
  glyph?: GlyphName;
  building: boolean;
  letters: string; // shown if it has neither piece nor glyph
  word: string;
}

/** The sign of a token such as "W"; null for an empty place, which is written in dots. "W(BG)" carries two more. */
export function signOf(guide: Guide, token: string): Drawn | null {
  if (/^\.+$/.test(token)) return null;
  const [, bare = token, carried = ""] = token.match(/^(.+)\((.*)\)$/) ?? [];
  const sign = guide.signs[token] ?? guide.signs[bare];
  if (!sign) return { building: false, letters: token, word: token };
  const more = guide.signs[token] ? "" : [...carried].map((one) => guide.signs[one]?.word ?? one).join(", ");
  return {
    piece: sign.piece ?? undefined,
    glyph: sign.glyph && sign.glyph in GLYPHS ? (sign.glyph as GlyphName) : undefined,
    building: sign.building ?? false,
    letters: carried || bare,
    word: more ? `${sign.word} (${more})` : sign.word || token,
  };
}

/** The word for a value or a key of a field. */
export function wordOf(guide: Guide, field: FieldGuide, value: unknown): string {
  const key = String(value);
  const word = field.words?.[key];
  return word && word !== key ? word : (guide.cards[key]?.title ?? guide.signs[key]?.word ?? key);
}

/** Everything that the fields of a move name: cards, squares, keys of tables. Squares may also be keys ("a1": "W"). */
export function namedBy(move: Move): Set<string> {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value === "string") found.add(value);
    else if (Array.isArray(value)) value.forEach(look);
    else if (value && typeof value === "object") {
      for (const [key, inner] of Object.entries(value)) {
        found.add(key);
        look(inner);
      }
    }
  };
  Object.values(move.fields).forEach(look);
  return found;
}

/** The cards that a move names, by id. */
export function cardsOf(guide: Guide, move: Move): string[] {
  return [...namedBy(move)].filter((name) => Object.hasOwn(guide.cards, name));
}
