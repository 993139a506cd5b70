"""Positions: saving and loading gives the same state, for the whole table and for every reader's view."""

from __future__ import annotations

from typing import Any

import pytest

import townwright as tw
from townwright.engine.match import Match

from .play import TABLES, is_sampled, steps

every_table = pytest.mark.parametrize(("name", "seats", "options"), TABLES)


def match_of_view(match: Match, reader: int | None, seed: int) -> Match:
    """A match loaded from what a reader sees."""
    data = {**match.to_json(), "position": match.view(reader), "generator": None}
    return tw.position(match.game.name, data, seed=seed)


@every_table
def test_a_whole_position_saved_and_loaded_has_the_same_bytes(name: str, seats: int, options: dict[str, Any]) -> None:
    match = tw.new(name, seats, 31, options)
    for _ in filter(lambda _: is_sampled(match), steps(match, 31)):
        assert tw.position(name, match.to_json()).state == match.state
    assert tw.position(name, match.to_json()).state == match.state


@every_table
def test_a_readers_view_loads_to_a_match_that_shows_the_same_view(
    name: str, seats: int, options: dict[str, Any]
) -> None:
    match = tw.new(name, seats, 32, options)
    for _ in filter(lambda _: is_sampled(match), steps(match, 32)):
        for reader in (None, *range(seats)):
            assert match_of_view(match, reader, match.ply).view(reader) == match.view(reader)
    for reader in (None, *range(seats)):
        assert match_of_view(match, reader, 1).view(reader) == match.view(reader)


@every_table
def test_a_bare_view_can_be_loaded_as_a_position(name: str, seats: int, options: dict[str, Any]) -> None:
    match = tw.new(name, seats, 33, options)
    for _ in steps(match, 33, 10):
        assert tw.position(name, match.view(0), seed=5, options=options).view(0) == match.view(0)
