"""Bonus tiles: when they can be used, alone and together, with two players and with more."""

from __future__ import annotations

import pytest

from townwright.engine.match import Match

from .table import build, placing, player, seen, table, tiles, words

NO_TILE = "You have no such bonus tile to use; a new one can be used from the next round on."
NOT_ASKED = "That is not possible now."
TOPS = {"CH2": 1, "GT2": 1, "OCC": 2, "FREE": 2, "X": 2, "PLUS": 3, "LADY": 3, "REC": 3}  # the stack of each kind


def test_R10_track_tiles_before_the_placement_or_after_the_effect() -> None:
    match = placing(player(tiles=tiles(CH2=2, GT2=1)), offset=1)
    match.play(0, "ch2")
    assert seen(match)["chapel"] == 2
    match.play(0, "space guild")
    assert words(match) == {"ch2", "gt2", "done"}
    match.play(0, "ch2")
    match.play(0, "gt2")
    assert (seen(match)["chapel"], seen(match)["gate"]) == (4, 2)
    assert match.pending == (1,)  # nothing left to use, so the turn has ended
    assert match.view()["used"] == {"CH2": 2, "GT2": 1}


def test_R10_a_tile_gained_with_a_gate_tile_can_be_used_from_the_next_round() -> None:
    bonus = [{"tiles": ["GT2", "CH2"]}, {"tiles": ["OCC"]}, {"tiles": ["REC"]}]
    match = placing(player(gate=1, tiles=tiles(GT2=1)), bonus=bonus)
    match.play(0, "gt2")
    assert match.view()["decision"] == "bonus"
    match.play(0, "take 1")
    assert match.view()["decision"] == "place"  # back to the placement
    assert match.why_not(0, "gt2") == NO_TILE
    assert seen(match)["fresh"] == {"GT2": 1}


def test_a_track_tile_is_not_wasted_at_the_end_of_its_track() -> None:
    match = placing(player(chapel=15, gate=15, tiles=tiles(CH2=1, GT2=1)))
    for move in ("ch2", "gt2"):
        assert match.why_not(0, move) == "That marker is at the end of its track and never moves again."


def test_R11_ladies_are_used_in_chapel_order_as_many_as_each_player_likes() -> None:
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
    assert match.moves(0)[1].text == "Use a Card +1 tile on your card of value 0: it counts 1."
    match.play(0, "plus 1")
    assert [turn["seat"] for turn in match.view()["order"]] == [0, 2, 1]  # 1 and 1: the chapel order decides
    assert seen(match)["hand"] == {"0": 1}


def test_R12_a_four_may_become_five_with_several_tiles_and_each_owner_decides_once() -> None:
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
    assert match.view()["decision"] == "place"  # seat 1 does not decide again


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


def test_R12_with_two_players_an_owner_decides_once_about_both_cards() -> None:
    match = two_with_plus({"0": 2, "3": 1, "1": 1}, "3 1", "3 2")
    match.play(0, "done")
    assert (match.view()["decision"], match.pending) == ("place", (0,))
    assert [turn["seat"] for turn in match.view()["order"]] == [0, 1, 1, 0]


def test_R15_two_equal_cards_of_one_player_are_one_choice() -> None:
    match = two_with_plus({"0": 2, "1": 1}, "0 0", "3 2")
    assert words(match) == {"plus 1", "done"}
    assert match.why_not(0, "plus 2") == "Your two cards are equal: use the tile on the first."
    match.play(0, "plus 1")
    assert words(match) == {"plus 1", "plus 2", "done"}


def test_R13_a_card_cannot_be_recalled_once_the_players_inn_took_the_last_one() -> None:
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
    assert seen(one)["fresh"] == {"X": 1}  # a single stack leaves no choice
    two = build("57", player(gate=2), bonus=[{"tiles": []}, {"tiles": ["X"]}, {"tiles": ["REC"]}])
    assert words(two) == {"take 2", "take 3"}
    assert two.why_not(0, "take 1") == "That stack of bonus tiles is empty."


def offering(kind: str) -> list[dict[str, list[str]]]:
    """Bonus stacks of one tile each; one of them has this kind."""
    tops = ["CH2", "OCC", "REC"]
    tops[TOPS[kind] - 1] = kind
    return [{"tiles": [top]} for top in tops]


def word_for(match: Match, kind: str) -> str:
    """The move with which seat 0 would use a tile now: the placement that needs it, or its own word."""
    wheel, pawn = match.view()["wheel"], seen(match, 1)["pawn"]
    if kind == "OCC":
        return f"space {pawn}"
    if kind == "X":
        return "space " + next(stack for stack, money in wheel.items() if money == "X")
    return {"FREE": "free guild", "PLUS": "plus 1"}.get(kind, kind.lower())


RESTING = {
    "CH2": NO_TILE,
    "GT2": NO_TILE,
    "OCC": "Another pawn stands on that space.",
    "FREE": NO_TILE,
    "X": "The wheel shows an X at that stack.",
    "PLUS": NOT_ASKED,  # it is used before the turns
    "LADY": NOT_ASKED,
    "REC": NOT_ASKED,  # it is used after the building
}


@pytest.mark.parametrize("kind", list(TOPS))
def test_T18_with_two_players_a_tile_of_the_first_turn_waits_for_the_next_round(kind: str) -> None:
    cards = ((0, 1, 4), (1, 1, 3), (0, 2, 2), (1, 2, 0))
    match = table(
        player("G-blue", gate=2, hand={"3": 1}),
        player(hand={"4": 2}),
        decision="place",
        pending=[0],
        round=3,
        offset=0,
        order=[{"seat": seat, "card": card, "value": value} for seat, card, value in cards],
        bonus=offering(kind),
        stacks={"gate": {"tiles": ["57", "53", "48"]}, "guild": {"tiles": ["2", "10", "12", "19"]}},
    )
    match.play(0, "space gate")
    match.play(0, f"take {TOPS[kind]}")
    assert seen(match)["fresh"] == {kind: 1}
    assert match.pending == (1,)  # no decision after the effect: nothing can be used
    match.play(1, "space garden")
    assert (match.view()["decision"], match.view()["turn"]) == ("place", 3)
    assert match.why_not(0, word_for(match, kind)) == RESTING[kind]
    match.play(0, "space guild")
    assert (match.pending, match.view()["turn"]) == ((1,), 4)  # and not after the second one
    assert match.view()["used"] == {}
    match.play(1, "space emporium")
    assert match.view()["round"] == 4
    assert (seen(match)["tiles"], seen(match)["fresh"]) == ({kind: 1}, {})
    while match.view()["used"] == {}:  # seat 1 lays the higher cards and acts first
        seat = match.pending[0]
        if seat == 0 and match.view()["decision"] != "choose" and match.why_not(0, word_for(match, kind)) is None:
            match.play(0, word_for(match, kind))
        else:
            match.play(seat, match.codes(seat)[-1 if match.view()["decision"] == "choose" else 0])
        assert match.view()["round"] == 4, f"{kind} was never offered"
    assert match.view()["used"] == {kind: 1}
    assert seen(match)["tiles"] == {}


@pytest.mark.parametrize("kind", ["CH2", "GT2", "OCC", "FREE", "X", "REC"])
def test_R10_a_tile_gained_before_the_placement_cannot_be_used_in_the_same_turn(kind: str) -> None:
    order = [{"seat": 1, "value": 3}, {"seat": 0, "value": 2}, {"seat": 2, "value": 0}]
    mine = player(gate=1, tiles=tiles(GT2=1))
    others = (player(pawn="emporium"), player())
    match = placing(mine, *others, order=order, offset=0, bonus=offering(kind))
    match.play(0, "gt2")
    match.play(0, f"take {TOPS[kind]}")
    assert (match.view()["decision"], seen(match)["fresh"]) == ("place", {kind: 1})
    assert match.why_not(0, word_for(match, kind)) == RESTING[kind]
    match.play(0, "space guild")
    assert match.pending == (2,)  # the turn has ended without the tile
    assert (match.view()["used"], seen(match)["fresh"]) == ({"GT2": 1}, {kind: 1})


@pytest.mark.parametrize(("kind", "decision"), [("LADY", "lady"), ("PLUS", "plus")])
def test_R10_a_tile_for_the_order_waits_for_the_next_round(kind: str, decision: str) -> None:
    others = (player(pawn="guild", hand={"1": 1}), player(pawn="emporium"))
    match = build("57", player(gate=2, hand={"1": 1}), *others, bonus=offering(kind), round=2)
    match.play(0, f"take {TOPS[kind]}")  # the last turn of the round, so the tile is ready at once
    assert (match.view()["round"], seen(match)["tiles"]) == (3, {kind: 1})
    if kind == "PLUS":
        match.play(0, "card 1")
        match.play(1, "card 1")
    assert (match.view()["decision"], match.pending) == (decision, (0,))


def two_turns(mine: dict, other: dict | None = None, **more: object) -> Match:
    """Seat 0 has the first and the third turn of the round."""
    cards = ((0, 1, 4), (1, 1, 3), (0, 2, 2), (1, 2, 0))
    order = [{"seat": seat, "card": card, "value": value} for seat, card, value in cards]
    return table(mine, other or player(), **{"decision": "place", "pending": [0], "order": order, "offset": 0, **more})


def test_two_players_use_ladies_before_they_choose() -> None:
    owners = [player(hand={"0": 2}, tiles=tiles(LADY=1)), player(hand={"0": 2}, tiles=tiles(LADY=2))]
    match = table(*owners, decision="lady", pending=[1], chapel_order=[1, 0], supply={"2": 2})
    match.play(1, "lady")
    match.play(1, "done")
    assert match.pending == (0,)
    match.play(0, "lady")
    assert [seen(match, seat)["hand"] for seat in (0, 1)] == [{"0": 2, "2": 1}] * 2
    assert (match.view()["decision"], match.pending, match.view()["supply"]) == ("choose", (0, 1), {})
    assert words(match) == {"cards 0 0", "cards 2 0"}
    assert match.why_not(1, "lady") == "The supply has no card for a Lady tile."


@pytest.mark.parametrize("move", ["ch2", "gt2"])
def test_two_players_use_track_tiles_at_every_possible_time_of_both_turns(move: str) -> None:
    track = {"ch2": "chapel", "gt2": "gate"}[move]
    match = two_turns(player(tiles=tiles(**{move.upper(): 4}), **{track: 1}), bonus=[{"tiles": []}] * 3)
    spaces = []
    for turn, moves in ((1, [move, "space guild", move, "done"]), (3, [move, "space garden", move])):
        for word in moves:
            assert (match.pending, match.view()["turn"]) == ((0,), turn)
            match.play(0, word)
            spaces.append(seen(match)[track])
        if turn == 1:
            match.play(1, "space emporium")
    assert spaces == [3, 3, 5, 5, 7, 7, 9]
    assert match.view()["used"] == {move.upper(): 4}
    assert (match.pending, match.view()["turn"]) == ((1,), 4)


def test_two_players_go_to_an_occupied_space_that_pays_as_usual() -> None:
    match = two_turns(player(money=0, tiles=tiles(OCC=1)), player(), round=2)
    match.play(0, "space guild")
    match.play(1, "space garden")
    assert match.why_not(0, "space guild") == "Your pawn stands there already: it must move to another space."
    match.play(0, "space garden")
    assert [seen(match, seat)["pawn"] for seat in (0, 1)] == ["garden", "garden"]
    assert (seen(match)["income"]["wheel"], seen(match)["tiles"]) == (1 + 2, {})
    assert match.view()["used"] == {"OCC": 1}


def test_two_players_go_to_an_occupied_x_space_with_both_tiles() -> None:
    match = two_turns(player(tiles=tiles(OCC=1, X=1)), player(tiles=tiles(X=1)))
    match.play(0, "space guild")
    match.play(1, "space chapel")  # the X
    assert seen(match, 1)["tiles"] == {}
    match.play(0, "space chapel")
    assert (seen(match)["tiles"], seen(match)["income"]["wheel"]) == ({}, 1)


def test_two_players_go_to_the_centre_for_free_and_leave_it_again() -> None:
    match = two_turns(player(money=1, tiles=tiles(FREE=2)))
    match.play(0, "free guild")
    assert (seen(match)["money"], seen(match)["pawn"], seen(match)["tiles"]) == (1, "centre", {"FREE": 1})
    match.play(1, "space emporium")
    assert match.why_not(0, "free garden") == "Your pawn stands there already: it must move to another space."
    match.play(0, "space garden")
    assert match.why_not(1, "centre guild") is None  # the space is free at once


def test_two_players_go_to_an_occupied_centre_with_both_tiles() -> None:
    match = two_turns(player(money=0, tiles=tiles(OCC=1, FREE=1)), player(money=2))
    match.play(0, "space guild")
    match.play(1, "centre guild")
    match.play(0, "free guild")
    assert (seen(match)["tiles"], seen(match)["money"]) == ({}, 1)
    assert [seen(match, seat)["pawn"] for seat in (0, 1)] == ["centre", "centre"]
