// The guest who uses this browser, shared by all pages.

import { api, type GameInfo, type Me } from "./http";
import { t } from "./i18n.svelte";
import { recall, remember } from "./storage";

let me = $state.raw<Me | null>(null);

export const guest = {
  get known(): Me | null {
    return me;
  },
  async load(): Promise<Me> {
    return (me = await api.me());
  },
  async setName(name: string): Promise<void> {
    const wanted = name.trim().slice(0, 24);
    if (wanted && wanted !== me?.name) me = await api.setName(wanted);
  },
  /** The name to put into a name field; empty if it is only "You" or "Guest". */
  get said(): string {
    return me?.name && me.name !== t("you") && me.name !== t("guest") ? me.name : "";
  },
  /** A guest without a name plays as "You" when alone and as "Guest" with others. */
  async named(name: string, others: boolean): Promise<void> {
    if (!me) await this.load();
    await this.setName(name.trim() || this.said || (others ? t("guest") : t("you")));
  },
};

/** The level that was chosen on this device, if the game has it. */
export function chosenLevel(game: GameInfo): string | null {
  const level = recall<string | null>("level", null);
  return level && game.bots.includes(level) ? level : null;
}

export function rememberLevel(bot: string): void {
  remember("level", bot);
}

/** The level for seats without a choice of level. */
export function usualBot(game: GameInfo): string {
  return chosenLevel(game) ?? (game.bots.includes("casual") ? "casual" : (game.bots.at(-1) ?? "random"));
}
