"""Pier 18: what a bot knows. A quick guess of each player's final points."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from townwright.engine.compiling import num, rule

from .box import METRICS, Box
from .pier import LENGTH, Pier, extended, measure, pier_of, worth
from .state import CARDS, CHARACTERS, CHOOSE, ROUNDS, SECTIONS, State

# What a card adds to each metric on average, and what one unit short of a goal takes from its chances with
# no card, and with many cards, to come. Measured over greedy games (docs/rules/pier-18.md).
GROWTH = {
    "empty_sections": 0.9,
    "length": 3.1,
    "characters": 3.1,
    "largest_seller_group": 0.5,
    "lovers": 0.7,
    "full_sections": 0.7,
    "least_common_character": 0.5,
    "seller_groups": 0.3,
    "twin_sections": 0.2,
    "side_difference": 0.0,
    "scoring_lovers": 0.3,
    "sellers": 0.5,
    "fishers_richer_side": 0.6,
    "patrons": 0.4,
    "fishers_poorer_side": 0.4,
    "poets": 1.0,
}
GROWTHS = np.array([GROWTH[metric] for metric in METRICS])
SPREAD = 1.0  # how far a card moves a metric from its average


@rule
def chance_of_goal(box: Box, seats: int, pier: Pier, patrons: int, plan: int, to_come: int) -> float:
    """How likely the goal of the plan is met when `to_come` more cards have been laid, 0 to 1."""
    metric = num(box.metric[plan])
    spare = measure(box, pier, patrons, metric) + GROWTHS[metric] * to_come - num(box.threshold[plan, seats])
    if box.at_most[plan]:
        spare = -spare
    if to_come == 0:
        return 1.0 if spare >= 0 else 0.0
    return min(1.0, max(0.0, 0.5 + (spare + 0.5) / (2.0 * SPREAD * (to_come + 1))))


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
def estimate(box: Box, s: State, guess: NDArray[np.float64]) -> None:
    """The pier with the plan on it, patrons, and the chance of the goal; before that, with what was chosen."""
    seats, to_come = num(s.seats), ROUNDS[s.seats] - num(s.rounds)
    for p in range(seats):
        plan, pier, patrons = num(s.plan[p]) - 1, pier_of(s, p), num(s.won[p])
        cards = to_come - (num(s.laid[p]) - 1 - num(s.rounds)) if s.laid[p] else to_come
        if s.phase == CHOOSE and s.choice[p]:
            plan = (num(s.choice[p]) - 1) // CARDS
            pier = extended(box, (0, 0, 0, 0, 0), (num(s.choice[p]) - 1) % CARDS, 0, 0)
        value = float(patrons * num(box.patron_points))
        if s.finished[p]:
            points = 0
            for c in range(CHARACTERS):
                points += worth(box, pier, c)
            value += points + box.goal_points * chance_of_goal(box, seats, pier, patrons, plan, 0)
        elif plan >= 0 and pier[LENGTH] > 0:
            value += outlook(box, seats, pier, patrons, plan, cards)
        guess[p] = value
