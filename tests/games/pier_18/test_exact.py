"""Every bot that does not overlook things plays the last round exactly."""

from __future__ import annotations

import pytest

import townwright as tw
from townwright import bots
from townwright.engine.match import Match
from townwright.games.pier_18.solve import exact, solve
from townwright.games.pier_18.state import PLAN, ROUNDS, TAKE

from ...play import steps


def last_round(seats: int, seed: int) -> list[tuple[Match, int]]:
    """The decisions of a random game's last round."""
    match, decisions = tw.new("pier-18", seats, seed), []
    for seat, _ in steps(match, seed):
        s = match._s
        if s.phase == PLAN or (s.phase == TAKE and s.rounds + 1 == ROUNDS[seats]):
            decisions.append((match.copy(), seat))
        else:
            assert exact(match.known(seat), seat) is None
    return decisions


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("level", ["casual", "strong", "expert"])
def test_levels_play_the_last_round_exactly(seats: int, level: str) -> None:
    decisions = [decision for seed in range(4) for decision in last_round(seats, seed)]
    assert len(decisions) >= 16
    for match, seat in decisions:
        best = {option.code for option in solve(match, seat).options if option.best}
        assert bots.make(level, 1).choose(match.known(seat), seat) in best
