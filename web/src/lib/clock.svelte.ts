// The time, for texts such as "3 minutes ago".

const TICK = 5_000;
let now = $state(Date.now());
setInterval(() => {
  if (!document.hidden) now = Date.now();
}, TICK);

/** Milliseconds since 1970; whatever depends on it is updated every few seconds. */
export function clock(): number {
  return now;
}
