"""Who may use a database: several servers that share a PostgreSQL, or one process alone.

Servers on one PostgreSQL send each other what they write (neighbours.py), so any number may use it. SQLite allows one,
and whoever restores a backup or migrates a database must be alone.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Iterator
from typing import IO, Any

import sqlalchemy as sa
import structlog

from townwright.engine.errors import TownwrightError

from .storage import Storage, check, url_of, without_password

log = structlog.get_logger("townwright")
KEY = 0x746F776E  # of PostgreSQL's advisory lock, within one database
LOOK = 2.0  # seconds between two checks that the lock is still held
PATIENCE = 3.0  # seconds until PostgreSQL has noticed that the last server is gone
MIGRATION = 60.0  # seconds that another server may take to migrate the database
ALONE, TOGETHER = sa.func.pg_try_advisory_lock, sa.func.pg_try_advisory_lock_shared


@contextlib.contextmanager
def claimed(data: str) -> Iterator[None]:
    """Holds the database of a --data value for this process alone."""
    with holding(data, ALONE):
        yield


@contextlib.contextmanager
def joined(data: str) -> Iterator[None]:
    """Holds the database of a --data value for a server, beside others if it can be shared; migrates it if needed."""
    with holding(data, TOGETHER):
        yield


@contextlib.contextmanager
def holding(data: str, how: Any) -> Iterator[None]:
    url = url_of(data)
    used = f"another server keeps its games in {without_password(data)}; stop it first, or choose another --data"
    if url.get_backend_name() == "postgresql":
        engine = sa.create_engine(url, isolation_level="AUTOCOMMIT", pool_pre_ping=True)
        ending = threading.Event()
        try:
            with engine.connect() as connection:
                if how is TOGETHER:
                    join(connection, data)
                elif not claim(connection, how, PATIENCE):
                    raise TownwrightError(used)
                threading.Thread(target=hold, args=(engine, connection, how, ending), daemon=True).start()
                yield
        finally:
            ending.set()
            engine.dispose()
        return
    with contextlib.ExitStack() as stack:
        in_file = url.get_backend_name() == "sqlite" and url.database
        if in_file and not lock(stack.enter_context(open(f"{url.database}.lock", "a"))):
            raise TownwrightError(used)
        if how is TOGETHER:
            check(data)
        yield


def join(connection: sa.Connection, data: str) -> None:
    """A server joins a PostgreSQL: the first one migrates it; the others must find the form that they expect."""
    where = without_password(data)
    if claim(connection, ALONE, 0):
        check(data)
        claim(connection, TOGETHER, 0)
        connection.execute(sa.select(sa.func.pg_advisory_unlock(KEY)))
        return
    if not claim(connection, TOGETHER, MIGRATION):
        raise TownwrightError(f"a backup is being restored into {where}; wait until that is done")
    storage = Storage(data)
    try:
        if not storage.current():
            raise TownwrightError(
                f"servers of another version use {where}; stop all of them, then start them with the same version"
            )
    finally:
        storage.engine.dispose()


def hold(engine: sa.Engine, connection: sa.Connection, how: Any, ending: threading.Event) -> None:
    """Takes the lock again after a restart of PostgreSQL. If another process was quicker, this server stops."""
    while not ending.wait(LOOK):
        try:
            connection.execute(sa.select(1))
        except sa.exc.SQLAlchemyError:
            try:
                connection = engine.connect()
                if not claim(connection, how, PATIENCE):
                    log.error("the games have been taken over; this server stops")
                    signal.raise_signal(signal.SIGTERM)
                    return
            except sa.exc.SQLAlchemyError:  # PostgreSQL is still away
                continue


def claim(connection: sa.Connection, how: Any, patience: float) -> bool:
    """Takes PostgreSQL's lock, which ends with the connection; False if others keep it for too long."""
    until = time.monotonic() + patience
    while not connection.execute(sa.select(how(KEY))).scalar():
        if time.monotonic() >= until:
            return False
        time.sleep(0.1)
    return True


def lock(file: IO[Any]) -> bool:
    """Locks a file until this process ends; False if another process has locked it."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
