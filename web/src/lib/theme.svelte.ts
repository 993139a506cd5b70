// Light or dark, by the guest's choice or the system's. public/first-paint.js sets it before the first paint.

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

/** Whether the guest prefers reduced motion. */
export function reducedMotion(): boolean {
  return reduced;
}

/** Switches the theme. A choice that differs from the system's is remembered; otherwise the page follows the system again. */
export function switchTheme(): void {
  const wanted: Theme = theme === "dark" ? "light" : "dark";
  show(wanted);
  remember("theme", (wanted === "dark") === dark.matches ? null : wanted);
}
