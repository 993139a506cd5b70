// A page may replace the site's name in the top bar with a heading of its own, to save room.

import type { Snippet } from "svelte";

let content = $state.raw<Snippet | null>(null);
let rail = $state(false);

export const bar = {
  get content(): Snippet | null {
    return content;
  },
  /** Whether the bar becomes the head of a column at the right, to make room for a board on a phone on its side. */
  get rail(): boolean {
    return rail;
  },
  /** Call it in an effect, so that the heading goes with its page. */
  put(wanted: Snippet, asRail = false): () => void {
    content = wanted;
    rail = asRail;
    return () => {
      if (content !== wanted) return;
      content = null;
      rail = false;
    };
  },
};
