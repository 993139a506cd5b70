"""What the long random play covers: every accolade mode with every number of players, every value of every option."""

from __future__ import annotations

import itertools
from typing import Any

from townwright.games import load

from .audit import GAMES, MODES, MORE_VARIANTS, SEAT_COUNTS, VARIANTS

DEFAULTS = load("tenby").open_box().options


def tried(option: str, variants: list[tuple[int, dict[str, Any]]]) -> set[Any]:
    return {options.get(option, DEFAULTS[option]) for _, options in variants}


def test_every_mode_is_played_by_every_number_of_players_with_and_without_visitors() -> None:
    assert set(MODES) == {"none", "open_sea", "ebb_flow", "high_tide"}
    met = {
        (seats, options.get("accolades", "none"), options.get("visiting", False))
        for seats, options in [*VARIANTS, *MORE_VARIANTS]
    }
    assert met == set(itertools.product(SEAT_COUNTS, MODES, (False, True)))
    assert {(seats, options.get("accolades", "none")) for seats, options in VARIANTS} == set(
        itertools.product(SEAT_COUNTS, MODES)
    )


def test_every_value_of_every_option_is_played() -> None:
    values = {
        "accolades": set(MODES),
        "visiting": {False, True},
        "start_card": {"one_random", "none"},
        "start_residents": {"draw_two_keep_one", "none"},
        "night_order": {"random", "seats"},
        "founding": {False, True},
    }
    for option, expected in values.items():
        assert tried(option, VARIANTS) == expected, option
    seas = {options["open_sea"] for _, options in VARIANTS if options.get("accolades") == "open_sea"}
    assert seas == {1, 2, 3}
    for option, ends in {"plain_terraces": {0, 15, 20}, "plain_piers": {0, 15, 20}, "counters": {0, 1, 3, 6}}.items():
        assert ends <= tried(option, [*VARIANTS, *MORE_VARIANTS]), option
    assert {"0 0 0 0 0", "9 9 9 9 9", "1 1 2 2 3"} <= tried("start_rings", VARIANTS)
    assert set(values) | {"open_sea", "plain_terraces", "plain_piers", "counters", "start_rings"} == set(DEFAULTS)


def test_ten_thousand_games_are_played() -> None:
    each = -(-GAMES // len(VARIANTS))  # as test_random_play.py plays them
    assert each * (len(VARIANTS) + len(MORE_VARIANTS)) >= 10_000
