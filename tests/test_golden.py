"""Golden games: whole games with every move, view and sheet. A change of rules shows up as a diff.

After a deliberate change: `make golden`, and read the diff.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.chosen import names

import townwright as tw
from townwright.bots import make
from townwright.games import load

from . import harness

FOLDER = Path(__file__).parent / "golden"


def cases(name: str) -> dict[str, tuple[int, dict[str, Any]]]:
    """Seats and options by label: the defaults for every number of players, and what the game's audit adds."""
    fewest, most = load(name).seats
    return {f"{seats}": (seats, {}) for seats in range(fewest, most + 1)} | getattr(
        harness.auditor(load(name)), "GOLDEN", {}
    )


CASES = [(name, label) for name in names() for label in cases(name)]


def story(name: str, seats: int, options: dict[str, Any]) -> str:
    """A game between greedy and random players as text."""
    match = tw.new(name, seats, seed=f"golden {seats}", options=options)
    bots = [make("greedy" if seat % 2 == 0 else "random", f"golden {seat}") for seat in range(seats)]
    lines = [
        f"{match.game.title}, {seats} players, rules version {match.game.version}, {json.dumps(match.box.options)}"
    ]
    turn: tuple[int, ...] = ()
    while not match.over:
        if match.pending != turn:
            turn = match.pending
            lines.append(f"view {json.dumps(match.view(turn[0]))}")
        seat = turn[0]
        code = bots[seat].choose(match.known(seat), seat)
        move = next(move for move in match.moves(seat) if move.code == code)
        lines.append(f"{match.ply:4} seat {seat} of {len(match.codes(seat)):4}: {move.words} [{code}] {move.text}")
        lines.append(f"     {match.narrate(seat, code, seat).text}")
        match.play(seat, code)
        for before, forced, only in match.forced():
            narrated = before.narrate(forced, only, seat)
            lines.append(f"     forced: {narrated.sealed[0] if narrated.sealed else narrated.text}")
    lines.append(f"view {json.dumps(match.view())}")
    for sheet in match.sheet():
        parts = "; ".join(
            f"{line.label} {line.points} ({', '.join(f'{p.label} {p.points}' for p in line.parts)})"
            for line in (*sheet.lines, *sheet.ties)
        )
        lines.append(f"seat {sheet.seat}: {sheet.total} points, rank {sheet.rank}: {parts}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("name", "label"), CASES)
def test_golden_game(name: str, label: str, request: pytest.FixtureRequest) -> None:
    path = FOLDER / f"{name}-{label}.txt"
    text = story(name, *cases(name)[label])
    if request.config.getoption("--update-golden"):
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), f"{path.name} is missing: make golden"
    assert text == path.read_text(encoding="utf-8")


def test_no_golden_game_is_left_over() -> None:
    files = {path.name for path in FOLDER.glob("*") if path.name.startswith(names())}
    assert files == {f"{name}-{label}.txt" for name, label in CASES}
