"""Tenby: what every printed card does, in words."""

from __future__ import annotations

from townwright.engine.shapes import Card, Strip, Text
from townwright.engine.texts import Texts

from .box import Face
from .rows import AccoladeRow, CardRow, DayRow, ResidentRow
from .state import LANDMARK_FIRST, START_FIRST


def cards(face: Face, seats: int, texts: Texts) -> dict[str, Card]:
    """Every card of the box by its id."""
    explained: dict[str, Card] = {}
    for c, card in face.cards.items():
        explained[card.id] = worded(card.name, explain_card(card, LANDMARK_FIRST <= c < START_FIRST, texts), texts)
    for day in face.days:
        explained[day.id] = explain_day(day, texts)
    for resident in face.residents:
        explained[resident.id] = worded(resident.name, explain_resident(resident, texts), texts)
    for accolade in face.accolades:
        explained[accolade.id] = worded(accolade.name, explain_accolade(face, accolade, texts), texts)
    return explained


def worded(name: str, lines: list[str], texts: Texts) -> Card:
    """A card explained in sentences."""
    return Card(texts.name(name), [Text(line) for line in lines])


def amount(thing: str, n: int, texts: Texts) -> str:
    """A number of things: "1 bench", "3 benches"."""
    return f"{n} {texts(f'one.{thing}') if n == 1 else texts(f'thing.{thing}')}"


def points(n: int, texts: Texts) -> str:
    """An amount of points: "1 point", "3 points"."""
    return texts.count("count.point", n)


def kind_of(row: CardRow, texts: Texts) -> str:
    """What a card is: "red home", or "pier"."""
    kind = texts(f"type.{row.subtype or row.base}")
    return texts("card.building", colour=texts(f"colour.{row.building}"), kind=kind) if row.building else kind


def explain_card(row: CardRow, landmark: bool, texts: Texts) -> list[str]:
    """A town card: its edges, what it is, its features, what it scores."""
    left, right = (texts(f"edge.{edge}") for edge in row.edges)
    kind = kind_of(row, texts)
    if row.subtype:
        kind = texts("card.on_base", kind=kind, base=texts(f"type.{row.base}"))
    lines = [texts("card.landmark", kind=kind) if landmark else texts("card.kind", kind=kind)]
    lines.append(texts("card.edges", left=left, right=right))
    if row.features:
        shown = ", ".join(amount(feature, n, texts) for feature, n in row.features.items())
        lines.append(texts("card.features", features=shown))
    lines.append(scoring(row, texts))
    return lines


def scoring(row: CardRow, texts: Texts) -> str:
    """What a town card scores: "3 points for each bench on the card to its left and the card to its right."."""
    if row.condition is None or row.range is None:
        return texts("card.flat", points=points(row.points, texts))
    reach = "gold_unique" if row.range == "gold" and row.condition == "unique_colour" else row.range
    thing, where = texts(f"one.{row.condition}"), texts(f"range.{reach}")
    return texts("card.scores", points=points(row.points, texts), thing=thing, where=where)


def explain_day(row: DayRow, texts: Texts) -> Card:
    """A day card: its icons, in signs and in words."""
    counts = {icon: row.icons.count(icon) for icon in "TPLRO" if icon in row.icons}
    icons = ", ".join(texts("card.icon", n=n, icon=texts(f"sign.{icon}")) for icon, n in counts.items())
    strip = Strip(row.icons, texts("card.icons"))
    return Card(texts("card.day", number=row.number), [strip, Text(icons), Text(texts("card.order"))])


def explain_resident(row: ResidentRow, texts: Texts) -> list[str]:
    """A resident: which streets count, and what each threshold gives."""
    lines = [texts(f"card.{row.scope}", thing=texts(f"thing.{row.what}"))]
    for least, plain, done in zip(row.thresholds, row.incomplete, row.completed, strict=True):
        key = "card.tier" if plain != done else "card.tier_same"
        found = amount(row.what, least, texts)
        lines.append(texts(key, found=found, points=points(plain, texts), completed=points(done, texts)))
    return lines


def explain_accolade(face: Face, row: AccoladeRow, texts: Texts) -> list[str]:
    """An accolade: what it measures, and what it pays in the mode in play."""
    paid = {name: points(n, texts) for name, n in face.accolade_points.items()}
    lines = [texts("card.most", thing=texts(f"thing.{row.metric}"))]
    if face.mode == "ebb_flow":
        lines += [texts("card.open", points=paid["open"]), texts("card.secret", points=paid["secret"])]
    else:
        lines.append(texts("card.pays", points=paid["points"]))
        if face.mode == "high_tide":
            lines.append(texts("card.asleep"))
    return lines
