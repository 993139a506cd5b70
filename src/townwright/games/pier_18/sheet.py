"""Pier 18: the parts of a score sheet in words."""

from __future__ import annotations

from townwright.engine.texts import Texts

from .box import Face
from .cards import bound
from .state import RIGHT

SIDES = ("left", "right")


def label(face: Face, line: str, values: list[int], texts: Texts) -> str:
    """What a part is: characters and where they stand, a patron, or how the goal was met or missed."""
    if line == "fishers":
        return texts("part.fishers", left=values[0], right=values[1])
    if line == "poets":
        return texts("part.poets", n=values[0])
    if line == "patrons":
        return face.name(values[0], texts)
    if line == "goal":
        plan, found, limit, *_ = values
        return texts("part.goal", card=face.name(plan, texts), found=found, bound=bound(face.cards[plan], limit, texts))
    side, section = divmod(values[0], RIGHT)
    where = texts(f"side.{SIDES[side]}")
    if line == "lovers":
        return texts("part.lovers", side=where, n=section + 1)
    size = values[1]
    return texts.count("part.group", size, side=where, first=section + 1, last=section + size)


def pieces(face: Face, line: str, values: list[int]) -> list[str]:
    """The spaces of the pier that a part counts: "l3" is on the left of section 3. Nothing for patrons and goal."""
    if line in ("fishers", "poets"):
        masks = zip(SIDES, values[2:4], strict=True)
        return [space(side, n) for side, mask in masks for n in range(mask.bit_length()) if mask >> n & 1]
    if line in ("lovers", "sellers"):
        side, section = divmod(values[0], RIGHT)
        return [space(SIDES[side], section + n) for n in range(values[1] if line == "sellers" else 1)]
    return []


def space(side: str, section: int) -> str:
    return f"{side[0]}{section + 1}"
