"""Tiny Towns: what the cards do, in words made from the box, so they also explain the cards of a custom box."""

from __future__ import annotations

from townwright.engine.shapes import Card, Pattern, Text
from townwright.engine.texts import Texts

from .box import TYPE_CODES, BuildingRow, CardRow, Face


def named(texts: Texts, table: str, name: str) -> str:
    """The text for an id; a card of a custom box may have none."""
    return texts(f"{table}.{name}") if f"{table}.{name}" in texts else name.replace("_", " ")


def points_words(texts: Texts, n: int) -> str:
    """An amount of points: "1 point", "-1 point", "3 points"."""
    return texts.count("count.points", n) if n != -1 else texts("count.points.one", n=n)


def listed(table: list[int]) -> str:
    return ", ".join(str(n) for n in table)


def neighbour(row: CardRow, texts: Texts) -> str:
    """The buildings that a card looks for: "cottage", "red or yellow building", "other grey building"."""
    codes = [code for code in TYPE_CODES if code in row.near]
    if codes in (["CO"], ["MO"]):
        words = texts(f"type.{codes[0]}")
    else:
        *some, last = [texts(f"colour.{code}") for code in codes]
        words = texts("near.building", colours=texts("near.or", some=", ".join(some), last=last) if some else last)
    return texts("near.other", what=words) if codes == [type_of(row)] else words


def type_of(row: CardRow) -> str:
    return row.type if isinstance(row, BuildingRow) else "MO"


def scoring(row: CardRow, seats: int, face: Face, texts: Texts) -> str:
    """What a card scores, by its verb."""
    verb, points, card = row.verb, points_words(texts, row.points), named(texts, "card", row.id)
    if verb == "more_than_right" and seats == 1:
        best = face.options.solo_feast_hall > 2
        return texts("score.each", points=points_words(texts, row.more if best else row.points))
    if verb in ("near_each", "near_any", "near_none"):
        if not row.near:  # no building counts
            return texts("score.each", points=points_words(texts, row.points if verb == "near_none" else 0))
        return texts(f"score.{verb}", points=points, what=neighbour(row, texts))
    if verb == "fed_near":
        return texts.count("score.fed_near", row.least, points=points)
    if verb == "zone":
        if row.zone == "none":
            return texts("score.each", points=points_words(texts, row.base))
        where = texts("score.zone", points=points, card=card, zone=texts(f"zone.{row.zone}"))
        return where if not row.base else texts("score.more", base=points_words(texts, row.base), more=where)
    if verb == "group":
        group = texts("score.group", points=points)
        return group if not row.base else texts("score.more", base=points_words(texts, row.base), more=group)
    if verb in ("count_table", "when_built", "place"):
        return texts.count(f"score.{verb}", len(row.table), table=listed(row.table))
    if verb == "more_than_right":
        return texts("score.more_than_right", points=points, more=row.more)
    return texts(f"score.{verb}", points=points, card=card)


def doing(row: CardRow, face: Face, texts: Texts) -> list[str]:
    """What else a card does: how it feeds, and its ability."""
    parts = []
    if isinstance(row, BuildingRow) and row.feeds != "none":
        parts.append(texts.count("feeds.number", row.number) if row.feeds == "number" else texts(f"feeds.{row.feeds}"))
    numbers = {"warehouse": face.figures.store, "guild": face.figures.exchanges, "watch": face.figures.listed}
    if row.ability in numbers:
        parts.append(texts.count(f"ability.{row.ability}", numbers[row.ability]))
    elif row.ability == "mausoleum":
        cottage = next(card for card in face.rows.values() if type_of(card) == "CO")
        parts.append(texts("ability.mausoleum", points=points_words(texts, cottage.points)))
    elif row.ability != "none":
        parts.append(texts(f"ability.{row.ability}"))
    return parts


def about(face: Face, name: str, seats: int, texts: Texts) -> str:
    """What a card scores and does, in a few words."""
    row = face.rows[name]
    scored = [] if row.verb == "nothing" else [scoring(row, seats, face, texts)]
    return "; ".join([*scored, *doing(row, face, texts)]) or texts("score.nothing")


def cards(face: Face, seats: int, texts: Texts) -> dict[str, Card]:
    """Every building and monument: its type, its pattern and what it does; and the ranks of Solo."""
    printed = {
        name: Card(
            title=named(texts, "card", name),
            lines=[
                Text(texts(f"type.{type_of(row)}")),
                Pattern(list(row.pattern)),
                Text(about(face, name, seats, texts)),
            ],
        )
        for name, row in face.rows.items()
    }
    for least, rank in face.ranks:
        words = texts("rank_from.lowest") if least is None else texts("rank_from.points", n=least)
        printed.setdefault(rank, Card(title=named(texts, "rank", rank), lines=[Text(words)]))
    return printed
