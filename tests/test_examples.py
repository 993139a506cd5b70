"""The examples run in a short form: learning, the trained player, and OpenSpiel's search."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from tests.chosen import names

import townwright as tw
from townwright.arena.outside import outside_bot
from townwright.arena.tables import play_table
from townwright.bots import make
from townwright.games import load

pytest.importorskip("optax")
pytest.importorskip("pyspiel")

from examples import open_spiel_ismcts, train_ppo


@pytest.mark.skipif(train_ppo.GAME not in names(), reason="another game is tested")
def test_learning_runs_and_the_learned_weights_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    weights, curve = tmp_path / "weights.npz", tmp_path / "curve.csv"
    train_ppo.train(train_ppo.GAME, "random", 0.01, 96, 1, weights, curve, start_from=train_ppo.WEIGHTS)
    (row, *_) = csv.DictReader(curve.open())
    assert int(row["moves"]) == 96 * train_ppo.ROUNDS
    assert "won of" in capsys.readouterr().out
    player, game = train_ppo.Player(weights), load(train_ppo.GAME)
    match = play_table(game.open_box(), "a seed", [player, make("random", 1)])
    assert match.over
    changed, before = dict(np.load(weights)), dict(np.load(train_ppo.WEIGHTS))
    assert any((changed[name] != before[name]).any() for name in before)
    assert all(np.abs(changed[name] - before[name]).max() < 0.1 for name in before)


@pytest.mark.skipif(train_ppo.GAME not in names(), reason="another game is tested")
def test_the_trained_player_is_a_bot_that_beats_random_play() -> None:
    """Its strength against greedy is measured for docs/research.md; here it must at least have learned the game."""
    won = 0.0
    for seed in range(30):
        players = [outside_bot("examples.train_ppo:Player", seed), make("random", seed)]
        match = play_table(load(train_ppo.GAME).open_box(), f"deal {seed}", players)
        won += (0 in match.winners) / len(match.winners)
    assert won >= 25


@pytest.mark.skipif(train_ppo.GAME not in names(), reason="another game is tested")
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--tables", "8"], "at least 86 tables, not 8"),
        (["--minutes", "0"], "some minutes, not 0"),
        (["--game", "chess"], "chess"),
        (["--start-from", "/nowhere/weights.npz"], "No such file"),
    ],
)
def test_bad_input_of_the_learning_script_is_refused_in_a_sentence(
    words: list[str], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    weights = tmp_path / "weights.npz"
    monkeypatch.setattr("sys.argv", ["train_ppo.py", "--rivals", "random", "--out", str(weights), *words])
    with pytest.raises(SystemExit):
        train_ppo.main()
    assert reason in capsys.readouterr().err.splitlines()[-1]
    assert not weights.exists()


def test_ctrl_c_while_learning_says_what_is_saved(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def pressed(**words: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(train_ppo, "train", pressed)
    monkeypatch.setattr("sys.argv", ["train_ppo.py", "--out", "mine.npz"])
    with pytest.raises(SystemExit) as stopped:
        train_ppo.main()
    assert stopped.value.code == 130
    assert capsys.readouterr().err == "Stopped. mine.npz has the weights of the last line above.\n"


def test_weights_of_another_game_are_refused(tmp_path: Path) -> None:
    other = next((name for name in names() if name != train_ppo.GAME), None)
    if other is not None:
        match = tw.new(other, seed=1)
        with pytest.raises(tw.BadCall, match="another game"):
            train_ppo.Player().choose(match.known(match.pending[0]), match.pending[0])


@pytest.mark.skipif(train_ppo.GAME not in names(), reason="another game is tested")
def test_the_search_of_openspiel_plays_a_game_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    results = [open_spiel_ismcts.play(train_ppo.GAME, simulations=2, seed=3) for _ in range(2)]
    assert sum(results[0]) == pytest.approx(0)
    shown = capsys.readouterr().out.splitlines()
    assert {line.split(":")[0] for line in shown} == {"search", "random"}
    assert results[0] == results[1]
    assert shown[: len(shown) // 2] == shown[len(shown) // 2 :]  # the same seed, the same game


@pytest.mark.skipif(train_ppo.GAME not in names(), reason="another game is tested")
def test_the_script_for_openspiel_runs_as_it_stands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["open_spiel_ismcts.py", "--simulations", "2", "--games", "2"])
    open_spiel_ismcts.main()
    assert "the search won" in capsys.readouterr().out
