"""Learned weights: the same seed learns the same, the search uses them without compiling, loading checks them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from tests.chosen import names

import townwright as tw
from townwright.arena.tuning import Tuning
from townwright.arena.workers import Here
from townwright.bots.levels import TABLE
from townwright.engine import weights
from townwright.engine.thinking import Budget, Thinker
from townwright.games import load

from .play import steps

LEARNERS = [name for name in names() if load(name).by_hand]


@pytest.mark.parametrize("name", LEARNERS)
def test_the_weights_set_by_hand_give_the_estimate(name: str) -> None:
    """`greedy` stays the yardstick it was, because the learned value is a function of its own."""
    game = load(name)
    match = tw.new(name, max(2, game.seats[0]), 3)
    by_hand = np.array(list(game.by_hand.values()))
    for _ in steps(match, 2, 60):
        guess, estimate = np.zeros(match.seats), np.zeros(match.seats)
        game.entry_points.value(match.box.bytes, match._state, by_hand, -1, guess)
        game.entry_points.estimate(match.box.bytes, match._state, estimate)
        assert guess.tolist() == estimate.tolist()


@pytest.mark.parametrize("name", LEARNERS)
def test_the_same_seed_learns_the_same(name: str) -> None:
    runs = [Tuning(name, 130, "test") for _ in range(2)]
    for run in runs:
        assert list(run)[-1] >= 128
    assert runs[0].result == runs[1].result
    assert list(runs[0].result.weights) == list(load(name).by_hand)


@pytest.mark.parametrize("name", LEARNERS)
def test_learning_can_play_with_the_search(name: str) -> None:
    searched, one_move_deep = Tuning(name, 130, "test", simulations=2), Tuning(name, 130, "test")
    zero = np.zeros(len(searched.names))
    leads = [run.worth(zero + 0.5, zero, ["deal"]) for run in (searched, searched, one_move_deep)]
    assert leads[0] == leads[1] != leads[2]
    assert searched.worth(zero, zero, ["deal"], win=0.0) != leads[0]
    assert searched.result.how.removeprefix(one_move_deep.result.how) == " --simulations 2"


def test_learning_resumes_where_it_was_stopped(tmp_path: Path) -> None:
    whole = Tuning(LEARNERS[0], 700, "test")
    assert len(list(whole)) > 4
    keep = tmp_path / "learned"
    for n, _ in enumerate(Tuning(LEARNERS[0], 700, "test", keep=keep)):
        if n == 2:
            break
    again = Tuning(LEARNERS[0], 700, "test", keep=keep, workers=Here(2))
    assert len(list(again)) == len(list(Tuning(LEARNERS[0], 700, "test"))) - 3
    assert again.result == whole.result
    with pytest.raises(tw.TownwrightError, match="holds another learning"):
        Tuning(LEARNERS[0], 700, "other", keep=keep)


@pytest.mark.skipif(len(names()) == 1, reason="one game is enough")
def test_learning_finds_a_better_player() -> None:
    """Self-play recovers from spoilt weights."""
    run = Tuning(LEARNERS[0], 3_000, "1")
    run.by_hand = 0.1 * run.by_hand
    for _ in run:
        pass
    assert run.worth(run.mean, np.zeros(len(run.names)), run._deals("check", 100), win=0.0) > 0.2


@pytest.mark.parametrize("name", LEARNERS)
def test_other_weights_change_what_the_search_thinks(name: str) -> None:
    match = tw.new(name, max(2, load(name).seats[0]), 3)
    seat = match.pending[0]
    thoughts = []
    own = match.game.weights(match.seats)
    for factors in (np.ones(len(own)), np.linspace(0.2, 5, len(own))):
        thinker = Thinker("w")
        thinker.weights = own * factors
        thoughts.append(thinker.think(match.known(seat), seat, Budget(simulations=20)))
    assert thoughts[0] != thoughts[1]


@pytest.mark.parametrize("name", LEARNERS)
def test_beginners_use_learned_weights_and_searches_only_where_the_game_says_so(name: str) -> None:
    match = tw.new(name, max(2, load(name).seats[0]), 3)
    game, seat = match.game, match.pending[0]
    by_hand = list(game.by_hand.values())
    assert game.weights(match.seats, False).tolist() == by_hand
    searches = bool(game.search_settings.get("learned", True))
    for settings, learned in ((TABLE["beginner"].settings, True), ({}, searches)):
        plain, same = Thinker("w", settings), Thinker("w", settings)
        same.weights = game.weights(match.seats, learned)
        budget = Budget(simulations=20)
        assert plain.think(match.known(seat), seat, budget) == same.think(match.known(seat), seat, budget)


def test_weights_are_kept_by_the_number_of_players(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    monkeypatch.setattr(weights, "place", lambda package: file)
    by_hand = {"row": 1.0, "column": 2.0}
    assert weights.load_weights("any", by_hand, 2).tolist() == [1, 2]
    assert weights.load_weights(None, by_hand, 2).tolist() == [1, 2]
    for seats in (3, 2):
        learned = weights.Weights(how="by hand", games=1, lead=0, weights={"row": seats, "column": 5})
        weights.save_weights("any", seats, learned)
    assert list(json.loads(file.read_text())) == ["2", "3"]
    found = [weights.load_weights("any", by_hand, seats)[0] for seats in (1, 2, 3, 6)]
    assert found == [2, 2, 3, 3]
    with pytest.raises(tw.TownwrightError, match="expected weights for: row, wall"):
        weights.load_weights("any", {"row": 1.0, "wall": 1.0}, 2)
    file.write_text('{"2": {}}')
    with pytest.raises(tw.TownwrightError, match="missing required field"):
        weights.load_weights("any", by_hand, 2)


@pytest.mark.parametrize("name", LEARNERS)
def test_the_shipped_weights_fit(name: str) -> None:
    game = load(name)
    for seats, learned in weights.read_weights(game.package).items():
        assert game.check_seats(seats) == seats
        assert learned.how.startswith(f"townwright tune {name} ")
        assert len(game.weights(seats)) == len(game.by_hand)
