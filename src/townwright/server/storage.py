"""Storage: guests, tables, seats and the log of every table, in SQLite or PostgreSQL.

A write is done once it is on disk. Writes that arrive together share one commit, because most of the time goes into
waiting for the disk (fsync).
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from itertools import chain, groupby
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
import sqlalchemy as sa
import structlog
from alembic.util import CommandError
from sqlalchemy import event

from townwright.engine.errors import TownwrightError

from .messages import ChatLine
from .news import CHANNEL, Moved, Word, written
from .rows import CHAT, EVENTS, LOG, SEATS, TABLES, Chair, Change, Entry, Event, Rows, TableRow

TOGETHER = 1000  # writes that share a commit, at most
MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATING = 0x746F776F  # PostgreSQL's advisory lock for migrating
A_LETTER = 15  # entries in one letter, because a NOTIFY of PostgreSQL carries 8000 bytes
R = TypeVar("R", bound=msgspec.Struct)
log = structlog.get_logger("townwright")


def url_of(data: str) -> sa.URL:
    """The database of a --data value: a database URL, or a folder that holds townwright.sqlite."""
    if "://" in data:
        url = sa.make_url(data)
        plain = url.drivername in ("postgresql", "postgres")
        return url.set(drivername="postgresql+psycopg") if plain else url
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
    """Around opening a --data value: reports any problem in one sentence."""
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
    """A --data value that is safe to show."""
    try:
        return sa.make_url(data).render_as_string() if "://" in data else data
    except sa.exc.ArgumentError:
        return "that database"


VERSION = sa.table("alembic_version", sa.column("version_num"))
TOUCH = VERSION.update().values(version_num=VERSION.c.version_num)


class Overtaken(sa.exc.SQLAlchemyError):
    """Another process has written first, and nothing of this write is on disk."""


class Unsure(sa.exc.SQLAlchemyError):
    """The connection was lost during a write, which may be on disk."""


class Write(NamedTuple):
    """What one caller wants on disk, all of it or nothing, and the words that the other processes then get."""

    changes: tuple[Change, ...]
    entries: tuple[Entry, ...]
    words: tuple[Word, ...]
    place: str  # the table that it belongs to
    done: asyncio.Future[None]


class Since(NamedTuple):
    """What has been written to a table since some moment."""

    row: TableRow | None  # if it or a seat has changed
    chairs: list[Chair]
    entries: list[Entry]
    chat: list[ChatLine]
    events: list[Event]


class Storage:
    """The database, with one thread that writes."""

    def __init__(self, data: str, on_commit: Callable[[int, float], None] = lambda writes, seconds: None) -> None:
        # A single statement is its own transaction; for several, the writer begins one. Connections are checked before
        # use, because a database can be restarted while the server runs.
        self.engine = sa.create_engine(url_of(data), isolation_level="AUTOCOMMIT", pool_pre_ping=True)
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine, "connect", set_pragmas)
        self.shared = self.engine.dialect.name == "postgresql"  # whether other processes may use it at the same time
        self.me = secrets.token_hex(4)  # this process among them
        self._on_commit = on_commit
        self._queue: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_forever, name="storage", daemon=True)

    def open(self) -> None:
        """Migrates the database and starts the writing thread."""
        self.migrate()
        self._thread.start()

    def current(self) -> bool:
        """Whether the database has the form that this version of the server gives it."""
        from alembic.migration import MigrationContext
        from alembic.script import ScriptDirectory

        with self.engine.connect() as connection:
            found = MigrationContext.configure(connection).get_current_revision()
        return found == ScriptDirectory(str(MIGRATIONS)).get_current_head()

    def migrate(self, to: str = "head") -> None:
        """Brings the database to the newest form, or leaves it as it was."""
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        with self.engine.connect() as connection:
            connection.exec_driver_sql("BEGIN")
            if self.shared:  # one after another, if several processes start at once
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATING)))
            config.attributes["connection"] = connection
            command.upgrade(config, to)
            connection.commit()

    def close(self) -> None:
        """Finishes the writes in the queue, then closes the database."""
        if self._thread.is_alive():
            self._queue.put(None)
            self._thread.join()
        self.engine.dispose()

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

    async def snapshot(self, *queries: sa.Select[Any]) -> list[list[sa.Row[Any]]]:
        """The rows of several queries, as they are at one moment."""
        return await asyncio.to_thread(self._snapshot, queries)

    def _snapshot(self, queries: tuple[sa.Select[Any], ...]) -> list[list[sa.Row[Any]]]:
        with self.engine.connect() as connection:
            connection.exec_driver_sql(
                "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" if self.shared else "BEGIN DEFERRED"
            )
            try:
                return [[*connection.execute(query)] for query in queries]
            finally:
                connection.rollback()

    async def since(self, code: str, version: int = -1, ply: int = 0, chat: int = 0, events: int = 0) -> Since:
        """What has been written to a table since a version of its row, a ply, a line of chat and an event."""
        newer = sa.select(TABLES.sql).where(TABLES.c.code == code, TABLES.c.version > version)
        queries = [newer, sa.select(SEATS.sql).where(SEATS.c.table == code, newer.exists()).order_by(SEATS.c.seat)]
        for rows, column, known in ((LOG, LOG.c.ply, ply), (CHAT, CHAT.c.n, chat), (EVENTS, EVENTS.c.n, events)):
            queries.append(sa.select(rows.sql).where(rows.c.table == code, column > known).order_by(column))
        found = await self.snapshot(*queries)
        return Since(
            row=TABLES.read(found[0][0]) if found[0] else None,
            chairs=[*map(SEATS.read, found[1])],
            entries=[*map(LOG.read, found[2])],
            chat=[*map(CHAT.read, found[3])],
            events=[*map(EVENTS.read, found[4])],
        )

    async def marks(self, code: str) -> tuple[int, int, int, int]:
        """How far a table is: the version of its row, its plies, lines of chat and events."""
        query = sa.select(
            TABLES.c.version,
            *(
                sa.select(sa.func.coalesce(sa.func.max(column), 0)).where(rows.c.table == code).scalar_subquery()
                for rows, column in ((LOG, LOG.c.ply), (CHAT, CHAT.c.n), (EVENTS, EVENTS.c.n))
            ),
        ).where(TABLES.c.code == code)
        found: Any = (await self.fetch(query))[0]
        version, ply, chat, events = found
        return version, ply, chat, events

    def write(self, *changes: Change, words: tuple[Word, ...] = (), place: str = "") -> asyncio.Future[None]:
        """Makes changes, all or none of them; done once they are on disk. The other processes get the words."""
        return self._enqueue(changes, (), words, place)

    def append(self, *entries: Entry) -> asyncio.Future[None]:
        """Adds lines to logs; done once they are on disk. The log's key refuses a line that is there already."""
        return self._enqueue((), entries)

    def touch(self) -> asyncio.Future[None]:
        """Writes what is there already, only to see whether writing works."""
        return self.write(Change(TOUCH, {}))

    def _enqueue(
        self, changes: tuple[Change, ...], entries: tuple[Entry, ...], words: tuple[Word, ...] = (), place: str = ""
    ) -> asyncio.Future[None]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put(Write(changes, entries, words, place, done))
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
                except Exception as problem:  # whatever goes wrong, no caller waits for ever
                    log.error("storage", exc_info=problem)
                    settle(writes, problem)

    def _commit(self, connection: sa.Connection, writes: list[Write], tried: bool = False) -> None:
        """Commits writes together; if that fails, one by one, so that a bad write does not harm the others.

        If the connection was lost, the write is tried again on a new one. If it is then refused, there is no way to
        know whether the first attempt reached the disk.
        """
        began = time.perf_counter()
        try:
            self._execute(connection, writes)
        except Exception as problem:
            connection.rollback()
            lost = isinstance(problem, sa.exc.DBAPIError) and problem.connection_invalidated
            if len(writes) > 1 or (lost and not tried):
                for write in writes:
                    self._commit(connection, [write], lost or tried)
            elif tried and isinstance(problem, Overtaken | sa.exc.IntegrityError):
                settle(writes, Unsure(str(problem)))
            else:
                settle(writes, problem)
            return
        self._on_commit(len(writes), time.perf_counter() - began)
        settle(writes, None)

    def _execute(self, connection: sa.Connection, writes: list[Write]) -> None:
        """Makes the changes of all writes in one transaction: in order, adjacent changes of one kind together.

        Every process takes tables in the order of their codes, so that no two wait for each other.
        """
        writes = sorted(writes, key=attrgetter("place"))
        changes = [change for write in writes for change in write.changes]
        entries = sorted((entry for write in writes for entry in write.entries), key=attrgetter("table", "ply"))
        letters = []
        if self.shared:
            words: list[Word] = [word for write in writes for word in write.words]
            words += [Moved(entries[n : n + A_LETTER]) for n in range(0, len(entries), A_LETTER)]
            letters = [written(self.me, word) for word in words]
        if changes:
            connection.exec_driver_sql("BEGIN")
        for (statement, sure), run in groupby(changes, key=itemgetter(0, 2)):
            values = [change.values for change in run]
            if not sure:
                connection.execute(statement, values)
            elif any(connection.execute(statement, row).rowcount != 1 for row in values):
                raise Overtaken("the row has changed in the meantime")
        if entries or letters:
            append_and_notify(connection, entries, letters)
        connection.commit()


def append_and_notify(connection: sa.Connection, entries: list[Entry], letters: list[str]) -> None:
    """Adds entries to logs and notifies the other processes, with a single statement.

    Most writes are moves, and this thread waits for the interpreter at every call of the driver. So all moves share one
    call, without BEGIN and COMMIT if there is nothing else to write.
    """
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    columns = ", ".join(f'"{name}"' for name in Entry.__struct_fields__)
    row = f"({', '.join([mark] * len(Entry.__struct_fields__))})"
    appending = f"INSERT INTO {LOG.sql.name} ({columns}) VALUES {', '.join([row] * len(entries))}"
    notifying = "SELECT " + ", ".join([f"pg_notify('{CHANNEL}', {mark})"] * len(letters))
    both = f"WITH added AS ({appending}) {notifying}"
    statement = both if entries and letters else appending if entries else notifying
    connection.exec_driver_sql(statement, (*chain.from_iterable(map(msgspec.structs.astuple, entries)), *letters))


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
