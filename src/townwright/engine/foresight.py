"""Foresight: what a move would bring, before it is played and only as far as it is certain.

The move is played on deals imagined from what the seat knows. A move that reveals nothing hidden needs one deal. For a
move that does, the result has only what is the same in 24 deals, and nothing about the other seats, because their
sealed choices can only be guessed. The real state is never used, so nothing hidden can leak; at worst something very
likely passes for certain.
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

DEALS = 24  # deals imagined for a move that reveals something hidden


class Change(msgspec.Struct, frozen=True):
    """A piece of the view that would change: where it is, its value now and its value then."""

    path: list[str | int]  # keys and places from the top of the view: ["players", 0, "house", 8]
    before: Any
    after: Any


class Foresight(msgspec.Struct, frozen=True):
    """What a move would certainly bring."""

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
    after = [msgspec.to_builtins(box.show(Snapshot(state, game.state_layout))) for state in seen]
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
    """What the seat would know after a move in every imagined deal, and how the lines of all sheets would change."""
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
    """The certain changes of the seat's own sheet, by the name of the line: by how much, and which parts are new or
    change their worth. If more than `few` lines change, the parts are left out.
    """
    game, texts = known.game, known.game.texts(language)
    seen, changes = imagined(known, code)
    row = changes.reshape(known.seats, game.width)[known.seat, : len(game.lines)].tolist()
    lines = {name: (points, list[str]()) for name, points in zip(game.lines, row, strict=True) if sure(points)}
    if len(lines) > few:
        return lines
    before = parts_of(known.box, known.fields, known.seat, texts)
    after = [parts_of(known.box, Snapshot(state, game.state_layout), known.seat, texts) for state in seen]
    for name, (_, fresh) in lines.items():
        n = game.lines.index(name)
        fresh += [
            part.label
            for part in after[0].get(n, [])
            if part.points and part not in before.get(n, []) and all(part in parts.get(n, []) for parts in after)
        ]
    return lines


def sure(change: int) -> bool:
    """Whether a line changes by an amount that is certain."""
    return change not in (0, UNCERTAIN)


def changed(before: Any, after: list[Any], path: list[str | int]) -> list[Change]:
    """The pieces that differ from before and are the same in every imagined view, each as small as possible."""
    first = after[0]
    if all(view == before for view in after):
        return []
    if isinstance(before, dict) and all(isinstance(view, dict) and view.keys() == before.keys() for view in after):
        return [c for key in before for c in changed(before[key], [view[key] for view in after], [*path, key])]
    if isinstance(before, list) and all(isinstance(view, list) and len(view) == len(before) for view in after):
        return [c for n in range(len(before)) for c in changed(before[n], [view[n] for view in after], [*path, n])]
    return [Change(path, before, first)] if all(view == first for view in after) else []
