"""Tiny Towns: the rules.

`OFFERS` says what each decision offers. `legal`, `apply` and `refuse` only dispatch to the module of the subject, where
listing, reasons and handling stand side by side: `dealing` sets up the table, `rounds` begins and ends rounds, `handle`
deals with the cube of the round, `build` with constructing, `effects` with what follows from it; `town`, `feeding` and
`points` count, `known` says what a player may know. Numbers such as 5.2 are rulings explained in
docs/rules/tiny-towns.md.
"""

from __future__ import annotations

from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.moves import FINE, Offer

from .. import moves
from ..box import BUILDINGS, Box
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
from .build import CONSTRUCT, ON, go_on, list_builds, play_build, play_target, refuse_build, refuse_target
from .dealing import play_keep, setup
from .effects import (
    ENDOW_WITH,
    EXCHANGE_FOR,
    MARK_WITH,
    SETTLE_ON,
    STOP,
    WATCH_FOR,
    list_endowments,
    list_exchanges,
    list_settlements,
    markers,
    play_exchange,
    play_mark,
    play_stop,
    play_watch,
    refuse_endowment,
    refuse_exchange,
    refuse_mark,
    refuse_settlement,
    refuse_stop,
    refuse_watch,
    settle,
    stand_by_effect,
)
from .foresight import note
from .handle import PLACE, list_handlings, list_squares, play_handling, put_cube, refuse_handling
from .known import observe, resample, sealed
from .points import parts, score
from .rounds import list_picks, namable, play_name, play_pick, refuse_name, refuse_pick, run_on
from .town import empty

__all__ = [
    "OFFERS",
    "apply",
    "decision",
    "gets",
    "legal",
    "note",
    "observe",
    "parts",
    "refuse",
    "resample",
    "score",
    "sealed",
    "setup",
]

KEEP_IT, NAME_IT, PICK_IT, READY = moves.keep.base, moves.name.base, moves.pick.base, moves.ready.base

OFFERS = (
    Offer(moves.keep, KEEP),
    Offer(moves.name, NAME),
    Offer(moves.pick, PICK),
    Offer(moves.place, HANDLE, SWAP),
    Offer(moves.store, HANDLE),
    Offer(moves.swap, HANDLE),
    Offer(moves.lay, HANDLE),
    Offer(moves.cavern, HANDLE),
    Offer(moves.build, BUILD),
    Offer(moves.ready, BUILD),
    Offer(moves.target, TARGET),
    Offer(moves.mark, MARK),
    Offer(moves.exchange, EXCHANGE),
    Offer(moves.endow, ENDOW),
    Offer(moves.watch, LIST),
    Offer(moves.settle, SETTLE),
    Offer(moves.stop, EXCHANGE, ENDOW, SETTLE),
)


@rule
def decision(s: State, seat: int) -> int:
    """The decision that a seat must make."""
    return num(s.decision[seat])


@rule
def gets(box: Box, s: State, seat: int, code: int) -> int:
    """The monument that is kept: 1 + its place in `moves.things`."""
    return num(s.dealt[seat, code - KEEP_IT]) - BUILDINGS if s.decision[seat] == KEEP else 0


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
    asked = s.decision[seat]
    if asked == HANDLE:
        return list_handlings(box, s, seat, out)
    if asked == SWAP:
        return list_squares(empty(s, seat), PLACE + SQUARES * (num(s.holding[seat]) - 1), out, 0)
    if asked == BUILD:
        out[0] = READY
        return list_builds(box, s, seat, out, 1)
    if asked == TARGET:
        return list_squares(num(s.targets[seat]), ON, out, 0)
    if asked == MARK:
        return list_bits(markers(box, s, seat), RESOURCES, MARK_WITH, out)
    if asked == EXCHANGE:
        return list_exchanges(box, s, seat, out)
    if asked == ENDOW:
        return list_endowments(box, s, seat, out)
    if asked == LIST:
        return list_bits(~num(s.watch[seat]), SHARED, WATCH_FOR, out)
    if asked == SETTLE:
        return list_settlements(box, s, seat, out)
    if asked == NAME:
        return list_bits(namable(box, s, seat), RESOURCES, NAME_IT, out)
    if asked == PICK:
        return list_picks(s, out)
    return list_bits(3, 2, KEEP_IT, out)


@rule
def apply(box: Box, s: State, seat: int, code: int) -> None:
    """Plays a legal code and continues to the next decision."""
    asked = s.decision[seat]
    s.decision[seat] = NONE
    if asked == HANDLE:
        play_handling(box, s, seat, code)
    elif asked == SWAP:
        put_cube(s, seat, num(s.holding[seat]) - 1, (code - PLACE) % SQUARES)
    elif code == READY:
        s.pending &= ~(1 << seat)
    elif asked == BUILD:
        play_build(box, s, seat, code - CONSTRUCT)
    elif asked == TARGET:
        play_target(box, s, seat, code - ON)
    elif asked == MARK:
        play_mark(s, seat, code - MARK_WITH)
    elif code == STOP:
        play_stop(s, seat)
    elif asked == EXCHANGE:
        play_exchange(box, s, seat, (code - EXCHANGE_FOR) // SQUARES, (code - EXCHANGE_FOR) % SQUARES)
    elif asked == ENDOW:
        stand_by_effect(box, s, seat, (code - ENDOW_WITH) // SQUARES, (code - ENDOW_WITH) % SQUARES)
    elif asked == LIST:
        play_watch(box, s, seat, code - WATCH_FOR)
    elif asked == SETTLE:
        settle(box, s, seat, (code - SETTLE_ON) // SQUARES, (code - SETTLE_ON) % SQUARES)
    elif asked == NAME:
        play_name(s, code - NAME_IT)
    elif asked == PICK:
        play_pick(s, code - PICK_IT)
    else:
        play_keep(s, seat, code - KEEP_IT)
    if s.pending == 0:
        run_on(box, s)
    elif s.decision[seat] == NONE and (s.pending >> seat) & 1:
        go_on(box, s, seat)


@rule
def refuse(box: Box, s: State, seat: int, code: int) -> int:
    """Why the seat may not play this code, which answers its decision: a number of `moves.REASONS`, FINE if it may."""
    asked = s.decision[seat]
    if asked in (HANDLE, SWAP):
        return refuse_handling(box, s, seat, code)
    if code == READY:
        return FINE
    if asked == BUILD:
        return refuse_build(box, s, seat, code - CONSTRUCT)
    if asked == TARGET:
        return refuse_target(s, seat, code - ON)
    if asked == MARK:
        return refuse_mark(box, s, seat, code - MARK_WITH)
    if code == STOP:
        return refuse_stop(box, s, seat)
    if asked == EXCHANGE:
        return refuse_exchange(box, s, seat, (code - EXCHANGE_FOR) // SQUARES, (code - EXCHANGE_FOR) % SQUARES)
    if asked == ENDOW:
        return refuse_endowment(box, s, seat, (code - ENDOW_WITH) // SQUARES, (code - ENDOW_WITH) % SQUARES)
    if asked == LIST:
        return refuse_watch(s, seat, code - WATCH_FOR)
    if asked == SETTLE:
        return refuse_settlement(s, seat, (code - SETTLE_ON) // SQUARES, (code - SETTLE_ON) % SQUARES)
    if asked == NAME:
        return refuse_name(box, s, seat, code - NAME_IT)
    if asked == PICK:
        return refuse_pick(s, code - PICK_IT)
    return FINE  # either monument may be kept
