"""Learns a game from nothing by masked PPO on many tables at once, in JAX on the CPU.

    python examples/train_ppo.py --minutes 20                               # learns Pier 18 against greedy
    townwright arena pier-18 --bots examples.train_ppo:Player,greedy        # the trained player in the arena
    python examples/bot.py http://127.0.0.1:8018 ABCDEF --bot examples.train_ppo:Player   # and at a table

Training needs: pip install 'townwright[learning]'. Playing needs only NumPy; the weights are beside this file.
"""

from __future__ import annotations

import argparse
import csv
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from townwright.engine.errors import BadCall
from townwright.engine.known import Known
from townwright.envs.setting import Setting
from townwright.envs.tables import Tables

GAME = "pier-18"
WEIGHTS = Path(__file__).with_name("pier_18_ppo.npz")
HIDDEN = (128, 128)
ROUNDS = 6  # moves at every table between two updates
EPOCHS, BATCH = 3, 512
CLIP, ENTROPY, DISCOUNT_ADVANTAGE = 0.2, 0.005, 0.95
RATE = 7e-4
POINTS = 10  # a lead of so many counts as 1
FORBIDDEN = -1e9
FEWEST = -(-BATCH // ROUNDS)  # tables that fill a minibatch


class Player:
    """The trained player: it plays its likeliest legal move. A bot for the arena and for a table."""

    def __init__(self, weights: Path | str = WEIGHTS) -> None:
        with np.load(weights) as file:
            self._weights = {name: file[name].astype(np.float32) for name in file.files}

    def choose(self, known: Known, seat: int) -> int:
        layer = known.numbers
        if len(layer) != len(self._weights["w0"]):
            raise BadCall("these weights are of another game or another number of players")
        for n in range(len(HIDDEN)):
            layer = np.maximum(layer @ self._weights[f"w{n}"] + self._weights[f"b{n}"], 0)
        promise = layer @ self._weights["policy_w"] + self._weights["policy_b"]
        return max(known.codes, key=lambda code: promise[code])


def first_weights(size: int, actions: int, rng: np.random.Generator) -> dict[str, Any]:
    """Random weights: from a row of numbers over hidden layers to a promise for every action and a value."""
    weights: dict[str, Any] = {}
    for n, width in enumerate(HIDDEN):
        weights[f"w{n}"] = rng.normal(0, np.sqrt(2 / min(size, 128)), (size, width))  # most numbers are 0
        weights[f"b{n}"] = np.zeros(width)
        size = width
    weights["policy_w"], weights["policy_b"] = rng.normal(0, 0.01, (size, actions)), np.zeros(actions)
    weights["value_w"], weights["value_b"] = rng.normal(0, 0.1, (size, 1)), np.zeros(1)
    return {name: array.astype(np.float32) for name, array in weights.items()}


class Learner:
    """Masked PPO: plays rounds at all tables, then improves its weights on them."""

    def __init__(self, setting: Setting, tables: int, rivals: str, seed: int) -> None:
        import jax
        import jax.numpy as jnp
        import optax

        if tables < FEWEST:
            raise BadCall(f"learning needs at least {FEWEST} tables, not {tables}")
        self.tables = Tables(setting, tables, seed=f"ppo/{seed}", seat="any", rivals=rivals)
        self._rng = np.random.default_rng(seed)
        self.weights = first_weights(setting.encoding.size, setting.actions, self._rng)
        scale = jnp.asarray(setting.scale)

        def think(weights: Any, seen: Any, mask: Any) -> tuple[Any, Any]:
            layer = seen * scale
            for n in range(len(HIDDEN)):
                layer = jax.nn.relu(layer @ weights[f"w{n}"] + weights[f"b{n}"])
            promise = layer @ weights["policy_w"] + weights["policy_b"]
            value = (layer @ weights["value_w"] + weights["value_b"])[:, 0]
            return jax.nn.log_softmax(jnp.where(mask > 0, promise, FORBIDDEN)), value

        @jax.jit
        def act(weights: Any, seen: Any, mask: Any, key: Any) -> tuple[Any, Any, Any]:
            logs, value = think(weights, seen, mask)
            move = jax.random.categorical(key, logs)
            return move, jnp.take_along_axis(logs, move[:, None], 1)[:, 0], value

        def loss(weights: Any, seen: Any, mask: Any, moves: Any, before: Any, gain: Any, aim: Any) -> Any:
            logs, value = think(weights, seen, mask)
            ratio = jnp.exp(jnp.take_along_axis(logs, moves[:, None], 1)[:, 0] - before)
            better = jnp.minimum(ratio * gain, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * gain).mean()
            entropy = -jnp.where(mask > 0, jnp.exp(logs) * logs, 0).sum(1).mean()
            return -better - ENTROPY * entropy + 0.5 * ((value - aim) ** 2).mean()

        self.rate = RATE
        optimiser = optax.chain(optax.clip_by_global_norm(0.5), optax.scale_by_adam())

        @partial(jax.jit, donate_argnums=(0, 1))
        def improve(weights: Any, memory: Any, rate: Any, *batch: Any) -> tuple[Any, Any]:
            slopes = jax.grad(loss)(weights, *batch)
            steps, memory = optimiser.update(slopes, memory)
            return optax.apply_updates(weights, jax.tree.map(lambda step: -rate * step, steps)), memory

        self._act, self._improve, self._memory = act, improve, optimiser.init(self.weights)
        self._key, self._split = jax.random.key(seed), jax.random.split
        self.moves = self.games = 0
        self.won = 0.0

    def play(self) -> tuple[Any, ...]:
        """Plays some rounds at all tables: observations, masks, moves, their log-probabilities, advantages, aims."""
        tables, rows = self.tables, np.arange(self.tables.count)
        seen, mask, moves, logs, values, rewards, ended = ([] for _ in range(7))
        for _ in range(ROUNDS):
            self._key, key = self._split(self._key)
            seen.append(tables.seen.copy())
            mask.append(tables.mask.copy())
            own = tables.own.copy()
            move, log, value = (np.asarray(part) for part in self._act(self.weights, seen[-1], mask[-1], key))
            tables.step(move)
            for kept, part in ((moves, move), (logs, log), (values, value)):
                kept.append(part)
            rewards.append(tables.rewards[rows, own] / POINTS)
            ended.append(tables.ended > 0)
        values.append(np.asarray(self._act(self.weights, tables.seen, tables.mask, self._key)[2]))
        self.moves += ROUNDS * tables.count
        over = np.stack(ended)
        self.games += int(over.sum())
        self.won += float((np.sign(np.stack(rewards)[over]) + 1).sum() / 2)
        gain, later = np.zeros((ROUNDS, tables.count), np.float32), np.zeros(tables.count, np.float32)
        for n in reversed(range(ROUNDS)):
            running = 1.0 - ended[n]
            later = rewards[n] + values[n + 1] * running - values[n] + DISCOUNT_ADVANTAGE * running * later
            gain[n] = later
        aim = gain + np.stack(values[:-1])
        gain = (gain - gain.mean()) / (gain.std() + 1e-6)
        return tuple(np.concatenate(part) for part in (seen, mask, moves, logs, gain, aim))

    def learn(self, experience: tuple[Any, ...]) -> None:
        """Improves the weights on this experience."""
        count = len(experience[0])
        for _ in range(EPOCHS):
            order = self._rng.permutation(count)
            for first in range(0, count - BATCH + 1, BATCH):
                batch = [part[order[first : first + BATCH]] for part in experience]
                self.weights, self._memory = self._improve(self.weights, self._memory, self.rate, *batch)


def train(
    game: str,
    rivals: str,
    minutes: float,
    tables: int,
    seed: int,
    out: Path,
    curve: Path | None = None,
    start_from: Path | None = None,
    rate: float = RATE,
) -> None:
    """Learns for some minutes, from nothing or from saved weights; saves the weights, and the curve of games won while
    learning, where moves are drawn at random from the policy."""
    if minutes <= 0:
        raise BadCall(f"learning takes some minutes, not {minutes:g}")
    learner = Learner(Setting(game, reward="margin"), tables, rivals, seed)
    if start_from is not None:
        with np.load(start_from) as file:
            learner.weights = {name: file[name].astype(np.float32) for name in file.files}
    rows: list[dict[str, float]] = []
    start, reported = time.monotonic(), 0.0
    while (spent := time.monotonic() - start) < 60 * minutes:
        learner.rate = rate * max(0.05, 1 - spent / (60 * minutes))
        learner.learn(learner.play())
        if spent - reported > min(30, 6 * minutes) or not rows:
            row = {
                "minutes": round(spent / 60, 2),
                "cpu_minutes": round(time.process_time() / 60, 2),
                "moves": learner.moves,
                "games": learner.games,
                "won": round(learner.won / max(1, learner.games), 4),
            }
            rows.append(row)
            print(
                "{minutes:6.2f} min {cpu_minutes:6.2f} CPU {moves:>10,} moves {won:7.1%} won of {games:,} games".format(
                    **row
                ),
                flush=True,
            )
            learner.games, learner.won, reported = 0, 0.0, spent
            keep(learner, out)
    keep(learner, out)
    if curve is not None:
        with curve.open("w", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)


def keep(learner: Learner, out: Path) -> None:
    """Saves the weights that a player needs; half precision is enough."""
    np.savez_compressed(out, **{name: np.asarray(array, np.float16) for name, array in learner.weights.items()})


def main() -> None:
    parser = argparse.ArgumentParser(description="Learns a game from nothing by masked PPO.")
    parser.add_argument("--game", default=GAME)
    parser.add_argument("--rivals", default="greedy", choices=["random", "greedy"])
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--tables", type=int, default=1024)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="for the weights; by default the player's own file")
    parser.add_argument("--start-from", type=Path, help="continue from these weights")
    parser.add_argument(
        "--rate", type=float, default=RATE, help="the learning rate at the start; it falls to a twentieth"
    )
    parser.add_argument("--curve", type=Path, help="a CSV file for the games won while learning")
    given = parser.parse_args()
    try:
        train(**vars(given))
    except KeyboardInterrupt:
        parser.exit(130, f"Stopped. {given.out} has the weights of the last line above.\n")
    except (BadCall, OSError) as problem:
        parser.error(str(problem))


if __name__ == "__main__":
    main()
