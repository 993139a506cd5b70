// A hint in words: the move, what to expect after it, and why.

import type { Schemas } from "../board";
import { t, tn } from "../i18n.svelte";

export function advice(hint: Schemas["Advice"], you: number): string {
  const points = Math.round(hint.points[you] ?? 0);
  const chance = Math.round(100 * (hint.chances[you] ?? 0));
  const expected = hint.points.length > 1 ? tn("hint.expected", points, { chance }) : tn("hint.expected.alone", points);
  return [t("table.hinted", { move: hint.move.text }), expected, hint.why].filter(Boolean).join(" ");
}
