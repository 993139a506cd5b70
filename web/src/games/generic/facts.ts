// What is printed on a card, in a few words.

import { t, type Key } from "../../lib/i18n.svelte";
import { plain } from "../../lib/words";
import type { Printed } from "./printed";

export type Fact = { kind: "text"; text: string } | { kind: "strip"; label: string; letters: string } | { kind: "grid"; rows: string[][] };

const FEATURES: Record<string, Key> = {
  bench: "tenby.bench",
  bin: "tenby.bin",
  binoculars: "tenby.binoculars",
  chimney: "tenby.chimney",
  cloud: "tenby.cloud",
  flower_box: "tenby.flower_box",
  lamp_post: "tenby.lamp_post",
  lobster_box: "tenby.lobster_box",
  porch: "tenby.porch",
  seagull: "tenby.seagull",
  shutters: "tenby.shutters",
  unique_colour: "tenby.unique_colour",
  town: "tenby.town",
  terrace: "tenby.terrace",
  pier: "tenby.pier",
  home: "tenby.home",
  business: "tenby.business",
  landmark: "tenby.landmark",
  sea: "tenby.sea",
  red: "sign.red",
  yellow: "sign.yellow",
  green: "sign.green",
  blue: "sign.blue",
  purple: "sign.purple",
  white: "sign.white",
  completed_street: "tenby.completed_street",
  longest_street: "tenby.longest_street",
  best_card: "tenby.best_card",
  best_colour: "tenby.best_colour",
  resident_card: "tenby.resident_card",
};

const RANGES: Record<string, Key> = {
  white: "tenby.range.white",
  grey_both: "tenby.range.grey_both",
  grey_left: "tenby.range.grey_left",
  grey_right: "tenby.range.grey_right",
  gold: "tenby.range.gold",
};

const METRICS: Record<string, Key> = {
  empty_sections: "pier.empty_sections",
  length: "pier.length",
  characters: "pier.characters",
  largest_seller_group: "pier.largest_seller_group",
  lovers: "pier.lovers",
  full_sections: "pier.full_sections",
  least_common_character: "pier.least_common_character",
  seller_groups: "pier.seller_groups",
  twin_sections: "pier.twin_sections",
  side_difference: "pier.side_difference",
  scoring_lovers: "pier.scoring_lovers",
  sellers: "pier.sellers",
  fishers_richer_side: "pier.fishers_richer_side",
  patrons: "pier.patrons",
  fishers_poorer_side: "pier.fishers_poorer_side",
  poets: "pier.poets",
};

const BUILDINGS: Record<string, Key> = {
  chapel: "bridge.chapel",
  gate: "bridge.gate",
  inn: "bridge.inn",
  emporium: "bridge.emporium",
  guild: "bridge.guild",
  garden: "bridge.garden",
};

const BONUSES: Record<string, Key> = {
  CH2: "bridge.CH2",
  GT2: "bridge.GT2",
  OCC: "bridge.OCC",
  FREE: "bridge.FREE",
  PLUS: "bridge.PLUS",
  LADY: "bridge.LADY",
  REC: "bridge.REC",
};

function word(keys: Record<string, Key>, name: string): string {
  const key = keys[name];
  return key ? t(key) : plain(name).toLowerCase();
}

const text = (line: string): Fact => ({ kind: "text", text: line });

export function titleOf(game: string, card: Printed, words: Record<string, string>): string {
  const { id, table, row } = card;
  if (game === "old-london-bridge") {
    if (BONUSES[id]) return t(BONUSES[id]);
    if (row.number != null) return `${row.number} ${word(BUILDINGS, row.type)}`;
    if (row.type) return word(BUILDINGS, row.type);
  }
  if (game === "tenby" && table === "day") return t("tenby.day", { n: row.number });
  return words[`name.${row.name}`] ?? words[`card.${id}`] ?? row.name ?? plain(id);
}

const SCORINGS = ["chapel", "gate", "inn", "bridge"];

/** The four scorings of the bridge in words, by what they are for. */
export function scorings(codes: string[], words: Record<string, string>, tables: any, players: number): Record<string, string> {
  const setup = tables?.setup?.find((row: any) => row.players === players);
  const awards = (setup?.awards ?? []).map((money: number) => `£${money}`).join(", ");
  return Object.fromEntries(codes.map((code, i) => [SCORINGS[i]!, (words[code === "printed" ? `printed.${SCORINGS[i]}` : `choice.${SCORINGS[i]}_scoring.${code}`] ?? code).replace("{awards}", awards)]));
}

export function factsOf(game: string, card: Printed, words: Record<string, string>, players: number): Fact[] {
  const { id, table, row } = card;
  const facts: Fact[] = [];
  if (game === "pier-18") {
    if (row.left && row.right) facts.push({ kind: "grid", rows: [[...row.left], [...row.right]] });
    if (row.patron) facts.push({ kind: "strip", label: t("pier.patron"), letters: row.patron });
    if (row.goal) {
      const least = row.goal.op === ">=";
      const n = players === 2 ? row.goal.two : row.goal.three;
      facts.push(text(t(least ? "pier.goal.least" : "pier.goal.most", { what: word(METRICS, row.goal.metric), n })));
    }
  } else if (game === "tenby" && table === "day") {
    facts.push({ kind: "strip", label: "", letters: row.icons ?? "" });
  } else if (game === "tenby") {
    if (row.edges) facts.push(text(t("tenby.edges", { left: word(FEATURES, row.edges[0]), right: word(FEATURES, row.edges[1]) })));
    if (row.subtype) facts.push(text(word(FEATURES, row.subtype)));
    const features = Object.entries((row.features ?? {}) as Record<string, number>);
    if (features.length) facts.push(text(features.map(([name, n]) => `${word(FEATURES, name)} ${n}`).join(", ")));
    if (row.points != null) {
      facts.push(text(row.condition ? t("tenby.points.each", { points: row.points, what: word(FEATURES, row.condition), where: word(RANGES, row.range ?? "white") }) : t("tenby.points", { points: row.points })));
    }
    if (row.thresholds) {
      for (const [i, n] of (row.thresholds as number[]).entries()) {
        facts.push(text(t("tenby.resident", { n, what: word(FEATURES, row.what), incomplete: row.incomplete[i], completed: row.completed[i] })));
      }
    }
    if (row.metric) facts.push(text(t("tenby.accolade", { what: word(FEATURES, row.metric) })));
  } else if (game === "tiny-towns") {
    if (row.pattern) facts.push({ kind: "grid", rows: (row.pattern as string[]).map((line) => [...line]) });
    const told = words[`about.${id}`];
    if (told) facts.push(text(told));
  } else if (game === "old-london-bridge") {
    const told = words[`about.${id}`];
    if (told) facts.push(text(told.replace("{n}", row.figure)));
  }
  return facts;
}
