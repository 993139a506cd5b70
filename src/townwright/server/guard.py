"""The guard: checks host, origin, size and rate of every request, and how many sockets an address holds."""

from __future__ import annotations

import functools
import ipaddress
import re
import socket
import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import msgspec

from .door import CONNECTIONS, CONNECTIONS_EACH, Places, place_of
from .messages import Problem

LARGEST = 8 * 1024  # most bytes of a body or a frame
LARGEST_BOX = 256 * 1024  # most bytes of a body that may hold a player's own box
BOX = re.compile(r"/api/tables|/api/games/[^/]+/box")
SAFE = ("GET", "HEAD", "OPTIONS")
MOST_ADDRESSES = 10_000
HOST = re.compile(r"(?P<name>[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")


@dataclass(frozen=True)
class Limits:
    """What one address may do, and which host names the server answers to."""

    changes: float = 60  # changing requests a minute
    reads: float = 1200  # other requests of the API a minute
    replays: float = 300  # replays and records among them
    frames: float = 20  # frames a second of one socket
    connections: float = CONNECTIONS_EACH
    hosts: tuple[str, ...] = ()  # besides this machine's own; "*" is any
    proxies: tuple[str, ...] = ()  # addresses and networks that are trusted to name the client

    @property
    def sockets(self) -> float:
        """Open sockets: three quarters of the connections, so that the page can always be fetched beside them."""
        return self.connections * 3 // 4


@functools.lru_cache(64)
def headers_for(host: str) -> list[tuple[bytes, bytes]]:
    """The headers that keep a browser safe. It may open a socket to this server and to no other."""
    own = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""
    policy = (
        "default-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; "
        f"connect-src 'self'{own}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
    return [
        (b"content-security-policy", policy.encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"same-origin"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    ]


class Bucket:
    """Allows `rate` things a second, and up to `most` at once."""

    def __init__(self, rate: float, most: float) -> None:
        self.rate, self.most, self.left, self.at = rate, most, most, time.monotonic()

    def take(self, count: float = 1) -> bool:
        """Takes some, if they are there."""
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < max(count, 1):
            return False
        self.left -= count
        return True

    @property
    def wait(self) -> float:
        """Seconds until the next one is available."""
        return max(0.0, (1 - self.left) / self.rate)


class Buckets:
    """A bucket for each address, filled at so many a minute."""

    def __init__(self, a_minute: float, at_once: float | None = None) -> None:
        self._rate, self._most = a_minute / 60, max(1.0, at_once or a_minute)
        self._by_place: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, count: float = 1) -> bool:
        place = place_of(address)
        bucket = self._by_place.get(place)
        if bucket is None:
            bucket = self._by_place[place] = Bucket(self._rate, self._most)
            if len(self._by_place) > MOST_ADDRESSES:
                self._by_place.popitem(last=False)
        self._by_place.move_to_end(place)
        return bucket.take(count)


def address_of(scope: Any) -> str:
    """The address that a request comes from; behind a trusted proxy, the one that the proxy names."""
    return str((scope.get("client") or ("", 0))[0])


class Guard:
    """Middleware around every request; it also adds the headers that keep a browser safe."""

    def __init__(self, app: Any, limits: Limits) -> None:
        self.app = app
        self._names = {name.lower() for name in (*limits.hosts, *own_names())}
        self._changes, self._reads, self._replays = map(Buckets, (limits.changes, limits.reads, limits.replays))
        self._sockets = Places(limits.sockets, CONNECTIONS * 3 // 4)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get("host", "")
        problem = self._problem(scope, headers, host)
        if problem is None and scope["type"] == "websocket":
            if not self._sockets.enter(receive, address_of(scope)):
                problem = 429, "too-many", "too many open sockets from your address; close some first"
            else:
                try:
                    await self.app(scope, receive, send)
                finally:
                    self._sockets.leave(receive)
                return
        if problem is not None:
            await refuse(scope, send, host, *problem)
            return

        async def send_safely(message: Any) -> None:
            if message["type"] == "http.response.start":
                present = {name.lower() for name, _ in message["headers"]}
                more = [pair for pair in headers_for(host) if pair[0] not in present]
                message["headers"] = [*message["headers"], *more]
            await send(message)

        await self.app(scope, receive, send_safely)

    def _problem(self, scope: Any, headers: dict[str, str], host: str) -> tuple[int, str, str] | None:
        """Why a request is refused."""
        address, path, is_socket = address_of(scope), scope["path"], scope["type"] == "websocket"
        if not self._known(host, scope.get("server")):
            return 421, "host", f"this server is not known as {host[:80]!r}; its operator can allow that name"
        if is_socket or scope["method"] not in SAFE:
            if not same_origin(headers.get("origin"), host):
                return 403, "origin", "a page of another origin may not use this server"
            if is_socket:
                return None
            most = LARGEST_BOX if BOX.fullmatch(path) else LARGEST
            if too_long(headers.get("content-length"), most):
                return 413, "too-large", f"a request is at most {most} bytes"
            buckets = self._changes
        else:
            buckets = self._replays if path.endswith(("/replay", "/record")) else self._reads
        return None if buckets.take(address) else (429, "too-fast", "too many requests; wait a moment")

    def _known(self, host: str, server: tuple[str, int] | None) -> bool:
        """Whether the server answers to a host name: this machine's own, one of its addresses, or an allowed one."""
        match = HOST.fullmatch(host)
        if "*" in self._names or match is None:
            return "*" in self._names and match is not None
        name = match["name"].lower().strip("[]").rstrip(".")
        if name in self._names or (server is not None and name == server[0].removeprefix("::ffff:")):
            return True
        try:
            return ipaddress.ip_address(name).is_loopback
        except ValueError:
            return False


def own_names() -> Iterable[str]:
    """What this machine is called in its own network."""
    name = socket.gethostname().lower()
    return "localhost", name, f"{name.split('.')[0]}.local"


def same_origin(origin: str | None, host: str) -> bool:
    """Whether a request comes from a page of this server, or from a program (which sends no origin)."""
    if origin is None:
        return True
    try:
        place = urlsplit(origin).netloc
    except ValueError:
        return False
    return place != "" and place == host


def too_long(length: str | None, most: int) -> bool:
    return length is not None and (not length.isdecimal() or len(length) > 12 or int(length) > most)


async def refuse(scope: Any, send: Any, host: str, status: int, code: str, message: str) -> None:
    """Refuses a request, or the opening of a socket, before any handler sees it."""
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    body = msgspec.json.encode(Problem(code=code, message=message))
    names = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        names.append((b"connection", b"close"))  # a flooding client must open a new connection each time
    await send({"type": f"{kind}.start", "status": status, "headers": [*names, *headers_for(host)]})
    await send({"type": f"{kind}.body", "body": body, "more_body": False})
