"""Old London Bridge: a view drawn for the terminal."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from townwright.engine.texts import Texts

from .box import COLOUR_NAMES, TYPE_NAMES, BonusName, Face
from .form import CENTRE_NAME, BonusStack, Player, Stack, Turn, Value, View
from .guide import about_scoring, gives
from .sentences import bonus_name
from .state import CHAPEL, GATE

STYLES = {"blue": "blue", "orange": "yellow", "grey": "white", "green": "green", "all": "bold magenta"}
LETTERS = dict(zip((*COLOUR_NAMES, "all"), "bogn*", strict=True))  # for readers who cannot tell colours apart
GARDEN_MARK, FREE_MARK = "♣", "·"
WIDTH = 100


def sign(kind: str, texts: Texts) -> str:
    """The sign of a type on a bridge: the beginning of its name."""
    return GARDEN_MARK if kind == "garden" else texts(f"type.{kind}")[:2]


def building(name: str, face: Face, texts: Texts) -> Text:
    """A building: the beginning of its type, its number, the letter of its crest."""
    kind, crest = face.buildings[name]
    number = "" if kind == "garden" else name
    return Text(sign(kind, texts) + number + LETTERS[crest], style=STYLES[crest])


def cards(counts: Mapping[Value, int] | None, texts: Texts) -> Text:
    """Cards by value: "2 x 3"."""
    parts = [f"{n} x {value}" for value, n in (counts or {}).items() if n]
    return Text(", ".join(parts)) if parts else Text(texts("draw.none"), style="dim")


def bonus_tiles(counts: Mapping[BonusName, int], face: Face, texts: Texts) -> Text:
    """Bonus tiles by name."""
    parts = [f"{n} x {bonus_name(face, kind, texts)}" for kind, n in counts.items() if n]
    return Text(", ".join(parts)) if parts else Text(texts("draw.none"), style="dim")


def pawns(view: View, space: str, names: list[str]) -> str:
    return " ".join(f"♟{names[p]}" for p, player in enumerate(view.players) if player.pawn == space)


def wheel(view: View, names: list[str], face: Face, texts: Texts) -> Table:
    """The six stacks with what the wheel pays for each, and the centre."""
    table = Table(title=texts("draw.wheel"), title_style="dim")
    pays = view.wheel or {}
    columns: list[list[RenderableType]] = []
    for name in TYPE_NAMES:
        table.add_column(texts(f"type.{name}"), justify="center")
        money, stack = pays.get(name, "X"), view.stacks.get(name, Stack())
        columns.append(
            [
                Text("X", style="bold red") if money == "X" else Text(f"£{money}", style="bold"),
                building(stack.top, face, texts) if stack.top else Text(texts("draw.empty"), style="dim"),
                Text(texts("draw.stack", left=stack.left or 0), style="dim"),
                pawns(view, name, names),
            ]
        )
    table.add_column(texts("draw.centre", cost=face.file.game.centre_cost), justify="center")
    columns.append(["", "", "", pawns(view, CENTRE_NAME, names)])
    for row in zip(*columns, strict=True):
        table.add_row(*row)
    return table


def bridge(player: Player, face: Face, texts: Texts) -> Text:
    """The bridge from left to right, free slots as dots."""
    slots = [building(name, face, texts) for name in player.bridge]
    slots += [Text(FREE_MARK, style="dim")] * (face.file.game.slots - len(slots))
    return Text(" ").join(slots)


def side(seat: int, view: View, names: list[str], face: Face, texts: Texts) -> Panel:
    """What belongs to a player."""
    player = view.players[seat]
    powers = Text("  ").join(
        Text(f"{texts(f'crest.{name}')} {n}", style=STYLES[name]) for name, n in (player.powers or {}).items()
    )
    facts = Text(texts("draw.money", money=player.money), style="bold")
    facts.append(" · " + texts("draw.tracks", chapel=player.chapel, gate=player.gate), style="not bold")
    facts.append(" · " + texts("draw.hand") + " ", style="not bold").append_text(cards(player.hand, texts))
    tiles = Text(texts("draw.tiles") + " ").append_text(bonus_tiles(player.tiles, face, texts))
    if player.fresh:
        tiles.append(" · " + texts("draw.fresh") + " ").append_text(bonus_tiles(player.fresh, face, texts))
    asked = seat in (view.pending or []) and not view.over
    laid = view.decision == "choose" and not asked and not view.over
    return Panel(
        Group(bridge(player, face, texts), powers, facts, tiles),
        title=("▶ " if asked else "") + names[seat],
        subtitle=texts("draw.face_down") if laid else None,
        width=WIDTH,
    )


def bonus(stacks: list[BonusStack], face: Face, texts: Texts) -> Text:
    """The open bonus tile of each stack, and how many tiles it holds."""
    shown = []
    for n, stack in enumerate(stacks, 1):
        top = bonus_name(face, stack.top, texts) if stack.top else texts("draw.none")
        shown.append(f"{n} {top} ({stack.left})")
    return Text(texts("draw.bonus") + ": " + "   ".join(shown))


def card(turn: Turn) -> str:
    """The card of a turn: "3+1"."""
    if turn.value is None:
        return "-"
    return f"{turn.value}+{turn.plus}" if turn.plus else str(turn.value)


def order(view: View, names: list[str], texts: Texts) -> Text:
    """The turns of the round; the one being taken stands out."""
    parts = [
        Text(f"{names[turn.seat]} {card(turn)}", style="bold" if n == view.turn else "dim")
        for n, turn in enumerate(view.order or [], 1)
    ]
    turns = Text(" → ").join(parts) if parts else Text(texts("draw.none"), style="dim")
    return Text(texts("draw.order") + ": ").append_text(turns)


def line(seats: list[int] | None, names: list[str], label: str, given: list[str]) -> Text:
    """The players on a track from front to back, and what its spaces give."""
    text = Text(label + ": " + ", ".join(names[seat] for seat in seats or []))
    return text.append(" (" + ", ".join(given) + ")", style="dim")


def scoring(view: View, face: Face, texts: Texts) -> Text:
    """The four scorings in force, with what they pay."""
    lines = []
    for code in view.scoring or []:
        about = about_scoring(code, face, len(view.players), texts)
        lines.append(about if code.endswith("0") else f"{code}: {about}")
    return Text(texts("draw.scoring") + ": " + " ".join(lines), style="dim")


def legend(texts: Texts) -> Text:
    """What the letters behind the numbers mean, and the other signs of a bridge."""
    names = {name: texts(f"crest.{name}") for name in COLOUR_NAMES} | {"all": texts("draw.legend_all")}
    crests = [Text(f"{LETTERS[crest]} {name}", style=STYLES[crest]) for crest, name in names.items()]
    signs = [f"{sign(name, texts)} {texts(f'type.{name}')}" for name in TYPE_NAMES]
    signs.append(f"{FREE_MARK} {texts('draw.free_slot')}")
    text = Text(texts("draw.crests") + ": ", style="dim").append_text(Text(", ").join(crests))
    return text.append("   " + texts("draw.signs") + ": " + ", ".join(signs))


def draw(view: View, names: list[str], face: Face, texts: Texts) -> RenderableType:
    """The whole table."""
    rounds = (view.round or 0) + ((view.markers.left or 0) if view.markers else 0)
    return Group(
        Text(texts("draw.round", round=view.round, rounds=rounds), style="bold"),
        wheel(view, names, face, texts),
        bonus(view.bonus or [], face, texts),
        Text(texts("draw.supply") + ": ").append_text(cards(view.supply, texts)),
        order(view, names, texts),
        line(view.chapel_order, names, texts("draw.chapel_order"), gives(CHAPEL, face, texts)),
        line(view.gate_order, names, texts("draw.gate_order"), gives(GATE, face, texts)),
        scoring(view, face, texts),
        legend(texts),
        *(side(seat, view, names, face, texts) for seat in range(len(view.players))),
    )
