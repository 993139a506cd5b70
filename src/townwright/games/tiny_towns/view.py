"""Tiny Towns: a known state as JSON for a person, the same form as a position.

`form` has the Structs and fills them, `position` reads a position, `cards` says what the cards do.
"""

from __future__ import annotations

from townwright.engine.shapes import Sign
from townwright.engine.texts import Texts

from .box import Box, Face
from .cards import cards, named
from .form import View, mode_of, show, total, types_in
from .moves import DECISIONS
from .position import read
from .state import KEEPING, NAMING, NONE, ROUND, SETTLE, SOLO, WATCHING, State

__all__ = ["SIGNS", "View", "asks", "cards", "read", "show", "verdict", "whole"]

SIGNS = {
    "W": Sign("green", "wood"),
    "Y": Sign("yellow", "wheat"),
    "B": Sign("red", "brick"),
    "G": Sign("blue", "glass"),
    "S": Sign("purple", "stone"),
    "CO": Sign("blue", "house", building=True),
    "FD": Sign("red", "wheat", building=True),
    "WL": Sign("white", "ring", building=True),
    "CH": Sign("yellow", "chapel", building=True),
    "TV": Sign("green", "inn", building=True),
    "TH": Sign("yellow", "emporium", building=True),
    "FC": Sign("white", "gear", building=True),
    "MO": Sign("purple", "star", building=True),
}


def whole(k: State) -> bool:
    """Whether everything is known."""
    return not k.unseen


def verdict(face: Face, box: Box, s: State, texts: Texts) -> str | None:
    """The rank reached in Solo (1.10)."""
    if mode_of(box, s.seats) != SOLO:
        return None
    return texts("table.reached", rank=named(texts, "rank", face.rank(total(box, s))))


def asks(k: State, seat: int) -> str:
    """The decision of a seat, as a key under [ask] and [wait]. Of other seats an observer knows only the phase and what
    the Watch brings."""
    if k.decision[seat] not in (NONE, SETTLE):
        return DECISIONS[k.decision[seat]]
    due = types_in(k.due[seat] & ~k.settled[seat])
    settle = f"settle_{due[0]}" if len(due) == 1 else "settle"
    naming = "pick" if k.open[0] else "name"
    return {KEEPING: "keep", NAMING: naming, ROUND: "round", WATCHING: settle}[k.phase]
