"""The compiled playouts of many states, on several threads."""

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
def test_a_batch_of_playouts_gives_the_same_results_on_any_number_of_threads(name: str) -> None:
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
