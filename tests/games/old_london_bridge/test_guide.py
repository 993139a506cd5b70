"""The guide: every id that a view or a move names is a card that says what it does, from the box at hand."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

import townwright as tw
from townwright.games import load
from townwright.games.old_london_bridge.box import TYPE_NAMES

from .audit import RANDOM_SCORING
from .table import NAME

GAME = load(NAME)


def lines(card: Any) -> list[str]:
    return [line.text for line in card.lines]


def named(view: dict[str, Any]) -> Iterator[str]:
    """The cards of a view."""
    for player in view["players"]:
        yield from (*player["bridge"], *player["tiles"], *player["fresh"])
    yield from (stack["top"] for stack in (*view["stacks"].values(), *view["bonus"]) if stack["top"])
    yield from (*view["scoring"], *map(str, view["removed"]), *view["used"])


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_id_has_a_card_that_says_what_it_does(seats: int, language: str) -> None:
    match = tw.new(NAME, seats, seed=seats, options=RANDOM_SCORING)
    cards = GAME.guide(match.box, seats, language).cards
    assert all(card.title and all(lines(card)) and card.lines for card in cards.values())
    while not match.over:
        assert set(named(match.view())) <= set(cards)
        seat = match.pending[0]
        moves = match.moves(seat)
        for move in moves:
            assert all(value in cards for value in move.fields.values() if isinstance(value, str))
        match.play(seat, moves[len(moves) // 2])


def test_cards_show_the_figures_of_the_box() -> None:
    cards = GAME.guide(GAME.open_box(), 4).cards
    assert cards["32"].title == "Chapel 32 (blue)"
    assert lines(cards["gate"])[1] == "Gate track: bonus tiles on 3, 6, 9, 12, £10 on 15."
    assert lines(cards["C0"]) == ["Chapel track, front to back: £5, £3, £1."]
    assert lines(cards["B3"]) == [
        "£2 for each number up to 30.",
        "Empty slots cost £1 for 1, £3 for 2, £6 for 3, £10 for 4, £15 for 5 or more.",
    ]


def test_a_custom_box_has_its_own_figures_on_the_cards() -> None:
    contents = copy.deepcopy(GAME.contents)
    contents["effects"]["CH2"], contents["expert"]["C3"], contents["chapel_track"]["last"] = 3, 4, 20
    guide = GAME.guide(GAME.open_box(box=contents), 2)
    assert (guide.cards["CH2"].title, lines(guide.cards["CH2"])) == (
        "Chapel +3",
        ["In your turn: move your chapel marker on by 3."],
    )
    assert lines(guide.cards["C3"]) == ["£4 for each space of lead over the last chapel marker."]
    assert lines(guide.cards["chapel"])[1].endswith("£10 on 20.")
    tiles = next(field for field in guide.areas["Player"] if field.name == "tiles")
    assert tiles.words["CH2"] == "Chapel +3"


def test_a_card_value_is_not_taken_for_a_building() -> None:
    """Cards and buildings both have numbers: "1" in a hand is a card of value 1, not the emporium 1."""
    guide = GAME.guide(GAME.open_box(), 2)
    hand = next(field for field in guide.areas["Player"] if field.name == "hand")
    assert hand.words == {str(value): f"value {value}" for value in range(5)}
    assert set(TYPE_NAMES) <= set(guide.cards)
