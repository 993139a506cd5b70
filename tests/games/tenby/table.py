"""Small tables for the worked cases: towns from a few words, positions from what a case needs."""

from __future__ import annotations

import copy
from typing import Any

import townwright as tw
from townwright.engine.match import Match
from townwright.games import load

FACE = load("tenby").open_box().face
BUSINESSES = [
    row.id for row in FACE.cards.values() if row.subtype == "business" and row.edges == ("terrace", "terrace")
]
TERRACES = [row.id for row in FACE.cards.values() if row.id.startswith("T")]
PIERS = [row.id for row in FACE.cards.values() if row.base == "pier" and row.id[1:].isdigit() and row.id[0] == "P"]


def contents(**changes: Any) -> dict[str, Any]:
    """The contents of the game's own box, to be changed for a case."""
    return {**copy.deepcopy(load("tenby").contents), **changes}


def town(*streets: str, **more: Any) -> dict[str, Any]:
    """A player with these streets: "P01 L02 P02"."""
    return {"streets": [street.split() for street in streets], **more}


def table(
    *players: dict[str, Any], options: dict[str, Any] | None = None, box: Any = None, seed: int = 1, **more: Any
) -> Match:
    """A position; a second player with nothing is added if only one is given. By default seat 0 is at the menu."""
    seats = [*players] if len(players) > 1 else [*players, {}]
    data = {"game": "tenby", "options": options or {}, "position": {"players": seats, **more}}
    if box is not None:
        data["box"] = box
    return tw.position("tenby", data, seed=seed)


def card_points(match: Match, seat: int = 0) -> list[int]:
    """The points of every card of a town, street by street."""
    return [part.points for part in match.sheet()[seat].lines[0].parts]


def line(match: Match, name: str, seat: int = 0) -> int:
    sheet = match.sheet()[seat]
    return next(line.points for line in [*sheet.lines, *sheet.ties] if line.name == name)


def resident(match_town: dict[str, Any], name: str) -> int:
    """What one resident gives for a town."""
    return line(table({**match_town, "residents": [name]}), "residents")


def words(match: Match, seat: int = 0, kind: str = "") -> set[str]:
    """The words of a seat's moves, of one kind if named."""
    return {move.words for move in match.moves(seat) if not kind or move.kind == kind}


def places(card: str, *streets: str) -> set[str]:
    """Where a gained card may go."""
    return words(table(town(*streets), decision="place", gained=card))


def shifts(*streets: str, options: dict[str, Any] | None = None) -> set[str]:
    """Every legal move of a card in a town."""
    return words(table(town(*streets), decision="move", options=options))


def streets(match: Match, seat: int = 0) -> list[list[str]]:
    found: list[list[str]] = match.view(seat)["players"][seat]["streets"]
    return found


def rings(match: Match, seat: int = 0) -> int:
    return int(match.view(seat)["players"][seat]["rings"])


def play(match: Match, seat: int, *moves: str) -> None:
    for move in moves:
        match.play(seat, move)


def singles(cards: list[str]) -> list[list[str]]:
    """Cards that stand alone, a street each."""
    return [[card] for card in cards]


def without_terraces(left: int = 0, **more: Any) -> list[dict[str, Any]]:
    """Two players who hold all terraces but some, which are in the deck."""
    laid = TERRACES[left:]
    return [{"streets": singles(laid[n::2]), **more} for n in range(2)]
