"""What views and sheets have for a board: how far goals are, the races for the patron, the spaces that count."""

from __future__ import annotations

import random
from typing import Any

import pytest

import townwright as tw
from townwright.engine.match import Match

from .table import box_with, table


def pieces(match: Match, line: str, seat: int = 0) -> list[list[str]]:
    """The spaces of each part of a line of a seat's sheet."""
    return [part.pieces for row in match.sheet()[seat].lines if row.name == line for part in row.parts]


def race(*totals: int, leader: int | None, tie: bool = False) -> dict[str, Any]:
    return {"totals": list(totals), "leader": leader, "tie": tie}


def test_a_view_shows_what_a_goal_measures_before_the_plan_is_laid() -> None:
    match = table("C06 C05/1", "C07 C12", plans=["C04", "C02"])
    goals = [player["goal"] for player in match.view()["players"]]
    assert goals == [
        {"found": 7, "limit": 23, "at_most": False, "met": False},
        {"found": 8, "limit": 15, "at_most": True, "met": True},
    ]


def test_a_race_shows_everybodys_points_and_who_would_get_the_patron() -> None:
    match = table("C06 C05/1", "C07", offer=["C12", "C17", None], turn=1)
    assert match.view()["races"] == [race(1, 0, leader=0), race(4, 2 + 2, leader=None, tie=True), None]


def test_a_tie_is_open_until_everybody_in_it_has_taken_a_card() -> None:
    """C02 counts poets, one against one; C06's owner has taken C05 of 28 March, C07's owner takes C12 of 31 July."""
    match = table("C06 C05/1", "C07 C09", offer=["C12", "C02", None], turn=1)
    assert match.view()["races"][1] == race(1, 1, leader=None, tie=True)
    moves = {move.words: move.fields["races"] for move in match.moves(1)}
    assert moves["take C12 over 3"] == [None, {"total": 1, "leader": 0, "tie": True}, None, None]
    assert moves["take C02 over 0"][0] == {"total": 2, "leader": 1, "tie": False}


@pytest.mark.parametrize("seats", [2, 3])
def test_the_fields_of_a_choice_come_true(seats: int) -> None:
    chance = random.Random(seats)
    for seed in range(30):
        match = tw.new("pier-18", seats=seats, seed=seed)
        chosen = [chance.choice(match.moves(seat)) for seat in range(seats)]
        for seat, move in enumerate(chosen):
            match.play(seat, move)
        for seat, move in enumerate(chosen):
            points = {line.name: line.points for line in match.sheet()[seat].lines}
            assert move.fields["worth"] == {name: points[name] for name in ("fishers", "poets", "lovers", "sellers")}
            assert move.fields["goal"] == match.view()["players"][seat]["goal"]


@pytest.mark.parametrize("seats", [2, 3])
def test_the_races_of_a_move_come_true(seats: int) -> None:
    chance, closed = random.Random(seats), 0
    for seed in range(12):
        match = tw.new("pier-18", seats=seats, seed=seed, options={"allow_rotation": True})
        while not match.over:
            seat = chance.choice(match.pending)
            move = chance.choice(match.moves(seat))
            offer = match.view()["offer"]
            match.play(seat, move)
            if move.kind != "take":
                continue
            races = {offer[i]: race for i, race in enumerate(move.fields["races"]) if race}
            view = match.view()
            if len(races) > 1:  # the round continues
                for card, now in zip(view["offer"], view["races"], strict=True):
                    if card is not None:
                        expected = races[card]
                        assert (now["totals"][seat], now["leader"], now["tie"]) == tuple(expected.values())
            else:
                [(card, last)] = races.items()
                assert card in view["players"][last["leader"]]["patrons"]
                closed += 1
    assert closed == 12 * (4 if seats == 2 else 3)


def test_every_part_names_the_spaces_that_it_counts() -> None:
    match = table("C07 C12", "C04 C10")
    assert pieces(match, "fishers") == [["r4", "r7"]]
    assert pieces(match, "poets") == [["l6", "r2"]]
    assert pieces(match, "lovers") == [["l1"]]
    assert pieces(match, "sellers") == [["l6", "l7"], ["r2", "r3", "r4"]]
    assert pieces(match, "fishers", 1) == [["r1", "r3", "r5"]]
    assert pieces(match, "patrons") == []


def test_only_one_of_two_sides_with_equally_many_fishers_counts() -> None:
    match = table("C01", "C02", box=box_with(C01={"left": "F..F", "right": ".FF."}))
    assert pieces(match, "fishers") == [["l1", "l4"]]


@pytest.mark.parametrize("seats", [2, 3])
def test_the_spaces_of_a_part_are_those_of_its_characters(seats: int) -> None:
    letters = {"fishers": "F", "poets": "P", "lovers": "L"}
    chance = random.Random(seats)
    match = tw.new("pier-18", seats=seats, seed=7)
    while not match.over:
        seat = chance.choice(match.pending)
        match.play(seat, chance.choice(match.codes(seat)))
        view = match.view()
        for player, sheet in zip(view["players"], match.sheet(), strict=True):
            for line in sheet.lines:
                for part in line.parts:
                    found = [(player["left"] if p[0] == "l" else player["right"])[int(p[1:]) - 1] for p in part.pieces]
                    if line.name == "sellers":
                        assert "S" in found
                        assert "." not in found
                        assert part.points == len(found) - 1
                    elif line.name in letters:
                        assert set(found) == {letters[line.name]}
