"""The door: every connection, before any of its requests is read.

It limits how many connections there are, how long each may keep the server waiting, and how much is buffered for each.
The requests themselves are the guard's business (guard.py).
"""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import math
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import structlog
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

CONNECTIONS_EACH = 256  # of one address
CONNECTIONS = 10_000  # of all
SPARE = 200  # files that this process needs for other things
PATIENCE = 10.0  # seconds until a request must have arrived, head and body
IDLE = 60.0  # seconds that a connection may rest between two requests
UNREAD = 15.0  # seconds that a client may leave data unread
FAREWELL = 5  # seconds that a stopping server waits for its clients
LARGEST_HEAD = 16 * 1024  # bytes of a request's head
PIECE = 8 * 1024  # bytes that are parsed at a time, because the parser does not say where in them a head begins
LARGEST_MESSAGE = 16 * 1024  # bytes of a socket's message, beyond which it is not even buffered; see guard.LARGEST
MOST_WAITING = 16  # requests of one connection, sent before the first is answered
MOST_PIECES = 64  # frames of one message
MOST_PINGS = 50  # of one socket a second

log = structlog.get_logger("townwright")
LONG = b'{"code":"too-large","message":"the head of a request has at most 16 KB"}'
LATE = b'{"code":"too-slow","message":"the request did not arrive within 10 seconds"}'
FULL = b'{"code":"too-many","message":"too many connections from your address; close some first"}'


def place_of(address: str) -> str:
    """The address that limits apply to: with IPv6 the network, because whoever has one address there has them all."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:  # empty, or the name of a Unix socket
        return address
    if isinstance(found, ipaddress.IPv6Address):
        return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
    return address


class Places:
    """Counts what is open at the same time, for each address and in total."""

    def __init__(self, each: float, most: float) -> None:
        self._each, self._most = each, most
        self._here: dict[Any, str] = {}
        self._held: Counter[str] = Counter()

    def enter(self, who: Any, address: str, alone: bool = True) -> bool:
        """Lets one more in, if there is room; `alone` unless many clients share the address."""
        place = place_of(address)
        if (alone and self._held[place] >= self._each) or len(self._here) >= self._most:
            return False
        self._here[who] = place
        self._held[place] += 1
        return True

    def leave(self, who: Any) -> None:
        place = self._here.pop(who, None)
        if place is not None:
            self._held[place] -= 1
            if not self._held[place]:
                del self._held[place]


class Door(uvicorn.Config):
    """The settings of the server, and the connections inside."""

    def __init__(
        self, app: Any, host: str, port: int, each: float = CONNECTIONS_EACH, proxies: Sequence[str] = ()
    ) -> None:
        super().__init__(
            app,
            host,
            port,
            http=Connection,
            ws=Socket,
            ws_max_size=LARGEST_MESSAGE,
            ws_per_message_deflate=False,
            lifespan="on",
            log_config=None,
            access_log=False,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=list(proxies),
            server_header=False,
            timeout_keep_alive=int(IDLE),
            timeout_graceful_shutdown=FAREWELL,
        )
        self._proxies = [ipaddress.ip_network(proxy, strict=False) for proxy in proxies]
        self.places = Places(each, room())

    def enter(self, connection: Connection) -> bool:
        """Lets a connection in, if there is room. A proxy connects for many clients, so only the total limits it."""
        address = connection.client[0] if connection.client else ""
        with contextlib.suppress(ValueError):
            found = ipaddress.ip_address(address)
            if any(found in network for network in self._proxies):
                return self.places.enter(connection.transport, address, alone=False)
        return self.places.enter(connection.transport, address)


def room() -> int:
    """How many connections this process can hold; files and the database need part of what the system allows."""
    try:
        import resource
    except ImportError:  # Windows
        return CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < CONNECTIONS + SPARE:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(CONNECTIONS + SPARE, hard), hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(SPARE, min(CONNECTIONS, soft - SPARE))


class Patience:
    """Cuts off a client that does not read: its unsent data must shrink within a while."""

    transport: Any
    _unsent, _since = 0, 0.0

    def sweep(self, now: float) -> None:
        unsent = self.transport.get_write_buffer_size()
        if not unsent or unsent < self._unsent or not self._unsent:
            self._since = now
        elif now - self._since > UNREAD:
            self.transport.abort()
        self._unsent = unsent


class Connection(Patience, HttpToolsProtocol):
    """A connection that carries requests. It becomes a socket if one of them asks for that."""

    config: Door
    _due = math.inf  # when the incoming request must be complete
    _coming = False  # whether a request has arrived in part
    _head: float = 0  # bytes of its head so far; infinite once the head is complete

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._due = time.monotonic() + PATIENCE
        if not self.config.enter(self):
            self._refuse(b"429 Too Many Requests", FULL)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.config.places.leave(self.transport)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._due == math.inf and self._resting:
            self._due = time.monotonic() + PATIENCE
        for at in range(0, len(data), PIECE):
            piece = data[at : at + PIECE]
            before, self._head = self._head, math.nan
            super().data_received(piece)
            if math.isnan(self._head):  # no request began in this piece: all of it belongs to the same head
                self._head = before + len(piece)
            if LARGEST_HEAD < self._head < math.inf:
                self._refuse(b"431 Request Header Fields Too Large", LONG)
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return

    @property
    def _resting(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def _refuse(self, status: bytes, problem: bytes) -> None:
        if not self.transport.is_closing():
            head = b"HTTP/1.1 %b\r\ncontent-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n"
            self.transport.write(head % (status, len(problem)) + problem)
            self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._coming, self._head = True, 0

    def on_headers_complete(self) -> None:
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > LARGEST_HEAD:
            self._refuse(b"431 Request Header Fields Too Large", LONG)
            return
        self._head = math.inf
        super().on_headers_complete()
        if len(self.pipeline) > MOST_WAITING:
            self.transport.abort()

    def on_message_complete(self) -> None:
        self._coming = False
        self._due = math.inf
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._due = time.monotonic() + PATIENCE if self._coming else math.inf

    def sweep(self, now: float) -> None:
        super().sweep(now)
        if now > self._due:
            self._refuse(b"408 Request Timeout", LATE)
            self._due = math.inf

    def shutdown(self) -> None:
        """The server stops: complete requests are still answered, incomplete ones are dropped."""
        if self._coming:
            self.transport.abort()
        else:
            super().shutdown()


class Socket(Patience, WebSocketsSansIOProtocol):
    """An open socket."""

    config: Door
    _pings = 0  # in this second

    def sweep(self, now: float) -> None:
        super().sweep(now)
        self._pings = 0

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.config.places.leave(self.transport)

    def data_received(self, data: bytes) -> None:
        for at in range(0, len(data), LARGEST_MESSAGE):  # thousands of tiny frames are stopped after the first
            if self.transport.is_closing():
                return
            super().data_received(data[at : at + LARGEST_MESSAGE])

    def handle_cont(self, event: Any) -> None:
        if len(self.frames) >= MOST_PIECES:
            self.transport.abort()
        else:
            super().handle_cont(event)

    def handle_ping(self) -> None:
        self._pings += 1
        if self._pings > MOST_PINGS:
            self.transport.abort()
        else:
            super().handle_ping()


class Server(uvicorn.Server):
    """The server behind the door. Whoever runs it handles signals."""

    config: Door

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:  # every second
            now = time.monotonic()
            inside: Any = list(self.server_state.connections)
            for connection in inside:
                connection.sweep(now)
        return await super().on_tick(counter)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    def stop(self) -> None:
        self.should_exit = True


STRANGERS = ("Invalid", "ASGI callable returned without completing handshake")  # the second: an opening was refused


class Hand(logging.Handler):
    """Passes uvicorn's messages on to our log, except those about malformed input from strangers."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR and not record.getMessage().startswith(STRANGERS):
            log.error("connection", why=record.getMessage().strip(), exc_info=record.exc_info or None)
