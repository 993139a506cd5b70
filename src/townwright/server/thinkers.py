"""The thinkers: a few threads on which all bots of the server think, so that people never wait for them.

Searches run without the GIL on threads of low priority, first come, first served. When many bots want to think at the
same time, each gets less time.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from townwright.bots import Bot
from townwright.bots.levels import LevelBot
from townwright.engine.known import Known

T = TypeVar("T")
POLITE = 10  # the niceness of a thinking thread
LEAST = 0.1  # the share of its time that a bot always keeps, however many others wait


def be_polite() -> None:
    """Lowers the priority of this thread, if the system can."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), POLITE)


class Thinkers:
    """A queue of bots that must choose, and the threads that work on it."""

    def __init__(self, threads: int | None = None) -> None:
        self.threads = threads or max(1, (os.cpu_count() or 2) - 1)
        self._pool = ThreadPoolExecutor(self.threads, "thinker", be_polite)
        self.waiting = 0  # bots that think or wait for it

    @property
    def share(self) -> float:
        """The share of its usual time that a bot gets now."""
        return max(LEAST, min(1.0, self.threads / max(1, self.waiting)))

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """Does other thinking work in its turn."""
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work, *args)
        finally:
            self.waiting -= 1

    async def choose(self, bot: Bot, known: Known, seat: int, effort: float = 1.0) -> int:
        """The move that a bot chooses, perhaps with less effort. When its table is put away, the bot stops thinking."""
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, self._choose, bot, known, seat, effort)
        except asyncio.CancelledError:
            if isinstance(bot, LevelBot):
                bot.stop()
            raise
        finally:
            self.waiting -= 1

    def _choose(self, bot: Bot, known: Known, seat: int, effort: float) -> int:
        if isinstance(bot, LevelBot):
            bot.share = self.share * effort
        return bot.choose(known, seat)


THINKERS = Thinkers()
