"""Simulations: many games between bots, on all cores, the same for every number of threads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from townwright import bots
from townwright.engine import chance
from townwright.engine.errors import BadCall
from townwright.engine.fields import blank
from townwright.engine.game import Game
from townwright.engine.opened import OpenBox
from townwright.games import load

from .tables import play_table

CHUNK = 500  # games per call into compiled code


class Outcome(msgspec.Struct, frozen=True):
    """One simulated game. `tw.new(game, seats, seed=seed)` deals it again."""

    seed: str
    moves: int
    totals: list[int]
    lines: list[list[int]]  # of every seat: the lines of the sheet, then the tie-breaks
    winners: list[int]


class Simulation:
    """Many games of one table: `for outcome in Simulation("copenhagen", ["greedy", "random"], games=1000)`."""

    def __init__(
        self,
        game: str,
        players: Sequence[str],
        games: int,
        seed: int | str = 0,
        options: Mapping[str, Any] | None = None,
        box: Mapping[str, Any] | str | None = None,
        jobs: int = 1,
    ) -> None:
        self.game: Game = load(game)
        self.players = [bots.check_budget(name) for name in players]
        self.seats = self.game.check_seats(len(self.players))
        if games < 1:
            raise BadCall(f"a simulation has at least 1 game, not {games}")
        if jobs < 1:
            raise BadCall(f"a simulation has at least 1 job, not {jobs}")
        self.games, self.seed, self.jobs = games, seed, jobs
        self._compiled = all(name in bots.COMPILED for name in self.players)
        self._chunk = CHUNK if self._compiled else 1
        chance.deal_key(seed)
        self.box: OpenBox = self.game.open_box(options, box)

    def __iter__(self) -> Iterator[Outcome]:
        """The outcomes in order, as they are played."""
        for name in ("contest",) if self._compiled else ("search", "greedy"):  # loaded before the threads start
            getattr(self.game.entry_points, name)
        starts = iter(range(0, self.games, self._chunk))
        with ThreadPoolExecutor(self.jobs) as pool:
            waiting = [pool.submit(self._play, start) for start in islice(starts, 2 * self.jobs)]
            while waiting:
                outcomes = waiting.pop(0).result()
                waiting += [pool.submit(self._play, start) for start in islice(starts, 1)]
                yield from outcomes

    def _play(self, start: int) -> list[Outcome]:
        """One chunk of games, in compiled code without the GIL."""
        game, count = self.game, min(self._chunk, self.games - start)
        seeds = [f"{self.seed}/{n}" for n in range(start, start + count)]
        if not self._compiled:
            return [self._think(seed) for seed in seeds]
        width = game.width
        scores = np.zeros((count, self.seats * width), np.int32)
        moves = np.zeros(count, np.int32)
        game.entry_points.contest(
            self.box.bytes,
            self.seats,
            np.stack([chance.deal_key(seed) for seed in seeds]),
            np.array([bots.COMPILED.index(name) for name in self.players], np.int32),
            blank(game.state_layout),
            blank(game.state_layout),
            blank(game.state_layout),
            blank(game.state_layout),
            np.zeros(4, np.int64),
            np.zeros(game.moves.size, np.int32),
            np.zeros(self.seats),
            scores,
            moves,
        )
        lines = scores.reshape(count, self.seats, width)
        return [self._outcome(seed, int(n), sheet) for seed, n, sheet in zip(seeds, moves, lines, strict=True)]

    def _think(self, seed: str) -> Outcome:
        """One game between bots of which some search."""
        match = play_table(self.box, seed, [bots.make(name, f"{seed}/{n}") for n, name in enumerate(self.players)])
        sheets = match.sheet()
        rows = [[line.points for line in (*sheet.lines, *sheet.ties)] for sheet in sheets]
        return self._outcome(seed, match.ply, np.array(rows, np.int32))

    def _outcome(self, seed: str, moves: int, sheet: NDArray[np.int32]) -> Outcome:
        points = len(self.game.lines)
        rows: list[list[int]] = sheet.tolist()
        keys = [(sum(row[:points]), *row[points:]) for row in rows]
        best = max(keys)
        return Outcome(seed, moves, [key[0] for key in keys], rows, [n for n, key in enumerate(keys) if key == best])
