"""Background tasks of the server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import sqlalchemy as sa
import structlog

log = structlog.get_logger("townwright")


class Tasks:
    """Tasks that run in the background until they end or the server stops. Their errors are logged."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    def every(self, seconds: float, chore: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Does a chore again and again, with pauses. A failure is logged and does not end it."""
        self.spawn(self._again(seconds, chore))

    async def _again(self, seconds: float, chore: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await chore()
            except sa.exc.SQLAlchemyError as problem:  # the database is away for now
                log.warning("chore", what=chore.__name__, why=" ".join(str(problem).split())[:200])
            except Exception as problem:
                log.error("chore", what=chore.__name__, exc_info=problem)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (problem := task.exception()):
            log.error("background", exc_info=problem)

    async def cancel(self) -> None:
        """Cancels all of them and waits until they have ended."""
        running = list(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
