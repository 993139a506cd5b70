"""One server on a database: a second one would not know what the first has in memory."""

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

from .storage import url_of, without_password

log = structlog.get_logger("townwright")
KEY = 0x746F776E  # of PostgreSQL's advisory lock, within one database
LOOK = 2.0  # seconds between two looks whether the lock is still held
PATIENCE = 3.0  # seconds until PostgreSQL has noticed that the last server is gone


@contextlib.contextmanager
def claimed(data: str) -> Iterator[None]:
    """Holds the database of a --data value for this process alone, until it ends."""
    url = url_of(data)
    used = f"another server keeps its games in {without_password(data)}; stop it first, or choose another --data"
    if url.get_backend_name() == "postgresql":
        engine = sa.create_engine(url, isolation_level="AUTOCOMMIT", pool_pre_ping=True)
        ending = threading.Event()
        try:
            with engine.connect() as connection:
                if not claim(connection):
                    raise TownwrightError(used)
                threading.Thread(target=hold, args=(engine, connection, ending), daemon=True).start()
                yield
                ending.set()
        finally:
            ending.set()
            engine.dispose()
    elif url.get_backend_name() == "sqlite" and url.database:
        with open(f"{url.database}.lock", "a") as file:
            if not lock(file):
                raise TownwrightError(used)
            yield
    else:
        yield


def hold(engine: sa.Engine, connection: sa.Connection, ending: threading.Event) -> None:
    """Takes the lock again when PostgreSQL was restarted. If another server was quicker, this one stops."""
    while not ending.wait(LOOK):
        try:
            connection.execute(sa.select(1))
        except sa.exc.SQLAlchemyError:
            try:
                connection = engine.connect()
                if not claim(connection):
                    log.error("another server has taken the games over; this one stops")
                    signal.raise_signal(signal.SIGTERM)
                    return
            except sa.exc.SQLAlchemyError:  # it is still away
                continue


def claim(connection: sa.Connection) -> bool:
    """Takes PostgreSQL's lock, which ends with the connection."""
    until = time.monotonic() + PATIENCE
    while not connection.execute(sa.select(sa.func.pg_try_advisory_lock(KEY))).scalar():
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    return True


def lock(file: IO[Any]) -> bool:
    """Locks a file, for as long as this process lives."""
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
