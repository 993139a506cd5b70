// The sentences of a board, which load with the board and not with the first page.

import { currentLanguage } from "../i18n.svelte";

type Values = Record<string, string | number>;
type Stem<K> = K extends `${infer S}.other` ? S : never;

/** `say` returns the sentence of a key with its {places} filled in, `count` the one for a number of things. */
export function speaker<M extends Record<string, string>>(texts: Record<"en" | "it", M>) {
  type Key = keyof M & string;
  const say = (key: Key, values?: Values): string => {
    const text: string = texts[currentLanguage()][key]!;
    return values ? text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place)) : text;
  };
  /** The stem of "cards.one" and "cards.other" is "cards". */
  const count = (stem: Stem<Key>, n: number, values?: Values): string => say(`${stem}.${n === 1 ? "one" : "other"}` as Key, { n, ...values });
  return { say, count };
}

/** "+3", "−1", "±0". */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `\u2212${-n}` : "\u00b10");
