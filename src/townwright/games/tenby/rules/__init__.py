"""Tenby: the rules.

`town` knows streets, `decks` the piles, `points` the scoring, `knowledge` who may know what. The decisions are in
`keeping`, `night`, `turn`, `gaining` and `visitors`, each with its listing, its reasons and its handling side by side;
`dealing` sets up the table, `rounds` continues after each decision. `OFFERS` says what each decision offers; `legal`,
`apply` and `refuse` only dispatch. Numbers such as 1.6 or ruling 4 are explained in docs/rules/tenby.md.
"""

from __future__ import annotations

from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.moves import FINE, Offer

from .. import moves
from ..box import Box
from ..moves import NO_CARD
from ..state import CHOOSE, DECLARE, KEEP, MENU, MIX, PLACE, SHIFT, SOURCE, VISITOR, State
from .dealing import setup
from .gaining import GAIN, list_sources, play_place, play_shift, play_source, refuse_source
from .keeping import KEEP_CARD, list_keeps, play_keep, refuse_keep
from .knowledge import observe, resample, sealed
from .night import CHOOSE_DAY, HIDE, list_days, play_day, play_declare, refuse_day
from .points import parts, score
from .rounds import end_turn, go_on
from .town import PLACE_AT, SHIFT_TO, TARGETS, list_places, list_shifts, refuse_lift, refuse_shift, refuse_target
from .turn import END, SHOW, list_menu, open_accolade, play_menu, refuse_menu, refuse_show
from .visitors import MIX_OF, list_mixes, list_visitors, play_mix, play_visitor, refuse_visitor

__all__ = ["OFFERS", "apply", "decision", "legal", "observe", "parts", "refuse", "resample", "score", "sealed", "setup"]

OFFERS = (
    Offer(moves.keep, KEEP),
    Offer(moves.show, DECLARE, CHOOSE, MENU),
    Offer(moves.hide, DECLARE),
    Offer(moves.choose, CHOOSE),
    Offer(moves.use, MENU),
    Offer(moves.forfeit, MENU),
    Offer(moves.buy, MENU),
    Offer(moves.reveal, MENU),
    Offer(moves.commit, MENU),
    Offer(moves.end, MENU),
    Offer(moves.mix, MIX),
    Offer(moves.blind, SOURCE),
    Offer(moves.gain, SOURCE, VISITOR),
    Offer(moves.place, PLACE),
    Offer(moves.move, SHIFT),
)


@rule
def decision(s: State, seat: int) -> int:
    """The decision that a seat must make."""
    return num(s.decision)


@rule
def legal(box: Box, s: State, seat: int, out: Codes) -> int:
    """Writes the codes that the seat may play now."""
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
    """Plays a legal code and continues to the next decision."""
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
    """Why the seat may not play this code, which answers its decision: a number of `moves.REASONS`, FINE if it may."""
    if s.decision == MENU:
        return refuse_menu(box, s, seat, code)
    if s.decision == SOURCE:
        return refuse_source(s, code)
    if s.decision == PLACE:
        return refuse_target(box, s, seat, num(s.gained) - 1, code - PLACE_AT, -1)
    if s.decision == CHOOSE:
        return refuse_show(box, s, seat) if code == SHOW else refuse_day(s, code - CHOOSE_DAY)
    if s.decision == SHIFT:
        return refuse_move(box, s, seat, code - SHIFT_TO)
    if s.decision == KEEP:
        return refuse_keep(s, code - KEEP_CARD)
    return refuse_visitor(s, code - GAIN) if s.decision == VISITOR else FINE


@rule
def refuse_move(box: Box, s: State, p: int, code: int) -> int:
    """Why a card of the town cannot be moved this way."""
    i = code // TARGETS
    if i >= s.cards[p]:
        return NO_CARD
    gap = refuse_lift(box, s, p, i)
    return gap if gap else refuse_shift(box, s, p, i, code % TARGETS)
