// The sentences of Copenhagen's board; they come with the board, not with the first page.

import en from "../../../messages/copenhagen.en.json";
import it from "../../../messages/copenhagen.it.json";
import { currentLanguage } from "../../lib/i18n.svelte";

export type Key = keyof typeof en;
const TEXTS: Record<string, Record<Key, string>> = { en, it };

/** The sentence of a key, its {places} filled in. */
export function say(key: Key, values?: Record<string, string | number>): string {
  const text = TEXTS[currentLanguage()]![key];
  return values ? text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place)) : text;
}

/** The same for one or many: "cards.one" and "cards.other" are asked for as "cards". */
export type Counted = Key extends infer K ? (K extends `${infer Stem}.other` ? Stem : never) : never;
export function count(stem: Counted, n: number, values?: Record<string, string | number>): string {
  return say(`${stem}.${n === 1 ? "one" : "other"}` as Key, { n, ...values });
}
