"""Positions: what is saved can be loaded, what a reader sees can be loaded, and what cannot occur is refused."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.play import log_lines

import townwright as tw
from townwright.engine.match import Match

from .audit import VARIANTS
from .table import FACE, PIERS, TERRACES, play, singles, table, town, without_terraces, words

IDS = [row.id for row in FACE.residents]


def loaded(match: Match, reader: int | None, seed: int = 1) -> Match:
    """The match that a reader's view gives as a position."""
    data = {"game": "tenby", "options": match.box.options, "position": match.view(reader)}
    return tw.position("tenby", data, seed=seed)


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_positions_and_views_of_a_whole_game_can_be_loaded(seats: int, options: dict[str, Any]) -> None:
    match, rng = tw.new("tenby", seats, 3, options), random.Random(3)
    while True:
        if match.over or rng.random() < (0.3 if match.view()["phase"] == "visit" else 0.03):
            assert tw.position("tenby", match.to_json()).state == match.state
            for reader in (None, *range(seats)):
                assert loaded(match, reader).view(reader) == match.view(reader)
        if match.over:
            break
        seat = rng.choice(match.pending)
        match.play(seat, rng.choice(match.codes(seat)))


# --- a finished game ---


def finished() -> Match:
    match, rng = tw.new("tenby", 3, 8, {"accolades": "ebb_flow"}), random.Random(8)
    while not match.over:
        seat = rng.choice(match.pending)
        match.play(seat, rng.choice([code for code in match.codes(seat) if match.box.words(code) != "show"]))
    return match


def test_residents_and_secret_accolades_of_a_finished_game_lie_open() -> None:
    match = finished()
    whole = match.to_json()["position"]
    assert all(player["shown"] == "secret" and player["residents"] for player in whole["players"])
    for reader in (None, 0, 1, 2):
        view = match.view(reader)
        assert view["players"] == whole["players"]
        assert view["residents"]["draws"] == whole["residents"]["draws"]


def test_a_spectators_view_of_a_finished_game_loads_with_its_real_residents_and_accolades() -> None:
    match = finished()
    for seed in range(5):
        again = loaded(match, None, seed)
        assert again.sheet() == match.sheet()
        assert again.winners == match.winners


# --- visitors ---


def test_another_readers_view_with_a_deck_emptied_by_visitors_can_be_loaded() -> None:
    match = table(*without_terraces(1), options={"visiting": True}, round=9, phase="visit", decision="mix")
    match.play(0, "mix 3")
    assert match.view(1)["decks"]["terrace"]["left"] == 0
    assert match.view(1)["visitors"]["cards"] is None
    for reader in (None, 1):
        for seed in range(5):
            again = loaded(match, reader, seed)
            assert again.view(reader) == match.view(reader)
            assert any(move in words(again) for move in ("gain T01", "gain T02"))  # the one terrace left


# --- a decision with a single option can be asked ---


def test_a_card_that_fits_nowhere_can_be_placed_by_its_words() -> None:
    match = table(town("S1"), decision="place", gained="T65")
    assert words(match) == {"place new"}
    match.play(0, "place new")
    assert match.view(0)["players"][0]["streets"] == [["S1"], ["T65"]]


def test_the_only_card_that_an_icon_can_gain_can_be_gained_by_its_words() -> None:
    players = without_terraces(1)
    match = table(*players, decision="source", icon="T", market={"terrace": ["T01"]}, options={"plain_terraces": 0})
    assert words(match) == {"gain T01"}


def test_the_last_resident_of_the_deck_can_be_kept_by_its_words() -> None:
    hands = [{"residents": IDS[:20]}, {"residents": IDS[20:39]}]
    draws = [{"seat": 0, "first": IDS[39]}]
    match = table(*hands, decision="keep", residents={"left": 0, "draws": draws})
    assert words(match) == {f"keep {IDS[39]}"}
    assert loaded(match, 1).view(1) == match.view(1)
    match.play(0, f"keep {IDS[39]}")
    assert match.view(0)["players"][0]["residents"] == [*IDS[:20], IDS[39]]


def test_a_single_visitor_can_be_placed_by_its_words() -> None:
    cards = TERRACES + PIERS
    players = [{"streets": singles(cards[n:119:3])} for n in range(3)]
    visitors = {"terraces": 0, "piers": 1, "cards": [cards[119]]}
    match = table(*players, options={"visiting": True}, round=9, phase="visit", decision="visitor", visitors=visitors)
    assert words(match) == {f"gain {cards[119]}"}


def test_the_log_says_forced_moves() -> None:
    match = table(town("S1"), town("S2"), icons={"T": 1}, market={"terrace": ["T65"]})
    play(match, 0, "use T")
    sentences = [line.text for _, line in log_lines(match, 0, "gain T65", 0)[1:]]
    assert sentences == ["You placed Bosun's House alone as a new street.", "You ended the turn."]
    sentences = [line.text for _, line in log_lines(match, 0, "gain T65", 1, ["Ada", "Ben"])[1:]]
    assert sentences == ["Ada placed Bosun's House alone as a new street.", "Ada ended the turn."]


def test_who_keeps_the_last_resident_does_so_in_secret() -> None:
    match = table({"residents": IDS[:20], "rings": 9}, {"residents": IDS[20:39]}, icons={"R": 1})
    assert [line.text for _, line in log_lines(match, 0, "use R", 0)[1:]] == ["You kept Town Crier."]
    ((_, secret),) = log_lines(match, 0, "use R", 1)[1:]
    assert (secret.text, secret.move, secret.sealed) == ("Seat 0 made a choice in secret.", None, None)


# --- positions that cannot occur ---

NIGHT: dict[str, Any] = {"phase": "night", "decision": "choose"}
ROW: list[dict[str, Any]] = [{"card": "D01"}, {"card": "D29"}, {"card": "D30"}]
DAY: dict[str, Any] = {"round": 3, "day_row": ROW}
ON_DAYS = [{"day": "D01"}, {"day": "D30"}]
VISIT: dict[str, Any] = {"phase": "visit", "decision": "mix", "round": 9, "options": {"visiting": True}}
SETUP: dict[str, Any] = {"phase": "setup", "decision": "keep", "round": 0, "day_row": ROW}

IMPOSSIBLE: list[tuple[list[dict[str, Any]], dict[str, Any], str]] = [
    (
        [{"held": 1}, {}],
        {"residents": {"left": 39, "draws": [{"seat": 0}, {"seat": 0}]}},
        "field 'residents.draws': expected at most 1 of player 1, one for each resident held, got 2",
    ),
    (
        ON_DAYS,
        {**DAY, "day_row": [{"card": "D01", "tokens": 1}, *ROW[1:]]},
        "player 1, field 'day': expected no rings left on the card of the player whose turn it is, got 1",
    ),
    (
        ON_DAYS,
        {**DAY, "day_row": [ROW[0], {"card": "D29", "tokens": 3}, ROW[2]]},
        "field 'day_row': expected at most 2 rings on the day cards, one a round, got 3",
    ),
    (
        ON_DAYS,
        {**DAY, "order": [1, 0]},
        "field 'order': expected the order of the day cards, the lowest number first",
    ),
    (
        [ON_DAYS[0], {}],
        DAY,
        "player 2, field 'day': expected a day card; only those who have yet to end their turn have one",
    ),
    (ON_DAYS, {**DAY, "day_row": [ROW[0], None, ROW[2]]}, "field 'day_row': expected 3 cards, got 2"),
    (ON_DAYS, {**DAY, "icons": {"T": 2}}, "field 'icons.T': expected at most the icons of D01, TO"),
    ([{}, {"day": "D30"}], {**NIGHT, "day_row": ROW}, "player 2, field 'day': expected no day card; only those who"),
    ([{}, {}], {**NIGHT, "day_row": ROW[:2]}, "field 'day_row': expected 3 cards in phase 'night', got 2"),
    (
        [{}, {}],
        {**NIGHT, "day_row": ROW, "market": {"pier": ["P01"]}},
        "field 'market.pier': expected 2 cards in phase 'night', got 1",
    ),
    ([{}, {}], {**VISIT, "market": {"pier": ["P01"]}}, "field 'market.pier': expected no cards in phase 'visit'"),
    ([{}, {}], {**VISIT, "options": {}}, "field 'phase': expected the option visiting for phase 'visit'"),
    ([{}, {}], {**VISIT, "round": 8}, "field 'round': expected 9 in phase 'visit', got 8"),
    (
        [{}, {}],
        {**VISIT, "decision": "visitor", "visitors": {"terraces": 1, "piers": 1}},
        "field 'visitors': expected three cards while the decks or their discards have any",
    ),
    ([{}, {}], {**VISIT, "decision": "place", "gained": "PP-L"}, "field 'gained': expected a terrace or pier of the"),
    ([{}, {}], {"decision": "place", "gained": "S1"}, "field 'gained': expected a card of the decks or a plain end"),
    ([{}, {}], {"over": True}, "field 'over': expected phase 'day', decision 'menu', round 10 and step 2"),
    ([town("S1", "S2"), {}], {}, "player 1, field 'streets': expected at most one start card, got 2"),
    ([{}, town("S1")], {"options": {"start_card": "none"}}, "player 2, field 'streets': expected no start card with"),
    (
        [{}, town("T10 P02")],
        {},
        "player 2, street 1: expected edges that fit; T10 ends with terrace, P02 begins with pier",
    ),
    (
        [{"held": 1}, {}],
        {**SETUP, "residents": {"left": 37, "draws": [{"seat": 0}]}},
        "player 1, field 'held': expected no resident in phase 'setup', got 1",
    ),
    (
        [{"held": 1}, {"held": 1}],
        {**SETUP, "step": 1, "residents": {"left": 36, "draws": [{"seat": 0}, {"seat": 1}]}},
        "player 2, field 'held': expected no resident in phase 'setup', got 1",
    ),
    (
        [{}, {}],
        {**SETUP, "residents": {"left": 38, "draws": [{"seat": 1}]}},
        "field 'residents.draws': expected a last draw by player 1, who must keep a resident",
    ),
    (
        [{}, {}],
        {"accolades": [{"card": "A01"}, {"card": "A02"}], "options": {"accolades": "open_sea", "open_sea": 1}},
        "field 'accolades': expected at most 1 with these options, got 2",
    ),
    (
        [{"residents": ["R99"]}, {}],
        {},
        "the hand of player 1: expected the id of a resident, such as R01, R02, R03; got 'R99'",
    ),
]


@pytest.mark.parametrize(("players", "more", "problem"), IMPOSSIBLE)
def test_a_position_that_cannot_occur_is_refused(
    players: list[dict[str, Any]], more: dict[str, Any], problem: str
) -> None:
    with pytest.raises(tw.BadPosition) as error:
        table(*players, **more)
    assert problem in str(error.value)
