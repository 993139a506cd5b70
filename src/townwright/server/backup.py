"""Backup and restore: all games of a server as one SQLite file, whichever database holds them."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa

from townwright.engine.errors import TownwrightError

from .lock import claimed
from .rows import METADATA, TABLES
from .storage import Storage, damage, url_of, without_password

AT_ONCE = 1000  # rows that are copied together


def back_up(data: str, file: Path) -> int:
    """Writes everything in a database to a file, even while a server runs; returns the number of tables."""
    url = url_of(data)
    nothing = TownwrightError(f"there are no games in {without_password(data)}")
    if url.get_backend_name() == "sqlite" and not (url.database and Path(url.database).exists()):
        raise nothing
    with written(file) as draft:
        if url.get_backend_name() == "sqlite":
            source, target = sqlite3.connect(f"file:{url.database}?mode=ro", uri=True), sqlite3.connect(draft)
            with contextlib.closing(source), contextlib.closing(target):
                source.backup(target)
                target.execute("PRAGMA journal_mode = DELETE")
        else:
            kept = Storage(data)
            if not sa.inspect(kept.engine).has_table(TABLES.sql.name):
                raise nothing
            copy_rows(kept, Storage(f"sqlite:///{draft}"))
        return checked(draft)


def restore(file: Path, data: str) -> int:
    """Puts a backup into a database that has no games yet; returns the number of tables."""
    if not file.is_file():
        raise TownwrightError(f"there is no file {file}")
    url = url_of(data)
    with tempfile.TemporaryDirectory() as folder, claimed(data):
        draft = Path(folder) / "draft.sqlite"
        draft.write_bytes(file.read_bytes())
        count = checked(draft)
        source = Storage(f"sqlite:///{draft}")
        source.migrate()
        source.engine.dispose()
        target = Storage(data)
        try:
            target.migrate()
            with target.engine.connect() as connection:
                if any(connection.execute(sa.select(table).limit(1)).first() for table in METADATA.sorted_tables):
                    raise TownwrightError(
                        f"there are games in {without_password(data)} already; restore into an empty place"
                    )
        finally:
            target.engine.dispose()
        if url.get_backend_name() == "sqlite" and url.database:
            with written(Path(url.database), replace=True) as place:
                place.write_bytes(draft.read_bytes())
        else:
            copy_rows(source, target)
    return count


def copy_rows(source: Storage, target: Storage) -> None:
    """Copies every row of one database into another, as they are at one moment."""
    target.migrate()
    with source.engine.connect() as reading, target.engine.connect() as writing:
        if source.engine.dialect.name == "postgresql":
            reading.exec_driver_sql("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        writing.exec_driver_sql("BEGIN")
        for table in METADATA.sorted_tables:
            rows = reading.execution_options(yield_per=AT_ONCE).execute(sa.select(table))
            for some in rows.mappings().partitions(AT_ONCE):
                writing.execute(table.insert(), [dict(row) for row in some])
        if target.engine.dialect.name == "postgresql":  # new ids continue after the copied ones
            writing.exec_driver_sql("SELECT setval(pg_get_serial_sequence('guests', 'id'), max(id)) FROM guests")
        writing.commit()
        reading.rollback()
    source.engine.dispose()
    target.engine.dispose()


@contextlib.contextmanager
def written(file: Path, replace: bool = False) -> Iterator[Path]:
    """A draft that takes the place of a file once it is whole and on disk."""
    if file.exists() and not replace:
        raise TownwrightError(f"{file} exists already; choose another name")
    if not file.parent.is_dir():
        raise TownwrightError(f"there is no folder {file.parent}")
    draft = file.with_name(f"{file.name}.draft")
    draft.unlink(missing_ok=True)
    try:
        draft.touch(mode=0o600)
        yield draft
        with open(draft, "rb") as whole:
            os.fsync(whole.fileno())
        draft.replace(file)
    except OSError as problem:
        raise TownwrightError(f"{file} cannot be written: {problem.strerror or problem}") from None
    finally:
        draft.unlink(missing_ok=True)


def checked(file: Path) -> int:
    """The number of tables in a backup, if it is a whole one."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as kept:
            if wrong := damage(kept.execute("PRAGMA quick_check(1)").fetchone()[0]):
                raise TownwrightError(f"the backup is damaged: {wrong}")
            return int(kept.execute("SELECT count(*) FROM tables").fetchone()[0])
    except sqlite3.Error as problem:
        raise TownwrightError(f"this is not a backup of Townwright: {problem}") from None
