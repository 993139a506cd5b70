"""The table server beside a boardgame.io server: moves a second, and the time from sending a move to its push.

    python benchmarks/server.py [--tables 100] [--seconds 4] [--rounds 5]

The same kind of client drives all of them: two sockets a table, each answering its turn with a
random move. First as fast as they can, then at half of that rate. They take turns, several rounds, because the speed
of a shared machine wanders: only what was measured within the same minute can be compared.

Ours plays Copenhagen, lists legal moves and score sheets and puts every move on disk before it says so. The peer
(benchmarks/peer) plays a game of the same size and length without legal moves and sheets: once keeping its games in
files, as boardgame.io's own FlatFile does it (no fsync, and the push goes out before the file is written), once in
memory alone, where everything is lost with the process. Needs Node.js; prints JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import random
import secrets
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
import uvloop
from rich.console import Console
from rich.progress import track
from websockets.asyncio.client import ClientConnection, connect

PEER = Path(__file__).parent / "peer"
ROUND = 7  # places in the peer's harbour
GAMES_EACH = 5  # games that a table has time for
WARM_UP = 3.0  # seconds in which the tables begin, one after another
LENGTH = 60  # moves of one of the peer's games: about those of Copenhagen for two


class Option(msgspec.Struct):
    code: int


class Promises(msgspec.Struct, frozen=True):
    commitments: list[str | None]


class Table(msgspec.Struct, frozen=True):
    status: str
    deal: Promises


class Frame(msgspec.Struct):
    """What a client needs of our frames."""

    type: str
    id: str = ""
    ok: bool = True
    ply: int = -1
    over: bool = False
    moves: list[Option] = []
    table: Table = Table("", Promises([]))


class Context(msgspec.Struct):
    currentPlayer: str


class State(msgspec.Struct):
    """What a client needs of the peer's state."""

    ctx: Context
    number: int = msgspec.field(name="_stateID")


class Sync(msgspec.Struct):
    state: State


read_frames = msgspec.json.Decoder(list[Frame]).decode
read_parts = msgspec.json.Decoder(list[msgspec.Raw]).decode
read_state = msgspec.json.Decoder(State).decode
read_sync = msgspec.json.Decoder(Sync).decode


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Round(NamedTuple):
    """One measurement of one server."""

    most: float  # moves a second
    times: list[float]  # of the moves then,
    calm: list[float]  # and at half that rate


class Pace:
    """Lets moves through as fast as they come, or at a rate for all tables together."""

    def __init__(self, rate: float | None, tables: int) -> None:
        self.pause = 2 * tables / rate if rate else 0.0  # two seats take turns

    async def wait(self, due: float) -> float:
        """Waits until a table's next move is due; returns the time of the one after it."""
        now = time.perf_counter()
        if self.pause and due > now:
            await asyncio.sleep(due - now)
        return max(due, now - self.pause) + self.pause * random.uniform(0.8, 1.2)


class Ours:
    """Townwright, Copenhagen for two."""

    name = "townwright"

    def __init__(self, data: str | None = None, *args: str) -> None:
        self.port, self.folder = free_port(), tempfile.mkdtemp(prefix="townwright-bench-")
        command = ["serve", "--port", str(self.port), "--host", "127.0.0.1", "--data", data or self.folder, *args]
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                "from townwright.cli import main; main()",
                *command,
                "--changes",
                "10000000",
                "--reads",
                "10000000",
                "--frames",
                "1000000",
                "--connections",
                "10000",
            ],
            stderr=subprocess.DEVNULL,
        )
        self.web = f"http://127.0.0.1:{self.port}"

    async def up(self) -> None:
        async with httpx.AsyncClient(base_url=self.web) as http:
            while True:
                try:
                    if "copenhagen" in (await http.get("/health")).json()["ready"]:
                        return
                except httpx.TransportError:
                    pass
                await asyncio.sleep(0.2)

    def down(self) -> None:
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder)

    def guest(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(
            base_url=self.web, verify=False
        )  # nothing is encrypted here, and certificates take time

    async def prepare(self, tables: int) -> None:
        """Makes the tables beforehand, so that only moves are measured; each guest makes a few."""
        self.games: list[tuple[str, list[str]]] = []
        for _ in range(tables):
            async with self.guest() as one, self.guest() as two:
                for http in (one, two):
                    (await http.put("/api/me", json={"name": "Bench"})).raise_for_status()
                cookies = [f"townwright={http.cookies['townwright']}" for http in (one, two)]
                for _ in range(GAMES_EACH):
                    wish = {"game": "copenhagen", "seats": [{"who": "me"}, {"who": "open"}]}
                    code = (await one.post("/api/tables", json=wish)).raise_for_status().json()["code"]
                    (await two.post(f"/api/tables/{code}/join", json={})).raise_for_status()
                    self.games.append((code, cookies))

    async def table(self, n: int, pace: Pace, times: list[float], stop: asyncio.Event) -> None:
        """Plays one game after another until it is stopped."""
        while not stop.is_set() and self.games:
            code, cookies = self.games.pop()
            await asyncio.gather(*(self.seat(cookie, code, pace, times, stop) for cookie in cookies))

    async def seat(self, cookie: str, code: str, pace: Pace, times: list[float], stop: asyncio.Event) -> None:
        address = f"ws://127.0.0.1:{self.port}/api/tables/{code}/socket"
        due, sent, ply, waiting = time.perf_counter(), 0.0, -1, ""
        async with connect(address, additional_headers={"Cookie": cookie}, compression=None, max_size=None) as wire:
            entropy = secrets.token_hex(16)
            promise = hashlib.sha256(entropy.encode()).hexdigest()
            await wire.send(json.dumps({"type": "ready", "commitment": promise}))
            async for text in wire:
                for frame in read_frames(text):
                    if frame.type == "answer" and frame.id == waiting:
                        assert frame.ok, frame
                        times.append(time.perf_counter() - sent)
                    elif frame.type == "table" and frame.table.status == "open":
                        if None not in frame.table.deal.commitments:
                            await wire.send(json.dumps({"type": "reveal", "entropy": entropy}))
                    elif frame.type == "situation":
                        if frame.over or stop.is_set():
                            return
                        if frame.moves and frame.ply > ply:
                            due, ply = await pace.wait(due), frame.ply
                            waiting = f"{ply}"
                            move = random.choice(frame.moves).code
                            sent = time.perf_counter()
                            await wire.send(f'{{"type":"play","id":"{waiting}","ply":{ply},"code":{move}}}')


class Theirs:
    """boardgame.io, its games in memory."""

    name = "boardgame.io, in memory"
    durable = False

    def __init__(self) -> None:
        if not (PEER / "node_modules").is_dir():
            subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=PEER, check=True)
        self.port = free_port()
        self.folder = tempfile.mkdtemp(prefix="townwright-bench-")
        self.process = subprocess.Popen(
            ["node", "server.js", str(self.port), *[self.folder] * self.durable],
            cwd=PEER,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    async def up(self) -> None:
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.close()
                return
            except OSError:
                await asyncio.sleep(0.1)

    def down(self) -> None:
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder)

    async def prepare(self, tables: int) -> None:
        """Nothing: a match is made when it is first asked for."""

    async def table(self, n: int, pace: Pace, times: list[float], stop: asyncio.Event) -> None:
        while not stop.is_set():
            code, made, both = secrets.token_hex(6), asyncio.Event(), asyncio.Event()
            await asyncio.gather(*(self.seat(seat, code, made, both, pace, times, stop) for seat in "01"))

    async def seat(
        self,
        seat: str,
        code: str,
        made: asyncio.Event,
        both: asyncio.Event,
        pace: Pace,
        times: list[float],
        stop: asyncio.Event,
    ) -> None:
        address = f"ws://127.0.0.1:{self.port}/socket.io/?EIO=4&transport=websocket"
        due, sent, mine = time.perf_counter(), 0.0, False
        async with connect(address, origin="http://localhost:3000", compression=None, max_size=None) as wire:  # type: ignore[arg-type]
            await wire.send("40/harbour,")
            if seat == "1":
                await made.wait()  # the first seat makes the match
            asked = False
            async for text in wire:
                assert isinstance(text, str)
                if text == "2":
                    await wire.send("3")
                    continue
                if text.startswith("40/harbour") and not asked:
                    asked = True
                    await self.emit(wire, "sync", code, seat, None, 2)
                if not text.startswith("42/harbour,"):
                    continue
                what, _, *rest = map(bytes, read_parts(text[11:]))
                if what not in (b'"sync"', b'"update"'):
                    continue
                made.set()
                if seat == "1":
                    both.set()
                await both.wait()  # a move made while the other is still joining would never reach him
                state = read_sync(rest[0]).state if what == b'"sync"' else read_state(rest[0])
                if mine and what == b'"update"':
                    times.append(time.perf_counter() - sent)
                    mine = False
                if stop.is_set() or state.number >= LENGTH:
                    return
                if state.ctx.currentPlayer == seat:
                    due = await pace.wait(due)
                    payload = {"type": "take", "args": [random.randrange(ROUND - 1)], "playerID": seat}
                    sent, mine = time.perf_counter(), True
                    action = {"type": "MAKE_MOVE", "payload": payload}
                    await self.emit(wire, "update", action, state.number, code, seat)

    async def emit(self, wire: ClientConnection, *what: Any) -> None:
        await wire.send("42/harbour," + json.dumps(what))


class TheirsOnDisk(Theirs):
    """boardgame.io, its games in files."""

    name = "boardgame.io, FlatFile"
    durable = True


async def drive(
    table: Callable[..., Awaitable[None]], tables: int, seconds: float, rate: float | None
) -> tuple[float, list[float]]:
    """Moves a second and the times of the moves, once all tables have begun."""
    times: list[float] = []
    stop, pace = asyncio.Event(), Pace(rate, tables)

    async def begin(n: int) -> None:
        await asyncio.sleep(WARM_UP * n / tables)  # one after another, so that they do not all end at once either
        await table(n, pace, times, stop)

    players = [asyncio.ensure_future(begin(n)) for n in range(tables)]
    await asyncio.sleep(WARM_UP)
    times.clear()
    began = time.perf_counter()
    await asyncio.sleep(seconds)
    count, took = len(times), time.perf_counter() - began
    found = list(times)
    stop.set()
    _, late = await asyncio.wait(players, timeout=3)
    for player in late:
        player.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    return count / took, found


def milliseconds(times: list[float]) -> dict[str, float]:
    cuts = statistics.quantiles(times, n=100)
    return {"p50_ms": round(cuts[49] * 1000, 2), "p99_ms": round(cuts[98] * 1000, 2)}


async def measure(start: Callable[[], Ours | Theirs], tables: int, seconds: float) -> Round:
    """One server, alone on the machine: as fast as it can, then at half that rate."""
    server = start()
    try:
        await server.up()
        await server.prepare(tables)
        most, times = await drive(server.table, tables, seconds, None)
        await server.prepare(tables)
        _, calm = await drive(server.table, tables, seconds, most / 2)
        return Round(most, times, calm)
    finally:
        server.down()
        os.sync()  # what it left to be written does not slow down the next


def summed_up(name: str, rounds: list[Round]) -> dict[str, Any]:
    """Every rate of one server, and how long its moves took."""
    return {
        "server": name,
        "moves_a_second": [round(one.most) for one in rounds],
        "times": [milliseconds(one.times) for one in rounds],
        "at_half_rate": [milliseconds(one.calm) for one in rounds],
    }


def compared(ours: list[Round], theirs: list[Round]) -> dict[str, Any]:
    """Our rate over another's, in the middle and round by round."""
    ratios = [one.most / other.most for one, other in zip(ours, theirs, strict=True)]
    return {"median": round(statistics.median(ratios), 2), "rounds": [round(ratio, 2) for ratio in ratios]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100, help="tables that play at the same time (100)")
    parser.add_argument("--seconds", type=float, default=4, help="how long each rate is measured (4)")
    parser.add_argument("--rounds", type=int, default=5, help="how often the servers take turns (5)")
    given = parser.parse_args()
    kinds: tuple[type[Ours] | type[Theirs], ...] = (TheirsOnDisk, Theirs, Ours)
    found: dict[Any, list[Round]] = {kind: [] for kind in kinds}
    for kind in track(kinds * given.rounds, "Measuring", console=Console(stderr=True)):
        found[kind].append(uvloop.run(measure(kind, given.tables, given.seconds)))
    results = [summed_up(kind.name, rounds) for kind, rounds in found.items()]
    ratios = {kind.name: compared(found[Ours], found[kind]) for kind in kinds[:-1]}
    print(json.dumps({"tables": given.tables, "results": results, "ours_over": ratios}, indent=1))


if __name__ == "__main__":
    main()
