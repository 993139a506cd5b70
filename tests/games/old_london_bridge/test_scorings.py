"""Scorings: printed and expert, in the rounds and at the end."""

from __future__ import annotations

import pytest

from .table import build, finals, lines, placing, player, row, seen, table, tiles, totals


@pytest.mark.parametrize(("ties", "leader"), [("stack", 2), ("chapel", 1)])
def test_R20_the_front_of_the_gate_track_in_every_round(ties: str, leader: int) -> None:
    match = build(
        "G-blue",
        player(),
        player(gate=4, pawn="gate"),
        player(gate=4, pawn="guild"),
        gate_order=[2, 1, 0],
        chapel_order=[0, 1, 2],
        options={"gate_scoring": "G2", "gate_ties": ties},
    )
    assert match.view()["round"] == 2
    assert [seen(match, p)["income"].get("gate_rounds", 0) for p in range(3)] == [int(p == leader) for p in range(3)]


def test_R21_nobody_leads_a_track_until_a_marker_has_moved() -> None:
    options = {"chapel_scoring": "C2", "gate_scoring": "G2"}
    still = build("G-blue", player(), player(pawn="gate"), player(pawn="guild"), options=options)
    assert all("chapel_rounds" not in seen(still, p)["income"] for p in range(3))
    assert all("gate_rounds" not in seen(still, p)["income"] for p in range(3))
    moved = build("G-blue", player(), player(pawn="gate", chapel=1), player(pawn="guild"), options=options)
    assert seen(moved, 1)["income"]["chapel_rounds"] == 1


def test_R21_rankings_need_at_least_one() -> None:
    options = {"chapel_scoring": "C1", "gate_scoring": "G1", "inn_scoring": "I1"}
    match = finals(player("58 57 56"), player("60"), player("53 51"), options=options)
    assert [[lines(match, p)[name] for name in ("chapel", "gate", "inn")] for p in range(3)] == [
        [5, 5, 5],
        [0, 0, 0],
        [3, 3, 0],
    ]


def test_R21_the_highest_card_is_paid_even_if_it_is_a_zero() -> None:
    hand = {"0": 1, "1": 1}
    match = table(*(player(hand=hand) for _ in range(3)), chapel_order=[2, 0, 1], options={"inn_scoring": "I2"})
    for seat in range(3):
        match.play(seat, "card 0")
    assert [seen(match, p)["income"].get("inn_rounds", 0) for p in range(3)] == [0, 0, 2]


def test_R12_the_highest_card_is_paid_before_plus_tiles() -> None:
    hands = [{"0": 1, "3": 1}, {"0": 1, "3": 1}, {"0": 1, "1": 1}]
    players = [player(hand=hand) for hand in hands]
    players[1]["tiles"] = tiles(PLUS=1)
    match = table(*players, chapel_order=[0, 1, 2], options={"inn_scoring": "I2"})
    for seat, card in enumerate((3, 3, 1)):
        match.play(seat, f"card {card}")
    match.play(1, "plus 1")
    assert match.pending == (1,)
    assert [seen(match, p)["income"].get("inn_rounds", 0) for p in range(3)] == [2, 0, 0]


@pytest.mark.parametrize(("counts", "money"), [(False, 11), (True, 21)])
def test_R22_the_end_of_the_chapel_track_is_a_coin_only_by_option(counts: bool, money: int) -> None:
    options = {"chapel_scoring": "C4", "c4_counts_end": counts}
    match = finals(player(chapel=15), player(chapel=10), options=options)
    assert [lines(match, p)["chapel"] for p in range(2)] == [money, 6]


def test_R25_an_early_end_comes_at_the_end_of_the_round() -> None:
    stacks = {"guild": {"left": 0}, "garden": {"left": 0}, "emporium": {"left": 1}}
    match = placing(player(), player(), player(), stacks=stacks, offset=0)
    match.play(0, "space emporium")
    assert not match.over
    match.play(1, "space gate")
    while match.pending == (1,):
        match.play(1, match.moves(1)[0])
    match.play(2, "space inn")
    while match.pending == (2,):
        match.play(2, match.moves(2)[0])
    assert match.over


def test_R27_the_penalty_does_not_go_below_zero_and_tiles_come_after() -> None:
    match = finals(player("60", money=4, tiles=tiles(X=2)), player(row(12, 1), chapel=1, gate=1, hand={"0": 2, "1": 1}))
    assert lines(match)["slots"] == -4
    assert totals(match)[0] == 2


def test_ineligible_players_do_not_use_up_a_place() -> None:
    match = finals(player(chapel=0, gate=2), player(chapel=3, gate=0), player(chapel=1, gate=9), player())
    assert [lines(match, p)["chapel"] for p in range(4)] == [0, 5, 3, 0]
    assert [lines(match, p)["gate"] for p in range(4)] == [3, 0, 5, 0]


def test_the_chapel_order_not_the_gate_track_breaks_a_tie_for_most_gates() -> None:
    match = finals(player("57", gate=2), player("53", gate=9), chapel_order=[0, 1], options={"gate_scoring": "G1"})
    assert [lines(match, p)["gate"] for p in range(2)] == [5, 0]


def test_tiles_of_the_last_round_count_at_the_end() -> None:
    fresh = player(fresh=tiles(X=1, REC=1))
    assert lines(finals(fresh, player()))["tiles"] == 2
    assert lines(finals(fresh, player(), options={"gate_scoring": "G4"}))["gate"] == 4


def test_B3_counts_numbers_up_to_thirty() -> None:
    match = finals(player("31 30 29 G-blue 1"), player(), options={"bridge_scoring": "B3"})
    assert lines(match)["bridge"] == 6


def test_G4_replaces_the_worth_of_tiles() -> None:
    players = [player(tiles=tiles(**dict.fromkeys(kinds, 1))) for kinds in (["X"], ["OCC", "REC"], [])]
    players.append(player(tiles=tiles(CH2=4, GT2=1)))
    match = finals(*players, options={"gate_scoring": "G4"})
    assert [(lines(match, p)["gate"], lines(match, p)["tiles"]) for p in range(4)] == [(1, 0), (4, 0), (0, 0), (16, 0)]


@pytest.mark.parametrize(
    ("spaces", "money"), [(0, 0), (3, 0), (4, 3), (6, 3), (7, 5), (9, 5), (10, 9), (12, 9), (13, 12), (15, 12)]
)
def test_G3_brackets(spaces: int, money: int) -> None:
    match = finals(player(gate=spaces), player(), options={"gate_scoring": "G3"})
    assert lines(match)["gate"] == money


@pytest.mark.parametrize(("cards", "money"), [(2, 0), (3, 4), (4, 4), (5, 7), (7, 7), (8, 11), (12, 11)])
def test_I3_brackets(cards: int, money: int) -> None:
    match = finals(player(hand={"0": 2, "1": cards - 2}), player(), options={"inn_scoring": "I3"})
    assert lines(match)["inn"] == money


def test_two_and_three_players_have_fewer_awards() -> None:
    three = finals(player(chapel=3), player(chapel=2), player(chapel=1))
    assert [lines(three, p)["chapel"] for p in range(3)] == [5, 3, 0]
    two = finals(player(chapel=3), player(chapel=2))
    assert [lines(two, p)["chapel"] for p in range(2)] == [5, 0]


@pytest.mark.parametrize(
    ("spaces", "order", "money"),
    [
        ((7, 3, 0), [0, 1, 2], [7, 3, 0]),  # the last marker is still on its step
        ((4, 0, 0), [0, 2, 1], [4, 0, 0]),  # the steps themselves do not count
        ((9, 5, 5), [0, 2, 1], [4, 0, 0]),  # nor does the order on one space
        ((6, 6, 6), [1, 2, 0], [0, 0, 0]),
        ((0, 0, 0), [0, 1, 2], [0, 0, 0]),
        ((15, 15, 2), [1, 0, 2], [13, 13, 0]),
    ],
)
def test_R22_C3_counts_spaces_only(spaces: tuple[int, ...], order: list[int], money: list[int]) -> None:
    players = [player(chapel=space) for space in spaces]
    match = finals(*players, chapel_order=order, options={"chapel_scoring": "C3"})
    assert [lines(match, p)["chapel"] for p in range(3)] == money


@pytest.mark.parametrize(("gates", "total"), [("printed", 4), ("G4", 1)])
def test_R27_G4_is_an_award_and_comes_before_the_penalty(gates: str, total: int) -> None:
    poor = player(money=0, tiles=tiles(CH2=4))  # printed: nothing to pay with, then 4; G4: 16, then 15 to pay
    rich = player(row(12, 1), chapel=1, gate=1, hand={"0": 2, "1": 1})
    match = finals(poor, rich, options={"gate_scoring": gates})
    assert totals(match)[0] == total


def test_two_players_the_highest_of_the_four_cards_is_paid_once() -> None:
    hands = [{"0": 2, "1": 1, "4": 1}, {"0": 2, "2": 1, "3": 1}]
    match = table(*(player(hand=hand) for hand in hands), chapel_order=[1, 0], options={"inn_scoring": "I2"})
    match.play(0, "cards 4 1")
    match.play(1, "cards 3 2")
    assert [seen(match, p)["income"].get("inn_rounds", 0) for p in range(2)] == [2, 0]


def test_two_players_a_tie_for_the_highest_card_goes_to_the_front_and_plus_tiles_do_not_count() -> None:
    players = [player(hand={"0": 2, "3": 2}, tiles=tiles(PLUS=1)), player(hand={"0": 2, "3": 1})]
    match = table(*players, chapel_order=[1, 0], options={"inn_scoring": "I2"})
    match.play(0, "cards 3 3")
    match.play(1, "cards 3 0")
    match.play(0, "plus 1")
    assert [turn["seat"] for turn in match.view()["order"]] == [0, 1, 0, 1]
    assert [seen(match, p)["income"].get("inn_rounds", 0) for p in range(2)] == [0, 2]


def test_R29_two_players_the_lowest_of_the_four_numbers_is_paid() -> None:
    """Even one that the second turn of the same player has replaced."""
    cards = ((0, 1, 4), (1, 1, 3), (0, 2, 2), (1, 2, 1))
    match = table(
        player(),
        player(),
        decision="place",
        pending=[0],
        order=[{"seat": seat, "card": card, "value": value} for seat, card, value in cards],
        stacks={"guild": {"tiles": ["10", "52"]}, "garden": {"left": 12}, "emporium": {"tiles": ["21", "9"]}},
        options={"bridge_scoring": "B2"},
        offset=0,
    )
    match.play(0, "space guild")
    match.play(1, "space emporium")
    assert match.view()["lowest"] == {"number": 10, "seat": 0}
    match.play(0, "centre guild")  # 52 replaces 10
    assert seen(match)["bridge"] == ["52"]
    assert match.view()["lowest"] == {"number": 10, "seat": 0}
    match.play(1, "space garden")
    assert match.view()["round"] == 2
    assert [seen(match, p)["income"].get("bridge_rounds", 0) for p in range(2)] == [2, 0]
    assert match.view()["lowest"] is None
