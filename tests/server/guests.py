"""Guests: people's clients, written against docs/protocol.md alone."""

from __future__ import annotations

import contextlib
import hashlib
import json
import secrets
import socket
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

PATIENCE = 40.0  # seconds to wait for a frame that must come

Frame = dict[str, Any]
ME, OPEN, BOT = {"who": "me"}, {"who": "open"}, {"who": "bot", "bot": "greedy"}
RANDOM = {"who": "bot", "bot": "random"}


OPENED: list[Seat] = []  # sockets of the running test


class Guest:
    """A client with a cookie and, unless it is None, a name."""

    def __init__(self, url: str, name: str | None = "Ada") -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=PATIENCE, verify=False)  # loading certificates takes time
        if name is not None:
            self.put("/api/me", {"name": name})

    @property
    def cookie(self) -> str:
        return "; ".join(f"{key}={value}" for key, value in self.http.cookies.items())

    def ask(self, method: str, path: str, body: Any = None, status: int | None = None, **more: Any) -> Any:
        """Sends a request; the answer must have this status or, without one, any that means success."""
        answer = self.http.request(method, path, json=body, **more)
        good = answer.is_success if status is None else answer.status_code == status
        assert good, (method, path, answer.status_code, answer.text[:500])
        return answer.json()

    def get(self, path: str, status: int | None = None, **more: Any) -> Any:
        return self.ask("GET", path, None, status, **more)

    def post(self, path: str, body: Any = None, status: int | None = None) -> Any:
        return self.ask("POST", path, body, status)

    def put(self, path: str, body: Any, status: int | None = None) -> Any:
        return self.ask("PUT", path, body, status)

    def make(self, game: str = "copenhagen", *seats: Frame, pace: float = 0, **more: Any) -> str:
        """Makes a table; returns its code."""
        wish = {"game": game, "seats": list(seats or (ME, BOT)), "pace": pace, **more}
        code: str = self.post("/api/tables", wish, 201)["code"]
        return code

    def join(self, code: str, seat: int | None = None) -> Any:
        return self.post(f"/api/tables/{code}/join", {"seat": seat})

    def watch(self, code: str, **query: Any) -> Seat:
        """Opens the socket of a table."""
        return Seat(self, code, query)

    def sit(self, code: str, **query: Any) -> Seat:
        """Opens the socket and adds entropy to the deal."""
        seat = self.watch(code, **query)
        seat.entropy = secrets.token_hex(16)
        seat.until("table")
        return seat


class Seat:
    """A guest's socket at a table, and every frame that came through it."""

    def __init__(self, guest: Guest, code: str, query: dict[str, Any]) -> None:
        words = "&".join(f"{key}={value}" for key, value in query.items())
        address = f"{guest.url.replace('http', 'ws', 1)}/api/tables/{code}/socket?{words}"
        headers = {"Cookie": guest.cookie} if guest.cookie else {}
        self.guest, self.code = guest, code
        opening = connect(
            address,
            additional_headers=headers,
            max_size=2**24,
            open_timeout=PATIENCE,
            close_timeout=1,
            ping_interval=None,
        )
        self.socket: ClientConnection = opening.__enter__()
        OPENED.append(self)
        self.frames: list[Frame] = []
        self.waiting: list[Frame] = []  # the unread rest of a message
        self.entropy: str | None = None  # this seat's part of the deal, if it has one
        self.now: Frame | None = None  # the latest situation
        self.table: Frame | None = None  # the latest table
        self.heard: list[str] = []  # for tests that collect what they heard

    def close(self) -> None:
        self.socket.close()

    def break_off(self) -> None:
        """Resets the connection, without a farewell."""
        raw = self.socket.socket
        with contextlib.suppress(OSError):  # it may be closed already
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            raw.shutdown(socket.SHUT_RDWR)
        raw.close()

    def send(self, kind: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": kind, **fields}))

    def receive(self) -> Frame:
        """The next frame."""
        latest = time.monotonic() + PATIENCE
        while not self.waiting:
            self.listen(0.05 if self.table and self.table["status"] == "open" else PATIENCE)
            for other in OPENED:  # a deal needs everyone, so the others at this table take part at the same time
                if not self.waiting and other is not self and other.code == self.code and other.entropy:
                    other.listen(0)
            if time.monotonic() > latest:
                raise TimeoutError
        frame = self.waiting.pop(0)
        self.frames.append(frame)
        if frame["type"] == "situation":
            self.now = frame
        elif frame["type"] == "table":
            self.table = frame["table"]
        return frame

    def take_part(self, table: Frame) -> None:
        """Promises this seat's part of the deal, and reveals it once everyone has promised."""
        you, deal = table["you"], table["deal"]
        if self.entropy is None or you is None or table["status"] != "open":
            return
        promise = hashlib.sha256(self.entropy.encode()).hexdigest()
        if deal["commitments"][you] is None:
            self.send("ready", commitment=promise)
        elif None not in deal["commitments"] and deal["entropy"][you] is None and deal["commitments"][you] == promise:
            self.send("reveal", entropy=self.entropy)

    def listen(self, seconds: float) -> None:
        """Stores the next message, if one comes."""
        with contextlib.suppress(TimeoutError):
            frames = json.loads(self.socket.recv(seconds))
            self.waiting += frames
            for frame in frames:
                if frame["type"] == "table":
                    self.take_part(frame["table"])

    def until(self, kind: str, fits: Callable[[Frame], Any] = lambda frame: True) -> Frame:
        """Receives until a frame of a kind fits."""
        latest = time.monotonic() + 3 * PATIENCE  # because signs of life keep coming
        while time.monotonic() < latest:
            frame = self.receive()
            if frame["type"] == kind and fits(frame):
                return frame
        raise AssertionError(f"no fitting {kind} came")

    def ask(self, kind: str, **fields: Any) -> Frame:
        """Sends a request with an id of its own and returns the answer."""
        fields.setdefault("id", secrets.token_hex(8))
        self.send(kind, **fields)
        while True:
            frame = self.receive()
            assert frame["type"] != "trouble", (kind, fields, frame)
            if frame["type"] == "answer" and frame["id"] == fields["id"]:
                return frame

    def trouble(self, kind: str, **fields: Any) -> str:
        """Sends a frame that cannot be used; returns the code of the trouble."""
        self.send(kind, **fields)
        code: str = self.until("trouble")["problem"]["code"]
        return code

    def reach(self, ply: int) -> Frame:
        """The situation at a ply, or the first after it."""
        if self.now is None or self.now["ply"] < ply:
            self.until("situation", lambda frame: frame["ply"] >= ply)
        assert self.now is not None
        return self.now

    def news(self, fits: Callable[[Frame], Any]) -> Frame:
        """The first table frame that fits, starting with the latest one received."""
        while self.table is None or not fits(self.table):
            self.until("table")
        return self.table

    def turn(self) -> Frame:
        """The first situation, starting with the latest one received, in which this seat may play or the game is over."""
        while self.now is None or not (self.now["moves"] or self.now["over"]):
            self.until("situation")
        return self.now

    @property
    def turn_now(self) -> bool:
        """Whether this seat may play, by the latest situation received."""
        return bool(self.now and self.now["moves"])

    def play(self, code: int | None = None) -> Frame:
        """Plays a move (the first legal one by default) and waits until it is acknowledged and shown."""
        now = self.turn()
        code = now["moves"][0]["code"] if code is None else code
        answer = self.ask("play", ply=now["ply"], code=code)
        assert answer["ok"], answer
        self.reach(answer["ply"])
        return answer

    @property
    def ply(self) -> int:
        return -1 if self.now is None else int(self.now["ply"])

    @property
    def lines(self) -> list[Frame]:
        """Every line of the log that came through this socket."""
        return [line for frame in self.frames if frame["type"] == "situation" for line in frame["log"]]

    def rest(self) -> Iterator[Frame]:
        """All frames until the server closes the socket."""
        try:
            while True:
                yield self.receive()
        except ConnectionClosed:
            return


def play_out(seats: list[Seat], choose: Callable[[Frame], int] | None = None, until: int = 10**9) -> Frame:
    """Plays people's moves, one after another, to the end or past a ply; returns the first seat's situation."""
    ply = 0
    while True:
        for seat in seats:
            ply = seat.reach(ply)["ply"]
        first = seats[0].reach(ply)
        if first["over"] or ply >= until:
            return first
        mover = next((seat for seat in seats if seat.reach(ply)["moves"]), None)
        if mover is None:  # bots move
            ply += 1
        else:
            assert mover.now is not None
            ply = mover.play(choose(mover.now) if choose else None)["ply"]
