// Colours that are the same by day and by night; those that change with the theme are in Board.svelte.

export const INK = "#23303d";
export const PAPER = "#fbf5e8";
export const SKIN = "#f0c9a0";
