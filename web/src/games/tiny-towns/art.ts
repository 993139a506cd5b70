// What stands on a square as a drawing, and the signs of resources and types.

import type { GlyphName } from "../../lib/glyphs/glyphs";
import { draw } from "./buildings";
import { cube } from "./cubes";
import type { Shape } from "./iso";
import { MONUMENTS } from "./monuments";
import type { Resource, Type } from "./table";

export const GLYPH_OF: Record<Resource, GlyphName> = { W: "wood", Y: "wheat", B: "brick", G: "glass", S: "stone" };

/** The colours of the types on cards: a strip, and the words on it. */
export const TYPE_COLOURS: Record<Type, { face: string; ink: string }> = {
  CO: { face: "#8dbbe0", ink: "#0d2c47" },
  FD: { face: "#ec8b7b", ink: "#4f140c" },
  WL: { face: "#c9cccd", ink: "#2f3439" },
  CH: { face: "#f3b27c", ink: "#4d2606" },
  TV: { face: "#8fc9a5", ink: "#0f3521" },
  TH: { face: "#f5d27a", ink: "#4a3200" },
  FC: { face: "#565e69", ink: "#ffffff" },
  MO: { face: "#c3a8d7", ink: "#301844" },
};

export const building = (card: string | null, type: Type, fed: boolean): Shape[] => draw(card, type, fed, MONUMENTS);

/** Cubes that lie on a building: one big marker, or a row on the ramp of a Warehouse. */
export function carried(on: Resource[], type: Type): Shape[] {
  if (on.length === 1 && type !== "FC") return cube(on[0]!, 0.26, 0.62, 0.86, 0);
  return on.flatMap((resource, i) => cube(resource, 0.24, 0.24 + 0.27 * i, 0.9, 0.03));
}
