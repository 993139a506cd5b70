"""Tiny Towns: the parts of a score sheet in words."""

from __future__ import annotations

from townwright.engine.texts import Texts

from .box import SQUARE_NAMES, Face
from .cards import named
from .rules.points import EMPTY_PART, FED_PART, TOGETHER_PART, UNFED_PART
from .state import SQUARES

KEYS = {FED_PART: "part.fed", UNFED_PART: "part.unfed"}
FED = "fed"  # among the pieces of a part if its building is fed


def squares_of(values: list[int]) -> list[str]:
    return [SQUARE_NAMES[square] for square in range(SQUARES) if values[1] >> square & 1]


def label(face: Face, line: str, values: list[int], texts: Texts) -> str:
    """A building and its square, fed or not; all buildings of a type that count together; the empty squares."""
    card, _, form = values[:3]
    where = squares_of(values)
    if form == EMPTY_PART:
        return texts.count("part.empty", len(where))
    name = named(texts, "card", face.card_id(card))
    if form == TOGETHER_PART:
        return texts.count("part.together", len(where), card=name, squares=", ".join(where))
    return texts(KEYS.get(form, "part.building"), card=name, square=where[0])


def pieces(face: Face, line: str, values: list[int]) -> list[str]:
    """The squares of a part, and whether its building is fed."""
    return squares_of(values) + [FED] * (values[2] == FED_PART)
