"""Market Street: a known state as JSON for a person. A position has the same form."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from townwright.engine.errors import BadPosition
from townwright.engine.shapes import CARDS, HIDDEN, SEAT, STACK, Card, Text
from townwright.engine.texts import Texts

from .box import Box, Face
from .state import HOUSES, LONGEST, OPEN, SEATS, State


class Player(Struct, forbid_unknown_fields=True, kw_only=True):
    """What one player has."""

    street: Annotated[list[str], Meta(max_length=LONGEST), CARDS] = []


class View(Struct, forbid_unknown_fields=True, kw_only=True):
    """The table as one observer knows it."""

    players: Annotated[list[Player], Meta(min_length=2, max_length=SEATS)]
    turn: Annotated[int, Meta(ge=0, lt=SEATS), SEAT] = 0
    open: Annotated[list[str | None], Meta(min_length=OPEN, max_length=OPEN), CARDS]
    left: Annotated[int, Meta(ge=0, le=HOUSES), STACK] | None = None
    deck: Annotated[list[str] | None, HIDDEN] = None  # top first, if known
    over: Annotated[bool, HIDDEN] = False


def show(face: Face, box: Box, k: State) -> View:
    """The view of a known state."""
    deck = [face.houses[number - 1].id for number in reversed(k.deck[: k.left]) if number]
    return View(
        players=[
            Player(street=[face.houses[k.street[p, i] - 1].id for i in range(k.length[p])]) for p in range(k.seats)
        ],
        turn=k.turn,
        open=[face.houses[number - 1].id if number else None for number in k.open],
        left=k.left,
        deck=deck if len(deck) == k.left else None,
        over=bool(k.over),
    )


def whole(k: State) -> bool:
    """Whether nothing is unknown."""
    return all(k.deck[: k.left])


def read(face: Face, box: Box, view: View, s: State) -> None:
    """Reads a view into a state; the engine deals at random what the view leaves open."""
    s.seats, s.turn, s.over = len(view.players), view.turn, view.over
    if view.turn >= s.seats:
        raise BadPosition(f"field 'turn': expected a seat from 0 to {s.seats - 1}, got {view.turn}")
    seen: set[str] = set()
    for p, player in enumerate(view.players):
        s.length[p] = len(player.street)
        for i, name in enumerate(player.street):
            s.street[p, i] = number_of(face, name, seen, f"player {p + 1}, field 'street'")
    for place, house in enumerate(view.open):
        s.open[place] = number_of(face, house, seen, "field 'open'") if house else 0
    check_turns(box, view)
    s.left = HOUSES - len(seen)
    if view.left not in (None, s.left):
        raise BadPosition(f"field 'left': expected {s.left}, the houses that are nowhere else, got {view.left}")
    if None in view.open and s.left:
        raise BadPosition("field 'open': expected three houses while the deck has any")
    if view.deck is not None:
        if len(view.deck) != s.left:
            raise BadPosition(f"field 'deck': expected {s.left} houses, got {len(view.deck)}")
        for i, name in enumerate(reversed(view.deck)):
            s.deck[i] = number_of(face, name, seen, "field 'deck'")
    s.pending = 0 if view.over else 1 << view.turn


def number_of(face: Face, name: str, seen: set[str], where: str) -> int:
    """The number of a house + 1; every house is in only one place."""
    if name not in face.numbers:
        raise BadPosition(f"{where}: expected a house such as {face.houses[0].id!r}, got {name!r}")
    if name in seen:
        raise BadPosition(f"{where}: expected every house once, got {name!r} again")
    seen.add(name)
    return face.numbers[name] + 1


def check_turns(box: Box, view: View) -> None:
    """Everyone has the same number of houses, except that the players before the one in turn have one more."""
    lengths = [len(player.street) for player in view.players]
    least = min(lengths)
    if view.over != (least == box.houses):
        raise BadPosition(f"field 'over': expected true exactly when every street has {box.houses} houses")
    if lengths != [least + (p < view.turn and not view.over) for p in range(len(lengths))]:
        raise BadPosition("field 'players': expected streets of the same length, one house more before the turn")


def asks(k: State, seat: int) -> str:
    """What a seat must decide: a key under [ask] and [wait]."""
    return "take"


def cards(face: Face, seats: int, texts: Texts) -> dict[str, Card]:
    """Every printed house with its colour and points, so that players can look it up."""
    return {
        house.id: Card(
            texts.name(house.name),
            [Text(texts(f"colour.{house.colour}")), Text(texts.count("points", house.points))],
        )
        for house in face.houses
    }
