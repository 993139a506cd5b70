"""Faults: servers are killed under load, sockets break. Acknowledged moves survive, and every table continues."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import random
import secrets
import socket
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from tests.chosen import names
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from .guests import BOT, ME, OPEN, RANDOM, Guest, play_out
from .process import PATIENCE, Server

TABLES, ROUNDS = 20, 4
GONE = (OSError, WebSocketException, httpx.TransportError, TimeoutError, EOFError)


@dataclass
class Player:
    """A client that plays on and on, reconnects when the server is gone, and notes every acknowledgement."""

    server: Server
    game: str
    servers: list[Server] = field(default_factory=list)  # if there are several, each connection goes to a random one
    cookie: str = ""
    code: str = ""
    seen: int = 0  # plies whose log has arrived
    played: int = 0  # the ply of the last acknowledged move
    over: bool = False
    acknowledged: dict[str, tuple[int, int]] = field(default_factory=dict)  # ply and code, by id
    unanswered: dict[str, Any] | None = None
    entropy: str = field(default_factory=lambda: secrets.token_hex(8))

    async def sit_down(self) -> None:
        async with httpx.AsyncClient(base_url=self.server.url, timeout=PATIENCE) as http:
            (await http.put("/api/me", json={"name": "Ada"})).raise_for_status()
            seats = [ME, RANDOM] if self.game != "tiny-towns" else [ME, RANDOM, RANDOM]
            made = await http.post("/api/tables", json={"game": self.game, "seats": seats, "pace": 0})
            self.code = made.raise_for_status().json()["code"]
            self.cookie = f"townwright={http.cookies['townwright']}"

    async def play(self) -> None:
        """Plays until the game is over, whatever happens to the server."""
        while not self.over:
            with contextlib.suppress(*GONE):
                await self.play_while_it_lasts()
            await asyncio.sleep(0.05)

    async def play_while_it_lasts(self) -> None:
        place = random.choice(self.servers or [self.server]).place
        address = f"ws://{place}/api/tables/{self.code}/socket?after={self.seen}"
        async with connect(address, additional_headers={"Cookie": self.cookie}, max_size=2**24, close_timeout=1) as ws:
            now = None
            if self.unanswered is not None:  # was it played? The answer to the same frame says so
                await ws.send(json.dumps(self.unanswered))
            async for text in ws:
                for frame in json.loads(text):
                    if frame["type"] == "table" and frame["table"]["status"] == "open":
                        promised = frame["table"]["deal"]["commitments"]
                        promise = {"type": "ready", "commitment": hashlib.sha256(self.entropy.encode()).hexdigest()}
                        reveal = {"type": "reveal", "entropy": self.entropy}
                        await ws.send(json.dumps(promise if None in promised else reveal))
                    elif frame["type"] == "answer":
                        self.note(frame)
                        if not frame["ok"]:
                            assert frame["problem"]["code"] == "stale", frame
                    elif frame["type"] == "situation":
                        now, self.seen, self.over = frame, frame["ply"], frame["over"]
                        if self.over:
                            return
                    if now and now["moves"] and self.unanswered is None and now["ply"] >= self.played:
                        move = random.choice(now["moves"])["code"]
                        wish = {"type": "play", "id": secrets.token_hex(8), "ply": now["ply"], "code": move}
                        self.unanswered = wish
                        await ws.send(json.dumps(wish))

    def note(self, frame: dict[str, Any]) -> None:
        wish, self.unanswered = self.unanswered, None
        assert wish is not None
        assert frame["id"] == wish["id"]
        if frame["ok"]:
            self.played = frame["ply"]
            self.acknowledged[frame["id"]] = frame["ply"], wish["code"]


def rows(server: Server) -> dict[str, list[tuple[int, int, str | None]]]:
    """The log of every table on disk: ply, code and client's id."""
    with contextlib.closing(sqlite3.connect(Path(server.data) / "townwright.sqlite")) as kept:
        found: dict[str, list[tuple[int, int, str | None]]] = {}
        for table, *row in kept.execute('SELECT "table", ply, code, client FROM log ORDER BY "table", ply'):
            found.setdefault(table, []).append((row[0], row[1], row[2]))
    return found


def check(server: Server, players: list[Player]) -> None:
    check_rows(rows(server), players)


def check_rows(kept: dict[str, list[tuple[int, int, str | None]]], players: list[Player]) -> None:
    """Checks that every acknowledged move is on disk once, at its ply, and that no ply is missing."""
    for player in players:
        log = kept.get(player.code, [])
        assert [ply for ply, _, _ in log] == list(range(1, len(log) + 1))
        clients = [client for _, _, client in log if client]
        assert len(clients) == len(set(clients)), "a move was played twice"
        by_client = {client: (ply, code) for ply, code, client in log if client}
        for client, what in player.acknowledged.items():
            assert by_client.get(client) == what, "an acknowledged move is not on disk"


def test_acknowledged_moves_survive_a_kill_and_every_table_continues(own_server: Server) -> None:
    games = names()
    players = [Player(own_server, games[n % len(games)]) for n in range(TABLES)]

    async def all_of_it() -> None:
        await asyncio.gather(*(player.sit_down() for player in players))
        playing = [asyncio.ensure_future(player.play()) for player in players]
        for _ in range(ROUNDS):
            goal = sum(len(player.acknowledged) for player in players) + random.randrange(20, 60)
            while sum(len(player.acknowledged) for player in players) < goal and not all(p.over for p in players):
                await asyncio.sleep(random.random() * 0.02)
            await asyncio.to_thread(own_server.kill)
            check(own_server, players)
            await asyncio.to_thread(own_server.start)
        before = [len(player.acknowledged) for player in players]
        async with asyncio.timeout(PATIENCE):
            while not all(
                player.over or len(player.acknowledged) > count for player, count in zip(players, before, strict=True)
            ):
                await asyncio.sleep(0.05)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)

    asyncio.run(all_of_it())
    check(own_server, players)
    assert sum(len(player.acknowledged) for player in players) > 100


def test_a_table_where_everyone_was_ready_begins_after_a_crash(own_server: Server) -> None:
    ada = Guest(own_server.url)
    code = ada.make("copenhagen", ME, BOT)
    own_server.kill()
    with contextlib.closing(sqlite3.connect(Path(own_server.data) / "townwright.sqlite")) as kept, kept:
        # as if the server had crashed between the entropy and the deal
        promise = hashlib.sha256(b"ab" * 8).hexdigest()
        kept.execute(
            'UPDATE seats SET entropy = ?, commitment = ? WHERE "table" = ? AND seat = 0', ("ab" * 8, promise, code)
        )
    own_server.start()
    assert ada.watch(code).play()["ok"]


def test_broken_connections_neither_lose_nor_repeat_a_move(server: Server) -> None:
    """Clients send a move, vanish before the answer, and send it again."""
    ada, bob = Guest(server.url, "Ada"), Guest(server.url, "Bob")
    code = ada.make("copenhagen", ME, OPEN)
    bob.join(code)
    seats = [ada.sit(code), bob.sit(code)]
    for _ in range(25):
        ply = max(0, *(seat.ply for seat in seats))
        now = [seat.reach(ply) for seat in seats]
        if now[0]["over"]:
            break
        who = next(n for n in (0, 1) if now[n]["moves"])
        wish = {"type": "play", "id": secrets.token_hex(8), "ply": ply, "code": now[who]["moves"][0]["code"]}
        seats[who].socket.send(json.dumps(wish))
        seats[who].break_off()
        guest = (ada, bob)[who]
        seats[who] = guest.watch(code, after=ply)
        answer = seats[who].ask("play", **{key: wish[key] for key in ("id", "ply", "code")})
        assert (answer["ok"], answer["ply"]) == (True, ply + 1)
        seats[who].reach(ply + 1)
    assert play_out(seats)["over"]
    assert [ply for ply, _, _ in rows(server)[code]] == list(range(1, seats[0].ply + 1))


def test_half_a_frame_is_harmless(server: Server) -> None:
    ada = Guest(server.url)
    seat = ada.sit(ada.make("copenhagen", ME, BOT, pace=10))
    now = seat.turn()
    frame = json.dumps({"type": "play", "id": "half", "ply": now["ply"], "code": now["moves"][0]["code"]}).encode()
    opening = (
        f"GET /api/tables/{seat.code}/socket HTTP/1.1\r\nHost: {server.place}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        f"Cookie: {ada.cookie}\r\n\r\n"
    ).encode()
    whole = bytes([0x81, 0x80 | len(frame)]) + b"\0\0\0\0" + frame
    for length in (1, 2, 6, len(whole) - 1):
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as plain:
            plain.sendall(opening)
            assert b" 101 " in plain.recv(1000)
            plain.sendall(whole[:length])
    assert seat.ask("why", move=0)["ply"] == now["ply"]  # half a move does not count
    assert seat.play()["ply"] == now["ply"] + 1


@contextlib.contextmanager
def locked_database(server: Server) -> Iterator[None]:
    """Keeps the server from writing."""
    with contextlib.closing(sqlite3.connect(Path(server.data) / "townwright.sqlite", isolation_level=None)) as kept:
        kept.execute("BEGIN IMMEDIATE")
        yield


def test_no_one_sees_a_move_before_it_is_on_disk(server: Server) -> None:
    ada, bob = Guest(server.url, "Ada"), Guest(server.url, "Bob")
    code = ada.make("copenhagen", ME, OPEN)
    bob.join(code)
    seats = [ada.sit(code), bob.sit(code)]
    now = [seat.reach(0) for seat in seats]
    who = 0 if now[0]["moves"] else 1
    with locked_database(server):
        seats[who].send("play", id="slow", ply=0, code=now[who]["moves"][0]["code"])
        assert seats[1 - who].ask("why", move=0)["ply"] == 0
    assert seats[who].until("answer")["ply"] == 1
    assert seats[1 - who].reach(1)["log"]


def test_a_client_may_vanish_while_its_move_is_being_written(server: Server) -> None:
    ada = Guest(server.url)
    seat = ada.sit(ada.make("copenhagen", ME, BOT))
    now = seat.turn()
    move = {"id": "gone", "ply": now["ply"], "code": now["moves"][0]["code"]}
    with locked_database(server):
        seat.send("play", **move)
        seat.break_off()
        for _ in range(5):  # causes news for Ada, so that the server notices that she is gone
            Guest(server.url, None).watch(seat.code).until("table")
    back = ada.watch(seat.code)
    answer = back.ask("play", **move)
    assert (answer["ok"], answer["ply"]) == (True, now["ply"] + 1)
    back.reach(answer["ply"])
    assert play_out([back])["over"]


def test_after_a_disk_failure_the_table_is_loaded_again_and_continues(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    try:
        ada = Guest(server.url)
        seat = ada.sit(ada.make("copenhagen", ME, BOT))
        play_out([seat], until=4)
        now = seat.turn()
        move = {"id": "again", "ply": now["ply"], "code": now["moves"][0]["code"]}
        with locked_database(server):  # longer than the server waits
            seat.send("play", **move)
            assert not [frame for frame in seat.rest() if frame["type"] == "answer"]
            assert seat.socket.close_code == 1012
        back = ada.watch(seat.code, after=now["ply"])
        answer = back.ask("play", **move)
        assert (answer["ok"], answer["ply"]) == (True, now["ply"] + 1)
        back.reach(answer["ply"])
        assert play_out([back])["over"]
    finally:
        server.kill()
    assert any("database is locked" in line for line in server.complaints)
