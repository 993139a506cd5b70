// The time, for what is shown as "3 minutes ago".

const TICK = 5_000;
let now = $state(Date.now());
setInterval(() => {
  if (!document.hidden) now = Date.now();
}, TICK);

/** Milliseconds since 1970; what depends on it is brought up to date every few seconds. */
export function clock(): number {
  return now;
}
