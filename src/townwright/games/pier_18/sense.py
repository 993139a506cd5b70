"""Pier 18: a quick guess of each player's final points, for bots."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from townwright.engine.compiling import num, rule

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
STEERING = 1.5  # a player who wants a goal can bend the metric further than chance does

# How the search differs from its usual settings (engine/thinking.py); docs/bots.md has the trials.
SEARCH = {"explore": 1.0}


@rule
def chance_of_goal(box: Box, seats: int, pier: Pier, patrons: int, plan: int, to_come: int) -> float:
    """How likely the plan's goal is met once `to_come` more cards are laid, 0 to 1."""
    metric = num(box.metric[plan])
    pace, spread = float(PACES[metric, 0]), float(PACES[metric, 1])
    spare = measure(box, pier, patrons, metric) + pace * to_come - num(box.threshold[plan, seats])
    if box.at_most[plan]:
        spare = -spare
    if to_come == 0:
        return 1.0 if spare >= 0.0 else 0.0
    reach = STEERING * spread * math.sqrt(to_come)
    return min(1.0, max(0.0, 0.5 + 0.5 * (spare + 0.5) / reach))


@rule
def outlook(box: Box, seats: int, pier: Pier, patrons: int, plan: int, to_come: int) -> float:
    """Points if the plan were laid now in the best way, with the chance of its goal."""
    best = -1.0
    for overlap in range(SECTIONS):
        for turned in range(2 if box.rotation else 1):
            finished = extended(box, pier, plan, overlap, turned)
            points = 0
            for c in range(CHARACTERS):
                points += worth(box, finished, c)
            value = points + box.goal_points * chance_of_goal(box, seats, finished, patrons, plan, to_come)
            best = max(best, value)
    return best


@rule
def expected(box: Box, s: State, p: int) -> float:
    """A player's pier with the plan laid best, the patrons, and the chance of the goal. While others still choose, a
    choice already made counts as if it lay on the table."""
    seats, to_come = num(s.seats), ROUNDS[s.seats] - num(s.rounds)
    plan, pier, patrons = num(s.plan[p]) - 1, pier_of(s, p), num(s.won[p])
    cards = to_come - (num(s.laid[p]) - 1 - num(s.rounds)) if s.laid[p] else to_come
    if s.phase == CHOOSE and s.choice[p]:
        plan = (num(s.choice[p]) - 1) // CARDS
        pier = extended(box, (0, 0, 0, 0, 0), (num(s.choice[p]) - 1) % CARDS, 0, 0)
    guessed = float(patrons * num(box.patron_points))
    if s.finished[p]:
        points = 0
        for c in range(CHARACTERS):
            points += worth(box, pier, c)
        guessed += points + box.goal_points * chance_of_goal(box, seats, pier, patrons, plan, 0)
    elif plan >= 0 and pier[LENGTH] > 0:
        guessed += outlook(box, seats, pier, patrons, plan, cards)
    return guessed


@rule
def estimate(box: Box, s: State, guess: NDArray[np.float64]) -> None:
    """A quick guess of everybody's final points."""
    for p in range(s.seats):
        guess[p] = expected(box, s, p)


@rule
def value(box: Box, s: State, weights: NDArray[np.float64], seat: int, guess: NDArray[np.float64]) -> None:
    """The same for the search: of all seats, or of one that has moved; its move changes nothing for the others."""
    for p in range(s.seats):
        if seat < 0 or p == seat:
            guess[p] = expected(box, s, p)
