"""Tiny Towns: a quick guess of each player's final points, for bots."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from townwright.engine.bits import count, lowest
from townwright.engine.compiling import num, rule, scratch
from townwright.engine.fields import Weights

from .box import CELLS, Box
from .rules.build import card_of, posts
from .rules.feeding import feed
from .rules.points import empty_points, square_points
from .rules.town import TOWN, beside, castle_of, filled
from .state import CO, FD, HANDLE, RESOURCES, SQUARES, TYPES, State

# Weights, found by letting greedy players with slightly changed weights play alone and against each other.
WEIGHTS = {
    "the pattern of a cottage, ready to be built": 1.1,
    "of a food building": 4.0,
    "of a well": 0.3,
    "of a chapel": 0.3,
    "of a tavern": 0.3,
    "of a theatre": 0.3,
    "of a factory": 0.3,
    "of a monument": 6.0,
    "an empty square": 2.6,
    "a cottage that may still be fed": 1.2,
    "having any food": 0.5,
    "of what the cube about to be placed will add, at best": 0.4,
    "a square with a cube": 0.0,
    "the square of the empty squares": 0.0,
    "a building that stands": 0.0,
    "an empty square that touches another": 0.0,
}
HOPE, ROOM, HUNGRY, FOOD, IN_HAND, CUBE, ROOMY, STANDS, TOUCHING = 0, 8, 9, 10, 11, 12, 13, 14, 15
LANES = RESOURCES - 1  # resources whose squares are packed into one number
SHARE = np.array([[1.0 - lacks / max(1, size) for lacks in range(CELLS + 1)] for size in range(CELLS + 1)])
BY_HAND: Any = np.array(list(WEIGHTS.values()))

Reals = NDArray[np.float64]

# How the search differs from its usual settings (engine/thinking.py); docs/bots.md has the trials.
SEARCH = {"slip": 0.0, "explore": 0.8, "glance": 16, "least": 60.0}


@rule
def town_points(box: Box, s: State, p: int, w: Weights) -> float:
    """The points of a town as its owner sees it, unfed cottages counted in part."""
    castle = castle_of(box, s, p)
    fed = feed(box, s, p)
    points = empty_points(box, s, p)
    for t in range(TYPES):
        rest = num(s.built[p, t])
        while rest:
            points += square_points(box, s, p, t, lowest(rest), fed, castle)
            rest &= rest - 1
    return points + w[HUNGRY] * count(num(s.built[p, CO]) & ~fed) + (w[FOOD] if s.built[p, FD] else 0.0)


@rule
def joint(lanes: int) -> int:
    """The squares of all four lanes."""
    half = lanes | (lanes >> 32)
    return (half | (half >> SQUARES)) & TOWN


@rule
def promise(box: Box, s: State, p: int, free: int, best: Reals, w: Weights) -> float:
    """What the cubes of a town promise: each counts for the best pattern it can still be part of."""
    wild = posts(box, s, p)
    extra = num(s.named) - 1 if s.decision[p] == HANDLE else -1
    lanes, last = 0, num(s.cube[p, LANES])
    for r in range(LANES):
        lanes |= num(s.cube[p, r]) << (SQUARES * r)
    usable = free | wild | joint(lanes) | last
    gain = 0.0
    best[:] = 0.0
    for t in range(TYPES):
        card = card_of(s, p, t)
        if card < 0:
            continue
        for k in range(box.card_first[card], box.card_first[card + 1]):
            cells = num(box.place_cells[k])
            if cells & ~usable:
                continue
            have = (joint(num(box.place_lanes[k]) & lanes) | (num(box.place_cubes[k, LANES]) & last)) & ~wild
            lacks = cells & ~wild & ~have
            if lacks & ~free:
                continue
            helps = num(box.place_cubes[k, extra]) & lacks if extra >= 0 else 0
            if (have | helps) == 0:
                continue
            size = count(cells)
            share = SHARE[size, count(lacks)]
            value = w[HOPE + t] * share * share * share  # grows fast as the pattern nears completion
            if helps:
                more = share + 1.0 / size
                gain = max(gain, w[HOPE + t] * more * more * more - value)
            if have:
                value /= count(have)
                while have:
                    square = lowest(have)
                    best[square] = max(best[square], value)
                    have &= have - 1
    total = w[IN_HAND] * gain
    for square in range(SQUARES):
        total += best[square]
    return total


@rule
def outlook(box: Box, s: State, p: int, best: Reals, w: Weights) -> float:
    """A player's points so far, what the cubes promise, and the room that is left."""
    guessed = town_points(box, s, p, w)
    if s.place[p] == 0:
        cubes = 0
        for r in range(RESOURCES):
            cubes |= num(s.cube[p, r])
        built = filled(s.built, p)
        free = TOWN & ~built & ~cubes
        room = count(free)
        guessed += promise(box, s, p, free, best, w) + w[ROOM] * room + w[ROOMY] * room * room
        guessed += w[CUBE] * count(cubes) + w[STANDS] * count(built) + w[TOUCHING] * count(free & beside(free))
    return guessed


@rule
def estimate(box: Box, s: State, guess: Reals) -> None:
    """A quick guess of everybody's final points."""
    best = scratch(SQUARES, np.float64)
    for p in range(s.seats):
        guess[p] = outlook(box, s, p, best, BY_HAND)


@rule
def value(box: Box, s: State, weights: Weights, seat: int, guess: Reals) -> None:
    """The same for the search, with learned weights: for all seats, or only for one that has moved, because its move
    changes nothing for the others."""
    best = scratch(SQUARES, np.float64)
    for p in range(s.seats):
        if seat < 0 or p == seat:
            guess[p] = outlook(box, s, p, best, weights)
