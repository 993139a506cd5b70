"""Tiny Towns: the score sheet building by building, computed by the rules themselves."""

from __future__ import annotations

from typing import Any

import numpy as np

from townwright.engine.compiling import as_fields, entry_point, prepare
from townwright.engine.fields import Bytes, Codes
from townwright.engine.sheets import Part
from townwright.engine.texts import Texts

from .box import BOX, SQUARE_NAMES, Face
from .moves import named
from .rules.town import LINES, detail
from .state import CO, FD, MO, SQUARES, STATE, TYPES


@entry_point("bytes bytes int codes -> none")
def parts(box: Bytes, state: Bytes, seat: int, out: Codes) -> None:
    """What each square of a town gives, the squares that are fed, and what the empty ones cost."""
    detail(as_fields(box, BOX), as_fields(state, STATE), seat, out)


def detail_of(box: Any, s: Any, seat: int) -> list[int]:
    """The points of 16 squares, the mask of those fed, the points of the empty squares."""
    prepare(parts)
    out = np.zeros(SQUARES + 2, np.int32)
    parts(box.bytes, s.bytes, seat, out)
    return [int(n) for n in out]


def total(box: Any, s: Any, seat: int) -> int:
    """All points of a seat."""
    found = detail_of(box, s, seat)
    return sum(found[:SQUARES]) + found[SQUARES + 1]


def explain(face: Face, box: Any, s: Any, seat: int, texts: Texts) -> dict[str, list[Part]]:
    """What each building of a town gave, and which cottages are fed."""
    points = detail_of(box, s, seat)
    fed = points[SQUARES]
    found: dict[str, list[Part]] = {}
    for t in range(TYPES):
        squares = [square for square in range(SQUARES) if s.shown_built[seat, t] >> square & 1]
        if t == FD or not squares:
            continue
        card = face.card_id((s.dealt[seat, 0] if t == MO else s.card[t]) - 1)
        name, line = named(texts, "card", card), LINES[t - (t > FD)]
        if face.verbs[card] == "count_table":
            where = ", ".join(SQUARE_NAMES[square] for square in squares)
            given = sum(points[square] for square in squares)
            found[line] = [Part(texts("part.together", n=len(squares), card=name, squares=where), given)]
            continue
        hungry = t == CO or face.verbs[card] == "fed"
        found[line] = [
            Part(
                texts(
                    "part.building" if not hungry else "part.fed" if fed >> square & 1 else "part.unfed",
                    card=name,
                    square=SQUARE_NAMES[square],
                ),
                points[square],
            )
            for square in squares
        ]
    return found
