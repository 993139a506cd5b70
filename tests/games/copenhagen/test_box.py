"""Copenhagen's box: errors that name table, row and what is expected; boxes that players change."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from tests.play import steps

import townwright as tw
from townwright.games import load


def contents() -> dict[str, Any]:
    return copy.deepcopy(load("copenhagen").contents)


def change(*path: Any, value: Any) -> dict[str, Any]:
    """The standard contents with one entry changed."""
    data = node = contents()
    for step in path[:-1]:
        node = node[step]
    node[path[-1]] = value
    return data


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (change("tile", 3, "copies", value="many"), "table 'tile', row 4, field 'copies': expected a list of 3 entries, got 'many'"),
        (change("tile", 3, "copies", value=[1, 2]), "table 'tile', row 4, field 'copies': expected a list of 3 entries, got 2 entries"),
        (change("tile", 3, "copies", 1, value=-1), "table 'tile', row 4, field 'copies', row 2: expected a whole number from 0 to 20, got -1"),
        (change("tile", 3, "shape", value=["BBWWW"]), r"table 'tile', row 4 \(P5\), field 'shape': expected 5 cells, exactly one"),
        (change("tile", 3, "shape", value=["BW.WW", "....W"]), "expected connected cells within 5 x 5"),
        (change("tile", 3, "shape", value=["BWW", "WX"]), "expected lines of equal length made of W, B and"),
        (change("tile", 3, "id", value="P9"), "table 'tile': expected twenty rows with the ids P2, P3"),
        (change("tile", 3, "colour", value="red"), "table 'tile', row 4, field 'colour' is not known; expected one of: id, shape, copies"),
        (change("house", "coat_cells", 1, value="f1"), "table 'house', field 'coat_cells', row 2: expected a cell from a1 to e9, got 'f1'"),
        (change("house", "coat_rows", 0, value=10), "table 'house', field 'coat_rows', row 1: expected a whole number from 1 to 9, got 10"),
        (change("setup", 1, "hands", value=[2, 3]), "table 'setup', row 2, field 'hands': expected 3 numbers, got 2"),
        (change("setup", 1, "cards", value=4), "table 'setup', row 2, field 'cards': expected at least 5 of each colour"),
        (change("setup", 1, "players", value=2), "table 'setup': expected three rows, for 2, 3 and 4 players"),
        (change("game", "goal", value=0), "table 'game', field 'goal': expected a whole number from 1 to 99, got 0"),
        (change("options", "reshuffle", value="never"), "table 'options', field 'reshuffle': expected one of: lazy, eager; got 'never'"),
        (change("points", value=3), "table 'points': expected a table, got 3"),
    ],
)  # fmt: skip
def test_a_bad_box_is_refused_with_table_row_and_what_is_expected(data: dict[str, Any], says: str) -> None:
    with pytest.raises(tw.BadBox, match=says):
        tw.new("copenhagen", box=data)


def test_every_problem_is_reported_at_once() -> None:
    data = change("house", "coat_cells", value=["f1", "a0"])
    data["tile"][3]["shape"] = ["BBWWW"]
    with pytest.raises(tw.BadBox) as error:
        tw.new("copenhagen", box=data)
    assert len(error.value.problems) == 3


def test_a_box_with_coats_everywhere_and_large_hands_can_be_saved() -> None:
    data = change("house", "coat_cells", value=[f"{x}{y}" for x in "abcde" for y in range(1, 10)])
    data["game"]["limit"] = 20
    match = tw.new("copenhagen", 2, seed=1, box=data)
    for _ in steps(match, 1):
        assert tw.position("copenhagen", match.to_json()).state == match.state


def test_a_missing_table_is_named() -> None:
    data = contents()
    del data["tile"]
    with pytest.raises(tw.BadBox, match="the box of Copenhagen: table 'tile' is missing"):
        tw.new("copenhagen", box=data)


def test_too_many_placements_are_refused() -> None:
    data = contents()
    data["tile"][0]["shape"] = ["BW"]
    data["tile"][2]["shape"] = ["WW.", ".WB"]
    with pytest.raises(tw.BadBox, match="at most 3132 placements"):
        tw.new("copenhagen", box=data)


def test_a_changed_box_is_played_recorded_and_replayed(tmp_path: Any) -> None:
    data = change("game", "goal", value=2)
    match = tw.new("copenhagen", 2, seed=1, box=data)
    assert match.record()["box"] == data
    for _ in steps(match, 1):
        pass
    assert tw.replay(match.record()).state == match.state
    assert tw.position("copenhagen", match.to_json()).state == match.state
    assert tw.new("copenhagen", 2, seed=1).record()["box"] is None


def test_options_of_a_box_file_apply_unless_the_call_overrides_them() -> None:
    data = change("options", "min_cost", value=2)
    assert tw.new("copenhagen", box=data).box.options["min_cost"] == 2
    assert tw.new("copenhagen", box=data, options={"min_cost": 1}).box.options["min_cost"] == 1


def test_without_flips_only_rotations_are_offered() -> None:
    match = tw.new("copenhagen", options={"allow_flip": False})
    codes = match.box.codes
    assert "build b4 a1* b1 c1 c2" in codes
    assert "build b4 a1 a2 b1 c1*" not in codes
    assert "build b4 a1 b1 c1* a2" not in codes
