"""Many stored tables and some in play: how long a start, the home page and the lists take, and the memory they need.

    python benchmarks/many_tables.py [--stored 10000] [--awake 100] [--over 200]

A server plays one game of Copenhagen. It is started again with this one game, then with as many copies of it as wanted,
each with its log and its book. Prints JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import sqlite3
import statistics
import time
from pathlib import Path
from typing import Any

import httpx
import uvloop
from server import Ours, Pace, drive

from townwright.server.guests import hashed

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
GUESTS = 500  # who share the stored tables
REQUESTS = 200  # for each list
BOOK = 60.0  # seconds until a finished game has its book
PUT_AWAY = 90.0  # seconds after which a finished game without readers has left memory


class Kept(Ours):
    """A server that can be started again on the same folder."""

    def __init__(self, folder: str | None = None) -> None:
        began = time.perf_counter()
        super().__init__(folder)
        self.kept, self.began = folder or self.folder, began

    @property
    def megabytes(self) -> float:
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return round(int(line.split()[1]) / 1024, 1)
        raise AssertionError

    async def start_up(self) -> float:
        """Seconds until it answers."""
        async with httpx.AsyncClient(base_url=self.web) as http:
            while True:
                with contextlib.suppress(httpx.TransportError):
                    await http.get("/api/games")
                    return round(time.perf_counter() - self.began, 2)
                await asyncio.sleep(0.01)


def stored(folder: str) -> sqlite3.Connection:
    return sqlite3.connect(Path(folder) / "townwright.sqlite")


def copy(folder: str, code: str, count: int) -> list[str]:
    """Copies a finished game many times, for many guests."""
    codes = ["Z" + "".join(LETTERS[n // 23**k % 23] for k in (3, 2, 1, 0)) + "Z" for n in range(count)]
    with contextlib.closing(stored(folder)) as kept, kept:
        kept.executemany(
            "INSERT INTO guests (id, token, name, made) VALUES (?, ?, 'Bench', 0)",
            [(10_000 + n, hashed("bench" if n == 0 else str(n))) for n in range(GUESTS)],
        )
        for table, key in (("tables", "code"), ("seats", "table"), ("log", "table"), ("books", "table")):
            rows = kept.execute(f'SELECT * FROM {table} WHERE "{key}" = ?', (code,))
            names = [column[0] for column in rows.description]
            found = [dict(zip(names, row, strict=True)) for row in rows]
            for n, new in enumerate(codes):
                owner = 10_000 + n % GUESTS
                changes = {key: new, "owner": owner, "touched": time.time() - n}
                copies = [
                    row
                    | {name: value for name, value in changes.items() if name in row}
                    | ({"guest": owner} if row.get("guest") else {})
                    for row in found
                ]
                marks = ", ".join("?" * len(names))
                kept.executemany(f"INSERT INTO {table} VALUES ({marks})", [tuple(row.values()) for row in copies])
    return codes


async def lists(server: Kept) -> dict[str, Any]:
    """How long home and the public list take, for a guest with a few of the tables."""
    found: dict[str, Any] = {}
    async with server.guest() as http:
        http.cookies.set("townwright", "bench")
        for path in ("/api/me", "/api/tables"):
            times = []
            for _ in range(REQUESTS):
                began = time.perf_counter()
                (await http.get(path)).raise_for_status()
                times.append(time.perf_counter() - began)
                await asyncio.sleep(0.005)
            cuts = statistics.quantiles(times, n=100)
            found[path] = {"p50_ms": round(cuts[49] * 1000, 1), "p99_ms": round(cuts[98] * 1000, 1)}
    return found


async def first_game(server: Kept) -> str:
    """Plays one game to its end and waits for its book; returns its code."""
    await server.up()
    await server.prepare(1)
    code, _ = server.games[-1]
    stop = asyncio.Event()
    playing = asyncio.ensure_future(drive_one(server, stop))
    until = time.monotonic() + BOOK
    while time.monotonic() < until:
        await asyncio.sleep(0.5)
        with contextlib.closing(stored(server.kept)) as kept:
            if kept.execute('SELECT 1 FROM books WHERE "table" = ?', (code,)).fetchone():
                break
    else:
        raise SystemExit("the game has no book")
    stop.set()
    await playing
    return code


async def drive_one(server: Kept, stop: asyncio.Event) -> None:
    await server.table(0, Pace(None, 1), [], stop)


async def measure(server: Kept, awake: int) -> dict[str, Any]:
    """One start: its time, its memory, and the lists, first idle and then while tables play."""
    found: dict[str, Any] = {"start_up_s": await server.start_up()}
    await server.up()
    await asyncio.sleep(8)  # the other games are loaded
    found["megabytes"] = server.megabytes
    found["idle"] = await lists(server)
    if awake:
        await server.prepare(awake)
        playing = asyncio.ensure_future(drive(server.table, awake, 12, 2.0 * awake))
        await asyncio.sleep(5)
        found["while_they_play"] = await lists(server)
        found["megabytes_awake"] = server.megabytes
        await playing
    return found


async def open_finished(server: Kept, codes: list[str]) -> dict[str, Any]:
    """The memory of finished games once someone has opened them, and after they have left memory."""
    before = server.megabytes
    async with server.guest() as http:
        for code in codes:
            (await http.get(f"/api/tables/{code}")).raise_for_status()
        after = server.megabytes
        tables = (await http.get("/health")).json()["tables"]
        await asyncio.sleep(PUT_AWAY)
        left = (await http.get("/health")).json()["tables"]
    return {
        "games": len(codes),
        "kilobytes_each": round((after - before) * 1024 / len(codes), 1),
        "tables_in_memory": [tables, left],
        "megabytes": [before, after, server.megabytes],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stored", type=int, default=10_000, help="finished games on disk (10000)")
    parser.add_argument("--awake", type=int, default=100, help="tables that play at the same time (100)")
    parser.add_argument("--over", type=int, default=200, help="finished games that are opened (200)")
    given = parser.parse_args()
    found: dict[str, Any] = {}
    first = Kept()
    code = uvloop.run(first_game(first))
    first.process.terminate()
    first.process.wait()
    empty = Kept(first.kept)
    found["one table"] = uvloop.run(measure(empty, 0))
    empty.process.terminate()
    empty.process.wait()
    codes = copy(first.kept, code, given.stored)
    many = Kept(first.kept)
    try:
        found[f"{given.stored} tables"] = uvloop.run(measure(many, given.awake))
        found["finished games"] = uvloop.run(open_finished(many, codes[: given.over]))
    finally:
        many.down()
        first.down()
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
