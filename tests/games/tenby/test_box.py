"""The box: every problem is named with its table and row; options; the proven capacity of a town."""

from __future__ import annotations

from typing import Any

import pytest

import townwright as tw
from townwright.games import load
from townwright.games.tenby.box import MOVES_EACH, most_cards, most_moves
from townwright.games.tenby.state import TOWN

from .table import tables

GAME = load("tenby")


def problems(box: dict[str, Any]) -> tuple[str, ...]:
    with pytest.raises(tw.BadBox) as error:
        GAME.open_box(box=box)
    return error.value.problems


def changed(table: str, row: int, **fields: Any) -> dict[str, Any]:
    data = tables()
    data[table][row] |= fields
    return data


BAD_ROWS = [
    ("terrace 3", {"features": {"cloud": 5}}, " (T03), field 'features': expected at most 4 cloud, got 5"),
    ("pier 1", {"edges": ["sea", "sea"]}, " (P01), field 'edges': expected a pair of table 'edge', got sea | sea"),
    ("pier 2", {"base": "terrace"}, " (P02), field 'base': expected 'pier' with these edges, got 'terrace'"),
    (
        "pier 2",
        {"edges": ["terrace", "terrace"], "base": "terrace"},
        " (P02), field 'base': expected 'pier', got 'terrace'",
    ),
    ("terrace 1", {"building": "pink"}, ", field 'building': invalid enum value 'pink'"),
    ("terrace 1", {"points": "two"}, ", field 'points': expected a whole number, got a text"),
    ("landmark 5", {"range": None}, " (L05): expected both 'condition' and 'range', or neither for flat points"),
    ("start 2", {"id": "t01"}, " (t01), field 'id': expected an id that no other row has"),
    (
        "plain 2",
        {"edges": ["sea", "pier"], "base": "pier"},
        " (PT-R), field 'base': expected two sides of a terrace, then two of a pier",
    ),
    ("day 4", {"number": 1}, " (D04), field 'number': expected a number that no other day card has, got 1"),
    ("resident 1", {"thresholds": [5, 4, 7]}, " (R01), field 'thresholds': expected rising numbers"),
    (
        "resident 2",
        {"completed": []},
        " (R02): expected 1 points in 'incomplete' and in 'completed', one for each threshold",
    ),
    ("edge 1", {"left": "sea", "right": "sea"}, " (left_end_terrace): expected at most one side at the sea"),
]


@pytest.mark.parametrize(("place", "fields", "problem"), BAD_ROWS)
def test_a_bad_row_is_named(place: str, fields: dict[str, Any], problem: str) -> None:
    table, row = place.split()
    assert f"table '{table}', row {row}{problem}" in problems(changed(table, int(row) - 1, **fields))


@pytest.mark.parametrize(
    ("table", "row", "fields", "problem"),
    [
        ("terrace", 0, {"features": {"cat": 1}}, "table 'terrace', row 1 (T01), field 'features': expected bench, "),
        (
            "terrace",
            1,
            {"condition": "cats"},
            "table 'terrace', row 2 (T02), field 'condition': expected one of bench, ",
        ),
        ("resident", 2, {"what": "cats"}, "table 'resident', row 3 (R03), field 'what': expected one of bench, "),
        ("accolade", 5, {"metric": "cats"}, "table 'accolade', row 6 (A06), field 'metric': expected one of bench, "),
        ("day", 0, {"icons": "TX"}, "table 'day', row 1, field 'icons': expected "),
    ],
)
def test_an_unknown_word_is_answered_with_the_known_ones(
    table: str, row: int, fields: dict[str, Any], problem: str
) -> None:
    assert any(found.startswith(problem) for found in problems(changed(table, row, **fields)))


def test_all_problems_are_reported_at_once() -> None:
    data = tables()
    data["terrace"][0]["features"] = {"cloud": 9, "bench": 9}
    data["terrace"][7]["points"] = "many"
    data["pier"][3]["edges"] = ["sea", "terrace"]
    data["day"][2] = {"id": "D03"}
    data["accolade"][1]["metric"] = "cats"
    found = problems(data)
    assert len(found) == 6
    for table, row in (("terrace", 1), ("terrace", 8), ("pier", 4), ("day", 3), ("accolade", 2)):
        assert any(f"table '{table}', row {row}" in problem for problem in found), (table, row)


def test_a_table_with_too_many_or_too_few_rows_is_named() -> None:
    data = tables()
    data["landmark"] = data["landmark"] * 2
    data["day"] = data["day"][:10]
    assert problems(data) == (
        "table 'landmark': expected 1 to 32 rows, got 48",
        "table 'day': expected 11 to 48 rows, got 10",
    )


def test_the_maxima_are_those_of_the_eleven_features() -> None:
    data = tables()
    del data["maxima"]["porch"]
    assert any(problem.startswith("table 'maxima': expected exactly") for problem in problems(data))


def test_the_proven_bounds_of_the_house_deck() -> None:
    opened = GAME.open_box()
    assert most_cards(opened.file, opened.face.days) == 38 <= TOWN
    assert most_moves(opened.file, opened.face.days) == 133 <= MOVES_EACH


def rich_days(icons: str) -> dict[str, Any]:
    data = tables()
    for row in data["day"]:
        row["icons"] = icons
    return data


def test_a_box_whose_towns_could_outgrow_the_state_is_refused() -> None:
    assert problems(rich_days("TTTTT")) == (
        "table 'day': expected icons and rings for at most 48 cards in a town, got up to 58",
    )
    assert any("200 moves of a player" in problem for problem in problems(rich_days("RRRRRRRRRRRR")))


def test_a_town_can_reach_the_bound_and_not_more() -> None:
    """The worst case of the proof: four T each round, every token, three starting rings, a visitor's gift."""
    options = {"visiting": True, "start_rings": "3 3 3 3 3", "night_order": "seats", "start_residents": "none"}
    match = tw.new("tenby", seats=2, seed=1, options=options, box=rich_days("TTTT"))
    assert most_cards(match.box.file, match.box.face.days) == TOWN == 48
    numbers = {row.id: row.number for row in match.box.face.days}
    while not match.over:
        seat, view = match.pending[0], match.view(match.pending[0])
        words = [move.words for move in match.moves(seat)]
        match.play(seat, choose(seat, view, words, numbers))
    assert len([card for street in match.view(0)["players"][0]["streets"] for card in street]) == 48
    assert match.ply <= GAME.longest[2]


def choose(seat: int, view: dict[str, Any], words: list[str], numbers: dict[str, int]) -> str:
    """Seat 0 takes the day card with a token and turns all into cards; seat 1 leaves it to him and gives up all."""
    if view["decision"] == "choose":
        tokens = {place["card"]: place["tokens"] for place in view["day_row"] if place}
        worth = sorted((tokens[word.split()[1]], -numbers[word.split()[1]], word) for word in words)
        return worth[-1 if seat == 0 else 0][2]
    if view["decision"] == "menu":
        wanted = ["use T", "buy T", "end"] if seat == 0 else ["forfeit T", "end"]
        return next(word for word in wanted if word in words)
    if view["decision"] in ("source", "visitor"):
        return words[0]
    return "mix 3" if view["decision"] == "mix" else "place new"


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"accolades": "low_tide"}, "option 'accolades' of Tenby"),
        ({"open_sea": 4}, "option 'open_sea' of Tenby"),
        ({"start_rings": "1 2 3"}, "option 'start_rings' of Tenby"),
        ({"tides": 3}, "Tenby has no option 'tides'"),
    ],
)
def test_a_bad_option_is_named(options: dict[str, Any], problem: str) -> None:
    with pytest.raises(tw.BadCall, match=problem):
        tw.new("tenby", seats=2, options=options)


def test_starting_rings_go_by_night_card() -> None:
    match = tw.new("tenby", seats=5, seed=8)
    view = match.view()
    assert [view["players"][seat]["rings"] for seat in view["order"]] == [1, 1, 2, 2, 3]
    assert len({tuple(tw.new("tenby", seats=5, seed=seed).view()["order"]) for seed in range(20)}) > 5


def test_start_cards_and_residents_can_be_switched_off() -> None:
    match = tw.new("tenby", seats=3, seed=8, options={"start_card": "none", "start_residents": "none"})
    view = match.view()
    assert (view["phase"], view["round"]) == ("night", 1)
    assert all(player["streets"] == [] and player["held"] == 0 for player in view["players"])
    assert all(len(p["streets"]) == 1 for p in tw.new("tenby", seats=3, seed=8).view()["players"])


def test_a_table_is_laid_as_the_page_says() -> None:
    for seats in range(2, 6):
        view = tw.new("tenby", seats=seats, seed=seats).view()
        assert [len(view["market"][deck]) for deck in ("terrace", "pier", "landmark")] == [seats + 1, seats, seats - 1]
        assert len(view["day_row"]) == seats + 1
    for mode, lying in (("open_sea", 2), ("high_tide", 5)):
        options = {"accolades": mode, "open_sea": 2}
        assert len(tw.new("tenby", seats=4, seed=1, options=options).view()["accolades"]) == lying


def test_too_few_rows_do_not_hide_what_else_is_wrong() -> None:
    data = changed("terrace", 0, features={"bin": 3})
    data["start"] = data["start"][:4]
    assert problems(data) == (
        "table 'start': expected 5 to 8 rows, got 4",
        "table 'terrace', row 1 (T01), field 'features': expected at most 2 bin, got 3",
    )
