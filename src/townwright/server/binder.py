"""The binder: makes the books of finished games, one after another, in case their rules change."""

from __future__ import annotations

import asyncio
import time

import sqlalchemy as sa
import structlog

from .book import whole
from .rows import BOOKS, LOG, SEATS, TABLES
from .table import Services, Table

SHARE = 9  # the pause after making a book is this many times as long as the making

log = structlog.get_logger("townwright")


class Binder:
    """Makes the books of a house's finished games."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._unbound = set[str]()  # finished games that cannot be made into a book

    async def bind_some(self) -> None:
        """Makes the books of finished games, one after another, in a tenth of the time."""
        if not await self._services.neighbours.take("books"):
            return
        missing = ~sa.exists().where(BOOKS.c.table == TABLES.c.code)
        query = sa.select(TABLES.c.code).where(TABLES.c.status == "over", missing).limit(100)
        for code in [code for (code,) in await self._services.storage.fetch(query) if code not in self._unbound]:
            began = time.monotonic()
            try:
                await self._bind(code)
            except sa.exc.SQLAlchemyError:
                raise
            except Exception as problem:  # rules that no longer play it, or a damaged row
                log.warning("book", table=code, why=repr(problem))
                self._unbound.add(code)
            await asyncio.sleep(SHARE * (time.monotonic() - began))

    async def _bind(self, code: str) -> None:
        """Makes the book of a finished game."""
        (row,) = await self._services.storage.find(TABLES, TABLES.c.code == code)
        chairs = await self._services.storage.find(SEATS, SEATS.c.table == code)
        table = Table(self._services, row, chairs, [], [])
        play = await table.keeping.replayed(await self._services.storage.find(LOG, LOG.c.table == code))
        record = {**play.match.record(), "deal": table.dealing.deal}
        book = await self._services.archive.aside(lambda: whole(play, record))
        await self._services.storage.write(BOOKS.drop(table=code), BOOKS.add(book, table=code))
