"""Tenby: a view drawn for the terminal: market, day cards, and each town street by street."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from townwright.engine.texts import Texts

from .box import Face
from .cards import kind_of
from .forms import Player, View
from .rows import COLOURS, FEATURES, CardRow, ResidentRow

EDGES = {"terrace": "▬", "pier": "═", "sea": "≈"}
STYLES = {
    "red": "red",
    "yellow": "yellow",
    "green": "green",
    "blue": "blue",
    "purple": "magenta",
    "white": "bold white",
    None: "default",
}
RANGES = {"white": "±1", "grey_both": "±2", "grey_left": "-2", "grey_right": "+2"}  # gold is the whole street


def scoring(row: CardRow, texts: Texts) -> str:
    """How a card scores: "3 per red building ±1" or a flat number."""
    if row.condition is None or row.range is None:
        return str(row.points)
    reach = RANGES.get(row.range) or texts("draw.whole")
    return texts("draw.per", points=row.points, thing=texts(f"one.{row.condition}"), range=reach)


def features(row: CardRow, texts: Texts) -> str:
    return ", ".join(f"{texts(f'thing.{feature}')} {n}" for feature, n in row.features.items())


def listing(face: Face, title: str, names: list[str], texts: Texts) -> Table:
    """Cards with everything printed on them."""
    table = Table(title=title, box=None, pad_edge=False, title_justify="left")
    for column in ("card", "name", "edges", "kind", "features", "scores"):
        table.add_column(texts(f"draw.{column}"), overflow="fold")
    for name in names:
        row = face.cards[face.card_numbers[name]]
        edges = f"{EDGES[row.edges[0]]} {EDGES[row.edges[1]]}"
        style = STYLES[row.building]
        facts = (texts.name(row.name), edges, kind_of(row, texts), features(row, texts), scoring(row, texts))
        table.add_row(Text(name, style=style), *facts)
    return table


def days(face: Face, view: View, names: list[str], texts: Texts) -> Text:
    """The row of day cards: each with its icons, the rings on it, and the player whose piece is there."""
    parts = []
    for place in view.day_row:
        if place is None:
            continue
        row = face.days[face.day_numbers[place.card]]
        text = Text(f"{place.card} ", style="bold") + Text(" ".join(row.icons))
        if place.tokens:
            text += Text(f" +{place.tokens}○", style="yellow")
        for seat, player in enumerate(view.players):
            if player.day == place.card:
                text += Text(f" ← {names[seat]}", style="cyan")
        parts.append(text)
    return Text(f"{texts('draw.days')}: ", style="dim") + Text("   ").join(parts)


def street(face: Face, cards: list[str], first: int, texts: Texts) -> Text:
    """A street from left to right, its edges between the cards; cards are numbered as moves name them."""
    text = Text()
    for n, name in enumerate(cards, first):
        row = face.cards[face.card_numbers[name]]
        label = f"{n}·{name} {texts.name(row.name)}"
        text += Text(EDGES[row.edges[0]], style="dim") + Text(label, style=STYLES[row.building])
        if n == first + len(cards) - 1:
            text += Text(EDGES[row.edges[1]], style="dim")
    return text


def counted(face: Face, cards: list[str], texts: Texts) -> Text:
    """What a street shows: its features, buildings and kinds of card, and whether it is completed."""
    rows = [face.cards[face.card_numbers[name]] for name in cards]
    done = rows[0].edges[0] == rows[-1].edges[1] == "sea"
    amounts = {feature: sum(row.features.get(feature, 0) for row in rows) for feature in FEATURES}
    amounts |= {colour: sum(row.building == colour for row in rows) for colour in (*COLOURS, "white")}
    amounts |= {kind: sum(kind in (row.base, row.subtype) for row in rows) for kind in ("pier", "home", "business")}
    things = [f"{texts(f'thing.{thing}')} {n}" for thing, n in amounts.items() if n]
    return Text(", ".join([texts("part.completed" if done else "part.incomplete"), *things]), style="dim")


def resident(row: ResidentRow, texts: Texts) -> Text:
    """A resident and what it rewards."""
    tiers = zip(row.thresholds, row.incomplete, row.completed, strict=True)
    goals = ", ".join(f"{at}: {plain}/{done}" for at, plain, done in tiers)
    where = texts(f"draw.{row.scope}")
    return Text(f"{row.id} {texts.name(row.name)}: {texts(f'thing.{row.what}')} {goals} ({where})", style="italic")


def town(face: Face, player: Player, texts: Texts) -> RenderableType:
    lines: list[RenderableType] = []
    first = 1
    for cards in player.streets:
        lines += [street(face, cards, first, texts), Padding(counted(face, cards, texts), (0, 0, 0, 2))]
        first += len(cards)
    held = player.held or 0
    lines.append(Text(texts("draw.purse", rings=player.rings, residents=held), style="yellow"))
    lines += [resident(face.residents[face.resident_numbers[name]], texts) for name in player.residents or []]
    if player.accolade is not None:
        row = face.accolades[face.accolade_numbers[player.accolade]]
        shown = texts(f"value.shown.{player.shown}")
        lines.append(Text(f"{row.id} {texts.name(row.name)}: {texts(f'thing.{row.metric}')} ({shown})"))
    return Group(*lines)


def draw(view: View, names: list[str], face: Face, texts: Texts) -> RenderableType:
    """The whole table."""
    order = ", ".join(names[seat] for seat in view.order or [])
    head = texts(
        "draw.head", round=view.round, rounds=face.rounds, phase=texts(f"value.phase.{view.phase}"), order=order
    )
    market = [name for row in view.market.values() for name in row]
    parts: list[RenderableType] = [
        Text(head, style="bold"),
        listing(face, texts("draw.market"), market, texts),
        days(face, view, names, texts),
    ]
    terraces, piers = texts.count("count.terrace", view.plain["terrace"]), texts.count("count.pier", view.plain["pier"])
    parts.append(Text(texts("draw.plain", terraces=terraces, piers=piers), style="dim"))
    if view.icons:
        left = " ".join(icon for icon, n in view.icons.items() for _ in range(n))
        parts.append(Text(f"{texts('draw.icons')}: {left}", style="bold"))
    for lying in view.accolades:
        row = face.accolades[face.accolade_numbers[lying.card]]
        owner = f" ← {names[lying.counter]}" if lying.counter is not None else ""
        parts.append(Text(f"{row.id} {texts.name(row.name)}: {texts(f'thing.{row.metric}')}{owner}"))
    acting = None if view.over or view.order is None else view.order[min(view.step, len(view.order) - 1)]
    in_hand = [view.gained] if view.gained is not None else []
    in_hand += (view.visitors.cards or []) if view.visitors is not None else []
    if in_hand:
        parts.append(listing(face, texts("draw.in_hand"), in_hand, texts))
    if acting is not None:
        mine = [name for cards in view.players[acting].streets for name in cards]
        parts.append(listing(face, texts("draw.town", name=names[acting]), mine, texts))
    for seat, player in enumerate(view.players):
        title = ("▶ " if seat == acting else "") + names[seat]
        parts.append(Panel(town(face, player, texts), title=title, title_align="left"))
    return Group(*parts)
