"""Market Street: what a bot knows. A quick guess of each player's final points."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from townwright.engine.compiling import rule

from .box import COLOURS, Box
from .rules import of_colour
from .state import State

KINDS = len(COLOURS)


@rule
def estimate(box: Box, s: State, guess: NDArray[np.float64]) -> None:
    """The points so far."""
    for seat in range(s.seats):
        guess[seat] = 0.0
        for i in range(s.length[seat]):
            guess[seat] += box.points[s.street[seat, i] - 1]
        for colour in range(KINDS):
            if of_colour(box, s, seat, colour):
                guess[seat] += box.bonus
