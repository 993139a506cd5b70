"""Where the pawn may go (1.4)."""

from __future__ import annotations

from townwright.engine.compiling import rule
from townwright.engine.fields import Codes
from townwright.engine.moves import FINE

from .. import kinds
from ..box import Box
from ..kinds import AT_X, CAN_PLACE, CANNOT_PAY, NO_TILE, OCCUPIED, OWN_SPACE, STACK_EMPTY
from ..state import CENTRE, FREE, OCC, TYPES, State, X
from .bonus import list_moving

PASS = kinds.pass_.base
SPACE, IN_CENTRE, IN_CENTRE_FREE = kinds.space.base, kinds.centre.base, kinds.free.base


@rule
def crowded(s: State, p: int, space: int) -> bool:
    """Whether another player's pawn stands on a space."""
    for other in range(s.seats):
        if other != p and s.pawn[other] == space + 1:
            return True
    return False


@rule
def refuse_space(s: State, p: int, space: int) -> int:
    """Why the pawns on a space forbid it (1.4, 8, 9)."""
    if s.pawn[p] == space + 1:
        return OWN_SPACE
    return OCCUPIED if s.tiles[p, OCC] == 0 and crowded(s, p, space) else FINE


@rule
def refuse_outer(box: Box, s: State, p: int, stack: int) -> int:
    """Why the pawn may not go to the space that points to a stack (1.4, 5, 8)."""
    if s.left[stack] == 0:
        return STACK_EMPTY
    if box.pays[s.offset, stack] < 0 and s.tiles[p, X] == 0:
        return AT_X
    return refuse_space(s, p, stack)


@rule
def refuse_centre(box: Box, s: State, p: int, free: int) -> int:
    """Why the pawn may not go to the centre, paying or with a free tile (1.4, 6, 8)."""
    reason = refuse_space(s, p, CENTRE)
    if reason:
        return reason
    if free:
        return FINE if s.tiles[p, FREE] else NO_TILE
    return FINE if s.money[p] >= box.centre_cost else CANNOT_PAY


@rule
def can_place(box: Box, s: State, p: int) -> bool:
    """Whether `list_places` finds a placement."""
    stacks = False
    for stack in range(TYPES):
        if refuse_outer(box, s, p, stack) == FINE:
            return True
        stacks = stacks or s.left[stack] > 0
    return stacks and (refuse_centre(box, s, p, 0) == FINE or refuse_centre(box, s, p, 1) == FINE)


@rule
def list_places(box: Box, s: State, p: int, out: Codes) -> int:
    """Every space that the pawn may go to, a pass only if there is none, and bonus tiles for the tracks (10)."""
    n = 0
    for stack in range(TYPES):
        if refuse_outer(box, s, p, stack) == FINE:
            out[n] = SPACE + stack
            n += 1
    for free in range(2):
        if refuse_centre(box, s, p, free) == FINE:
            for stack in range(TYPES):
                if s.left[stack]:
                    out[n] = (IN_CENTRE_FREE if free else IN_CENTRE) + stack
                    n += 1
    if n == 0:
        out[n] = PASS
        n += 1
    return list_moving(box, s, p, out, n)


@rule
def refuse_place(box: Box, s: State, p: int, code: int) -> int:
    if code == PASS:
        return CAN_PLACE if can_place(box, s, p) else FINE
    if code < IN_CENTRE:
        return refuse_outer(box, s, p, code - SPACE)
    free = 1 if code >= IN_CENTRE_FREE else 0
    if s.left[code - (IN_CENTRE_FREE if free else IN_CENTRE)] == 0:
        return STACK_EMPTY
    return refuse_centre(box, s, p, free)
