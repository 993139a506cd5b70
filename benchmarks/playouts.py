"""Uniform random play on one core, beside OpenSpiel's own C++ random rollouts in the same run.

Ours goes through `legal` and `apply` with bounds checks on, as every user has it; OpenSpiel's are those of
`pyspiel.MCTSBot` with a `RandomRolloutEvaluator`. Rounds alternate and the median counts; time is the CPU time
of the thread, because machines are shared. Different games, so a ratio is an order of magnitude.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

from townwright.engine import chance
from townwright.engine.compiling import CHECKS, copy_bytes
from townwright.engine.fields import blank
from townwright.engine.game import Game
from townwright.engine.quick import RANDOM
from townwright.games import load, names

PEERS = ("go(board_size=9)", "quoridor")
ROUNDS = 5
NONE = np.zeros(0, np.int32)
NO_NOTES = (
    *(np.zeros((0, 0), np.int32), 0, NONE),
    *np.zeros((2, 1, 0), np.uint8),
    np.zeros((0, 3), np.int32),
    NONE,
    np.zeros(2, np.int32),
)


def our_run(game: Game, seats: int, games: int) -> Callable[[], tuple[float, int, int]]:
    """A run of random games: seconds, games, steps."""
    box, width = game.open_box(), len(game.lines) + len(game.ties)
    keys = np.stack([chance.deal_key(f"bench/{n}") for n in range(games)])
    contest = game.entry_points.contest
    moves = np.zeros(games, np.int32)
    args = (
        box.bytes,
        seats,
        keys,
        np.full(seats, RANDOM, np.int32),
        *(blank(game.state_layout) for _ in range(4)),
        np.zeros(4, np.int64),
        np.zeros(game.moves.size, np.int32),
        np.zeros(seats),
        np.zeros((games, seats * width), np.int32),
        moves,
        *NO_NOTES,
    )

    def run() -> tuple[float, int, int]:
        start = time.thread_time()
        contest(*args)
        return time.thread_time() - start, games, int(moves.sum())

    return run


def peer_run(name: str, rollouts: int) -> Callable[[], tuple[float, int, int]]:
    """A run of OpenSpiel rollouts from the first position; their length is measured first."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng, lengths = random.Random(1), []
    for _ in range(200):
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
        lengths.append(steps)
    length = statistics.fmean(lengths)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(rollouts, 1), 1.4, 1, 100, False, 1, False)

    def run() -> tuple[float, int, int]:
        start = time.thread_time()
        bot.step(game.new_initial_state())
        return time.thread_time() - start, rollouts, int(rollouts * length)

    return run


@njit
def many_copies(to: Any, source: Any, count: int) -> None:
    for n in range(count):
        copy_bytes(to, source)
        source[n % len(source)] = n & 1


def copy_ns(game: Game, count: int = 5_000_000) -> float:
    """Nanoseconds to copy a state."""
    to, source = blank(game.state_layout), blank(game.state_layout)
    many_copies(to, source, 1)
    start = time.thread_time()
    many_copies(to, source, count)
    return (time.thread_time() - start) / count * 1e9


def measure(chosen: list[str], games: int) -> dict[str, Any]:
    """All runs, round by round."""
    runs: dict[str, Callable[[], tuple[float, int, int]]] = {peer: peer_run(peer, games // 20) for peer in PEERS}
    for name in chosen:
        game = load(name)
        for seats in range(game.seats[0], game.seats[1] + 1):
            runs[f"{name} {seats}"] = our_run(game, seats, games)
    found: dict[str, list[tuple[float, float, float]]] = {name: [] for name in runs}
    for run in runs.values():
        run()
    for _ in range(ROUNDS):
        for name, run in runs.items():
            seconds, count, steps = run()
            found[name].append((count / seconds, steps / seconds, steps / count))
    result: dict[str, Any] = {"bounds_checks": CHECKS, "rounds": ROUNDS, "rows": []}
    speed = {name: statistics.median(steps for _, steps, _ in rounds) for name, rounds in found.items()}
    for name, rounds in found.items():
        row = {
            "name": name,
            "games_per_s": round(statistics.median(g for g, _, _ in rounds)),
            "steps_per_s": round(speed[name]),
            "steps_per_game": round(rounds[0][2], 1),
        }
        for peer in PEERS:
            row[f"times {peer}"] = round(speed[name] / speed[peer], 2)
        result["rows"].append(row)
    result["states"] = {
        name: {"bytes": load(name).state_layout.itemsize, "copy_ns": round(copy_ns(load(name)), 1)} for name in chosen
    }
    return result


def show(result: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("", *list(result["rows"][0])[1:])
    for row in result["rows"]:
        table.add_row(*(f"{value:,}" if isinstance(value, int) else str(value) for value in row.values()))
    console = Console()
    console.print(table)
    for name, state in result["states"].items():
        console.print(f"{name}: state {state['bytes']} bytes, copied in {state['copy_ns']} ns")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("games", nargs="*", metavar="GAME", help="which games (all)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--count", type=int, default=4000, help="games in a round")
    args = parser.parse_args()
    result = measure(args.games or list(names()), args.count)
    print(json.dumps(result, indent=1)) if args.json else show(result)


if __name__ == "__main__":
    main()
