"""Tiny Towns: a town. Its squares, what stands on them, what belongs to its owner.

A town counts as the state has it. A known state has the observer's own town as it is, with what was built in this
round, and the others as everybody last saw them. Numbers such as 5.1 are rulings explained in docs/rules/tiny-towns.md.
"""

from __future__ import annotations

from townwright.engine.bits import count, lowest
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Array

from ..box import CASTLE, Box
from ..state import CO, FC, MO, RESOURCES, SQUARES, TYPES, State

TOWN = (1 << SQUARES) - 1
LEFT, RIGHT = 0x1111, 0x8888  # the outer columns
ROW, COLUMN = 0xF, 0x1111  # the first of each
CASTLE_WEIGHT = 2  # Barrett Castle is two cottages (5.1)


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


@rule
def stored(store: Array, p: int, square: int) -> int:
    """How many cubes lie on a Warehouse."""
    cubes, rest = 0, num(store[p, square])
    while rest:
        cubes += rest & 3
        rest >>= 2
    return cubes


@rule
def marked(box: Box, s: State, p: int, ability: int) -> int:
    """The resources that mark a player's Banks, or Factories."""
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
    """Squares of a town without cube or building."""
    mask = filled(s.built, p)
    for r in range(RESOURCES):
        mask |= num(s.cube[p, r])
    return TOWN & ~mask
