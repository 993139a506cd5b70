// Holding a finger on a piece shows what it is; the tap that would follow does not count.

const HOLD = 550; // milliseconds
const STILL = 3; // pixels a finger may tremble

type Piece = HTMLElement | SVGElement;

export class Hold {
  /** The finger has shown something and is not lifted yet. */
  read = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private pieces: string,
    /** A finger has come down. */
    private begin: () => void,
    private show: (piece: Piece) => void,
  ) {}

  press = (event: PointerEvent): void => {
    clearTimeout(this.#timer);
    if (event.pointerType === "mouse") return;
    this.read = false;
    this.begin();
    const piece = (event.target as Element).closest<Piece>(this.pieces);
    if (!piece) return;
    const reading = (): void => {
      this.read = true;
      this.show(piece);
    };
    this.#timer = setTimeout(() => (this.#timer = setTimeout(reading)), HOLD); // the second timer lets a lifted finger cancel first
  };

  move = (event: PointerEvent): void => {
    if (event.pointerType !== "mouse" && Math.hypot(event.movementX, event.movementY) > STILL) this.release();
  };

  release = (): void => clearTimeout(this.#timer);

  clicked = (event: MouseEvent): void => {
    if (!this.read) return;
    this.read = false;
    event.stopPropagation();
    event.preventDefault();
  };
}
