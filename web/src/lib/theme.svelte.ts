// Light or dark: as the system has it, or as chosen. public/first-paint.js sets it before anything is drawn.

import { remember } from "./storage";

export type Theme = "light" | "dark";
const dark = matchMedia("(prefers-color-scheme: dark)");
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

let theme = $state<Theme>(document.documentElement.dataset.theme === "dark" ? "dark" : "light");
let reduced = $state(stillness.matches);
stillness.addEventListener("change", () => (reduced = stillness.matches));
dark.addEventListener("change", () => show(dark.matches ? "dark" : "light"));

function show(wanted: Theme): void {
  theme = wanted;
  document.documentElement.dataset.theme = wanted;
}

export function currentTheme(): Theme {
  return theme;
}

/** Whether movement is unwanted. */
export function reducedMotion(): boolean {
  return reduced;
}

/** The other theme; chosen against the system it is remembered, chosen back the system leads again. */
export function switchTheme(): void {
  const wanted: Theme = theme === "dark" ? "light" : "dark";
  show(wanted);
  remember("theme", (wanted === "dark") === dark.matches ? null : wanted);
}
