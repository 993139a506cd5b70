"""Random play reaches everything in the box: all 40 cards and every kind of move."""

from __future__ import annotations

import functools
from typing import Any

import pytest
from tests import harness
from tests.test_random_play import SOAK

from townwright.games import load

from .audit import GAMES, MORE_VARIANTS, VARIANTS

GAME = load("tiny-towns")

pytestmark = pytest.mark.xdist_group("walk")  # the tests share the games played


@functools.cache
def played() -> Any:
    """How often each code was played in the random games of the suite."""
    return sum(harness.played_in(GAME, variant, SOAK) for variant in range(len(VARIANTS)))


def test_at_least_20000_games_are_played() -> None:
    assert GAMES // len(VARIANTS) * (len(VARIANTS) + len(MORE_VARIANTS)) >= 20_000


def test_every_one_of_the_40_cards_was_built() -> None:
    face, build = GAME.open_box().face, GAME.moves.kinds[-1]
    times = {face.card_id(card): 0 for card in range(40)}
    for placement, (card, _) in enumerate(face.placements):
        times[face.card_id(card)] += int(played()[build.base + placement])
    assert len(times) == 40
    assert [name for name, number in times.items() if number == 0] == []


@pytest.mark.parametrize("kind", [kind.name for kind in GAME.moves.kinds])
def test_every_kind_of_move_was_played(kind: str) -> None:
    codes = next(entry for entry in GAME.moves.kinds if entry.name == kind)
    assert played()[codes.base : codes.base + codes.size].sum() > 0
