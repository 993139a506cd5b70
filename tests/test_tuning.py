"""Learned weights: made the same from the same seed, used without compiling, checked when loaded."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from tests.chosen import names

import townwright as tw
from townwright.arena.tuning import Tuning
from townwright.engine import weights
from townwright.engine.thinking import Budget, Thinker
from townwright.games import load

from .play import steps

LEARNERS = [name for name in names() if load(name).numbers]


@pytest.mark.parametrize("name", LEARNERS)
def test_encode_writes_every_number_and_only_from_what_is_known(name: str) -> None:
    game = load(name)
    match = tw.new(name, game.seats[1], 3)
    own = len(game.numbers)
    assert len(set(game.numbers)) == own
    for seat, _ in steps(match, 3, 40):
        known = match.known(seat)
        twin = tw.position(name, {"game": name, "position": match.view(seat)}, seed=9).known(seat)
        out, again = (np.full(match.seats * own, np.nan) for _ in range(2))
        game.entry_points.encode(known.box.bytes, known.state, out)
        game.entry_points.encode(twin.box.bytes, twin.state, again)
        assert np.isfinite(out).all()
        assert (out == again).all()


@pytest.mark.parametrize("name", LEARNERS)
def test_the_same_seed_learns_the_same_and_guesses_better(name: str) -> None:
    runs = [Tuning(name, 400, "test") for _ in range(2)]
    for run in runs:
        assert list(run)[-1] == 400
    assert runs[0].result == runs[1].result
    assert runs[0].errors[-1] < runs[0].errors[0]


@pytest.mark.parametrize("name", LEARNERS)
def test_other_weights_change_what_the_search_thinks(name: str) -> None:
    match = tw.new(name, max(2, load(name).seats[0]), 3)
    seat = match.pending[0]
    thoughts = []
    for wanted in (np.zeros(0), np.ones(len(load(name).numbers))):
        thinker = Thinker("w")
        thinker.weights = wanted
        thoughts.append(thinker.think(match.known(seat), seat, Budget(simulations=20)))
    assert thoughts[0] != thoughts[1]


def test_weights_that_do_not_fit_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    monkeypatch.setattr(weights, "place", lambda package: file)
    assert len(weights.load_weights("any", 3)) == 0
    file.write_text(json.dumps({"how": "by hand", "games": 1, "seed": "1", "error": 0, "weights": [1, 2]}))
    assert weights.load_weights("any", 2).tolist() == [1, 2]
    with pytest.raises(tw.TownwrightError, match="expected 3 weights"):
        weights.load_weights("any", 3)
    file.write_text("{}")
    with pytest.raises(tw.TownwrightError, match="missing required field"):
        weights.load_weights("any", 3)


def test_a_game_without_numbers_cannot_be_tuned() -> None:
    name = next((name for name in names() if not load(name).numbers), None)
    if name:
        with pytest.raises(tw.BadCall, match="nothing to learn"):
            Tuning(name, 1, "1")
