"""Copenhagen: what a bot knows. A quick guess of each player's final points."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from townwright.engine.bits import count
from townwright.engine.compiling import num, rule

from .box import Box
from .rules.house import GROUND, LEFT, points, standing, touching
from .state import ABILITIES, ACTIVE, COLOURS, COLUMNS, PAY, ROWS, USED, State

# Weights in points, found by letting greedy players with slightly changed weights play each other.
ROW, ROW_NEAR, ROW_WINDOWS = 0.24, 0.64, 1.77  # a row's share built, its square; more if windows only
COLUMN, COLUMN_WINDOWS = 0.35, 1.77
CARD, SAME_COLOUR = 0.062, 0.004  # a card in hand, the square of equal ones
TILE_ACTIVE, TILE_USED = 0.375, 0.069  # an ability tile
HOLE = 0.105  # an empty cell under something built
COAT_OWED = 0.9  # a coat of arms still to be used
PLACE_BESIDE = 0.003  # a standing place beside an own colour, for each of up to two cards of it
TO_PAY = 0.063  # a tile chosen and not yet paid for


@rule
def outlook(box: Box, s: State, p: int) -> float:
    """Points so far, unfinished lines, cards in hand, ability tiles; covered gaps count against."""
    filled, brick = num(s.filled[p]), num(s.brick[p])
    value = float(points(box, filled, brick))
    for y in range(ROWS):
        row = GROUND << (COLUMNS * y)
        share = count(filled & row) / COLUMNS
        if share < 1.0:
            value += (ROW * share + ROW_NEAR * share * share) * (ROW_WINDOWS if brick & row == 0 else 1.0)
    for x in range(COLUMNS):
        column = LEFT << x
        share = count(filled & column) / ROWS
        if share < 1.0:
            value += COLUMN * share * share * (COLUMN_WINDOWS if brick & column == 0 else 1.0)
    free = standing(filled) & ~filled
    for c in range(COLOURS):
        cards = num(s.hand[p, c])
        value += CARD * cards + SAME_COLOUR * min(cards, 5) * min(cards, 5)
        value += PLACE_BESIDE * min(cards, 2) * count(touching(num(s.colour[p, c])) & free)
    for a in range(ABILITIES):
        if s.ability[p, a] == ACTIVE:
            value += TILE_ACTIVE
        elif s.ability[p, a] == USED:
            value += TILE_USED
    cover = filled
    for _ in range(ROWS - 1):
        cover |= cover >> COLUMNS
    value -= HOLE * count(cover & ~filled)
    if s.turn == p and s.over == 0:
        value += COAT_OWED * s.coats + (TO_PAY if s.decision == PAY else 0.0)
    return value


@rule
def estimate(box: Box, s: State, guess: NDArray[np.float64]) -> None:
    """A quick guess of everybody's final points."""
    for p in range(s.seats):
        guess[p] = outlook(box, s, p)


@rule
def value(box: Box, s: State, weights: NDArray[np.float64], seat: int, guess: NDArray[np.float64]) -> None:
    """The same for the search: of all seats, or of one that has moved; its move changes nothing for the others."""
    for p in range(s.seats):
        if seat < 0 or p == seat:
            guess[p] = outlook(box, s, p)
