"""Plays matches in Python, for tests that check them move by move."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

from tests.chosen import names

import townwright as tw
from townwright.engine.match import Match, Narrated
from townwright.games import load

from . import harness

# every game with its default box and with one other set of options, for each number of players
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    (name, seats, options) for name in names() for seats, options in harness.auditor(load(name)).VARIANTS
]
FIRST_TABLES = [
    next((n, s, o) for n, s, o in TABLES if n == name and s == seats)
    for name in names()
    for seats in range(load(name).seats[0], load(name).seats[1] + 1)
]


def steps(match: Match, seed: int | str, most: int = 100_000) -> Iterator[tuple[int, int]]:
    """Random moves of a match, each yielded before it is played."""
    rng = random.Random(seed)
    for _ in range(most):
        if match.over:
            return
        seat = rng.choice(match.pending)
        code = rng.choice(match.codes(seat))
        yield seat, code
        match.play(seat, code)


def is_sampled(match: Match) -> bool:
    """Whether a test that plays many tables checks this moment: the whole opening, then every eleventh move. With `make
    soak` it checks all of them."""
    return match.ply < 8 or match.ply % 11 == 0 or "TOWNWRIGHT_SOAK" in os.environ


def played(name: str, seats: int, options: dict[str, Any], seed: int, most: int = 100_000) -> Match:
    """A match after some random moves."""
    match = tw.new(name, seats, seed, options)
    for _ in steps(match, seed, most):
        pass
    return match


def log_lines(
    match: Match, seat: int, move: int | str, reader: int | None = None, names: list[str] | None = None
) -> list[tuple[int, Narrated]]:
    """The lines of the log about a move and the moves it forces, for a reader, each with its seat. The match does not
    change."""
    twin, code = match.copy(), match.code(move)
    lines = [(seat, twin.narrate(seat, code, reader, names))]
    twin.play(seat, code)
    return lines + [(turn, before.narrate(turn, only, reader, names)) for before, turn, only in twin.forced()]
