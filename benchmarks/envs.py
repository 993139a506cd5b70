"""Speed of the research environments, beside their peers in one run.

    .venv/peers/bin/python benchmarks/envs.py            # after: make .venv/peers/ready

Steps/s of many tables at once beside Pgx, of the AEC environment beside PettingZoo's connect_four, and of games driven
move by move from Python beside catanatron. Every step includes masks and observations, theirs too. The contestants take
turns, because the speed of a machine wanders; a figure is the median of its rounds.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import townwright as tw
from townwright.envs import pettingzoo
from townwright.envs.setting import Setting, Table
from townwright.envs.tables import Tables
from townwright.games import load, names

BATCH = 1024
ROUNDS = 5
Run = Callable[[], tuple[int, float]]  # steps, and the seconds they took


def many_tables(name: str, seats: int, steps: int) -> Run:
    """Random legal moves at all tables; the time to choose them does not count."""
    tables, rng = Tables(Setting(name, seats), BATCH, seed=1), np.random.default_rng(1)

    def run() -> tuple[int, float]:
        seconds = 0.0
        for _ in range(steps):
            moves = random_moves(tables.mask, rng)
            start = time.perf_counter()
            tables.step(moves)
            seconds += time.perf_counter() - start
        return steps * BATCH, seconds

    return run


def random_moves(mask: Any, rng: Any) -> Any:
    """A random legal move for every row, quickly: a pause slows the step that follows it."""
    rows, codes = np.divmod(np.flatnonzero(mask.view(bool)), mask.shape[1])
    counts = np.bincount(rows, minlength=len(mask))
    chosen = (rng.random(len(mask)) * counts).astype(np.int64)
    return codes[np.cumsum(counts) - counts + chosen]


def pgx_games(name: str, steps: int) -> Run:
    """The same with Pgx: a compiled step of a batch with automatic new games."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    first = jax.jit(jax.vmap(env.init))
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    choose = jax.jit(lambda key, mask: jax.random.categorical(key, jnp.where(mask, 0.0, -1e9)))
    state = first(jax.random.split(jax.random.key(1), BATCH))
    kept = [state, jax.random.key(2)]

    def run() -> tuple[int, float]:
        seconds = 0.0
        for _ in range(steps):
            kept[1], one, two = jax.random.split(kept[1], 3)
            moves = choose(one, kept[0].legal_action_mask).block_until_ready()
            keys = jax.random.split(two, BATCH)
            start = time.perf_counter()
            kept[0] = jax.block_until_ready(step(kept[0], moves, keys))
            seconds += time.perf_counter() - start
        return steps * BATCH, seconds

    return run


def aec(make: Callable[[], Any], steps: int) -> Run:
    """Random games through last() and step(); the time to choose moves does not count."""
    env, rng = make(), random.Random(1)
    env.reset(seed=1)

    def run() -> tuple[int, float]:
        seconds, count, seed = 0.0, 0, 1
        while count < steps:
            start = time.perf_counter()
            seen, _, over, cut, _ = env.last()
            seconds += time.perf_counter() - start
            if over or cut:
                seed += 1
                start = time.perf_counter()
                env.reset(seed=seed)
                seconds += time.perf_counter() - start
                continue
            move = int(rng.choice(np.flatnonzero(seen["action_mask"])))
            start = time.perf_counter()
            env.step(move)
            seconds += time.perf_counter() - start
            count += 1
        return count, seconds

    return run


def table_games(name: str, games: int) -> Run:
    """Games driven from Python: lists every legal move, checks and plays a random one."""
    table = Table(Setting(name))

    def run() -> tuple[int, float]:
        rng, count, start = random.Random(2), 0, time.perf_counter()
        for seed in range(games):
            table.lay(seed)
            while pending := table.pending:
                table.play(pending[0], rng.choice(table.codes(pending[0])))
                count += 1
        return count, time.perf_counter() - start

    return run


def match_games(name: str, games: int) -> Run:
    """The same with a match, which keeps a record and every state before a move."""
    seats = max(2, load(name).seats[0])

    def run() -> tuple[int, float]:
        rng, count, start = random.Random(2), 0, time.perf_counter()
        for seed in range(games):
            match = tw.new(name, seats, seed)
            while not match.over:
                seat = match.pending[0]
                match.play(seat, rng.choice(match.codes(seat)))
                count += 1
        return count, time.perf_counter() - start

    return run


def catanatron_games(games: int) -> Run:
    """The same with catanatron's random players."""
    from catanatron import Color, Game, RandomPlayer

    def run() -> tuple[int, float]:
        count, start = 0, time.perf_counter()
        for seed in range(games):
            random.seed(seed)
            game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed)
            game.play()
            count += len(game.state.actions)
        return count, time.perf_counter() - start

    return run


def groups(chosen: list[str], scale: float) -> dict[str, dict[str, Run]]:
    """All runs, each peer beside ours."""
    from pettingzoo.classic import connect_four_v3

    few = {name: max(2, load(name).seats[0]) for name in chosen}
    steps = max(1, int(60 * scale))
    return {
        f"{BATCH} tables at once": {
            **{f"pgx {name}": pgx_games(name, steps) for name in ("connect_four", "backgammon")},
            **{f"{name} {few[name]}": many_tables(name, few[name], 3 * steps) for name in chosen},
        },
        "one AEC environment": {
            "pettingzoo connect_four": aec(connect_four_v3.env, int(2000 * scale)),
            "pettingzoo connect_four, raw": aec(connect_four_v3.raw_env, int(2000 * scale)),
            **{
                f"{name} {few[name]}": aec(lambda name=name: pettingzoo.env(name), int(6000 * scale)) for name in chosen
            },
        },
        "games driven from Python": {
            "catanatron 2": catanatron_games(max(1, int(3 * scale))),
            **{f"{name} {few[name]}, Table": table_games(name, max(1, int(80 * scale))) for name in chosen},
            **{f"{name} {few[name]}, Match": match_games(name, max(1, int(40 * scale))) for name in chosen},
        },
    }


def measure(chosen: list[str], scale: float) -> dict[str, Any]:
    found: dict[str, Any] = {"cores": os.cpu_count(), "batch": BATCH, "rounds": ROUNDS, "load": os.getloadavg()[0]}
    for group, runs in groups(chosen, scale).items():
        speeds: dict[str, list[float]] = {name: [] for name in runs}
        for run in runs.values():
            run()
        for _ in range(ROUNDS):
            for name, run in runs.items():
                steps, seconds = run()
                speeds[name].append(steps / seconds)
        peer = statistics.median(speeds[next(iter(runs))])
        found[group] = [
            {
                "name": name,
                "steps_per_s": round(statistics.median(rounds)),
                "slowest": round(min(rounds)),
                "fastest": round(max(rounds)),
                "times the first": round(statistics.median(rounds) / peer, 2),
            }
            for name, rounds in speeds.items()
        ]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed of the research environments, beside their peers.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="which games (all)")
    parser.add_argument("--scale", type=float, default=1.0, help="a factor for the length of each round")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    given = parser.parse_args()
    found = measure(given.games or list(names()), given.scale)
    if given.json:
        print(json.dumps(found, indent=1))
        return
    print(f"{found['cores']} cores, {found['rounds']} rounds, load before {found['load']:.1f}")
    for group, rows in found.items():
        if isinstance(rows, list):
            print(f"\n| {group} | steps/s | slowest, fastest round | times the first |\n|---|---|---|---|")
            for row in rows:
                span = f"{row['slowest']:,}, {row['fastest']:,}"
                print(f"| {row['name']} | {row['steps_per_s']:,} | {span} | {row['times the first']} |")


if __name__ == "__main__":
    main()
