"""`townwright solve pier-18 position.json`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import townwright as tw
from townwright.cli import main
from townwright.games.pier_18.solve import solve

from .test_solver import last_round


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a command."""
    with pytest.raises(SystemExit) as end:
        main(list(args))
    output = capsys.readouterr()
    assert isinstance(end.value.code, int)
    return end.value.code, output.out, output.err


def write(folder: Path, data: Any) -> str:
    path = folder / "position.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return str(path)


def test_the_best_play_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = last_round(2, 2, False, 0)
    code, out, err = run(capsys, "solve", "pier-18", write(tmp_path, match.to_json()))
    solution = solve(match)
    assert (code, err) == (0, "")
    assert f"seat {solution.seat} to move, 96 endings compared" in out
    best = solution.options[0]
    assert all(f"seat {step.seat}: {step.words}  " in out for step in best.line)
    starred = [line.split() for line in out.splitlines() if line.startswith(("│ *", "| *"))]
    assert len(starred) == sum(option.best for option in solution.options)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_solution_as_json(seats: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = last_round(5, seats, False, 0)
    view = match.view(match.pending[0])  # what a player sees is enough
    path = write(tmp_path, {"game": "pier-18", "position": view})
    code, out, err = run(capsys, "solve", "pier-18", path, "--json")
    assert (code, err) == (0, "")
    solved = json.loads(out)
    solution = solve(match)
    assert solved["seat"] == solution.seat == match.pending[0]
    assert solved["endings"] == (96 if seats == 2 else 16 * 12 * 8)
    assert [option["words"] for option in solved["options"]] == [option.words for option in solution.options]
    assert solved["options"][0]["points"] == solution.options[0].points


def test_a_view_alone_is_solved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = last_round(5, 2, False, 0)
    code, out, err = run(capsys, "solve", "pier-18", write(tmp_path, match.view(match.pending[0])), "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["seat"] == match.pending[0]


def test_plans_are_solved_for_the_seat_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = last_round(6, 2, True, 2)
    path = write(tmp_path, match.to_json())
    _, out, _ = run(capsys, "solve", "pier-18", path, "--seat", "1", "--json")
    solved = json.loads(out)
    assert solved["seat"] == 1
    assert len(solved["options"]) == 8
    code, _, err = run(capsys, "solve", "pier-18", path, "--seat", "7")
    assert (code, err) == (2, "townwright: seat 7 is not to move; expected one of: 0, 1.\n")


def early() -> dict[str, Any]:
    return tw.new("pier-18", seed=1).to_json()


def without_plan() -> dict[str, Any]:
    data = last_round(2, 2, False, 0).to_json()
    data["position"]["players"][1]["plan"] = None
    data["position"]["deck"] = None
    return data


def without_patrons() -> dict[str, Any]:
    data = last_round(2, 2, False, 0).to_json()
    for player in data["position"]["players"]:
        player["patrons"] = []
    data["position"]["deck"] = None
    return data


def with_short_piers() -> dict[str, Any]:
    data = last_round(2, 2, False, 0).to_json()
    data["position"]["players"][0]["pier"] = data["position"]["players"][0]["pier"][:2]
    data["position"]["players"][0].update(left=None, right=None)
    data["position"]["deck"] = None
    return data


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (without_patrons, "expected all 3 patrons won so far"),
        (with_short_piers, "player 1: expected a pier of 4 cards"),
        (early, "only the last round can be solved, round 4 with 2 players; this is the set-up."),
        (without_plan, "player 2: expected a plan and a pier in a position that is to be solved."),
        (lambda: {"game": "pier-18"}, "the position: field 'position' is missing."),
        (lambda: "no json", "the position is not JSON"),
        (lambda: {"game": "copenhagen", "position": {}}, "this is a position of 'copenhagen'; expected 'pier-18'."),
    ],
)
def test_bad_input_is_refused_in_one_sentence(
    data: Any, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, "solve", "pier-18", write(tmp_path, data()))
    assert (code, out) == (2, "")
    assert err.startswith(f"townwright: {sentence}")
    assert err.count("\n") == 1


def test_a_missing_file_and_a_game_without_a_solver(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "solve", "pier-18", str(tmp_path / "nothing.json"))
    assert (code, out) == (2, "")
    assert err.endswith("nothing.json cannot be read: No such file or directory.\n")
    code, out, err = run(capsys, "solve", "copenhagen", str(tmp_path / "nothing.json"))
    assert (code, out) == (2, "")
    assert err == "townwright: there is no solver for Copenhagen; expected one of: pier-18.\n"
