"""Pier 18: laying a card onto a pier, and the plan as its last card (1.4, 1.7)."""

from __future__ import annotations

from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.moves import FINE

from .. import moves
from ..box import Box
from ..moves import NO_ROTATION
from ..state import CHARACTERS, SECTIONS, State
from .pier import LENGTH, extended, pier_of

LAYING = moves.lay.base
WAYS = 2 * SECTIONS  # ways to lay a card: overlap 0 to 3, upright or turned


@rule
def lay(box: Box, s: State, p: int, card: int, overlap: int, turned: int) -> None:
    """Lays a card onto the seaward end of a pier, over its last sections (1.4)."""
    pier = extended(box, pier_of(s, p), card, overlap, turned)
    for c in range(CHARACTERS):
        s.crowd[p, c] = pier[c]
    s.length[p] = pier[LENGTH]
    n = num(s.laid[p])
    s.pier[p, n] = card + 1
    s.overlap[p, n] = overlap
    s.turned[p, n] = turned
    s.laid[p] = n + 1


@rule
def latest_date(box: Box, s: State, p: int) -> int:
    """The date of the card laid last."""
    return num(box.date[s.pier[p, s.laid[p] - 1] - 1])


@rule
def list_ways(box: Box, base: int, n: int, out: Codes) -> int:
    """Adds every overlap, upright and if allowed turned, to a list of n codes (1.4, 2)."""
    for way in range(0, WAYS, 1 if box.rotation else 2):
        out[n] = base + way
        n += 1
    return n


@rule
def refuse_way(box: Box, way: int) -> int:
    """Cards lie upright unless the table allows the half-turn (2)."""
    return NO_ROTATION if way & 1 and box.rotation == 0 else FINE


@rule
def play_plan(box: Box, s: State, p: int, way: int) -> None:
    """Lays the plan as the last card of a pier; the game is over once every plan is laid (1.7, 11)."""
    lay(box, s, p, s.plan[p] - 1, way >> 1, way & 1)
    s.finished[p] = 1
    s.pending &= ~(1 << p)
    if s.pending == 0:
        s.revealed += 1
        s.over = 1
