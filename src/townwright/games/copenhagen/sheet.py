"""Copenhagen: the parts of a score sheet in words."""

from __future__ import annotations

from townwright.engine.texts import Texts

from .box import Face


def label(face: Face, line: str, values: list[int], texts: Texts) -> str:
    """A row by its number, a column by its letter."""
    if line in ("rows", "window_rows"):
        return texts("part.row", n=values[0] + 1)
    return texts("part.column", n="abcde"[values[0]])
