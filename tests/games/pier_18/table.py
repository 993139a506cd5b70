"""Small tables for the worked cases: piers from a few words, boxes with changed cards."""

from __future__ import annotations

import copy
from typing import Any

import townwright as tw
from townwright.engine.match import Match
from townwright.games import load


def pier(words: str) -> list[dict[str, Any]]:
    """A pier from words: "C07 C12/1 C05/2t" is C12 over one section, C05 turned over two."""
    laid = []
    for word in words.split():
        card, _, way = word.partition("/")
        laid.append({"card": card, "overlap": int(way[:1] or 0), "turned": way.endswith("t")})
    return laid


def table(*piers: str, options: dict[str, Any] | None = None, box: Any = None, **more: Any) -> Match:
    """A position with these piers; `plans` and `patrons` are a list each, the other names are fields of the view."""
    plans, patrons = more.pop("plans", []), more.pop("patrons", [])
    players: list[dict[str, Any]] = [{"pier": pier(words)} for words in piers]
    for player, plan in zip(players, plans, strict=False):
        player["plan"] = plan
    for player, won in zip(players, patrons, strict=False):
        player["patrons"] = won.split()
    data = {"game": "pier-18", "options": options or {}, "position": {"players": players, **more}}
    if box is not None:
        data["box"] = box
    return tw.position("pier-18", data, seed=1)


def box_with(**cards: dict[str, Any]) -> dict[str, Any]:
    """The box with fields of some cards changed: box_with(C01={"left": "PSFP"})."""
    contents = copy.deepcopy(load("pier-18").contents)
    for row in contents["card"]:
        row.update(cards.get(row["id"], {}))
    return contents


def sides(match: Match, seat: int = 0) -> tuple[str, str]:
    player = match.view()["players"][seat]
    return player["left"], player["right"]


def lines(match: Match, seat: int = 0) -> dict[str, int]:
    """The points of each line of a seat's sheet, and the total."""
    sheet = match.sheet()[seat]
    return {line.name: line.points for line in sheet.lines} | {"total": sheet.total}


def characters(match: Match, seat: int = 0) -> tuple[int, int, int, int]:
    """The points for fishers, poets, lovers, sellers."""
    found = lines(match, seat)
    return found["fishers"], found["poets"], found["lovers"], found["sellers"]


def total(match: Match, seat: int = 0) -> int:
    return match.sheet()[seat].total


def words(match: Match, seat: int) -> list[str]:
    return [move.words for move in match.moves(seat)]
