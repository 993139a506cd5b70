"""What a view shows beyond the pieces: where buildings fit and what they would do, tiles that a space uses up,
standings."""

from __future__ import annotations

import random

import pytest

import townwright as tw

from .audit import VARIANTS
from .table import NAME, about_to_build, build, finals, placing, player, row, table, tiles


def test_an_open_building_shows_the_slots_it_may_replace_and_its_strength_in_each() -> None:
    match = about_to_build("20", player("57 49 32 23 15 11"))
    full, less = match.view(0)["players"][0]["fits"]["inn"]
    assert full == {"slots": [5], "strength": 6, "cards": 6}  # 15 is orange
    assert less == {"slots": [4], "strength": 5, "cards": 5}  # the guild 23 has a blue crest, too


def test_an_open_building_shows_where_the_marker_goes_and_what_it_gains() -> None:
    match = about_to_build("24", player("50 43 39", gate=2))
    assert match.view(0)["players"][0]["fits"]["gate"] == [{"slots": [4], "strength": 4, "space": 6, "tiles": 2}]
    match = about_to_build("32", player("57 49"))
    assert match.view(0)["players"][0]["fits"]["chapel"] == [{"slots": [3], "strength": 3, "space": 3, "money": 1}]
    match = about_to_build("29", player("51 48 33"))
    assert match.view(0)["players"][0]["fits"]["emporium"] == [{"slots": [4], "strength": 4, "money": 4}]
    match = about_to_build("32", player("57 49", chapel=15))
    assert match.view(0)["players"][0]["fits"]["chapel"] == [{"slots": [3], "strength": 3, "space": 15}]


def test_guilds_and_gardens_have_no_strength() -> None:
    fits = about_to_build("45", player("57 49")).view(0)["players"][0]["fits"]
    assert fits["guild"] == [{"slots": [3]}]
    assert fits["garden"] == [{"slots": [3]}]


def test_a_building_in_hand_shows_the_same() -> None:
    match = build("20", player("57 49 32 23 15 11"))
    view = match.view(0)
    assert view["taken"] == "20"
    assert view["spots"] == [{"slots": [5], "strength": 6, "cards": 6}, {"slots": [4], "strength": 5, "cards": 5}]


def test_spaces_show_the_bonus_tiles_that_they_use_up() -> None:
    match = placing(player(money=1, tiles=tiles(OCC=1, X=1)), player(pawn="emporium"), player(pawn="centre"), offset=2)
    assert match.view(0)["uses"] == {"inn": ["X"], "emporium": ["OCC"], "centre": ["OCC"]}
    assert table(player(), player()).view(0)["uses"] is None


def test_a_turn_shows_why_it_comes_before_the_next_one() -> None:
    hand = {"0": 1, "2": 1, "3": 1}
    match = table(*(player(hand=hand) for _ in range(4)), chapel_order=[2, 3, 0, 1])
    for seat, card in ((3, 0), (0, 3), (2, 0), (1, 2)):
        match.play(seat, f"card {card}")
    assert [turn["before"] for turn in match.view(0)["order"]] == ["card", "card", "chapel", None]
    match = table(player(hand={"0": 2, "2": 2}), player(hand={"0": 2, "1": 2}))
    match.play(0, "cards 2 2")
    match.play(1, "cards 1 1")
    assert [turn["before"] for turn in match.view(0)["order"]] == ["own", "card", "own", None]


def test_a_scoring_names_the_slots_that_it_counts() -> None:
    bridge = "57 49 32 G-blue 23 15"
    options = {"chapel_scoring": "C1", "bridge_scoring": "B1"}
    lines = {line.name: line for line in finals(player(bridge), player(), options=options).sheet()[0].lines}
    assert lines["chapel"].parts[0].pieces == ["3"]
    assert lines["bridge"].parts[0].pieces == ["1", "2", "3"]
    assert lines["gate"].parts[0].pieces == []
    low = finals(player(bridge), player(), options={"bridge_scoring": "B3"})
    assert next(line for line in low.sheet()[0].lines if line.name == "bridge").parts[0].pieces == ["5", "6"]
    all_of_them = finals(player(row(4, 0)), player())
    assert next(line for line in all_of_them.sheet()[0].lines if line.name == "bridge").parts[0].pieces == list("1234")


def test_a_ranking_shows_places_and_a_scoring_of_every_round_its_leader() -> None:
    options = {"gate_scoring": "G2", "bridge_scoring": "B2"}
    players = (player("57", chapel=3), player(row(3, 0), chapel=5, gate=2), player())
    match = table(*players, options=options, chapel_order=[1, 0, 2])
    chapel, gate, _inn, bridge = match.view(0)["standings"]
    assert (chapel["counts"], chapel["places"], chapel["money"]) == ([3, 5, 0], [2, 1, 0], [3, 5, 0])
    assert (gate["places"], gate["money"], gate["leader"]) == (None, [0, 0, 0], 1)
    assert bridge["leader"] is None


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_standings_agree_with_the_sheet_and_fits_with_what_is_built(seats: int, options: dict[str, str]) -> None:
    """At every step of a random game."""
    chance = random.Random(f"{seats} {options}")
    match = tw.new(NAME, seats=seats, options=options, seed=chance.randrange(10**9))
    while not match.over:
        seat = chance.choice(match.pending)
        view = match.view(seat)
        for p, sheet in enumerate(match.sheet()):
            lines = {line.name: line.points for line in sheet.lines}
            income = view["players"][p]["income"]
            for name, standing in zip(("chapel", "gate", "inn", "bridge"), view["standings"], strict=True):
                assert standing["money"][p] + income.get(f"{name}_rounds", 0) == lines[name]
        move = chance.choice(match.moves(seat))
        before = view["players"][seat]
        match.play(seat, move)
        after = match.view(seat)["players"][seat]
        if move.kind in ("space", "centre", "free"):
            stack = move.fields["stack"]
            spots = before["fits"][stack]
            now = match.view(seat)
            if now["taken"]:
                assert sorted(s for spot in spots for s in spot["slots"]) == [
                    move.fields["slot"] for move in match.moves(seat)
                ]
                assert now["spots"] == spots
                continue
            assert sum(len(spot["slots"]) for spot in spots) == 1
        elif move.kind == "replace":
            spots = [spot for spot in view["spots"] if move.fields["slot"] in spot["slots"]]
            stack = None
        else:
            continue
        (spot,) = spots
        slot = move.fields.get("slot", spot["slots"][0])
        tile = view["taken"] or view["stacks"][stack]["top"]
        assert after["bridge"][slot - 1] == tile
        income = {name: after["income"].get(name, 0) - before["income"].get(name, 0) for name in after["income"]}
        earned = sum(income.get(name, 0) for name in ("coins", "prizes", "emporia"))
        assert earned == spot.get("money", 0)
        if "space" in spot:
            assert spot["space"] in (after["chapel"], after["gate"])
        gained = sum(after["fresh"].values()) - sum(before["fresh"].values())
        if match.view(seat)["decision"] == "bonus":
            assert match.view(seat)["due"] + gained == spot["tiles"]
        if match.view(seat)["decision"] == "inn":
            assert match.view(seat)["due"] == spot["cards"]
