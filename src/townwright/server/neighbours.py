"""The neighbours: the other processes that serve tables of the same PostgreSQL, on this machine or on others.

The log in the database is the table; a process only keeps a warm copy. What one has written it tells the others with
NOTIFY, in the same transaction. What only one of them should do (playing for a table's bots, making books) is done by
whoever holds an advisory lock, which ends with its process. With SQLite there are no neighbours.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import threading
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
import sqlalchemy as sa
import structlog

from .errors import Refused
from .news import CHANNEL, Alive, Asking, Leaving, Letter, Word, read
from .storage import Storage

BEAT = 2.0  # seconds between two signs of life
LOST = 7.0  # seconds without one after which a neighbour counts as gone
LOOK = 0.25  # seconds between two looks whether this process stops
AGAIN = 0.5  # seconds until a lost connection is tried again
PATIENCE = 10.0  # seconds to wait for a lock
SOON = 0.01  # seconds between two tries to get it

log = structlog.get_logger("townwright")


class Neighbours:
    """What this process hears of the others, tells them, and does in their place."""

    def __init__(self, storage: Storage, hear: Callable[[Letter], None], missed: Callable[[], None]) -> None:
        self._storage, self._hear, self._missed = storage, hear, missed
        self._seen: dict[str, float] = {}  # by process: when it was last heard
        self._held: set[str] = set()  # what this process has locked,
        self._locks: sa.Connection | None = None  # by way of this connection, used by
        self._one = threading.Lock()  # one thread at a time
        self._listener = threading.Thread(target=self._listen_forever, name="neighbours", daemon=True)
        self._ending = threading.Event()
        self._heard = time.monotonic()  # when this process last heard itself

    def open(self) -> None:
        if self._storage.shared:
            self._loop = asyncio.get_running_loop()
            self._heard = time.monotonic()
            self._listener.start()

    async def close(self) -> None:
        """Tells the others that this process stops, and gives back its locks."""
        if self._storage.shared:
            await asyncio.wait([self.tell(Leaving())], timeout=1)
            self._ending.set()
            await asyncio.to_thread(self._listener.join)
            await asyncio.to_thread(self._drop_locks)

    def tell(self, word: Word) -> asyncio.Future[None]:
        """Tells all neighbours something."""
        if self._storage.shared:
            telling = self._storage.write(words=(word,))
            telling.add_done_callback(lambda done: done.cancelled() or done.exception())  # not everybody waits for it
            return telling
        nobody = asyncio.get_running_loop().create_future()
        nobody.set_result(None)
        return nobody

    @property
    def problem(self) -> str | None:
        """Whether this process has not heard anything for so long that its tables may be out of date."""
        deaf = self._storage.shared and time.monotonic() - self._heard > LOST
        return "the database does not tell what other servers write" if deaf else None

    async def beat_forever(self, gone: Callable[[str], None]) -> None:
        """Gives signs of life, and notices who gives none any more."""
        while self._storage.shared:
            with contextlib.suppress(sa.exc.SQLAlchemyError):  # the database is away; the storage has logged it
                await self.tell(Alive())
            await asyncio.sleep(BEAT)
            if self.problem is None:  # whoever is deaf cannot judge
                for who in [who for who, at in self._seen.items() if time.monotonic() - at > LOST]:
                    del self._seen[who]
                    gone(who)
            await asyncio.to_thread(self._check_locks)

    # --- listening ---

    def _listen_forever(self) -> None:
        while not self._ending.is_set():
            try:
                self._listen()
            except Exception as problem:  # PostgreSQL is restarted, or the network is away
                log.warning("neighbours", why=" ".join(str(problem).split())[:200])
                self._ending.wait(AGAIN)

    def _listen(self) -> None:
        with self._storage.engine.connect() as connection:
            raw: Any = connection.connection.driver_connection
            connection.exec_driver_sql(f"LISTEN {CHANNEL}")
            self._later(self._begin)
            began = time.monotonic()
            while not self._ending.is_set():
                for notice in raw.notifies(timeout=LOOK):
                    self._later(self._take_in, notice.payload)
                if time.monotonic() - max(began, self._heard) > 2 * LOST:
                    connection.invalidate()
                    raise TimeoutError("nothing was heard for a while")

    def _later(self, do: Callable[..., None], *args: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(do, *args)

    def _begin(self) -> None:
        """From now on every word is heard; what was missed before is read from the database."""
        self._heard = time.monotonic()
        self._missed()
        self.tell(Asking())

    def _take_in(self, text: str) -> None:
        try:
            letter = read(text)
        except msgspec.DecodeError as problem:  # of another version of the server
            log.warning("neighbours", why=str(problem))
            return
        if letter.by == self._storage.me:
            self._heard = time.monotonic()
            return
        if letter.by not in self._seen:  # it is new here, or was taken for gone while it stalled
            self.tell(Asking())
        self._seen[letter.by] = time.monotonic()
        if isinstance(letter.word, Leaving):
            del self._seen[letter.by]
        self._hear(letter)

    # --- what only one process does ---

    async def take(self, place: str) -> bool:
        """Whether this process is the one to do something; from now on, until it gives that back or ends."""
        return not self._storage.shared or place in self._held or await asyncio.to_thread(self._take, place)

    async def give_back(self, place: str) -> None:
        if place in self._held:
            await asyncio.to_thread(self._give_back, place)

    @contextlib.asynccontextmanager
    async def alone(self, place: str) -> AsyncIterator[None]:
        """Around something that one process does at a time."""
        until = time.monotonic() + PATIENCE
        while not await self.take(place):
            if time.monotonic() > until:
                raise Refused(503, "busy", "the server is busy with another request of yours; try again in a moment")
            await asyncio.sleep(SOON)
        try:
            yield
        finally:
            await self.give_back(place)

    def _take(self, place: str) -> bool:
        with self._one:
            if place not in self._held and self._ask(sa.func.pg_try_advisory_lock, place):
                self._held.add(place)
            return place in self._held

    def _give_back(self, place: str) -> None:
        with self._one:
            if place in self._held:
                self._held.discard(place)
                self._ask(sa.func.pg_advisory_unlock, place)

    def _ask(self, function: Any, place: str) -> bool:
        """Calls a function of PostgreSQL about a lock. If the connection is lost, so are all locks."""
        number = int.from_bytes(hashlib.sha256(place.encode()).digest()[:8], signed=True)
        try:
            if self._locks is None:
                self._locks = self._storage.engine.connect()
            return bool(self._locks.execute(sa.select(function(number))).scalar())
        except sa.exc.SQLAlchemyError:
            self._forget_locks()
            return False

    def _check_locks(self) -> None:
        with self._one:
            if self._locks is not None:
                try:
                    self._locks.execute(sa.select(1))
                except sa.exc.SQLAlchemyError:
                    self._forget_locks()

    def _forget_locks(self) -> None:
        self._held.clear()
        if self._locks is not None:
            self._locks.invalidate()
            self._locks.close()
            self._locks = None

    def _drop_locks(self) -> None:
        with self._one:
            self._forget_locks()
