"""Score sheets: the lines of every seat, and what each line consists of, as the compiled rules count them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from .fields import Bytes, Codes, Snapshot
from .texts import Texts

if TYPE_CHECKING:
    from .opened import OpenBox

MOST_PARTS, PART_WIDTH = 256, 8  # a row of `parts`: the line, the points, and six values that the game chooses


class Part(msgspec.Struct, frozen=True, gc=False):
    """One item of a sheet's line: what gave the points."""

    label: str
    points: int
    pieces: list[str] = []  # what it counts on the table, by names of the game; a board highlights these


class Line(msgspec.Struct, frozen=True, gc=False):
    """One line of a score sheet."""

    name: str
    label: str
    points: int
    parts: list[Part] = []
    unseen: str = ""  # what is not counted because the reader does not see it: "2 secret residents"


class Sheet(msgspec.Struct, frozen=True, gc=False):
    """The score sheet of one seat."""

    seat: int
    total: int
    lines: list[Line]
    ties: list[Line]  # tie-breaks in order, more is better
    rank: int  # 1 for the best; equal ranks share

    @property
    def unseen(self) -> list[str]:
        """For each line, what is not counted because the reader does not see it."""
        return [line.unseen for line in self.lines if line.unseen]


def make_sheets(box: OpenBox, s: Snapshot, seats: int, language: str) -> list[Sheet]:
    """The sheet of every seat for a state, or for what a reader knows of it."""
    game = box.game
    texts, labels, most = game.texts(language), game.labels(language), len(game.lines)
    rows = scores(box, s.bytes, seats).tolist()
    keys = [(sum(row[:most]), *row[most:]) for row in rows]
    sheets = []
    for seat, row in enumerate(rows):
        parts = parts_of(box, s, seat, texts)
        lines = [
            Line(name, labels[n], row[n], parts.get(n, []), unseen(box, s, name, seat, texts))
            for n, name in enumerate(game.lines)
            if game.counts is None or game.counts(box.face, name)
        ]
        ties = [Line(name, labels[n], row[n]) for n, name in enumerate(game.ties, most)]
        rank = 1 + sum(key > keys[seat] for key in keys)
        sheets.append(Sheet(seat, keys[seat][0], lines, ties, rank))
    return sheets


def scores(box: OpenBox, state: Bytes, seats: int) -> Codes:
    """The lines and tie-breaks of every seat, one row per seat."""
    game = box.game
    lines = np.zeros(seats * game.width, np.int32)
    game.entry_points.score(box.bytes, state, lines)
    return lines.reshape(seats, game.width)


def unseen(box: OpenBox, s: Snapshot, line: str, seat: int, texts: Texts) -> str:
    """What a line does not count because the reader does not see it, in words."""
    return "" if box.game.unseen is None else box.game.unseen(box.face, s, line, seat, texts)


def parts_of(box: OpenBox, s: Snapshot, seat: int, texts: Texts) -> dict[int, list[Part]]:
    """The parts of a seat's sheet in words, by the number of their line."""
    game, parts = box.game, dict[int, list[Part]]()
    if game.label is None or not game.has_parts:
        return parts
    rows = np.empty((MOST_PARTS, PART_WIDTH), np.int32)
    count = game.entry_points.parts(box.bytes, s.bytes, seat, rows)
    for line, points, *values in rows[:count].tolist():
        name = game.lines[line]
        pieces = [] if game.pieces is None else game.pieces(box.face, name, values)
        parts.setdefault(line, []).append(Part(game.label(box.face, name, values, texts), points, pieces))
    return parts
