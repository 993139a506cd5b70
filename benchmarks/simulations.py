"""Simulations per second and core of our search in the middle of a game, beside OpenSpiel's C++ MCTS in the same run.

OpenSpiel's is `pyspiel.MCTSBot` with random rollouts on quoridor, ours the search as `expert` uses it (rollouts by the
game's sense) and as `plain` does (random rollouts, as OpenSpiel's). Rounds alternate and the median counts; time is
the CPU time of the thread. Different games, so a ratio is an order of magnitude.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

import townwright as tw
from townwright import bots
from townwright.bots.levels import TABLE
from townwright.engine.thinking import Budget, Thinker
from townwright.games import load, names

ROUNDS = 5
PEER = "quoridor"
Run = Callable[[], float]


def our_run(name: str, level: str, seconds: float) -> Run:
    """Simulations a second at the middle of a game between greedy players."""
    seats = max(2, load(name).seats[0])
    whole = played(name, seats, 100_000)
    match = played(name, seats, whole.ply // 2)
    while len(match.codes(match.pending[0])) < 2:
        match.play(match.pending[0], match.codes(match.pending[0])[0])
    seat = match.pending[0]
    known, settings = match.known(seat), TABLE[level].settings

    def run() -> float:
        thinker, start = Thinker("bench", settings), time.thread_time()
        thought = thinker.think(known, seat, Budget(seconds=seconds, cpu=True, hurry=False))
        return thought.simulations / (time.thread_time() - start)

    return run


def played(name: str, seats: int, most: int) -> tw.engine.match.Match:
    match = tw.new(name, seats, "bench")
    players = [bots.make("greedy", seat) for seat in range(seats)]
    for _ in range(most):
        if match.over:
            break
        seat = match.pending[0]
        match.play(seat, players[seat].choose(match.known(seat), seat))
    return match


def peer_run(simulations: int) -> Run:
    """The same for OpenSpiel, each time in the middle of another random game."""
    import pyspiel

    game, rng = pyspiel.load_game(PEER), random.Random(1)
    middles = []
    for _ in range(20):
        state, moves = game.new_initial_state(), []
        while not state.is_terminal():
            moves.append(rng.choice(state.legal_actions()))
            state.apply_action(moves[-1])
        middle = game.new_initial_state()
        for move in moves[: len(moves) // 2]:
            middle.apply_action(move)
        middles.append(middle)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, simulations, 1000, False, 1, False)

    def run() -> float:
        start = time.thread_time()
        for middle in middles:
            bot.step(middle)
        return len(middles) * simulations / (time.thread_time() - start)

    return run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each of our searches")
    args = parser.parse_args()
    runs: dict[str, Run] = {f"OpenSpiel MCTS, {PEER}": peer_run(100)}
    for name in names():
        for level in ("expert", bots.PLAIN):
            runs[f"{load(name).title}, {level}"] = our_run(name, level, args.seconds)
    found: dict[str, list[float]] = {label: [] for label in runs}
    for _ in range(ROUNDS):
        for label, run in runs.items():
            found[label].append(run())
    peer = statistics.median(next(iter(found.values())))
    print("| search | thousand simulations a second | times OpenSpiel |\n|---|---|---|")
    for label, rates in found.items():
        rate = statistics.median(rates)
        print(f"| {label} | {rate / 1000:.1f} | {rate / peer:.1f} |")


if __name__ == "__main__":
    main()
