"""Copenhagen: building a facade tile, and paying for it."""

from __future__ import annotations

from townwright.engine.bits import lowest
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.forcing import forced
from townwright.engine.moves import FINE

from .. import moves
from ..box import Box
from ..moves import CANNOT_PAY, NO_SUPPORT, OVERLAP, STACK_EMPTY, UNKNOWN_PLACEMENT
from ..state import ACTIVE, AFTER, BOTH, CHANGE, COLOURS, DISCOUNT, PAY, TILES, USED, State
from .coats import after_tile
from .harbour import lose_cards
from .house import lay, standing, touching

BUILD, PAY_WITH = moves.build.base, moves.pay.base
SWAPS = moves.pay.dims["swap"]
swap_parts = rule(moves.swap_parts)


@rule
def cost(least: int, size: int, near: int, discount: int) -> int:
    """Size, less one beside the same colour, less one with the discount tile, but at least `least` (K-1, K-3)."""
    return max(least, size - near - discount)


@rule
def purse(s: State, p: int, c: int) -> int:
    """The most cards that can be paid for colour c: its own, and one other with Change of colours (K-4)."""
    own = num(s.hand[p, c])
    best = 0
    if s.ability[p, CHANGE] == ACTIVE:
        for other in range(COLOURS):
            if other != c and s.hand[p, other] > best:
                best = num(s.hand[p, other])
    return own + best


@rule
def places_for(box: Box, s: State, p: int, t: int) -> int:
    """Where the player can pay for tile t: a mask that a placement must touch; -1 for anywhere, 0 for nowhere."""
    if s.stack[t] == 0:
        return 0
    c, size = num(box.tile_colour[t]), num(box.tile_size[t])
    discount = 1 if s.ability[p, DISCOUNT] == ACTIVE else 0
    most = purse(s, p, c)
    if cost(num(box.min_cost), size, 0, discount) <= most:
        return -1
    if cost(num(box.min_cost), size, 1, discount) <= most:
        return touching(num(s.colour[p, c]))
    return 0


@rule
def corners(box: Box, turn: int, size: int, filled: int, floor: int, where: int) -> int:
    """Lower left corners where a turned tile is free (P-2), supported (P-3) and affordable."""
    free, stands, paid = num(box.turn_corners[turn]), 0, 0
    for n in range(size):
        shift = num(box.turn_cells[turn, n])
        free &= ~filled >> shift
        stands |= floor >> shift
        paid |= where >> shift
    return free & stands & paid


@rule
def list_builds(box: Box, s: State, p: int, out: Codes, n: int) -> int:
    """Every placement the player can pay for."""
    filled = num(s.filled[p])
    floor = standing(filled)
    for t in range(TILES):
        where = places_for(box, s, p, t)
        if where:
            for turn in range(num(box.turn_first[t]), num(box.turn_first[t + 1])):
                free = corners(box, turn, num(box.tile_size[t]), filled, floor, where)
                while free:
                    out[n] = BUILD + box.turn_place[turn, lowest(free)]
                    free &= free - 1
                    n += 1
    return n


@rule
def can_build(box: Box, s: State, p: int) -> bool:
    """Whether `list_builds` finds anything."""
    filled = num(s.filled[p])
    floor = standing(filled)
    for t in range(TILES):
        where = places_for(box, s, p, t)
        if where:
            for turn in range(num(box.turn_first[t]), num(box.turn_first[t + 1])):
                if corners(box, turn, num(box.tile_size[t]), filled, floor, where):
                    return True
    return False


@rule
def refuse_build(box: Box, s: State, p: int, k: int) -> int:
    """Why a player may not build this placement (P-2, P-3, K-7)."""
    if k >= box.placements:
        return UNKNOWN_PLACEMENT
    t = num(box.place_tile[k])
    cells, filled = num(box.place_cells[k]), num(s.filled[p])
    if s.stack[t] == 0:
        return STACK_EMPTY
    if cells & filled:
        return OVERLAP
    if cells & standing(filled) == 0:
        return NO_SUPPORT
    return FINE if cells & places_for(box, s, p, t) else CANNOT_PAY


@rule
def play_build(box: Box, s: State, p: int, k: int) -> None:
    """Chooses a tile and its place; a single way to pay is paid at once."""
    if s.decision == AFTER:
        s.ability[p, BOTH] = USED
    s.chosen = k
    t = num(box.place_tile[k])
    near = 1 if touching(num(s.colour[p, box.tile_colour[t]])) & num(box.place_cells[k]) else 0
    s.due = cost(num(box.min_cost), num(box.tile_size[t]), near, 0)
    n, only = payments(box, s, p)
    if n == 1 and forced(s):
        play_pay(box, s, p, only)
    else:
        s.decision = PAY


@rule
def can_pay(box: Box, s: State, p: int, choice: int) -> bool:
    """Whether payment (discount, swap) settles the chosen tile (K-2 to K-6)."""
    discount, swap = choice // SWAPS, choice % SWAPS
    due = num(s.due)
    if discount:
        due -= 1
        if s.ability[p, DISCOUNT] != ACTIVE or due < box.min_cost:
            return False
    c = num(box.tile_colour[box.place_tile[s.chosen]])
    if swap == 0:
        return s.hand[p, c] >= due
    other, cards = swap_parts(swap)
    return (
        s.ability[p, CHANGE] == ACTIVE
        and other != c
        and cards <= due
        and s.hand[p, other] >= cards
        and s.hand[p, c] >= due - cards
    )


@rule
def swap_step(s: State, p: int) -> int:
    """The step between payments to try: without an active Change of colours, only those without a swap."""
    return 1 if s.ability[p, CHANGE] == ACTIVE else SWAPS


@rule
def list_payments(box: Box, s: State, p: int, out: Codes) -> int:
    """Every way to pay for the chosen tile."""
    n = 0
    for choice in range(0, 2 * SWAPS, swap_step(s, p)):
        if can_pay(box, s, p, choice):
            out[n] = PAY_WITH + choice
            n += 1
    return n


@rule
def payments(box: Box, s: State, p: int) -> tuple[int, int]:
    """How many ways there are to pay, and the last of them."""
    n, last = 0, 0
    for choice in range(0, 2 * SWAPS, swap_step(s, p)):
        if can_pay(box, s, p, choice):
            n += 1
            last = choice
    return n, last


@rule
def play_pay(box: Box, s: State, p: int, choice: int) -> None:
    """Pays, uses the ability tiles that made a difference, lays the tile."""
    discount, swap = choice // SWAPS, choice % SWAPS
    k = num(s.chosen)
    t = num(box.place_tile[k])
    c = num(box.tile_colour[t])
    due = s.due - discount
    if discount:
        s.ability[p, DISCOUNT] = USED
    if swap:
        other, cards = swap_parts(swap)
        s.ability[p, CHANGE] = USED
        lose_cards(s, p, other, cards)
        due -= cards
    lose_cards(s, p, c, due)
    s.stack[t] -= 1
    s.chosen = 0
    s.due = 0
    lay(box, s, p, num(box.place_cells[k]), num(box.place_brick[k]), c)
    after_tile(box, s, p)
