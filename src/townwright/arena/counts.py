"""The counts of simulated games: whole numbers that add up, so order and place of the work do not matter.

Their size does not depend on how many games there were.
"""

from __future__ import annotations

import itertools
import math
import os
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from townwright.engine.errors import TownwrightError

from .chunks import Chunk
from .simulation import Setup
from .things import Thing

Numbers = NDArray[np.int64]
Histogram = dict[int, int]  # how often each value

# Of a thing and a seat: how often offered and taken in all; then, over the games in which it was taken and over those
# in which it was only offered: games, wins, wins squared, points, points squared.
OFFERS, TAKES, TAKEN, LEFT, CELLS = 0, 1, 2, 7, 12
# Of a thing and two seats, for each of taken/left by the first and taken/left by the second: games; wins of the first,
# of the second, their product; points likewise. Seats of one game are not independent: an interval needs this.
CROSS = 7


class Extreme(Struct):
    """A game that stands out."""

    value: int
    game: int


class Counts(Struct, kw_only=True):
    """The counts of `games` games, from number 0 on."""

    seats: int
    games: int = 0
    moves: Histogram = {}
    leads: Histogram = {}  # of the winner over the second, in points
    lines: list[list[Histogram]] = []  # by seat: each line of the sheet and tie-break, then the total
    wins: list[int] = []  # by seat, in parts of `whole`: a shared victory counts in parts
    squares: list[int] = []  # of these parts
    winners: list[int] = []  # by line, then the total: the sum over winners, in parts
    shared: int = 0  # games with several winners
    broken: int = 0  # games that a tie-break decided
    extremes: dict[str, Extreme] = {}
    things: Any = []  # an array: by thing and seat, CELLS
    pairs: Any = []  # an array: by thing and pair of seats, 4 * CROSS

    def __post_init__(self) -> None:
        self.things, self.pairs = np.array(self.things, np.int64), np.array(self.pairs, np.int64)

    @property
    def whole(self) -> int:
        return whole(self.seats)

    def add(self, other: Counts) -> None:
        """Adds the counts of other games."""
        if not self.games:
            self.lines = [[{} for _ in lines] for lines in other.lines]
            self.wins, self.squares, self.winners = (
                [0] * len(one) for one in (other.wins, other.squares, other.winners)
            )
            self.things, self.pairs = np.zeros_like(other.things), np.zeros_like(other.pairs)
        self.moves, self.leads = together(self.moves, other.moves), together(self.leads, other.leads)
        for mine, theirs in zip(self.lines, other.lines, strict=True):
            mine[:] = map(together, mine, theirs)
        for name in ("wins", "squares", "winners"):
            setattr(self, name, [a + b for a, b in zip(getattr(self, name), getattr(other, name), strict=True)])
        self.games, self.shared = self.games + other.games, self.shared + other.shared
        self.broken += other.broken
        for name, one in other.extremes.items():
            held = self.extremes.get(name)
            if held is None or (one.value, -one.game) > (held.value, -held.game):  # among equal games, the first
                self.extremes[name] = one
        self.things += other.things
        self.pairs += other.pairs


def together(one: Histogram, other: Histogram) -> Histogram:
    """Two histograms as one, in the order of the values."""
    found = dict(one)
    for value, n in other.items():
        found[value] = found.get(value, 0) + n
    return dict(sorted(found.items()))


def whole(seats: int) -> int:
    """The parts of a victory: a victory shared by two counts half of them, by three a third."""
    return math.lcm(*range(1, min(seats, 10) + 1))


def count(chunk: Chunk) -> Counts:
    """The counts of a chunk."""
    games, seats, _ = chunk.lines.shape
    parts = whole(seats)
    won = chunk.winners * (parts // chunk.winners.sum(axis=1, keepdims=True))
    totals = chunk.totals
    values = np.concatenate([chunk.lines, totals[:, :, None]], axis=2)
    ordered = np.sort(totals, axis=1)
    leads = ordered[:, -1] - ordered[:, -2] if seats > 1 else np.zeros(games, np.int64)
    several = chunk.winners.sum(axis=1) > 1
    found = Counts(
        seats=seats,
        games=games,
        moves=histogram(chunk.moves),
        leads=histogram(leads) if seats > 1 else {},
        lines=[[histogram(values[:, seat, line]) for line in range(values.shape[2])] for seat in range(seats)],
        wins=won.sum(axis=0).tolist(),
        squares=(won**2).sum(axis=0).tolist(),
        winners=np.einsum("gs,gsl->l", won, values.astype(np.int64)).tolist(),
        shared=int(several.sum()),
        broken=int(((leads == 0) & ~several).sum()) if seats > 1 else 0,
        extremes={
            "shortest": extreme(chunk, -chunk.moves),
            "longest": extreme(chunk, chunk.moves),
            "highest": extreme(chunk, ordered[:, -1]),
            **({"widest": extreme(chunk, leads)} if seats > 1 else {}),
        },
    )
    if chunk.offered is not None and chunk.taken is not None:
        count_things(chunk.offered, chunk.taken, won, totals, found)
    return found


def histogram(values: NDArray[Any]) -> Histogram:
    least = int(values.min())
    counts = np.bincount(values - least)
    return {least + n: int(counts[n]) for n in np.flatnonzero(counts).tolist()}


def extreme(chunk: Chunk, values: NDArray[Any]) -> Extreme:
    n = int(values.argmax())
    return Extreme(int(values[n]), chunk.start + n)


def count_things(offered: Any, taken: Any, won: Any, totals: Any, found: Counts) -> None:
    """Counts wins and points of the seats that took a thing and of those that could have taken it."""
    seats, things = offered.shape[1:]
    took = taken > 0
    had = [
        (took[:, seat].astype(float), ((offered[:, seat] > 0) & ~took[:, seat]).astype(float)) for seat in range(seats)
    ]
    cells = np.zeros((things, seats, CELLS), np.int64)
    cells[:, :, OFFERS], cells[:, :, TAKES] = (one.sum(axis=0, dtype=np.int64).T for one in (offered, taken))
    results = np.stack([np.ones_like(won), won, won**2, totals, totals**2], axis=2).astype(float)
    for seat in range(seats):
        for first, group in zip((TAKEN, LEFT), had[seat], strict=True):
            cells[:, seat, first : first + 5] = group.T @ results[:, seat]
    pairs = list(itertools.combinations(range(seats), 2))
    cross = np.zeros((things, len(pairs), 4 * CROSS), np.int64)
    for n, (a, b) in enumerate(pairs):
        w, p = (won[:, a], won[:, b]), (totals[:, a], totals[:, b])
        both = np.stack([np.ones_like(w[0]), *w, w[0] * w[1], *p, p[0] * p[1]], axis=1).astype(float)
        for k, (one, other) in enumerate(itertools.product(had[a], had[b])):
            cross[:, n, k * CROSS : (k + 1) * CROSS] = (one * other).T @ both
    found.things, found.pairs = cells, cross


class Kept(Struct, kw_only=True, forbid_unknown_fields=True):
    """What a simulation keeps. From it, it can continue, be reported and be compared."""

    setup: Setup
    code: str  # the version of the program
    things: list[Thing]
    counts: Counts
    out: str = ""  # the file of games, as --out names it
    written: int = 0  # how far that file was written when this was kept; 0 if it lacks games

    def save(self, file: Path) -> None:
        """Replaces the file completely or not at all."""
        draft = file.with_name(file.name + ".draft")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            with draft.open("wb") as out:
                out.write(msgspec.json.encode(self, enc_hook=lambda array: array.tolist()))
                out.flush()
                os.fsync(out.fileno())
            draft.replace(file)
        except OSError as problem:
            raise TownwrightError(f"{file} cannot be written: {problem.strerror or problem}") from None


def read_kept(file: Path) -> Kept:
    """The counts in a file, or one clear sentence."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Kept)
    except OSError as problem:
        raise TownwrightError(f"{file} cannot be read: {problem.strerror or problem}") from None
    except (msgspec.DecodeError, ValueError):
        raise TownwrightError(
            f"{file} holds no counts of a simulation; expected a file that simulate --keep wrote"
        ) from None
