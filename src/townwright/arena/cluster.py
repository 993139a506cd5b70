"""A Ray cluster as workers: pieces of work go to whichever core is free; a piece whose worker died is done again.

A worker runs the Townwright of its own machine and refuses work from another version before it unpacks it.
"""

from __future__ import annotations

import functools
import itertools
import pickle
import socket
from collections.abc import Callable, Generator, Iterable
from typing import Any

from townwright.engine import cache
from townwright.engine.errors import TownwrightError
from townwright.games import load

from .code import code_version

AHEAD = 4  # pieces that run or wait, for each core
PATIENCE = 10.0  # seconds for the head to answer
RETRIES = 10  # how often a piece goes to another worker after one has died


class Refused(Exception):
    """A worker runs another version of the program."""


@functools.cache
def prepare(game: str) -> None:
    """Compiles a game once for all workers of a machine."""
    from filelock import FileLock

    with FileLock(cache.root() / "cluster.lock"):
        load(game).entry_points.search  # noqa: B018


def do_piece(version: str, game: str, parcel: bytes) -> Any:
    """On a worker: unpacks a piece of work and does it."""
    if code_version() != version:
        raise Refused(code_version())
    prepare(game)
    work, piece = pickle.loads(parcel)
    return work(piece)


def knock(address: str) -> None:
    """Fails at once if nothing listens there; Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdigit():
        socket.create_connection((host, int(port)), timeout=PATIENCE).close()


def cause(problem: Exception) -> Exception:
    """What went wrong on a worker, without Ray's report of where."""
    found: Exception = getattr(problem, "cause", problem)
    return found


class Cluster:
    """`with Cluster("auto", "copenhagen") as workers: ...`"""

    def __init__(self, address: str, game: str) -> None:
        try:
            import ray
        except ImportError:
            raise TownwrightError("a cluster needs more packages: pip install 'townwright[cluster]'") from None
        self._ray: Any = ray
        self.address, self.game = address, game

    def __enter__(self) -> Cluster:
        try:
            knock(self.address)
            self._ray.init(self.address, log_to_driver=False, logging_level="ERROR", namespace="townwright")
        except Exception as problem:
            why = str(problem).strip().splitlines()[0] if str(problem).strip() else type(problem).__name__
            raise TownwrightError(
                f"there is no Ray cluster at {self.address!r} ({why.rstrip('.')}); start one with: ray start --head"
            ) from None
        self._do = self._ray.remote(num_cpus=1, max_retries=RETRIES)(do_piece)
        return self

    def __exit__(self, *problem: object) -> None:
        self._ray.shutdown()

    @property
    def cores(self) -> int:
        """How many there are now, because machines come and go."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def results(self, work: Callable[[Any], Any], pieces: Iterable[Any], in_order: bool = True) -> Generator[Any]:
        ray, left, waiting = self._ray, iter(pieces), list[Any]()
        try:
            while True:
                for piece in itertools.islice(left, max(0, AHEAD * self.cores - len(waiting))):
                    waiting.append(self._do.remote(code_version(), self.game, pickle.dumps((work, piece))))
                if not waiting:
                    return
                done = waiting[0] if in_order else ray.wait(waiting)[0][0]
                result = self._get(done)
                waiting.remove(done)
                yield result
        finally:
            for one in waiting:
                ray.cancel(one)

    def _get(self, reference: Any) -> Any:
        """A result, or one sentence about what a worker could not do."""
        ray = self._ray
        try:
            return ray.get(reference)
        except Refused as problem:
            raise TownwrightError(
                f"a worker of the cluster runs another version ({cause(problem)}), not {code_version()}; "
                "install the same on every machine"
            ) from None
        except TownwrightError as problem:
            raise TownwrightError(str(cause(problem))) from None
        except ray.exceptions.RayError as problem:
            lines = [line for line in str(problem).splitlines() if line.strip()] or [type(problem).__name__]
            raise TownwrightError(f"the cluster failed: {lines[-1].strip()}") from None
