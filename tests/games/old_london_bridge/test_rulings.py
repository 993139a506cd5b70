"""The numbered rulings of the rules page that no worked case covers."""

from __future__ import annotations

from typing import Any

import pytest

import townwright as tw

from .table import NAME, build, lines, player, row, seen, table, tiles, totals, words


def placing(mine: dict[str, Any], *others: dict[str, Any], **more: Any):
    return table(mine, *(others or (player(), player())), decision="place", pending=[0], **more)


def finals(*players: dict[str, Any], **more: Any):
    return table(*players, over=True, **more)


# --- building ------------------------------------------------------------------------------------


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


# --- the wheel -----------------------------------------------------------------------------------


def test_R06_coins_of_a_chapel_tile_pay_for_the_centre() -> None:
    match = placing(player(money=1, tiles=tiles(CH2=1)))
    assert match.why_not(0, "centre inn") == "You cannot pay for the centre."
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
    assert poor.why_not(0, "centre gate") == "You cannot pay for the centre."
    poor.play(0, "free gate")
    assert (seen(poor)["money"], seen(poor)["tiles"]) == (1, {})


def two_player_second_turn(**mine: Any):
    order = [{"seat": seat, "card": card, "value": 0} for seat, card in ((0, 1), (1, 1), (0, 2), (1, 2))]
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
    assert match.why_not(1, "space gate") is None  # free at once
    centre = two_player_second_turn(pawn="centre", money=9, tiles=tiles(OCC=1, FREE=1))
    assert centre.why_not(0, "centre gate") == centre.why_not(0, "free gate") == own
    assert centre.why_not(0, "space gate") is None


def test_a_pawn_blocks_the_space_and_the_centre() -> None:
    match = placing(player(money=9), player(pawn="gate"), player(pawn="centre"))
    assert match.why_not(0, "space gate") == "Another pawn stands on that space."
    assert match.why_not(0, "centre gate") == "Another pawn stands on that space."


# --- bonus tiles ---------------------------------------------------------------------------------


def test_R10_track_tiles_before_the_placement_or_after_the_effect() -> None:
    match = placing(player(tiles=tiles(CH2=2, GT2=1)), offset=1)
    match.play(0, "ch2")
    assert seen(match)["chapel"] == 2
    match.play(0, "space guild")
    assert words(match) == {"ch2", "gt2", "done"}
    match.play(0, "ch2")
    match.play(0, "gt2")
    assert (seen(match)["chapel"], seen(match)["gate"]) == (4, 2)
    assert match.pending == (1,)  # nothing left to use: the turn ends by itself
    assert match.view()["used"] == {"CH2": 2, "GT2": 1}


def test_R10_a_tile_gained_with_a_gate_tile_is_used_from_the_next_round_on() -> None:
    bonus = [{"tiles": ["GT2", "CH2"]}, {"tiles": ["OCC"]}, {"tiles": ["REC"]}]
    match = placing(player(gate=1, tiles=tiles(GT2=1)), bonus=bonus)
    match.play(0, "gt2")
    assert match.view()["decision"] == "bonus"
    match.play(0, "take 1")
    assert match.view()["decision"] == "place"  # back to the placement
    assert match.why_not(0, "gt2") == (
        "You have no such bonus tile that can be used; a new one can be used from the next round on."
    )
    assert seen(match)["fresh"] == {"GT2": 1}


def test_a_track_tile_is_not_wasted_at_the_end_of_its_track() -> None:
    match = placing(player(chapel=15, gate=15, tiles=tiles(CH2=1, GT2=1)))
    for move in ("ch2", "gt2"):
        assert match.why_not(0, move) == "That marker is at the end of its track and never moves again."


def test_R11_ladies_in_chapel_order_any_number() -> None:
    owners = [player(tiles=tiles(LADY=1)), player(tiles=tiles(LADY=2)), player()]
    match = table(*owners, decision="lady", pending=[1], chapel_order=[1, 0, 2])
    match.play(1, "lady")
    assert match.pending == (1,)
    match.play(1, "lady")
    assert match.pending == (0,)
    assert seen(match, 1)["hand"] == {"0": 1, "2": 2}
    match.play(0, "done")
    assert match.view()["decision"] == "choose"
    assert match.pending == (1,)  # the others hold a single card: nothing to choose


def test_R12_a_zero_may_become_one_and_still_returns() -> None:
    match = table(player(tiles=tiles(PLUS=1)), player(hand={"1": 1, "0": 1}), player(hand={"0": 1, "1": 1}))
    for seat, card in enumerate((0, 0, 1)):
        match.play(seat, f"card {card}")
    assert match.pending == (0,)
    assert match.moves(0)[1].text == "Use a Card +1 tile on your card of value 0."
    match.play(0, "plus 1")
    assert [turn["seat"] for turn in match.view()["order"]] == [0, 2, 1]  # 1 and 1: the chapel order decides
    assert seen(match)["hand"] == {"0": 1}


def test_R12_a_four_may_become_five_with_several_tiles_and_owners_are_asked_once() -> None:
    hands = [{"0": 1, "4": 1}, {"0": 1, "4": 1}, {"0": 1, "3": 1}]
    owned = [{}, {"PLUS": 1}, {"PLUS": 2}]
    match = table(
        *(player(hand=hand, tiles=own) for hand, own in zip(hands, owned, strict=True)), chapel_order=[0, 1, 2]
    )
    for seat, card in enumerate((4, 4, 3)):
        match.play(seat, f"card {card}")
    assert match.pending == (1,)
    match.play(1, "done")
    assert match.pending == (2,)
    match.play(2, "plus 1")
    assert match.pending == (2,)
    match.play(2, "plus 1")
    assert [(turn["seat"], turn["value"], turn["plus"]) for turn in match.view()["order"]] == [
        (2, 3, 2),
        (0, 4, 0),
        (1, 4, 0),
    ]
    assert match.pending == (2,)
    assert match.view()["decision"] == "place"  # seat 1 is not asked again


def two_with_plus(mine: dict[str, int], first: str, second: str):
    match = table(player(hand=mine, tiles=tiles(PLUS=2)), player(hand={"0": 2, "2": 1, "3": 1}))
    match.play(0, f"cards {first}")
    match.play(1, f"cards {second}")
    return match


def test_R12_with_two_players_the_tile_goes_on_a_chosen_card() -> None:
    match = two_with_plus({"0": 2, "3": 1, "1": 1}, "3 1", "3 2")
    assert words(match) == {"plus 1", "plus 2", "done"}
    match.play(0, "plus 2")
    match.play(0, "plus 2")
    assert [(turn["seat"], turn["value"], turn["plus"]) for turn in match.view()["order"]] == [
        (0, 3, 0),
        (0, 1, 2),
        (1, 3, 0),
        (1, 2, 0),
    ]


def test_R12_with_two_players_an_owner_is_asked_once_for_both_cards() -> None:
    match = two_with_plus({"0": 2, "3": 1, "1": 1}, "3 1", "3 2")
    match.play(0, "done")
    assert (match.view()["decision"], match.pending) == ("place", (0,))
    assert [turn["seat"] for turn in match.view()["order"]] == [0, 1, 1, 0]


def test_R15_own_equal_cards_are_one_choice() -> None:
    match = two_with_plus({"0": 2, "1": 1}, "0 0", "3 2")
    assert words(match) == {"plus 1", "done"}
    assert match.why_not(0, "plus 2") == "Your two cards are equal: use the tile on the first."
    match.play(0, "plus 1")
    assert words(match) == {"plus 1", "plus 2", "done"}


def test_R13_the_card_is_gone_if_the_own_inn_took_the_last() -> None:
    mine = player("G-blue", tiles=tiles(REC=1), hand={"0": 1})
    order = [{"seat": 0, "value": 2}, {"seat": 1, "value": 0}, {"seat": 2, "value": 0}]
    match = build("20", mine, supply={"2": 1}, order=order)  # blue 2: the only "2" is taken
    assert seen(match)["hand"] == {"0": 1, "2": 1}
    assert match.pending == (1,)


def test_R13_the_played_card_is_taken_back_once() -> None:
    order = [{"seat": 0, "value": 4}, {"seat": 1, "value": 0}, {"seat": 2, "value": 0}]
    match = build("G-blue", player(tiles=tiles(REC=2)), order=order)
    match.play(0, "rec")
    assert match.pending == (1,)
    assert seen(match)["tiles"] == {"REC": 1}


def test_R13_with_two_players_the_card_of_this_turn_is_taken_back() -> None:
    order = [
        {"seat": 0, "card": 1, "value": 4},
        {"seat": 0, "card": 2, "value": 3},
        {"seat": 1, "card": 1, "value": 0},
        {"seat": 1, "card": 2, "value": 0},
    ]
    mine = player(tiles=tiles(REC=1), hand={"0": 2})
    match = table(mine, player(), decision="place", pending=[0], order=order, offset=1)
    match.play(0, "space guild")
    match.play(0, "done")
    match.play(0, "space garden")
    match.play(0, "rec")
    assert seen(match)["hand"] == {"0": 2, "3": 1}


def test_R24_bonus_stacks_run_out() -> None:
    none = [{"tiles": []}, {"tiles": []}, {"tiles": []}]
    match = build("57", player(gate=2), bonus=none)
    assert match.pending == (1,)
    one = build("57", player(gate=2), bonus=[{"tiles": []}, {"tiles": ["X", "OCC"]}, {"tiles": []}])
    assert one.pending == (1,)
    assert seen(one)["fresh"] == {"X": 1}  # a single stack is no choice
    two = build("57", player(gate=2), bonus=[{"tiles": []}, {"tiles": ["X"]}, {"tiles": ["REC"]}])
    assert words(two) == {"take 2", "take 3"}
    assert two.why_not(0, "take 1") == "That stack of bonus tiles is empty."


# --- cards ---------------------------------------------------------------------------------------


def test_R14_who_holds_only_zeros_has_chosen() -> None:
    match = table(player(), player(hand={"0": 1, "1": 1}), player())
    assert match.pending == (0, 1, 2)
    after = table(
        player(pawn="gate"), player(hand={"0": 1, "1": 1}, pawn="guild"), player(), decision="place", pending=[2]
    )
    after.play(2, "space garden")
    assert after.view()["round"] == 2
    assert after.pending == (1,)


def test_R15_the_order_is_not_changed_by_the_chapel_track_later() -> None:
    order = [{"seat": seat, "value": 2} for seat in (0, 1, 2)]
    match = placing(player(), player(), player(chapel=2, tiles=tiles(CH2=1)), order=order, offset=1)
    assert match.view()["chapel_order"] == [2, 0, 1]  # seat 2 went ahead after the order was fixed
    match.play(0, "space guild")
    assert match.pending == (1,)
    match.play(1, "space garden")
    assert [turn["seat"] for turn in match.view()["order"]] == [0, 1, 2]
    assert match.pending == (2,)


def test_R16_the_own_card_may_be_taken_again_but_not_those_of_later_players() -> None:
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
    match.play(0, "space inn")  # power 3: the own 3 is there, the 2 of seat 2 is not
    assert seen(match)["hand"] == {"0": 1, "3": 1}
    assert match.view()["supply"] == {"2": 1, "4": 1}


def test_R17_an_inn_gives_as_much_as_the_supply_allows() -> None:
    match = build("20", player("57 49 40"), supply={"4": 3})
    assert seen(match)["hand"] == {"0": 1, "4": 1}
    three = build("20", player("57 49"), supply={"4": 3})
    assert seen(three)["hand"] == {"0": 1}  # power 3, only fours: nothing fits


def test_R26_hands_and_money_are_open_and_choices_are_not() -> None:
    match = tw.new(NAME, seats=3, seed=5)
    match.play(1, "card 3")
    for viewer in (0, 2, None):
        assert match.view(viewer)["players"][1]["chosen"] is None
        assert match.view(viewer)["players"][1]["hand"]["3"] >= 1
        assert match.view(viewer)["pending"] == [0, 2]
    assert match.view(1)["players"][1]["chosen"] == [3]
    match.play(2, "card 1")
    match.undo(1)  # nothing has come to light yet: a choice can be taken back
    assert match.pending == (1,) or match.pending == (0, 1)
    match.play(1, "card 4")
    match.play(0, "card 1")
    assert {turn["seat"]: turn["value"] for turn in match.view()["order"]} == {1: 4, 0: 1, 2: 1}
    with pytest.raises(tw.CannotUndo):
        match.undo(1)


# --- tracks --------------------------------------------------------------------------------------


def test_R19_a_marker_that_arrives_later_lies_on_top() -> None:
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


# --- scorings ------------------------------------------------------------------------------------


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


def test_R21_nobody_leads_a_track_before_anybody_has_moved() -> None:
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


def test_R25_the_early_end_waits_for_the_end_of_the_round() -> None:
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


def test_most_gates_is_tied_by_the_chapel_order_not_by_the_gate_track() -> None:
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


def test_the_sheet_shows_every_source_of_money() -> None:
    income = {"start": 5, "wheel": 20, "centre": -4, "coins": 6, "prizes": 10, "emporia": 7, "inn_rounds": 4}
    match = finals(player(row(12, 0), income=income, chapel=8, gate=15), player(), options={"inn_scoring": "I2"})
    assert seen(match)["money"] == 48
    sheet = match.sheet()[0]
    assert {line.name: line.points for line in sheet.lines if line.points} == {
        "start": 5,
        "wheel": 20,
        "centre": -4,
        "coins": 6,
        "prizes": 10,
        "emporia": 7,
        "chapel": 5,
        "gate": 5,
        "inn": 4,
        "bridge": 5,
    }
    parts = {line.name: [(part.label, part.points) for part in line.parts] for line in sheet.lines if line.parts}
    assert parts == {
        "coins": [("space 2", 1), ("space 5", 2), ("space 8", 3)],
        "prizes": [("gate track", 10)],
        "inn": [("I2, in the rounds", 4)],
    }
    assert sheet.total == 63
