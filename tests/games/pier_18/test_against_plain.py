"""Every decision, patron and ranking of random games against the naive model."""

from __future__ import annotations

import random
from typing import Any

import pytest

import townwright as tw

from . import plain
from .audit import VARIANTS


def agree(match: tw.Match, game: plain.Game) -> None:
    """The tables are alike, and everybody who must act has the same moves."""
    view = match.view()
    assert match.pending == tuple(game.pending())
    for seat in game.pending():
        found = [move.words for move in match.moves(seat)]
        assert set(found) == game.moves(seat)
        assert len(found) == len(set(found))
    if game.phase == "choose":
        return
    if game.phase != "over":
        assert view["phase"] == game.phase
    if game.phase == "take":
        assert (view["start"], view["round"]) == (game.start, game.round)
        assert [card for card in view["offer"] if card is not None] == game.offer
    for seat, player in enumerate(view["players"]):
        assert (player["left"], player["right"]) == game.piers[seat]
        assert (player["plan"], player["patrons"]) == (game.plans[seat], game.patrons[seat])


def play(match: tw.Match, game: plain.Game, rng: random.Random) -> None:
    shown: set[str] = set()
    while not match.over:
        if game.phase == "take" and len(game.waiting) == game.seats:
            game.offer = list(match.view()["offer"])
            assert len(set(game.offer)) == game.seats + 1
            shown = shown or {*game.plans, *game.taken}
            assert shown.isdisjoint(game.offer)
            assert set(game.offer) <= set(plain.CARDS)
            shown.update(game.offer)
        agree(match, game)
        seat = rng.choice(match.pending)
        words = rng.choice(sorted(game.moves(seat)))
        match.play(seat, words)
        game.play(seat, words)
    assert game.phase == "over"
    agree(match, game)


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_moves_patrons_and_ranking_agree_with_a_naive_model(seats: int, options: dict[str, Any]) -> None:
    rng = random.Random(f"plain {seats} {options}")
    ties = level = 0
    for n in range(60):
        match = tw.new("pier-18", seats, seed=f"plain {n}", options=options)
        hands = [match.view(seat)["players"][seat]["hand"] for seat in range(seats)]
        assert len({card for hand in hands for card in hand}) == 3 * seats
        game = plain.Game(hands, options["allow_rotation"])
        play(match, game, rng)
        sheets, rows = match.sheet(), game.standings()
        assert [sheet.total for sheet in sheets] == [row[0] for row in rows]
        assert [sheet.rank for sheet in sheets] == game.ranks()
        assert match.winners == (rows.index(max(rows)),)
        ties += game.ties
        level += len({row[0] for row in rows}) < seats
    assert ties  # a patron that the dates decided
    assert level  # equal points, decided by characters or the plan's date
