"""Golden games: whole games with every move, view and sheet. A change of rules shows up as a diff.

After a deliberate change: `make golden`, and read the diff.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import townwright as tw
from townwright.bots import make
from townwright.games import load, names

FOLDER = Path(__file__).parent / "golden"
CASES = [(name, seats) for name in names() for seats in range(load(name).seats[0], load(name).seats[1] + 1)]


def tell(name: str, seats: int) -> str:
    """A game between greedy and random players as text."""
    match = tw.new(name, seats, seed=f"golden {seats}")
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
        code = bots[seat].choose(match, seat)
        move = next(move for move in match.moves(seat) if move.code == code)
        lines.append(f"{match.ply:4} seat {seat} of {len(match.codes(seat)):4}: {move.words} [{code}] {move.text}")
        match.play(seat, code)
    lines.append(f"view {json.dumps(match.view())}")
    for sheet in match.sheet():
        parts = "; ".join(
            f"{line.label} {line.points} ({', '.join(f'{p.label} {p.points}' for p in line.parts)})"
            for line in (*sheet.lines, *sheet.ties)
        )
        lines.append(f"seat {sheet.seat}: {sheet.total} points, rank {sheet.rank}: {parts}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_golden_game(name: str, seats: int, request: pytest.FixtureRequest) -> None:
    path = FOLDER / f"{name}-{seats}.txt"
    told = tell(name, seats)
    if request.config.getoption("--update-golden"):
        FOLDER.mkdir(exist_ok=True)
        path.write_text(told, encoding="utf-8")
    assert path.is_file(), f"{path.name} is missing: make golden"
    assert told == path.read_text(encoding="utf-8")


def test_no_golden_game_is_left_over() -> None:
    assert {path.name for path in FOLDER.glob("*")} == {f"{name}-{seats}.txt" for name, seats in CASES}
