"""Pier 18: a view drawn for the terminal. Piers run from the shore on the left to the sea on the right."""

from __future__ import annotations

from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from townwright.engine.texts import Texts

from .box import EMPTY, CardRow
from .view import Player, View, goal_sentence

STYLES = {"F": "bold blue", "P": "bold magenta", "L": "bold red", "S": "bold green"}


def side(spaces: str) -> Text:
    """One side of a pier, a letter for each character."""
    text = Text()
    for mark in spaces:
        text.append(" · " if mark == EMPTY else f" {mark} ", style="dim" if mark == EMPTY else STYLES[mark])
    return text


def sections(left: str, right: str) -> Text:
    """Both sides with the planks between them."""
    return Text("\n").join([side(left), Text("═══" * len(left), style="yellow"), side(right)])


def day(date: str, texts: Texts) -> str:
    """"03-28" as "28 Mar"."""
    return f"{int(date[3:])} {texts('months').split()[int(date[:2]) - 1]}"


def title(card: CardRow, texts: Texts) -> str:
    return f"{card.id} {card.name}, {day(card.date, texts)}"


def card(row: CardRow, seats: int, texts: Texts) -> Panel:
    """A card as it is printed."""
    patron = ", ".join(texts(f"character.{mark}") for mark in row.patron)
    body = Group(
        sections(row.left, row.right),
        Text(texts("table.patron", characters=patron), style="italic"),
        Text(goal_sentence(row, seats, texts), style="dim"),
    )
    return Panel(body, title=title(row, texts), width=36)


def seat(player: Player, name: str, cards: dict[str, CardRow], seats: int, texts: Texts) -> Panel:
    """What lies before one player."""
    lines: list[RenderableType] = []
    if player.pier:
        numbers = Text("".join(f"{n:^3}" for n in range(1, len(player.left or "") + 1)), style="dim")
        lines += [numbers, sections(player.left or "", player.right or "")]
        lines.append(Text(" ← ".join(f"{laid.card}{'↻' * laid.turned}" + f" over {laid.overlap}" * (n > 0) for n, laid in enumerate(player.pier)), style="dim"))
    if player.plan:
        row = cards[player.plan]
        lines.append(Text(f"{texts('table.plan')}: {title(row, texts)}. {goal_sentence(row, seats, texts)}"))
    for key, found in (("patrons", player.patrons), ("third", [player.third] if player.third else []), ("hand", player.hand or [])):
        if found:
            lines.append(Text(f"{texts(f'table.{key}')}: {', '.join(title(cards[given], texts) for given in found)}"))
    if player.choice:
        lines.append(Text(f"{texts('table.plan')}: {player.choice.plan}, {texts('table.foundation')}: {player.choice.foundation}"))
    elif player.chosen:
        lines.append(Text(texts("table.chosen"), style="italic"))
    return Panel(Group(*lines), title=name, title_align="left", width=80)


def draw(view: View, names: list[str], box: Any, texts: Texts) -> RenderableType:
    """The whole table."""
