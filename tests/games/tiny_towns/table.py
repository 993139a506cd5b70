"""Small tables for the worked cases: towns from four lines, positions from a few words."""

from __future__ import annotations

from typing import Any

import townwright as tw
from townwright.engine.match import Match

FIELDS = ("watch", "cavern", "decision", "due", "before", "making", "targets", "spot")  # of a player
ROW = " / .. .. .. .."
NOTHING = ".. .. .. .." + ROW * 3
WELL = "W S .. .." + ROW * 3


def rows(text: str) -> list[str]:
    """A town from one text, with its rows on lines or between slashes."""
    return [" ".join(line.split()) for line in text.strip().replace("/", "\n").splitlines()]


def player(town: str = "", monument: str | None = None, **more: Any) -> dict[str, Any]:
    """One player: the town, and the monument kept."""
    fields: dict[str, Any] = {"town": rows(town) if town else [], **more}
    if monument:
        fields["monuments"] = [monument]
    return fields


def table(
    *players: dict[str, Any] | str,
    cards: str = "",
    options: dict[str, Any] | None = None,
    seed: int = 1,
    **view: Any,
) -> Match:
    """A position: players or their towns, the cards of the game, and fields of the view.

    If no player has a monument, the table plays without them.
    """
    seated = [player(p) if isinstance(p, str) else p for p in players]
    chosen: dict[str, Any] = {"monuments": any(p.get("monuments") for p in seated), **(options or {})}
    position = {"players": seated, "cards": [name.strip() for name in cards.split(",") if name.strip()], **view}
    return tw.position("tiny-towns", {"game": "tiny-towns", "options": chosen, "position": position}, seed=seed)


def total(match: Match, seat: int = 0) -> int:
    return match.sheet()[seat].total


def lines(match: Match, seat: int = 0) -> dict[str, int]:
    """The lines of a sheet that are not 0."""
    return {line.name: line.points for line in match.sheet()[seat].lines if line.points}


def parts(match: Match, line: str, seat: int = 0) -> list[int]:
    """The points of the parts of a line."""
    row = next(row for row in match.sheet()[seat].lines if row.name == line)
    return [part.points for part in row.parts]


def words(match: Match, seat: int = 0, kind: str = "") -> set[str]:
    """The words of a seat's moves, of one kind if named."""
    return {move.words for move in match.moves(seat) if not kind or move.kind == kind}


def town(match: Match, seat: int = 0) -> list[str]:
    """A town as its owner sees it."""
    shown: list[str] = match.view(seat)["players"][seat]["town"]
    return shown


def play(match: Match, *moves: str, seat: int = 0) -> Match:
    for move in moves:
        match.play(seat, move)
    return match


def outcomes(match: Match, seat: int = 0) -> set[bytes]:
    """The different results of handling the cube of this round."""
    found: set[bytes] = set()
    todo = [match]
    while todo:
        at = todo.pop()
        if match.view(seat)["players"][seat]["decision"] is None:
            raise AssertionError("the seat has no decision")
        for code in at.codes(seat):
            after = at.copy()
            after.play(seat, code)
            decision = after.view(seat)["players"][seat]["decision"]
            if decision == "swap":
                todo.append(after)
            else:
                state = after.to_json()
                state["ply"] = 0
                found.add(repr(state["position"]).encode())
    return found


def building(text: str, monument: str | None = None, others: tuple[Any, ...] = ("",), **more: Any) -> Match:
    """Seat 0 has handled its cube and may construct; the others have yet to act."""
    fields = {key: more.pop(key) for key in list(more) if key in FIELDS}
    seat = player(text, monument, **{"decision": "build", **fields})
    return table(seat, *others, phase="round", named="W", hammer=min(1, len(others)), **more)


def finish(match: Match) -> Match:
    """Plays until the round is over; everybody is ready as soon as possible."""
    rounds = match.view()["rounds"]
    while match.view()["rounds"] == rounds and not match.over:
        seat = match.pending[0]
        ready = "ready" in words(match, seat)
        match.play(seat, "ready" if ready else match.codes(seat)[0])
    return match
