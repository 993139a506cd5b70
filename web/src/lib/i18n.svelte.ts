// The page's texts, from messages/*.json. `npm run messages` reports missing and unused keys.

import en from "../../messages/en.json";
import { recall, remember } from "./storage";

export type Key = keyof typeof en;
export type Language = "en" | "it";
type Values = Record<string, string | number>;

/** The stem of a singular and a plural: "players" for "players.one" and "players.other". */
export type Counted = Key extends infer K ? (K extends `${infer Stem}.other` ? Stem : never) : never;

let language = $state<Language>("en");
let messages = $state.raw<Record<Key, string>>(en);

const loaders: Record<Language, () => Promise<Record<Key, string>>> = {
  en: async () => en,
  it: async () => (await import("../../messages/it.json")).default,
};

export function currentLanguage(): Language {
  return language;
}

export async function setLanguage(wanted: Language): Promise<void> {
  messages = await loaders[wanted]();
  language = wanted;
  document.documentElement.lang = wanted;
  remember("language", wanted);
}

/** Starts with the language chosen earlier, otherwise with the browser's. */
export async function startLanguage(): Promise<void> {
  const chosen = recall<string | null>("language", null);
  const wanted = chosen ?? (/^it\b/i.test(navigator.language) ? "it" : "en");
  if (wanted === "it") messages = await loaders.it();
  language = wanted === "it" ? "it" : "en";
  document.documentElement.lang = language;
}

/** The text of a key with its {places} filled in. */
export function t(key: Key, values?: Values): string {
  const text = messages[key];
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** The text for a number of things, singular or plural. */
export function tn(stem: Counted, n: number, values?: Values): string {
  const form = new Intl.PluralRules(language).select(n) === "one" ? "one" : "other";
  return t(`${stem}.${form}` as Key, { n, ...values });
}

/** "Ada, Ben and Cleo", or "4, 5 or 6". */
export function listed(words: string[], type: "conjunction" | "disjunction" = "conjunction"): string {
  return new Intl.ListFormat(language, { type }).format(words);
}

export function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
}

/** "3 min", "2 hr": how long something has lasted, in whole units. */
export function duration(seconds: number): string {
  const [n, unit] = seconds < 3600 ? [seconds / 60, "minute"] : seconds < 48 * 3600 ? [seconds / 3600, "hour"] : [seconds / 86400, "day"];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(Math.max(1, Math.floor(n)));
}

/** "5 minutes ago". */
export function ago(seconds: number): string {
  const form = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const past = (seconds * 1000 - Date.now()) / 60000;
  if (past > -60) return form.format(Math.round(past), "minute");
  if (past > -60 * 24) return form.format(Math.round(past / 60), "hour");
  return form.format(Math.round(past / 60 / 24), "day");
}
