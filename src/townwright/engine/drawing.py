"""Draws any view for the terminal from its shapes, for games without a drawing of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from .shapes import Card, inner_struct, label_of, shape_of, value_word
from .texts import Texts


def draw_view(view: msgspec.Struct, names: list[str], cards: Mapping[str, Card], texts: Texts) -> RenderableType:
    """The middle of the table, then every player's area. Cards appear with their titles."""
    players: list[msgspec.Struct] = view.players  # type: ignore[attr-defined]
    areas = [
        Panel(Group(*draw_area(player, names, cards, texts)), title=Text(name), expand=False)
        for player, name in zip(players, names, strict=True)
    ]
    return Group(*draw_area(view, names, cards, texts), Columns(areas))


def draw_area(area: msgspec.Struct, names: list[str], cards: Mapping[str, Card], texts: Texts) -> list[RenderableType]:
    """The fields of a Struct, one line each; a grid takes several lines below its label."""
    drawn: list[RenderableType] = []
    for field in msgspec.structs.fields(type(area)):
        shape, value = shape_of(field.type), getattr(area, field.name)
        if shape == "hidden" or value is None or value in ([], {}) or field.name == "players":
            continue
        label = label_of(texts, type(area).__name__, field.encode_name)
        if shape in ("grid", "pattern"):
            drawn.append(Text("\n".join([f"{label}:", *value])))
        elif inner_struct(field.type) is not None:
            items = value.items() if isinstance(value, dict) else [("", item) for item in value if item is not None]
            if isinstance(value, msgspec.Struct):
                items = [("", value)]
            for key, item in items:
                lines = draw_area(item, names, cards, texts)
                drawn.append(
                    Text(f"{label} {value_word(texts, field.name, key)}".strip() + ": ").append(
                        "; ".join(map(str, lines))
                    )
                )
        else:
            drawn.append(Text(f"{label}: {draw_value(shape, field.name, value, names, cards, texts)}"))
    return drawn


def draw_value(shape: str, name: str, value: Any, names: list[str], cards: Mapping[str, Card], texts: Texts) -> str:
    """A value on one line."""
    if shape == "seat":
        return str(names[value])
    if shape == "seats":
        return ", ".join(names[seat] for seat in value)
    if isinstance(value, bool):
        return "✓" if value else "-"
    if isinstance(value, dict):
        return ", ".join(f"{value_word(texts, name, key)} {value_word(texts, name, n)}" for key, n in value.items())
    if isinstance(value, list):
        rows = [item if isinstance(item, list) else [item] for item in value]
        between_rows = " | " if any(isinstance(item, list) for item in value) else ", " if shape == "cards" else " "
        between_items = ", " if shape in ("cards", "rows") else " "
        return between_rows.join(
            between_items.join("-" if item is None else value_word(texts, name, item, cards) for item in row)
            for row in rows
        )
    return value_word(texts, name, value, cards)
