"""Small tables for the worked cases: houses from tiles, positions from a few words."""

from __future__ import annotations

from typing import Any

import townwright as tw
from townwright.engine.match import Match

HARBOUR = ["R", "R", "G", "B", "Y", "P", "R"]
DOMINOES = "PGRBYPGRB"


def house(*tiles: str) -> dict[str, Any]:
    """A house with these tiles: "P5 a1* b1 c1 d1 e1", the brick starred; "W e2" is a white special tile."""
    rows = [[".."] * 5 for _ in range(9)]
    laid = []
    for tile in tiles:
        name, *cells = tile.split()
        for cell in cells:
            x, y = "abcde".index(cell[0]), int(cell[1]) - 1
            assert rows[y][x] == "..", f"{cell} is taken"
            rows[y][x] = name[0] + ("b" if cell.endswith("*") else "w")
        laid.append([cell.rstrip("*") for cell in cells])
    return {"house": [" ".join(row) for row in reversed(rows)], "tiles": laid}


def table(*tiles: str, seats: int = 2, options: dict[str, Any] | None = None, **more: Any) -> Match:
    """A position in which seat 0 is to move: its house, and whatever else the case needs.

    `hand` and `abilities` are seat 0's; the other names are fields of the view.
    """
    mine = {**house(*tiles), "hand": more.pop("hand", {}), "abilities": more.pop("abilities", {"any": "used"})}
    others = more.pop("others", [{"hand": {}} for _ in range(seats - 1)])
    position = {"players": [mine, *others], "harbour": HARBOUR, **more}
    return tw.position("copenhagen", {"game": "copenhagen", "options": options or {}, "position": position}, seed=1)


def cost(tiles: list[str], build: str, **more: Any) -> int | None:
    """The fewest cards of its colour that pay for a tile; None if no number does."""
    colour = build.split()[0][0]
    for cards in range(6):
        hand = {colour: cards} if cards else {}
        if table(*tiles, hand=hand, **more).why_not(0, f"build {build}") is None:
            return cards
    return None


def words(match: Match, seat: int = 0, kind: str = "") -> set[str]:
    """The words of a seat's moves, of one kind if named."""
    return {move.words for move in match.moves(seat) if not kind or move.kind == kind}


def total(match: Match, seat: int = 0) -> int:
    return match.sheet()[seat].total


def empty(match: Match, seat: int = 0) -> int:
    return 45 - match.sheet()[seat].ties[0].points
