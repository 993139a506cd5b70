"""Phase 3, a turn: place the pawn, build, carry out the effect, use bonus tiles."""

from __future__ import annotations

from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.forcing import forced
from townwright.engine.moves import FINE

from .. import kinds
from ..box import Box
from ..kinds import (
    AT_END,
    AT_X,
    BONUS_EMPTY,
    CAN_PLACE,
    CANNOT_PAY,
    CARD_GONE,
    HAUL_COUNTS,
    HAUL_FIRST,
    HAUL_PACKED,
    NO_TILE,
    OCCUPIED,
    OWN_SPACE,
    STACK_EMPTY,
    SUPPLY_SHORT,
    WRONG_TOTAL,
    ZERO_RETURNS,
)
from ..state import (
    AFTER,
    BACKS,
    BONUS,
    BONUS_STACK,
    CARDS,
    CARDS_TAKE,
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
    VALUES,
    WHEEL,
    State,
    X,
)
from .bridge import can_append, lay, only_replacement, strength_of
from .cards import DONE, use_tile
from .tracks import advance, at_end, earn

USE_CH2, USE_GT2, USE_REC, PASS = (k.base for k in (kinds.ch2, kinds.gt2, kinds.rec, kinds.pass_))
SPACE, IN_CENTRE, IN_CENTRE_FREE = kinds.space.base, kinds.centre.base, kinds.free.base
REPLACE_SLOT, TAKE, HAUL = kinds.replace.base, kinds.take.base, kinds.inn.base
HIGH_BITS = 0x80808080


@rule
def ask(s: State, p: int, decision: int) -> bool:
    s.decision = decision
    s.pending = 1 << p
    return True


@rule
def turn_of(s: State) -> int:
    """The seat whose turn it is."""
    return (num(s.order[s.turn - 1]) - 1) // CARDS


@rule
def start_turn(box: Box, s: State) -> bool:
    """The next turn of the order: its card goes back to the supply, a "0" to the hand (1.3a, 16)."""
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
    """What the turn asks for next: the placement, then the bonus tiles after the effect (10).

    A pass that is the only thing possible is played at once (7).
    """
    if s.placed == 0:
        if can_place(box, s, p) or can_move(box, s, CHAPEL, p) or can_move(box, s, GATE, p) or not forced(s):
            return ask(s, p, PLACE)
        s.placed = 1
    if can_move(box, s, CHAPEL, p) or can_move(box, s, GATE, p) or refuse_recall(s, p) == FINE:
        return ask(s, p, AFTER)
    s.pending = 0
    return False


# --- placing the pawn ----------------------------------------------------------------------------


@rule
def crowded(s: State, p: int, space: int) -> bool:
    """Whether another player's pawn stands on a space."""
    for other in range(s.seats):
        if other != p and s.pawn[other] == space + 1:
            return True
    return False


@rule
def refuse_space(s: State, p: int, space: int) -> int:
    """Why the pawn may not go to a space, wheel and money left aside: own pawn there, other pawns (1.4, 8, 9)."""
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
    """Whether `list_places` would list a placement."""
    stacks = False
    for stack in range(TYPES):
        if refuse_outer(box, s, p, stack) == FINE:
            return True
        stacks = stacks or s.left[stack] > 0
    return stacks and (refuse_centre(box, s, p, 0) == FINE or refuse_centre(box, s, p, 1) == FINE)


@rule
def list_places(box: Box, s: State, p: int, out: Codes) -> int:
    """Every space that can be reached; a pass only if there is none. Bonus tiles for the tracks (10)."""
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


# --- building ------------------------------------------------------------------------------------


@rule
def build(box: Box, s: State, p: int, tile: int) -> bool:
    """Appends if possible; else replaces, at once if there is only one slot for it (1.5, 2)."""
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
    """What a building does when built, as strong as its colour on the bridge (1.6, 18)."""
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


# --- inns ----------------------------------------------------------------------------------------


@rule
def supply_bytes(s: State) -> int:
    """The supply with a byte for each value, the high bit of each set, so that hauls can be subtracted."""
    packed = HIGH_BITS
    for value in range(1, VALUES):
        packed += num(s.supply[value]) << (8 * (value - 1))
    return packed


@rule
def in_supply(packed: int, haul: int) -> bool:
    """Whether the supply holds all cards of a haul."""
    return (packed - num(HAUL_PACKED[haul])) & HIGH_BITS == HIGH_BITS


@rule
def worth_of_cards(s: State, strength: int) -> int:
    """The total of the cards an inn gives: its strength, or as near below it as the supply allows (17)."""
    packed = supply_bytes(s)
    for total in range(strength, 0, -1):
        for haul in range(HAUL_FIRST[total], HAUL_FIRST[total + 1]):
            if in_supply(packed, haul):
                return total
    return 0


@rule
def ask_inn(s: State, p: int, strength: int) -> bool:
    """Cards worth what the supply allows; the only possible ones at once (17)."""
    total = worth_of_cards(s, strength)
    if total == 0:
        return False
    packed, found, only = supply_bytes(s), 0, 0
    for haul in range(HAUL_FIRST[total], HAUL_FIRST[total + 1]):
        if in_supply(packed, haul):
            found += 1
            only = haul
            if found > 1:
                break
    if found > 1 or not forced(s):
        s.due = total
        return ask(s, p, CARDS_TAKE)
    take_haul(s, p, only)
    return False


@rule
def list_hauls(s: State, out: Codes) -> int:
    n = 0
    packed = supply_bytes(s)
    for haul in range(HAUL_FIRST[s.due], HAUL_FIRST[s.due + 1]):
        if in_supply(packed, haul):
            out[n] = HAUL + haul
            n += 1
    return n


@rule
def refuse_haul(s: State, haul: int) -> int:
    if not HAUL_FIRST[s.due] <= haul < HAUL_FIRST[s.due + 1]:
        return WRONG_TOTAL
    return FINE if in_supply(supply_bytes(s), haul) else SUPPLY_SHORT


@rule
def take_haul(s: State, p: int, haul: int) -> None:
    for value in range(1, VALUES):
        s.supply[value] -= HAUL_COUNTS[haul, value]
        s.hand[p, value] += HAUL_COUNTS[haul, value]


@rule
def play_inn(box: Box, s: State, p: int, code: int) -> bool:
    s.due = 0
    take_haul(s, p, code - HAUL)
    return go_on(box, s, p)


# --- bonus tiles ---------------------------------------------------------------------------------


@rule
def ask_bonus(s: State, p: int) -> bool:
    """Bonus tiles that are due, one by one: from the only stack left at once, from no stack none (24)."""
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
def play_bonus(box: Box, s: State, p: int, code: int) -> bool:
    take_bonus(s, p, code - TAKE)
    return ask_bonus(s, p) or go_on(box, s, p)


# --- bonus tiles in a turn -----------------------------------------------------------------------


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
def play_moving(box: Box, s: State, p: int, track: int) -> bool:
    """Some spaces on a track; a gate tile may earn another bonus tile (1.7)."""
    use_tile(s, p, CH2 + track)
    advance(box, s, track, p, num(box.tile_steps[track]))
    return ask_bonus(s, p) or go_on(box, s, p)


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
