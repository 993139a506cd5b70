"""Lists of tables: those of a guest, and those with a free seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
import structlog

from townwright.games import load, names

from .messages import TableLine
from .rows import SEATS, TABLES, Chair, Guest
from .seats import Seats
from .storage import Storage
from .table import Table

MOST = 40  # lines

log = structlog.get_logger("townwright")


class Lists:
    """Lists of tables. A table in memory makes its own line; for the others, their rows are enough."""

    def __init__(self, storage: Storage, tables: Mapping[str, Table]) -> None:
        self._storage, self._tables = storage, tables

    async def of_guest(self, guest: Guest, language: str) -> list[TableLine]:
        """The tables of a guest, latest first."""
        query = (
            sa.select(SEATS.c.table)
            .join(TABLES.sql)
            .where(SEATS.c.guest == guest.id)
            .order_by(TABLES.c.touched.desc())
            .limit(MOST)
        )
        return sorted(await self._lines(query, guest.id, language), key=lambda line: -line.at)

    async def with_free_seats(self, guest: Guest | None, language: str) -> list[TableLine]:
        """Listed tables with a free seat."""
        free = sa.exists().where(SEATS.c.table == TABLES.c.code, SEATS.c.guest.is_(None), SEATS.c.bot.is_(None))
        query = (
            sa.select(TABLES.c.code)
            .where(TABLES.c.listed, TABLES.c.status == "open", free)
            .order_by(TABLES.c.touched.desc())
            .limit(MOST)
        )
        return await self._lines(query, guest.id if guest else None, language)

    async def _lines(self, codes: sa.Select[Any], guest: int | None, language: str) -> list[TableLine]:
        """Lines of a list. Tables that are not in memory are not loaded: their rows are enough."""
        found = [*dict.fromkeys(code for (code,) in await self._storage.fetch(codes))]
        asleep = [code for code in found if code not in self._tables]
        columns = [TABLES.c[name] for name in ("code", "game", "status", "touched", "pending")]
        rows = {
            row.code: row for row in await self._storage.fetch(sa.select(*columns).where(TABLES.c.code.in_(asleep)))
        }
        query = sa.select(SEATS.sql).where(SEATS.c.table.in_(asleep)).order_by(*SEATS.sql.primary_key)
        chairs: dict[str, list[Chair]] = {}
        for row in await self._storage.fetch(query) if asleep else []:
            chairs.setdefault(row.table, []).append(SEATS.read(row))
        lines = []
        for code in found:
            try:
                if (table := self._tables.get(code)) is not None:
                    lines.append(table.line(guest, language))
                elif code in rows:
                    lines.append(line_of(rows[code], Seats(code, chairs[code]), guest, language))
            except Exception as problem:  # one damaged row does not hide the others
                log.error("list", table=code, exc_info=problem)
        return lines


def line_of(row: sa.Row[Any], seats: Seats, guest: int | None, language: str) -> TableLine:
    """The line of a table that is not in memory."""
    you, known = seats.of(guest), row.game in names()
    return TableLine(
        code=row.code,
        game=row.game,
        title=load(row.game).texts(language)("title") if known else row.game,
        status=row.status,
        seats=seats.infos(language),
        you=you,
        your_turn=row.status == "playing" and you is not None and bool((row.pending or 0) >> you & 1),
        at=row.touched,
    )
