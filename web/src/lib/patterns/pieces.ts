// The piece colours, and their letters in views.

export const PIECES = ["red", "yellow", "green", "blue", "purple", "white"] as const;
export type Piece = (typeof PIECES)[number];

const LETTERS: Record<string, Piece> = { R: "red", Y: "yellow", G: "green", B: "blue", P: "purple", W: "white" };

/** The colour for a letter such as "P"; null if there is none. */
export function pieceOfLetter(letter: string): Piece | null {
  return LETTERS[letter] ?? null;
}

/** The fill of a piece: its colour with its pattern. */
export function pieceFill(piece: Piece): string {
  return `url(#piece-${piece})`;
}
