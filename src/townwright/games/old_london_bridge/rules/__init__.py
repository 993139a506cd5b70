"""Old London Bridge: the rules.

Each decision has its listing, its refusal and its handling side by side, in the file of its phase; here they
are only dispatched. A `play_...` says whether somebody is asked next; if not, the turns run on. Numbers
in brackets are sections and rulings explained in docs/rules/old-london-bridge.md.
"""

from __future__ import annotations

from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes

from .. import moves
from ..box import Box
from ..moves import FINE, NOT_ASKED, NOT_YOUR_TURN
from ..state import AFTER, BONUS, CARDS_TAKE, CHOOSE, LADIES, PLACE, RAISE, REPLACE, State
from .bridge import list_replacements, refuse_replacement
from .cards import (
    DONE,
    USE_LADY,
    USE_PLUS,
    list_cards,
    list_lady,
    list_plus,
    play_cards,
    play_lady,
    play_plus,
    refuse_cards,
    refuse_lady,
    refuse_plus,
)
from .knowledge import observe, resample
from .rounds import run, setup
from .scoring import score
from .turn import (
    HAUL,
    PASS,
    REPLACE_SLOT,
    TAKE,
    USE_CH2,
    USE_REC,
    list_after,
    list_bonus,
    list_hauls,
    list_places,
    play_after,
    play_bonus,
    play_inn,
    play_moving,
    play_place,
    play_replacement,
    refuse_bonus,
    refuse_haul,
    refuse_moving,
    refuse_place,
    refuse_recall,
)

__all__ = ["apply", "legal", "observe", "refuse", "resample", "score", "setup"]


@rule
def asked(s: State, seat: int) -> bool:
    """Whether a seat must act."""
    return (num(s.pending) >> seat) & 1 != 0


@rule
def legal(box: Box, s: State, seat: int, out: Codes) -> int:
    """Writes the codes that the seat may play now."""
    if s.over or not asked(s, seat):
        return 0
    if s.decision == CHOOSE:
        return list_cards(s, seat, out)
    if s.decision == PLACE:
        return list_places(box, s, seat, out)
    if s.decision == REPLACE:
        return list_replacements(s, seat, out)
    if s.decision == CARDS_TAKE:
        return list_hauls(s, out)
    if s.decision == BONUS:
        return list_bonus(s, out)
    if s.decision == AFTER:
        return list_after(box, s, seat, out)
    return list_lady(out) if s.decision == LADIES else list_plus(s, seat, out)


@rule
def play(box: Box, s: State, p: int, code: int) -> bool:
    """Plays a legal code; whether somebody is asked next."""
    if s.decision == CHOOSE:
        return play_cards(box, s, p, code)
    if s.decision == REPLACE:
        return play_replacement(box, s, p, code)
    if s.decision == CARDS_TAKE:
        return play_inn(box, s, p, code)
    if s.decision == BONUS:
        return play_bonus(box, s, p, code)
    if s.decision == LADIES:
        return play_lady(box, s, p, code)
    if s.decision == RAISE:
        return play_plus(box, s, p, code)
    if USE_CH2 <= code < USE_REC:
        return play_moving(box, s, p, code - USE_CH2)
    return play_place(box, s, p, code) if s.decision == PLACE else play_after(box, s, p, code)


@rule
def apply(box: Box, s: State, seat: int, code: int) -> None:
    """Plays a legal code and runs on to the next decision."""
    if not play(box, s, seat, code):
        run(box, s)


@rule
def refuse(box: Box, s: State, seat: int, code: int) -> int:
    """Why the seat may not play this code now: a number of `moves.REASONS`, FINE if it may."""
    if s.over:
        return moves.OVER
    if not asked(s, seat):
        return NOT_YOUR_TURN
    decision = s.decision
    if code < USE_LADY:
        return refuse_cards(s, seat, code) if decision == CHOOSE else NOT_ASKED
    if code == USE_LADY:
        return refuse_lady(box, s, seat)
    if code < USE_CH2:
        return refuse_plus(s, seat, code - USE_PLUS) if decision == RAISE else NOT_ASKED
    if code < USE_REC:
        return refuse_moving(box, s, code - USE_CH2, seat) if decision in (PLACE, AFTER) else NOT_ASKED
    if code == USE_REC:
        return refuse_recall(s, seat) if decision == AFTER else NOT_ASKED
    if code == DONE:
        return FINE if decision in (LADIES, RAISE, AFTER) else NOT_ASKED
    if code < REPLACE_SLOT:
        return refuse_place(box, s, seat, code) if decision == PLACE else NOT_ASKED
    if code < TAKE:
        return refuse_replacement(s, seat, code - REPLACE_SLOT, num(s.taken)) if decision == REPLACE else NOT_ASKED
    if code < HAUL:
        return refuse_bonus(s, code - TAKE) if decision == BONUS else NOT_ASKED
    return refuse_haul(s, code - HAUL) if decision == CARDS_TAKE else NOT_ASKED


assert PASS < REPLACE_SLOT < TAKE < HAUL, "refuse relies on the order of the kinds"
