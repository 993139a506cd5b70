"""Tiny Towns: a view drawn for the terminal."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from townwright.engine.texts import Texts

from .box import LETTERS, Face
from .cards import about, named
from .form import EMPTY, Player, View
from .state import SIDE

CUBE_STYLES = {
    "W": "black on dark_orange3",
    "Y": "black on yellow",
    "B": "white on red",
    "G": "black on cyan",
    "S": "black on white",
}
TYPE_STYLES = {
    "CO": "bold blue",
    "FD": "bold red",
    "WL": "bold white",
    "CH": "bold dark_orange",
    "TV": "bold green",
    "TH": "bold yellow",
    "FC": "bold bright_black",
    "MO": "bold magenta",
}
SIGNS = {"CO": "⌂", "FD": "✿", "WL": "◉", "CH": "✝", "TV": "♣", "TH": "★", "FC": "■", "MO": "♛"}
WIDTH = 8


def square(mark: str) -> Text:
    """A square: a cube on a ground of its colour, a building with its sign and what lies on it."""
    if mark == EMPTY:
        return Text("·".center(WIDTH), style="dim")
    if mark in LETTERS:
        return Text("  ") + Text(f" {mark} ", style=CUBE_STYLES[mark]) + Text(" " * (WIDTH - 5))
    code, on = mark[:2], mark[3:-1]
    return Text(f" {SIGNS[code]}{code}{' ' + on if on else ''}".ljust(WIDTH), style=TYPE_STYLES[code])


def town(player: Player) -> Text:
    """A town with the names of its rows and columns."""
    lines = []
    for n, line in enumerate(player.town):
        text = Text(f"{SIDE - n} ", style="dim")
        for mark in line.split():
            text += square(mark)
        lines.append(text)
    lines.append(Text("  " + "".join(column.center(WIDTH) for column in "abcd"), style="dim"))
    return Text("\n").join(lines)


def beside(player: Player, view: View, texts: Texts, monuments: bool) -> Text:
    """What belongs to a player beside the town."""
    notes = []
    names = [named(texts, "card", name) for name in player.monuments]
    if len(names) == 2:
        notes.append(texts("table.choice", one=names[0], two=names[1]))
    elif names:
        notes.append(texts("table.monument", card=names[0]))
    elif monuments:
        notes.append(texts("table.hidden"))
    if player.cavern:
        notes.append(texts("table.cavern", n=player.cavern))
    if player.watch:
        notes.append(texts("table.watch", types=", ".join(texts(f"type.{code}") for code in player.watch)))
    if player.place:
        notes.append(texts("table.completed", n=player.place))
    return Text("\n".join(notes), style="italic")


def headline(view: View, texts: Texts) -> Text:
    """The resource of the round, and the resource cards that everybody knows."""
    if view.over:
        parts = [texts("ask.over")]
        if view.rank:
            parts.append(texts("table.rank", rank=named(texts, "rank", view.rank)))
        return Text(" ".join(parts), style="bold")
    parts = [texts("table.round", n=(view.rounds or 0) + 1)]
    if view.named:
        parts.append(texts("table.named", resource=texts(f"resource.{view.named}")))
    elif view.phase in ("round", "watch"):
        parts.append(texts("table.free"))
    if view.open:
        parts.append(texts("table.open", cards=", ".join(texts(f"resource.{card}") for card in view.open)))
        parts.append(texts("table.pile", cards=" ".join(card or "?" for card in view.pile or [])))
    if view.discards:
        parts.append(texts("table.drawn", cards=" ".join(card or "?" for card in view.discards)))
    return Text(" · ".join(parts), style="bold")


def card(code: str, name: str, width: int, seats: int, face: Face, texts: Texts) -> Text:
    """A card: its sign, its name, its pattern and what it does."""
    pattern = Text("")
    for x in "/".join(face.rows[name].pattern).ljust(14):
        pattern += Text(x, style=CUBE_STYLES.get(x, "dim"))
    label = Text(f"{SIGNS[code]}{code} {named(texts, 'card', name):<{width}} ", style=TYPE_STYLES[code])
    return label + pattern + Text(f" {about(face, name, seats, texts)}")


def cards(view: View, face: Face, texts: Texts) -> Panel:
    """The buildings of this game, and the monuments that are known."""
    known = list(zip(TYPE_STYLES, view.cards, strict=False))
    for player in view.players:
        known += [("MO", name) for name in player.monuments]
    width = max(len(named(texts, "card", name)) for _, name in known)
    lines = [card(code, name, width, len(view.players), face, texts) for code, name in known]
    return Panel(Text("\n").join(lines), title=texts("table.cards"), expand=False)


def draw(view: View, names: list[str], face: Face, texts: Texts) -> RenderableType:
    """The whole table."""
    towns = []
    for seat, player in enumerate(view.players):
        hammer = "⚒ " if seat == view.hammer and not view.over else ""
        asked = "▶ " if seat in (view.pending or []) else ""
        body = Group(town(player), beside(player, view, texts, face.options.monuments))
        towns.append(Panel(body, title=asked + hammer + names[seat], width=39))
    return Group(headline(view, texts), cards(view, face, texts), Columns(towns))
