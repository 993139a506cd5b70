// The sentences of Copenhagen's board; they come with the board, not with the first page.

import en from "./messages/en.json";
import it from "./messages/it.json";
import { speaker } from "../../lib/boards/speaker";
import type { Ability, Colour, Side } from "./table";

type Key = keyof typeof en;
type Counted = Key extends infer K ? (K extends `${infer Stem}.other` ? Stem : never) : never;
export const { say, count } = speaker({ en, it });

const COLOURS: Record<Colour, Counted> = { P: "colour.P", G: "colour.G", R: "colour.R", B: "colour.B", Y: "colour.Y" };
const ABILITIES: Record<Ability, { name: Key; short: Key; about: Key }> = {
  any: { name: "ability.any", short: "short.any", about: "about.any" },
  extra: { name: "ability.extra", short: "short.extra", about: "about.extra" },
  discount: { name: "ability.discount", short: "short.discount", about: "about.discount" },
  change: { name: "ability.change", short: "short.change", about: "about.change" },
  both: { name: "ability.both", short: "short.both", about: "about.both" },
};
const SIDES: Record<Side | "none" | "take", Key> = {
  active: "ability_active",
  used: "ability_used",
  none: "ability_none",
  take: "ability_take",
};

/** "red"; in Italian it agrees with the cards or tiles it describes. */
export const colourName = (colour: Colour, n = 1): string => count(COLOURS[colour], n);
/** "Change colour", short enough to stand under its tile. */
export const abilityShort = (ability: Ability): string => say(ABILITIES[ability].short);
/** What an ability tile does, in one sentence. */
export const abilityAbout = (ability: Ability): string => say(ABILITIES[ability].about);
/** "Any cards, ready to use". */
export const abilitySide = (ability: Ability, side: Side | "none" | "take"): string =>
  say(SIDES[side], { ability: say(ABILITIES[ability].name) });
