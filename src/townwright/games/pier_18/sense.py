"""Pier 18: a quick guess of each player's final points, for bots."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from townwright.engine.bits import count
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Weights

from .box import METRICS, Box
from .rules.pier import LENGTH, Pier, extended, measure, pier_of, worth
from .state import CARDS, CHARACTERS, CHOOSE, ROUNDS, SECTIONS, State

# What a card adds to each metric, and how much that varies: measured on 3,000 finished piers of greedy players.
PACE = {
    "empty_sections": (0.62, 0.69),
    "length": (3.40, 0.98),
    "characters": (3.57, 1.11),
    "largest_seller_group": (0.93, 0.79),
    "lovers": (0.80, 0.52),
    "full_sections": (0.79, 0.69),
    "least_common_character": (0.51, 0.35),
    "seller_groups": (0.44, 0.37),
    "twin_sections": (0.09, 0.27),
    "side_difference": (0.0, 0.89),
    "scoring_lovers": (0.27, 0.47),
    "sellers": (0.56, 0.40),
    "fishers_richer_side": (0.68, 0.51),
    "patrons": (0.25, 0.43),
    "fishers_poorer_side": (0.36, 0.44),
    "poets": (1.16, 0.57),
}
PACES = np.array([PACE[metric] for metric in METRICS])
WEIGHTS = {
    "a player who wants a goal can bend the metric so much further than chance does": 1.5,
    "the chance of a goal, as a share of its points": 1.0,
    "a patron won, as a share of its points": 1.0,
    "a space with a fisher": 0.0,
    "a space with a poet": 0.0,
    "a space with lovers": 0.0,
    "a space with a seller": 0.0,
    "a visible section": 0.0,
}
STEERING, GOAL, PATRON, SPACE, LONG = 0, 1, 2, 3, 7
BY_HAND: Any = np.array(list(WEIGHTS.values()))

Reals = NDArray[np.float64]

# How the search differs from its usual settings (engine/thinking.py); docs/bots.md has the trials.
SEARCH = {"explore": 1.0, "apart": True, "learned": False}


@rule
def chance_of_goal(box: Box, seats: int, pier: Pier, patrons: int, plan: int, to_come: int, w: Weights) -> float:
    """How likely the plan's goal is met once `to_come` more cards are laid, 0 to 1."""
    metric = num(box.metric[plan])
    pace, spread = float(PACES[metric, 0]), float(PACES[metric, 1])
    spare = measure(box, pier, patrons, metric) + pace * to_come - num(box.threshold[plan, seats])
    if box.at_most[plan]:
        spare = -spare
    if to_come == 0:
        return 1.0 if spare >= 0.0 else 0.0
    reach = w[STEERING] * spread * math.sqrt(to_come)
    return min(1.0, max(0.0, 0.5 + 0.5 * (spare + 0.5) / reach))


@rule
def outlook(box: Box, seats: int, pier: Pier, patrons: int, plan: int, to_come: int, w: Weights) -> float:
    """Points if the plan were laid now in the best way, with the chance of its goal."""
    best = -1.0
    for overlap in range(SECTIONS):
        for turned in range(2 if box.rotation else 1):
            finished = extended(box, pier, plan, overlap, turned)
            points = 0
            for c in range(CHARACTERS):
                points += worth(box, finished, c)
            goal = chance_of_goal(box, seats, finished, patrons, plan, to_come, w)
            value = points + w[GOAL] * box.goal_points * goal
            best = max(best, value)
    return best


@rule
def expected(box: Box, s: State, p: int, w: Weights) -> float:
    """The points of a pier with the plan laid best, of patrons, and of the goal by its chance. While others still
    choose, a choice already made counts as laid."""
    seats, to_come = num(s.seats), ROUNDS[s.seats] - num(s.rounds)
    plan, pier, patrons = num(s.plan[p]) - 1, pier_of(s, p), num(s.won[p])
    cards = to_come - (num(s.laid[p]) - 1 - num(s.rounds)) if s.laid[p] else to_come
    if s.phase == CHOOSE and s.choice[p]:
        plan = (num(s.choice[p]) - 1) // CARDS
        pier = extended(box, (0, 0, 0, 0, 0), (num(s.choice[p]) - 1) % CARDS, 0, 0)
    guessed = w[PATRON] * patrons * num(box.patron_points)
    if s.finished[p]:
        points = 0
        for c in range(CHARACTERS):
            points += worth(box, pier, c)
        guessed += points + box.goal_points * chance_of_goal(box, seats, pier, patrons, plan, 0, w)
    elif plan >= 0 and pier[LENGTH] > 0:
        guessed += outlook(box, seats, pier, patrons, plan, cards, w) + w[LONG] * cards * pier[LENGTH]
        for c in range(CHARACTERS):
            guessed += w[SPACE + c] * cards * count(pier[c])
    return guessed


@rule
def estimate(box: Box, s: State, guess: Reals) -> None:
    """A quick guess of everybody's final points."""
    for p in range(s.seats):
        guess[p] = expected(box, s, p, BY_HAND)


@rule
def value(box: Box, s: State, weights: Weights, seat: int, guess: Reals) -> None:
    """The same for the search, with learned weights: for all seats, or only for one that has moved, because its move
    changes nothing for the others."""
    for p in range(s.seats):
        if seat < 0 or p == seat:
            guess[p] = expected(box, s, p, weights)
