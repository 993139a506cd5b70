"""The table drawn for the terminal."""

from __future__ import annotations

import io

import msgspec
import pytest
from rich.console import Console

import townwright as tw
from townwright.engine.match import Match

from .table import table

NAMES = ["Ada", "Bo", "Cy"]


def picture(match: Match, seat: int | None = None) -> str:
    """What a seat sees, as text."""
    view = msgspec.convert(match.view(seat), match.game.view)
    console = Console(width=120, record=True, file=io.StringIO())
    console.print(match.game.draw(view, NAMES[: match.seats], match.box.face, match.game.texts()))
    return console.export_text()


def test_the_hand_is_drawn_for_its_owner_only() -> None:
    match = tw.new("pier-18", seats=2, seed=1)
    own = match.view(0)["players"][0]["hand"]
    assert all(card in picture(match, 0) for card in own)
    assert not any(card in picture(match, 1) for card in own)
    match.play(0, match.moves(0)[0])
    assert "has chosen" in picture(match, 1)
    choice = match.view(0)["players"][0]["choice"]
    assert f"plan {choice['plan']}, foundation {choice['foundation']}" in picture(match, 0)


def test_offer_piers_plans_and_patrons_are_drawn() -> None:
    rotation = {"allow_rotation": True}
    match = table("C07 C12/1t", "C06 C05", offer=["C10", "C17", "C04"], plans=["C11", "C02"], patrons=["C08"], options=rotation)  # fmt: skip
    drawn = picture(match)
    for words in (
        "offer",
        "C17 Both Rails",
        "9 Mar · patron: lovers",
        "round 2",
        "▶ Ada",
        "C07, C12 over 1 turned",
        "plan: C11 Even Keel, 10 Jul. Difference between the characters on the two sides: at most 0.",
        "patrons: C08 All Are Welcome, 19 May",
    ):
        assert words in drawn
    assert " P  P  ·  ·  ·  S  ·  P " in drawn


@pytest.mark.parametrize("seats", [2, 3])
def test_every_state_of_a_game_can_be_drawn_for_everybody(seats: int) -> None:
    match = tw.new("pier-18", seats=seats, seed=2)
    while not match.over:
        for seat in (None, *range(seats)):
            assert all(name in picture(match, seat) for name in NAMES[:seats])
        match.play(match.pending[-1], match.moves(match.pending[-1])[-1])
    assert "plan: " in picture(match)
