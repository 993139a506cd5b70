"""Tiny Towns: what follows once a building stands: its marker, and the effects of three monuments (5.12 to 5.19).

Each decision has its listing, its handling and its reasons side by side.
"""

from __future__ import annotations

from townwright.engine.bits import count, lowest
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.forcing import forced
from townwright.engine.moves import FINE

from .. import moves
from ..box import BANK, FACTORY, Box
from ..moves import (
    ALREADY_LISTED,
    MARKER_USED,
    MUST,
    NO_BUILDING,
    NO_MARKER_LEFT,
    NOT_DUE,
    NOT_EMPTY,
    NOT_GUILD,
    SAME_TYPE,
)
from ..state import BUILD, ENDOW, EXCHANGE, FC, LIST, MARK, SETTLE, SHARED, SQUARES, TYPES, State
from .handle import ANY, list_squares
from .town import empty, marked

MARK_WITH, EXCHANGE_FOR, ENDOW_WITH = moves.mark.base, moves.exchange.base, moves.endow.base
WATCH_FOR, SETTLE_ON, STOP = moves.watch.base, moves.settle.base, moves.stop.base


@rule
def bank_full(box: Box, s: State, p: int, card: int) -> bool:
    """Whether the card is a Bank, and the player's Banks already hold every resource (5.12)."""
    return box.ability[card] == BANK and marked(box, s, p, BANK) == ANY


@rule
def markers(box: Box, s: State, p: int) -> int:
    """Resources that may mark the new Factory or Bank."""
    return ANY & ~marked(box, s, p, BANK)


@rule
def stand(box: Box, s: State, p: int, t: int, square: int, marker: bool) -> None:
    """Puts a building of a shared type in the town; a Factory or Bank may need its marker (5.12, 5.14)."""
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
    """Puts a building in the town by an effect (5.15, 5.18, 5.19)."""
    if box.watch_effects:
        s.made[p] |= 1 << t
    stand(box, s, p, t, square, box.effect_markers != 0)


@rule
def refuse_mark(box: Box, s: State, p: int, r: int) -> int:
    return FINE if (markers(box, s, p) >> r) & 1 else MARKER_USED


@rule
def play_mark(s: State, p: int, r: int) -> None:
    s.mark[p, s.spot[p]] = r + 1
    s.spot[p] = 0


@rule
def type_on(s: State, p: int, square: int) -> int:
    """The type of the building on a square, -1 if there is none."""
    for t in range(TYPES):
        if (num(s.built[p, t]) >> square) & 1:
            return t
    return -1


@rule
def list_exchanges(box: Box, s: State, p: int, out: Codes) -> int:
    """The Architect's Guild: any other building of the town for any other shared type; or stopping (5.15)."""
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
    """Removes the old building with what lay on it and places the new one."""
    old = type_on(s, p, square)
    s.built[p, old] &= ~(1 << square)
    s.mark[p, square] = 0
    s.store[p, square] = 0
    s.left[p] -= 1
    s.targets[p] &= ~(1 << square)
    stand_by_effect(box, s, p, t, square)


@rule
def list_endowments(box: Box, s: State, p: int, out: Codes) -> int:
    """Grove University: any shared type on any empty square (5.19)."""
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


@rule
def refuse_watch(s: State, p: int, t: int) -> int:
    return ALREADY_LISTED if (num(s.watch[p]) >> t) & 1 else FINE


@rule
def play_watch(box: Box, s: State, p: int, t: int) -> None:
    """Opaleye's Watch: puts one more type on the card (5.18)."""
    s.watch[p] |= 1 << t
    if count(num(s.watch[p])) < box.listed:
        s.decision[p] = LIST


@rule
def homeless(box: Box, s: State, p: int, types: int) -> int:
    """The types of a mask for which the town has no room: no empty square, or five Banks already (5.12)."""
    if empty(s, p) == 0:
        return types
    return types & (1 << FC) if bank_full(box, s, p, num(s.card[FC]) - 1) else 0


@rule
def turn_away(box: Box, s: State, p: int, types: int) -> None:
    """Pieces without room stay on the Watch, or are lost (8.2)."""
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
    """Moves a piece from the card to an empty square."""
    s.settled[p] |= 1 << t
    s.watch[p] &= ~(1 << t)
    stand_by_effect(box, s, p, t, square)


@rule
def settle_next(box: Box, s: State, p: int) -> None:
    """The pieces that the Watch still gives: the owner chooses where each goes, and then may construct again."""
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
