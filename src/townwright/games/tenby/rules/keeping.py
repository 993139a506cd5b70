"""Tenby: which of the residents drawn a player keeps."""

from __future__ import annotations

from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.moves import FINE

from .. import moves
from ..moves import NOT_DRAWN
from ..state import FIRST, MENU, SECOND, SETUP, State
from .decks import keep_resident

KEEP_CARD = moves.keep.base


@rule
def list_keeps(s: State, out: Codes) -> int:
    """The residents drawn: two, or only the last of the deck."""
    e = num(s.draws) - 1
    out[0] = KEEP_CARD + s.drawn_first[e] - 1
    if s.drawn_second[e] == 0:
        return 1
    out[1] = KEEP_CARD + s.drawn_second[e] - 1
    return 2


@rule
def refuse_keep(s: State, r: int) -> int:
    e = num(s.draws) - 1
    return FINE if r + 1 == s.drawn_first[e] or r + 1 == s.drawn_second[e] else NOT_DRAWN


@rule
def play_keep(s: State, p: int, r: int) -> None:
    keep_resident(s, p, FIRST if s.drawn_first[num(s.draws) - 1] == r + 1 else SECOND)
    s.decision = MENU
    if s.phase == SETUP:
        s.step += 1
