"""Copenhagen: what laying a tile would bring, told before it is laid."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from townwright.engine.compiling import as_record, copy_bytes, entry, num, prepare, rule
from townwright.engine.records import Bytes, Codes, blank

from ..box import BOX, Box
from ..moves import build, special
from ..state import STATE, State
from .building import cost
from .house import lay, points, touching

BUILD, SPECIAL, CELLS = build.base, special.base, special.size


@rule
def try_out(box: Box, s: State, code: int, gains: Any) -> None:
    """Lays the tile of a code in the house of whoever's turn it is; notes cost, points and coats of arms."""
    p = num(s.turn)
    before, coats = points(box, num(s.filled[p]), num(s.brick[p])), num(s.coats)
    if code >= BUILD:
        k = code - BUILD
        t, cells = num(box.place_tile[k]), num(box.place_cells[k])
        c = num(box.tile_colour[t])
        near = 1 if touching(num(s.colour[p, c])) & cells else 0
        gains[0] = cost(box, num(box.tile_size[t]), near, 0)
        lay(box, s, p, cells, num(box.place_brick[k]), c)
    else:
        gains[0] = 0
        lay(box, s, p, 1 << (code - SPECIAL), 0, -1)
    gains[1] = points(box, num(s.filled[p]), num(s.brick[p])) - before
    gains[2] = num(s.coats) - coats


@entry("bytes bytes codes bytes table -> none")
def try_all(box: Bytes, known: Bytes, codes: Codes, scratch: Bytes, gains: Any) -> None:
    """Cost, points and coats of every code that lays a tile; the others cost -1."""
    b, s = as_record(box, BOX), as_record(scratch, STATE)
    for n in range(len(codes)):
        code = num(codes[n])
        if code >= BUILD or SPECIAL <= code < SPECIAL + CELLS:
            copy_bytes(scratch, known)
            try_out(b, s, code, gains[n])
        else:
            gains[n, 0] = -1


@functools.cache
def ready() -> None:
    """Loads or compiles, the first time."""
    prepare(try_all)


def foresee(box: Bytes, known: Bytes, codes: list[int]) -> list[dict[str, Any]]:
    """What each move would cost and bring, as fields of the move; nothing for moves that lay no tile."""
    ready()
    gains = np.empty((len(codes), 3), np.int32)
    try_all(box, known, np.array(codes, np.int32), blank(STATE), gains)
    return [
        {} if cost < 0 else {"cost": cost, "points": points, "coats": coats} for cost, points, coats in gains.tolist()
    ]
