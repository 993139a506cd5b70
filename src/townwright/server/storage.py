"""Storage: guests, tables, seats and the log of every table, in SQLite or PostgreSQL.

A write is done once it is on disk. Writes that arrive together share one commit, because the disk's
promise (fsync) is what takes time.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
import structlog
from alembic.util import CommandError
from sqlalchemy import JSON, Boolean, Column, Float, ForeignKey, Integer, MetaData, String, Table, Text, event

from townwright.engine.errors import TownwrightError

Statement = tuple[Any, dict[str, Any]]  # a statement and its values

encode = msgspec.json.Encoder().encode
METADATA = MetaData()
journal = structlog.get_logger("townwright")

guests = Table(
    "guests",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("token", String(64), nullable=False, unique=True),  # SHA-256 of the cookie, never the cookie
    Column("name", String(24), nullable=False),
    Column("made", Float, nullable=False),
)

tables = Table(
    "tables",
    METADATA,
    Column("code", String(6), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules", Integer, nullable=False),  # version of the rules it is played by
    Column("options", JSON, nullable=False),
    Column("owner", ForeignKey("guests.id"), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("pace", Float, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("status", String(10), nullable=False),
    Column("why_closed", Text),
    Column("rematch", String(6)),
    Column("made", Float, nullable=False),
    Column("touched", Float, nullable=False),
)

seats = Table(
    "seats",
    METADATA,
    Column("table", ForeignKey("tables.code"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest", ForeignKey("guests.id"), index=True),
    Column("bot", String(20)),
    Column("name", String(24)),
    Column("entropy", String(128)),
)

log = Table(
    "log",
    METADATA,
    Column("table", ForeignKey("tables.code"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("kind", String(8), nullable=False),  # move, undo (as the game allows) or rewind (by consent)
    Column("code", Integer),
    Column("client", String(64)),  # the id of the request
    Column("at", Float, nullable=False),
)

chat = Table(
    "chat",
    METADATA,
    Column("table", ForeignKey("tables.code"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", Integer),
    Column("name", String(24), nullable=False),
    Column("text", String(500), nullable=False),
    Column("at", Float, nullable=False),
)


def url_of(data: str) -> sa.URL:
    """The database of a --data value: a database URL, or a folder that holds townwright.sqlite."""
    if "://" in data:
        return sa.make_url(data)
    folder = Path(data).expanduser()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return sa.URL.create("sqlite", database=str(folder / "townwright.sqlite"))


def durable(connection: Any, _record: Any) -> None:
    """SQLite as we want it: readers beside the writer, and a commit that is on disk."""
    connection.isolation_level = None  # we say BEGIN ourselves, so that a migration is done whole or not at all
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def check(data: str) -> None:
    """Opens a --data value once and migrates it, so that what is wrong with it is said in one sentence."""
    try:
        storage = Storage(data)
        try:
            storage.migrate()
        finally:
            storage.engine.dispose()
    except (sa.exc.SQLAlchemyError, CommandError, ImportError, OSError) as problem:
        inner = getattr(problem, "orig", None) or problem
        raise TownwrightError(f"the games cannot be kept in {shown(data)}: {' '.join(str(inner).split())}") from None


def shown(data: str) -> str:
    """A --data value without the password that may stand in it."""
    try:
        return sa.make_url(data).render_as_string() if "://" in data else data
    except sa.exc.ArgumentError:
        return "that database"


class Storage:
    """The database, with one thread that writes."""

    def __init__(self, data: str, on_commit: Callable[[int, float], None] = lambda writes, seconds: None) -> None:
        self.engine = sa.create_engine(url_of(data), pool_pre_ping=True)  # a database may be restarted beside us
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine, "connect", durable)
            event.listen(self.engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
        self._on_commit = on_commit
        self._queue: queue.SimpleQueue[tuple[list[Statement], asyncio.Future[None]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_forever, name="storage", daemon=True)

    def open(self) -> None:
        """Brings the database to the newest form and starts writing."""
        self.migrate()
        self._thread.start()

    def migrate(self) -> None:
        """Brings the database to the newest form."""
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        with self.engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def close(self) -> None:
        """Writes what is waiting, then lets go."""
        if self._thread.is_alive():
            self._queue.put(None)
            self._thread.join()
        self.engine.dispose()

    async def write(self, *statements: Statement) -> None:
        """Carries out statements together; returns once they are on disk."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put((list(statements), done))
        await done

    def read(self, query: Any) -> list[dict[str, Any]]:
        """The rows of a query."""
        with self.engine.connect() as connection:
            return [dict(row._mapping) for row in connection.execute(query)]

    async def fetch(self, query: Any) -> list[dict[str, Any]]:
        """The rows of a query, read beside the event loop."""
        return await asyncio.to_thread(self.read, query)

    def _write_forever(self) -> None:
        with self.engine.connect() as connection:
            while (job := self._queue.get()) is not None:
                jobs, closing = [job], False
                while self._queue.qsize() and not closing:
                    more = self._queue.get()
                    closing = more is None
                    if more is not None:
                        jobs.append(more)
                try:
                    self._commit(connection, jobs)
                except Exception as problem:  # nobody may wait for ever for a thread that is gone
                    journal.error("storage", exc_info=problem)
                    settle([done for _, done in jobs], problem)
                if closing:
                    return

    def _commit(
        self, connection: sa.Connection, jobs: list[tuple[list[Statement], asyncio.Future[None]]], again: bool = True
    ) -> None:
        """One commit for all; if that fails, one each, so that a bad write does no harm to the others.

        A write that met a lost connection is tried again on a new one. Should it have been carried out after all,
        the keys refuse it the second time, and its table is read anew.
        """
        began = time.perf_counter()
        try:
            carry_out(connection, [statement for statements, _ in jobs for statement in statements])
        except Exception as problem:
            lost = isinstance(problem, sa.exc.DBAPIError) and problem.connection_invalidated
            if len(jobs) == 1 and again and lost:
                self._commit(connection, jobs, again=False)
                return
            if len(jobs) == 1:
                settle([jobs[0][1]], problem)
                return
            for job in jobs:
                self._commit(connection, [job])
            return
        self._on_commit(len(jobs), time.perf_counter() - began)
        settle([done for _, done in jobs], None)


def carry_out(connection: sa.Connection, statements: list[Statement]) -> None:
    """Executes statements in one transaction: in order, neighbours of one kind together."""
    if connection.dialect.name == "sqlite" and all(statement is ADD_ENTRY for statement, _ in statements):
        # Moves, which are most of what is written: as one call of the driver, a transaction of its own. At each step of
        # a longer way this thread would wait for its turn in the interpreter.
        rows = encode([values for _, values in statements]).decode()
        connection.connection.driver_connection.execute(ADD_ENTRIES, (rows,))  # type: ignore[union-attr]
        return
    with connection.begin():
        for statement, run in groupby(statements, key=itemgetter(0)):
            connection.execute(statement, [values for _, values in run])


def settle(waiting: list[asyncio.Future[None]], problem: Exception | None) -> None:
    """Tells the waiting coroutines, in their own thread."""

    def tell() -> None:
        for done in waiting:
            if not done.done():
                if problem is None:
                    done.set_result(None)
                else:
                    done.set_exception(problem)

    loop = waiting[0].get_loop()
    if not loop.is_closed():
        loop.call_soon_threadsafe(tell)


# Statements of which there is one each, so that writes of one kind go together.
ADD_ENTRY = log.insert()
ADD_ENTRIES = "INSERT INTO log ({}) SELECT {} FROM json_each(?)".format(
    ", ".join(f'"{column.name}"' for column in log.columns),
    ", ".join(f"json_extract(value, '$.{column.name}')" for column in log.columns),
)
ADD_CHAT = chat.insert()
ADD_GUEST = guests.insert()
ADD_TABLE = tables.insert()
ADD_SEAT = seats.insert()
NAME_GUEST = guests.update().where(guests.c.id == sa.bindparam("of")).values(name=sa.bindparam("to"))
SET_SEAT = (
    seats.update()
    .where(seats.c.table == sa.bindparam("of"), seats.c.seat == sa.bindparam("at"))
    .values(
        guest=sa.bindparam("guest"), bot=sa.bindparam("bot"), name=sa.bindparam("name"), entropy=sa.bindparam("entropy")
    )
)
SET_TABLE = (
    tables.update()
    .where(tables.c.code == sa.bindparam("of"))
    .values(
        owner=sa.bindparam("owner"),
        pace=sa.bindparam("pace"),
        status=sa.bindparam("status"),
        why_closed=sa.bindparam("why_closed"),
        rematch=sa.bindparam("rematch"),
        touched=sa.bindparam("touched"),
    )
)
