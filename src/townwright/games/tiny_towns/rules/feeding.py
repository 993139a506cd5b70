"""Tiny Towns: which cottages are fed (5.2)."""

from __future__ import annotations

from townwright.engine.bits import count, lowest
from townwright.engine.compiling import num, rule

from ..box import FED_IN_TOWN, FED_NEAR, FEEDS_AROUND, FEEDS_GROUP, FEEDS_LINES, MAUSOLEUM, Box
from ..state import CO, FD, SHARED, State
from .town import around, beside, castle_of, in_line, joined, owns, weigh


@rule
def fed_worth(box: Box, s: State, p: int, fed: int, castle: int) -> int:
    """The points that depend on feeding, if these squares are fed."""
    worth = 0
    if not owns(box, s, p, MAUSOLEUM):
        worth += num(box.points[s.card[CO] - 1]) * count(fed & num(s.built[p, CO]))
    if fed & castle:
        worth += num(box.points[s.dealt[p, 0] - 1])
    for t in range(FD + 1, SHARED):
        if s.built[p, t]:
            card = num(s.card[t]) - 1
            if box.verb[card] == FED_IN_TOWN:
                worth += box.points[card] * count(num(s.built[p, t])) * weigh(s, p, fed, castle)
            elif box.verb[card] == FED_NEAR:
                rest = num(s.built[p, t])
                while rest:
                    if weigh(s, p, beside(rest & -rest) & fed, castle) >= box.base[card]:
                        worth += num(box.points[card])
                    rest &= rest - 1
    return worth


@rule
def place_matters(box: Box, s: State, p: int) -> bool:
    """Whether it matters which cottages are fed, because a card scores for fed neighbours."""
    for t in range(FD + 1, SHARED):
        if s.built[p, t] and box.verb[s.card[t] - 1] == FED_NEAR:
            return True
    return False


@rule
def best_fed(box: Box, s: State, p: int, units: int, n: int, hungry: int, groups: bool) -> int:
    """Feeds the n units (cottages, or one square of each group) that give the most points."""
    castle = castle_of(box, s, p)
    best, choice, some = -1, 0, 0
    while True:
        if count(some) == n:
            fed = joined(some, hungry) if groups else some
            worth = fed_worth(box, s, p, fed, castle)
            if worth > best:
                best, choice = worth, fed
        some = (some - units) & units  # the next choice among the units
        if some == 0:
            return choice


@rule
def feed(box: Box, s: State, p: int) -> int:
    """The squares that are fed, chosen to give their owner the most points (5.2)."""
    castle = castle_of(box, s, p)
    hungry, food = num(s.built[p, CO]) | castle, num(s.built[p, FD])
    if hungry == 0 or food == 0:
        return 0
    card = num(s.card[FD]) - 1
    how = num(box.feeds[card])
    if how in (FEEDS_AROUND, FEEDS_LINES):
        fed = 0
        while food:
            square = lowest(food)
            fed |= around(square) if how == FEEDS_AROUND else in_line(square)
            food &= food - 1
        return fed & hungry
    groups = how == FEEDS_GROUP
    n = count(food) if groups else box.number[card] * count(food)
    units = hungry
    if groups:
        units, rest = 0, hungry
        while rest:
            units |= rest & -rest
            rest &= ~joined(rest & -rest, hungry)
    if count(units) <= n:
        return hungry
    if groups or castle or place_matters(box, s, p):
        return best_fed(box, s, p, units, n, hungry, groups)
    while count(units) > n:  # any of them will do
        units &= units - 1
    return units
