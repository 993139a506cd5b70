"""The guide that clients get: every card explains itself, in every language and for every box."""

from __future__ import annotations

import random
from typing import Any

import pytest

import townwright as tw
from townwright.engine.shapes import Strip, Text
from townwright.engine.texts import languages
from townwright.games import load

from .audit import VARIANTS
from .table import contents, table, town

GAME = load("tenby")


def lines(card: str, options: dict[str, Any] | None = None, box: Any = None, language: str = "en") -> list[str]:
    """The title of a card and its lines of text."""
    found = GAME.guide(GAME.open_box(options, box), 3, language).cards[card]
    return [found.title, *(line.text for line in found.lines if isinstance(line, Text))]


def test_a_resident_says_what_it_counts_and_what_each_threshold_gives() -> None:
    assert lines("R21") == [
        "Carpenter A",
        "Counts shutters in your best street.",
        "At least 6 shutters: 3 points, or 6 points if the street is completed.",
        "At least 8 shutters: 5 points, or 9 points if the street is completed.",
        "At least 10 shutters: 8 points, or 13 points if the street is completed.",
    ]
    assert lines("R39") == [
        "Tour Guide",
        "Counts landmarks in each of your streets.",
        "At least 1 landmark: 2 points, or 4 points if the street is completed.",
    ]


def test_a_town_card_says_its_edges_its_features_and_what_it_scores() -> None:
    assert lines("T02") == [
        "Crab & Quill Books",
        "A yellow business on a terrace card.",
        "Edges: terrace on the left, terrace on the right.",
        "Shows 2 clouds, 2 seagulls, 2 shutters.",
        "3 points for each red building next to it, left and right.",
    ]
    assert lines("L02")[1:] == [
        "A landmark: pier.",
        "Edges: pier on the left, pier on the right.",
        "Shows 2 benches, 2 clouds, 3 seagulls.",
        "1 point for each seagull in its whole street, this card included.",
    ]
    assert lines("PP-L") == [
        "Plain end pier (left)",
        "A pier.",
        "Edges: sea on the left, pier on the right.",
        "Worth 2 points.",
    ]


def test_a_gold_card_leaves_its_own_building_out_of_the_different_colours() -> None:
    data = contents()
    data["landmark"][2] |= {"condition": "unique_colour", "range": "gold", "points": 2}
    assert lines("L03", box=data)[-1] == (
        "2 points for each different colour in its whole street, its own building left out."
    )


def test_a_day_card_shows_its_icons_and_says_them() -> None:
    card = GAME.guide(GAME.open_box(), 2).cards["D29"]
    assert card.title == "Day 29"
    assert card.lines[0] == Strip("TPOO", "Icons")
    assert card.lines[1] == Text("1 × terrace, 1 × pier, 2 × life ring")  # noqa: RUF001


def test_an_accolade_says_what_it_pays_in_the_mode_in_play() -> None:
    most = "For the most homes in a town."
    shared = "Pays 10 points; players who tie share them, rounded down."
    assert lines("A02", {"accolades": "open_sea"})[1:] == [most, shared]
    assert lines("A02", {"accolades": "high_tide"})[1:] == [
        most,
        shared,
        "It counts only once a score counter lies on it.",
    ]
    assert lines("A02", {"accolades": "ebb_flow"})[1:] == [
        most,
        "Open: 15 points for whoever has most; players who tie share them, rounded down.",
        "Secret: 5 points for its owner, unless somebody else has more.",
    ]


def test_a_card_of_ones_own_box_explains_itself() -> None:
    data = contents()
    data["resident"][0] |= {"name": "Grandmother", "what": "cloud", "thresholds": [2], "incomplete": [1]}
    data["resident"][0] |= {"completed": [1], "scope": "each"}
    assert lines("R01", box=data) == [
        "Grandmother",
        "Counts clouds in each of your streets.",
        "At least 2 clouds: 1 point.",
    ]
    assert lines("R01", box=data, language="it") == [
        "Grandmother",
        "Conta: nuvole in ciascuna delle tue vie.",
        "Almeno 2 nuvole: 1 punto.",
    ]


@pytest.mark.parametrize("language", languages())
def test_every_card_of_the_box_is_explained(language: str) -> None:
    box = GAME.open_box()
    guide = GAME.guide(box, 4, language)
    rows = [*box.face.cards.values(), *box.face.days, *box.face.residents, *box.face.accolades]
    assert guide.cards.keys() == {row.id for row in rows}
    assert all(card.title and card.lines for card in guide.cards.values())


@pytest.mark.parametrize(("seats", "options"), VARIANTS[::3])
def test_nobody_has_to_choose_blind(seats: int, options: dict[str, Any]) -> None:
    match, rng = tw.new("tenby", seats, 4, options), random.Random(4)
    cards = GAME.guide(match.box, seats).cards
    named = {"keep": "resident", "choose": "day", "commit": "accolade", "gain": "card"}
    while not match.over:
        seat = rng.choice(match.pending)
        moves = match.moves(seat)
        assert all(move.fields[named[move.kind]] in cards for move in moves if move.kind in named)
        match.play(seat, rng.choice(moves))


def test_a_refusal_names_the_price_and_the_rings() -> None:
    match = table(town("S1", rings=1), round=3)
    assert match.why_not(0, "buy move") == "It costs 2 rings; you have 1."
    assert match.why_not(0, "buy move", "it") == "Costa 2 salvagenti; ne hai 1."
    assert table(town("S1"), round=3).why_not(0, "reveal pier") == "It costs 1 ring; you have 0."
