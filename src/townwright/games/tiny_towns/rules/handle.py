"""Tiny Towns: what a player does with the cube of the round.

Each decision has its listing, its handling and its reasons side by side.
"""

from __future__ import annotations

from townwright.engine.bits import count, lowest
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.forcing import forced
from townwright.engine.moves import FINE

from .. import moves
from ..box import BANK, FACTORY, FORT, STATUE, WAREHOUSE, Box
from ..moves import (
    CAVERN_FULL,
    FULL_WAREHOUSE,
    NO_CAVERN,
    NO_COTTAGE,
    NO_STATUE,
    NO_WAREHOUSE,
    NOT_EMPTY,
    NOT_NAMED,
    NOT_STORED,
    NOT_YOURS,
    OWN_BANK,
    SAME_KIND,
)
from ..state import BUILD, CO, FC, HANDLE, RESOURCES, SOLO, SQUARES, STANDARD, SWAP, TOWN_HALL, State
from .town import empty, marked, owns, stored

PLACE, STORE, SWAP_FOR = moves.place.base, moves.store.base, moves.swap.base
LAY, CAVERN, AFTER_CAVERN = moves.lay.base, moves.cavern.base, moves.cavern.base + 1
ANY = (1 << RESOURCES) - 1


@rule
def mode(box: Box, s: State) -> int:
    """The mode of the table: a single player plays Solo, unless it is Town Hall."""
    if box.variant == TOWN_HALL:
        return TOWN_HALL
    return SOLO if s.seats == 1 else STANDARD


@rule
def active(s: State) -> int:
    """How many towns are not completed."""
    n = 0
    for p in range(s.seats):
        if s.place[p] == 0:
            n += 1
    return n


@rule
def given(box: Box, s: State, p: int) -> bool:
    """Whether another player named the resource; drawn cards and all cards of Solo count, too (1.9, 1.10)."""
    how = mode(box, s)
    if how == TOWN_HALL:
        return s.named != 0
    return how == SOLO or p != s.hammer


@rule
def choices(box: Box, s: State, p: int) -> int:
    """The resources that may be placed: the one named, or any if it is on one of the player's Factories (5.14); in a
    free round those that are on none of the player's Banks (1.9)."""
    if s.named == 0:
        return ANY & ~marked(box, s, p, BANK)
    named = 1 << (num(s.named) - 1)
    return ANY if given(box, s, p) and marked(box, s, p, FACTORY) & named else named


@rule
def warehouses(box: Box, s: State, p: int) -> int:
    """Squares of the Warehouses that may be used this round (5.13)."""
    return num(s.built[p, FC]) if box.ability[s.card[FC] - 1] == WAREHOUSE and given(box, s, p) else 0


@rule
def bare_cottages(box: Box, s: State, p: int) -> int:
    """Cottages without a cube, where the owner of the Statue may lay one (5.22)."""
    bare = 0
    if owns(box, s, p, STATUE) and given(box, s, p):
        rest = num(s.built[p, CO])
        while rest:
            if s.mark[p, lowest(rest)] == 0:
                bare |= rest & -rest
            rest &= rest - 1
    return bare


@rule
def cavern_room(box: Box, s: State) -> int:
    """How many cubes a player may put away in a whole game."""
    return num(box.cavern) if mode(box, s) != SOLO or box.cavern_solo != 0 else 0


@rule
def cavern_open(box: Box, s: State, p: int) -> bool:
    """Whether the cube may go to the cavern (1.8)."""
    return s.cavern[p] < cavern_room(box, s) and given(box, s, p)


@rule
def receive(box: Box, s: State, p: int) -> None:
    """Begins a round for a player. If there is only one place for the cube, it goes there at once."""
    free, may = empty(s, p), choices(box, s, p)
    s.pending |= 1 << p
    if s.named == 0 and (may == 0 or (owns(box, s, p, FORT) and active(s) > 1)):
        s.decision[p] = BUILD  # takes nothing (1.9)
        return
    s.decision[p] = HANDLE
    if count(free) == 1 and count(may) == 1:
        other = warehouses(box, s, p) | bare_cottages(box, s, p)
        if other == 0 and not cavern_open(box, s, p) and forced(s):
            put_cube(s, p, lowest(may), lowest(free))


@rule
def list_handlings(box: Box, s: State, p: int, out: Codes) -> int:
    """Place, store, swap, lay or put away (1.3, 5.13)."""
    n = 0
    free, may = empty(s, p), choices(box, s, p)
    for r in range(RESOURCES):
        if (may >> r) & 1:
            n = list_squares(free, PLACE + SQUARES * r, out, n)
    rest = warehouses(box, s, p)
    while rest:
        square = lowest(rest)
        if stored(s.store, p, square) < box.store:
            out[n] = STORE + square
            n += 1
        for r in range(RESOURCES):
            if (s.store[p, square] >> (2 * r)) & 3 and r != s.named - 1:
                out[n] = SWAP_FOR + RESOURCES * square + r
                n += 1
        rest &= rest - 1
    n = list_squares(bare_cottages(box, s, p), LAY, out, n)
    if cavern_open(box, s, p):
        out[n] = CAVERN
        n += 1
    return n


@rule
def list_squares(squares: int, base: int, out: Codes, n: int) -> int:
    """One code for each square of a mask."""
    rest = squares
    while rest:
        out[n] = base + lowest(rest)
        n += 1
        rest &= rest - 1
    return n


@rule
def put_cube(s: State, p: int, r: int, square: int) -> None:
    """Places a cube; then the player may construct."""
    s.cube[p, r] |= 1 << square
    s.holding[p] = 0
    s.decision[p] = BUILD


@rule
def play_handling(box: Box, s: State, p: int, code: int) -> None:
    if code < STORE:
        put_cube(s, p, (code - PLACE) // SQUARES, (code - PLACE) % SQUARES)
        return
    s.decision[p] = BUILD
    named = num(s.named) - 1
    if code < SWAP_FOR:
        s.store[p, code - STORE] += 1 << (2 * named)
    elif code < LAY:
        square, r = (code - SWAP_FOR) // RESOURCES, (code - SWAP_FOR) % RESOURCES
        s.store[p, square] += (1 << (2 * named)) - (1 << (2 * r))
        free = empty(s, p)
        if count(free) == 1 and forced(s):
            put_cube(s, p, r, lowest(free))
        else:
            s.holding[p] = r + 1
            s.decision[p] = SWAP
    elif code < CAVERN:
        s.mark[p, code - LAY] = named + 1
    else:
        s.cavern[p] += 1


@rule
def refuse_handling(box: Box, s: State, p: int, code: int) -> int:
    if code < STORE:
        r, square = (code - PLACE) // SQUARES, (code - PLACE) % SQUARES
        if s.decision[p] == SWAP:
            if r != s.holding[p] - 1:
                return NOT_NAMED
        elif (choices(box, s, p) >> r) & 1 == 0:
            return NOT_NAMED if s.named else OWN_BANK
        return FINE if (empty(s, p) >> square) & 1 else NOT_EMPTY
    if code >= CAVERN:
        if cavern_room(box, s) == 0:
            return NO_CAVERN
        if not given(box, s, p):
            return NOT_YOURS
        return FINE if cavern_open(box, s, p) else CAVERN_FULL
    if code >= LAY:
        if not owns(box, s, p, STATUE):
            return NO_STATUE
        if not given(box, s, p):
            return NOT_YOURS
        return FINE if (bare_cottages(box, s, p) >> (code - LAY)) & 1 else NO_COTTAGE
    square = code - STORE if code < SWAP_FOR else (code - SWAP_FOR) // RESOURCES
    if box.ability[s.card[FC] - 1] != WAREHOUSE or (num(s.built[p, FC]) >> square) & 1 == 0:
        return NO_WAREHOUSE
    if not given(box, s, p):
        return NOT_YOURS
    if code < SWAP_FOR:
        return FINE if stored(s.store, p, square) < box.store else FULL_WAREHOUSE
    r = (code - SWAP_FOR) % RESOURCES
    if (s.store[p, square] >> (2 * r)) & 3 == 0:
        return NOT_STORED
    return SAME_KIND if r == s.named - 1 else FINE
