"""Tiny Towns: a town and its points.

A town counts as the state has it. A known state has the reader's own town with what was built in this round, and the
others as everybody saw them last. Numbers such as 5.2 are rulings explained in docs/rules/tiny-towns.md.
"""

from __future__ import annotations

from townwright.engine.bits import count, lowest
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Array, Codes, Parts

from ..box import (
    ALONE,
    CASTLE,
    CATHEDRAL,
    COUNT_TABLE,
    EACH,
    FED,
    FED_IN_TOWN,
    FED_NEAR,
    FEEDS_AROUND,
    FEEDS_GROUP,
    FEEDS_LINES,
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
from ..state import CO, FC, FD, MO, RESOURCES, SHARED, SQUARES, TYPES, State

TOWN = (1 << SQUARES) - 1
LEFT, RIGHT = 0x1111, 0x8888  # the outer columns
ROW, COLUMN = 0xF, 0x1111  # the first of each
CASTLE_WEIGHT = 2  # Barrett Castle is two cottages (5.1)
EMPTY_LINE, WIDTH = 7, 11  # the last line of a sheet; lines and tie-breaks of a seat
# what a part of a sheet says: a building, whether it is fed, all of a type together, the empty squares
PLAIN_PART, FED_PART, UNFED_PART, TOGETHER_PART, EMPTY_PART = range(5)


@rule
def beside(mask: int) -> int:
    """Squares that share an edge with one of these."""
    return ((mask << 4) | (mask >> 4) | ((mask & ~RIGHT) << 1) | ((mask & ~LEFT) >> 1)) & TOWN


@rule
def around(square: int) -> int:
    """The squares around a square, eight at most (Granary)."""
    here = 1 << square
    row = here | ((here & ~RIGHT) << 1) | ((here & ~LEFT) >> 1)
    return (row | (row << 4) | (row >> 4)) & TOWN & ~here


@rule
def in_line(square: int) -> int:
    """The other squares of its row and column."""
    return ((ROW << (square & 12)) | (COLUMN << (square & 3))) & ~(1 << square)


@rule
def joined(seed: int, within: int) -> int:
    """All squares of `within` that are connected to the seed."""
    grown = seed
    while True:
        more = (grown | beside(grown)) & within
        if more == grown:
            return grown
        grown = more


@rule
def filled(built: Array, p: int) -> int:
    """Squares of a town with a building."""
    mask = 0
    for t in range(TYPES):
        mask |= num(built[p, t])
    return mask


@rule
def owns(box: Box, s: State, p: int, ability: int) -> bool:
    """Whether a player's monument stands in the town and has this ability."""
    return s.built[p, MO] != 0 and box.ability[s.dealt[p, 0] - 1] == ability


@rule
def castle_of(box: Box, s: State, p: int) -> int:
    """The square of Barrett Castle, 0 if there is none."""
    return num(s.built[p, MO]) if owns(box, s, p, CASTLE) else 0


@rule
def like(s: State, p: int, t: int, castle: int) -> int:
    """Squares that count as a type: the castle is a cottage, not a monument (5.1)."""
    if t == CO:
        return num(s.built[p, CO]) | castle
    return num(s.built[p, MO]) & ~castle if t == MO else num(s.built[p, t])


@rule
def weigh(s: State, p: int, squares: int, castle: int) -> int:
    """Cottages among these squares, the castle counted as two (5.1)."""
    return count(squares & num(s.built[p, CO])) + CASTLE_WEIGHT * count(squares & castle)


# --- feeding (5.2) -------------------------------------------------------------------------------


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
    """Whether it matters which cottages are fed: a card asks for fed neighbours."""
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


# --- points --------------------------------------------------------------------------------------


@rule
def stored(store: Array, p: int, square: int) -> int:
    """How many cubes lie on a Warehouse."""
    cubes, rest = 0, num(store[p, square])
    while rest:
        cubes += rest & 3
        rest >>= 2
    return cubes


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
    """Whether a player has more of a type than the one on the right (5.7); alone: by option (8.1)."""
    if s.seats == 1:
        return box.solo_feast_hall > 2
    right = (p + s.seats - 1) % s.seats
    return count(num(s.built[p, t])) > count(num(s.built[right, t]))


@rule
def square_points(box: Box, s: State, p: int, t: int, square: int, fed: int, castle: int) -> int:
    """What the building of type t on a square gives. Cards that count all together give it on their first square."""
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
    """What each building of a town gives, and what the empty squares cost: line, points, card, squares, manner."""
    n, castle, fed = 0, castle_of(box, s, seat), feed(box, s, seat)
    for t in range(TYPES):
        card = num(s.dealt[seat, 0] if t == MO else s.card[t]) - 1
        rest = 0 if t == FD else num(s.built[seat, t])
        while rest:
            here = rest & -rest
            manner = PLAIN_PART
            if box.verb[card] == COUNT_TABLE:
                manner, here = TOGETHER_PART, rest
            elif t == CO or box.verb[card] == FED:
                manner = FED_PART if fed & here else UNFED_PART
            out[n, 0], out[n, 1] = line_of(t), square_points(box, s, seat, t, lowest(here), fed, castle)
            out[n, 2], out[n, 3], out[n, 4] = card, here, manner
            rest &= ~here
            n += 1
    bare = TOWN & ~filled(s.built, seat)
    if bare:
        out[n, 0], out[n, 1] = EMPTY_LINE, empty_points(box, s, seat)
        out[n, 2], out[n, 3], out[n, 4] = 0, bare, EMPTY_PART
        n += 1
    return n


@rule
def marked(box: Box, s: State, p: int, ability: int) -> int:
    """The resources that lie as markers on a player's Banks, or Factories."""
    if box.ability[s.card[FC] - 1] != ability:
        return 0
    found, rest = 0, num(s.built[p, FC])
    while rest:
        marker = num(s.mark[p, lowest(rest)])
        if marker:
            found |= 1 << (marker - 1)
        rest &= rest - 1
    return found


@rule
def empty(s: State, p: int) -> int:
    """Squares of a town with neither cube nor building."""
    mask = filled(s.built, p)
    for r in range(RESOURCES):
        mask |= num(s.cube[p, r])
    return TOWN & ~mask
