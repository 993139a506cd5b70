"""Old London Bridge: the parts of a score sheet in words."""

from __future__ import annotations

from townwright.engine.texts import Texts

from .box import SCORINGS, TYPE_NAMES, Face
from .form import scoring_name
from .rules.sheet import (
    CENTRE_VISITS,
    COIN,
    COUNT,
    EACH_ROUND,
    END,
    RANK,
    SLOTS_COUNTED,
    SLOTS_EMPTY,
    TILES_UNUSED,
)
from .state import PRINTED


def label(face: Face, line: str, values: list[int], texts: Texts) -> str:
    """What was counted and at which place, or what the money was for."""
    form, *numbers = values
    if form == COIN:
        return texts("part.coin", space=numbers[0])
    if form == END:
        return texts(f"part.end_{TYPE_NAMES[numbers[0]]}")
    if form == CENTRE_VISITS:
        return texts.count("part.visits", numbers[0], cost=numbers[1])
    if form == EACH_ROUND:
        return texts("part.rounds", code=scoring_name(numbers[0], PRINTED + 2))
    if form == RANK:
        return rank_label(numbers, texts)
    if form == COUNT:
        return count_label(numbers, texts)
    if form == SLOTS_EMPTY:
        empty, price, paid = numbers[:3]
        return texts.count("part.slots_all" if paid < price else "part.slots", empty, price=price)
    if form == TILES_UNUSED:
        return texts.count("part.by_G4" if numbers[1] else "part.unused", numbers[0])
    return texts(f"part.{line}")


def pieces(face: Face, line: str, values: list[int]) -> list[str]:
    """The slots of the bridge that a part counts, from 1."""
    mask = values[SLOTS_COUNTED - 2]
    return [str(slot + 1) for slot in range(mask.bit_length()) if mask >> slot & 1]


def rank_label(numbers: list[int], texts: Texts) -> str:
    """The place in a ranking: "place 1: 11 buildings"."""
    colour, option, place, count = numbers[:4]
    counted = texts.count(f"counted.{scoring_name(colour, PRINTED + option) if option else SCORINGS[colour]}", count)
    return texts("part.place", place=place, what=counted) if place else texts("part.unranked", what=counted)


def count_label(numbers: list[int], texts: Texts) -> str:
    """What an expert scoring counts: "I4: 2 sets of 1+2+3"."""
    colour, option, count, figure = numbers[:4]
    code = scoring_name(colour, PRINTED + option)
    cards = "+".join(map(str, range(1, figure + 1))) if code == "I4" else ""
    return texts.count(f"part.{code}", count, cards=cards, number=figure)
