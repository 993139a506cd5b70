"""A simulation as a job: counted piece by piece, kept, interrupted and resumed, done here or by a cluster."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import msgspec
from msgspec import Struct

from townwright.engine.errors import TownwrightError

from .chunks import Chunk
from .code import code_version
from .counts import Counts, Kept, count, read_kept
from .dataset import DataFile
from .simulation import RESULTS, Simulation, Wish, opened
from .workers import Here, Workers

PAUSE = 2.0  # seconds between two savings; those of a file of games take longer
LONG_PAUSE = 20.0
LASTS = 5.0  # seconds that a piece for a cluster should take, far more than it costs the driver
LARGEST = 1000  # chunks in a piece
SHORT = 0.25  # seconds that a piece should take here, because Ctrl-C waits for it and a crash loses it
FEW = 50  # games of the first piece here, when the time of a game is not known yet


class Done(NamedTuple):
    """The result of a piece."""

    counts: Counts
    chunks: list[Chunk]  # the games themselves, if they are wanted
    seconds: float


class Piece(Struct, frozen=True):
    """Work for a worker anywhere: `piece.do()`."""

    setup: bytes
    wish: Wish
    rows: bool  # whether the games themselves are wanted, not only their counts
    start: int
    stop: int

    def do(self) -> Done:
        run = opened(self.setup)
        clock = time.thread_time if run.compiled else time.perf_counter  # other threads and programs do not count
        began = clock()
        counts, chunks = Counts(seats=run.seats), list[Chunk]()
        for start in range(self.start, self.stop, run.chunk):
            chunk = run.play(start, min(start + run.chunk, self.stop), self.wish)
            counts.add(count(chunk))
            chunks += [chunk] if self.rows else []
        return Done(counts, chunks, clock() - began)


class Run:
    """`run = Run(simulation, ...)`, `for games in run: ...`, then `run.counts`."""

    def __init__(
        self,
        simulation: Simulation,
        things: bool = False,
        keep: Path | None = None,
        out: DataFile | None = None,
        workers: Workers | None = None,
    ) -> None:
        self.simulation, self.keep, self.out = simulation, keep, out
        self.workers = workers or simulation.workers
        self._wish = msgspec.structs.replace(RESULTS if out is None else out.wish, things=things)
        self.kept = Kept(
            setup=simulation.setup,
            code=code_version(),
            things=simulation.things.all if things else [],
            counts=Counts(seats=simulation.seats),
            out="" if out is None else out.name,
        )
        if keep is not None and keep.exists():
            self._resume(keep)
        if out is not None:
            out.resume(self.kept.written, self.counts)

    def _resume(self, file: Path) -> None:
        """Continues with the counts in a file, if they are of the same games."""
        found = read_kept(file)
        if found.setup != self.kept.setup or found.things != self.kept.things:
            held = msgspec.json.encode(found.setup).decode()[:300]
            raise TownwrightError(f"{file} holds counts of other games, remove it or name another with --keep: {held}")
        if found.code != self.kept.code:
            raise TownwrightError(f"{file} was counted by another version of the program; remove it to start again")
        if self.out is not None and found.counts.games:
            if not found.written:
                raise TownwrightError(f"{file} was counted without a file of games; remove it to start again")
            if found.out != self.out.name:
                raise TownwrightError(
                    f"{file} was counted with --out {found.out}; name that, or another file with --keep"
                )
        self.kept = found

    @property
    def counts(self) -> Counts:
        return self.kept.counts

    def __iter__(self) -> Iterator[int]:
        """Plays the games that are missing; yields how many are done."""
        run, counts = self.simulation, self.counts
        setup = msgspec.json.encode(run.setup)
        here = isinstance(self.workers, Here)
        if here:
            opened(setup)  # loaded before the threads start
        self._size = min(FEW, run.chunk) if here else run.chunk
        pieces = self._pieces(setup, counts.games)
        saved, pause = time.monotonic(), PAUSE if self.out is None else LONG_PAUSE
        try:
            for done in self.workers.results(Piece.do, pieces):
                with undisturbed():
                    counts.add(done.counts)
                    if self.out is None:
                        self.kept.written = 0  # a file of the games before lacks these
                    else:
                        for chunk in done.chunks:
                            self.out.add(chunk)
                self._size = self.size_after(done)
                yield counts.games
                if time.monotonic() - saved > pause:
                    self.save()
                    saved = time.monotonic()
        finally:
            self.save()
            if self.out is not None and (self.keep is None or counts.games >= run.games):
                self.kept.written = self.out.finish()
                if self.keep is not None:
                    self.kept.save(self.keep)

    def size_after(self, done: Done) -> int:
        """How many games the next piece should have."""
        here = isinstance(self.workers, Here)
        most = self.simulation.chunk * (1 if here or self.out is not None else LARGEST)
        games = int((SHORT if here else LASTS) / max(1e-6, done.seconds) * done.counts.games)
        return max(1, min(games, most))

    def _pieces(self, setup: bytes, first: int) -> Iterator[Piece]:
        """The games from number `first` on, in pieces of about the wanted duration."""
        start = first
        while start < self.simulation.games:
            stop = min(start + self._size, self.simulation.games)
            yield Piece(setup, self._wish, self.out is not None, start, stop)
            start = stop

    def save(self) -> None:
        """Saves the counts, and the games that they include."""
        if self.keep is not None and self.counts.games:
            with undisturbed():
                if self.out is not None:
                    self.kept.written = self.out.keep()
                self.kept.save(self.keep)


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Delays Ctrl-C until this is done; otherwise half of it could be kept as if it were all."""
    usual = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(usual):
        yield
        return
    pressed: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda *event: pressed.append(event))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
    if pressed:
        usual(*pressed[-1])
