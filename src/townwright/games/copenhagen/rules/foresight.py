"""Copenhagen: what the words and fields of a move depend on, and what laying a tile would bring."""

from __future__ import annotations

from townwright.engine.compiling import num, rule

from .. import moves
from ..box import Box
from ..moves import COSTS, FREE, MOST_COATS, PLAINLY, build, card, pay, special, take
from ..state import State
from .building import cost
from .house import coats_for, points, touching
from .taking import PAIR_FIRST, PAIR_SECOND

TAKE, CARD, PAY, SPECIAL, BUILD = take.base, card.base, pay.base, special.base, build.base
BRIDGES, PAYMENTS = card.size, pay.size
payment = rule(moves.payment)
CELLS = special.size


@rule
def laying(box: Box, k: State, code: int) -> int:
    """What laying a tile brings the player whose turn it is, as one number: points, coats, cost, and how to pay it."""
    p = num(k.turn)
    filled, brick, due, how = num(k.filled[p]), num(k.brick[p]), 0, PLAINLY
    before = points(box, filled, brick)
    if code >= BUILD:
        t = num(box.place_tile[code - BUILD])
        cells = num(box.place_cells[code - BUILD])
        brick |= num(box.place_brick[code - BUILD])
        c = num(box.tile_colour[t])
        due = cost(num(box.min_cost), num(box.tile_size[t]), 1 if touching(num(k.colour[p, c])) & cells else 0, 0)
        how = payment(k, p, c, due, num(box.min_cost))
    else:
        cells = 1 << (code - SPECIAL)
    gained = points(box, filled | cells, brick) - before
    return ((gained * MOST_COATS + coats_for(box, filled, cells)) * COSTS + due) * (FREE + 1) + how


@rule
def note(box: Box, k: State, code: int) -> int:
    """What the words and fields of a move depend on, besides its code."""
    if code >= BUILD or SPECIAL <= code < SPECIAL + CELLS:
        return laying(box, k, code)
    if TAKE <= code < TAKE + len(PAIR_FIRST):
        return num(k.display[PAIR_FIRST[code - TAKE]]) * 8 + num(k.display[PAIR_SECOND[code - TAKE]])
    if CARD <= code < CARD + BRIDGES:
        return num(k.display[code - CARD])
    if PAY <= code < PAY + PAYMENTS:
        return num(k.chosen) * COSTS + num(k.due)
    return 0
