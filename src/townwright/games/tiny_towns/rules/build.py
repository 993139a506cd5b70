"""Tiny Towns: constructing, and what follows from it at once.

Each decision has its listing, its handling and its reasons side by side.
"""

from __future__ import annotations

from townwright.engine.bits import count, lowest
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.forcing import forced
from townwright.engine.moves import FINE

from .. import moves
from ..box import (
    ANYWHERE,
    BANK,
    BUILDINGS,
    CARDS,
    FACTORY,
    GROVE,
    GUILD,
    OBELISK,
    TRADING_POST,
    WATCH,
    Box,
)
from ..moves import (
    ALREADY_LISTED,
    MARKER_USED,
    MONUMENT_BUILT,
    MUST,
    NO_BUILDING,
    NO_CUBES,
    NO_MARKER_LEFT,
    NOT_DUE,
    NOT_EMPTY,
    NOT_GUILD,
    NOT_IN_PLAY,
    NOT_TARGET,
    NOT_YOUR_MONUMENT,
    ONLY_POSTS,
    SAME_CUBES,
    SAME_TYPE,
    UNKNOWN_PLACEMENT,
)
from ..state import (
    BUILD,
    ENDOW,
    EXCHANGE,
    FC,
    LIST,
    MARK,
    MO,
    RESOURCES,
    SETTLE,
    SHARED,
    SQUARES,
    TARGET,
    TYPES,
    WATCHING,
    State,
)
from .handle import ANY, list_squares
from .town import empty, filled, marked, owns

CONSTRUCT, ON, MARK_WITH = moves.build.base, moves.target.base, moves.mark.base
EXCHANGE_FOR, ENDOW_WITH, WATCH_FOR = moves.exchange.base, moves.endow.base, moves.watch.base
SETTLE_ON, STOP = moves.settle.base, moves.stop.base
CAPACITY = 0x20820820  # the top bit of each of five six-bit fields


# --- constructing (1.4) --------------------------------------------------------------------------


@rule
def posts(box: Box, s: State, p: int) -> int:
    """Squares of the Trading Posts, each any one resource (5.11)."""
    return num(s.built[p, FC]) if box.ability[s.card[FC] - 1] == TRADING_POST else 0


@rule
def card_of(s: State, p: int, t: int) -> int:
    """The card of a type that a player may still construct, -1 if there is none."""
    if t < MO:
        return num(s.card[t]) - 1
    return num(s.dealt[p, 0]) - 1 if s.built[p, MO] == 0 else -1


@rule
def bank_full(box: Box, s: State, p: int, card: int) -> bool:
    """Whether the card is a Bank and every resource lies on one of the player's Banks already (5.12)."""
    return box.ability[card] == BANK and marked(box, s, p, BANK) == ANY


@rule
def list_builds(box: Box, s: State, p: int, out: Codes, n: int) -> int:
    """Every card with every set of cubes it can be made of (1.4)."""
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
    """Whether construction out[n] takes cubes, and not the same ones as a construction of that card listed before."""
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
def markers(box: Box, s: State, p: int) -> int:
    """Resources that may mark the new Factory or Bank."""
    return ANY & ~marked(box, s, p, BANK)


@rule
def stand(box: Box, s: State, p: int, t: int, square: int, marker: bool) -> None:
    """A building of a shared type stands in the town; a Factory or Bank may want its marker (5.12, 5.14)."""
    ability = box.ability[s.card[t] - 1]
    s.built[p, t] |= 1 << square
    if marker and ability in (BANK, FACTORY):
        may = markers(box, s, p)
        if count(may) == 1 and forced(s):
            s.mark[p, square] = lowest(may) + 1
        else:
            s.spot[p] = square
            s.decision[p] = MARK


@rule
def stand_by_effect(box: Box, s: State, p: int, t: int, square: int) -> None:
    """A building that an effect places (5.15, 5.18, 5.19)."""
    if box.watch_effects:
        s.made[p] |= 1 << t
    stand(box, s, p, t, square, box.effect_markers != 0)


@rule
def go_on(box: Box, s: State, p: int) -> None:
    """What a player is asked next: exchanges, pieces of the Watch, then constructing."""
    if s.left[p] > 0 and s.targets[p]:
        s.decision[p] = EXCHANGE
        return
    s.left[p] = 0
    s.targets[p] = 0
    if s.phase == WATCHING:
        settle_next(box, s, p)
    else:
        s.decision[p] = BUILD


# --- markers -------------------------------------------------------------------------------------


@rule
def refuse_mark(box: Box, s: State, p: int, r: int) -> int:
    return FINE if (markers(box, s, p) >> r) & 1 else MARKER_USED


@rule
def play_mark(s: State, p: int, r: int) -> None:
    s.mark[p, s.spot[p]] = r + 1
    s.spot[p] = 0


# --- Architect's Guild (5.15) --------------------------------------------------------------------


@rule
def type_on(s: State, p: int, square: int) -> int:
    """The type of the building on a square, -1 if there is none."""
    for t in range(TYPES):
        if (num(s.built[p, t]) >> square) & 1:
            return t
    return -1


@rule
def list_exchanges(box: Box, s: State, p: int, out: Codes) -> int:
    """Any building of the town except the Guild, for any other shared type; or stopping."""
    out[0] = STOP
    n = 1
    for t in range(SHARED):
        if not bank_full(box, s, p, num(s.card[t]) - 1):
            n = list_squares(num(s.targets[p]) & ~num(s.built[p, t]), EXCHANGE_FOR + SQUARES * t, out, n)
    return n


@rule
def refuse_exchange(box: Box, s: State, p: int, t: int, square: int) -> int:
    old = type_on(s, p, square)
    if old < 0:
        return NO_BUILDING
    if (num(s.targets[p]) >> square) & 1 == 0:
        return NOT_GUILD
    if old == t:
        return SAME_TYPE
    return NO_MARKER_LEFT if bank_full(box, s, p, num(s.card[t]) - 1) else FINE


@rule
def play_exchange(box: Box, s: State, p: int, t: int, square: int) -> None:
    """The old building goes, and what lay on it."""
    old = type_on(s, p, square)
    s.built[p, old] &= ~(1 << square)
    s.mark[p, square] = 0
    s.store[p, square] = 0
    s.left[p] -= 1
    s.targets[p] &= ~(1 << square)
    stand_by_effect(box, s, p, t, square)


# --- Grove University (5.19) ---------------------------------------------------------------------


@rule
def list_endowments(box: Box, s: State, p: int, out: Codes) -> int:
    """Any shared type on any empty square."""
    n, free = 0, empty(s, p)
    for t in range(SHARED):
        if not bank_full(box, s, p, num(s.card[t]) - 1):
            n = list_squares(free, ENDOW_WITH + SQUARES * t, out, n)
    if box.grove_optional:
        out[n] = STOP
        n += 1
    return n


@rule
def refuse_endowment(box: Box, s: State, p: int, t: int, square: int) -> int:
    if (empty(s, p) >> square) & 1 == 0:
        return NOT_EMPTY
    return NO_MARKER_LEFT if bank_full(box, s, p, num(s.card[t]) - 1) else FINE


# --- Opaleye's Watch (5.18) ----------------------------------------------------------------------


@rule
def refuse_watch(s: State, p: int, t: int) -> int:
    return ALREADY_LISTED if (num(s.watch[p]) >> t) & 1 else FINE


@rule
def play_watch(box: Box, s: State, p: int, t: int) -> None:
    """One more type goes on the card."""
    s.watch[p] |= 1 << t
    if count(num(s.watch[p])) < box.listed:
        s.decision[p] = LIST


@rule
def homeless(box: Box, s: State, p: int, types: int) -> int:
    """The types among these for which the town has no place: no empty square, or five Banks already (5.12)."""
    if empty(s, p) == 0:
        return types
    return types & (1 << FC) if bank_full(box, s, p, num(s.card[FC]) - 1) else 0


@rule
def turn_away(box: Box, s: State, p: int, types: int) -> None:
    """Pieces without a place stay on the Watch, or are lost (8.2)."""
    if box.watch_lost:
        s.watch[p] &= ~types


@rule
def list_settlements(box: Box, s: State, p: int, out: Codes) -> int:
    """Any of the pieces that the Watch gives now, on any empty square."""
    n, free, due = 0, empty(s, p), num(s.due[p]) & ~num(s.settled[p])
    for t in range(SHARED):
        if (due >> t) & 1:
            n = list_squares(free, SETTLE_ON + SQUARES * t, out, n)
    if box.watch_optional:
        out[n] = STOP
        n += 1
    return n


@rule
def refuse_settlement(s: State, p: int, t: int, square: int) -> int:
    if ((num(s.due[p]) & ~num(s.settled[p])) >> t) & 1 == 0:
        return NOT_DUE
    return FINE if (empty(s, p) >> square) & 1 else NOT_EMPTY


@rule
def settle(box: Box, s: State, p: int, t: int, square: int) -> None:
    """The piece comes off the card and stands on an empty square."""
    s.settled[p] |= 1 << t
    s.watch[p] &= ~(1 << t)
    stand_by_effect(box, s, p, t, square)


@rule
def settle_next(box: Box, s: State, p: int) -> None:
    """The pieces that the Watch still gives: the owner chooses which stands where, and then may construct again."""
    rest = num(s.due[p]) & ~num(s.settled[p])
    out = homeless(box, s, p, rest)
    turn_away(box, s, p, out)
    s.settled[p] |= out
    rest &= ~out
    s.decision[p] = SETTLE if rest else BUILD
    free = empty(s, p)
    if count(rest) == 1 and count(free) == 1 and not box.watch_optional and forced(s):
        s.decision[p] = BUILD
        settle(box, s, p, lowest(rest), lowest(free))


@rule
def play_stop(s: State, p: int) -> None:
    """Stops exchanging, declines the endowment, or leaves the rest on the Watch."""
    s.settled[p] = s.due[p]
    s.left[p] = 0


@rule
def refuse_stop(box: Box, s: State, p: int) -> int:
    if s.decision[p] == EXCHANGE:
        return FINE
    optional = box.grove_optional if s.decision[p] == ENDOW else box.watch_optional
    return FINE if optional else MUST
