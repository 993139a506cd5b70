"""Pier 18: the score sheet: its lines and their parts (1.6, 1.7)."""

from __future__ import annotations

from townwright.engine.bits import count, lowest
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes, Parts

from ..box import YEAR, Box
from ..state import CHARACTERS, FISHER, LOVERS, POET, RIGHT, SELLER, State
from .pier import (
    LEFT_SIDE,
    Pier,
    characters,
    fishers_left,
    fishers_right,
    free_lovers,
    group_points,
    market,
    measure,
    meets_goal,
    pier_of,
    worth,
)

# lines of the sheet of a seat: the four characters by their numbers, then these; the last two break ties
PATRONS, GOAL, SHOWN, DATE = range(CHARACTERS, CHARACTERS + 4)
LINES = DATE + 1


@rule
def score(box: Box, s: State, out: Codes) -> None:
    """Six lines per seat: the four characters, patrons, goal. Ties are broken by visible characters, then by the
    earlier date of the plan, counted as days to the end of the year (1.6, 1.7)."""
    for p in range(s.seats):
        pier, at, plan = pier_of(s, p), LINES * p, num(s.plan[p]) - 1
        for c in range(CHARACTERS):
            out[at + c] = worth(box, pier, c)
        out[at + PATRONS] = num(s.won[p]) * num(box.patron_points)
        out[at + GOAL] = goal_points(box, s, p)
        out[at + SHOWN] = characters(pier)
        out[at + DATE] = YEAR - num(box.date[plan]) if plan >= 0 else 0


@rule
def goal_points(box: Box, s: State, p: int) -> int:
    """The points for the goal of the plan, once the plan is laid (1.7, 10)."""
    if s.finished[p] and meets_goal(box, num(s.seats), pier_of(s, p), num(s.won[p]), s.plan[p] - 1):
        return num(box.goal_points)
    return 0


@rule
def add_part(out: Parts, n: int, line: int, points: int, first: int, second: int) -> int:
    """Writes part n with two values; returns how many parts there are now."""
    out[n, 0], out[n, 1], out[n, 2], out[n, 3] = line, points, first, second
    return n + 1


@rule
def parts(box: Box, s: State, seat: int, out: Parts) -> int:
    """What gave the points of a seat. Values by line:

    fishers: how many on the left, on the right, the spaces of those that count as two masks, left and right; poets: how
    many, 0, their spaces likewise; lovers: their space; sellers: the first space of the group, its size; patrons: the
    card; goal: the plan, what it measures, the threshold.
    """
    pier, n = pier_of(s, seat), 0
    if pier[FISHER]:
        better = fishers_left(pier) >= fishers_right(pier)
        out[n, 4] = pier[FISHER] & LEFT_SIDE if better else 0
        out[n, 5] = 0 if better else pier[FISHER] >> RIGHT
        n = add_part(out, n, FISHER, worth(box, pier, FISHER), fishers_left(pier), fishers_right(pier))
    if pier[POET]:
        out[n, 4], out[n, 5] = pier[POET] & LEFT_SIDE, pier[POET] >> RIGHT
        n = add_part(out, n, POET, worth(box, pier, POET), count(pier[POET]), 0)
    free = free_lovers(pier)
    while free:
        n = add_part(out, n, LOVERS, num(box.lover_points), lowest(free), 0)
        free &= free - 1
    n = seller_parts(pier, out, n)
    for i in range(s.won[seat]):
        n = add_part(out, n, PATRONS, num(box.patron_points), s.patrons[seat, i] - 1, 0)
    if s.finished[seat]:
        plan = num(s.plan[seat]) - 1
        measured = measure(box, pier, num(s.won[seat]), num(box.metric[plan]))
        out[n, 4] = box.threshold[plan, s.seats]
        n = add_part(out, n, GOAL, goal_points(box, s, seat), plan, measured)
    return n


@rule
def seller_parts(pier: Pier, out: Parts, n: int) -> int:
    """Adds a part for every group with a seller."""
    groups = market(pier)
    while groups:
        first, size = lowest(groups), 1
        while (groups >> (first + size)) & 1:
            size += 1
        group = ((1 << size) - 1) << first
        n = add_part(out, n, SELLER, group_points(group), first, size)
        groups &= ~group
    return n
