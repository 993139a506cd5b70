"""Copenhagen: a quick guess of each player's final points, for bots."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from townwright.engine.bits import count
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Weights

from .box import Box
from .rules.house import GROUND, LEFT, points, standing, touching
from .state import ABILITIES, ACTIVE, COLOURS, COLUMNS, PAY, ROWS, USED, State

Reals = NDArray[np.float64]

# Weights in points, found by letting greedy players with slightly changed weights play each other.
WEIGHTS = {
    "a row's share built": 0.24,
    "its square": 0.64,
    "more if the row has windows only": 1.77,
    "the square of a column's share built": 0.35,
    "more if the column has windows only": 1.77,
    "a card in hand": 0.062,
    "the square of the cards of one colour in hand": 0.004,
    "an active ability tile": 0.375,
    "a used ability tile": 0.069,
    "an empty cell under something built": 0.105,
    "a coat of arms still to be used": 0.9,
    "a standing place beside an own colour, for each of up to two cards of it": 0.003,
    "a tile chosen and not yet paid for": 0.063,
}
ROW, ROW_NEAR, ROW_WINDOWS, COLUMN, COLUMN_WINDOWS = range(5)
CARD, SAME_COLOUR, TILE_ACTIVE, TILE_USED, HOLE, COAT_OWED, PLACE_BESIDE, TO_PAY = range(5, 13)
BY_HAND: Any = np.array(list(WEIGHTS.values()))

# How the search differs from its usual settings (engine/thinking.py); docs/bots.md has the trials.
SEARCH = {"learned": False}


@rule
def outlook(box: Box, s: State, p: int, w: Weights) -> float:
    """Points so far, unfinished lines, cards in hand, ability tiles, less something for covered gaps."""
    filled, brick = num(s.filled[p]), num(s.brick[p])
    value = float(points(box, filled, brick))
    for y in range(ROWS):
        row = GROUND << (COLUMNS * y)
        share = count(filled & row) / COLUMNS
        if share < 1.0:
            value += (w[ROW] * share + w[ROW_NEAR] * share * share) * (w[ROW_WINDOWS] if brick & row == 0 else 1.0)
    for x in range(COLUMNS):
        column = LEFT << x
        share = count(filled & column) / ROWS
        if share < 1.0:
            value += w[COLUMN] * share * share * (w[COLUMN_WINDOWS] if brick & column == 0 else 1.0)
    free = standing(filled) & ~filled
    for c in range(COLOURS):
        cards = num(s.hand[p, c])
        value += w[CARD] * cards + w[SAME_COLOUR] * min(cards, 5) * min(cards, 5)
        value += w[PLACE_BESIDE] * min(cards, 2) * count(touching(num(s.colour[p, c])) & free)
    for a in range(ABILITIES):
        if s.ability[p, a] == ACTIVE:
            value += w[TILE_ACTIVE]
        elif s.ability[p, a] == USED:
            value += w[TILE_USED]
    cover = filled
    for _ in range(ROWS - 1):
        cover |= cover >> COLUMNS
    value -= w[HOLE] * count(cover & ~filled)
    if s.turn == p and s.over == 0:
        value += w[COAT_OWED] * s.coats + (w[TO_PAY] if s.decision == PAY else 0.0)
    return value


@rule
def estimate(box: Box, s: State, guess: Reals) -> None:
    """A quick guess of everybody's final points."""
    for p in range(s.seats):
        guess[p] = outlook(box, s, p, BY_HAND)


@rule
def value(box: Box, s: State, weights: Weights, seat: int, guess: Reals) -> None:
    """The same for the search, with learned weights: for all seats, or only for one that has moved, because its move
    changes nothing for the others."""
    for p in range(s.seats):
        if seat < 0 or p == seat:
            guess[p] = outlook(box, s, p, weights)
