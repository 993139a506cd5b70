"""Attacks: strangers hold connections, send half requests, never read. No one else notices.

They come from many addresses of the loopback range and attack a real server with its default limits.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sqlite3
import struct
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from townwright.server import door

from .guests import BOT, ME, Guest
from .process import PATIENCE, Server

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the whole range 127.0.0.0/8 is this machine")
SOON = 1.0  # seconds in which a healthy server answers anything


@pytest.fixture(scope="module")
def door_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with its default limits, at all addresses of the loopback range."""
    server = Server(tmp_path_factory.mktemp("door"), fast=False)
    server.load_games()
    yield server
    assert server.alive
    assert server.stop() == 0
    assert not server.complaints


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guest]:
    """A guest of a server that no one attacks, to measure how busy the machine is anyway."""
    server = Server(tmp_path_factory.mktemp("quiet"), fast=False)
    yield Guest(server.url)
    assert server.stop() == 0


def dial(server: Server, n: int = 0) -> socket.socket:
    """A connection from the n-th address."""
    plain = socket.socket()
    plain.bind((f"127.{1 + n // 60000}.{n // 250 % 240}.{1 + n % 250}", 0))
    plain.settimeout(PATIENCE)
    plain.connect(("127.0.0.1", server.port))
    return plain


def opening(server: Server, code: str) -> bytes:
    """The request that opens a socket."""
    return (
        f"GET /api/tables/{code}/socket HTTP/1.1\r\nHost: {server.place}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


def open_socket(server: Server, code: str, n: int) -> socket.socket:
    """An open socket of a spectator at the n-th address."""
    plain = dial(server, n)
    plain.sendall(opening(server, code))
    assert b" 101 " in plain.recv(1000)
    return plain


def memory(server: Server) -> int:
    """Megabytes that the server holds."""
    for line in Path(f"/proc/{server.process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) // 1024
    raise AssertionError


def connections(server: Server) -> int:
    """How many connections the server holds."""
    found = 0
    for file in Path(f"/proc/{server.process.pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            found += os.readlink(file).startswith("socket:")
    return found


def how_long(guest: Guest) -> float:
    """How long the slowest of a few fresh requests takes."""
    slowest = 0.0
    for _ in range(5):
        began = time.perf_counter()
        httpx.get(f"{guest.url}/api/me", timeout=PATIENCE, verify=False).raise_for_status()
        slowest = max(slowest, time.perf_counter() - began)
    return slowest


def notices_nothing(guest: Guest, quiet: Guest) -> bool:
    """Whether a guest gets answers about as soon as at a server without attackers, now or after some tries."""
    for _ in range(5):
        if how_long(guest) < SOON + 3 * how_long(quiet):
            return True
    return False


def closed(plain: socket.socket, within: float = 0.05) -> bool:
    """Whether the server has closed a connection, or does so within some seconds; reads what it sends."""
    plain.settimeout(within)
    try:
        while plain.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def halves(server: Server) -> dict[str, bytes]:
    """Requests that never end: the part of each that is sent."""
    host = f"Host: {server.place}\r\n"
    return {
        "nothing": b"",
        "an empty line": b"\r\n",
        "half a head": f"GET / HTTP/1.1\r\n{host}X-Half: ".encode(),
        "half a body": f"PUT /api/me HTTP/1.1\r\n{host}Content-Length: 100\r\n\r\n{{".encode(),
        "half a chunk": f"PUT /api/me HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\nff\r\n{{".encode(),
        "a second half": f"GET /health HTTP/1.1\r\n{host}\r\nGET / HTTP/1.1\r\n{host}".encode(),
        "a body nobody wants": f"PUT /nowhere HTTP/1.1\r\n{host}Content-Length: 5000\r\n\r\n{{".encode(),
    }


def never_read(server: Server, code: str, n: int) -> socket.socket:
    """A client that asks again and again and reads nothing: for pages, or with the pings of a socket."""
    plain = dial(server, n)
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    pages = f"GET /schema/openapi.json HTTP/1.1\r\nHost: {server.place}\r\n\r\n".encode() * 500
    pings = (b"\x89\xfd\0\0\0\0" + b"x" * 125) * 500
    if n % 2:
        plain.sendall(opening(server, code))
    plain.setblocking(False)
    with contextlib.suppress(OSError):
        for _ in range(100):
            plain.send(pings if n % 2 else pages)
    return plain


def test_strangers_who_hold_connections_slow_no_one_down_and_are_cut_off(door_server: Server, quiet: Guest) -> None:
    ada = Guest(door_server.url)
    seat = ada.sit(ada.make("copenhagen", ME, BOT, pace=10))
    seat.play()
    before, alone = memory(door_server), connections(door_server)
    with contextlib.ExitStack() as stack:
        watching = [stack.enter_context(open_socket(door_server, seat.code, n // 5)) for n in range(500)]
        for n in range(2000):
            stack.enter_context(dial(door_server, n // 20))
        dropping = {}
        for n, (what, sent) in enumerate(halves(door_server).items()):
            dropping[what] = stack.enter_context(dial(door_server, 4000 + n))
            dropping[what].sendall(sent)
        for n in range(20):
            stack.enter_context(never_read(door_server, seat.code, 6000 + n))
        assert notices_nothing(ada, quiet)
        assert memory(door_server) - before < 200
        took = []
        for _ in range(3):  # a pause of the machine is not the server's fault
            began = time.perf_counter()
            assert seat.ask("why", move=0)["ok"]
            took.append(time.perf_counter() - began)
        assert min(took) < SOON + 3 * how_long(quiet)
        assert connections(door_server) - alone > 2400
        until = time.perf_counter() + door.UNREAD + 4
        while time.perf_counter() < until:  # sending drop by drop does not help
            time.sleep(1)
            for what, plain in dropping.items():
                with contextlib.suppress(OSError):
                    plain.send(b"\r\n" if what == "an empty line" else b"x" if what != "nothing" else b"")
        assert [what for what, plain in dropping.items() if not closed(plain, 2)] == []
        # open sockets stay as long as they answer the server's pings
        assert 400 <= connections(door_server) - alone <= 500
        assert not closed(watching[-1])


def test_connections_of_one_address_are_capped_and_others_still_get_in(door_server: Server, quiet: Guest) -> None:
    ada = Guest(door_server.url)
    code = ada.make("copenhagen", ME, BOT, pace=10)
    with contextlib.ExitStack() as stack:
        many = [stack.enter_context(dial(door_server, 3000)) for _ in range(300)]
        assert all(closed(plain, 5) for plain in many[-30:])
        assert not closed(many[0])
        with dial(door_server, 3000) as one_more:
            assert b"429" in one_more.recv(1000)
        assert notices_nothing(ada, quiet)
    with contextlib.ExitStack() as stack:
        for _ in range(192):
            stack.enter_context(open_socket(door_server, code, 3001))
        one_more = stack.enter_context(dial(door_server, 3001))
        one_more.sendall(opening(door_server, code))
        answer = one_more.recv(2000)
        assert b" 429 " in answer
        assert b"too many open sockets" in answer
        page = stack.enter_context(dial(door_server, 3001))  # but the page can still be fetched
        page.sendall(f"GET /api/me HTTP/1.1\r\nHost: {door_server.place}\r\n\r\n".encode())
        assert b" 200 " in page.recv(2000)


def test_an_endless_head_is_refused(door_server: Server) -> None:
    for sent in (
        b"GET / HTTP/1.1\r\nX: " + b"x" * 100_000,
        b"GET /" + b"x" * 100_000,
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 9000 + b"\r\n",
    ):
        with dial(door_server, 4100) as plain:
            with contextlib.suppress(OSError):
                plain.sendall(sent)
            with contextlib.suppress(ConnectionError):
                assert plain.recv(1000).split()[1] in (b"431", b"400")
            assert closed(plain, PATIENCE)


def test_requests_sent_together_are_answered_unless_there_are_too_many(door_server: Server) -> None:
    request = f"GET /health HTTP/1.1\r\nHost: {door_server.place}\r\nX: {'x' * 2000}\r\n\r\n".encode()
    with dial(door_server, 4200) as plain:
        plain.sendall(request * 10)  # together longer than a single head may be
        got = b""
        while got.count(b"HTTP/1.1 200") < 10:
            got += plain.recv(65536)
    with dial(door_server, 4201) as plain:
        with contextlib.suppress(OSError):
            plain.sendall(request * 100)
        assert closed(plain, PATIENCE)


def frame(size: int, sent: bytes = b"", kind: int = 0x81) -> bytes:
    """A masked frame that announces its length, and its first bytes."""
    return bytes([kind, 0xFF]) + struct.pack("!Q", size) + bytes(4) + sent


def test_frames_are_measured_before_they_are_buffered(door_server: Server, quiet: Guest) -> None:
    ada = Guest(door_server.url)
    code = ada.make("copenhagen", ME, BOT, pace=10)
    before = memory(door_server)
    with contextlib.ExitStack() as stack:
        for n in range(40):
            large = stack.enter_context(open_socket(door_server, code, 5000 + n))
            with contextlib.suppress(OSError):
                large.sendall(frame(16_000_000, bytes(1_000_000)))
            pieces = stack.enter_context(open_socket(door_server, code, 5000 + n))
            with contextlib.suppress(OSError):
                pieces.sendall(b"\x01\x80\0\0\0\0" + b"\0\x80\0\0\0\0" * 50_000)  # endless empty pieces
        assert memory(door_server) - before < 30
        assert notices_nothing(ada, quiet)
        assert closed(large, PATIENCE)
        assert closed(pieces, PATIENCE)


def test_stopping_closes_sockets_with_a_code_and_does_not_wait_for_strangers(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", fast=False)
    ada = Guest(server.url)
    seat = ada.sit(ada.make("copenhagen", ME, BOT, pace=10))
    acknowledged = seat.play()["ply"]
    host = f"Host: {server.place}\r\n"
    held = [dial(server, 7000 + n) for n in range(20)]
    for n, plain in enumerate(held):
        plain.sendall(
            (
                b"",
                f"GET / HTTP/1.1\r\n{host}".encode(),
                f"PUT /api/me HTTP/1.1\r\n{host}Content-Length: 99\r\n\r\n{{".encode(),
                opening(server, seat.code),  # never reads, never answers the farewell
            )[n % 4]
        )
    time.sleep(0.3)
    began = time.monotonic()
    assert server.stop(signal.SIGTERM) == 0
    assert time.monotonic() - began < door.FAREWELL + 3
    list(seat.rest())
    assert seat.socket.close_code == 1012
    assert not server.complaints
    with contextlib.closing(sqlite3.connect(tmp_path / "data" / "townwright.sqlite")) as kept:
        assert kept.execute("SELECT max(ply) FROM log").fetchone()[0] >= acknowledged
    for plain in held:
        plain.close()
