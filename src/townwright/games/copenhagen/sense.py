"""Copenhagen: what a bot knows. A quick guess of each player's final points."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from townwright.engine.compiling import num, rule

from .box import Box
from .rules import GROUND, LEFT, points
from .state import ABILITIES, ACTIVE, CELLS, COLOURS, COLUMNS, ROWS, USED, State

# weights, tuned by playing greedy against itself (docs/performance.md)
ROW_PROGRESS, COLUMN_PROGRESS, WINDOWS = 0.9, 0.5, 1.6
CARD, SAME_COLOUR, TILE_ACTIVE, TILE_USED, HOLE = 0.12, 0.05, 0.45, 0.15, 0.08


@rule
def count(mask: int) -> int:
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


@rule
def promise(filled: int, brick: int, line: int, length: int) -> float:
    """How near an unfinished line is to its points, 0 to 1; more if it may still be windows only."""
    done = count(filled & line)
    if done == length:
        return 0.0
    share = done / length
    return share * share * (WINDOWS if brick & line == 0 else 1.0)


@rule
def estimate(box: Box, s: State, guess: NDArray[np.float64]) -> None:
    """Points so far, unfinished lines, cards in hand, ability tiles; covered gaps count against."""
    for p in range(s.seats):
        filled, brick = num(s.filled[p]), num(s.brick[p])
        value = float(points(box, filled, brick))
        for y in range(ROWS):
            value += ROW_PROGRESS * promise(filled, brick, GROUND << (COLUMNS * y), COLUMNS)
        for x in range(COLUMNS):
            value += COLUMN_PROGRESS * promise(filled, brick, LEFT << x, ROWS)
        for c in range(COLOURS):
            cards = num(s.hand[p, c])
            value += CARD * cards + SAME_COLOUR * cards * cards
        for a in range(ABILITIES):
            if s.ability[p, a] == ACTIVE:
                value += TILE_ACTIVE
            elif s.ability[p, a] == USED:
                value += TILE_USED
        cover = filled
        for _ in range(ROWS - 1):
            cover |= cover >> COLUMNS
        value -= HOLE * count(cover & ~filled)
        guess[p] = value
