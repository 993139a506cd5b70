"""Small tables for the worked cases: bridges in a line of text, positions from a few words."""

from __future__ import annotations

from typing import Any

import townwright as tw
from townwright.engine.match import Match
from townwright.games import load

NAME = "old-london-bridge"
BOX = load(NAME).open_box()
TYPES = ("chapel", "gate", "inn", "emporium", "guild", "garden")


def player(bridge: str = "", **more: Any) -> dict[str, Any]:
    """A player with this bridge: "57 49 G-blue 32"."""
    return {"bridge": bridge.split(), **more}


def tiles(**kinds: int) -> dict[str, int]:
    """Bonus tiles that can be used."""
    return kinds


def table(*players: dict[str, Any], options: dict[str, Any] | None = None, **more: Any) -> Match:
    """A position; the names are fields of the view."""
    position = {"players": list(players), **more}
    return tw.position(NAME, {"game": NAME, "options": options or {}, "position": position}, seed=1)


def placing(mine: dict[str, Any], *others: dict[str, Any], **more: Any) -> Match:
    """Seat 0 must place its pawn."""
    return table(mine, *(others or (player(), player())), decision="place", pending=[0], **more)


def finals(*players: dict[str, Any], **more: Any) -> Match:
    """The end of a game."""
    return table(*players, over=True, **more)


def type_of(tile: str) -> str:
    """The type of a building by its name."""
    return "garden" if tile[0] == "G" else TYPES[BOX.printed.tile_type[int(tile)]]


def offset_for(kind: str, money: int | None = None) -> int:
    """An offset of the wheel at which the space of a stack pays (this much)."""
    return next(
        offset
        for offset in range(6)
        if (
            BOX.face.pays[offset][TYPES.index(kind)] == money if money else BOX.face.pays[offset][TYPES.index(kind)] > 0
        )
    )


def about_to_build(tile: str, mine: dict[str, Any], *others: dict[str, Any], **more: Any) -> Match:
    """Seat 0 must place its pawn, and this building is on top of its stack."""
    kind = type_of(tile)
    stacks = {kind: {"top": tile}, **more.pop("stacks", {})}
    offset = more.pop("offset", offset_for(kind))
    rest = others or (player(), player())
    return table(mine, *rest, decision="place", pending=[0], offset=offset, stacks=stacks, **more)


def build(tile: str, mine: dict[str, Any], *others: dict[str, Any], **more: Any) -> Match:
    """The match after seat 0 took this building from the outer space of its stack."""
    match = about_to_build(tile, mine, *others, **more)
    match.play(0, f"space {type_of(tile)}")
    return match


def words(match: Match, seat: int = 0, kind: str = "") -> set[str]:
    """The words of a seat's moves, of one kind if named."""
    return {move.words for move in match.moves(seat) if not kind or move.kind == kind}


def replaceable(bridge: str, tile: str) -> set[str]:
    """The buildings that a new one may replace; empty if it is appended or there is no choice."""
    match = build(tile, player(bridge))
    names = bridge.split()
    return (
        {names[int(word.split()[1]) - 1] for word in words(match, kind="replace")} if match.pending == (0,) else set()
    )


def seen(match: Match, seat: int = 0) -> dict[str, Any]:
    """What belongs to a player, as everybody sees it."""
    shown: dict[str, Any] = match.view()["players"][seat]
    return shown


def lines(match: Match, seat: int = 0) -> dict[str, int]:
    """The lines of a seat's sheet."""
    return {line.name: line.points for line in match.sheet()[seat].lines}


def totals(match: Match) -> list[int]:
    return [sheet.total for sheet in match.sheet()]


def row(length: int, which: int) -> str:
    """A valid bridge of that length without gardens; four of them share no building."""
    return " ".join(str(number) for number in range(60 - which, 0, -5)[:length])


def finish_turns(match: Match, until: int) -> None:
    """Plays the first listed move until a round begins."""
    while not match.over and match.view()["round"] < until:
        match.play(match.pending[0], match.codes(match.pending[0])[0])
