"""Phase 3, a turn: place the pawn, build, apply the effect, use bonus tiles."""

from __future__ import annotations

from townwright.engine.compiling import num, rule
from townwright.engine.forcing import forced
from townwright.engine.moves import FINE

from .. import kinds
from ..box import Box
from ..state import (
    AFTER,
    BONUS,
    BONUS_STACK,
    CARDS,
    CENTRE,
    CENTRE_COST,
    CH2,
    CHAPEL,
    EMPORIA,
    EMPORIUM,
    FREE,
    GATE,
    INN,
    OCC,
    PER_TYPE,
    PLACE,
    REC,
    REPLACE,
    TILES,
    TYPES,
    WHEEL,
    State,
    X,
)
from .bonus import TAKE, ask_bonus, can_move, refuse_recall, take_bonus
from .bridge import can_append, lay, only_replacement, strength_of
from .cards import DONE, ask, use_tile
from .inns import HAUL, ask_inn, take_haul
from .placing import IN_CENTRE, IN_CENTRE_FREE, PASS, SPACE, can_place, crowded
from .tracks import advance, earn

REPLACE_SLOT = kinds.replace.base


@rule
def turn_of(s: State) -> int:
    """The seat whose turn it is."""
    return (num(s.order[s.turn - 1]) - 1) // CARDS


@rule
def start_turn(box: Box, s: State) -> bool:
    """Begins the next turn of the order: its card goes back to the supply, a "0" to the hand (1.3a, 16)."""
    turn = num(s.order[s.turn]) - 1
    s.turn += 1
    s.placed = 0
    p = turn // CARDS
    value = num(s.played[p, turn % CARDS]) - 1
    if value > 0:
        s.supply[value] += 1
    else:
        s.hand[p, 0] += 1
    return go_on(box, s, p)


@rule
def go_on(box: Box, s: State, p: int) -> bool:
    """Continues a turn: the placement, then bonus tiles after the effect (10); returns whether there is a decision.

    If a pass is the only move, it is played at once (7).
    """
    if s.placed == 0:
        if can_place(box, s, p) or can_move(box, s, CHAPEL, p) or can_move(box, s, GATE, p) or not forced(s):
            return ask(s, p, PLACE)
        s.placed = 1
    if can_move(box, s, CHAPEL, p) or can_move(box, s, GATE, p) or refuse_recall(s, p) == FINE:
        return ask(s, p, AFTER)
    s.pending = 0
    return False


@rule
def play_place(box: Box, s: State, p: int, code: int) -> bool:
    """Places the pawn with the bonus tiles it needs, earns or pays, takes the top building (1.4)."""
    s.placed = 1
    if code == PASS:
        return go_on(box, s, p)
    space, stack = CENTRE, code - IN_CENTRE
    if code < IN_CENTRE:
        stack = code - SPACE
        space = stack
    if crowded(s, p, space):
        use_tile(s, p, OCC)
    s.pawn[p] = space + 1
    if space == CENTRE:
        if code >= IN_CENTRE_FREE:
            stack = code - IN_CENTRE_FREE
            use_tile(s, p, FREE)
        else:
            earn(s, p, CENTRE_COST, -num(box.centre_cost))
    else:
        money = num(box.pays[s.offset, stack])
        if money < 0:
            use_tile(s, p, X)
        else:
            earn(s, p, WHEEL, money)
    return build(box, s, p, take_top(s, stack))


@rule
def take_top(s: State, stack: int) -> int:
    """Takes the top building; the next one is seen at once (4)."""
    s.left[stack] -= 1
    top = stack * PER_TYPE + s.left[stack]
    tile = num(s.stack[top])
    s.stack[top] = 0
    if s.left[stack]:
        s.revealed += 1
    return tile


@rule
def gets(box: Box, s: State, seat: int, code: int) -> int:
    """The building or the bonus tile that a move takes: 1 + its place in `kinds.things`."""
    if s.decision == PLACE and SPACE <= code < IN_CENTRE_FREE + TYPES:
        stack = (code - SPACE) % TYPES
        return num(s.stack[stack * PER_TYPE + s.left[stack] - 1]) if s.left[stack] else 0
    if s.decision == BONUS and s.bonus_left[code - TAKE]:
        back = code - TAKE
        return TILES - 1 + num(s.bonus[back * BONUS_STACK + s.bonus_left[back] - 1])
    return 0


@rule
def build(box: Box, s: State, p: int, tile: int) -> bool:
    """Appends a building if possible; otherwise it replaces one, at once if only one slot fits (1.5, 2)."""
    slot = num(s.length[p]) if can_append(s, p, tile) else only_replacement(s, p, tile)
    if slot < 0 or (slot < s.length[p] and not forced(s)):
        s.taken = tile
        return ask(s, p, REPLACE)
    lay(box, s, p, slot, tile)
    return effect(box, s, p, tile)


@rule
def play_replacement(box: Box, s: State, p: int, code: int) -> bool:
    tile = num(s.taken)
    s.taken = 0
    lay(box, s, p, code - REPLACE_SLOT, tile)
    return effect(box, s, p, tile)


@rule
def effect(box: Box, s: State, p: int, tile: int) -> bool:
    """Applies the effect of a new building, as strong as its colour on the bridge (1.6, 18)."""
    kind = num(box.tile_type[tile])
    strength = strength_of(box, num(s.crests[p]), tile)
    if kind in (CHAPEL, GATE):
        advance(box, s, kind, p, strength)
        if s.due and ask_bonus(s, p):
            return True
    elif kind == EMPORIUM:
        earn(s, p, EMPORIA, strength)
    elif kind == INN and ask_inn(s, p, strength):
        return True
    return go_on(box, s, p)


@rule
def play_inn(box: Box, s: State, p: int, code: int) -> bool:
    s.due = 0
    take_haul(s, p, code - HAUL)
    return go_on(box, s, p)


@rule
def play_bonus(box: Box, s: State, p: int, code: int) -> bool:
    take_bonus(s, p, code - TAKE)
    return ask_bonus(s, p) or go_on(box, s, p)


@rule
def play_moving(box: Box, s: State, p: int, track: int) -> bool:
    """Moves a marker with a bonus tile; a gate tile may earn another bonus tile (1.7)."""
    use_tile(s, p, CH2 + track)
    advance(box, s, track, p, num(box.tile_steps[track]))
    return ask_bonus(s, p) or go_on(box, s, p)


@rule
def play_after(box: Box, s: State, p: int, code: int) -> bool:
    """Takes the played card back from the supply, once; or ends the turn."""
    if code == DONE:
        s.pending = 0
        return False
    use_tile(s, p, REC)
    card = (num(s.order[s.turn - 1]) - 1) % CARDS
    value = num(s.played[p, card]) - 1
    s.supply[value] -= 1
    s.hand[p, value] += 1
    s.played[p, card] = 0
    return go_on(box, s, p)
