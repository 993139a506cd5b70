"""The neighbours: the other processes that serve tables of the same PostgreSQL, on this machine or on others.

The log in the database is the table; a process only keeps a warm copy. Whatever it writes, it also sends to the others
with NOTIFY, in the same transaction. Work for a single process (playing for a table's bots, making books) is done by
whichever holds an advisory lock, which ends with its process. With SQLite there are no neighbours.
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
LOOK = 0.25  # seconds between two checks whether this process is stopping
AGAIN = 0.5  # seconds until a lost connection is opened again
PATIENCE = 10.0  # seconds to wait for a lock
SOON = 0.01  # seconds between two tries to get it

log = structlog.get_logger("townwright")


class Neighbours:
    """Sends letters to the other processes, listens to theirs, and holds the locks of work for a single process."""

    def __init__(self, storage: Storage, hear: Callable[[Letter], None], missed: Callable[[], None]) -> None:
        self._storage, self._hear, self._missed = storage, hear, missed
        self._seen: dict[str, float] = {}  # by process: when it was last heard
        self._held: set[str] = set()  # the locks of this process
        self._locks: sa.Connection | None = None  # the connection that holds them
        self._one = threading.Lock()  # one thread at a time uses it
        self._listener = threading.Thread(target=self._listen_forever, name="neighbours", daemon=True)
        self._ending = threading.Event()
        self._heard = time.monotonic()  # when this process last heard itself

    def open(self) -> None:
        if self._storage.shared:
            self._loop = asyncio.get_running_loop()
            self._heard = time.monotonic()
            self._listener.start()

    async def close(self) -> None:
        """Says goodbye to the others and gives back the locks of this process."""
        if self._storage.shared:
            await asyncio.wait([self.send(Leaving())], timeout=1)
            self._ending.set()
            await asyncio.to_thread(self._listener.join)
            await asyncio.to_thread(self._drop_locks)

    def send(self, word: Word) -> asyncio.Future[None]:
        """Sends a word to all neighbours."""
        if self._storage.shared:
            sending = self._storage.write(words=(word,))
            sending.add_done_callback(lambda done: done.cancelled() or done.exception())  # not every caller awaits it
            return sending
        done = asyncio.get_running_loop().create_future()
        done.set_result(None)
        return done

    @property
    def problem(self) -> str | None:
        """What is wrong if this process has heard nothing for so long that its tables may be out of date."""
        deaf = self._storage.shared and time.monotonic() - self._heard > LOST
        return "the database does not pass on what other servers write" if deaf else None

    async def beat_forever(self, gone: Callable[[str], None]) -> None:
        """Gives signs of life, and notices which neighbours no longer do."""
        while self._storage.shared:
            with contextlib.suppress(sa.exc.SQLAlchemyError):  # the database is away; the storage has logged it
                await self.send(Alive())
            await asyncio.sleep(BEAT)
            if self.problem is None:  # a deaf process cannot judge
                for who in [who for who, at in self._seen.items() if time.monotonic() - at > LOST]:
                    del self._seen[who]
                    gone(who)
            await asyncio.to_thread(self._check_locks)

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
                    raise TimeoutError("heard nothing for a while")

    def _later(self, do: Callable[..., None], *args: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the event loop is closed
            self._loop.call_soon_threadsafe(do, *args)

    def _begin(self) -> None:
        """From now on no letter is missed; the database has whatever came before."""
        self._heard = time.monotonic()
        self._missed()
        self.send(Asking())

    def _take_in(self, text: str) -> None:
        try:
            letter = read(text)
        except msgspec.DecodeError as problem:  # from another version of the server
            log.warning("neighbours", why=str(problem))
            return
        if letter.by == self._storage.me:
            self._heard = time.monotonic()
            return
        if letter.by not in self._seen:  # it is new here, or it stalled and counted as gone
            self.send(Asking())
        self._seen[letter.by] = time.monotonic()
        if isinstance(letter.word, Leaving):
            del self._seen[letter.by]
        self._hear(letter)

    async def take(self, place: str) -> bool:
        """Tries to take a lock; if True, this process holds it until it gives it back or ends."""
        return not self._storage.shared or place in self._held or await asyncio.to_thread(self._take, place)

    async def give_back(self, place: str) -> None:
        if place in self._held:
            await asyncio.to_thread(self._give_back, place)

    @contextlib.asynccontextmanager
    async def alone(self, place: str) -> AsyncIterator[None]:
        """Around work that only one process may do at a time."""
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
