"""Market Street: a quick guess of each player's final points, for bots."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from townwright.engine.compiling import rule

from .box import COLOURS, Box
from .rules import bonus, house_points
from .state import State

KINDS = len(COLOURS)


@rule
def estimate(box: Box, s: State, guess: NDArray[np.float64]) -> None:
    """The points so far."""
    for seat in range(s.seats):
        guess[seat] = 0.0
        for i in range(s.length[seat]):
            guess[seat] += house_points(box, s, seat, i)
        for colour in range(KINDS):
            guess[seat] += bonus(box, s, seat, colour)
