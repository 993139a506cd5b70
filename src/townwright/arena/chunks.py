"""A chunk: a few hundred simulated games as arrays."""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Small = NDArray[np.uint8]


class Log(NamedTuple):
    """Every decision of a chunk, game after game."""

    decisions: Ints  # seat, code and number of options, a row each
    options: Ints  # the codes of all options, decision after decision


class Chunk:
    """Consecutive games of a simulation, from number `start` on."""

    def __init__(self, start: int, moves: Ints, lines: Ints, points: int) -> None:
        self.start, self.moves, self.lines = start, moves, lines  # lines: games, seats, lines and tie-breaks
        self.points = points  # how many of the lines are points; the rest breaks ties
        self.offered: Small | None = None  # games, seats, things: how often
        self.taken: Small | None = None
        self.log: Log | None = None

    def __len__(self) -> int:
        return len(self.moves)

    @functools.cached_property
    def totals(self) -> NDArray[np.int64]:
        """The points of every game and seat."""
        found: NDArray[np.int64] = self.lines[:, :, : self.points].sum(axis=2, dtype=np.int64)
        return found

    @functools.cached_property
    def winners(self) -> NDArray[np.bool_]:
        """Who won, tie-breaks considered; several seats share a victory."""
        best: NDArray[np.bool_] = self.totals == self.totals.max(axis=1, keepdims=True)
        for n in range(self.points, self.lines.shape[2]):
            tie = np.where(best, self.lines[:, :, n], np.iinfo(np.int32).min)
            best &= tie == tie.max(axis=1, keepdims=True)
        return best
