"""Copenhagen: what each tile looks like and does, in words."""

from __future__ import annotations

from townwright.engine.shapes import Card, Pattern, Text
from townwright.engine.texts import Texts

from .box import Face, TileRow
from .moves import ABILITY_NAMES


def pattern(row: TileRow) -> list[str]:
    """The shape of a tile in the letters of its colour, brickwork as a small letter."""
    letter = row.id[0]
    return [line.replace("B", "b").replace("W", letter).replace("b", letter.lower()) for line in row.shape]


def tile_card(face: Face, row: TileRow, seats: int, texts: Texts) -> Card:
    colour, size = texts(f"colour.{row.id[0]}"), int(row.id[1])
    lines = [
        texts("card.cost", n=size, colour=colour),
        texts("card.brick"),
        texts.count("card.copies", row.copies[seats - 2]),
    ]
    if face.min_cost:
        lines.insert(1, texts.count("card.least", face.min_cost))
    title = texts("card.tile", colour=colour, n=size)
    return Card(title[0].upper() + title[1:], [Pattern(pattern(row)), *(Text(line) for line in lines)])


def ability_card(name: str, texts: Texts) -> Card:
    return Card(texts(f"ability.{name}"), [Text(texts(f"card.ability.{name}")), Text(texts("card.used"))])


def cards(face: Face, seats: int, texts: Texts) -> dict[str, Card]:
    """Every facade tile and every ability tile."""
    tiles = {row.id: tile_card(face, row, seats, texts) for row in face.rows}
    return tiles | {name: ability_card(name, texts) for name in ABILITY_NAMES}
