"""Copenhagen: what a bot knows. A quick guess of each player's final points."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from townwright.engine.bits import count
from townwright.engine.compiling import num, rule

from .box import Box
from .rules.house import GROUND, LEFT, points, standing, touching
from .state import ABILITIES, ACTIVE, COLOURS, COLUMNS, PAY, ROWS, SUPPLY, USED, State

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


# What `encode` tells of each seat, in this order; 1 or 0 unless said.
PARTIAL_ROW, PARTIAL_COLUMN, MOST_CARDS = COLUMNS - 1, ROWS - 1, 6
NUMBERS = (
    *(
        f"row {y + 1}: {n} cells built, {kind}"
        for y in range(ROWS)
        for kind in ("some brickwork", "windows only")
        for n in range(1, COLUMNS)
    ),
    *(
        f"column {x + 1}: {n} cells built, {kind}"
        for x in range(COLUMNS)
        for kind in ("some brickwork", "windows only")
        for n in range(1, ROWS)
    ),
    *(f"colours of which at least {n} cards are in hand, 0 to 5" for n in range(1, MOST_CARDS + 1)),
    *(f"ability tile {a + 1} {how}" for a in range(ABILITIES) for how in ("active", "used")),
    "covered gaps, in tenths",
    "the seat is to move",
    "share of the supply that is left, 0 to 1",
    "always 1",
)
OWN = len(NUMBERS)
COLUMN_AT = 2 * PARTIAL_ROW * ROWS
HAND_AT = COLUMN_AT + 2 * PARTIAL_COLUMN * COLUMNS
TILES_AT = HAND_AT + MOST_CARDS
REST_AT = TILES_AT + 2 * ABILITIES


@rule
def encode_seat(s: State, p: int, out: NDArray[np.float64], at: int) -> None:
    """The numbers of one seat, from place `at` on."""
    out[at : at + OWN] = 0.0
    filled, brick = num(s.filled[p]), num(s.brick[p])
    for y in range(ROWS):
        row = GROUND << (COLUMNS * y)
        cells = count(filled & row)
        if 0 < cells < COLUMNS:
            out[at + (2 * y + (1 if brick & row == 0 else 0)) * PARTIAL_ROW + cells - 1] = 1.0
    for x in range(COLUMNS):
        column = LEFT << x
        cells = count(filled & column)
        if 0 < cells < ROWS:
            out[at + COLUMN_AT + (2 * x + (1 if brick & column == 0 else 0)) * PARTIAL_COLUMN + cells - 1] = 1.0
    for c in range(COLOURS):
        for n in range(min(num(s.hand[p, c]), MOST_CARDS)):
            out[at + HAND_AT + n] += 1.0
    for a in range(ABILITIES):
        if s.ability[p, a] == ACTIVE:
            out[at + TILES_AT + 2 * a] = 1.0
        elif s.ability[p, a] == USED:
            out[at + TILES_AT + 2 * a + 1] = 1.0
    cover = filled
    for _ in range(ROWS - 1):
        cover |= cover >> COLUMNS
    out[at + REST_AT] = 0.1 * count(cover & ~filled)
    out[at + REST_AT + 1] = 1.0 if s.turn == p and s.over == 0 else 0.0
    out[at + REST_AT + 2] = s.left / SUPPLY
    out[at + REST_AT + 3] = 1.0


@rule
def encode(box: Box, k: State, out: NDArray[np.float64]) -> None:
    """What is known of every seat, as numbers: NUMBERS for seat 0, then for seat 1, and so on."""
    for p in range(k.seats):
        encode_seat(k, p, out, p * OWN)


@rule
def value(box: Box, s: State, weights: NDArray[np.float64], seat: int, guess: NDArray[np.float64]) -> None:
    """For the search: the estimate and what was learned, of all seats or of one that has moved. Its move changes
    nothing for the others."""
    numbers = np.empty(OWN)
    for p in range(s.seats):
        if seat < 0 or p == seat:
            guess[p] = outlook(box, s, p)
            if len(weights) and s.over == 0:
                encode_seat(s, p, numbers, 0)
                for i in range(OWN):
                    guess[p] += weights[i] * numbers[i]
