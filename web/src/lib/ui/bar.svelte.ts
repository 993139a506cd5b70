// A page may replace the site's name in the top bar with a heading of its own, to save room.

import type { Snippet } from "svelte";

let content = $state.raw<Snippet | null>(null);

export const bar = {
  get content(): Snippet | null {
    return content;
  },
  /** Call it in an effect: the heading goes when the page goes. */
  put(wanted: Snippet): () => void {
    content = wanted;
    return () => {
      if (content === wanted) content = null;
    };
  },
};
