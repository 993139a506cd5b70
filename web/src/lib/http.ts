// The server over HTTP: docs/protocol.md.

import type { Schemas } from "./board";
import { currentLanguage, t, type Key } from "./i18n.svelte";

export type GameInfo = Schemas["GameInfo"];
export type Me = Schemas["Me"];
export type BoxInfo = Schemas["BoxInfo"];
export type TableInfo = Schemas["TableInfo"];
export type TableLine = Schemas["TableLine"];
export type SeatInfo = Schemas["SeatInfo"];
export type Situation = Schemas["Situation"];
export type Replay = Schemas["Replay"];
export type Problem = Schemas["Problem"];

/** A refused request, with a sentence for the guest. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const KNOWN: Record<string, Key> = {
  "bad-key": "problem.bad-key",
  "bad-name": "problem.bad-name",
  begun: "problem.begun",
  full: "problem.full",
  internal: "problem.unknown",
  "no-game": "missing.game",
  "not-absent": "problem.not-absent",
  "no-name": "problem.no-name",
  "no-ply": "problem.no-ply",
  "no-seat": "problem.no-seat",
  "no-undo": "problem.no-undo",
  "not-found": "missing.table",
  "not-over": "problem.not-over",
  "not-playing": "problem.not-playing",
  "not-yours": "problem.not-yours",
  offline: "problem.offline",
  reminded: "problem.reminded",
  stale: "problem.stale",
  taken: "problem.taken",
  "too-fast": "problem.too-fast",
  "too-many-tables": "problem.too-many-tables",
  "two-seats": "problem.two-seats",
};

/** A problem as a sentence: the page's own if it has one, otherwise the server's. */
export function spoken(problem: Problem): string {
  const key = Object.hasOwn(KNOWN, problem.code) ? KNOWN[problem.code] : undefined;
  if (key) return t(key);
  const message = problem.message.trim();
  if (!message) return t("problem.unknown");
  return message.charAt(0).toUpperCase() + message.slice(1) + (/[.!?]$/.test(message) ? "" : ".");
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const url = new URL(`/api${path}`, location.origin);
  url.searchParams.set("language", currentLanguage());
  let answer: Response;
  try {
    answer = await fetch(url, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? undefined : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused(0, "offline", t("problem.offline"));
  }
  if (answer.ok) return answer.status === 204 ? (undefined as T) : ((await answer.json()) as T);
  const problem = (await answer.json().catch(() => null)) as Problem | null;
  throw new Refused(answer.status, problem?.code ?? "unknown", problem?.message ? spoken(problem) : t("problem.unknown"));
}

const at = (code: string): string => `/tables/${encodeURIComponent(code)}`;

export const api = {
  games: () => ask<GameInfo[]>("GET", "/games"),
  rules: (game: string) => ask<{ html: string }>("GET", `/games/${encodeURIComponent(game)}/rules`),
  me: () => ask<Me>("GET", "/me"),
  setName: (name: string) => ask<Me>("PUT", "/me", { name }),
  address: () => ask<Schemas["Address"]>("GET", "/address"),
  listed: () => ask<TableLine[]>("GET", "/tables"),
  checkBox: (game: string, box: Schemas["OwnBox"]) => ask<Schemas["BoxCheck"]>("POST", `/games/${encodeURIComponent(game)}/box`, box),
  make: (table: Schemas["NewTable"]) => ask<TableInfo>("POST", "/tables", table),
  table: (code: string) => ask<TableInfo>("GET", at(code)),
  box: (code: string) => ask<BoxInfo>("GET", `${at(code)}/box`),
  join: (code: string, seat: number | null) => ask<TableInfo>("POST", `${at(code)}/join`, { seat }),
  key: (code: string) => ask<Schemas["SeatKey"]>("POST", `${at(code)}/key`),
  claim: (code: string, key: string) => ask<TableInfo>("POST", `${at(code)}/claim`, { key }),
  leave: (code: string) => ask<TableInfo>("POST", `${at(code)}/leave`),
  changeSeat: (code: string, seat: number, change: Schemas["ChangeSeat"]) => ask<TableInfo>("PUT", `${at(code)}/seats/${seat}`, change),
  rematch: (code: string) => ask<TableInfo>("POST", `${at(code)}/rematch`),
  analysis: (code: string) => ask<Schemas["AnalysisInfo"]>("GET", `${at(code)}/analysis`),
  startAnalysis: (code: string) => ask<Schemas["AnalysisInfo"]>("POST", `${at(code)}/analysis`),
  stopAnalysis: (code: string) => ask<Schemas["AnalysisInfo"]>("DELETE", `${at(code)}/analysis`),
  replay: (code: string, ply: number, reader: string) =>
    ask<Replay>("GET", `${at(code)}/replay?ply=${ply}&reader=${encodeURIComponent(reader)}`),
};
