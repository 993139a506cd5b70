"""Market Street: kinds of move, their words, and the reasons why a move may be refused."""

from __future__ import annotations

from typing import Any

from townwright.engine.moves import Kind, Moves, Reasons
from townwright.engine.texts import Texts

from .box import Face
from .state import OPEN, State

take = Kind("take", place=OPEN)
MOVES = Moves((take,), {"take": lambda face, place: (f"take {place + 1}", {"place": place + 1})})

REASONS = Reasons()
GONE = REASONS.add("gone")


def fields(face: Face, code: int, note: int) -> dict[str, Any]:
    """The fields of a move that depend on the situation: the house that it takes. `note` is that of `rules.note`."""
    return {"house": face.houses[note - 1].id} if note else {}


def say(face: Face, k: State, kind: Kind, values: tuple[int, ...], texts: Texts) -> tuple[str, dict[str, Any]]:
    """The sentence of a move: its key under [move] and [did], and the values of its placeholders."""
    number = k.open[values[0]]
    if not number:
        return "take", {"house": "?", "colour": "?", "points": "?"}
    house = face.houses[number - 1]
    points = texts.count("points", house.points)
    return "take", {"house": texts.name(house.name), "colour": texts(f"colour.{house.colour}"), "points": points}


def things(face: Face) -> list[tuple[str, str]]:
    """What `rules.gets` counts: every house, under the heading of the moves that take one."""
    return [("kind.take", house.id) for house in face.houses]
