"""Old London Bridge: a view drawn for the terminal."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from townwright.engine.texts import Texts

from .box import COLOUR_NAMES, SCORINGS, TYPE_NAMES
from .state import GARDEN, NUMBERS, SLOTS
from .view import BonusStack, Player, Stack, View

STYLES = {"blue": "blue", "orange": "yellow", "grey": "white", "green": "green", "all": "bold magenta"}
LETTERS = dict(zip((*COLOUR_NAMES, "all"), "bogn*", strict=True))  # for those who see no colours
GARDEN_MARK = "♣"


def crest(name: str, box: Any) -> str:
    """The colour of a building's crest, "all" for a guild."""
    if name.startswith("G-"):
        return name[2:]
    crests = box.tile_crests[int(name)]
    return "all" if crests == 0x01010101 else next(c for n, c in enumerate(COLOUR_NAMES) if crests >> 8 * n & 1)


def building(name: str, box: Any) -> Text:
    """A building: type, number and the letter of its crest."""
    colour = crest(name, box)
    number = GARDEN + COLOUR_NAMES.index(colour) if name.startswith("G-") else int(name)
    kind = TYPE_NAMES[box.tile_type[number]]
    text = GARDEN_MARK if number > NUMBERS else f"{kind[:2]}{number}"
    return Text(f"{text}{LETTERS[colour]}", style=STYLES[colour])


def counted(counts: dict[Any, int], texts: Texts, prefix: str = "") -> Text:
    """Counts in words: "2 x Lady"."""
    parts = [f"{n} x {texts(prefix + name) if prefix else name}" for name, n in counts.items() if n]
    return Text(", ".join(parts) if parts else texts("draw.none"), style="" if parts else "dim")


def pawns(view: View, space: str, names: list[str]) -> str:
    return " ".join(f"♟{names[p]}" for p, player in enumerate(view.players) if player.pawn == space)


def wheel(view: View, names: list[str], box: Any, texts: Texts) -> Table:
    """The six stacks with what the wheel pays for each, and the centre."""
    table = Table(title=texts("draw.wheel"), title_style="dim")
    for name in TYPE_NAMES:
        table.add_column(texts(f"type.{name}"), justify="center")
    table.add_column(texts("draw.centre", cost=box.centre_cost), justify="center")
    pays = view.wheel or {}
    stacks = [view.stacks.get(name, Stack()) for name in TYPE_NAMES]  # type: ignore[call-overload]
    money = [f"£{pay}" if isinstance(pay, int) else str(pay) for pay in (pays.get(name) for name in TYPE_NAMES)]  # type: ignore[call-overload]
    table.add_row(*(Text(text, style="bold red" if text == "X" else "bold") for text in money), "")
    table.add_row(
        *(building(stack.top, box) if stack.top else Text(texts("draw.empty"), style="dim") for stack in stacks), ""
    )
    table.add_row(*(Text(texts("draw.stack", left=stack.left or 0), style="dim") for stack in stacks), "")
    table.add_row(*(pawns(view, name, names) for name in (*TYPE_NAMES, "centre")))
    return table


def bridge(player: Player, box: Any) -> Text:
    """The bridge from left to right, free slots as dots."""
    slots = [building(name, box) for name in player.bridge]
    slots += [Text("·", style="dim")] * (SLOTS - len(slots))
    return Text(" ").join(slots)


def side(seat: int, view: View, names: list[str], box: Any, texts: Texts) -> Panel:
    """What a player has before him."""
    player = view.players[seat]
    powers = Text("  ").join(
        Text(f"{texts(f'crest.{name}')} {n}", style=STYLES[name]) for name, n in (player.powers or {}).items()
    )
    facts = Text(f"{texts('draw.money', money=player.money)} · ", style="bold")
    facts += Text(f"{texts('draw.tracks', chapel=player.chapel, gate=player.gate)} · {texts('draw.hand')} ")
    facts += counted(player.hand or {}, texts)
    tiles = Text(f"{texts('draw.tiles')} ") + counted(player.tiles, texts, "bonus.")
    if player.fresh:
        tiles += Text(f" · {texts('draw.fresh')} ") + counted(player.fresh, texts, "bonus.")
    asked = seat in (view.pending or []) and not view.over
    laid = view.decision == "choose" and not asked and not view.over
    return Panel(
        Group(bridge(player, box), powers, facts, tiles),
        title=("▶ " if asked else "") + names[seat],
        subtitle=texts("draw.face_down") if laid else None,
        width=100,
    )


def bonus(stacks: list[BonusStack], texts: Texts) -> Text:
    shown = [
        f"{n} {texts(f'bonus.{stack.top}') if stack.top else texts('draw.none')} ({stack.left})"
        for n, stack in enumerate(stacks, 1)
    ]
    return Text(f"{texts('draw.bonus')}: {'   '.join(shown)}")


def order(view: View, names: list[str], texts: Texts) -> Text:
    """The turns of the round; the one being taken is marked."""
    parts = []
    for n, turn in enumerate(view.order or [], 1):
        value = "-" if turn.value is None else f"{turn.value}{f'+{turn.plus}' if turn.plus else ''}"
        parts.append(Text(f"{names[turn.seat]} {value}", style="bold" if n == view.turn else "dim"))
    return Text(f"{texts('draw.order')}: ") + (
        Text(" → ").join(parts) if parts else Text(texts("draw.none"), style="dim")
    )


def scoring(view: View, texts: Texts) -> Text:
    lines = []
    for name, code in zip(SCORINGS, view.scoring or [], strict=False):
        text = texts(f"scoring.printed_{name}" if code == "printed" else f"scoring.{code}")
        lines.append(text if code == "printed" else f"{code}: {text}")
    return Text(f"{texts('draw.scoring')}: " + " ".join(lines), style="dim")


def draw(view: View, names: list[str], box: Any, texts: Texts) -> RenderableType:
    """The whole table."""
    rounds = (view.round or 0) + ((view.markers.left or 0) if view.markers else 0)
    supply = Text(f"{texts('draw.supply')}: ") + counted(view.supply or {}, texts)
    return Group(
        Text(texts("draw.round", round=view.round, rounds=rounds), style="bold"),
        wheel(view, names, box, texts),
        bonus(view.bonus or [], texts),
        supply,
        order(view, names, texts),
        scoring(view, texts),
        *(side(seat, view, names, box, texts) for seat in range(len(view.players))),
    )
