"""Tiny Towns: the points of a town, and the score sheet. Numbers such as 5.9 refer to docs/rules/tiny-towns.md."""

from __future__ import annotations

from townwright.engine.bits import count, lowest
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes, Parts

from ..box import (
    ALONE,
    CATHEDRAL,
    COUNT_TABLE,
    EACH,
    FED,
    FED_IN_TOWN,
    FED_NEAR,
    GROUP,
    LINE,
    MAUSOLEUM,
    MORE_THAN_RIGHT,
    NEAR_ANY,
    NEAR_EACH,
    NEAR_NONE,
    NOTHING,
    PLACE,
    STORED,
    TABLE,
    TYPES_ABSENT,
    TYPES_IN_LINES,
    TYPES_NEAR,
    TYPES_PRESENT,
    WHEN_BUILT,
    ZONE,
    Box,
)
from ..state import CO, FD, MO, SHARED, SQUARES, TYPES, State
from .feeding import feed
from .town import (
    CASTLE_WEIGHT,
    COLUMN,
    ROW,
    TOWN,
    beside,
    castle_of,
    filled,
    in_line,
    joined,
    like,
    owns,
    stored,
    weigh,
)

EMPTY_LINE, WIDTH = 7, 11  # the last line of a sheet; lines and tie-breaks of a seat
# the forms of a part: a building, a fed one, an unfed one, all of a type together, the empty squares
PLAIN_PART, FED_PART, UNFED_PART, TOGETHER_PART, EMPTY_PART = range(5)


@rule
def types_among(s: State, p: int, squares: int, castle: int, other: int) -> int:
    """How many types, one left out, stand on these squares."""
    n = 0
    for t in range(TYPES):
        if t != other and like(s, p, t, castle) & squares:
            n += 1
    return n


@rule
def near_any(box: Box, s: State, p: int, card: int, squares: int, castle: int) -> bool:
    """Whether a type that the card looks for stands on these squares."""
    for t in range(TYPES):
        if (num(box.near[card]) >> t) & 1 and like(s, p, t, castle) & squares:
            return True
    return False


@rule
def near_each(box: Box, s: State, p: int, card: int, squares: int, castle: int) -> int:
    """How many buildings of the types that the card looks for stand on these squares."""
    n = 0
    for t in range(TYPES):
        if (num(box.near[card]) >> t) & 1:
            n += weigh(s, p, squares, castle) if t == CO else count(like(s, p, t, castle) & squares)
    return n


@rule
def largest_group(s: State, p: int) -> int:
    """The size of the largest group of one type (5.9)."""
    best = 0
    for t in range(TYPES):
        rest = num(s.built[p, t])
        while rest:
            group = joined(rest & -rest, num(s.built[p, t]))
            best = max(best, count(group))
            rest &= ~group
    return best


@rule
def more_than_right(box: Box, s: State, p: int, t: int) -> bool:
    """Whether a player has more of a type than the neighbour on the right (5.7); in Solo an option says so (8.1)."""
    if s.seats == 1:
        return box.solo_feast_hall > 2
    right = (p + s.seats - 1) % s.seats
    return count(num(s.built[p, t])) > count(num(s.built[right, t]))


@rule
def square_points(box: Box, s: State, p: int, t: int, square: int, fed: int, castle: int) -> int:
    """The points of the building of type t on a square. Cards that count all together score on their first square."""
    card = num(s.dealt[p, 0]) - 1 if t == MO else num(s.card[t]) - 1
    verb, points, base = num(box.verb[card]), num(box.points[card]), num(box.base[card])
    here, same = 1 << square, num(s.built[p, t])
    near = beside(here)
    if verb == NOTHING:
        return 0
    if verb == EACH:
        return points
    if verb == FED:
        return points if fed & here or (t == CO and owns(box, s, p, MAUSOLEUM)) else 0
    if verb == NEAR_EACH:
        return points * near_each(box, s, p, card, near, castle)
    if verb == NEAR_ANY:
        return points if near_any(box, s, p, card, near, castle) else 0
    if verb == NEAR_NONE:
        return 0 if near_any(box, s, p, card, near, castle) else points
    if verb == FED_IN_TOWN:
        return points * weigh(s, p, fed, castle)
    if verb == FED_NEAR:
        return points if weigh(s, p, near & fed, castle) >= base else 0
    if verb == ZONE:
        return base + points * count(same & num(box.zone[card]))
    if verb == COUNT_TABLE:
        return num(box.table[card, min(count(same), TABLE - 1)]) if same & -same == here else 0
    if verb == MORE_THAN_RIGHT:
        return base if more_than_right(box, s, p, t) else points
    if verb == ALONE:
        return 0 if same & in_line(square) else points
    if verb == LINE:
        return points * max(count(same & (ROW << (square & 12))), count(same & (COLUMN << (square & 3))))
    if verb == TYPES_IN_LINES:
        return points * types_among(s, p, in_line(square), castle, t)
    if verb == STORED:
        return points * stored(s.store, p, square)
    if verb == TYPES_PRESENT:
        return points * types_among(s, p, TOWN, castle, MO)
    if verb == TYPES_ABSENT:
        return points * (SHARED - types_among(s, p, TOWN, castle, MO))
    if verb == TYPES_NEAR:
        return points * types_among(s, p, near, castle, -1)
    if verb == GROUP:
        return base + points * largest_group(s, p)
    if verb == WHEN_BUILT:
        return num(box.table[card, min(num(s.shrine[p]), TABLE - 1)])
    if verb == PLACE:
        return num(box.table[card, min(num(s.place[p]), TABLE - 1)])
    return 0


@rule
def empty_points(box: Box, s: State, p: int) -> int:
    """What squares without a building cost; nothing with the Cathedral (5.23)."""
    if owns(box, s, p, CATHEDRAL):
        return 0
    return box.empty * (SQUARES - count(filled(s.built, p)))


@rule
def line_of(t: int) -> int:
    """The line of the sheet for a type; food buildings never score themselves and have none."""
    return t - (t > FD)


@rule
def score(box: Box, s: State, out: Codes) -> None:
    """Eight lines for each seat, one for each type that scores and the empty squares, then three tie-breaks (1.7)."""
    for p in range(s.seats):
        castle, fed, at = castle_of(box, s, p), feed(box, s, p), WIDTH * p
        for t in range(TYPES):
            if t == FD:
                continue
            points, rest = 0, num(s.built[p, t])
            while rest:
                points += square_points(box, s, p, t, lowest(rest), fed, castle)
                rest &= rest - 1
            out[at + line_of(t)] = points
        at += EMPTY_LINE
        out[at] = empty_points(box, s, p)
        out[at + 1] = -num(s.hammers[p])
        out[at + 2] = -(SQUARES - count(filled(s.built, p)))
        out[at + 3] = count(num(s.built[p, CO])) + (CASTLE_WEIGHT * count(castle) if box.castle_tie else 0)


@rule
def parts(box: Box, s: State, seat: int, out: Parts) -> int:
    """What each building of a town gives, and what the empty squares cost: line, points, card, squares, form."""
    n, castle, fed = 0, castle_of(box, s, seat), feed(box, s, seat)
    for t in range(TYPES):
        card = num(s.dealt[seat, 0] if t == MO else s.card[t]) - 1
        rest = 0 if t == FD else num(s.built[seat, t])
        while rest:
            here = rest & -rest
            form = PLAIN_PART
            if box.verb[card] == COUNT_TABLE:
                form, here = TOGETHER_PART, rest
            elif t == CO or box.verb[card] == FED:
                form = FED_PART if fed & here else UNFED_PART
            out[n, 0], out[n, 1] = line_of(t), square_points(box, s, seat, t, lowest(here), fed, castle)
            out[n, 2], out[n, 3], out[n, 4] = card, here, form
            rest &= ~here
            n += 1
    bare = TOWN & ~filled(s.built, seat)
    if bare:
        out[n, 0], out[n, 1] = EMPTY_LINE, empty_points(box, s, seat)
        out[n, 2], out[n, 3], out[n, 4] = 0, bare, EMPTY_PART
        n += 1
    return n
