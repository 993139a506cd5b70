"""Old London Bridge: what a bot knows. A quick guess of each player's final money."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from townwright.engine.compiling import num, rule

from .box import Box
from .state import State


@rule
def estimate(box: Box, s: State, guess: NDArray[np.float64]) -> None:
    """Money."""
    for p in range(s.seats):
        guess[p] = float(num(s.money[p]))
