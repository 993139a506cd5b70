"""Tiny Towns: what a bot knows. A quick guess of each player's final points."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from townwright.engine.bits import count, lowest
from townwright.engine.compiling import num, rule

from .box import Box
from .rules.build import card_of, posts
from .rules.town import TOWN, castle_of, empty_points, feed, filled, square_points
from .state import CO, FD, HANDLE, MO, RESOURCES, SQUARES, TYPES, State

# weights, found by playing greedy against random and against itself
HOPE = 2.6  # what a pattern is worth that lacks nothing but its construction
MONUMENT_HOPE = 3.4
HUNGRY, FOOD = 1.2, 2.2  # a cottage that may still be fed; a food building with room to feed
CUBE = 0.35  # a cube that no pattern wants
ROOM = 0.1  # an empty square while there is little left


@rule
def town_points(box: Box, s: State, p: int) -> float:
    """The points of a town as its owner sees it, unfed cottages counted in part."""
    castle = castle_of(box, s, s.built, p)
    fed = feed(box, s, s.built, p)
    points = empty_points(box, s, s.built, p)
    for t in range(TYPES):
        rest = num(s.built[p, t])
        while rest:
            points += square_points(box, s, s.built, s.store, p, t, lowest(rest), fed, castle)
            rest &= rest - 1
    hungry = count(num(s.built[p, CO]) & ~fed)
    return points + HUNGRY * hungry + (FOOD if s.built[p, FD] else 0.0)


@rule
def nearest(box: Box, s: State, p: int, card: int, free: int, wild: int, extra: int) -> float:
    """How near a card's best place is to its pattern, 0 to 1; `extra` is a cube about to be placed."""
    best = 0.0
    for k in range(box.card_first[card], box.card_first[card + 1]):
        cells = num(box.place_cells[k])
        have, lacks, helps = 0, 0, 0
        for r in range(RESOURCES):
            want = num(box.place_cubes[k, r])
            if want:
                found = want & (num(s.cube[p, r]) | wild)
                have |= found
                lacks |= want & ~found
                if extra == r + 1 and want & ~found & free:
                    helps = 1
        if lacks & ~free:
            continue
        size = count(cells)
        share = (count(have) + 0.9 * helps) / size
        best = max(best, share * share)
    return best


@rule
def estimate(box: Box, s: State, guess: NDArray[np.float64]) -> None:
    """Points so far, patterns under way, and the cubes that are in the way."""
    for p in range(s.seats):
        value = town_points(box, s, p)
        if s.place[p] == 0:
            cubes = 0
            for r in range(RESOURCES):
                cubes |= num(s.cube[p, r])
            free = TOWN & ~filled(s.built, p) & ~cubes
            wild = posts(box, s, p)
            extra = num(s.named) if (s.pending >> p) & 1 and s.decision[p] == HANDLE else 0
            for t in range(TYPES):
                card = card_of(s, p, t)
                if card >= 0:
                    hope = MONUMENT_HOPE if t == MO else HOPE
                    value += hope * nearest(box, s, p, card, free, wild, extra)
            value -= CUBE * count(cubes)
            value += ROOM * min(count(free), SQUARES // 2)
        guess[p] = value
