"""Pier 18: what a card shows and does, in words."""

from __future__ import annotations

from townwright.engine.shapes import Card, Pattern, Strip, Text
from townwright.engine.texts import Texts

from .box import CardRow, Face

BOUNDS = {">=": "least", "<=": "most"}


def day(date: str, texts: Texts) -> str:
    """A date such as "03-28" as "28 Mar"."""
    months = texts("months").split()
    return f"{int(date[3:])} {months[int(date[:2]) - 1]}"


def bound(row: CardRow, limit: int, texts: Texts) -> str:
    """The threshold of a card's goal: "at least 7"."""
    return texts(f"bound.{BOUNDS[row.goal.op]}", n=limit)


def goal(row: CardRow, seats: int, texts: Texts) -> str:
    """The goal of a card as a sentence."""
    limit = row.goal.two if seats == 2 else row.goal.three
    return texts(f"goal.{row.goal.metric}", bound=bound(row, limit, texts))


def wanted(row: CardRow, texts: Texts) -> str:
    """The characters that a card wants to see as a patron: "fishers and poets"."""
    first, *second = (texts(f"character.{mark}") for mark in row.patron)
    return texts("card.both", first=first, second=second[0]) if second else first


def cards(face: Face, seats: int, texts: Texts) -> dict[str, Card]:
    """Every card of the box: its two sides, its date, and what it does as a patron and as a plan."""
    explained = {}
    for row in face.cards:
        explained[row.id] = Card(
            title=texts.name(row.name),
            lines=[
                Pattern([row.left, row.right]),
                Text(texts("card.date", date=day(row.date, texts)), "date"),
                Strip(row.patron, texts("card.patron")),
                Text(texts.count("card.won", face.points.patron, characters=wanted(row, texts)), "patron"),
                Text(texts.count("card.plan", face.points.goal), "plan"),
                Text(goal(row, seats, texts), "goal"),
            ],
        )
    return explained
