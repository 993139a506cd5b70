"""The guard: checks origin, size and rate of every request."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Any
from urllib.parse import urlsplit

import msgspec

from .messages import Problem

LARGEST = 8 * 1024  # most bytes of a body or a frame
SAFE = ("GET", "HEAD", "OPTIONS")
CHANGES_A_MINUTE = 60.0
MOST_ADDRESSES = 10_000

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; "
        "connect-src 'self' ws: wss:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Bucket:
    """Allows `rate` things a second, and up to `most` at once."""

    def __init__(self, rate: float, most: float) -> None:
        self.rate, self.most, self.left, self.at = rate, most, most, time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Guard:
    """Middleware around everything; it also adds the headers that keep a browser safe."""

    def __init__(self, app: Any, changes_a_minute: float) -> None:
        self.app, self.rate = app, changes_a_minute
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        socket = scope["type"] == "websocket"
        changes = socket or scope["method"] not in SAFE
        problem = None
        if changes and not same_origin(headers.get("origin"), headers.get("host", "")):
            problem = 403, "origin", "a page of another origin may not use this server"
        elif not socket and too_long(headers.get("content-length")):
            problem = 413, "too-large", f"a request is at most {LARGEST} bytes"
        elif not socket and changes and not self.allowed(scope):
            problem = 429, "too-fast", "too many requests; wait a moment"
        if problem is not None:
            await refuse(send, socket, *problem)
            return

        async def send_safely(message: Any) -> None:
            if message["type"] == "http.response.start":
                present = {name.lower() for name, _ in message["headers"]}
                more = [(n.encode(), v.encode()) for n, v in HEADERS.items() if n.encode() not in present]
                message["headers"] = [*message["headers"], *more]
            await send(message)

        await self.app(scope, receive, send if socket else send_safely)

    def allowed(self, scope: Any) -> bool:
        address = (scope.get("client") or ("", 0))[0]
        bucket = self.buckets.get(address)
        if bucket is None:
            bucket = self.buckets[address] = Bucket(self.rate / 60, max(1.0, self.rate))
            if len(self.buckets) > MOST_ADDRESSES:
                self.buckets.popitem(last=False)
        self.buckets.move_to_end(address)
        return bucket.take()


def same_origin(origin: str | None, host: str) -> bool:
    """Whether a request comes from a page of this server, or from a program, which sends no origin."""
    if origin is None:
        return True
    try:
        place = urlsplit(origin).netloc
    except ValueError:
        return False
    return place != "" and place == host


def too_long(length: str | None) -> bool:
    return length is not None and (not length.isdecimal() or len(length) > 12 or int(length) > LARGEST)


async def refuse(send: Any, socket: bool, status: int, code: str, message: str) -> None:
    """Refuses a request before any handler sees it."""
    if socket:
        await send({"type": "websocket.close", "code": 4000 + status, "reason": code})
        return
    body = msgspec.json.encode(Problem(code=code, message=message))
    names = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    safe = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    await send({"type": "http.response.start", "status": status, "headers": [*names, *safe]})
    await send({"type": "http.response.body", "body": body, "more_body": False})
