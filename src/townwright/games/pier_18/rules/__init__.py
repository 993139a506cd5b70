"""Pier 18: the rules.

`OFFERS` says what each decision offers. `legal`, `apply` and `refuse` only dispatch: listing, reasons and handling of a
decision stand side by side in one module. Numbers such as 1.4 or 8 are sections and rulings of docs/rules/pier-18.md.
"""

from __future__ import annotations

from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.moves import Offer

from .. import moves
from ..box import Box
from ..state import CHOOSE, PLAN, TAKE, State
from .choosing import list_choices, note_choice, play_choice, refuse_choice, setup
from .facts import facts
from .knowledge import observe, resample, sealed
from .laying import LAYING, list_ways, play_plan, refuse_way
from .rounds import TAKING, list_takes, note_take, play_take, refuse_take
from .scoring import parts, score

__all__ = [
    "OFFERS",
    "apply",
    "decision",
    "facts",
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

OFFERS = (
    Offer(moves.choose, CHOOSE),
    Offer(moves.take, TAKE),
    Offer(moves.lay, PLAN),
)


@rule
def decision(s: State, seat: int) -> int:
    """The decision that a seat must make."""
    return num(s.phase)


@rule
def legal(box: Box, s: State, seat: int, out: Codes) -> int:
    """Writes the codes that the seat may play now."""
    if s.phase == CHOOSE:
        return list_choices(s, seat, out)
    if s.phase == TAKE:
        return list_takes(box, s, out)
    return list_ways(box, LAYING, 0, out)


@rule
def apply(box: Box, s: State, seat: int, code: int) -> None:
    """Plays a legal code and continues to the next decision."""
    if s.phase == CHOOSE:
        play_choice(box, s, seat, code)
    elif s.phase == TAKE:
        play_take(box, s, seat, code - TAKING)
    else:
        play_plan(box, s, seat, code - LAYING)


@rule
def refuse(box: Box, s: State, seat: int, code: int) -> int:
    """Why the seat may not play this code, which answers its decision: a number of `moves.REASONS`, FINE if it may."""
    if s.phase == CHOOSE:
        return refuse_choice(s, seat, code)
    if s.phase == TAKE:
        return refuse_take(box, s, code - TAKING)
    return refuse_way(box, code - LAYING)


@rule
def note(box: Box, k: State, code: int) -> int:
    """The immediate consequences of a choice or a take, packed; `moves.fields` unpacks them."""
    if code < TAKING:
        return note_choice(box, k, code)
    return note_take(box, k, code) if code < LAYING else 0
