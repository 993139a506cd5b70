// The sentences of this board.

import { currentLanguage } from "../../lib/i18n.svelte";
import { speaker } from "../../lib/boards/speaker";
import en from "./messages/en.json";
import it from "./messages/it.json";

export const { say, count } = speaker({ en, it });

/** A date such as "03-28" as "28 Mar". */
export function dayOf(date: string): string {
  const [month, day] = date.split("-").map(Number);
  return new Intl.DateTimeFormat(currentLanguage() === "en" ? "en-GB" : "it", { day: "numeric", month: "short" }).format(new Date(2000, month! - 1, day));
}
