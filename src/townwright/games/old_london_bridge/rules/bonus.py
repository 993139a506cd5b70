"""Bonus tiles: taking them from their stacks, and using them beside the placement (1.7, 10, 13, 24)."""

from __future__ import annotations

from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.forcing import forced
from townwright.engine.moves import FINE

from .. import kinds
from ..box import Box
from ..kinds import AT_END, BONUS_EMPTY, CARD_GONE, NO_TILE, ZERO_RETURNS
from ..state import BACKS, BONUS, BONUS_STACK, CARDS, CH2, REC, State
from .cards import DONE, ask
from .tracks import at_end

USE_CH2, USE_GT2, USE_REC = kinds.ch2.base, kinds.gt2.base, kinds.rec.base
TAKE = kinds.take.base


@rule
def ask_bonus(s: State, p: int) -> bool:
    """Gives the bonus tiles that are due, one by one; there is a decision only if several stacks are left (24)."""
    while s.due:
        stacks, only = 0, 0
        for back in range(BACKS):
            if s.bonus_left[back]:
                stacks += 1
                only = back
        if stacks > 1 or (stacks and not forced(s)):
            return ask(s, p, BONUS)
        if stacks == 0:
            s.due = 0
            return False
        take_bonus(s, p, only)
    return False


@rule
def list_bonus(s: State, out: Codes) -> int:
    n = 0
    for back in range(BACKS):
        if s.bonus_left[back]:
            out[n] = TAKE + back
            n += 1
    return n


@rule
def refuse_bonus(s: State, back: int) -> int:
    return FINE if s.bonus_left[back] else BONUS_EMPTY


@rule
def take_bonus(s: State, p: int, back: int) -> None:
    """Takes the face-up tile; the next one is turned up at once (1.6)."""
    s.due -= 1
    s.bonus_left[back] -= 1
    top = back * BONUS_STACK + s.bonus_left[back]
    kind = num(s.bonus[top]) - 1
    s.bonus[top] = 0
    s.bonus_kinds[back, kind] -= 1
    s.fresh[p, kind] += 1
    if s.bonus_left[back]:
        s.revealed += 1


@rule
def refuse_moving(box: Box, s: State, track: int, p: int) -> int:
    """Why a marker may not be moved with a bonus tile (10)."""
    if s.tiles[p, CH2 + track] == 0:
        return NO_TILE
    return AT_END if at_end(box, s, track, p) else FINE


@rule
def can_move(box: Box, s: State, track: int, p: int) -> bool:
    return refuse_moving(box, s, track, p) == FINE


@rule
def list_moving(box: Box, s: State, p: int, out: Codes, n: int) -> int:
    for track in range(2):
        if can_move(box, s, track, p):
            out[n] = USE_CH2 + track
            n += 1
    return n


@rule
def refuse_recall(s: State, p: int) -> int:
    """Why the card of this turn may not be taken back (13)."""
    if s.tiles[p, REC] == 0:
        return NO_TILE
    value = num(s.played[p, (num(s.order[s.turn - 1]) - 1) % CARDS]) - 1
    if value == 0:
        return ZERO_RETURNS
    return FINE if value > 0 and s.supply[value] else CARD_GONE


@rule
def list_after(box: Box, s: State, p: int, out: Codes) -> int:
    """Bonus tiles after the effect, or the end of the turn (10, 13)."""
    out[0] = DONE
    n = list_moving(box, s, p, out, 1)
    if refuse_recall(s, p) == FINE:
        out[n] = USE_REC
        n += 1
    return n
