"""Everything in the box comes up in random play: moves, bonus tiles, scorings, buildings, ends of tracks."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

from townwright.engine import chance
from townwright.engine.fields import Fields, blank
from townwright.games import load
from townwright.games.old_london_bridge import kinds
from townwright.games.old_london_bridge.box import KIND_NAMES, SCORINGS
from townwright.games.old_london_bridge.state import GATE, KINDS, NUMBERS, PRINTED

from ... import harness
from ...test_random_play import SOAK
from .audit import RANDOM_SCORING, scoring

GAME = load("old-london-bridge")
WIDTH = len(GAME.lines) + len(GAME.ties)

pytestmark = pytest.mark.xdist_group("walk")  # the tests share the games played


@functools.cache
def played(seats: int) -> Any:
    """How often each code was played in the random games of the suite with so many players."""
    numbers = [number for number, (players, _) in enumerate(harness.variants(GAME)) if players == seats]
    return sum(harness.played_in(GAME, number, SOAK) for number in numbers)


def random_ends(seats: int, options: dict[str, Any], games: int) -> tuple[list[Fields], Any]:
    """The last states of random games, and their score lines by game and seat."""
    box, call = GAME.open_box(options), GAME.entry_points
    states = np.stack([blank(GAME.state_layout) for _ in range(games)])
    for i in range(games):
        call.setup(box.bytes, states[i], seats, chance.deal_key(f"ends/{i}"))
    rngs = np.stack([chance.generator(f"ends/{i}") for i in range(games)])
    call.playouts(box.bytes, states, rngs, np.zeros(GAME.moves.size, np.int32), np.zeros(games, np.int32))
    lines = np.zeros((games, seats * WIDTH), np.int32)
    for i in range(games):
        call.score(box.bytes, states[i], lines[i])
    return [Fields(state, GAME.state_layout) for state in states], lines.reshape(games, seats, WIDTH)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_move_except_the_rarest_is_played(seats: int) -> None:
    counts = played(seats)
    one_card, two_cards = kinds.card, kinds.cards
    unused = one_card if seats == 2 else two_cards  # cards are laid the other way
    for kind in GAME.moves.kinds:
        own = counts[kind.base : kind.base + kind.size]
        if kind is unused:
            assert own.sum() == 0
        elif kind is kinds.inn:
            assert (own[: kinds.HAUL_FIRST[5]] > 0).sum() >= 10  # totals 2 to 4; larger ones need a rare bridge
            assert own[kinds.HAULS.index((1,))] == 0  # a single card of value 1 leaves no choice
        elif kind is kinds.plus:
            assert own[0] > 0
            assert (own[1] > 0) == (seats == 2)
        elif kind is kinds.replace:
            assert (own[:9] > 0).all()
        elif kind is not kinds.pass_:  # never seen in play: see the worked case T23
            assert (own > 0).all(), kind.name


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_bonus_tile_is_gained_and_used(seats: int) -> None:
    ends, _ = random_ends(seats, {}, 1500)
    for kind in range(KINDS):
        assert sum(s.used[kind] for s in ends) > 0, KIND_NAMES[kind]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("option", [1, 2, 3, 4])
def test_every_expert_scoring_pays(seats: int, option: int) -> None:
    _, lines = random_ends(seats, scoring(*(f"{letter}{option}" for letter in "CGIB")), 300)
    for name in SCORINGS:
        assert lines[:, :, GAME.lines.index(name)].max() > 0, f"{name} {option}"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_of_the_sixteen_scorings_is_drawn(seats: int) -> None:
    ends, _ = random_ends(seats, RANDOM_SCORING, 400)
    for colour in range(4):
        drawn = [s.scoring[colour] - PRINTED for s in ends]
        assert {option: drawn.count(option) > 60 for option in range(6)} == {n: 1 <= n <= 4 for n in range(6)}


def test_every_building_is_built_and_every_line_of_the_sheet_pays() -> None:
    ends, lines = random_ends(4, {}, 1500)
    built = {s.bridge[p, slot] for s in ends for p in range(4) for slot in range(s.length[p])}
    assert built == set(range(1, NUMBERS + 5))
    assert (lines.reshape(-1, WIDTH) != 0).any(axis=0).all()
    assert any(s.space[GATE, p] == 15 for s in ends for p in range(4))
