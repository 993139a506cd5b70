"""Health: whether the server can do its work, for its operators."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import msgspec
import sqlalchemy as sa
import structlog
from litestar import Request, Response, get
from litestar.openapi import ResponseSpec

from townwright import __version__

from .neighbours import Neighbours
from .storage import Storage

EVERY = 3.0  # seconds between two test writes
DEADLINE = 2.0  # seconds that a test write may take

log = structlog.get_logger("townwright")


class Health(msgspec.Struct, kw_only=True):
    ok: bool  # whether a test write has just reached the disk
    problem: str | None  # why not, in one sentence
    version: str
    tables: int  # in memory
    ready: list[str]  # games whose rules are compiled


class Readiness(msgspec.Struct, kw_only=True):
    ready: bool  # whether players can be sent here: the database answers, and all games are compiled
    problem: str | None


class Pulse:
    """Makes a test write now and then, and remembers the result."""

    def __init__(self, storage: Storage, neighbours: Neighbours) -> None:
        self._storage, self._neighbours = storage, neighbours
        self._problem: str | None = None
        self._at = -EVERY
        self._write: asyncio.Future[None] | None = None  # the one under way
        self._turn = asyncio.Lock()

    async def problem(self) -> str | None:
        """What is wrong with the database."""
        async with self._turn:
            if time.monotonic() - self._at >= EVERY:
                self._problem = await self._try()
                self._at = time.monotonic()
            return self._problem

    async def _try(self) -> str | None:
        if self._write is None or self._write.done():
            self._write = self._storage.touch()
        await asyncio.wait([self._write], timeout=DEADLINE)
        if not self._write.done():
            return f"the database has not answered for {DEADLINE:.0f} seconds"
        if (wrong := self._write.exception()) is not None:
            log.error("storage", why=str(wrong))
            return "the database cannot be written"
        return self._neighbours.problem


NOT_OK = ResponseSpec(Health, description="something is wrong", generate_examples=False)
NOT_READY = ResponseSpec(Readiness, description="not yet, or not now", generate_examples=False)


@get("/health", tags=["operation"], responses={503: NOT_OK})
async def health(request: Request[Any, Any, Any]) -> Response[Health]:
    """Whether the server can do its work, by a test write at most every few seconds."""
    house = request.app.state.house
    problem = await house.pulse.problem()
    compiled = [name for name in house.workshop.names if house.workshop.share(name) == 1]
    found = Health(ok=problem is None, problem=problem, version=__version__, tables=len(house.tables), ready=compiled)
    return Response(found, status_code=200 if found.ok else 503)


@get("/ready", tags=["operation"], responses={503: NOT_READY})
async def ready(request: Request[Any, Any, Any]) -> Response[Readiness]:
    """Whether players can be sent here."""
    house = request.app.state.house
    problem = await house.pulse.problem()
    if problem is None and not house.workshop.done:
        problem = "games are still being compiled"
    return Response(Readiness(ready=problem is None, problem=problem), status_code=200 if problem is None else 503)


def is_trouble(problem: BaseException) -> bool:
    """Whether the database is to blame, not the request."""
    return isinstance(problem, sa.exc.SQLAlchemyError)
