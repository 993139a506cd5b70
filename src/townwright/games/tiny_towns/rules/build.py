"""Tiny Towns: constructing a building, and what its builder is asked next (1.4).

Each decision has its listing, its handling and its reasons side by side.
"""

from __future__ import annotations

from townwright.engine.bits import count, lowest
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.forcing import forced
from townwright.engine.moves import FINE

from .. import moves
from ..box import ANYWHERE, BUILDINGS, CARDS, GROVE, GUILD, OBELISK, TRADING_POST, WATCH, Box
from ..moves import (
    MONUMENT_BUILT,
    NO_CUBES,
    NO_MARKER_LEFT,
    NOT_IN_PLAY,
    NOT_TARGET,
    NOT_YOUR_MONUMENT,
    ONLY_POSTS,
    SAME_CUBES,
    UNKNOWN_PLACEMENT,
)
from ..state import BUILD, ENDOW, EXCHANGE, FC, LIST, MO, RESOURCES, TARGET, TYPES, WATCHING, State
from .effects import bank_full, settle_next, stand
from .town import empty, filled, owns

CONSTRUCT, ON = moves.build.base, moves.target.base
CAPACITY = 0x20820820  # the top bit of each of five six-bit fields


@rule
def posts(box: Box, s: State, p: int) -> int:
    """Squares of the Trading Posts, each of which stands for any one resource (5.11)."""
    return num(s.built[p, FC]) if box.ability[s.card[FC] - 1] == TRADING_POST else 0


@rule
def card_of(s: State, p: int, t: int) -> int:
    """The card of a type that a player may still construct, -1 if there is none."""
    if t < MO:
        return num(s.card[t]) - 1
    return num(s.dealt[p, 0]) - 1 if s.built[p, MO] == 0 else -1


@rule
def list_builds(box: Box, s: State, p: int, out: Codes, n: int) -> int:
    """Every card with every set of cubes that can build it (1.4)."""
    wild = posts(box, s, p)
    have = CAPACITY
    for r in range(RESOURCES):
        have += count(num(s.cube[p, r]) | wild) << (6 * r)
    for t in range(TYPES):
        card = card_of(s, p, t)
        if card < 0 or (have - num(box.need[card])) & CAPACITY != CAPACITY or bank_full(box, s, p, card):
            continue
        first = n
        for turn in range(box.turn_first[card], box.turn_first[card + 1]):
            corners = num(box.turn_corners[turn])
            for cell in range(box.turn_size[turn]):
                cubes = num(s.cube[p, box.turn_resource[turn, cell]]) | wild
                corners &= cubes >> num(box.turn_shift[turn, cell])
                if corners == 0:
                    break
            while corners:
                out[n] = CONSTRUCT + box.turn_place[turn, lowest(corners)]
                if wild == 0 or is_new(box, wild, out, first, n):
                    n += 1
                corners &= corners - 1
    return n


@rule
def is_new(box: Box, wild: int, out: Codes, first: int, n: int) -> bool:
    """Whether construction out[n] takes cubes, and other ones than the constructions of this card listed before."""
    cubes = num(box.place_cells[out[n] - CONSTRUCT]) & ~wild
    for i in range(first, n):
        if num(box.place_cells[out[i] - CONSTRUCT]) & ~wild == cubes:
            return False
    return cubes != 0


@rule
def matches(box: Box, s: State, p: int, k: int, wild: int) -> bool:
    """Whether every square of a placement holds its cube or a Trading Post."""
    for r in range(RESOURCES):
        if num(box.place_cubes[k, r]) & ~(num(s.cube[p, r]) | wild):
            return False
    return True


@rule
def refuse_build(box: Box, s: State, p: int, k: int) -> int:
    if k >= box.card_first[CARDS]:
        return UNKNOWN_PLACEMENT
    card = num(box.place_card[k])
    if card >= BUILDINGS:
        if s.dealt[p, 0] - 1 != card:
            return NOT_YOUR_MONUMENT
        if s.built[p, MO]:
            return MONUMENT_BUILT
    elif s.card[box.type[card]] - 1 != card:
        return NOT_IN_PLAY
    if bank_full(box, s, p, card):
        return NO_MARKER_LEFT
    wild = posts(box, s, p)
    if not matches(box, s, p, k, wild):
        return NO_CUBES
    cubes = num(box.place_cells[k]) & ~wild
    if cubes == 0:
        return ONLY_POSTS
    if wild:
        for other in range(num(box.card_first[card]), k):
            if num(box.place_cells[other]) & ~wild == cubes and matches(box, s, p, other, wild):
                return SAME_CUBES
    return FINE


@rule
def play_build(box: Box, s: State, p: int, k: int) -> None:
    """Takes the cubes away; the building goes on one of their squares, a Shed on any empty one (5.10, 5.17)."""
    card = num(box.place_card[k])
    cubes = num(box.place_cells[k]) & ~posts(box, s, p)
    for r in range(RESOURCES):
        s.cube[p, r] &= ~cubes
    if box.ability[card] == ANYWHERE or owns(box, s, p, OBELISK):
        cubes = empty(s, p)
    if count(cubes) == 1 and forced(s):
        erect(box, s, p, card, lowest(cubes))
    else:
        s.making[p] = card + 1
        s.targets[p] = cubes
        s.decision[p] = TARGET


@rule
def refuse_target(s: State, p: int, square: int) -> int:
    return FINE if (num(s.targets[p]) >> square) & 1 else NOT_TARGET


@rule
def play_target(box: Box, s: State, p: int, square: int) -> None:
    card = num(s.making[p]) - 1
    s.making[p] = 0
    s.targets[p] = 0
    erect(box, s, p, card, square)


@rule
def erect(box: Box, s: State, p: int, card: int, square: int) -> None:
    """Puts a constructed building on its square; a monument takes effect at once."""
    t = num(box.type[card])
    if t != MO:
        s.made[p] |= 1 << t
        stand(box, s, p, t, square, True)
        return
    s.built[p, MO] = 1 << square
    s.shrine[p] = count(filled(s.built, p))
    ability = box.ability[card]
    if ability == GUILD:
        s.left[p] = box.exchanges
        s.targets[p] = filled(s.built, p) & ~(1 << square)
    elif ability == GROVE and empty(s, p):
        s.decision[p] = ENDOW
    elif ability == WATCH:
        s.decision[p] = LIST


@rule
def go_on(box: Box, s: State, p: int) -> None:
    """The next decision of a player: exchanges, pieces of the Watch, then constructing."""
    if s.left[p] > 0 and s.targets[p]:
        s.decision[p] = EXCHANGE
        return
    s.left[p] = 0
    s.targets[p] = 0
    if s.phase == WATCHING:
        settle_next(box, s, p)
    else:
        s.decision[p] = BUILD
