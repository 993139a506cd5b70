"""Many tables at once, stepped by compiled code on all cores: masks, observations, rewards, and new games by itself.

    tables = Tables(Setting("pier-18"), count=1024, seed=1)
    while True:
        tables.step(choose(tables.seen, tables.mask))   # one move code for every table

All arrays are made once, and every step writes what has changed in them: copy what shall be altered.
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
FEWEST = 64  # tables that are worth a thread
APART = 8  # numbers between what two threads count: a line of memory
KEPT = 64  # legal codes that are remembered of a table from one step to the next; more are listed again


class Tables:
    """Tables of one game. The learner plays all seats, one seat of every table, or another one in every game.

    `turn` is the seat that is asked at each table, `seen` what it knows, `mask` the codes it may play. After a step
    `rewards` has what each seat of the tables has won, `ended` is 0, or 1 where a game is over, or 2 where the move was
    not legal; there the next game has begun already.
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
        """`seat` is that of the learner, "any" for another in every game, None for all. With `last`, `self.last` has
        what a learner of one seat saw at the end of the games that ended."""
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
        """New games at all tables, by one seed or by one for each; the same on any number of cores."""
        several = isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str)
        seeds = [str(one) for one in seed] if several else [f"{seed}/{n}" for n in range(self.count)]  # type: ignore[union-attr]
        if len(seeds) != self.count:
            raise BadCall(f"there are {self.count} tables; expected a seed for each, not {len(seeds)}")
        for n, one in enumerate(seeds):
            self._rngs[n] = chance.generator(one)
        self._run(1)

    def step(self, moves: ArrayLike) -> None:
        """Plays one move at every table, and the other seats until the learner is asked again."""
        chosen = np.asarray(moves)
        if chosen.shape != (self.count,) or chosen.dtype.kind not in "iu":
            given = f"{chosen.dtype} in the shape {chosen.shape}"
            raise BadCall(f"a step is {self.count} move codes, one for each table; not {given}")
        # a code too large for 32 bits must not become another one
        np.clip(chosen.astype(np.int64, copy=False), -1, self.setting.actions, out=self._moves, casting="unsafe")
        self._run(0)

    def shares(self, seen: NDArray[np.int8] | None = None) -> NDArray[np.float32]:
        """What is seen, as shares: the numbers of docs/encoding.md."""
        return np.multiply(self.seen if seen is None else seen, self.setting.scale, dtype=np.float32)

    def _run(self, fresh: int) -> None:
        """One call of compiled code for every core; they take tables until none is left."""
        self._parts[:, 0] = self._borders[:-1]
        own, *others = self._work
        started = (
            [self._pool.submit(self._advance, *facts, fresh, *rest) for facts, rest in others] if self._pool else []
        )
        facts, rest = own
        self._advance(*facts, fresh, *rest)
        for one in started:
            if not one.cancel():  # a thread that has not begun is not waited for: nothing is left for it
                one.result()

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


def at_least_one(number: object, what: str) -> int:
    """How many tables or threads there are."""
    found = whole_number(number)
    if found is None or found < 1:
        raise BadCall(f"the number of {what} is at least 1, not {number!r}")
    return found
