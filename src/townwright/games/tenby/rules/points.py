"""Tenby: scoring. One verb for town cards, one for residents, a few metrics for accolades."""

from __future__ import annotations

from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes

from ..box import (
    BEST_CARD,
    BEST_COLOUR,
    COLOURS,
    COMPLETED,
    EBB_FLOW,
    FIRST_COLOUR,
    HELD,
    HIGH_TIDE,
    LONGEST,
    TIERS,
    UNIQUE,
    WHITE,
    Box,
)
from ..state import LYING, OPEN, RESIDENTS, SECRET, State
from .town import card_at, complete, street_last

LINES = 5  # cards, residents, accolades; completed streets, residents held


@rule
def instances(box: Box, s: State, p: int, what: int, first: int, last: int, without: int) -> int:
    """How many of a thing the cards of a range show, one of them perhaps left out (1.8)."""
    if what != UNIQUE:
        n = 0
        for i in range(first, last + 1):
            if i != without:
                n += num(box.count[card_at(s, p, i), what])
        return n
    seen, colours = 0, 0  # white buildings fill missing colours
    for i in range(first, last + 1):
        paint = num(box.paint[card_at(s, p, i)])
        if i != without and paint and (paint == WHITE or (seen >> paint) & 1 == 0):
            colours += 1
            seen |= 1 << paint
    return min(colours, len(COLOURS))


@rule
def card_points(box: Box, s: State, p: int, i: int, first: int, last: int) -> int:
    """The points of a card of the street from first to last: points for each instance in range (1.8).

    The own building never counts for unique colours.
    """
    c = card_at(s, p, i)
    what = num(box.condition[c])
    return num(box.points[c]) * instances(
        box,
        s,
        p,
        what,
        max(first, i - num(box.reach_left[c])),
        min(last, i + num(box.reach_right[c])),
        i if box.itself[c] == 0 or what == UNIQUE else -1,
    )


@rule
def street_points(box: Box, s: State, p: int, first: int, last: int) -> int:
    """The points of all cards of a street."""
    total = 0
    for i in range(first, last + 1):
        total += card_points(box, s, p, i, first, last)
    return total


@rule
def town_points(box: Box, s: State, p: int) -> int:
    """The points of all town cards."""
    total, first = 0, 0
    while first < s.cards[p]:
        last = street_last(s, p, first)
        total += street_points(box, s, p, first, last)
        first = last + 1
    return total


@rule
def resident_points(box: Box, s: State, p: int, r: int) -> int:
    """The highest threshold that a street reaches gives points; the best street counts, or each (1.8, ruling 24)."""
    total, first = 0, 0
    while first < s.cards[p]:
        last = street_last(s, p, first)
        found = instances(box, s, p, num(box.what[r]), first, last, -1)
        done = 1 if complete(box, s, p, first, last) else 0
        points = 0
        for tier in range(TIERS):
            if found >= box.threshold[r, tier]:
                points = num(box.reward[r, done, tier])
        total = total + points if box.each[r] else max(total, points)
        first = last + 1
    return total


@rule
def residents_points(box: Box, s: State, p: int) -> int:
    """The points of all residents held."""
    total, hand = 0, num(s.hand[p])
    for r in range(RESIDENTS):
        if hand >> r == 0:
            break
        if (hand >> r) & 1:
            total += resident_points(box, s, p, r)
    return total


@rule
def street_metric(box: Box, s: State, p: int, metric: int) -> int:
    """Completed streets, the longest street, or the best card of a town."""
    found, first = 0, 0
    while first < s.cards[p]:
        last = street_last(s, p, first)
        if metric == COMPLETED:
            found += 1 if complete(box, s, p, first, last) else 0
        elif metric == LONGEST:
            found = max(found, last + 1 - first)
        else:
            for i in range(first, last + 1):
                found = max(found, card_points(box, s, p, i, first, last))
        first = last + 1
    return found


@rule
def measure(box: Box, s: State, p: int, metric: int) -> int:
    """How much a town has of what an accolade asks for."""
    if metric == HELD:
        return num(s.held[p])
    if metric in (COMPLETED, LONGEST, BEST_CARD):
        return street_metric(box, s, p, metric)
    if metric == BEST_COLOUR:
        best = 0
        for colour in range(len(COLOURS)):
            best = max(best, instances(box, s, p, FIRST_COLOUR + colour, 0, num(s.cards[p]) - 1, -1))
        return best
    return instances(box, s, p, metric, 0, num(s.cards[p]) - 1, -1)


@rule
def accolade_points(box: Box, s: State, p: int, a: int, points: int, secret: int) -> int:
    """What an accolade gives a player: the most, shared in a tie and rounded down; nothing for 0 (ruling 20).

    A secret one is not shared: it pays its owner unless somebody has more.
    """
    metric = num(box.metric[a])
    mine, tied = measure(box, s, p, metric), 1
    if mine == 0:
        return 0
    for q in range(s.seats):
        if q != p:
            other = measure(box, s, q, metric)
            if other > mine:
                return 0
            if other == mine:
                tied += 1
    return points if secret else points // tied


@rule
def accolades_points(box: Box, s: State, p: int) -> int:
    """All accolades of the mode in play (1.9)."""
    total = 0
    if box.mode == EBB_FLOW:
        for q in range(s.seats):
            a = num(s.dealt[q]) - 1
            if a >= 0 and s.shown[q] == OPEN:
                total += accolade_points(box, s, p, a, num(box.open_points), 0)
            elif a >= 0 and s.shown[q] == SECRET and q == p:
                total += accolade_points(box, s, p, a, num(box.secret_points), 1)
    else:
        for place in range(LYING):
            if s.lying[place] and (box.mode != HIGH_TIDE or s.counter[place]):
                total += accolade_points(box, s, p, num(s.lying[place]) - 1, num(box.accolade_points), 0)
    return total


@rule
def score(box: Box, s: State, out: Codes) -> None:
    """Cards, residents, accolades; then completed streets and residents held, for ties (1.8, ruling 25)."""
    for p in range(s.seats):
        out[LINES * p] = town_points(box, s, p)
        out[LINES * p + 1] = residents_points(box, s, p)
        out[LINES * p + 2] = accolades_points(box, s, p)
        out[LINES * p + 3] = street_metric(box, s, p, COMPLETED)
        out[LINES * p + 4] = num(s.held[p])
