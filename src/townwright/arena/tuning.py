"""Tuning: better weights for a game's `value`, found by self-play, the same from the same seed.

This is an evolution strategy. In every generation sixteen sets of weights are drawn around the present mean. Each of
them plays against a rival on the same deals and from every seat, one move deep or with a search of a few simulations a
decision. The rival is an earlier mean, replaced every eight generations. The better half makes the next mean, and its
distance from the old mean decides how widely each weight is drawn next time (separable CMA-ES). Weights are changed by
factors, those that begin at 0 by sums.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct

from townwright.bots.levels import LevelBot
from townwright.engine import chance
from townwright.engine.errors import BadCall
from townwright.engine.game import Game
from townwright.engine.thinking import Thinker
from townwright.engine.weights import Weights
from townwright.games import load, names

from .code import code_version
from .kept_lines import KeptLines
from .tables import play_table
from .workers import Here, Workers

POPULATION, PARENTS = 16, 8
SHARES = np.log(PARENTS + 0.5) - np.log(np.arange(1, PARENTS + 1))  # of the better half in the next mean
SHARES /= SHARES.sum()
SPREAD = 0.25  # of the first generation: about a quarter up or down
SOME = 0.3  # what counts as 1 for a weight that begins at 0
RIVALS = 8  # generations with the same rival
SEARCHER = "expert"  # the level that searches, with its simulations limited
TRIAL = 400  # deals of the final trial, against the weights set by hand, at most


class Trial(Struct, frozen=True):
    """Games of changed weights against a rival's, from every seat: a piece of work for a worker anywhere."""

    game: str
    seats: int
    sets: Any  # the weights of both
    deals: list[str]  # their seeds
    bonus: float  # what winning is worth, in points
    simulations: int  # of the search, a decision; 0: one move deep

    def do(self) -> float:
        """The mean lead over the rival, with the bonus for winning."""
        game, total = load(self.game), 0.0
        for seat in range(self.seats):
            points = self._searched(game, seat) if self.simulations else self._one_move_deep(game, seat)
            mine, others = points[:, seat], np.delete(points, seat, axis=1)
            if not others.size:
                total += float(mine.mean())
                continue
            ahead = mine - others.max(axis=1)
            total += float(np.mean(ahead + self.bonus * (np.sign(ahead) + 1) / 2))
        return total / self.seats

    def _one_move_deep(self, game: Game, seat: int) -> Any:
        """The points of every deal and seat, with the changed weights in one of the seats."""
        states = np.zeros((3, game.state_layout.itemsize), np.uint8)
        codes, rng = np.zeros(game.moves.size, np.int32), np.zeros(4, np.int64)
        scores = np.zeros((len(self.deals), self.seats * game.width), np.int32)
        players = np.ones(self.seats, np.int32)
        players[seat] = 0
        game.entry_points.duel(
            game.open_box().bytes,
            self.seats,
            np.stack([chance.deal_key(deal) for deal in self.deals]),
            self.sets,
            players,
            states,
            rng,
            codes,
            np.zeros(self.seats),
            scores,
        )
        sheets = scores.reshape(len(self.deals), self.seats, game.width)[:, :, : len(game.lines)]
        return sheets.sum(axis=2).astype(float)

    def _searched(self, game: Game, seat: int) -> Any:
        """The same between searches."""
        points = np.zeros((len(self.deals), self.seats))
        for i, deal in enumerate(self.deals):
            players = [
                LevelBot(SEARCHER, f"{deal}/{p}", str(self.simulations), weights=self.sets[int(p != seat)])
                for p in range(self.seats)
            ]
            points[i] = [sheet.total for sheet in play_table(game.open_box(), deal, players).sheet()]
        return points


class Lesson(Struct, frozen=True):
    """What is learned, and from which seed."""

    game: str
    version: int
    code: str
    games: int
    seed: str
    seats: int
    simulations: int


class Learned(Struct):
    """The state after a generation; the next one follows from it."""

    generation: int
    played: int
    mean: list[float]
    width: list[float]
    path: list[float]
    step: float
    rival: list[float]
    sum_of_means: list[float]
    kept: int


class Tuning:
    """`tuning = Tuning("copenhagen", 60_000, "1")`, `for done in tuning: ...`, then `tuning.result`."""

    def __init__(
        self,
        game: str,
        games: int,
        seed: str,
        seats: int | None = None,
        keep: Path | None = None,
        workers: Workers | None = None,
        simulations: int = 0,
    ) -> None:
        self.game: Game = load(game)
        self.names = list(self.game.by_hand)
        if not self.names:
            able = [name for name in names() if load(name).by_hand]
            raise BadCall(f"{self.game.title} has no weights to learn; expected one of: {', '.join(able)}")
        if games < 1:
            raise BadCall(f"learning takes at least 1 game, not {games}")
        fewest, most = self.game.seats
        self.seats = self.game.check_seats(min(max(2, fewest), most) if seats is None else seats)
        self.games, self.seed, self.workers, self.simulations = games, seed, workers or Here(1), simulations
        self.by_hand = np.array(list(self.game.by_hand.values()))
        self.mean = np.zeros(len(self.names))
        self.lead = 0.0
        self._rng = np.random.default_rng(list(chance.deal_key(f"tune/{seed}")))
        self._win = Thinker(0).settings(self.game).win
        self._played = 0
        plan = Lesson(self.game.name, self.game.version, code_version(), games, seed, self.seats, simulations)
        self._kept = None if keep is None else KeptLines(keep, plan, Learned, "learning")
        self.before = self._kept.found[-1].played if self._kept and self._kept.found else 0  # games that are kept

    def weights(self, change: Any) -> Any:
        """The weights that a change gives."""
        return np.where(self.by_hand == 0.0, SOME * change, self.by_hand * np.exp(change))

    def __iter__(self) -> Iterator[int]:
        """Learns; yields after every generation how many games were played."""
        count = len(self.names)
        deals = max(4, math.isqrt(self.games) // (6 * self.seats))  # few in a generation, and many generations
        generations = max(1, self.games // (POPULATION * deals * self.seats))
        strength = 1 / np.sum(SHARES**2)
        slow, gain = (strength + 2) / (count + strength + 5), 2 / ((count + 1.3) ** 2 + strength) * (count + 2) / 3
        more = min(1 - gain, 2 * (strength - 2 + 1 / strength) / ((count + 2) ** 2 + strength) * (count + 2) / 3)
        usual = math.sqrt(count) * (1 - 1 / (4 * count) + 1 / (21 * count * count))
        now = Learned(0, 0, [0.0] * count, [1.0] * count, [0.0] * count, SPREAD, [0.0] * count, [0.0] * count, 0)
        if self._kept is not None and self._kept.found:
            now = self._kept.found[-1]
        self.mean, self._played = np.array(now.mean), now.played
        width, path, rival, sum_of_means = (np.array(x) for x in (now.width, now.path, now.rival, now.sum_of_means))
        step, kept = now.step, now.kept
        for generation in range(generations):
            draws = self._rng.standard_normal((POPULATION, count))
            if generation < now.generation:  # already learned and kept
                continue
            if generation % RIVALS == 0:
                rival = self.mean.copy()
            seeds = self._deals(f"{generation}", deals)
            trials = [self.trial(self.mean + step * width * draw, rival, seeds) for draw in draws]
            worth = list(self.workers.results(Trial.do, trials))
            self._played += len(trials) * deals * self.seats
            best = draws[np.argsort(worth)[::-1][:PARENTS]]
            ahead = SHARES @ best
            self.mean = self.mean + step * width * ahead
            path = (1 - slow) * path + math.sqrt(slow * (2 - slow) * strength) * ahead
            step *= math.exp(min(0.3, slow / 2 * (np.linalg.norm(path) / usual - 1)))
            width *= np.sqrt(1 - gain - more + gain * path**2 + more * (SHARES @ best**2))
            if generation >= generations // 2:  # the mean of the later half is steadier than the last one
                sum_of_means, kept = sum_of_means + self.mean, kept + 1
            if self._kept is not None:
                self._kept.add(
                    Learned(
                        generation=generation + 1,
                        played=self._played,
                        mean=self.mean.tolist(),
                        width=width.tolist(),
                        path=path.tolist(),
                        step=float(step),
                        rival=rival.tolist(),
                        sum_of_means=sum_of_means.tolist(),
                        kept=kept,
                    )
                )
            yield min(self.games, self._played)
        self.mean = sum_of_means / kept
        seeds = self._deals("trial", min(TRIAL, 10 + self.games // 50))
        last = [self.trial(self.mean, np.zeros(count), [seed], win=0.0) for seed in seeds]
        self.lead = float(np.mean(list(self.workers.results(Trial.do, last))))
        self._played += len(seeds) * self.seats

    def _deals(self, name: str, deals: int) -> list[str]:
        return [f"tune/{self.seed}/{name}/{n}" for n in range(deals)]

    def trial(self, change: Any, rival: Any, deals: list[str], win: float | None = None) -> Trial:
        """Games of a player with changed weights against a rival."""
        sets = np.stack([self.weights(change), self.weights(rival)])
        return Trial(self.game.name, self.seats, sets, deals, self._win if win is None else win, self.simulations)

    def worth(self, change: Any, rival: Any, deals: list[str], win: float | None = None) -> float:
        """The mean lead over a rival, with the bonus for winning, of a player with changed weights in every seat."""
        return self.trial(change, rival, deals, win).do()

    @property
    def result(self) -> Weights:
        how = f"townwright tune {self.game.name} --games {self.games} --seed {self.seed} --seats {self.seats}"
        how += f" --simulations {self.simulations}" if self.simulations else ""
        found = dict(zip(self.names, (float(f"{weight:.4g}") for weight in self.weights(self.mean)), strict=True))
        return Weights(how=how, games=self._played, lead=round(self.lead, 2), weights=found)
