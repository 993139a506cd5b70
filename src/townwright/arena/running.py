"""A simulation as a job: counted piece by piece, kept, interrupted, taken up again, done here or by a cluster."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
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
LASTS = 5.0  # seconds that a piece for a cluster should take: more than what it costs the driver
LARGEST = 1000  # chunks in a piece


class Done(NamedTuple):
    """What came of a piece."""

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
        began, run = time.perf_counter(), opened(self.setup)
        counts, chunks = Counts(seats=run.seats), list[Chunk]()
        for start in range(self.start, self.stop, run.chunk):
            chunk = run.play(start, min(start + run.chunk, self.stop), self.wish)
            counts.add(count(chunk))
            chunks += [chunk] if self.rows else []
        return Done(counts, chunks, time.perf_counter() - began)


class Run:
    """`for games in Run(simulation, ...): ...`, then `counts`."""

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
        told = RESULTS if out is None else out.wish
        self._wish = msgspec.structs.replace(told, things=things)
        self.kept = Kept(
            setup=simulation.setup,
            code=code_version(),
            things=simulation.things.all if things else [],
            counts=Counts(seats=simulation.seats),
        )
        if keep is not None and keep.exists():
            self._resume(keep)
        if out is not None:
            out.resume(self.kept.written)

    def _resume(self, file: Path) -> None:
        """Goes on with what a file holds, if it is of the same games."""
        found = read_kept(file)
        if found.setup != self.kept.setup or found.things != self.kept.things:
            held = msgspec.json.encode(found.setup).decode()[:300]
            raise TownwrightError(f"{file} holds counts of other games, remove it or name another with --keep: {held}")
        if found.code != self.kept.code:
            raise TownwrightError(f"{file} was counted by another version of the program; remove it to start anew")
        if self.out is not None and not found.written and found.counts.games:
            raise TownwrightError(f"{file} was counted without a file of games; remove it to start anew")
        self.kept = found

    @property
    def counts(self) -> Counts:
        return self.kept.counts

    def __iter__(self) -> Iterator[int]:
        """Plays the games that are missing; gives how many are done."""
        run, counts = self.simulation, self.counts
        first = counts.games
        setup = msgspec.json.encode(run.setup)
        if isinstance(self.workers, Here):
            opened(setup)  # loaded before the threads start
        self._size = run.chunk
        pieces = self._pieces(setup, first)
        saved, pause = time.monotonic(), PAUSE if self.out is None else LONG_PAUSE
        try:
            for done in self.workers.results(Piece.do, pieces):
                counts.add(done.counts)
                if self.out is not None:
                    for chunk in done.chunks:
                        self.out.add(chunk)
                elif not isinstance(self.workers, Here):
                    whole = int(LASTS / max(1e-6, done.seconds) * done.counts.games / run.chunk)
                    self._size = run.chunk * max(1, min(whole, LARGEST))
                yield counts.games
                if time.monotonic() - saved > pause:
                    self.save()
                    saved = time.monotonic()
        finally:
            self.save()
        if self.out is not None and counts.games > first:
            self.out.finish()

    def _pieces(self, setup: bytes, first: int) -> Iterator[Piece]:
        """The games from one on, in pieces that last about as long on a cluster as sending them is worth."""
        start = first
        while start < self.simulation.games:
            stop = min(start + self._size, self.simulation.games)
            yield Piece(setup, self._wish, self.out is not None, start, stop)
            start = stop

    def save(self) -> None:
        """Keeps what was counted, and the games as far as they are counted."""
        if self.keep is not None and self.counts.games:
            if self.out is not None:
                self.kept.written = self.out.keep()
            self.kept.save(self.keep)
