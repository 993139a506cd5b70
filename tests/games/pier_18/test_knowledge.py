"""Views and imagined deals contain exactly what each seat may know."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import townwright as tw
from townwright.engine import chance
from townwright.engine.fields import Snapshot, blank
from townwright.engine.match import Match

CARDS = {f"C{n:02}" for n in range(1, 19)}


def imagine(match: Match, seat: int | None, seed: int) -> dict[str, Any]:
    """A deal that fits what a seat knows, as a whole view."""
    game = match.game
    known = blank(game.state_layout)
    game.entry_points.observe(match.box.bytes, match._state, -1 if seat is None else seat, known)
    game.entry_points.resample(match.box.bytes, known, chance.generator(seed))
    view: dict[str, Any] = msgspec.to_builtins(match.box.show(Snapshot(known, game.state_layout)))
    return view


def play_on(match: Match, moves: int, seed: int) -> Match:
    choose = random.Random(seed)
    for _ in range(moves):
        seat = choose.choice(match.pending)
        match.play(seat, choose.choice(match.codes(seat)))
    return match


def test_hands_and_choices_are_secret_until_all_have_chosen() -> None:
    match = tw.new("pier-18", seats=3, seed=5)
    match.play(1, match.moves(1)[2])
    for viewer in (None, 0, 1, 2):
        for seat, player in enumerate(match.view(viewer)["players"]):
            assert (player["hand"] is not None) == (seat == viewer)
            assert (player["choice"] is not None) == (seat == viewer == 1)
            assert player["chosen"] == (seat == 1)
            assert (player["plan"], player["pier"], player["third"]) == (None, [], None)
        assert match.view(viewer)["deck"] == {"left": 9, "cards": None}


def test_others_do_not_see_a_choice() -> None:
    views = []
    for n in range(6):
        match = tw.new("pier-18", seats=3, seed=5)
        match.play(1, match.moves(1)[n])
        views.append([match.view(viewer) for viewer in (None, 0, 2)])
    assert all(view == views[0] for view in views)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_third_card_is_known_to_its_owner_only(seats: int) -> None:
    match = tw.new("pier-18", seats=seats, seed=6)
    dealt = [set(match.view(seat)["players"][seat]["hand"]) for seat in range(seats)]
    play_on(match, seats, 1)
    while not match.over:
        for viewer in (None, *range(seats)):
            for seat, player in enumerate(match.view(viewer)["players"]):
                kept = {player["plan"], player["pier"][0]["card"]}
                expected = next(iter(dealt[seat] - kept)) if seat == viewer else None
                assert player["third"] == expected
            assert not match.view(viewer)["deck"]["cards"]
        play_on(match, 1, match.ply)


def test_the_third_card_can_come_up_again() -> None:
    """It goes back into the deck, so over many games it is in the offer as often as any other card."""
    again = 0
    for seed in range(60):
        match = play_on(tw.new("pier-18", seats=3, seed=seed), 3, seed)
        thirds = {match.view(seat)["players"][seat]["third"] for seat in range(3)}
        again += len(thirds & set(match.view()["offer"]))
    assert 30 < again < 90  # three of twelve cards among four: one per game is expected


def test_an_imagined_deal_keeps_known_cards_and_mixes_all_others() -> None:
    """While others choose, a seat knows only its own hand."""
    match = tw.new("pier-18", seats=2, seed=7)
    match.play(0, match.moves(0)[0])
    own = match.view(1)["players"][1]["hand"]
    hands, tops, choices = set(), set(), set()
    for seed in range(400):
        view = imagine(match, 1, seed)
        assert view["players"][1]["hand"] == own
        hand, deck = view["players"][0]["hand"], view["deck"]["cards"]
        assert sorted([*hand, *own, *deck]) == sorted(CARDS)
        choice = view["players"][0]["choice"]
        assert {choice["plan"], choice["foundation"]} < set(hand)
        choices.add((hand.index(choice["plan"]), hand.index(choice["foundation"])))
        hands |= set(hand)
        tops.add(deck[0])
    assert hands == tops == CARDS - set(own)
    assert len(choices) == 6


def test_an_imagined_deck_holds_every_card_that_is_nowhere_else() -> None:
    match = play_on(tw.new("pier-18", seats=2, seed=8), 7, 2)  # in the third round
    view = match.view(0)
    seen = {card for card in view["offer"] if card}
    for player in view["players"]:
        seen |= {player["plan"], *player["patrons"], *(laid["card"] for laid in player["pier"])}
    kept = {card for player in view["players"] for card in (player["plan"], player["pier"][0]["card"])}
    third = view["players"][0]["third"]
    places: list[set[str]] = [set() for _ in range(view["deck"]["left"])]
    thirds = set()
    for seed in range(800):
        imagined = imagine(match, 0, seed)
        assert set(imagined["deck"]["cards"]) == CARDS - seen
        for place, card in zip(places, imagined["deck"]["cards"], strict=True):
            place.add(card)
        assert imagined["players"][0]["third"] == third
        thirds.add(imagined["players"][1]["third"])
    assert all(place == CARDS - seen for place in places)
    assert thirds == CARDS - kept - {third}  # it may have come up since


def test_everybody_sees_covered_cards() -> None:
    match = play_on(tw.new("pier-18", seats=2, seed=9), 6, 3)
    for viewer in (None, 0, 1):
        assert [player["pier"] for player in match.view(viewer)["players"]] == [
            player["pier"] for player in match.to_json()["position"]["players"]
        ]


@pytest.mark.parametrize("rotation", [False, True])
@pytest.mark.parametrize("seats", [2, 3])
def test_every_position_and_every_view_loads_again(seats: int, rotation: bool) -> None:
    for seed in range(6):
        match = tw.new("pier-18", seats=seats, seed=seed, options={"allow_rotation": rotation})
        while True:
            data = match.to_json()
            twin = tw.position("pier-18", data)
            assert (twin.to_json(), twin.state) == (data, match.state)
            for viewer in (None, *range(seats)):
                view = match.view(viewer)
                loaded = tw.position("pier-18", {"game": "pier-18", "options": data["options"], "position": view})
                assert loaded.view(viewer) == view
                assert loaded.pending == match.pending
                if viewer is not None:
                    assert loaded.codes(viewer) == match.codes(viewer)
            if match.over:
                break
            play_on(match, 1, seed)
