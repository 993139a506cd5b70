"""Pier 18: the parts of a score sheet in words."""

from __future__ import annotations

from townwright.engine.texts import Texts

from .box import LETTERS, Face
from .cards import bound
from .rules.scoring import LETTERS_PER_VALUE
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
    places = {"side": texts(f"side.{SIDES[side]}"), "n": section + 1}
    if line == "lovers":
        return texts("part.lovers", **places)
    return texts("part.group", **places, group=group(*values[1:4]))


def group(size: int, *letters: int) -> str:
    """The characters of a group, as `rules.scoring.letters` packed them."""
    return "".join(LETTERS[letters[i // LETTERS_PER_VALUE] >> 2 * (i % LETTERS_PER_VALUE) & 3] for i in range(size))
