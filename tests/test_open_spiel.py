"""OpenSpiel: its own tests on every game, what its players can learn, and its search at our tables."""

from __future__ import annotations

import os
import random
import unittest
from pathlib import Path
from typing import Any

import pytest
from tests.chosen import names

import townwright as tw
from townwright.engine.fields import Fields
from townwright.games import load

from . import harness

pyspiel = pytest.importorskip("pyspiel")

from absl import flags  # noqa: E402
from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python.algorithms import generate_playthrough, sample_some_states  # noqa: E402

from townwright.envs import open_spiel  # noqa: E402

SOAK = "TOWNWRIGHT_SOAK" in os.environ
SEATED = [
    (name, seats)
    for name in names()
    for seats in range(load(name).seats[0], load(name).seats[1] + 1)
    if SOAK or seats == max(2, load(name).seats[0])
]
STATES = 40 if SOAK else 8  # for the tests of the API

if not flags.FLAGS.is_parsed():
    flags.FLAGS(["tests"])


def game_of(name: str, seats: int = 2, seed: int = 1, **more: Any) -> Any:
    return pyspiel.load_game(open_spiel.short_name(name), {"players": seats, "rng_seed": seed, **more})


def walked(name: str, moves: int, seed: int = 1) -> Any:
    """A state after the deal and some random moves."""
    state, rng = game_of(name, seed=seed).new_initial_state(), random.Random(seed)
    state.apply_action(open_spiel.DEAL)
    for _ in range(moves):
        if not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(("name", "seats"), SEATED)
def test_random_sim_test_passes(name: str, seats: int) -> None:
    pyspiel.random_sim_test(game_of(name, seats), 1, False, False)


@pytest.mark.parametrize(("name", "seats"), SEATED)
def test_the_api_tests_pass(name: str, seats: int) -> None:
    game = game_of(name, seats)

    class Checks(api_test.EnforceAPIOnPartialTreeBase):
        @classmethod
        def setUpClass(cls) -> None:
            cls.some_states = sample_some_states.sample_some_states(game, max_states=STATES)
            cls.game_type = game.get_type()

    Checks.game, Checks.game_name = game, open_spiel.short_name(name)
    found = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Checks).run(found)
    assert found.testsRun >= 5
    assert not found.errors + found.failures


@pytest.mark.parametrize("name", [name for name in names() if SOAK or load(name).open_box().encoding(2).size < 5000])
def test_a_playthrough_can_be_played_again(name: str, tmp_path: Path) -> None:
    """OpenSpiel writes the same playthrough again when it plays the same actions."""
    page = tmp_path / "playthrough.txt"
    page.write_text(
        generate_playthrough.playthrough(f"{open_spiel.short_name(name)}(players=2,rng_seed=3)", None, seed=1)
    )
    original, again = generate_playthrough.replay(str(page))
    assert original == again
    assert "IsTerminal() = True" in original


@pytest.mark.parametrize("name", names())
def test_states_are_cloned_and_serialised(name: str) -> None:
    game, state = game_of(name), walked(name, 7)
    twin, kept = state.clone(), game.deserialize_state(state.serialize())
    before = str(state)
    assert before == str(twin) == str(kept)
    rng = random.Random(3)
    while not twin.is_terminal():
        action = rng.choice(twin.legal_actions())
        twin.apply_action(action)
        kept.apply_action(action)
    assert str(state) == before
    assert str(twin) == str(kept) != before
    assert sum(twin.returns()) == pytest.approx(0)
    assert twin.returns() == twin.table.rewards()


@pytest.mark.parametrize("name", names())
def test_the_same_seed_gives_the_same_deals(name: str) -> None:
    found = []
    for seed in (4, 4, 5):
        game = game_of(name, seed=seed)
        deals = []
        for _ in range(3):
            state = game.new_initial_state()
            assert state.chance_outcomes() == [(open_spiel.DEAL, 1.0)]
            state.apply_action(open_spiel.DEAL)
            deals.append(state.table.state.tobytes())
        assert len(set(deals)) == 3
        found.append(deals)
    assert found[0] == found[1] != found[2]


@pytest.mark.parametrize("name", names())
def test_what_is_hidden_changes_nothing_that_a_player_can_read(name: str) -> None:
    rng, differing = random.Random(5), 0
    for moves in (0, 4, 9):
        state = walked(name, moves)
        seat = state.current_player()
        twin = state.clone()
        layout = twin.table.setting.game.state_layout
        harness.auditor(load(name)).scramble(Fields(twin.table.state, layout), seat, rng)
        differing += twin.table.state.tobytes() != state.table.state.tobytes()
        assert state.observation_tensor(seat) == twin.observation_tensor(seat)
        assert state.observation_string(seat) == twin.observation_string(seat)
        assert state.information_state_string(seat) == twin.information_state_string(seat)
        assert state.legal_actions() == twin.legal_actions()
        dreams = [real.resample_from_infostate(seat, lambda: 0.5) for real in (state, twin)]
        assert str(dreams[0]) == str(dreams[1])
        for reader in range(2):
            assert dreams[0].information_state_string(reader) == dreams[1].information_state_string(reader)
    assert differing


def test_sealed_choices_stay_hidden_until_all_have_chosen() -> None:
    """Whatever one seat chooses in secret, the others read the same until the last of them has chosen."""
    compared = 0
    for name in names():
        kinds, rng = load(name).moves, random.Random(2)
        state = walked(name, 0, seed=4)
        for _ in range(40):
            actions, asked = state.legal_actions(), state.table.pending
            if len(asked) == 2 and len(actions) > 1 and kinds.kind(actions[0]).secret is not None:
                twins = [state.clone(), state.clone()]
                for twin, action in zip(twins, rng.sample(actions, 2), strict=True):
                    twin.apply_action(action)
                if all(twin.table.pending == asked[1:] for twin in twins):
                    compared += 1
                    for read in (
                        "observation_tensor",
                        "observation_string",
                        "information_state_string",
                        "legal_actions",
                    ):
                        assert getattr(twins[0], read)(asked[1]) == getattr(twins[1], read)(asked[1])
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
    assert compared or len(names()) == 1


@pytest.mark.parametrize("name", names())
def test_an_imagined_state_agrees_with_everything_a_player_has_learned(name: str) -> None:
    for moves in (0, 5, 12):
        state = walked(name, moves)
        if state.is_terminal():
            continue
        seat, others = state.current_player(), set()
        for draw in range(5):
            dream = state.resample_from_infostate(seat, lambda draw=draw: draw / 7)
            assert dream.information_state_string(seat) == state.information_state_string(seat)
            assert dream.observation_tensor(seat) == state.observation_tensor(seat)
            assert dream.legal_actions() == state.legal_actions()
            others.add(dream.table.state.tobytes())
        assert len(others) == 5
        again = state.resample_from_infostate(seat, lambda: 0.0)
        assert again.table.state.tobytes() in others


@pytest.mark.parametrize("name", names())
def test_the_history_of_an_imagined_state_reveals_no_move(name: str) -> None:
    """The real one holds what others have chosen in secret."""
    state = walked(name, 5)
    dream = state.resample_from_infostate(state.current_player())
    assert len(state.history()) == 6
    assert dream.history() == [open_spiel.DEAL]
    before = game_of(name).new_initial_state()
    deals = [before, before.resample_from_infostate(0)]
    for deal in deals:
        deal.apply_action(open_spiel.DEAL)
    assert str(deals[0]) != str(deals[1])


@pytest.mark.parametrize("name", names())
def test_a_seat_remembers_its_own_secret_moves_and_not_those_of_others(name: str) -> None:
    state = walked(name, 0)
    kinds = load(name).moves
    seat = state.current_player()
    action = state.legal_actions()[0]
    words = state.action_to_string(seat, action)
    state.apply_action(action)
    assert words in state.information_state_string(seat)
    if kinds.kind(action).secret is not None:
        assert words not in state.information_state_string(1 - seat)
        assert open_spiel.SECRET in state.information_state_string(1 - seat)


@pytest.mark.parametrize("name", names())
def test_information_set_search_of_openspiel_plays_as_a_bot(name: str) -> None:
    """It uses what its seat knows and nothing else: with twins that differ in what is hidden it plays the same move."""
    match = tw.new(name, 2, seed=3)
    for _ in range(4):
        match.play(match.pending[0], match.codes(match.pending[0])[0])
    seat = match.pending[0]

    class Quick(open_spiel.IsMcts):
        simulations = 6

    found = Quick(seed=1).choose(match.known(seat), seat)
    assert found in match.codes(seat)
    twin = match.copy()
    harness.auditor(load(name)).scramble(twin._s, seat, random.Random(2))
    assert Quick(seed=1).choose(twin.known(seat), seat) == found


def test_a_wrong_use_of_a_state_is_refused_in_a_sentence() -> None:
    state = game_of(names()[0]).new_initial_state()
    assert not any(state.observation_tensor(0))
    assert open_spiel.NOT_DEALT in state.observation_string(0)
    with pytest.raises(pyspiel.SpielError, match="the only outcome here"):
        state.apply_action(5)
    state.apply_action(open_spiel.DEAL)
    assert any(state.observation_tensor(0))
    with pytest.raises(pyspiel.SpielError, match="1000000 is not legal now"):
        state.apply_action(10**6)
    with pytest.raises(RuntimeError, match="player < 2 is expected, not 9"):
        state.resample_from_infostate(9)
    with pytest.raises(ValueError, match="no information-state tensor"):
        state.information_state_tensor(0)
    over = walked(names()[0], 10**4)
    with pytest.raises(pyspiel.SpielError, match="the game is over"):
        over.apply_action(0)


def test_every_game_is_shorter_than_openspiel_expects() -> None:
    for name in names():
        assert max(harness.auditor(load(name)).LONGEST) < open_spiel.MOST_MOVES
