"""Impossible boxes and positions are refused in one sentence that names the place and what is expected."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

import townwright as tw
from townwright.games import load
from townwright.games.pier_18.box import METRICS

from .table import box_with, pier

GAME = load("pier-18")


def problems(box: dict[str, Any]) -> tuple[str, ...]:
    with pytest.raises(tw.BadBox) as problem:
        GAME.open_box(box=box)
    return problem.value.problems


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"left": "..L"}, "table 'card', row 3, field 'left': expected 4 of F, P, L, S and '.', got '..L'"),
        ({"right": "..X."}, "table 'card', row 3, field 'right': expected 4 of F, P, L, S and '.', got '..X.'"),
        ({"patron": "FPL"}, "table 'card', row 3, field 'patron': expected one or two different of F, P, L, S, got 'FPL'"),
        ({"patron": "FF"}, "table 'card', row 3, field 'patron': expected one or two different of F, P, L, S, got 'FF'"),
        ({"patron": ""}, "table 'card', row 3, field 'patron': expected one or two different of F, P, L, S, got ''"),
        ({"date": "02-30"}, "table 'card', row 3, field 'date': expected a day such as '03-28', got '02-30'"),
        ({"date": "May"}, "table 'card', row 3, field 'date': expected a day such as '03-28', got 'May'"),
        ({"date": "02-02"}, "table 'card', row 3, field 'date': expected one that no other row has, got '02-02' as in row 2"),
        ({"id": "c01"}, "table 'card', row 3, field 'id': expected one that no other row has, got 'c01' as in row 1"),
        ({"id": "a b"}, "table 'card', row 3, field 'id': expected 1 to 8 letters and figures, got 'a b'"),
        ({"name": "\n"}, "table 'card', row 3, field 'name': expected at most 40 letters, got '\\n'"),
        ({"goal": {"metric": "gulls", "op": ">=", "two": 1, "three": 1}}, "the box of Pier 18: table 'card', row 3, field 'goal', field 'metric': expected one of: " + ", ".join(METRICS) + "; got 'gulls'"),
        ({"goal": {"metric": "poets", "op": "<", "two": 1, "three": 1}}, "the box of Pier 18: table 'card', row 3, field 'goal', field 'op': expected one of: >=, <=; got '<'"),
        ({"goal": {"metric": "poets", "op": "<=", "two": 1}}, "the box of Pier 18: table 'card', row 3, field 'goal', field 'three' is missing"),
        ({"left": 7}, "the box of Pier 18: table 'card', row 3, field 'left': expected a text, got 7"),
    ],
)  # fmt: skip
def test_an_impossible_card_is_refused(change: dict[str, Any], sentence: str) -> None:
    assert problems(box_with(C03=change)) == (sentence,)


def test_every_problem_is_reported() -> None:
    found = problems(box_with(C01={"left": "?"}, C09={"patron": "X", "date": "13-01"}))
    assert [sentence.split(":")[0] for sentence in found] == [
        "table 'card', row 1, field 'left'",
        "table 'card', row 9, field 'patron'",
        "table 'card', row 9, field 'date'",
    ]


def test_a_box_has_eighteen_cards() -> None:
    contents = copy.deepcopy(GAME.contents)
    del contents["card"][5]
    assert problems(contents) == ("table 'card': expected 18 rows, got 17",)


def test_29_february_is_a_day() -> None:
    assert GAME.open_box(box=box_with(C03={"date": "02-29"})).printed.date[2] == 60


def test_points_come_from_the_box() -> None:
    contents = box_with()
    contents["points"] = {"poets_per_point": 1, "lovers": 3, "patron": 2, "goal": 7}
    players = [{"pier": pier("C06"), "plan": "C02", "patrons": ["C01"]}, {"pier": pier("C07"), "plan": "C03"}]
    data = {"game": "pier-18", "box": contents, "position": {"players": players, "phase": "plan"}}
    match = tw.position("pier-18", data)
    match.play(0, "lay over 0")  # PP..S.P. and L..L..L.
    assert [line.points for line in match.sheet()[0].lines] == [0, 3, 9, 0, 2, 7]


def test_the_option_is_described() -> None:
    assert GAME.open_box().options == {"allow_rotation": False}
    assert "option.allow_rotation" in GAME.texts()
    with pytest.raises(tw.BadCall, match="allow_rotation"):
        tw.new("pier-18", options={"allow_rotation": "sometimes"})


def position(**fields: Any) -> dict[str, Any]:
    given = {"players": [{"pier": pier("C07"), "plan": "C01"}, {"pier": pier("C06"), "plan": "C02"}]}
    return {"game": "pier-18", "position": given | fields}


def players(**first: Any) -> dict[str, Any]:
    return {"players": [{"pier": pier("C07"), "plan": "C01"} | first, {"pier": pier("C06"), "plan": "C02"}]}


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (players(plan="C99"), "player 1, field 'plan': expected one of: C01, C02, C03, C04, C05, C06, C07, C08, C09, C10, C11, C12, C13, C14, C15, C16, C17, C18, got 'C99'"),
        (players(plan="C06"), "player 2, field 'pier', row 1: card C06 also lies in player 1, field 'plan'; expected every card once"),
        (players(pier=pier("C07/1")), "player 1, field 'pier', row 1: expected a foundation that lies upright and covers nothing"),
        (players(left="...."), "player 1, field 'left': expected 'L...', what the pier shows, got '....'"),
        (players(third="C02"), "player 1, field 'third': expected a card that nobody else kept or gave back, got 'C02'"),
        (players(hand=["C03", "C04", "C05"]), "player 1: expected 'hand', 'chosen' or 'choice' only when the phase is 'choose'"),
        (players(patrons=["C03"]), "there are more patrons than the 0 rounds completed"),
        ({"turn": 2}, "field 'turn': expected a seat from 0 to 1, got 2"),
        ({"start": 2}, "field 'start': expected a seat from 0 to 1, got 2"),
        ({"offer": ["C03", "C04"]}, "field 'offer': expected 3 cards that can still be taken"),
        ({"offer": ["C03", "C04", "C03"]}, "field 'offer': card C03 also lies in field 'offer'; expected every card once"),
        ({"offer": ["C03", "C04", "C05", "C08"]}, "field 'offer': expected 3 cards that can still be taken"),
        ({"offer": ["C03", "C04", None], "turn": 0}, "field 'offer': expected 3 cards that can still be taken"),
        ({"deck": {"left": 3}}, "field 'deck.left': expected 11, the cards that lie nowhere else, got 3"),
        ({"deck": {"left": 11, "cards": ["C03"]}}, "field 'deck.cards': expected 11 cards, top first, got 1"),
        ({"phase": "plan", "turn": 1}, "field 'turn': expected only when the phase is 'take'"),
        ({"phase": "plan", "over": True}, "field 'over': expected false, because there is a plan to lay"),
        ({"over": True}, "field 'over': expected false, because there is a plan to lay"),
        ({"phase": "choose"}, "player 1: expected no plan, pier, patrons or third card when the phase is 'choose'"),
        ({"phase": "choose", "players": [{"chosen": True}, {"chosen": True}]}, "field 'chosen': expected a player who has not chosen yet when the phase is 'choose'"),
        ({"phase": "choose", "players": [{"chosen": True, "choice": {"plan": "C01", "foundation": "C02"}}, {}]}, "player 1, field 'choice': expected two cards of the hand of a player who has chosen"),
        ({"phase": "choose", "players": [{"hand": ["C01", "C02", "C03"], "choice": {"plan": "C01", "foundation": "C02"}}, {}]}, "player 1, field 'choice': expected two cards of the hand of a player who has chosen"),
        ({"phase": "choose", "players": [{"hand": ["C01", "C02", "C03"], "chosen": True, "choice": {"plan": "C01", "foundation": "C04"}}, {}]}, "player 1, field 'choice': expected two cards of the hand of a player who has chosen"),
        ({"round": 1, **players(pier=pier("C07 C08 C09"))}, "there are more cards in a pier than round 1 allows"),
        (players(pier=pier("C07 C08 C09 C10 C11 C12")), "field 'round': expected 1 to 4 with 2 players, got 6"),
        ({"phase": "plan", **players(pier=pier("C07 C08 C09 C10 C11 C12"))}, "player 1, field 'pier': expected at most 5 cards and then the plan"),
        ({"phase": "plan", "players": [{"patrons": ["C03", "C04", "C05", "C08"]}, {"patrons": ["C09"]}]}, "there are more patrons than the 4 rounds of the game"),
        ({"players": [{}]}, "the position of Pier 18: field 'players': expected a list of 2 to 3 entries, got 1 entry"),
        (players(pier=[{"card": "C07"}, {"card": "C08", "overlap": 4}]), "the position of Pier 18: player 1, field 'pier', row 2, field 'overlap': expected a whole number from 0 to 3, got 4"),
    ],
)  # fmt: skip
def test_an_impossible_position_is_refused(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(tw.BadPosition) as problem:
        tw.position("pier-18", position(**fields))
    assert str(problem.value) == sentence


def test_a_position_may_leave_out_what_is_dealt() -> None:
    match = tw.position("pier-18", {"game": "pier-18", "position": {"players": [{}, {}, {}]}}, seed=2)
    view = match.view()
    assert all(player["plan"] and len(player["pier"]) == 1 for player in view["players"])
    assert None not in view["offer"]
    while not match.over:
        match.play(match.pending[0], match.moves(match.pending[0])[0])
    assert match.ply == 12
    choosing = tw.position("pier-18", {"game": "pier-18", "position": {"players": [{}, {}], "phase": "choose"}}, seed=2)
    assert choosing.pending == (0, 1)


def test_a_plan_left_out_is_never_a_card_that_was_given_back() -> None:
    for seed in range(40):
        first = {"third": "C03", "pier": pier("C07"), "plan": "C01"}
        match = tw.position("pier-18", position(players=[first, {"third": "C04"}]), seed=seed)
        second = match.view()["players"][1]
        assert not {"C03", "C04"} & {second["plan"], second["pier"][0]["card"]}


def test_a_late_round_without_its_history_is_played_to_the_end() -> None:
    fields = {"round": 4, "offer": ["C03", "C04", "C05"]}
    match = tw.position("pier-18", position(**fields), seed=2)
    while not match.over:
        match.play(match.pending[0], match.moves(match.pending[0])[0])
    assert match.ply == 4


def test_a_card_of_a_custom_box_keeps_its_name() -> None:
    contents = copy.deepcopy(load("pier-18").contents)
    for n, row in enumerate(contents["card"], 1):
        row["name"] = f"Molo di casa {n}"
    match = tw.new("pier-18", 2, seed=1, box=contents)
    assert all(re.search(r"Tieni Molo di casa \d+ come progetto", move.text) for move in match.moves(0, "it"))
