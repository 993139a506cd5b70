// Checks after the game that the server dealt as it had committed to.

import type { TableInfo } from "./http";
import { recall } from "./storage";
import type { Noted } from "./table.svelte";

export type Verdict = "fair" | "fair-unnoted" | "broken" | "unknown";

/** The secret must match the commitment, and the server must have used this browser's entropy. */
export async function checkDeal(info: TableInfo): Promise<Verdict> {
  const { commitment, secret, entropy } = info.deal;
  if (!secret || !crypto.subtle) return "unknown";
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hash !== commitment) return "broken";
  const noted = recall<Noted | null>(`deal.${info.code}`, null);
  if (!noted || info.you == null) return "fair-unnoted";
  return noted.commitment === commitment && noted.entropy === entropy[info.you] ? "fair" : "broken";
}
