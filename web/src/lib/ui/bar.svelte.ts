// What a page puts into the bar at the top instead of the name of the house, to leave more room for itself.

import type { Snippet } from "svelte";

let content = $state.raw<Snippet | null>(null);

export const bar = {
  get content(): Snippet | null {
    return content;
  },
  /** Call in an effect: it is taken away again with the page. */
  put(wanted: Snippet): () => void {
    content = wanted;
    return () => {
      if (content === wanted) content = null;
    };
  },
};
