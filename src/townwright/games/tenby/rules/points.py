"""Tenby: scoring. One formula for town cards, one for residents, some metrics for accolades; the parts of a sheet."""

from __future__ import annotations

from townwright.engine.bits import lowest
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes, Parts

from ..box import Box
from ..rows import (
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
)
from ..state import ACCOLADES, LYING, OPEN, RESIDENTS, SECRET, State
from .town import card_at, complete, street_last, streets

LINES = 5  # cards, residents, accolades; completed streets, residents held


@rule
def instances(box: Box, s: State, p: int, thing: int, first: int, last: int, without: int) -> int:
    """How many of a thing the cards of a range show; the card `without` is left out, unless it is -1 (1.8)."""
    if thing != UNIQUE:
        n = 0 if without < 0 else -num(box.count[card_at(s, p, without), thing])
        for i in range(first, last + 1):
            n += num(box.count[card_at(s, p, i), thing])
        return n
    seen, colours = 0, 0  # a white building fills in for a missing colour
    for i in range(first, last + 1):
        paint = num(box.paint[card_at(s, p, i)])
        if i != without and paint and (paint == WHITE or (seen >> paint) & 1 == 0):
            colours += 1
            seen |= 1 << paint
    return min(colours, len(COLOURS))


@rule
def card_instances(box: Box, s: State, p: int, i: int, first: int, last: int) -> int:
    """How many instances a card of the street from first to last counts in its range (1.8).

    Its own building never counts as one of the different colours.
    """
    c = card_at(s, p, i)
    thing = num(box.condition[c])
    return instances(
        box,
        s,
        p,
        thing,
        max(first, i - num(box.reach_left[c])),
        min(last, i + num(box.reach_right[c])),
        i if box.itself[c] == 0 or thing == UNIQUE else -1,
    )


@rule
def card_points(box: Box, s: State, p: int, i: int, first: int, last: int) -> int:
    """The points of a card: points for each instance in range (1.8)."""
    return num(box.points[card_at(s, p, i)]) * card_instances(box, s, p, i, first, last)


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
def street_reward(box: Box, s: State, p: int, r: int, first: int, last: int) -> int:
    """What a resident gives for a street: the points of the highest threshold it reaches (1.8)."""
    count = instances(box, s, p, num(box.what[r]), first, last, -1)
    done = 1 if complete(box, s, p, first, last) else 0
    points = 0
    for tier in range(TIERS):
        if count >= box.threshold[r, tier]:
            points = num(box.reward[r, done, tier])
    return points


@rule
def resident_points(box: Box, s: State, p: int, r: int) -> int:
    """The points of a resident: the best street counts, or each (1.8, ruling 24)."""
    total, first = 0, 0
    while first < s.cards[p]:
        last = street_last(s, p, first)
        points = street_reward(box, s, p, r, first, last)
        total = total + points if box.each[r] else max(total, points)
        first = last + 1
    return total


@rule
def residents_points(box: Box, s: State, p: int) -> int:
    """The points of all residents held."""
    total, hand = 0, num(s.hand[p])
    while hand:
        total += resident_points(box, s, p, lowest(hand))
        hand &= hand - 1
    return total


@rule
def street_metric(box: Box, s: State, p: int, metric: int) -> int:
    """Completed streets, the longest street, or the best card of a town."""
    amount, first = 0, 0
    while first < s.cards[p]:
        last = street_last(s, p, first)
        if metric == COMPLETED:
            amount += 1 if complete(box, s, p, first, last) else 0
        elif metric == LONGEST:
            amount = max(amount, last + 1 - first)
        else:
            for i in range(first, last + 1):
                amount = max(amount, card_points(box, s, p, i, first, last))
        first = last + 1
    return amount


@rule
def measure(box: Box, s: State, p: int, metric: int) -> int:
    """How much a town has of what an accolade measures."""
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
    """What an accolade pays the player with the most, shared in a tie and rounded down; nothing for 0 (ruling 20).

    A secret one is not shared: it pays its owner unless another player has more.
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
def stake(box: Box, s: State, p: int, place: int) -> tuple[int, int, int]:
    """The accolade of a place, if a player competes for it (-1 if not), its points, and whether it is secret (1.9).

    In Ebb & Flow a place is a seat, otherwise one of the open accolades.
    """
    if box.mode == EBB_FLOW:
        if place < s.seats and s.shown[place] == OPEN:
            return num(s.dealt[place]) - 1, num(box.open_points), 0
        if place == p and s.shown[place] == SECRET:
            return num(s.dealt[place]) - 1, num(box.secret_points), 1
        return -1, 0, 0
    if box.mode == HIGH_TIDE and s.counter[place] == 0:
        return -1, 0, 0
    return num(s.lying[place]) - 1, num(box.accolade_points), 0


@rule
def accolades_points(box: Box, s: State, p: int) -> int:
    """All accolades of the mode in play (1.9)."""
    total = 0
    for place in range(LYING):
        a, points, secret = stake(box, s, p, place)
        if a >= 0:
            total += accolade_points(box, s, p, a, points, secret)
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


# the parts of a sheet: line, points, then the numbers that `sheet.label` puts in words
CARDS_LINE, RESIDENTS_LINE, ACCOLADES_LINE = range(3)
SOME_STREET, NO_STREET, ALL_STREETS = range(3)  # which streets a part of a resident is about


@rule
def write_part(out: Parts, n: int, line: int, points: int, a: int, b: int, c: int, d: int, e: int) -> int:
    """Writes part n; returns the number of the next."""
    out[n, 0] = line
    out[n, 1] = points
    out[n, 2] = a
    out[n, 3] = b
    out[n, 4] = c
    out[n, 5] = d
    out[n, 6] = e
    return n + 1


@rule
def parts(box: Box, s: State, seat: int, out: Parts) -> int:
    """Every card with what it counts, every known resident with its streets, every accolade in play."""
    n = card_parts(box, s, seat, out)
    hand = num(s.hand[seat])
    for r in range(RESIDENTS):
        if (hand >> r) & 1:
            n = resident_parts(box, s, seat, r, out, n)
    for place in range(LYING):
        a, worth, secret = stake(box, s, seat, place)
        if a >= 0:
            points = accolade_points(box, s, seat, a, worth, secret)
            n = write_part(out, n, ACCOLADES_LINE, points, a, measure(box, s, seat, num(box.metric[a])), 0, 0, 0)
    return n


@rule
def card_parts(box: Box, s: State, p: int, out: Parts) -> int:
    """The cards of a town: the number of each, and how many instances it counts."""
    n, first = 0, 0
    while first < s.cards[p]:
        last = street_last(s, p, first)
        for i in range(first, last + 1):
            c, count = card_at(s, p, i), card_instances(box, s, p, i, first, last)
            n = write_part(out, n, CARDS_LINE, card_points(box, s, p, i, first, last), c, count, 0, 0, 0)
        first = last + 1
    return n


@rule
def resident_parts(box: Box, s: State, p: int, r: int, out: Parts, n: int) -> int:
    """A resident: each street that gives points, or only the best one; if none does, one part that says so.

    A custom box may have more residents and streets than there are rows; then a resident gets a single row.
    """
    total, begin, room = resident_points(box, s, p, r), n, len(out) - RESIDENTS - ACCOLADES
    if total == 0 or (box.each[r] and n + streets(s, p) > room):
        return write_part(out, n, RESIDENTS_LINE, total, r, ALL_STREETS if total else NO_STREET, 0, 0, 0)
    first, street = 0, 1
    while first < s.cards[p] and (box.each[r] or n == begin):
        last = street_last(s, p, first)
        points = street_reward(box, s, p, r, first, last)
        if points and (box.each[r] or points == total):
            count = instances(box, s, p, num(box.what[r]), first, last, -1)
            done = 1 if complete(box, s, p, first, last) else 0
            n = write_part(out, n, RESIDENTS_LINE, points, r, SOME_STREET, count, street, done)
        first, street = last + 1, street + 1
    return n
