"""Who does the work: the cores of this machine, or a cluster (cluster.py). The results are the same either way."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import Any, Protocol

from townwright.engine.errors import BadCall


class Workers(Protocol):
    """Does pieces of work."""

    def results(self, work: Callable[[Any], Any], pieces: Iterable[Any], in_order: bool = True) -> Generator[Any]:
        """The results of all pieces, in their order or as each is done. Several pieces are worked on at once."""


class Here:
    """Threads of this process. The work is compiled code, which releases the GIL."""

    def __init__(self, jobs: int, stop: Callable[[], None] = lambda: None) -> None:
        if jobs < 1:
            raise BadCall(f"work is done by at least 1 job, not {jobs}")
        self.jobs = jobs
        self.stop = stop  # called when no more results are wanted, to end running pieces early

    def results(self, work: Callable[[Any], Any], pieces: Iterable[Any], in_order: bool = True) -> Generator[Any]:
        left = iter(pieces)
        with ThreadPoolExecutor(self.jobs) as pool:
            ahead = 2 * self.jobs if in_order else self.jobs
            waiting: list[Future[Any]] = [pool.submit(work, piece) for piece in islice(left, ahead)]
            try:
                while waiting:
                    done = waiting[0] if in_order else wait(waiting, return_when=FIRST_COMPLETED).done.pop()
                    result = done.result()
                    waiting.remove(done)
                    waiting += [pool.submit(work, piece) for piece in islice(left, 1)]
                    yield result
            finally:
                self.stop()
                for future in waiting:
                    future.cancel()
