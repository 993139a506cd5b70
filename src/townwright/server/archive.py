"""The archive: a thread that goes through games from their start, and a cache of the pages that it makes."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from .errors import Refused
from .wire import encode

MOST_WAITING = 50  # pages that may wait to be made
MOST_BYTES = 32 * 1024 * 1024  # of cached pages
T = TypeVar("T")


class Archive:
    """One thread that replays games, so that a long game does not hold up the event loop."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "archive")
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._bytes = 0
        self._making: dict[Hashable, asyncio.Future[bytes]] = {}

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def aside(self, work: Callable[[], T]) -> T:
        """Does a piece of work in the thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def page(self, key: Hashable, make: Callable[[], Any]) -> bytes:
        """A page as JSON, made now if it is not cached. The key must contain everything that it depends on."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        making = self._making.get(key)
        if making is None:
            if len(self._making) >= MOST_WAITING:
                raise Refused(503, "busy", "the server has many replays to make; try again in a moment")
            making = self._making[key] = asyncio.ensure_future(self.aside(lambda: encode(make())))
            making.add_done_callback(lambda done: self._made(key, done))
        return await asyncio.shield(making)

    def _made(self, key: Hashable, done: asyncio.Future[bytes]) -> None:
        del self._making[key]
        if done.cancelled() or done.exception() is not None:
            return
        self._kept[key] = done.result()
        self._bytes += len(done.result())
        while self._bytes > MOST_BYTES:
            _, dropped = self._kept.popitem(last=False)
            self._bytes -= len(dropped)
