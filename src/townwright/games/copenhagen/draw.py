"""Copenhagen: a view drawn for the terminal, each colour with a pattern of its own."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from townwright.engine.texts import Texts

from .box import LETTERS, Face
from .form import COAT_MARK, EMPTY, Player, View
from .state import ROWS

STYLES = {"P": "magenta", "G": "green", "R": "red", "B": "blue", "Y": "yellow", "W": "white"}
PATTERNS = {"P": "|", "G": "z", "R": "#", "B": "^", "Y": "o", "W": "?"}  # stripes, zigzag, squares, triangles, circles


def cell(mark: str) -> Text:
    """A cell: a window shows its light, brickwork only the pattern of its colour."""
    if mark == EMPTY:
        return Text(" ·  ", style="dim")
    if mark == COAT_MARK:
        return Text(" ♦  ", style="bold yellow")
    pattern, style = PATTERNS[mark[0]], STYLES[mark[0]]
    if mark[1] == "w":
        return Text(f"{pattern}▢▢{pattern}", style=f"black on {style}")
    return Text(pattern * 4, style=f"{style} on black")


def card(colour: str | None, texts: Texts) -> Text:
    if colour is None:
        return Text("----", style="dim")
    return Text(f"{PATTERNS[colour]} {texts(f'colour.{colour}')}", style=STYLES[colour])


def house(player: Player, coat_rows: set[int]) -> Text:
    """A house with its row numbers; a star marks the rows that earn a coat of arms."""
    lines = []
    for y, line in zip(range(ROWS, 0, -1), player.house, strict=True):
        text = Text().append(f"{y}{'*' if y in coat_rows else ' '} ", style="dim")
        for mark in line.split():
            text.append_text(cell(mark))
        lines.append(text)
    lines.append(Text().append("    " + "   ".join("abcde"), style="dim"))
    return Text("\n").join(lines)


def hand(player: Player, texts: Texts) -> Text:
    cards = player.seen if player.hand is None else player.hand
    parts = [Text(f"{n} ") + card(colour, texts) for colour, n in cards.items()]
    unknown = (player.cards or 0) - sum(cards.values())
    if unknown:
        parts.append(Text(f"{unknown} ?", style="dim"))
    return Text(", ").join(parts) if parts else Text(texts("table.no_cards"), style="dim")


def draw(view: View, names: list[str], face: Face, texts: Texts) -> RenderableType:
    """The whole table."""
    harbour = Text("  ").join(
        Text().append(f"{n} ", style="dim").append_text(card(colour, texts))
        for n, colour in enumerate(view.harbour or [], 1)
    )
    supply = view.supply
    key = "stock_end" if supply and supply.end_card else "stock"
    counts = texts(f"table.{key}", left=supply.left if supply else 0, whites=view.whites)
    gone = Text(", ").join(Text(f"{n} ").append_text(card(colour, texts)) for colour, n in view.discards.items())
    stacks = view.stacks or {}
    tiles = Text("   ").join(
        Text(
            " ".join(f"{colour}{size}:{stacks.get(f'{colour}{size}', 0)}" for size in range(2, 6)), style=STYLES[colour]
        )
        for colour in LETTERS
    )
    houses = []
    for seat, player in enumerate(view.players):
        abilities = ", ".join(
            texts(f"ability.{name}") if side == "active" else texts("table.used", ability=texts(f"ability.{name}"))
            for name, side in player.abilities.items()
        )
        title = ("▶ " if seat == view.turn and not view.over else "") + names[seat]
        body = Group(house(player, face.coat_rows), hand(player, texts), Text(abilities, style="italic"))
        houses.append(Panel(body, title=Text(title), width=34))
    top = Panel(harbour, title=texts("table.harbour"), subtitle=counts, expand=False)
    pile = [Text.assemble(texts("table.discards", cards=""), gone)] if view.discards else []
    return Group(top, *pile, tiles, Columns(houses))
