// This browser's part in a deal: it promises some randomness, reveals it once everyone has promised theirs, notes what the
// others promised, and checks after the game that the server dealt accordingly.

import type { TableInfo } from "./http";
import { newEntropy } from "./ids";
import { hashed, sha256 } from "./sha256";
import { recall, remember } from "./storage";

export type Verdict = "fair" | "fair-unnoted" | "broken" | "unknown";

/** What this browser noted about a deal. */
interface Noted {
  commitment: string; // of the server
  entropy: string; // our own
  commitments?: (string | null)[]; // of all seats, noted before we revealed our entropy
}

type Frame = { type: "ready"; commitment: string } | { type: "reveal"; entropy: string };

/** The frame to send for this browser's part in the deal of an open table; null if there is none now. */
export function takePart(info: TableInfo): Frame | null {
  const { commitment, commitments = [], entropy } = info.deal;
  if (info.you == null || info.status !== "open") return null;
  let noted = recall<Noted | null>(`deal.${info.code}`, null);
  const mine = commitments[info.you] ?? null;
  if (mine == null || !noted || hashed(noted.entropy) !== mine) {
    // revealed entropy cannot be used again
    if (!noted || noted.commitment !== commitment || noted.commitments) noted = { commitment, entropy: newEntropy() };
    remember(`deal.${info.code}`, noted);
    return { type: "ready", commitment: hashed(noted.entropy) };
  }
  if (commitments.some((one) => one == null) || entropy[info.you] != null) return null;
  remember(`deal.${info.code}`, { ...noted, commitments } satisfies Noted);
  return { type: "reveal", entropy: noted.entropy };
}

/** Checks that the secret and everyone's entropy are what was promised, as this browser noted it. */
export function checkDeal(info: TableInfo): Verdict {
  const { commitment, commitments = [], secret, entropy } = info.deal;
  if (!secret) return "unknown";
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  if (sha256(bytes) !== commitment) return "broken";
  if (commitments.some((one, seat) => one != null && hashed(entropy[seat] ?? "") !== one)) return "broken";
  const noted = recall<Noted | null>(`deal.${info.code}`, null);
  if (!noted?.commitments || info.you == null) return "fair-unnoted";
  const same = noted.commitments.every((one, seat) => one === commitments[seat]);
  return same && noted.commitment === commitment && noted.entropy === entropy[info.you] ? "fair" : "broken";
}
