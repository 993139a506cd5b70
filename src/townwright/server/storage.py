"""Storage: guests, tables, seats and the log of every table, in SQLite or PostgreSQL.

A write is done once it is on disk. Writes that arrive together share one commit, because most of the time goes into
waiting for the disk (fsync).
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterator
from itertools import chain, groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
import sqlalchemy as sa
import structlog
from alembic.util import CommandError
from sqlalchemy import event

from townwright.engine.errors import TownwrightError

from .rows import LOG, Change, Entry, Rows

TOGETHER = 1000  # writes that share a commit, at most
R = TypeVar("R", bound=msgspec.Struct)
log = structlog.get_logger("townwright")


def url_of(data: str) -> sa.URL:
    """The database of a --data value: a database URL, or a folder that holds townwright.sqlite."""
    if "://" in data:
        return sa.make_url(data)
    folder = Path(data).expanduser()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return sa.URL.create("sqlite", database=str(folder / "townwright.sqlite"))


def set_pragmas(connection: Any, _record: Any) -> None:
    """Lets SQLite read while it writes, and makes a commit wait for the disk."""
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


@contextlib.contextmanager
def opening(data: str) -> Iterator[None]:
    """Around whatever opens a --data value: a problem is reported in one sentence."""
    try:
        yield
    except (sa.exc.SQLAlchemyError, CommandError, ImportError, OSError) as problem:
        why = " ".join(str(getattr(problem, "orig", None) or problem).split())
        raise TownwrightError(f"cannot keep games in {without_password(data)}: {why}") from None


def check(data: str) -> None:
    """Opens a --data value once: looks for damage, then migrates it."""
    with opening(data):
        storage = Storage(data)
        try:
            if storage.engine.dialect.name == "sqlite":
                with storage.engine.connect() as connection:
                    found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
                if wrong := damage(str(found)):
                    raise TownwrightError(
                        f"the database in {data} is damaged ({wrong}): move it away and put back a backup "
                        "with townwright restore"
                    )
            storage.migrate()
        finally:
            storage.engine.dispose()


def damage(found: str) -> str | None:
    """What SQLite's quick check found, in one line."""
    return None if found == "ok" else " ".join(found.split())[:200]


def without_password(data: str) -> str:
    """A --data value as it may be shown."""
    try:
        return sa.make_url(data).render_as_string() if "://" in data else data
    except sa.exc.ArgumentError:
        return "that database"


VERSION = sa.table("alembic_version", sa.column("version_num"))
TOUCH = VERSION.update().values(version_num=VERSION.c.version_num)


class Write(NamedTuple):
    """What one caller wants on disk: all of it or nothing."""

    changes: tuple[Change, ...]
    entries: tuple[Entry, ...]
    done: asyncio.Future[None]


class Storage:
    """The database, with one thread that writes."""

    def __init__(self, data: str, on_commit: Callable[[int, float], None] = lambda writes, seconds: None) -> None:
        # A statement is a transaction by itself; several begin one. Connections are checked before use, because a
        # database can be restarted while the server runs.
        self.engine = sa.create_engine(url_of(data), isolation_level="AUTOCOMMIT", pool_pre_ping=True)
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine, "connect", set_pragmas)
        self._on_commit = on_commit
        self._queue: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_forever, name="storage", daemon=True)

    def open(self) -> None:
        """Migrates the database and starts the writing thread."""
        self.migrate()
        self._thread.start()

    def migrate(self, to: str = "head") -> None:
        """Brings the database to the newest form, or leaves it as it was."""
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        with self.engine.connect() as connection:
            connection.exec_driver_sql("BEGIN")
            config.attributes["connection"] = connection
            command.upgrade(config, to)
            connection.commit()

    def close(self) -> None:
        """Finishes the writes in the queue, then closes the database."""
        if self._thread.is_alive():
            self._queue.put(None)
            self._thread.join()
        self.engine.dispose()

    # --- reading ---

    def read(self, query: sa.Select[Any]) -> list[sa.Row[Any]]:
        with self.engine.connect() as connection:
            return [*connection.execute(query)]

    async def fetch(self, query: sa.Select[Any]) -> list[sa.Row[Any]]:
        """The rows of a query, read in another thread."""
        return await asyncio.to_thread(self.read, query)

    async def find(self, rows: Rows[R], *where: sa.ColumnElement[bool]) -> list[R]:
        """Rows of one kind, in the order of their keys."""
        query = sa.select(rows.sql).where(*where).order_by(*rows.sql.primary_key)
        return [rows.read(row) for row in await self.fetch(query)]

    # --- writing ---

    def write(self, *changes: Change) -> asyncio.Future[None]:
        """Makes changes, all or none of them; done once they are on disk."""
        return self._enqueue(changes, ())

    def append(self, *entries: Entry) -> asyncio.Future[None]:
        """Adds lines to logs; done once they are on disk. The log's key refuses a line that is there already."""
        return self._enqueue((), entries)

    def touch(self) -> asyncio.Future[None]:
        """Writes what is there already: only to see whether that works."""
        return self.write(Change(TOUCH, {}))

    def _enqueue(self, changes: tuple[Change, ...], entries: tuple[Entry, ...]) -> asyncio.Future[None]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put(Write(changes, entries, done))
        return done

    def _write_forever(self) -> None:
        with self.engine.connect() as connection:
            closing = False
            while not closing and (write := self._queue.get()) is not None:
                writes = [write]
                while self._queue.qsize() and len(writes) < TOGETHER:
                    if (more := self._queue.get()) is None:
                        closing = True
                        break
                    writes.append(more)
                try:
                    self._commit(connection, writes)
                except Exception as problem:  # whatever goes wrong, nobody waits for ever
                    log.error("storage", exc_info=problem)
                    settle(writes, problem)

    def _commit(self, connection: sa.Connection, writes: list[Write], again: bool = True) -> None:
        """Commits writes together; if that fails, one by one, so that a bad write does no harm to the others.

        A write that met a lost connection is tried again on a new one. If the first attempt had reached the disk,
        the keys refuse the second, and the table is loaded again.
        """
        began = time.perf_counter()
        try:
            execute(connection, writes)
        except Exception as problem:
            connection.rollback()
            lost = isinstance(problem, sa.exc.DBAPIError) and problem.connection_invalidated
            if len(writes) > 1:
                for write in writes:
                    self._commit(connection, [write])
            elif lost and again:
                self._commit(connection, writes, again=False)
            else:
                settle(writes, problem)
            return
        self._on_commit(len(writes), time.perf_counter() - began)
        settle(writes, None)


def execute(connection: sa.Connection, writes: list[Write]) -> None:
    """Makes the changes of all writes in one transaction: in order, neighbours of one kind together."""
    changes = [change for write in writes for change in write.changes]
    entries = [entry for write in writes for entry in write.entries]
    if changes:
        connection.exec_driver_sql("BEGIN")
    for statement, run in groupby(changes, key=itemgetter(0)):
        connection.execute(statement, [values for _, values in run])
    if entries:
        append(connection, entries)
    connection.commit()


def append(connection: sa.Connection, entries: list[Entry]) -> None:
    """Adds lines to logs with a single statement.

    Moves are most of what is written, and this thread waits for the interpreter at every call of the driver: one call
    for all of them, without BEGIN and COMMIT if there is nothing else to write.
    """
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    columns = ", ".join(f'"{name}"' for name in Entry.__struct_fields__)
    row = f"({', '.join([mark] * len(Entry.__struct_fields__))})"
    connection.exec_driver_sql(
        f"INSERT INTO {LOG.sql.name} ({columns}) VALUES {', '.join([row] * len(entries))}",
        tuple(chain.from_iterable(map(msgspec.structs.astuple, entries))),
    )


def settle(writes: list[Write], problem: Exception | None) -> None:
    """Answers the waiting coroutines, in their own thread."""

    def answer() -> None:
        for write in writes:
            if not write.done.done():
                if problem is None:
                    write.done.set_result(None)
                else:
                    write.done.set_exception(problem)

    loop = writes[0].done.get_loop()
    if not loop.is_closed():
        loop.call_soon_threadsafe(answer)
