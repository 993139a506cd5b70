"""Many tables at once, stepped by compiled code on all cores: masks, observations, rewards, automatic new games.

    tables = Tables(Setting("pier-18"), count=1024, seed=1)
    while True:
        tables.step(choose(tables.seen, tables.mask))   # one move code for every table

All arrays are made once, and every step writes its changes into them: copy what you want to keep or alter.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from townwright.engine import chance
from townwright.engine.errors import BadCall, whole_number
from townwright.engine.tables import ALL, ANY

from .setting import Setting

RIVALS = ("random", "greedy")  # the bots that live in compiled code, in the order of engine/quick.py
FEWEST = 64  # tables that make a thread worthwhile
APART = 8  # numbers between the counters of two threads: a line of memory
KEPT = 64  # legal codes of a table that are kept from one step to the next; if there are more, they are listed again


class Tables:
    """Tables of one game. The learner plays all seats, the same seat at every table, or a random seat in every game.

    `turn` is the seat to act at each table, `seen` what it knows, `mask` the codes it may play. After a step `rewards`
    holds the rewards of all seats, and `ended` is 0, 1 where a game is over, or 2 where the move was not legal; at
    those tables the next game has already begun.
    """

    def __init__(
        self,
        setting: Setting,
        count: int,
        seed: int | str = 0,
        seat: int | str | None = None,
        rivals: str = "random",
        last: bool = False,
        threads: int | None = None,
    ) -> None:
        """`seat` is the learner's: a number, "any" for a random one in every game, None for all. With `last`,
        `self.last` holds what a learner with one seat saw at the end of each game that ended in this step."""
        if rivals not in RIVALS:
            raise BadCall(f"rivals at many tables are one of: {', '.join(RIVALS)}; not {rivals!r}")
        chosen = ALL if seat is None else ANY if seat == "any" else setting.check_seat(seat, '"any"')
        count = at_least_one(count, "tables")
        threads = (os.cpu_count() or 1) if threads is None else at_least_one(threads, "threads")
        self.setting, self.count = setting, count
        game, encoding, seats = setting.game, setting.encoding, setting.seats
        size = game.state_layout.itemsize
        self.states = np.zeros((count, size), np.uint8)
        self.turn, self.own, self._moves = (np.zeros(count, np.int32) for _ in range(3))
        self.seen = np.zeros((count, encoding.size), np.int8)
        self.mask = np.zeros((count, setting.actions), np.int8)
        self.rewards = np.zeros((count, seats), np.float32)
        self.ended = np.zeros(count, np.int8)
        self.last = np.zeros((count if last else 0, encoding.size), np.int8)
        self._memory = np.zeros((count, encoding.memory_size), np.int64)
        self._rngs = np.zeros((count, 4), np.int64)
        self._kept, self._options = np.zeros((count, KEPT), np.int32), np.zeros(count, np.int32)
        facts = setting.box.bytes, seats, len(game.lines), setting.kind, chosen, RIVALS.index(rivals)
        threads = min(threads, max(1, count // FEWEST))
        self._borders = np.arange(threads + 1) * count // threads
        self._parts = np.zeros((threads, APART), np.int64)
        self._parts[:, 1] = self._borders[1:]
        arrays = (
            *(self.states, self._rngs, self.turn, self.own, self._moves, self._memory),
            *(self._kept, self._options),
            *(self.seen, self.mask, self.rewards, self.ended, self.last),
        )
        self._work: list[tuple[tuple[Any, ...], tuple[Any, ...]]] = []
        for part in range(threads):
            scratch = (
                np.zeros((3, size), np.uint8),
                np.zeros(32, np.uint8),
                np.zeros(seats * game.width, np.int32),
                np.zeros(setting.actions, np.int32),
                encoding.new_memory(),
                np.zeros(seats),
            )
            self._work.append((facts, (part, self._parts, encoding.near, *encoding.plan, *arrays, *scratch)))
        self._advance = setting.call.advance
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self.reset(seed)

    def reset(self, seed: int | str | Sequence[int | str]) -> None:
        """New games at all tables, from one seed or one for each; the same games on any number of cores."""
        several = isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str)
        seeds = [str(each) for each in seed] if several else [f"{seed}/{n}" for n in range(self.count)]  # type: ignore[union-attr]
        if len(seeds) != self.count:
            raise BadCall(f"{self.count} tables need a seed for each, not {len(seeds)}")
        for n, text in enumerate(seeds):
            self._rngs[n] = chance.generator(text)
        self._run(1)

    def step(self, moves: ArrayLike) -> None:
        """Plays one move at every table, then the other seats until the learner must act again."""
        chosen = np.asarray(moves)
        if chosen.shape != (self.count,) or chosen.dtype.kind not in "iu":
            given = f"{chosen.dtype} in the shape {chosen.shape}"
            raise BadCall(f"a step is {self.count} move codes, one for each table; not {given}")
        # cut to 32 bits, a code that is too large would become another one
        np.clip(chosen.astype(np.int64, copy=False), -1, self.setting.actions, out=self._moves, casting="unsafe")
        self._run(0)

    def shares(self, seen: NDArray[np.int8] | None = None) -> NDArray[np.float32]:
        """Observations as shares: the numbers of docs/encoding.md."""
        return np.multiply(self.seen if seen is None else seen, self.setting.scale, dtype=np.float32)

    def _run(self, fresh: int) -> None:
        """Makes one compiled call per thread; each takes tables until none is left."""
        self._parts[:, 0] = self._borders[:-1]
        own, *others = self._work
        started = (
            [self._pool.submit(self._advance, *facts, fresh, *rest) for facts, rest in others] if self._pool else []
        )
        facts, rest = own
        self._advance(*facts, fresh, *rest)
        for future in started:
            if not future.cancel():  # a call that has not begun would find no tables left
                future.result()

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


def at_least_one(number: object, things: str) -> int:
    """The number of tables or threads, or a BadCall."""
    count = whole_number(number)
    if count is None or count < 1:
        raise BadCall(f"the number of {things} is at least 1, not {number!r}")
    return count
