"""Who knows what: residents, the bottom of their deck, secret accolades, visitors."""

from __future__ import annotations

from typing import Any

import townwright as tw

from .table import FACE, play, table, town, words

IDS = [row.id for row in FACE.residents]


def imagined(match: Any, seat: int | None, times: int = 40) -> list[Any]:
    """Whole positions that agree with what a seat sees."""
    view = match.view(seat)
    return [
        tw.position("tenby", {"game": "tenby", "options": match.box.options, "position": view}, seed=n)
        for n in range(times)
    ]


def test_hands_and_draws_are_known_to_their_owner_only() -> None:
    match = tw.new("tenby", seats=3, seed=11)
    first = match.pending[0]
    drawn = {move.removeprefix("keep ") for move in words(match, first)}
    mine = match.view(first)["residents"]["draws"][-1]
    assert {mine["first"], mine["second"]} == drawn
    for other in (None, (first + 1) % 3):
        assert match.view(other)["residents"]["draws"][-1] == {
            "seat": first,
            "first": None,
            "second": None,
            "kept": None,
        }
    match.play(first, sorted(words(match, first))[0])
    assert match.view(first)["players"][first]["residents"] is not None
    assert match.view((first + 1) % 3)["players"][first]["residents"] is None
    assert match.view((first + 1) % 3)["players"][first]["held"] == 1


def test_a_player_tracks_the_resident_he_put_under_the_deck() -> None:
    match = tw.new("tenby", seats=2, seed=5)
    put = {}
    for seat in list(match.view()["order"]):
        kept, back = sorted(words(match, seat))
        match.play(seat, kept)
        put[seat] = back.removeprefix("keep ")
    first, second = match.view()["order"]
    assert match.view(first)["residents"]["from_bottom"] == [None, put[first]]
    assert match.view(second)["residents"]["from_bottom"] == [put[second]]
    assert match.view()["residents"]["from_bottom"] == []
    for world in imagined(match, first):
        assert world.view(first) == match.view(first)
        assert world.to_json()["position"]["residents"]["from_bottom"][1] == put[first]


def surfacing() -> Any:
    """Four residents are left. Seat 0 draws two and puts one under; seat 1 draws the next two; then one is seat 0's."""
    deck = [*IDS[:4]]
    match = table(
        {"residents": IDS[4:22], "rings": 4, **town("S1")},
        {"residents": IDS[22:], "rings": 8, **town("S2")},
        icons={"R": 1},
        residents={"left": 4, "from_bottom": deck},
    )
    play(match, 0, "use R", f"keep {IDS[3]}", "end")  # R03 goes under: R03 R01 R02
    play(match, 1, "buy R", f"keep {IDS[1]}")  # drew R02, R01; R01 goes under: R01 R03
    return match


def test_a_returned_resident_is_remembered_when_another_player_draws_it() -> None:
    match = surfacing()
    assert match.view(0)["residents"]["from_bottom"] == [None, IDS[2]]
    match.play(1, "buy R")  # seat 1 draws R03, which seat 0 put there, and R01
    draws = match.view(0)["residents"]["draws"]
    assert draws[-1] == {"seat": 1, "first": None, "second": None, "kept": None}
    for world in imagined(match, 0):
        last = world.to_json()["position"]["residents"]["draws"][-1]
        assert last["first"] == IDS[2]  # seat 0 knows that card of the draw for certain
    match.play(1, f"keep {IDS[0]}")
    places = set()
    for world in imagined(match, 0):
        position = world.to_json()["position"]
        held = IDS[2] in position["players"][1]["residents"]
        assert held != (IDS[2] in position["residents"]["from_bottom"])  # in that hand or under the deck, nowhere else
        places.add(held)
    assert places == {True, False}  # which of the two, seat 0 cannot know


def test_a_secret_accolade_may_be_any_that_the_observer_does_not_know() -> None:
    options = {"accolades": "ebb_flow", "start_residents": "none"}
    match = tw.new("tenby", seats=2, seed=2, options=options)
    play(match, 0, "hide")
    play(match, 1, "hide")
    mine = match.view(0)["players"][0]["accolade"]
    found = {world.to_json()["position"]["players"][1]["accolade"] for world in imagined(match, 0, 60)}
    assert mine not in found
    assert len(found) > 4


def test_a_spectator_sees_no_secret_at_all() -> None:
    match = tw.new("tenby", seats=4, seed=9, options={"accolades": "ebb_flow"})
    while match.view()["round"] < 2:
        seat = match.pending[0]
        match.play(seat, match.codes(seat)[-1])
    view = match.view()
    assert all(player["residents"] is None for player in view["players"] if player["held"])
    assert all(player["accolade"] is None for player in view["players"] if player["shown"] == "secret")
    assert all(pile["cards"] is None for pile in view["decks"].values())
    assert view["day_deck"]["cards"] is None
    assert all(draw["first"] is None for draw in view["residents"]["draws"])
