"""Foresight: what a move would bring, told before it is played and only as far as it is certain.

The move is played on deals imagined from what the seat knows. A move that reveals nothing hidden needs one deal; for
one that does, only what comes out the same in 24 deals is told, and nothing about the other seats, whose sealed choices
can only be guessed. The real state is never looked at, so nothing hidden can leak; at worst something very likely is
taken for certain.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from . import chance
from .fields import Snapshot, blank
from .known import Known
from .loops import UNCERTAIN
from .sheets import parts_of

DEALS = 24  # imagined for a move that reveals something


class Change(msgspec.Struct, frozen=True):
    """A piece of the view that would change: where it stands, what it is now and what it would be."""

    path: list[str | int]  # keys and places from the top of the view: ["players", 0, "house", 8]
    before: Any
    after: Any


class Foresight(msgspec.Struct, frozen=True):
    """What a move would bring, for certain."""

    code: int
    points: list[int | None]  # change of each seat's total; None if it depends on what is hidden
    lines: list[dict[str, int]]  # by seat: the lines that change, with the change
    pieces: list[Change]
    reveals: bool  # whether the move brings something hidden to light


def imagine(known: Known, code: int) -> Foresight:
    """What a legal move would bring to every seat."""
    game, box, seats = known.game, known.box, known.seats
    seen, changes = imagined(known, code)
    deals = len(seen)
    rows = changes.reshape(seats, game.width)[:, : len(game.lines)].tolist()
    silent = {seat for seat in range(seats) if deals > 1 and seat != known.seat}
    before = known.view
    after = [msgspec.to_builtins(box.show(Snapshot(one, game.state_layout))) for one in seen]
    return Foresight(
        code=code,
        points=[None if seat in silent or UNCERTAIN in row else sum(row) for seat, row in enumerate(rows)],
        lines=[
            {}
            if seat in silent
            else {name: points for name, points in zip(game.lines, row, strict=True) if sure(points)}
            for seat, row in enumerate(rows)
        ],
        pieces=[
            change
            for change in changed(before, after, [])
            if not (change.path[0] == "players" and len(change.path) > 1 and change.path[1] in silent)
        ],
        reveals=deals > 1,
    )


def imagined(known: Known, code: int) -> tuple[Any, Any]:
    """What the seat would know after a move, on every deal imagined, and how the lines of all sheets would change."""
    game, seats, state = known.game, known.seats, known.state
    seen = np.zeros((DEALS, len(state)), np.uint8)
    changes = np.zeros(seats * game.width, np.int32)
    deals = game.entry_points.foresee(
        known.box.bytes,
        state,
        known.seat,
        code,
        chance.generator(f"foresee/{code}"),
        blank(game.state_layout),
        seen,
        np.zeros(seats * game.width, np.int32),
        np.zeros(seats * game.width, np.int32),
        changes,
    )
    return seen[:deals], changes


def own_lines(known: Known, code: int, few: int, language: str) -> dict[str, tuple[int, list[str]]]:
    """What a move would bring for certain to the lines of the seat's own sheet, by the line's name: how much, and which
    parts of it are new or worth something else. If more than a few lines change, only how much.
    """
    game, texts = known.game, known.game.texts(language)
    seen, changes = imagined(known, code)
    row = changes.reshape(known.seats, game.width)[known.seat, : len(game.lines)].tolist()
    lines = {name: (points, list[str]()) for name, points in zip(game.lines, row, strict=True) if sure(points)}
    if len(lines) > few:
        return lines
    before = parts_of(known.box, known.fields, known.seat, texts)
    after = [parts_of(known.box, Snapshot(one, game.state_layout), known.seat, texts) for one in seen]
    for name, (_, fresh) in lines.items():
        n = game.lines.index(name)
        fresh += [
            part.label
            for part in after[0].get(n, [])
            if part.points and part not in before.get(n, []) and all(part in one.get(n, []) for one in after)
        ]
    return lines


def sure(change: int) -> bool:
    """Whether a line changes, and by how much is certain."""
    return change not in (0, UNCERTAIN)


def changed(before: Any, after: list[Any], path: list[str | int]) -> list[Change]:
    """The pieces that differ from before and are the same in every imagined view, as deep in it as possible."""
    first = after[0]
    if all(one == before for one in after):
        return []
    if isinstance(before, dict) and all(isinstance(one, dict) and one.keys() == before.keys() for one in after):
        return [c for key in before for c in changed(before[key], [one[key] for one in after], [*path, key])]
    if isinstance(before, list) and all(isinstance(one, list) and len(one) == len(before) for one in after):
        return [c for n in range(len(before)) for c in changed(before[n], [one[n] for one in after], [*path, n])]
    return [Change(path, before, first)] if all(one == first for one in after) else []
