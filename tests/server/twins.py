"""Two servers in this process with the same table; at one of them, the cards that a reader cannot know are redealt.

They share everything else (the table's code, the cookies, the commitment), so a reader must receive the same bytes from
both, as long as the reader cannot know the difference.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
import numpy as np
from websockets.asyncio.client import ClientConnection, connect

from townwright.engine import chance
from townwright.engine.match import Match
from townwright.server import make_app
from townwright.server.door import Door, Server
from townwright.server.guard import Limits
from townwright.server.guests import hashed
from townwright.server.house import House
from townwright.server.messages import NewSeat, NewTable
from townwright.server.table import Table

from .process import PATIENCE, free_port

TRIES = 300  # deals imagined for a move before the twin gets the same deal


@contextlib.asynccontextmanager
async def serving(data: Path) -> AsyncIterator[tuple[House, str]]:
    """A server in this event loop, with real sockets."""
    app, port = make_app(str(data), Limits(changes=10**6, reads=10**6, frames=10**6)), free_port()
    server = Server(Door(app, "127.0.0.1", port))
    running = asyncio.ensure_future(server.serve())
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as http:
        while True:
            try:
                await http.get("/health")
                break
            except httpx.TransportError:
                assert not running.done()
                await asyncio.sleep(0.01)
    try:
        yield app.state.house, f"127.0.0.1:{port}"
    finally:
        server.stop()
        await running


BEAT = '{"type":"beat"}'  # depends on the clock, not on the game


@dataclass
class Reader:
    """A reader of a table, and every byte received since `take` was last called."""

    socket: ClientConnection
    seat: int | None
    heard: list[str] = field(default_factory=list)
    ply: int = -1

    async def hear(self) -> list[dict[str, Any]]:
        text = await asyncio.wait_for(self.socket.recv(), PATIENCE)
        frames = [bytes(frame).decode() for frame in msgspec.json.decode(text, type=list[msgspec.Raw])]
        self.heard += [timeless(frame) for frame in frames if frame != BEAT]
        read = [msgspec.json.decode(frame) for frame in frames]
        for frame in read:
            if frame["type"] == "situation":
                self.ply = frame["ply"]
        return read

    async def reach(self, ply: int) -> None:
        while self.ply < ply:
            await self.hear()

    async def ask(self, **frame: Any) -> None:
        """Sends a request and waits for its answer."""
        await self.socket.send(msgspec.json.encode(frame).decode())
        while not any(heard.get("id") == frame["id"] for heard in await self.hear()):
            pass

    def take(self) -> list[str]:
        """Everything heard, sorted, because news that arrive together may come in any order."""
        heard, self.heard = sorted(self.heard), []
        return heard


@dataclass
class Side:
    """One of the two servers: its table, and the reader's socket and HTTP client."""

    table: Table
    reader: Reader
    http: httpx.AsyncClient

    @property
    def match(self) -> Match:
        return self.table.begun().match

    async def play(self, seat: int, code: int, name: str) -> None:
        """Plays a move: the reader's own through the socket, another's directly at the table."""
        if seat == self.reader.seat:
            await self.reader.ask(type="play", id=name, ply=self.table.ply, code=code)
        else:
            answer = await self.table.play_move(seat, code, self.table.ply, name, "en")
            assert answer.ok, answer
        await self.reader.reach(self.table.ply)


@dataclass
class Comparison:
    """What a game's comparison covered."""

    plies: int = 0
    compared: int = 0  # plies at which the hidden parts differed, and the frames did not
    dealt: int = 0  # how often the hidden part was redealt
    frames: int = 0


def imagine(match: Match, reader: int | None, rng: Any) -> bytes:
    """A whole state that agrees with all that a reader knows."""
    known = match._known(-1 if reader is None else reader).bytes.copy()
    match.game.entry_points.resample(match.box.bytes, known, rng)
    return known.tobytes()


def known(match: Match, reader: int | None) -> bytes:
    return match._known(-1 if reader is None else reader).bytes.tobytes()


def hidden(match: Match) -> Any:
    """Everything on the table, except the random generator."""
    return match.to_json()["position"]


async def open_side(stack: contextlib.AsyncExitStack, data: Path, code: str, token: str, seat: int | None) -> Side:
    house, place = await stack.enter_async_context(serving(data))
    headers = {"Cookie": f"townwright={token}"} if token else {}
    address = f"ws://{place}/api/tables/{code}/socket"
    socket = await stack.enter_async_context(connect(address, additional_headers=headers, max_size=2**24))
    reader = Reader(socket, seat)
    await reader.reach(0)
    http = await stack.enter_async_context(
        httpx.AsyncClient(base_url=f"http://{place}", headers=headers, timeout=PATIENCE)
    )
    return Side(await house.table(code), reader, http)


async def lay_table(data: Path, game: str, seats: int, options: dict[str, Any]) -> tuple[str, list[str]]:
    """A table where the game has begun; returns its code and the token of every seat."""
    async with serving(data) as (house, _):
        tokens = []
        guests = []
        for n in range(seats):
            guest, token = await house.guests.welcome(None, f"Guest {n}")
            guests.append(guest)
            tokens.append(token or "")
        await house.workshop.ready(game)
        wish = [NewSeat(who="me"), *[NewSeat(who="open")] * (seats - 1)]
        table = await house.make(guests[0], NewTable(game=game, seats=wish, options=options))
        for guest in guests[1:]:
            await table.people.join(guest, None)
        for n in range(seats):
            await table.dealing.promise(n, hashed(f"{n:016x}"))
        for n in range(seats):
            await table.dealing.reveal(n, f"{n:016x}")
        assert table.row.status == "playing"
        return table.code, tokens


def copy(source: Path, target: Path) -> None:
    """The same data in another folder."""
    target.mkdir()
    with sqlite3.connect(source / "townwright.sqlite") as a, sqlite3.connect(target / "townwright.sqlite") as b:
        a.backup(b)


async def compare(
    folder: Path, game: str, seats: int, options: dict[str, Any], seat: int | None, seed: int, most: int = 10**9
) -> Comparison:
    """Plays a game at both tables and fails at the first byte that differs for the reader."""
    rng, dealer, found = random.Random(seed), chance.generator(seed), Comparison()
    here, there = folder / f"here-{game}-{seat}", folder / f"there-{game}-{seat}"
    code, tokens = await lay_table(here, game, seats, options)
    copy(here, there)
    token = "" if seat is None else tokens[seat]
    async with contextlib.AsyncExitStack() as stack:
        real = await open_side(stack, here, code, token, seat)
        twin = await open_side(stack, there, code, token, seat)
        assert real.reader.take() == twin.reader.take()

        def redeal() -> None:
            found.dealt += 1
            twin.match._put(np.frombuffer(imagine(real.match, seat, dealer), np.uint8))
            assert known(twin.match, seat) == known(real.match, seat)

        while not real.match.over and found.plies < most:
            if twin.match.state == real.match.state:
                redeal()
            who = rng.choice(real.match.pending)
            move = rng.choice(real.match.codes(who))
            after = real.match.copy()
            after.play(who, move)
            for _ in range(TRIES):  # looks for a deal in which the move is possible and reveals the same
                if agrees(twin.match, after, who, move, seat):
                    break
                redeal()
            else:
                twin.match._put(real.match._state)
            different = hidden(real.match) != hidden(twin.match)
            name, odd = f"move {found.plies}", rng.randrange(real.match.game.moves.size)
            for side in (real, twin):
                await side.play(who, move, name)
            found.plies += 1
            if real.match.over:  # the scores now reveal everything
                break
            assert known(real.match, seat) == known(twin.match, seat)
            if seat is not None:
                for side in (real, twin):
                    await side.reader.ask(type="why", id=f"why {found.plies}", move=odd)
                    await side.reader.ask(type="hint", id=f"hint {found.plies}")
            a, b = real.reader.take(), twin.reader.take()
            found.frames += len(a)
            for one, other in zip(a, b, strict=True):
                at = first_difference(one, other)
                assert one == other, (
                    f"{game}, reader {seat}, ply {found.plies}: a frame reveals what is hidden: "
                    f"{one[max(0, at - 200) : at + 80]} <> {other[max(0, at - 20) : at + 80]}"
                )
            await same_over_http(real, twin, code)
            found.compared += different
    return found


def timeless(text: str) -> str:
    """A message without the times that people have been away, because the two servers did not start together."""
    return re.sub(r'"away":\d+', '"away":0', text)


def first_difference(one: str, other: str) -> int:
    return next((n for n, (x, y) in enumerate(zip(one, other, strict=False)) if x != y), min(len(one), len(other)))


def agrees(match: Match, after: Match, who: int, move: int, reader: int | None) -> bool:
    """Whether a move is possible in a match and reveals the same to the reader as in another match."""
    if match.refusal(who, move):
        return False
    mine = match.copy()
    mine.play(who, move)
    return known(mine, reader) == known(after, reader)


async def same_over_http(real: Side, twin: Side, code: str) -> None:
    """The record and the table of a running game reveal no more than the socket."""
    secret = real.table.row.secret
    for path in (f"/api/tables/{code}", f"/api/tables/{code}/record"):
        one, other = [(await side.http.get(path)) for side in (real, twin)]
        assert one.status_code == 200
        assert timeless(one.text) == timeless(other.text), f"{path} reveals what is hidden"
        assert secret not in one.text
