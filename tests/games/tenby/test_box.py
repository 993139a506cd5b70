"""The box: every problem is named with its table and row; options; the proven capacity of a town."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import townwright as tw
from townwright.cli.box import command
from townwright.games import load
from townwright.games.tenby.check import most_cards, most_moves
from townwright.games.tenby.rows import MOVES_EACH
from townwright.games.tenby.state import TOWN

from .audit import LONGEST
from .table import contents

GAME = load("tenby")


def problems(box: dict[str, Any]) -> tuple[str, ...]:
    with pytest.raises(tw.BadBox) as error:
        GAME.open_box(box=box)
    return error.value.problems


def changed(table: str, row: int, **fields: Any) -> dict[str, Any]:
    data = contents()
    data[table][row] |= fields
    return data


BAD_ROWS = [
    ("terrace 3", {"features": {"cloud": 5}}, " (T03), field 'features': expected at most 4 cloud, got 5"),
    (
        "pier 1",
        {"edges": ["sea", "sea"]},
        " (P01), field 'edges': expected one of pier | terrace, terrace | terrace, terrace | pier, sea | pier, "
        "pier | pier, pier | sea, sea | terrace, terrace | sea; got sea | sea",
    ),
    ("pier 2", {"base": "terrace"}, " (P02), field 'base': expected 'pier' with these edges, got 'terrace'"),
    (
        "pier 2",
        {"edges": ["terrace", "terrace"], "base": "terrace"},
        " (P02), field 'base': expected 'pier', got 'terrace'",
    ),
    (
        "terrace 1",
        {"building": "pink"},
        ", field 'building': expected one of: red, yellow, green, blue, purple, white or null; got 'pink'",
    ),
    ("terrace 1", {"points": "two"}, ", field 'points': expected a whole number from 0 to 50, got 'two'"),
    ("landmark 5", {"range": None}, " (L05): expected both 'condition' and 'range', or neither for flat points"),
    *(
        (
            place,
            {"id": taken},
            f" ({taken}), field 'id': expected an id that no other row has; it is that of table '{table}', row {row}",
        )
        for place, taken, table, row in (
            ("terrace 9", "T08", "terrace", "8 (T08)"),
            ("start 2", "t01", "terrace", "1 (T01)"),
            ("day 3", "PT-L", "plain", "1 (PT-L)"),
            ("resident 7", "d01", "day", "1 (D01)"),
            ("accolade 2", "R40", "resident", "40 (R40)"),
        )
    ),
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
        " (R02), field 'completed': expected 1 points, one for each threshold",
    ),
    (
        "edge 1",
        {"left": "sea", "right": "sea"},
        " (left_end_terrace): expected pier | terrace with base 'terrace', as printed",
    ),
    ("edge 2", {"base": "pier"}, " (mid_terrace): expected terrace | terrace with base 'terrace', as printed"),
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
def test_an_unknown_word_is_refused_with_a_list_of_the_known_ones(
    table: str, row: int, fields: dict[str, Any], problem: str
) -> None:
    assert any(found.startswith(problem) for found in problems(changed(table, row, **fields)))


def test_all_problems_are_reported_at_once() -> None:
    data = contents()
    data["terrace"][0]["features"] = {"cloud": 9, "bench": 9}
    data["terrace"][7]["points"] = "many"
    data["pier"][3]["edges"] = ["sea", "terrace"]
    data["day"][2] = {"id": "D03"}
    data["accolade"][1]["metric"] = "cats"
    found = problems(data)
    assert len(found) == 7  # two in the day card
    for table, row in (("terrace", 1), ("terrace", 8), ("pier", 4), ("day", 3), ("accolade", 2)):
        assert any(f"table '{table}', row {row}" in problem for problem in found), (table, row)


def test_a_table_with_too_many_or_too_few_rows_is_named() -> None:
    data = contents()
    data["landmark"] = data["landmark"] * 2
    data["day"] = data["day"][:10]
    found = problems(data)
    assert found[:2] == (
        "table 'landmark': expected 1 to 32 rows, got 48",
        "table 'day': expected 11 to 48 rows, got 10",
    )
    assert len(found[2:]) == 24  # rows that are too many are checked as well: each id is there twice
    assert all(f"table 'landmark', row {n} " in said for n, said in enumerate(found[2:], 25))


def test_the_maxima_and_edges_are_the_printed_ones_whatever_the_file_says() -> None:
    """A file cannot allow its own cards more than is printed: its contents are wrong, and so are the cards."""
    data = contents()
    data["maxima"] |= {"cloud": 9, "cat": 1}
    del data["maxima"]["porch"]
    data["edge"].append({"name": "island", "left": "sea", "right": "sea", "base": "pier"})
    del data["edge"][4]
    data["terrace"][0]["features"] = {"cloud": 5, "porch": 2}
    data["pier"][0]["edges"] = ["sea", "sea"]
    found = problems(data)
    assert len(found) == 8
    assert "table 'maxima', field 'cloud': expected 4, the printed maximum, got 9" in found
    assert "table 'maxima', field 'porch': expected 1, the printed maximum, got nothing" in found
    assert any(said.startswith("table 'maxima': expected bench, ") and said.endswith("got 'cat'") for said in found)
    assert any(said.startswith("table 'edge', row 8 (island), field 'name': expected one of") for said in found)
    assert "table 'edge': expected a row for mid_pier" in found
    assert "table 'terrace', row 1 (T01), field 'features': expected at most 4 cloud, got 5" in found
    assert "table 'terrace', row 1 (T01), field 'features': expected at most 1 porch, got 2" in found
    assert any("row 1 (P01), field 'edges': expected one of" in said for said in found)


def test_a_missing_or_unreadable_table_hides_no_other_problem() -> None:
    data = changed("terrace", 0, features={"bin": 3})
    del data["accolade"]
    del data["maxima"]
    data["pier"] = "none"
    data["costs"] = {"reveal": 0, "move": "two", "terrace": 2, "pier": 3, "landmark": 4}
    data["tides"] = 3
    data["resident"][0] |= {"id": "A01"}  # only the missing table has it
    data["day"][0]["icons"] = "T" * 12
    found = problems(data)
    assert set(found[1:]) | {found[0].removeprefix("the box of Tenby: ")} == {
        "table 'accolade' is missing",
        "table 'maxima' is missing",
        f"table 'tides' is not known; expected one of: {', '.join(GAME.file.__struct_fields__)}",
        "table 'pier': expected a list, got 'none'",
        "table 'costs', field 'resident' is missing",
        "table 'costs', field 'reveal': expected a whole number from 1 to 20, got 0",
        "table 'costs', field 'move': expected a whole number from 1 to 20, got 'two'",
        "table 'terrace', row 1 (T01), field 'features': expected at most 2 bin, got 3",
        "table 'day', row 1 (D01), field 'icons': expected icons and rings for at most 48 cards in a town, "
        "got up to 128",
        "table 'day', row 1 (D01), field 'icons': expected icons and rings for at most 200 moves of a player, "
        "got up to 403",
    }
    assert len(found) == 10


def test_every_fault_of_one_row_is_reported() -> None:
    data = changed("terrace", 4, points="two", building="pink", edges=["mud", 3], cats=1)
    del data["terrace"][4]["name"]
    data["terrace"][4]["features"] = {"cloud": 99, "bin": "no"}
    places = [
        ", field 'name' is missing",
        ", field 'cats' is not known; expected one of",
        ", field 'edges', row 1",
        ", field 'edges', row 2",
        ", field 'building'",
    ]
    places += [", field 'features', field 'cloud'", ", field 'features', field 'bin'", ", field 'points'"]
    found = problems(data)
    assert sorted(said.split(": ")[0] for said in found) == sorted(f"table 'terrace', row 5{place}" for place in places)


def test_the_command_names_every_problem_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    text = (files(GAME.package) / "box.toml").read_text(encoding="utf-8")
    broken = text.replace("seagull = 2, shutters = 2", "seagull = 4, shutters = 2").replace(
        "cloud = 4\n", "cloud = 5\n"
    )
    file.write_text(broken.replace("[accolades]", "[laurels]"), encoding="utf-8")
    result = CliRunner().invoke(command, ["check", "tenby", str(file)])
    said = result.output.splitlines()
    assert result.exit_code == 2
    assert said[0] == "townwright: the box of Tenby: table 'accolades' is missing."
    assert any(line.startswith("townwright: table 'laurels' is not known; expected one of: ") for line in said)
    assert "townwright: table 'maxima', field 'cloud': expected 4, the printed maximum, got 5." in said
    row = "table 'terrace', row 2 (T02), field 'features': expected at most 3 seagull, got 4."
    assert f"townwright: {row}" in said
    assert len(said) == 3 + broken.count("seagull = 4, shutters = 2")


def test_the_proven_bounds_of_the_house_deck() -> None:
    opened = GAME.open_box()
    assert max(most_cards(opened.file, day) for day in opened.face.days) == 38 <= TOWN
    assert max(most_moves(opened.file, day) for day in opened.face.days) == 133 <= MOVES_EACH


def rich_days(icons: str) -> dict[str, Any]:
    data = contents()
    for row in data["day"]:
        row["icons"] = icons
    return data


def test_a_box_whose_towns_could_outgrow_the_state_is_refused() -> None:
    data = rich_days("TTTTT")
    data["day"][4]["icons"] = "TTTT"
    data["accolade"][0]["metric"] = "cats"  # another problem does not hide it
    says = ", field 'icons': expected icons and rings for at most 48 cards in a town, got up to 58"
    rows = [n for n in range(1, 31) if n != 5]
    found = problems(data)
    assert [f"table 'day', row {n} (D{n:02}){says}" for n in rows] == [said for said in found if "day" in said]
    assert len(found) == len(rows) + 1
    assert any("200 moves of a player" in problem for problem in problems(rich_days("RRRRRRRRRRRR")))


def test_a_town_can_reach_the_bound_and_not_more() -> None:
    """The worst case of the proof: four T each round, every token, three starting rings, a visitor's gift."""
    options = {"visiting": True, "start_rings": "3 3 3 3 3", "night_order": "seats", "start_residents": "none"}
    match = tw.new("tenby", seats=2, seed=1, options=options, box=rich_days("TTTT"))
    assert most_cards(match.box.file, match.box.face.days[0]) == TOWN == 48
    numbers = {row.id: row.number for row in match.box.face.days}
    while not match.over:
        seat, view = match.pending[0], match.view(match.pending[0])
        words = [move.words for move in match.moves(seat)]
        match.play(seat, choose(seat, view, words, numbers))
    assert len([card for street in match.view(0)["players"][0]["streets"] for card in street]) == 48
    assert match.ply <= LONGEST[2]


def choose(seat: int, view: dict[str, Any], words: list[str], numbers: dict[str, int]) -> str:
    """Seat 0 takes the day card with a token and turns everything into cards; seat 1 leaves it and forfeits all icons."""
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


def test_the_table_is_set_up_as_the_rules_page_says() -> None:
    for seats in range(2, 6):
        view = tw.new("tenby", seats=seats, seed=seats).view()
        assert [len(view["market"][deck]) for deck in ("terrace", "pier", "landmark")] == [seats + 1, seats, seats - 1]
        assert len(view["day_row"]) == seats + 1
    for mode, lying in (("open_sea", 2), ("high_tide", 5)):
        options = {"accolades": mode, "open_sea": 2}
        assert len(tw.new("tenby", seats=4, seed=1, options=options).view()["accolades"]) == lying


def test_a_short_table_does_not_hide_other_problems() -> None:
    data = changed("terrace", 0, features={"bin": 3})
    data["start"] = data["start"][:4]
    assert problems(data) == (
        "table 'start': expected 5 to 8 rows, got 4",
        "table 'terrace', row 1 (T01), field 'features': expected at most 2 bin, got 3",
    )
