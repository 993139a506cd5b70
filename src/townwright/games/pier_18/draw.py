"""Pier 18: a view drawn for the terminal. Piers run from the shore on the left to the sea on the right."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from townwright.engine.texts import Texts

from .box import EMPTY, CardRow, Face
from .cards import day, goal
from .form import Player, View

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


def title(card: CardRow, texts: Texts) -> str:
    """The id, name and date of a card."""
    return f"{card.id} {texts.name(card.name)}, {day(card.date, texts)}"


def card(row: CardRow, seats: int, texts: Texts) -> Panel:
    """A card as it is printed."""
    patron = ", ".join(texts(f"character.{mark}") for mark in row.patron)
    body = Group(
        sections(row.left, row.right),
        Text(texts("table.patron", date=day(row.date, texts), characters=patron), style="italic"),
        Text(goal(row, seats, texts), style="dim"),
    )
    return Panel(body, title=f"{row.id} {texts.name(row.name)}", width=30)


def order(player: Player, texts: Texts) -> str:
    """The cards of a pier as they lie: "C04, C08 over 1"."""
    parts = []
    for laid in player.pier:
        over = " " + texts("table.over", n=laid.overlap) if laid.overlap else ""
        parts.append(laid.card + over + (" " + texts("table.turned") if laid.turned else ""))
    return ", ".join(parts)


def seat(player: Player, name: str, cards: dict[str, CardRow], seats: int, texts: Texts) -> Panel:
    """What lies before one player."""
    lines: list[RenderableType] = []
    if player.pier:
        left, right = player.left or "", player.right or ""
        numbers = Text("".join(f"{n:^3}" for n in range(1, len(left) + 1)), style="dim")
        lines += [numbers, sections(left, right), Text(order(player, texts), style="dim")]
    if player.plan:
        row = cards[player.plan]
        lines.append(Text(texts("table.plan", card=title(row, texts), goal=goal(row, seats, texts))))
    owned = {"patrons": player.patrons, "third": [player.third] if player.third else []}
    for key, ids in owned.items():
        if ids:
            titles = ", ".join(title(cards[id], texts) for id in ids)
            lines.append(Text(texts(f"own.{key}", cards=titles)))
    if player.hand is not None:
        lines.append(Columns([card(cards[id], seats, texts) for id in player.hand]))
    if player.choice is not None:
        lines.append(Text(texts("table.choice", plan=player.choice.plan, foundation=player.choice.foundation)))
    elif player.chosen:
        lines.append(Text(texts("table.chosen"), style="italic"))
    return Panel(Group(*lines), title=name, title_align="left")


def draw(view: View, names: list[str], face: Face, texts: Texts) -> RenderableType:
    """The whole table: the offer, then every player."""
    cards = {row.id: row for row in face.cards}
    seats = len(view.players)
    deck = texts.count("table.deck", view.deck.left if view.deck else 0, round=view.round)
    lines: list[RenderableType] = []
    if view.phase == "take":
        offer = Columns([card(cards[id], seats, texts) for id in view.offer if id is not None])
        lines.append(Panel(offer, title=texts("table.offer"), subtitle=deck))
    for p, player in enumerate(view.players):
        mark = "\N{BLACK RIGHT-POINTING TRIANGLE} " if p == view.turn else ""
        lines.append(seat(player, mark + names[p], cards, seats, texts))
    return Group(*lines)
