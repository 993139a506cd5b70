"""Positions: those that occur in play load again, and impossible ones are refused."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import townwright as tw

from .audit import RANDOM_SCORING
from .table import NAME, placing, player, row, table, tiles

SECRETS = ("stacks", "markers", "bonus")


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, RANDOM_SCORING], ids=["base", "expert"])
def test_every_position_of_a_game_round_trips(seats: int, options: dict[str, Any]) -> None:
    rng = random.Random(seats)
    match = tw.new(NAME, seats=seats, seed=seats, options=options)
    while True:
        again = tw.position(NAME, json.dumps(match.to_json()))
        assert again.state == match.state
        assert again.to_json() == match.to_json()
        if match.over:
            return
        seat = rng.choice(match.pending)
        match.play(seat, rng.choice(match.codes(seat)))


def test_a_view_is_a_position_that_shows_the_same_view() -> None:
    rng = random.Random(3)
    match = tw.new(NAME, seats=3, seed=11, options={"gate_scoring": "random"})
    for _ in range(60):
        viewer = rng.choice([0, 1, 2])
        data = {"game": NAME, "options": match.box.options, "position": match.view(viewer)}
        guess = tw.position(NAME, data, seed=rng.randrange(99))
        assert guess.view(viewer) == match.view(viewer)
        assert guess.codes(viewer) == match.codes(viewer)
        seat = rng.choice(match.pending)
        match.play(seat, rng.choice(match.codes(seat)))


def test_a_view_does_not_contain_anything_hidden() -> None:
    match = tw.new(NAME, seats=4, seed=2)
    for viewer in (0, 3, None):
        view = match.view(viewer)
        assert all(stack["tiles"] is None for stack in view["stacks"].values())
        assert all(stack["tiles"] is None for stack in view["bonus"])
        assert view["markers"]["coming"] is None
        assert all(stack["top"] for stack in view["stacks"].values())


def test_an_empty_position_is_the_first_round() -> None:
    match = table(player(), player())
    view = match.view()
    assert (view["round"], view["decision"], match.pending) == (1, "choose", (0, 1))
    assert view["supply"] == {"1": 16, "2": 14, "3": 12, "4": 10}


def bad(*players: dict[str, Any], options: dict[str, Any] | None = None, **more: Any) -> str:
    with pytest.raises(tw.BadPosition) as error:
        table(*(players or (player(), player())), options=options, **more)
    return str(error.value)


def turns(*cards: tuple[int, int, int | None], plus: int = 0) -> list[dict[str, Any]]:
    """Turns as seat, card and value; `plus` raises the last one."""
    order = [{"seat": seat, "card": card, "value": value} for seat, card, value in cards]
    order[-1]["plus"] = plus
    return order


ORDER = "field 'order': expected higher cards first, equal ones in the order of the chapel track"
LAID = "field 'order': expected the value of every card but those taken back at the end of a turn"
BAD = [
    ({"players": [player("10 20"), player()]}, "player 1, field 'bridge', slot 2: expected less than 10, got '20'"),
    ({"players": [player("61"), player()]}, "expected a building such as '32' or 'G-blue', got '61'"),
    ({"players": [player("20"), player("20")]}, "building '20' lies in more places than the box has copies"),
    ({"players": [player(" ".join(["G-blue"] * 4)), player()]}, "building 'G-blue' lies in more places"),
    ({"players": [player(row(5, 0)), player()], "round": 2}, "expected no more buildings than turns taken by round 2"),
    ({"players": [player(powers={"blue": 1}), player()]}, "player 1, field 'powers': expected"),
    ({"players": [player(chapel=16), player()]}, "player 1, field 'chapel': expected a space up to 15, got 16"),
    ({"players": [player(money=5, income={"start": 3}), player()]}, "expected entries that sum to the money, 5"),
    ({"players": [player(income={"centre": -4}), player()]}, "expected entries that sum to the money, -4"),
    ({"players": [player(hand={"0": 3}), player()]}, "player 1, field 'hand': expected 2 cards of value 0, got 3"),
    ({"players": [player(hand={"4": 11}), player()]}, "there are 11 cards of value 4; expected at most 10"),
    ({"players": [player(hand={"0": 0}), player()]}, "player 1, field 'hand': expected 2 cards of value 0, got 0"),
    ({"players": [player(chosen=[4, 4]), player()]}, "player 1, field 'chosen': expected 2 cards of the hand"),
    (
        {"players": [player(chosen=[0, 0]), player()], "pending": [0, 1]},
        "expected nothing unless the player has chosen",
    ),
    ({"players": [player(tiles=tiles(X=3)), player()]}, "there are 3 X tiles in this position; expected at most 2"),
    ({"supply": {"1": 17}}, "there are 17 cards of value 1; expected at most 16"),
    ({"supply": {"0": 1}}, "field 'supply': expected no card of value 0"),
    ({"round": 7}, "field 'round': expected 1 to 6, got 7"),
    ({"pending": [2]}, "field 'pending': expected a seat from 0 to 1, got 2"),
    ({"pending": []}, "field 'pending': expected the seat that must act"),
    ({"pending": [0], "over": True}, "field 'pending': expected nobody once the game is over"),
    ({"decision": "place", "pending": [0, 1]}, "several only for decision 'choose'"),
    ({"decision": "place", "over": True}, "field 'decision': expected 'choose' once the game is over"),
    ({"decision": "replace"}, "field 'taken': expected a building exactly when the decision is 'replace'"),
    ({"decision": "inn"}, "field 'due': expected a number above 0 exactly when the decision is 'inn' or 'bonus'"),
    (
        {"decision": "replace", "taken": "20"},
        "field 'taken': expected a number that cannot be added at the end of the bridge of player 1",
    ),
    (
        {"players": [player("57 49 20"), player()], "decision": "inn", "due": 3, "supply": {"4": 1}},
        "field 'due': expected the total of cards that an inn of player 1 brings, got 3",
    ),
    ({"order": [{"seat": 0, "value": 1}]}, "expected no turns before the cards are revealed"),
    ({"decision": "place", "order": [{"seat": 0, "value": 1}]}, "expected one turn for each of the 4 cards laid"),
    ({"decision": "place", "turn": 3}, "field 'turn': expected the turn of the seat that must act"),
    ({"decision": "place", "placed": True}, "field 'placed': expected false for the decision 'place'"),
    ({"decision": "plus", "turn": 1}, "field 'turn': expected 0 before the first turn"),
    ({"chapel_order": [1, 1]}, "field 'chapel_order': expected every seat once, front first"),
    ({"gate_order": [0]}, "field 'gate_order': expected every seat once, front first"),
    (
        {"players": [player(), player(chapel=2)], "chapel_order": [0, 1]},
        "field 'chapel_order': expected every seat once",
    ),
    ({"stacks": {"inn": {"top": "32"}}}, "stack 'inn': expected buildings of this type, got '32'"),
    ({"stacks": {"inn": {"tiles": ["20"], "left": 2}}}, "stack 'inn', field 'left': expected 1 to 1, got 2"),
    ({"stacks": {"inn": {"tiles": ["20"], "top": "22"}}}, "stack 'inn', field 'top': expected the first of 'tiles'"),
    ({"removed": [20, 20]}, "field 'removed': expected each number once, got 20 twice"),
    ({"markers": {"turned": []}}, "field 'markers.turned': expected 1, one for each round, got 0"),
    ({"markers": {"turned": [1], "coming": [1]}}, "field 'markers': expected 5 markers to come"),
    ({"markers": {"turned": [4]}}, "field 'markers': expected at most 0 markers of value 4"),
    ({"bonus": [{"tiles": ["X"]}, {}, {}]}, "bonus stack 1: expected at most 0 X tiles, got 1"),
    ({"bonus": [{"left": 3}, {}, {}]}, "bonus stack 1, field 'left': expected 8, the tiles it holds, got 3"),
    ({"bonus": [{"top": "X"}, {}, {}]}, "bonus stack 1, field 'top': expected one of its tiles, got 'X'"),
    ({"bonus": [{}, {}]}, "expected"),
    ({"scoring": ["C1", "printed", "printed", "printed"]}, "field 'scoring', entry 1: expected C0 by the options"),
    ({"wheel": {"inn": 3}}, "field 'wheel': expected"),
    (
        {"lowest": {"number": 3, "seat": 0}},
        "field 'lowest': expected no number of player 1, who has not built in this round",
    ),
    ({"decision": "lady"}, "field 'decision': expected a LADY tile of player 1 and a card of value 2 in the supply"),
    (
        {"players": [player(tiles=tiles(LADY=1)), player()], "decision": "lady", "supply": {"1": 4}},
        "field 'decision': expected a LADY tile of player 1 and a card of value 2 in the supply",
    ),
    ({"decision": "plus"}, "field 'decision': expected a PLUS tile of player 1, who is asked for one"),
    ({"decision": "place", "order": turns((0, 1, 1), (0, 2, 0), (1, 1, 4), (1, 2, 0))}, ORDER),
    ({"decision": "place", "order": turns((0, 1, 3), (1, 1, 3), (0, 2, 3), (1, 2, 3))}, ORDER),
    ({"decision": "place", "order": turns((0, 2, 3), (0, 1, 3), (1, 1, 1), (1, 2, 1))}, ORDER),
    (
        {"decision": "place", "order": turns((0, 1, 3), (0, 2, 2), (1, 1, 2), (1, 2, 1)), "chapel_order": [1, 0]},
        ORDER,
    ),
    (
        {"players": [player(tiles=tiles(PLUS=1)), player()], "decision": "plus", "chapel_order": [1, 0]}
        | {"order": turns((0, 1, 0), (0, 2, 0), (1, 1, 0), (1, 2, 0))},
        ORDER,
    ),
    (
        {"decision": "place", "order": turns((0, 1, 3), (0, 2, 2), (1, 1, 1), (1, 2, 0), plus=1)},
        "field 'order': expected 'plus' of 1 for each PLUS tile in 'used'",
    ),
    (
        {"players": [player(tiles=tiles(PLUS=1)), player()], "decision": "plus", "used": {"PLUS": 1}}
        | {"order": turns((0, 1, 3), (0, 2, 2), (1, 1, 1), (1, 2, 0), plus=1)},
        "field 'order': expected no 'plus' of players who come after player 1",
    ),
    (
        {"players": [player(tiles=tiles(CH2=1)), player()], "decision": "after"}
        | {"order": turns((0, 1, None), (0, 2, 2), (1, 1, 1), (1, 2, 1))},
        "field 'order': expected the value of a card unless a REC tile in 'used' took it back",
    ),
    (
        {"decision": "place", "order": turns((0, 1, 3), (0, 2, 2), (1, 1, None), (1, 2, 1))},
        LAID,
    ),
    ({"decision": "place", "order": turns((0, 1, None), (0, 2, 2), (1, 1, 1), (1, 2, 1)), "used": {"REC": 1}}, LAID),
    (
        {"decision": "place", "used": {"PLUS": 1}}
        | {"order": [*turns((0, 1, 3), (0, 2, 2), (1, 2, 1), plus=1), *turns((1, 1, 1))]},
        "field 'order': expected player 2 to raise card 1 first, for both cards are equal",
    ),
    (
        {"decision": "place", "chapel_order": [1, 0]} | {"order": turns((0, 1, 3), (1, 1, 3), (1, 2, 2), (0, 2, 1))},
        ORDER,
    ),
    (
        {"players": [player(fresh=tiles(X=1)), player()]},
        "player 1, field 'fresh': expected no new tile before the player's turn of this round",
    ),
    (
        {"players": [player(), player(fresh=tiles(X=1))], "decision": "place"},
        "player 2, field 'fresh': expected no new tile before the player's turn of this round",
    ),
    (
        {"players": [player(), player(pawn="inn")], "decision": "place", "turn": 1}
        | {"order": turns((0, 1, 3), (0, 2, 2), (1, 1, 1), (1, 2, 1))},
        "player 2, field 'pawn': expected no pawn of a player who has not placed it yet",
    ),
    (
        {"players": [player(pawn="inn"), player(pawn="inn")], "decision": "place"},
        "field 'pawn': expected two pawns on one space only with an OCC tile in 'used'",
    ),
    (
        {"players": [player("57 49 20"), player()], "decision": "inn", "due": 4},
        "field 'due': expected the total of cards that an inn of player 1 brings, got 4",
    ),
    (
        {"players": [player("57 49 20"), player()], "decision": "inn", "due": 2},
        "field 'due': expected the total of cards that an inn of player 1 brings, got 2",
    ),
    (
        {"players": [player("57 30", gate=7), player()], "decision": "bonus", "due": 2},
        "field 'due': expected at most 1, the bonus spaces that player 1 has just passed, got 2",
    ),
    (
        {"players": [player("57 30", gate=8), player()], "decision": "bonus", "due": 1},
        "field 'due': expected at most 0, the bonus spaces that player 1 has just passed, got 1",
    ),
    (
        {"players": [player("57", gate=7), player()], "decision": "bonus", "due": 1, "placed": False, "round": 2},
        "field 'decision': expected a gate on the bridge of player 1, or a GT2 tile in 'used', for 'bonus'",
    ),
    (
        {"players": [player(gate=6), player()], "decision": "bonus", "due": 1},
        "field 'decision': expected a gate on the bridge of player 1, or a GT2 tile in 'used', for 'bonus'",
    ),
    (
        {"players": [player("57", gate=6), player()], "decision": "bonus", "due": 1, "bonus": [{"tiles": []}] * 3},
        "field 'decision': expected a bonus tile in one of the stacks for 'bonus'",
    ),
    (
        {"players": [player("40 30"), player()], "decision": "replace", "taken": "28"},
        "field 'taken': expected a number that cannot be added at the end of the bridge of player 1",
    ),
    (
        {"players": [player(chapel=15, tiles=tiles(CH2=1, REC=1)), player()], "decision": "after"},
        "field 'decision': expected a bonus tile that player 1 can use at the end of the turn",
    ),
    (
        {"decision": "place", "lowest": {"number": 3, "seat": 0}},
        "field 'lowest': expected a number on the bridge of player 1, got 3",
    ),
    (
        {"players": [player(), player("3")], "decision": "place", "lowest": {"number": 3, "seat": 1}, "round": 2},
        "field 'lowest': expected no number of player 2, who has not built in this round",
    ),
    ({"players": [player()] * 5}, "expected"),
    ({"players": [player(money=10**9), player()]}, "expected"),
    ({"offset": 6}, "expected"),
    ({"ghost": 1}, "ghost"),
]


@pytest.mark.parametrize(("position", "sentence"), BAD, ids=[f"{n}" for n in range(len(BAD))])
def test_an_impossible_position_is_refused_in_one_sentence(position: dict[str, Any], sentence: str) -> None:
    players = position.get("players", [player(), player()])
    more = {name: value for name, value in position.items() if name != "players"}
    assert sentence in bad(*players, **more)


@pytest.mark.parametrize("pending", [0, 1, 2])
@pytest.mark.parametrize("chapel_order", [[0, 1, 2], [1, 2, 0], [2, 1, 0]])
def test_a_position_without_turns_gets_a_possible_order(pending: int, chapel_order: list[int]) -> None:
    """The order has the lowest cards that let this player act first; the position loads again."""
    match = table(player(), player(), player(), decision="place", pending=[pending], chapel_order=chapel_order)
    order = match.view()["order"]
    assert order[0]["seat"] == pending
    assert [turn["value"] for turn in order] == sorted((turn["value"] for turn in order), reverse=True)
    assert (order[0]["value"] == 0) == ([turn["seat"] for turn in order] == chapel_order)
    assert tw.position(NAME, match.to_json()).state == match.state


def test_a_position_between_a_gate_tile_and_the_placement_is_loaded() -> None:
    """The gate tile has earned a bonus tile, and the pawn is not placed yet."""
    match = placing(player(gate=1, tiles=tiles(GT2=1)))
    match.play(0, "gt2")
    assert (match.view()["decision"], match.view()["placed"]) == ("bonus", False)
    again = tw.position(NAME, json.dumps(match.to_json()))
    assert again.state == match.state
    again.play(0, "take 1")
    assert again.view()["decision"] == "place"


FORCED = {
    "replace 1": {"players": [player("40 30"), player(), player()], "decision": "replace", "taken": "58"},
    "inn 1": {"players": [player("20"), player(), player()], "decision": "inn", "due": 1},
    "take 3": {"players": [player("57", gate=3), player(), player()], "decision": "bonus", "due": 1}
    | {"bonus": [{"tiles": []}, {"tiles": []}, {"tiles": ["REC"]}]},
    "pass": {"players": [player(money=0), player(), player()], "decision": "place"}
    | {"stacks": {kind: {"left": 0} for kind in ("gate", "inn", "emporium", "guild", "garden")}},
    "card 0": {"players": [player(), player(), player()]},
}


@pytest.mark.parametrize("words", list(FORCED))
def test_a_position_with_a_forced_move_offers_it(words: str) -> None:
    position = FORCED[words]
    match = table(*position["players"], **{name: value for name, value in position.items() if name != "players"})
    assert [move.words for move in match.moves(0)] == [words]
    assert tw.position(NAME, match.to_json()).state == match.state
    match.play(0, words)


def test_printed_scorings_may_be_called_printed() -> None:
    match = table(player(), player(), scoring=["printed", "G0", "printed", "B0"])
    assert match.view()["scoring"] == ["C0", "G0", "I0", "B0"]


def test_a_random_scoring_that_a_position_leaves_out_is_drawn() -> None:
    drawn = {
        tuple(
            tw.position(
                NAME,
                {"game": NAME, "options": RANDOM_SCORING, "position": {"players": [player(), player()]}},
                seed=seed,
            ).view()["scoring"]
        )
        for seed in range(12)
    }
    assert len(drawn) > 6
    assert all(not code.endswith("0") for codes in drawn for code in codes)


def test_damaged_positions_are_refused_in_one_sentence() -> None:
    """A real position with any value replaced by nonsense gives a BadPosition or a playable match."""
    rng = random.Random(5)
    match = tw.new(NAME, seats=3, seed=4)
    sentences = []
    for _ in range(70):
        seat = rng.choice(match.pending)
        match.play(seat, rng.choice(match.codes(seat)))
        data = match.to_json()
        spots: list[tuple[Any, Any]] = []

        def walk(node: Any, spots: list[tuple[Any, Any]] = spots) -> None:
            for key in node if isinstance(node, dict) else range(len(node)):
                spots.append((node, key))
                if isinstance(node[key], dict | list):
                    walk(node[key])

        walk(data["position"])
        node, key = rng.choice(spots)
        node[key] = rng.choice([None, -1, 0, 1, 7, 99, 10**12, "X", "G-blue", [], {}, [0], True])
        try:
            other = tw.position(NAME, data, seed=1)
        except tw.TownwrightError as error:
            sentences.append(str(error))
            continue
        for _ in range(300):
            if other.over:
                break
            seat = rng.choice(other.pending)
            other.play(seat, rng.choice(other.codes(seat)))
    assert len(sentences) > 20
    assert not any("\n" in sentence for sentence in sentences)
