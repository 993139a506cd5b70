// A page may replace the site's name in the top bar with a heading of its own, to save room.

import type { Snippet } from "svelte";

let content = $state.raw<Snippet | null>(null);
let rail = $state(false);

export const bar = {
  get content(): Snippet | null {
    return content;
  },
  /** Whether the bar gives way to a board on a phone on its side: it becomes the head of a rail at the right. */
  get rail(): boolean {
    return rail;
  },
  /** Call it in an effect: the heading goes when the page goes. */
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
