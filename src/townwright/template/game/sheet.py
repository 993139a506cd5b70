"""Market Street: the parts of a score sheet in words."""

from __future__ import annotations

from townwright.engine.texts import Texts

from .box import COLOURS, Face


def label(face: Face, line: str, values: list[int], texts: Texts) -> str:
    """What a row of `rules.parts` is about."""
    if line == "houses":
        return texts.name(face.houses[values[0]].name)
    return texts("part.colour", colour=texts(f"colour.{COLOURS[values[0]]}"))
