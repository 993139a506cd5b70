"""The compiled loops over batches of states: playouts, masks, steps, on several threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from tests.chosen import names

import townwright as tw
from townwright.engine import chance
from townwright.engine.fields import Fields
from townwright.games import load

BATCH = 24


def batch(name: str) -> tuple[object, np.ndarray]:
    game = load(name)
    matches = [tw.new(name, game.seats[1], seed=n) for n in range(BATCH)]
    return game, np.stack([np.frombuffer(match.state, np.uint8) for match in matches])


@pytest.mark.parametrize("name", names())
def test_a_batch_of_playouts_is_the_same_on_any_number_of_threads(name: str) -> None:
    game, start = batch(name)
    box = game.open_box()
    rngs = np.stack([chance.generator(n) for n in range(BATCH)])
    results = []
    for threads in (1, 4):
        states, own, moves = start.copy(), rngs.copy(), np.zeros(BATCH, np.int32)
        size = BATCH // threads
        parts = [slice(n, n + size) for n in range(0, BATCH, size)]
        with ThreadPoolExecutor(threads) as pool:
            for part in parts:
                codes = np.zeros(game.moves.size, np.int32)
                pool.submit(game.entry_points.playouts, box.bytes, states[part], own[part], codes, moves[part])
        assert all(Fields(row, game.state_layout).over for row in states)
        results.append((states.tobytes(), moves.tobytes()))
    assert results[0] == results[1]


@pytest.mark.parametrize("name", names())
def test_masks_and_steps_agree_with_single_matches(name: str) -> None:
    game, states = batch(name)
    box = game.open_box()
    matches = [tw.new(name, game.seats[1], seed=n) for n in range(BATCH)]
    mask = np.zeros((BATCH, game.moves.size), np.uint8)
    codes = np.zeros(game.moves.size, np.int32)
    rng = np.random.default_rng(1)
    for _ in range(20):
        seats = np.array([match.pending[0] if match.pending else 0 for match in matches], np.int32)
        game.entry_points.masks(box.bytes, states, seats, mask, codes)
        moves = np.zeros(BATCH, np.int32)
        for n, match in enumerate(matches):
            legal = match.codes(int(seats[n]))
            assert np.flatnonzero(mask[n]).tolist() == sorted(legal)
            if legal:
                moves[n] = rng.choice(legal)
                match.play(int(seats[n]), int(moves[n]))
        assert game.entry_points.step(box.bytes, states, seats, moves, codes) == -1
        for row, match in zip(states, matches, strict=True):
            assert row.tobytes() == match.state


@pytest.mark.parametrize("name", names())
def test_a_step_with_an_illegal_move_changes_nothing(name: str) -> None:
    game, states = batch(name)
    box = game.open_box()
    before = states.copy()
    matches = [tw.new(name, game.seats[1], seed=n) for n in range(BATCH)]
    seats = np.array([match.pending[0] for match in matches], np.int32)
    moves = np.array([match.codes(match.pending[0])[0] for match in matches], np.int32)
    moves[5] = next((c for c in range(game.moves.size) if c not in matches[5].codes(int(seats[5]))), -1)
    codes = np.zeros(game.moves.size, np.int32)
    assert game.entry_points.step(box.bytes, states, seats, moves, codes) == 5
    assert (states == before).all()
