// How everybody stands in the four scorings, in words.

import { say } from "./messages";
import { SCORINGS, type Standing, type View } from "./table";

const SHORT = {
  C0: "C0", C1: "C1", C2: "C2", C3: "C3", C4: "C4", G0: "G0", G1: "G1", G2: "G2", G3: "G3", G4: "G4",
  I0: "I0", I1: "I1", I2: "I2", I3: "I3", I4: "I4", B0: "B0", B1: "B1", B2: "B2", B3: "B3", B4: "B4",
} as const; // prettier-ignore
const PLACES = ["no_place", "place_1", "place_2", "place_3", "place_4"] as const;

export interface Race {
  name: (typeof SCORINGS)[number];
  code: string; // "C3"; "C0" is the printed one
  short: string;
  everyRound: boolean; // paid in every round, not at the end
  now: Standing;
  seats: number[]; // in the order in which they stand
}

export function racesOf(view: View): Race[] {
  return SCORINGS.flatMap((name, i) => {
    const code = view.scoring?.[i];
    const now = view.standings?.[i];
    if (!code || !now) return [];
    const before = (a: number, b: number): number =>
      now.places ? (now.places[a] || 9) - (now.places[b] || 9) : (now.money?.[b] ?? 0) - (now.money?.[a] ?? 0) || (now.counts[b] ?? 0) - (now.counts[a] ?? 0);
    return [{ name, code, short: say(SHORT[code as keyof typeof SHORT]), everyRound: code.endsWith("2"), now, seats: view.players.map((_, seat) => seat).sort(before) }];
  });
}

/** How a seat stands: its place and pay, or its pay alone. */
export function stands({ now, everyRound }: Race, seat: number): string {
  const money = now.money?.[seat] ?? 0;
  if (everyRound) return say("so_far", { n: now.counts[seat] ?? 0 });
  if (!now.places) return say("pounds", { n: money });
  const place = now.places[seat] ?? 0;
  return place && money ? say("at_place", { place: say(PLACES[place]!), n: money }) : say(PLACES[place]!);
}
