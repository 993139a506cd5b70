"""Tiny Towns: the moves of a seat now, playing one, and why one may not be played. Everything here only dispatches."""

from __future__ import annotations

from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes

from .. import moves
from ..box import Box
from ..moves import FINE, MARKER_USED, NOT_ASKED, NOT_OPEN, NOT_TARGET, NOT_YOUR_TURN, OVER, OWN_BANK
from ..state import (
    BUILD,
    ENDOW,
    EXCHANGE,
    HANDLE,
    KEEP,
    LIST,
    MARK,
    NAME,
    NONE,
    PICK,
    RESOURCES,
    SETTLE,
    SHARED,
    SQUARES,
    SWAP,
    TARGET,
    State,
)
from .build import (
    CONSTRUCT,
    ENDOW_WITH,
    EXCHANGE_FOR,
    MARK_WITH,
    ON,
    SETTLE_ON,
    STOP,
    WATCH_FOR,
    go_on,
    list_builds,
    list_endowments,
    list_exchanges,
    list_settlements,
    markers,
    play_build,
    play_exchange,
    play_mark,
    play_stop,
    play_target,
    play_watch,
    refuse_build,
    refuse_endowment,
    refuse_exchange,
    refuse_settlement,
    refuse_stop,
    refuse_watch,
    settle,
    stand_by_effect,
)
from .handle import PLACE, list_handlings, list_squares, play_handling, put_cube, refuse_handling
from .table import (
    KEEP_IT,
    NAME_IT,
    PICK_IT,
    is_open,
    list_names,
    list_picks,
    namable,
    play_keep,
    play_name,
    play_pick,
    run_on,
)
from .town import empty

READY = moves.ready.base


@rule
def list_bits(mask: int, size: int, base: int, out: Codes) -> int:
    """One code for each bit of a mask."""
    n = 0
    for i in range(size):
        if (mask >> i) & 1:
            out[n] = base + i
            n += 1
    return n


@rule
def legal(box: Box, s: State, seat: int, out: Codes) -> int:
    """Writes the codes that the seat may play now."""
    if (s.pending >> seat) & 1 == 0:
        return 0
    decision = s.decision[seat]
    if decision == HANDLE:
        return list_handlings(box, s, seat, out)
    if decision == BUILD:
        out[0] = READY
        return list_builds(box, s, seat, out, 1)
    if decision == TARGET:
        return list_squares(num(s.targets[seat]), ON, out, 0)
    if decision == NAME:
        return list_names(box, s, seat, out)
    if decision == PICK:
        return list_picks(s, out)
    if decision == SWAP:
        return list_squares(empty(s, seat), PLACE + SQUARES * (num(s.holding[seat]) - 1), out, 0)
    if decision == MARK:
        return list_bits(markers(box, s, seat), RESOURCES, MARK_WITH, out)
    if decision == EXCHANGE:
        return list_exchanges(box, s, seat, out)
    if decision == ENDOW:
        return list_endowments(box, s, seat, out)
    if decision == LIST:
        return list_bits(~num(s.watch[seat]), SHARED, WATCH_FOR, out)
    if decision == SETTLE:
        return list_settlements(box, s, seat, out)
    if decision == KEEP:
        return list_bits(3, 2, KEEP_IT, out)
    return 0


@rule
def apply(box: Box, s: State, seat: int, code: int) -> None:
    """Plays a legal code and runs on to the next decision."""
    decision = s.decision[seat]
    s.decision[seat] = NONE
    if decision == HANDLE:
        play_handling(box, s, seat, code)
    elif code == READY:
        s.pending &= ~(1 << seat)
    elif code >= CONSTRUCT:
        play_build(box, s, seat, code - CONSTRUCT)
    elif code == STOP:
        play_stop(s, seat)
    elif decision == TARGET:
        play_target(box, s, seat, code - ON)
    elif decision == NAME:
        play_name(s, code - NAME_IT)
    elif decision == PICK:
        play_pick(s, code - PICK_IT)
    elif decision == SWAP:
        put_cube(s, seat, num(s.holding[seat]) - 1, (code - PLACE) % SQUARES)
    elif decision == MARK:
        play_mark(s, seat, code - MARK_WITH)
    elif decision == EXCHANGE:
        play_exchange(box, s, seat, (code - EXCHANGE_FOR) // SQUARES, (code - EXCHANGE_FOR) % SQUARES)
    elif decision == ENDOW:
        stand_by_effect(box, s, seat, (code - ENDOW_WITH) // SQUARES, (code - ENDOW_WITH) % SQUARES)
    elif decision == LIST:
        play_watch(box, s, seat, code - WATCH_FOR)
    elif decision == SETTLE:
        settle(box, s, seat, (code - SETTLE_ON) // SQUARES, (code - SETTLE_ON) % SQUARES)
    else:
        play_keep(s, seat, code - KEEP_IT)
    if s.pending == 0:
        run_on(box, s)
    elif s.decision[seat] == NONE and (s.pending >> seat) & 1:
        go_on(box, s, seat)


@rule
def asked_by(code: int) -> int:
    """The decision that a code answers; STOP and the place of a swapped cube answer more than one."""
    if code >= READY:
        return BUILD
    if code < NAME_IT:
        return KEEP
    if code < PICK_IT:
        return NAME
    if code < PLACE:
        return PICK
    if code < ON:
        return HANDLE
    if code < MARK_WITH:
        return TARGET
    if code < EXCHANGE_FOR:
        return MARK
    if code < ENDOW_WITH:
        return EXCHANGE
    if code < WATCH_FOR:
        return ENDOW
    return LIST if code < SETTLE_ON else SETTLE


@rule
def refuse(box: Box, s: State, seat: int, code: int) -> int:
    """Why the seat may not play this code now: a number of `moves.REASONS`, FINE if it may."""
    if s.over:
        return OVER
    if (s.pending >> seat) & 1 == 0:
        return NOT_YOUR_TURN
    decision = num(s.decision[seat])
    if code == STOP:
        if decision != EXCHANGE and decision != ENDOW and decision != SETTLE:
            return NOT_ASKED
        return refuse_stop(box, s, seat)
    if asked_by(code) != decision and not (decision == SWAP and asked_by(code) == HANDLE):
        return NOT_ASKED
    if decision in (HANDLE, SWAP):
        return refuse_handling(box, s, seat, code)
    if decision == BUILD:
        return FINE if code == READY else refuse_build(box, s, seat, code - CONSTRUCT)
    if decision == TARGET:
        return FINE if (num(s.targets[seat]) >> (code - ON)) & 1 else NOT_TARGET
    if decision == NAME:
        return FINE if (namable(box, s, seat) >> (code - NAME_IT)) & 1 else OWN_BANK
    if decision == PICK:
        return FINE if is_open(s, code - PICK_IT) else NOT_OPEN
    if decision == MARK:
        return FINE if (markers(box, s, seat) >> (code - MARK_WITH)) & 1 else MARKER_USED
    if decision == EXCHANGE:
        return refuse_exchange(box, s, seat, (code - EXCHANGE_FOR) // SQUARES, (code - EXCHANGE_FOR) % SQUARES)
    if decision == ENDOW:
        return refuse_endowment(box, s, seat, (code - ENDOW_WITH) // SQUARES, (code - ENDOW_WITH) % SQUARES)
    if decision == LIST:
        return refuse_watch(s, seat, code - WATCH_FOR)
    if decision == SETTLE:
        return refuse_settlement(s, seat, (code - SETTLE_ON) // SQUARES, (code - SETTLE_ON) % SQUARES)
    return FINE
