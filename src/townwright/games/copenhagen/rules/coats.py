"""Copenhagen: coats of arms, and what follows once a tile is laid."""

from __future__ import annotations

from townwright.engine.bits import count, lowest
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.forcing import forced
from townwright.engine.moves import FINE

from .. import moves
from ..box import Box
from ..moves import ABILITY_OWNED, COMPULSORY, NO_SUPPORT, NO_WHITE, NONE_USED, OVERLAP
from ..state import ABILITIES, ACTIVE, COAT, UNOWNED, USED, State
from .harbour import end_game, end_turn
from .house import lay, points, standing

SPECIAL, ABILITY, ACTIVATE, LOSE = (k.base for k in (moves.special, moves.ability, moves.activate, moves.lose))


@rule
def white_cells(s: State, p: int) -> int:
    """Cells where a white special tile can go (C-2)."""
    return standing(num(s.filled[p])) & ~num(s.filled[p]) if s.whites else 0


@rule
def any_used(s: State, p: int) -> bool:
    """Whether a player has a used ability tile."""
    for a in range(ABILITIES):
        if s.ability[p, a] == USED:
            return True
    return False


@rule
def list_coats(box: Box, s: State, p: int, out: Codes) -> int:
    """A special tile, a new ability tile, or turning the used ones; nothing only if none is possible (C-2, C-3)."""
    n = 0
    free = white_cells(s, p)
    while free:
        out[n] = SPECIAL + lowest(free)
        free &= free - 1
        n += 1
    for a in range(1, ABILITIES):
        if s.ability[p, a] == UNOWNED:
            out[n] = ABILITY + a - 1
            n += 1
    if any_used(s, p):
        out[n] = ACTIVATE
        n += 1
    if n == 0 or not box.compulsory:
        out[n] = LOSE
        n += 1
    return n


@rule
def only_coat(box: Box, s: State, p: int) -> int:
    """The code of the only thing a coat of arms can do, or -1 if there is a choice."""
    free = white_cells(s, p)
    n = count(free)
    only = SPECIAL + lowest(free) if free else 0
    for a in range(1, ABILITIES):
        if s.ability[p, a] == UNOWNED:
            n += 1
            only = ABILITY + a - 1
    if any_used(s, p):
        n += 1
        only = ACTIVATE
    if n == 0 or not box.compulsory:
        n += 1
        only = LOSE
    return only if n == 1 else -1


@rule
def use_coat(box: Box, s: State, p: int, code: int) -> None:
    """Plays one coat-of-arms action; a special tile may earn more of them."""
    s.coats -= 1
    if code == ACTIVATE:
        for a in range(ABILITIES):
            if s.ability[p, a] == USED:
                s.ability[p, a] = ACTIVE
    elif code != LOSE:
        if code >= ABILITY:
            s.ability[p, code - ABILITY + 1] = ACTIVE
        else:
            s.whites -= 1
            lay(box, s, p, 1 << (code - SPECIAL), 0, -1)


@rule
def refuse_coat(box: Box, s: State, p: int, code: int) -> int:
    """Why a coat of arms may not be used this way (C-2, C-3)."""
    if code < ABILITY:
        if s.whites == 0:
            return NO_WHITE
        cell, filled = 1 << (code - SPECIAL), num(s.filled[p])
        if cell & filled:
            return OVERLAP
        return FINE if cell & standing(filled) else NO_SUPPORT
    if code < ACTIVATE:
        return FINE if s.ability[p, code - ABILITY + 1] == UNOWNED else ABILITY_OWNED
    if code == ACTIVATE:
        return FINE if any_used(s, p) else NONE_USED
    return FINE if only_coat(box, s, p) == LOSE or not box.compulsory else COMPULSORY


@rule
def after_tile(box: Box, s: State, p: int) -> None:
    """After a tile: coats of arms while any are left, then the points, then the end of the turn (S-4)."""
    while s.coats:
        if box.per_placement and won(box, s, p):
            return
        only = only_coat(box, s, p)
        if only < 0 or not forced(s):
            s.decision = COAT
            return
        use_coat(box, s, p, only)
    if not won(box, s, p):
        end_turn(box, s, p)


@rule
def won(box: Box, s: State, p: int) -> bool:
    """Ends the game if the player has reached the goal."""
    if points(box, num(s.filled[p]), num(s.brick[p])) < box.goal:
        return False
    s.coats = 0
    end_game(s)
    return True
