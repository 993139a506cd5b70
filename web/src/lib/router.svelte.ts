// The current path. Links are ordinary links; those within the site open without a reload.

let path = $state(location.pathname);
let search = $state(location.search);

function look(): void {
  path = location.pathname;
  search = location.search;
}
addEventListener("popstate", look);

export const place = {
  get path(): string {
    return path;
  },
  get query(): URLSearchParams {
    return new URLSearchParams(search);
  },
};

export function go(to: string, how: { replace?: boolean } = {}): void {
  const moved = new URL(to, location.href).pathname !== path;
  history[how.replace ? "replaceState" : "pushState"](null, "", to);
  look();
  if (moved) scrollTo(0, 0);
}

/** Follows clicks on links of this page. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest?.("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (/^\/(api|schema|health|metrics)\b/.test(link.pathname)) return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

/** The parts of a route such as "/t/:code/replay"; null if the path does not match. */
export function matched(route: string, at: string): Record<string, string> | null {
  const want = route.split("/");
  const have = at.replace(/\/+$/, "").split("/");
  if (at === "/") return route === "/" ? {} : null;
  if (want.length !== have.length) return null;
  const parts: Record<string, string> = {};
  for (const [i, piece] of want.entries()) {
    if (piece.startsWith(":")) parts[piece.slice(1)] = decodeURIComponent(have[i]!);
    else if (piece !== have[i]) return null;
  }
  return parts;
}
