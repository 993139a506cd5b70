"""Old London Bridge: the rules.

`OFFERS` says what each decision offers. `legal`, `play` and `refuse` only dispatch to the file of the subject: `cards`
(phase 2), `placing`, `bridge`, `inns` and `bonus` list and refuse, `turn` plays a turn from decision to decision. A
`play_...` returns whether a decision follows; if none does, the turns run on. Numbers in brackets are sections and
rulings explained in docs/rules/old-london-bridge.md.
"""

from __future__ import annotations

from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.moves import FINE, Offer

from .. import kinds
from ..box import Box
from ..state import AFTER, BONUS, CARDS_TAKE, CHOOSE, LADIES, PLACE, RAISE, REPLACE, State
from .bonus import TAKE, USE_CH2, USE_REC, list_after, list_bonus, refuse_bonus, refuse_moving, refuse_recall
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
from .facts import facts
from .inns import HAUL, list_hauls, refuse_haul
from .knowledge import observe, resample, sealed
from .placing import list_places, refuse_place
from .rounds import run, setup
from .scoring import score
from .sheet import parts
from .turn import REPLACE_SLOT, gets, play_after, play_bonus, play_inn, play_moving, play_place, play_replacement

__all__ = [
    "OFFERS",
    "apply",
    "decision",
    "facts",
    "gets",
    "legal",
    "observe",
    "parts",
    "refuse",
    "resample",
    "score",
    "sealed",
    "setup",
]

OFFERS = (
    Offer(kinds.card, CHOOSE),
    Offer(kinds.cards, CHOOSE),
    Offer(kinds.lady, LADIES, CHOOSE),  # in CHOOSE it is never listed, only refused with its own reason
    Offer(kinds.plus, RAISE),
    Offer(kinds.space, PLACE),
    Offer(kinds.centre, PLACE),
    Offer(kinds.free, PLACE),
    Offer(kinds.pass_, PLACE),
    Offer(kinds.replace, REPLACE),
    Offer(kinds.inn, CARDS_TAKE),
    Offer(kinds.take, BONUS),
    Offer(kinds.ch2, PLACE, AFTER),
    Offer(kinds.gt2, PLACE, AFTER),
    Offer(kinds.rec, AFTER),
    Offer(kinds.done, LADIES, RAISE, AFTER),
)


@rule
def decision(s: State, seat: int) -> int:
    """The decision that a seat must make."""
    return num(s.decision)


@rule
def legal(box: Box, s: State, seat: int, out: Codes) -> int:
    """Writes the codes that the seat may play now."""
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
    """Plays a legal code; returns whether a decision follows."""
    if USE_CH2 <= code < USE_REC:
        return play_moving(box, s, p, code - USE_CH2)
    if s.decision == CHOOSE:
        return play_cards(box, s, p, code)
    if s.decision == PLACE:
        return play_place(box, s, p, code)
    if s.decision == REPLACE:
        return play_replacement(box, s, p, code)
    if s.decision == CARDS_TAKE:
        return play_inn(box, s, p, code)
    if s.decision == BONUS:
        return play_bonus(box, s, p, code)
    if s.decision == AFTER:
        return play_after(box, s, p, code)
    return play_lady(box, s, p, code) if s.decision == LADIES else play_plus(box, s, p, code)


@rule
def apply(box: Box, s: State, seat: int, code: int) -> None:
    """Plays a legal code and continues to the next decision."""
    if not play(box, s, seat, code):
        run(box, s)


@rule
def refuse(box: Box, s: State, seat: int, code: int) -> int:
    """Why the seat may not play this code, which answers its decision: a number of `kinds.REASONS`, FINE if it may."""
    if code == DONE:
        return FINE
    if USE_CH2 <= code < USE_REC:
        return refuse_moving(box, s, code - USE_CH2, seat)
    if code == USE_LADY:
        return refuse_lady(box, s, seat)
    if s.decision == CHOOSE:
        return refuse_cards(s, seat, code)
    if s.decision == PLACE:
        return refuse_place(box, s, seat, code)
    if s.decision == REPLACE:
        return refuse_replacement(s, seat, code - REPLACE_SLOT, num(s.taken))
    if s.decision == CARDS_TAKE:
        return refuse_haul(s, code - HAUL)
    if s.decision == BONUS:
        return refuse_bonus(s, code - TAKE)
    return refuse_recall(s, seat) if s.decision == AFTER else refuse_plus(s, seat, code - USE_PLUS)
