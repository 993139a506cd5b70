"""Tuning: learns the weights of a game's `value` by self-play, the same from the same seed."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from townwright.engine import chance, learning
from townwright.engine.errors import BadCall
from townwright.engine.game import Game
from townwright.engine.weights import Weights
from townwright.games import load, names

CHUNK = 100  # games per call into compiled code


class Tuning:
    """`for done in Tuning("copenhagen", 60_000, "1"): ...`, then `result`."""

    def __init__(
        self, game: str, games: int, seed: str, step: float = 0.006, fade: float = 0.8, slip: float = 0.1
    ) -> None:
        self.game: Game = load(game)
        if not self.game.numbers:
            able = [name for name in names() if load(name).numbers]
            raise BadCall(f"{self.game.title} has nothing to learn yet (no encode); expected one of: {', '.join(able)}")
        if games < 1:
            raise BadCall(f"learning takes at least 1 game, not {games}")
        self.games, self.seed, self.step, self.fade, self.slip = games, seed, step, fade, slip
        self.weights = np.zeros(len(self.game.numbers))
        self.errors: list[float] = []

    def __iter__(self) -> Iterator[int]:
        """Learns; gives how many games were played. The step falls to a tenth of its size."""
        game = self.game
        fewest, most = max(2, game.seats[0]) if game.seats[1] > 1 else 1, min(game.seats[1], 3)
        states = np.zeros((2, game.state_layout.itemsize), np.uint8)
        codes, rng = np.zeros(game.moves.size, np.int32), np.zeros(4, np.int64)
        own = len(self.weights)
        for number, start in enumerate(range(0, self.games, CHUNK)):
            seats = fewest + number % (most - fewest + 1)
            count = min(CHUNK, self.games - start)
            keys = np.stack([chance.deal_key(f"tune/{self.seed}/{n}") for n in range(start, start + count)])
            how = np.array([self.step * (1 - 0.9 * start / self.games), self.fade, self.slip, len(game.lines)])
            error = np.zeros((1, 2))
            game.entry_points.learn(
                game.open_box().bytes,
                seats,
                keys,
                self.weights,
                how,
                states,
                rng,
                codes,
                np.zeros(seats * game.width, np.int32),
                np.zeros(seats),
                np.zeros((learning.LONGEST, seats * own)),
                np.zeros((learning.LONGEST, seats)),
                error,
            )
            self.errors.append(float(error[0, 0] / max(1.0, error[0, 1])))
            yield start + count

    @property
    def result(self) -> Weights:
        last = self.errors[-max(1, len(self.errors) // 10) :]
        return Weights(
            how=f"townwright tune {self.game.name} --games {self.games} --seed {self.seed} --step {self.step}",
            games=self.games,
            seed=self.seed,
            error=round(sum(last) / len(last), 4),
            weights=[round(float(weight), 5) for weight in self.weights],
        )
