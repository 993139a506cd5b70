"""Simulations and bots."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit
from tests.chosen import names

import townwright as tw
from townwright import bots
from townwright.arena import Simulation
from townwright.engine import chance
from townwright.engine.compiling import as_fields
from townwright.engine.fields import blank
from townwright.engine.loops import HEADER
from townwright.games import load

from .play import steps


@njit
def start_stream(state, key, rng):
    s = as_fields(state, HEADER)
    chance.key_in(s, key)
    chance.bot_stream(s, 0, rng)


@pytest.mark.parametrize("name", names())
def test_a_simulated_game_follows_from_its_seed(name: str) -> None:
    """Playing it again from its seed with the same generator for the bots gives the same sheets."""
    game = load(name)
    seats = game.seats[1]
    codes = np.zeros(game.moves.size, np.int32)
    for outcome in Simulation(name, ["random"] * seats, 3, seed="x"):
        match = tw.new(name, seats, seed=outcome.seed)
        state, rng = blank(game.state_layout), np.zeros(4, np.int64)
        start_stream(state, chance.deal_key(outcome.seed), rng)
        again = np.frombuffer(bytearray(match.state), np.uint8)
        assert game.entry_points.playout(match.box.bytes, again, rng, codes) == outcome.moves
        lines = np.zeros(sum(map(len, outcome.lines)), np.int32)
        game.entry_points.score(match.box.bytes, again, lines)
        assert lines.tolist() == [n for row in outcome.lines for n in row]
        assert outcome.totals == [sum(row[: len(game.lines)]) for row in outcome.lines]
        assert max(outcome.totals) == outcome.totals[outcome.winners[0]]


@pytest.mark.parametrize("name", names())
def test_greedy_beats_random_clearly(name: str) -> None:
    """A hundred games with the greedy bot in each seat, so that luck does not decide."""
    seats = max(2, load(name).seats[0])
    wins = 0.0
    for seat in range(seats):
        players = ["random"] * seats
        players[seat] = "greedy"
        for outcome in Simulation(name, players, 100, seed=f"beat {seat}"):
            wins += (seat in outcome.winners) / len(outcome.winners)
    assert wins > 0.8 * 100 * seats


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("bot", [*bots.COMPILED, "beginner", "casual:4"])
def test_bots_play_legal_moves_and_look_only_at_what_they_know(name: str, bot: str) -> None:
    match = tw.new(name, load(name).seats[1], seed=6)
    for seat, _ in steps(match, 6, 60):
        state = match.state
        choice = bots.make(bot, "same").choose(match.known(seat), seat)
        assert choice in match.codes(seat)
        assert match.state == state
        twin = tw.position(name, {"game": name, "position": match.view(seat)}, seed=2)
        assert bots.make(bot, "same").choose(twin.known(seat), seat) == choice


def test_bad_simulations_are_refused() -> None:
    for args, message in (
        ((names()[0], ["greedy"] * 9, 1), "players, not 9"),
        ((names()[0], ["greedy", "elephant"], 1), "no bot 'elephant'"),
        ((names()[0], ["greedy", "random"], 0), "at least 1 game"),
        (("chess", ["greedy", "random"], 1), "no game 'chess'"),
    ):
        with pytest.raises(tw.BadCall, match=message):
            Simulation(*args)  # type: ignore[arg-type]
    with pytest.raises(tw.BadCall, match="at least 1 job"):
        Simulation(names()[0], ["random", "random"], 1, jobs=0)
