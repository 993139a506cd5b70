"""Tenby: the rules.

`town` knows streets, `decks` the piles, `points` the scoring, `turn` and `rounds` the decisions (each with its listing,
its refusals and its handling side by side), `knowledge` who may know what. Numbers such as 1.6 or ruling 4 are
explained in docs/rules/tenby.md. Here is only the dispatch.
"""

from __future__ import annotations

from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes

from .. import moves
from ..box import Box
from ..moves import FINE, NO_CARD, NOT_ASKED, NOT_YOUR_TURN, OVER
from ..state import CHOOSE, DECLARE, KEEP, MENU, MIX, PLACE, SHIFT, SOURCE, VISITOR, State
from .knowledge import observe, resample
from .points import score
from .rounds import (
    CHOOSE_DAY,
    HIDE,
    KEEP_CARD,
    MIX_OF,
    end_turn,
    go_on,
    list_days,
    list_keeps,
    list_mixes,
    list_visitors,
    play_day,
    play_declare,
    play_keep,
    play_mix,
    play_visitor,
    refuse_day,
    refuse_keep,
    refuse_visitor,
    setup,
)
from .town import PLACE_AT, SHIFT_TO, TARGETS, list_places, list_shifts, refuse_lift, refuse_shift, refuse_target
from .turn import (
    BLIND,
    END,
    GAIN,
    SHOW,
    list_menu,
    list_sources,
    open_accolade,
    play_menu,
    play_place,
    play_shift,
    play_source,
    refuse_menu,
    refuse_show,
    refuse_source,
)

__all__ = ["apply", "legal", "observe", "refuse", "resample", "score", "setup"]

USE = moves.use.base


@rule
def legal(box: Box, s: State, seat: int, out: Codes) -> int:
    """Writes the codes that the seat may play now."""
    if (num(s.pending) >> seat) & 1 == 0:
        return 0
    if s.decision == MENU:
        return list_menu(box, s, seat, out)
    if s.decision == SOURCE:
        return list_sources(s, out)
    if s.decision == PLACE:
        return list_places(box, s, seat, num(s.gained) - 1, out)
    if s.decision == CHOOSE:
        return list_days(box, s, seat, out)
    if s.decision == SHIFT:
        return list_shifts(box, s, seat, out)
    if s.decision == KEEP:
        return list_keeps(s, out)
    if s.decision == MIX:
        return list_mixes(out)
    if s.decision == VISITOR:
        return list_visitors(s, out)
    out[0] = SHOW
    out[1] = HIDE
    return 2


@rule
def apply(box: Box, s: State, seat: int, code: int) -> None:
    """Plays a legal code and runs on to the next decision."""
    if s.decision == MENU:
        if code == END:
            end_turn(s)
        else:
            play_menu(box, s, seat, code)
    elif s.decision == SOURCE:
        play_source(box, s, seat, code)
    elif s.decision == PLACE:
        play_place(s, seat, code - PLACE_AT)
    elif s.decision == SHIFT:
        play_shift(s, seat, code)
    elif s.decision == CHOOSE:
        if code == SHOW:
            open_accolade(s, seat)
        else:
            play_day(box, s, seat, code - CHOOSE_DAY)
    elif s.decision == KEEP:
        play_keep(s, seat, code - KEEP_CARD)
    elif s.decision == MIX:
        play_mix(box, s, seat, code - MIX_OF)
    elif s.decision == VISITOR:
        play_visitor(box, s, seat, code - GAIN)
    else:
        play_declare(s, seat, code)
    go_on(box, s)


@rule
def refuse(box: Box, s: State, seat: int, code: int) -> int:
    """Why the seat may not play this code now: a number of `moves.REASONS`, FINE if it may."""
    if s.over:
        return OVER
    if (num(s.pending) >> seat) & 1 == 0:
        return NOT_YOUR_TURN
    decision = s.decision
    if code < SHOW:
        return refuse_keep(s, code) if decision == KEEP else NOT_ASKED
    if code <= HIDE:
        if decision == DECLARE:
            return FINE
        return refuse_show(box, s, seat) if code == SHOW and decision in (MENU, CHOOSE) else NOT_ASKED
    if code < USE:
        return refuse_day(s, code - CHOOSE_DAY) if decision == CHOOSE else NOT_ASKED
    if code < MIX_OF:
        return refuse_menu(box, s, seat, code) if decision == MENU else NOT_ASKED
    if code < BLIND:
        return FINE if decision == MIX else NOT_ASKED
    if code < PLACE_AT:
        if decision == VISITOR and code >= GAIN:
            return refuse_visitor(s, code - GAIN)
        return refuse_source(s, code) if decision == SOURCE else NOT_ASKED
    if code < SHIFT_TO:
        return refuse_target(box, s, seat, num(s.gained) - 1, code - PLACE_AT, -1) if decision == PLACE else NOT_ASKED
    return refuse_move(box, s, seat, code - SHIFT_TO) if decision == SHIFT else NOT_ASKED


@rule
def refuse_move(box: Box, s: State, p: int, code: int) -> int:
    """Why a card of the town cannot be moved so."""
    i = code // TARGETS
    if i >= s.cards[p]:
        return NO_CARD
    gap = refuse_lift(box, s, p, i)
    return gap if gap else refuse_shift(box, s, p, i, code % TARGETS)
