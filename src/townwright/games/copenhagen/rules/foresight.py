"""Copenhagen: what the words and fields of a move follow from, and what laying a tile would bring."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from townwright.engine.compiling import as_record, entry, num, prepare, rule
from townwright.engine.records import Bytes, Codes

from .. import moves
from ..box import BOX, Box
from ..moves import build, card, pay, special, take
from ..state import STATE, State
from .building import cost
from .house import coats_for, points, touching
from .taking import PAIR_FIRST, PAIR_SECOND

TAKE, CARD, PAY, SPECIAL, BUILD = take.base, card.base, pay.base, special.base, build.base
BRIDGES, CELLS, PAYMENTS = card.size, special.size, pay.size
CODES = moves.MOVES.size
pays_plainly = rule(moves.pays_plainly)
COSTS, MOST_COATS = 16, 64  # more than a tile can cost, and than it can bring


@rule
def laying(box: Box, k: State, code: int) -> int:
    """What the tile of a code brings whoever's turn it is: points, coats, cost, and whether it can be said that he
    pays it without abilities, as one number."""
    p = num(k.turn)
    filled, brick, due, plain = num(k.filled[p]), num(k.brick[p]), 0, 1
    before = points(box, filled, brick)
    if code >= BUILD:
        t = num(box.place_tile[code - BUILD])
        cells = num(box.place_cells[code - BUILD])
        brick |= num(box.place_brick[code - BUILD])
        c = num(box.tile_colour[t])
        due = cost(box, num(box.tile_size[t]), 1 if touching(num(k.colour[p, c])) & cells else 0, 0)
        plain = 1 if pays_plainly(k, p, c, due) else 0
    else:
        cells = 1 << (code - SPECIAL)
    gained = points(box, filled | cells, brick) - before
    return ((gained * MOST_COATS + coats_for(box, filled, cells)) * COSTS + due) * 2 + plain


@entry("bytes bytes codes wide -> none")
def note(box: Bytes, known: Bytes, codes: Codes, facts: Any) -> None:
    """For every code a number that holds the code and what its words and fields follow from."""
    b, k = as_record(box, BOX), as_record(known, STATE)
    for n in range(len(codes)):
        code = num(codes[n])
        fact = 0
        if code >= BUILD or SPECIAL <= code < SPECIAL + CELLS:
            fact = laying(b, k, code)
        elif TAKE <= code < TAKE + len(PAIR_FIRST):
            fact = num(k.display[PAIR_FIRST[code - TAKE]]) * 8 + num(k.display[PAIR_SECOND[code - TAKE]])
        elif CARD <= code < CARD + BRIDGES:
            fact = num(k.display[code - CARD])
        elif PAY <= code < PAY + PAYMENTS:
            fact = num(k.chosen) * COSTS + num(k.due)
        facts[n] = fact * CODES + code


@functools.cache
def ready() -> Callable[..., None]:
    """Loads or compiles, the first time."""
    prepare(note)
    return note


def facts(box: Bytes, known: Bytes, codes: Codes) -> list[int]:
    """By code: a number from which the sentence and the fields of a move follow, the code included."""
    found = np.empty(len(codes), np.int64)
    ready()(box, known, codes, found)
    return found.tolist()  # type: ignore[no-any-return]


def foresee(code: int, fact: int) -> dict[str, Any]:
    """What a move would cost and bring, as fields of the move; nothing for moves that lay no tile."""
    if not (code >= BUILD or SPECIAL <= code < SPECIAL + CELLS):
        return {}
    rest, due = divmod(fact // CODES // 2, COSTS)
    gained, coats = divmod(rest, MOST_COATS)
    return {"cost": due, "points": gained, "coats": coats}
