"""Long random play of every game: the properties of the design, on every player count and option."""

from __future__ import annotations

import os

import pytest
from tests.chosen import names

from townwright.games import load

from . import harness

SOAK = int(os.environ.get("TOWNWRIGHT_SOAK", "1"))  # `make soak` plays fifty times as many games

pytestmark = pytest.mark.xdist_group("walk")  # one worker compiles the walk and plays the games, for all tests of them

CASES = [
    pytest.param(name, variant, id=f"{name}-{variant}")
    for name in names()
    for variant in range(len(harness.variants(load(name))))
]


@pytest.mark.parametrize(("name", "variant"), CASES)
def test_all_properties_hold_in_random_play(name: str, variant: int) -> None:
    harness.played_in(load(name), variant, SOAK)


@pytest.mark.parametrize("name", names())
def test_the_variants_cover_every_player_count_and_option(name: str) -> None:
    game = load(name)
    variants = harness.auditor(game).VARIANTS
    fewest, most = game.seats
    assert {seats for seats, _ in variants} == set(range(fewest, most + 1))
    defaults = game.open_box().options
    for option, default in defaults.items():
        tried = {str(chosen.get(option, default)) for _, chosen in variants}
        assert len(tried) > 1, f"option {option} is always {tried}"
