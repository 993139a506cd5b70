"""The numbered rulings of the rules page that no worked case covers."""

from __future__ import annotations

from typing import Any

import pytest

import townwright as tw

from .table import NAME, build, placing, player, seen, table, tiles, words


def test_R02_no_voluntary_replacement() -> None:
    match = build("20", player("57 49 32 23"))
    assert seen(match)["bridge"] == ["57", "49", "32", "23", "20"]


def test_R01_a_single_replacement_is_played_by_the_rules() -> None:
    match = build("58", player("40 30"))
    assert seen(match)["bridge"] == ["58", "30"]
    assert match.view()["removed"] == [40]


def test_R04_the_next_building_is_visible_and_may_be_taken_by_a_later_player() -> None:
    match = placing(player(), stacks={"guild": {"tiles": ["59", "52", "2"]}})
    match.play(0, "space guild")
    assert match.view()["stacks"]["guild"] == {"left": 2, "top": "52", "tiles": None}
    match.play(1, "centre guild")
    assert seen(match, 1)["bridge"] == ["52"]


def test_R05_an_empty_stack_is_out_of_reach_even_with_tiles() -> None:
    match = placing(player(tiles=tiles(X=1, OCC=1, FREE=1)), stacks={"chapel": {"left": 0}})
    for move in ("space chapel", "centre chapel", "free chapel"):
        assert match.why_not(0, move) == "That stack is empty."


def test_a_garden_is_appended_anywhere_and_never_replaced() -> None:
    match = build("G-grey", player("G-blue 1 G-blue"))
    assert seen(match)["bridge"][-1] == "G-grey"
    replacing = build("60", player("50 G-blue 40 30"))
    assert replacing.why_not(0, "replace 2") == "A garden is never replaced."
    assert words(replacing) == {"replace 1", "replace 3"}


def test_R06_coins_of_a_chapel_tile_pay_for_the_centre() -> None:
    match = placing(player(money=1, tiles=tiles(CH2=1)))
    assert match.why_not(0, "centre inn") == "The centre costs £2; you have £1."
    match.play(0, "ch2")
    assert seen(match)["income"]["coins"] == 1
    match.play(0, "centre inn")
    assert seen(match)["money"] == 0


def test_R08_tiles_are_spent_only_where_they_are_needed() -> None:
    match = placing(player(money=5, tiles=tiles(OCC=1, X=1, FREE=1)))
    match.play(0, "space gate")
    assert seen(match)["tiles"] == {"OCC": 1, "X": 1, "FREE": 1}
    paying = placing(player(money=5, tiles=tiles(OCC=1, X=1, FREE=1)))
    paying.play(0, "centre gate")
    assert seen(paying)["tiles"] == {"OCC": 1, "X": 1, "FREE": 1}
    assert seen(paying)["money"] == 3


def test_R08_an_occupied_x_space_needs_both_tiles() -> None:
    others = (player(pawn="chapel"), player())
    both = placing(player(tiles=tiles(OCC=1, X=1)), *others)
    both.play(0, "space chapel")
    assert seen(both)["tiles"] == {}
    assert "wheel" not in seen(both)["income"]
    assert (
        placing(player(tiles=tiles(OCC=1)), *others).why_not(0, "space chapel") == "The wheel shows an X at that stack."
    )
    assert placing(player(tiles=tiles(X=1)), *others).why_not(0, "space chapel") == "Another pawn stands on that space."


def test_R08_an_occupied_centre_still_costs_money_unless_free() -> None:
    others = (player(pawn="centre"), player())
    assert placing(player(money=5), *others).why_not(0, "centre gate") == "Another pawn stands on that space."
    paying = placing(player(money=5, tiles=tiles(OCC=1)), *others)
    paying.play(0, "centre gate")
    assert (seen(paying)["money"], seen(paying)["tiles"]) == (3, {})
    poor = placing(player(money=1, tiles=tiles(OCC=1, FREE=1)), *others)
    assert poor.why_not(0, "centre gate") == "The centre costs £2; you have £1."
    poor.play(0, "free gate")
    assert (seen(poor)["money"], seen(poor)["tiles"]) == (1, {})


def two_player_second_turn(**mine: Any):
    cards = ((0, 1, 3), (1, 1, 2), (0, 2, 1), (1, 2, 0))
    order = [{"seat": seat, "card": card, "value": value} for seat, card, value in cards]
    return table(
        player("G-blue", **mine),
        player("G-grey", pawn="guild"),
        decision="place",
        pending=[0],
        order=order,
        turn=3,
        offset=0,
    )


def test_R09_the_second_turn_moves_the_pawn_to_another_space() -> None:
    match = two_player_second_turn(pawn="gate", tiles=tiles(OCC=1))
    own = "Your pawn stands there already: it must move to another space."
    assert match.why_not(0, "space gate") == own
    assert match.why_not(0, "space guild") is None  # the other pawn, with the tile
    match.play(0, "space inn")
    assert match.why_not(1, "space gate") is None  # the space is free at once
    centre = two_player_second_turn(pawn="centre", money=9, tiles=tiles(OCC=1, FREE=1))
    assert centre.why_not(0, "centre gate") == centre.why_not(0, "free gate") == own
    assert centre.why_not(0, "space gate") is None


def test_a_pawn_blocks_the_space_and_the_centre() -> None:
    match = placing(player(money=9), player(pawn="gate"), player(pawn="centre"))
    assert match.why_not(0, "space gate") == "Another pawn stands on that space."
    assert match.why_not(0, "centre gate") == "Another pawn stands on that space."


def test_R14_a_player_with_only_zeros_need_not_choose() -> None:
    match = table(player(), player(hand={"0": 1, "1": 1}), player())
    assert match.pending == (0, 1, 2)
    after = table(
        player(pawn="gate"), player(hand={"0": 1, "1": 1}, pawn="guild"), player(), decision="place", pending=[2]
    )
    after.play(2, "space garden")
    assert after.view()["round"] == 2
    assert after.pending == (1,)


def test_R15_later_moves_on_the_chapel_track_do_not_change_the_order() -> None:
    players = [player(hand={"0": 2, "3": 1, "1": 1}), player(hand={"0": 2, "3": 1, "1": 1}, tiles=tiles(CH2=1))]
    match = table(*players, chapel_order=[0, 1], offset=1)
    for seat in (0, 1):
        match.play(seat, "cards 3 1")
    order = [0, 1, 0, 1]  # equal cards: seat 0 is ahead
    assert [turn["seat"] for turn in match.view()["order"]] == order
    match.play(0, "space guild")
    match.play(1, "ch2")
    match.play(1, "space garden")
    assert match.view()["chapel_order"] == [1, 0]
    assert [turn["seat"] for turn in match.view()["order"]] == order
    assert match.pending == (0,)


def test_R16_an_inn_may_take_the_players_own_card_but_not_those_of_later_players() -> None:
    order = [{"seat": 1, "value": 4}, {"seat": 0, "value": 3}, {"seat": 2, "value": 2}]
    match = table(
        player("57 49"),
        player(),
        player(),
        decision="place",
        pending=[1],
        order=order,
        supply={"4": 1},  # the card of the turn being taken is back already
        stacks={"inn": {"top": "40"}},
        offset=1,
        round=3,
    )
    match.play(1, "space guild")
    match.play(0, "space inn")  # strength 3: the player's own 3 is there, the 2 of seat 2 is not
    assert seen(match)["hand"] == {"0": 1, "3": 1}
    assert match.view()["supply"] == {"2": 1, "4": 1}


def test_R17_an_inn_gives_as_much_as_the_supply_allows() -> None:
    match = build("20", player("57 49 40"), supply={"4": 3})
    assert seen(match)["hand"] == {"0": 1, "4": 1}
    three = build("20", player("57 49"), supply={"4": 3})
    assert seen(three)["hand"] == {"0": 1}  # strength 3, only fours: nothing fits


def test_R26_hands_and_money_are_open_and_choices_are_not() -> None:
    match = tw.new(NAME, seats=3, seed=5)
    match.play(1, "card 3")
    for viewer in (0, 2, None):
        assert match.view(viewer)["players"][1]["chosen"] is None
        assert match.view(viewer)["players"][1]["hand"]["3"] >= 1
        assert match.view(viewer)["pending"] == [0, 2]
    assert match.view(1)["players"][1]["chosen"] == [3]
    match.play(2, "card 1")
    match.undo(1)  # nothing is revealed yet, so a choice can be taken back
    assert match.pending == (1,) or match.pending == (0, 1)
    match.play(1, "card 4")
    match.play(0, "card 1")
    assert {turn["seat"]: turn["value"] for turn in match.view()["order"]} == {1: 4, 0: 1, 2: 1}
    with pytest.raises(tw.CannotUndo):
        match.undo(1)


def test_R19_a_marker_that_arrives_later_is_on_top() -> None:
    match = build("57", player(gate=0), player(gate=1), player(gate=1), gate_order=[2, 1, 0])
    assert match.view()["gate_order"] == [0, 2, 1]


def test_R19_the_first_step_leads_to_space_one_from_every_step() -> None:
    match = build("32", player(), player(), player(), chapel_order=[1, 2, 0])
    assert seen(match)["chapel"] == 1
    assert match.view()["chapel_order"] == [0, 1, 2]


def test_a_marker_at_the_end_earns_no_second_prize() -> None:
    match = build("32", player(chapel=15, money=0, income={}))
    assert seen(match)["chapel"] == 15
    assert "prizes" not in seen(match)["income"]


@pytest.mark.parametrize(("option", "tiles_due"), [("prize", 0), ("prize_and_tile", 1)])
def test_the_last_gate_space_gives_a_tile_only_by_option(option: str, tiles_due: int) -> None:
    match = build("57", player(gate=14), options={"last_gate_space": option})
    assert match.view()["due"] == tiles_due
    assert seen(match)["income"]["prizes"] == 10
