"""Tiny Towns: what a bot knows. A quick guess of each player's final points."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from townwright.engine.bits import count, lowest
from townwright.engine.compiling import num, rule

from .box import Box
from .rules.build import card_of, posts
from .rules.town import TOWN, castle_of, empty_points, feed, filled, square_points
from .state import CO, FD, HANDLE, RESOURCES, SQUARES, TYPES, State

# Weights, found by letting greedy players with slightly changed weights play alone and against each other.
HOPES = np.array([1.1, 4.0, 0.3, 0.3, 0.3, 0.3, 0.3, 6.0])  # a pattern ready to be built, by type
ROOM = 2.6  # an empty square
HUNGRY, FOOD = 1.2, 0.5  # a cottage that may still be fed; having any food
IN_HAND = 0.4  # what the cube about to be placed will add, at best

# How the search differs from its usual settings (engine/thinking.py); docs/bots.md has the trials.
SEARCH = {"slip": 0.0, "explore": 0.8, "glance": 16, "least": 60.0}


@rule
def town_points(box: Box, s: State, p: int) -> float:
    """The points of a town as its owner sees it, unfed cottages counted in part."""
    castle = castle_of(box, s, p)
    fed = feed(box, s, p)
    points = empty_points(box, s, p)
    for t in range(TYPES):
        rest = num(s.built[p, t])
        while rest:
            points += square_points(box, s, p, t, lowest(rest), fed, castle)
            rest &= rest - 1
    return points + HUNGRY * count(num(s.built[p, CO]) & ~fed) + (FOOD if s.built[p, FD] else 0.0)


@rule
def promise(box: Box, s: State, p: int, free: int, best: NDArray[np.float64]) -> float:
    """What the cubes of a town promise: each counts for the best pattern it can still be part of."""
    wild = posts(box, s, p)
    extra = num(s.named) - 1 if s.decision[p] == HANDLE else -1
    gain = 0.0
    best[:] = 0.0
    for t in range(TYPES):
        card = card_of(s, p, t)
        if card < 0:
            continue
        for k in range(box.card_first[card], box.card_first[card + 1]):
            have, lacks, helps = 0, 0, 0
            for r in range(RESOURCES):
                want = num(box.place_cubes[k, r]) & ~wild
                if want:
                    found = want & num(s.cube[p, r])
                    have |= found
                    lacks |= want & ~found
                    if r == extra:
                        helps = want & ~found
            if lacks & ~free:
                continue
            size = count(num(box.place_cells[k]))
            share = 1.0 - count(lacks) / size
            value = HOPES[t] * share * share * share  # grows fast as the pattern nears completion
            if helps:
                more = share + 1.0 / size
                gain = max(gain, HOPES[t] * more * more * more - value)
            if have:
                value /= count(have)
                while have:
                    square = lowest(have)
                    best[square] = max(best[square], value)
                    have &= have - 1
    total = IN_HAND * gain
    for square in range(SQUARES):
        total += best[square]
    return total


@rule
def outlook(box: Box, s: State, p: int, best: NDArray[np.float64]) -> float:
    """A player's points so far, what the cubes promise, and the room that is left."""
    guessed = town_points(box, s, p)
    if s.place[p] == 0:
        cubes = 0
        for r in range(RESOURCES):
            cubes |= num(s.cube[p, r])
        free = TOWN & ~filled(s.built, p) & ~cubes
        guessed += promise(box, s, p, free, best) + ROOM * count(free)
    return guessed


@rule
def estimate(box: Box, s: State, guess: NDArray[np.float64]) -> None:
    """A quick guess of everybody's final points."""
    best = np.zeros(SQUARES)
    for p in range(s.seats):
        guess[p] = outlook(box, s, p, best)


@rule
def value(box: Box, s: State, weights: NDArray[np.float64], seat: int, guess: NDArray[np.float64]) -> None:
    """The same for the search: of all seats, or of one that has moved; its move changes nothing for the others."""
    best = np.zeros(SQUARES)
    for p in range(s.seats):
        if seat < 0 or p == seat:
            guess[p] = outlook(box, s, p, best)
