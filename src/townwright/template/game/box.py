"""Market Street: reads box.toml and packs it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from townwright.engine.errors import BadBox
from townwright.engine.fields import i1

from .state import HOUSES, LONGEST

Colour = Literal["red", "yellow", "green", "blue"]
COLOURS: tuple[Colour, ...] = ("red", "yellow", "green", "blue")


class Options(Struct, forbid_unknown_fields=True, frozen=True):
    """The choices of a table."""

    houses: Annotated[int, Meta(ge=1, le=LONGEST)] = 5
    bonus: Annotated[int, Meta(ge=0, le=9)] = 3


class HouseRow(Struct, forbid_unknown_fields=True):
    id: str
    name: str
    colour: Colour
    points: Annotated[int, Meta(ge=0, le=20)]


class File(Struct, forbid_unknown_fields=True):
    """What box.toml looks like."""

    options: Options
    house: list[HouseRow]


class Box:
    colour = i1(HOUSES)
    points = i1(HOUSES)
    houses = i1()  # options: houses each player takes,
    bonus = i1()  # points for every different colour


class Face:
    """The box as Python uses it."""

    def __init__(self, file: File) -> None:
        self.houses = file.house
        self.numbers = {house.id: n for n, house in enumerate(file.house)}


def pack(file: File, box: Box) -> Face:
    """Fills the packed box; checks what a type cannot say."""
    if len(file.house) != HOUSES:
        raise BadBox(f"table 'house': expected {HOUSES} rows, got {len(file.house)}")
    if len({house.id for house in file.house}) != HOUSES:
        raise BadBox("table 'house': expected every id once")
    for n, house in enumerate(file.house):
        box.colour[n], box.points[n] = COLOURS.index(house.colour), house.points
    box.houses, box.bonus = file.options.houses, file.options.bonus
    return Face(file)
