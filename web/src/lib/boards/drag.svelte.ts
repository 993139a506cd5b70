// Dragging a piece with mouse, pen or finger. A drag begins once the pointer has moved a little, so that a click stays a click.

const SLACK = 9; // pixels

export interface Point {
  clientX: number;
  clientY: number;
}

export class Drag<T> {
  /** What is dragged, and where the pointer is. */
  now = $state.raw<{ what: T; x: number; y: number } | null>(null);
  /** A drag has just ended: the click after it does not count. */
  ended = false;
  #start: { what: T; x: number; y: number; pointer: number } | null = null;

  constructor(
    /** Whether a piece may be lifted; called once, when the drag begins. */
    private lift: (what: T) => boolean,
    private over: (what: T, point: Point) => void,
    private drop: (what: T, point: Point) => void,
  ) {}

  begin = (event: PointerEvent, what: T): void => {
    if (event.button !== 0) return;
    this.ended = false; // another click begins
    this.#start = { what, x: event.clientX, y: event.clientY, pointer: event.pointerId };
    (event.target as Element).releasePointerCapture?.(event.pointerId);
  };

  move = (event: PointerEvent): void => {
    const start = this.#start;
    if (!start || event.pointerId !== start.pointer) return;
    if (!this.now) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < SLACK) return;
      if (!this.lift(start.what)) return this.end();
    }
    event.preventDefault();
    this.now = { what: start.what, x: event.clientX, y: event.clientY };
    this.over(start.what, event);
  };

  release = (event: PointerEvent): void => {
    if (!this.#start || event.pointerId !== this.#start.pointer) return;
    const was = this.now;
    this.end();
    if (!was) return;
    this.ended = true;
    setTimeout(() => (this.ended = false), 50);
    this.drop(was.what, event);
  };

  end = (): void => {
    this.#start = null;
    this.now = null;
  };
}
