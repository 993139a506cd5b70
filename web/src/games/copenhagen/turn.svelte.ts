// What the player is about to do: the first footbridge chosen, the tile in hand, how it is turned and where its ghost lies.
// Everything here is picked from the legal moves; the rules stay on the server.

import type { BoardProps, Move } from "../../lib/board";
import { refuse } from "../../lib/boards/refusal";
import { say } from "./messages";
import {
  COLUMNS,
  built,
  lying,
  nameOf,
  placed,
  placementWords,
  ROWS,
  signature,
  tilesOf,
  turned,
  WHITE,
  type Cell,
  type Shape,
} from "./geometry";
import { fieldsOf, type Contents, type View } from "./table";

/** A legal move that lays a tile. */
export interface Placement {
  move: Move;
  shape: Shape;
  at: Cell;
  sign: string;
}

export type Direction = "left" | "right" | "up" | "down";
const STEPS: Record<Direction, [number, number]> = { left: [-1, 0], right: [1, 0], up: [0, 1], down: [0, -1] };

const STEPPED = Object.values(STEPS);

const worth = (move: Move): number => (fieldsOf(move).points ?? 0) + (fieldsOf(move).coats ?? 0);

export class Turn {
  #props: () => BoardProps;
  picked = $state<number | null>(null); // the first footbridge, 1 to 7
  costly = $state.raw<Move | null>(null); // a pair that uses up an ability tile and waits for a yes
  held = $state<string | null>(null); // the tile in hand: "B4", or "W" for a white one
  quarters = $state(0);
  flipped = $state(false);
  ghost = $state.raw<Placement | null>(null);
  pinned = $state(false); // the ghost stays until confirmed, moved or cancelled

  constructor(props: () => BoardProps) {
    this.#props = props;
  }

  view = $derived.by<View>(() => this.#props().view);
  contents = $derived.by<Contents>(() => this.#props().contents);
  tiles = $derived<Record<string, Shape>>({ ...tilesOf(this.contents), W: WHITE });
  mayFlip = $derived.by(() => this.#props().options?.["allow_flip"] !== false);

  /** Legal placements by tile. */
  placements = $derived.by(() => {
    const all = new Map<string, Placement[]>();
    for (const move of this.#props().moves) {
      if (move.kind !== "build" && move.kind !== "special") continue;
      const fields = fieldsOf(move);
      const tile = fields.tile ?? "W";
      const { shape, at } = placed(fields.cells ?? [fields.cell!], fields.brick ?? null);
      const list = all.get(tile) ?? [];
      list.push({ move, shape, at, sign: signature(shape) });
      all.set(tile, list);
    }
    return all;
  });

  /** Legal moves of a kind. */
  of(kind: string): Move[] {
    return this.#props().moves.filter((move) => move.kind === kind);
  }

  acting = $derived.by(() => this.#props().moves.length > 0);

  takes = $derived.by(() => this.of("take").map((move) => ({ move, bridges: fieldsOf(move).bridges! })));
  thirds = $derived.by(() => new Map(this.of("card").map((move) => [fieldsOf(move).bridge!, move])));

  /** The footbridges that can be chosen next. */
  open = $derived.by(() => {
    if (this.thirds.size) return new Set(this.thirds.keys());
    const pairs = this.takes.filter(({ bridges }) => this.picked === null || bridges.includes(this.picked));
    return new Set(pairs.flatMap(({ bridges }) => bridges));
  });

  /** The footbridges whose card, with the one chosen first, would use up an ability tile. */
  dear = $derived.by(() => new Set(this.picked === null ? [] : this.takes.filter(({ move, bridges }) => fieldsOf(move).uses && bridges.includes(this.picked!)).flatMap(({ bridges }) => bridges.filter((n) => n !== this.picked))));

  bridge(n: number): void {
    this.costly = null;
    const third = this.thirds.get(n);
    if (third) return this.play(third);
    if (this.picked === n) {
      this.picked = null;
      return;
    }
    if (this.picked === null) {
      if (!this.open.has(n)) return this.refuse(this.view.decision === "third" ? `card ${n}` : `take ${n === 7 ? "6 7" : `${n} ${n + 1}`}`);
      this.drop();
      this.picked = n;
      return;
    }
    this.pair(this.picked, n);
  }

  /** Takes the cards of two footbridges, or says why not. */
  pair(one: number, two: number): void {
    const [low, high] = [Math.min(one, two), Math.max(one, two)];
    const take = this.takes.find(({ bridges }) => bridges[0] === low && bridges[1] === high);
    if (take && fieldsOf(take.move).uses) {
      this.picked ??= one;
      this.costly = take.move;
    } else if (take) this.play(take.move);
    else this.refuse(`take ${low} ${high}`);
  }

  shape = $derived(this.held ? turned(this.tiles[this.held]!, this.quarters, this.flipped) : null);
  options = $derived.by(() => {
    if (!this.held || !this.shape) return [];
    const sign = signature(this.shape);
    return (this.placements.get(this.held) ?? []).filter((placement) => placement.sign === sign);
  });

  hold(tile: string): boolean {
    if (this.held === tile && tile !== "W") {
      this.drop();
      return false;
    }
    if (!this.placements.get(tile)?.length) {
      this.#refuseTile(tile);
      return false;
    }
    this.picked = this.costly = null;
    this.held = tile;
    this.flipped = false;
    this.quarters = 0;
    this.#seek(1, false);
    return true;
  }

  drop(): void {
    this.held = null;
    this.ghost = null;
    this.pinned = false;
  }

  turn(by: 1 | -1): void {
    if (this.held) this.#seek(by, true);
  }

  flip(): void {
    if (!this.held || !this.mayFlip) return;
    const before = this.shape && signature(this.shape);
    this.flipped = !this.flipped;
    this.#seek(1, false);
    if (this.shape && signature(this.shape) === before) this.#seek(1, true);
  }

  /** Turns to the next orientation that looks different and has a place; the ghost stays as near as it can. */
  #seek(by: 1 | -1, onward: boolean): void {
    const tile = this.tiles[this.held!]!;
    const legal = new Set((this.placements.get(this.held!) ?? []).map((placement) => placement.sign));
    const now = signature(turned(tile, this.quarters, this.flipped));
    for (const flipped of onward ? [this.flipped] : [this.flipped, !this.flipped]) {
      for (let step = onward ? 1 : 0; step < 4; step++) {
        const quarters = this.quarters + by * step;
        const sign = signature(turned(tile, quarters, flipped));
        if (!legal.has(sign) || (onward && sign === now)) continue;
        this.quarters = quarters;
        this.flipped = flipped;
        return this.#replace();
      }
    }
    if (onward) this.#props().explain(say("no_other_way"));
  }

  /** After turning: the nearest place to where the ghost was, or the most rewarding one. */
  #replace(): void {
    const old = this.ghost;
    if (old) this.ghost = this.#nearest(old.at.x + old.shape.width / 2, old.at.y + old.shape.height / 2);
    else
      this.ghost =
        [...this.options].sort((a, b) => worth(b.move) - worth(a.move) || a.at.y - b.at.y || a.at.x - b.at.x)[0] ?? null;
    this.pinned = false;
  }

  /** The legal place whose middle is nearest to a point; columns count more than rows, so that tiles fall. */
  #nearest(x: number, y: number): Placement | null {
    let best: Placement | null = null;
    let least = Infinity;
    for (const placement of this.options) {
      const dx = placement.at.x + placement.shape.width / 2 - x;
      const dy = placement.at.y + placement.shape.height / 2 - y;
      const far = dx * dx * 4 + dy * dy;
      if (far < least) [best, least] = [placement, far];
    }
    return best;
  }

  /** The pointer is over the house, at columns and rows from the lower left. */
  hover(x: number, y: number): void {
    if (this.held && !this.pinned) this.ghost = this.#nearest(x, y);
  }

  /** A click on the house fixes the ghost; a second click on it confirms it. */
  press(x: number, y: number): void {
    if (!this.held || !this.shape) return;
    const was = this.pinned ? this.ghost : null;
    const near = this.#nearest(x, y);
    const exact = {
      x: Math.min(COLUMNS - this.shape.width, Math.max(0, Math.round(x - this.shape.width / 2))),
      y: Math.min(ROWS - this.shape.height, Math.max(0, Math.round(y - this.shape.height / 2))),
    };
    const cell = { x: Math.floor(x), y: Math.floor(y) };
    if (was && lying(was.shape, was.at).some((c) => c.x === cell.x && c.y === cell.y)) return this.confirm();
    const here = this.options.find((p) => p.at.x === exact.x && p.at.y === exact.y);
    const covered = near && lying(near.shape, near.at).some((c) => c.x === cell.x && c.y === cell.y);
    const mine = this.view.players[this.#props().you ?? 0]!;
    const falls = near && near.at.x === exact.x && near.at.y < exact.y && !built(mine.house).has(nameOf(cell));
    const target = here ?? (covered || falls ? near : null);
    if (!target) {
      this.refuse(this.held === "W" ? `special ${nameOf(cell)}` : `build ${placementWords(this.held, this.shape, exact)}`);
      return;
    }
    this.ghost = target;
    this.pinned = true;
  }

  /** Arrow keys: to the next legal place in that direction. */
  step(direction: Direction): void {
    const [dx, dy] = STEPS[direction];
    if (!this.ghost) return this.#replace();
    const from = this.ghost.at;
    let best: Placement | null = null;
    let least = Infinity;
    for (const placement of this.options) {
      const along = (placement.at.x - from.x) * dx + (placement.at.y - from.y) * dy;
      const across = Math.abs((placement.at.x - from.x) * dy) + Math.abs((placement.at.y - from.y) * dx);
      if (along > 0 && along + across * 2.5 < least) [best, least] = [placement, along + across * 2.5];
    }
    if (best) this.ghost = best;
    this.pinned = true;
  }

  confirm(): void {
    if (this.ghost) this.play(this.ghost.move);
  }

  cancel(): void {
    this.picked = this.costly = null;
    if (this.pinned) this.pinned = false;
    if (this.held !== "W") this.drop();
    else this.ghost = null;
  }

  play(move: Move): void {
    this.picked = this.costly = null;
    this.drop();
    this.#props().play(move);
  }

  /** Asks why a move in words is not possible, and shows the answer. */
  refuse(words: string): void {
    refuse(this.#props(), words, say("spectator"));
  }

  #refuseTile(tile: string): void {
    this.refuse(this.#anywhere(tile));
  }

  /** Why a tile cannot be built now, such as the cards that are missing; null if it can, or if it is not for you to decide. */
  lack(tile: string): Promise<string | null> {
    const { why, you } = this.#props();
    const building = this.view.decision === "main" || this.view.decision === "after";
    return you === null || !this.acting || !building || this.placements.has(tile) ? Promise.resolve(null) : why(this.#anywhere(tile));
  }

  /** A move in words that lays a tile where it could stand as cheaply as possible: the reason against it is then about the tile, not the place. */
  #anywhere(tile: string): string {
    if (tile === "W") return "special a1";
    const marks = built(this.view.players[this.#props().you ?? 0]!.house);
    const alike = ({ x, y }: Cell): boolean => marks.get(nameOf({ x, y }))?.[0] === tile[0];
    let words = "";
    for (let n = 0; n < 8; n++) {
      const shape = turned(this.tiles[tile]!, n, n >= 4);
      for (let y = 0; y <= ROWS - shape.height; y++)
        for (let x = 0; x <= COLUMNS - shape.width; x++) {
          const cells = lying(shape, { x, y });
          const free = cells.every((c) => !marks.has(nameOf(c)));
          const stands = cells.some((c) => c.y === 0 || marks.has(nameOf({ x: c.x, y: c.y - 1 })));
          if (!free || !stands) continue;
          const here = `build ${placementWords(tile, shape, { x, y })}`;
          if (cells.some((c) => STEPPED.some(([dx, dy]) => alike({ x: c.x + dx, y: c.y + dy })))) return here; // beside its own colour
          words ||= here;
        }
    }
    return words || `build ${placementWords(tile, this.tiles[tile]!, { x: 0, y: 0 })}`;
  }

  /** New moves have arrived: lets go of what is no longer possible, and takes the white tile of a coat of arms in hand. */
  renew(): void {
    if (this.picked !== null && !this.open.has(this.picked)) this.picked = null;
    if (this.picked === null || !this.takes.some(({ move }) => move.code === this.costly?.code)) this.costly = null;
    if (this.held && !this.placements.has(this.held)) this.drop();
    if (this.ghost && this.held) {
      const same = this.options.find((p) => p.move.code === this.ghost!.move.code);
      if (same) this.ghost = same;
      else this.#replace();
    }
    if (this.view.decision === "coat" && this.placements.has("W") && !this.held) {
      this.held = "W";
      this.quarters = 0;
      this.flipped = false;
      this.ghost = null;
      this.pinned = false;
    }
  }
}
