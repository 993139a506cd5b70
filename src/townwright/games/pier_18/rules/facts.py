"""Pier 18: what a view shows and only the rules can work out: how far goals are, and the races for the patron."""

from __future__ import annotations

from townwright.engine.bits import count
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes

from ..box import Box
from ..moves import NOBODY
from ..state import OFFER, SEATS, TAKE, State
from .laying import latest_date
from .pier import measure, meets_goal, pier_of
from .rounds import ahead, leader, patron_total, taken

# places in the list of facts: first by seat, then by place of the offer
FOUND, MET, RACES = 0, SEATS, 2 * SEATS
LEADER, TIE, WIDTH = SEATS, SEATS + 1, SEATS + 2  # of a race, after the totals of the seats


@rule
def facts(box: Box, k: State, out: Codes) -> None:
    """What the goal of every plan measures now and whether it is met; every race (1.5, 1.7)."""
    for p in range(k.seats):
        if k.plan[p]:
            pier, won, plan = pier_of(k, p), num(k.won[p]), num(k.plan[p]) - 1
            out[FOUND + p] = measure(box, pier, won, num(box.metric[plan]))
            out[MET + p] = 1 if meets_goal(box, num(k.seats), pier, won, plan) else 0
    if k.phase == TAKE:
        for i in range(OFFER):
            if k.offer[i]:
                write_race(box, k, num(k.offer[i]) - 1, out, RACES + i * WIDTH)


@rule
def write_race(box: Box, k: State, patron: int, out: Codes, at: int) -> None:
    """Everybody's total for a patron, who would get it now, and whether dates decide (1.5)."""
    for p in range(k.seats):
        out[at + p] = patron_total(box, pier_of(k, p), patron)
    leading = ahead(box, k, patron, 0, pier_of(k, 0))
    known = True
    for p in range(k.seats):
        known = known and k.laid[p] > 0
    out[at + LEADER] = leader(box, k, leading, taken(k), 0, latest_date(box, k, 0)) if known else NOBODY
    out[at + TIE] = 1 if count(leading) > 1 else 0
