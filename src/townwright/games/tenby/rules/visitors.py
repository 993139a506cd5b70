"""Tenby: Thanks for Visiting, between the last two rounds (1.9, ruling 23)."""

from __future__ import annotations

from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.forcing import forced
from townwright.engine.moves import FINE

from .. import moves
from ..box import Box
from ..moves import NOT_DRAWN
from ..state import MIX, NIGHT, PIER, TERRACE, VISITOR, State
from .decks import can_draw, draw_visitors, to_discards
from .gaining import gain_card
from .turn import actor

MIX_OF, GAIN = moves.mix.base, moves.gain.base


@rule
def next_visit(s: State) -> None:
    """The next player in night order draws visitors, if any card is left to draw (1.9, ruling 23)."""
    s.step += 1
    if s.step < s.seats and (can_draw(s, TERRACE) or can_draw(s, PIER)):
        s.decision = MIX
        s.pending = 1 << actor(s)
    else:
        s.phase = NIGHT


@rule
def list_mixes(out: Codes) -> int:
    """Zero to three terraces, the rest piers."""
    for terraces in range(4):
        out[terraces] = MIX_OF + terraces
    return 4


@rule
def play_mix(box: Box, s: State, p: int, terraces: int) -> None:
    s.decision = VISITOR
    if draw_visitors(s, terraces) == 1 and forced(s):
        play_visitor(box, s, p, num(s.visitors[0]) - 1)


@rule
def list_visitors(s: State, out: Codes) -> int:
    """The cards drawn: one must be placed."""
    n = 0
    for i in range(3):
        if s.visitors[i]:
            out[n] = GAIN + s.visitors[i] - 1
            n += 1
    return n


@rule
def refuse_visitor(s: State, c: int) -> int:
    for i in range(3):
        if s.visitors[i] == c + 1:
            return FINE
    return NOT_DRAWN


@rule
def play_visitor(box: Box, s: State, p: int, c: int) -> None:
    """One card is placed at once, the others are discarded for all to see."""
    for i in range(3):
        if s.visitors[i] and s.visitors[i] != c + 1:
            to_discards(s, num(s.visitors[i]) - 1)
        s.visitors[i] = 0
    s.visiting[0] = 0
    s.visiting[1] = 0
    s.revealed += 1
    gain_card(box, s, p, c)
