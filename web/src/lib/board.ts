// What every board can rely on, generic or a game's own: its frame on the page, and its props.
//
// THE FRAME of a game's own board. Prompt, tools and scores are outside it, the move list is folded, log and chat give way.
//
// - Width: all of the frame. Query it with a container of the board's own (`container: board / inline-size` on its root):
//   955 px in a window of 1280, 1080 in 1440, 998 in 1024, 742 in 768, 334 in 360, 294 in 320, 559 on a phone on its side.
// - Height: `var(--board-height)`, a CSS length: the part of the frame that is visible without scrolling (633 px at 1280 x
//   800, 733 at 1440 x 900, 614 at 1024 x 768, 350 on a phone on its side, which is all of its height). On a phone upright
//   it is the part below the prompt once the page is scrolled to the board (650 px at 360 x 780). The frame is at least
//   that high and grows with its contents; it does not change with the prompt's text. A board that fills it writes
//   `height: var(--board-height)`, and may add `container-type: size` to query its height.
// - Up to 74.99rem the log is below the board; `(max-height: 30rem) and (orientation: landscape)` is a phone on its side.
// - Your own town and what you must choose from are visible together: within the frame at 1280 x 800, 1440 x 900 and 1024 x
//   768 and on a phone on its side; on a phone upright they are within one thumb-scroll of each other (about 400 px).
// - Whatever floats (a bar to confirm) stays inside the frame: `position: sticky; bottom`, with room left for it, so that it
//   covers nothing that can be chosen. The page's toasts cover the prompt.
// - The key M opens the move list; a board must not use it, nor Escape while it holds nothing.

import type { components } from "./api";
import type { Guide } from "./guide";

export type Schemas = components["schemas"];
export type Move = Schemas["Move"];
export type Sheet = Schemas["Sheet"];

/** The parts of a seat's points that are not counted because the reader does not see them. */
export const unseenOf = (sheet: Sheet | undefined): string[] => (sheet?.lines ?? []).flatMap((line) => line.unseen || []);

export type LogLine = Schemas["LogLine"];

/** A line of the log whose move is known. */
export type RecentLine = LogLine & { move: Move };

export interface BoardProps {
  game: string;
  /** The table as this reader knows it, in the game's own form. */
  view: any;
  /** What the game's fields, moves, signs and cards are called and how they look. */
  guide: Guide;
  /** What is printed: the contents of the box, to which ids in views and moves refer. */
  contents: any;
  options: any;
  /** Legal moves of this reader now. */
  moves: Move[];
  you: number | null;
  names: string[];
  pending: number[];
  sheet: Sheet[];
  over: boolean;
  /** Sends the move; the table takes care of ids, queueing and answers. A move that `continues` the last one is undone with it. */
  play: (move: Move, continues?: boolean) => void;
  /** Asks the server why a move in words may not be played; null if it may. Shows nothing. */
  why: (words: string) => Promise<string | null>;
  /** Asks the server what a legal move would bring for certain; null if it is not known. */
  foresee: (move: Move) => Promise<Schemas["Foresight"] | null>;
  /** Shows a sentence to the player, also to screen readers. */
  explain: (sentence: string) => void;
  /** Replaces the prompt within a step ("Now choose the second card"); null restores it. */
  ask: (sentence: string | null) => void;
  /** Hides winner and sheet as long as the board itself counts up the result. */
  hush: (quiet: boolean) => void;
  /** A move to point out: hovered in the log or in the move list, or a hint. */
  marked: Move | null;
  /** Who made it, if it is in the log; null if it is yours to make. */
  markedSeat?: number | null;
  /** What just happened, already in the view: for animation. */
  last: LogLine[];
  /**
   * What the others have done since you last moved, oldest first (for a spectator, what the last player did): every line has
   * a move. Its pieces stay marked: `data-recent={line.seat}` gives an HTML element an outline in the colour of its owner;
   * in a drawing the attribute sets `--recent`, to be used as a stroke.
   */
  recent: RecentLine[];
  /** Whether the player prefers reduced motion. */
  reduced: boolean;
}
