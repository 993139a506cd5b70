"""Tenby: a quick guess of each player's final points, for bots."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from townwright.engine.compiling import num, rule
from townwright.engine.fields import Weights
from townwright.engine.moves import FINE

from .box import Box
from .rows import TIERS
from .rules.points import accolades_points, instances, resident_points, residents_points, town_points
from .rules.town import AFTER, NEW, begins_at, insert, is_last, lift, refuse_target, street_last
from .state import (
    DAY,
    ICONS,
    KEEP,
    NIGHT,
    PLACE,
    RESIDENTS,
    SHIFT,
    SOURCE,
    VISIT,
    VISITOR,
    State,
)

# Weights set by hand: with them greedy players reach about 115 points and always beat random ones.
WEIGHTS = {
    "what a T icon still brings": 3.6,
    "a P icon": 4.2,
    "an L icon": 6.0,
    "an R icon": 3.6,
    "a life ring": 1.5,
    "a life ring in the last turn": 0.6,
    "what a card of the town will bring the cards that come after it": 0.6,
    "of the next tier of a resident, by how near it is": 0.5,
    "of an accolade as it stands": 0.6,
    "visitors not yet drawn": 3.0,
}
ICON, RING, LAST_RING, CARD, PROSPECT, ACCOLADE, GIFT = 0, 4, 5, 6, 7, 8, 9
BY_HAND: Any = np.array(list(WEIGHTS.values()))

Reals = NDArray[np.float64]

# How the search differs from its usual settings (engine/thinking.py); docs/bots.md has the trials.
SEARCH = {"plies": 8, "glance": 8, "win": 10.0, "spread": 12.0, "explore": 0.6, "learned": False}


@rule
def best_place(box: Box, s: State, p: int, c: int, w: Weights) -> float:
    """The value of town and residents with a card laid where it brings most; the town is restored."""
    best = -1.0
    for place in range(num(s.cards[p]) + 1):
        for after in range(2):
            target = NEW
            if place < s.cards[p]:
                if not (is_last(s, p, place) if after else begins_at(s, p, place)):
                    continue
                target = place + AFTER * after
            if refuse_target(box, s, p, c, target, -1) != FINE:
                continue
            at = num(s.cards[p]) if target == NEW else place + after
            begins = num(s.begins[p])
            insert(s, p, c, target)
            best = max(best, settled(box, s, p, w))
            lift(s, p, at)
            s.begins[p] = begins
    return best


@rule
def settled(box: Box, s: State, p: int, w: Weights) -> float:
    """Points of the town and the residents as they stand, and what the residents promise."""
    value = float(town_points(box, s, p) + residents_points(box, s, p)) + w[CARD] * s.cards[p]
    hand = num(s.hand[p])
    for r in range(RESIDENTS):
        if hand >> r == 0:
            break
        if (hand >> r) & 1:
            value += w[PROSPECT] * prospect(box, s, p, r)
    return value


@rule
def prospect(box: Box, s: State, p: int, r: int) -> float:
    """How near the best street is to the next tier of a resident, in points."""
    best, first = 0.0, 0
    while first < s.cards[p]:
        last = street_last(s, p, first)
        count = instances(box, s, p, num(box.what[r]), first, last, -1)
        done = 0
        for tier in range(TIERS):
            goal = num(box.threshold[r, tier])
            if count < goal:
                best = max(best, (box.reward[r, 1, tier] - done) * (count / goal) ** 2)
                break
            done = num(box.reward[r, 1, tier])
        first = last + 1
    return best


@rule
def ahead(box: Box, s: State, p: int, w: Weights) -> float:
    """What rings, icons and day cards still bring."""
    acting = s.over == 0 and s.phase != NIGHT and s.step < s.seats and s.night[s.step] == p
    last = s.rounds == box.rounds
    value, rings = 0.0, float(s.rings[p])
    if s.phase == DAY and acting:
        for icon in range(ICONS):
            value += w[ICON + icon] * s.icons[icon]
    elif s.picked[p]:
        day = num(s.row[s.picked[p] - 1]) - 1
        rings += num(box.day_rings[day]) + num(s.tokens[s.picked[p] - 1])
        for icon in range(ICONS):
            value += w[ICON + icon] * box.day_icons[day, icon]
    elif last and s.phase == DAY:
        rings = 0.0
    worth = w[LAST_RING] if last and acting else w[RING]
    return value + worth * rings


@rule
def in_hand(box: Box, s: State, p: int, w: Weights) -> float:
    """The value of a seat's town if the seat makes the best of its present decision."""
    base = settled(box, s, p, w)
    if s.over or s.step >= s.seats or s.night[s.step] != p or s.phase == NIGHT:
        return base
    if s.decision == PLACE:
        return best_place(box, s, p, num(s.gained) - 1, w)
    if s.decision == SOURCE:
        return base + w[ICON + s.level] + 0.1
    if s.decision == SHIFT:
        return base + w[RING] * box.cost[4] - 0.1
    if s.decision == KEEP and s.drawn_first[s.draws - 1]:
        first, second = num(s.drawn_first[s.draws - 1]) - 1, num(s.drawn_second[s.draws - 1]) - 1
        return base + max(
            resident_points(box, s, p, first) + w[PROSPECT] * prospect(box, s, p, first),
            resident_points(box, s, p, second) + w[PROSPECT] * prospect(box, s, p, second),
        )
    if s.decision == VISITOR and s.visitors[0]:
        best = base
        for i in range(3):
            if s.visitors[i]:
                best = max(best, best_place(box, s, p, num(s.visitors[i]) - 1, w))
        return best
    return base + w[GIFT] if s.phase == VISIT else base


@rule
def outlook(box: Box, s: State, p: int, w: Weights) -> float:
    """A player's points so far, and what is still to come."""
    return in_hand(box, s, p, w) + ahead(box, s, p, w) + w[ACCOLADE] * accolades_points(box, s, p)


@rule
def estimate(box: Box, s: State, guess: Reals) -> None:
    """Points so far, what residents and accolades promise, what rings and icons still bring."""
    for p in range(s.seats):
        guess[p] = outlook(box, s, p, BY_HAND)


@rule
def value(box: Box, s: State, weights: Weights, seat: int, guess: Reals) -> None:
    """The same for the search, with learned weights: for all seats, or only for one that has moved, because its move
    changes nothing for the others."""
    for p in range(s.seats):
        if seat < 0 or p == seat:
            guess[p] = outlook(box, s, p, weights)
