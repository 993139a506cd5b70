"""Workers: several processes of one server that share a port and a PostgreSQL. Their parent replaces those that die."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import shutil
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any

import structlog

from townwright.engine.errors import TownwrightError

from .door import FAREWELL
from .logs import set_up_logs
from .metrics import SHARED

SHORT = 5.0  # seconds: a worker that ends sooner counts as a failed start
MOST_FAILURES = 5  # failed starts in a row
PAUSE = 1.0  # seconds after a failed start
DEADLINE = FAREWELL + 20.0  # seconds until a worker that does not stop is killed

log = structlog.get_logger("townwright")
context = multiprocessing.get_context("spawn")


def shared_port(host: str, port: int) -> socket.socket:
    """A socket at an address where several processes may listen; the system shares out the connections."""
    if not hasattr(socket, "SO_REUSEPORT"):
        raise TownwrightError("this system cannot share a port among processes; leave out --workers")
    found = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    found.bind((host, port))
    return found


class Worker:
    """One process and the line to it: it reports when it listens, and stops when the line is cut."""

    def __init__(self, work: Callable[..., None], args: tuple[Any, ...]) -> None:
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs, *args))
        self.process.start()
        theirs.close()
        self.began = time.monotonic()

    def end(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError, TypeError):  # it has already ended
            os.kill(self.process.pid, number)  # type: ignore[arg-type]


def until_cut(line: Connection, stop: Callable[[], object]) -> None:
    """In a worker: stops it when its parent is gone."""

    def watch() -> None:
        with contextlib.suppress(EOFError, OSError):
            line.recv()
        stop()

    threading.Thread(target=watch, daemon=True).start()


class Workers:
    """All processes of one server. Each of them runs `work`."""

    def __init__(self, count: int, work: Callable[..., None], *args: Any) -> None:
        self._count, self._work, self._args = count, work, args
        self._stopping = threading.Event()

    def stop(self, *_signal: Any) -> None:
        self._stopping.set()

    def run(self, up: Callable[[], None]) -> None:
        """Keeps them running until a signal comes; `up` is called once all of them listen."""
        set_up_logs()
        with counted_together():
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, self.stop)
            workers = [Worker(self._work, self._args) for _ in range(self._count)]
            try:
                self._keep(workers, up)
            finally:
                self._end(workers)

    def _keep(self, workers: list[Worker], up: Callable[[], None]) -> None:
        waiting, failures = {worker.line for worker in workers}, 0
        while not self._stopping.is_set():
            ready = wait([*waiting, *(worker.process.sentinel for worker in workers)], timeout=0.2)
            for n, worker in enumerate(workers):
                if worker.process.sentinel in ready:
                    waiting.discard(worker.line)
                    failures = failures + 1 if time.monotonic() - worker.began < SHORT else 0
                    if failures >= MOST_FAILURES:
                        raise TownwrightError("the workers stop right after their start; the lines above say why")
                    log.error("worker", why=f"it ended with {worker.process.exitcode}; another takes its place")
                    self._bury(worker)
                    if failures and self._stopping.wait(PAUSE):
                        return
                    workers[n] = Worker(self._work, self._args)
                    waiting |= {workers[n].line} if waiting else set()
                elif worker.line in waiting and worker.line in ready:
                    with contextlib.suppress(EOFError, OSError):
                        worker.line.recv()
                        waiting.discard(worker.line)
                        if not waiting:
                            up()

    def _bury(self, worker: Worker) -> None:
        from prometheus_client.multiprocess import mark_process_dead

        worker.process.join()
        worker.line.close()
        mark_process_dead(worker.process.pid)  # type: ignore[no-untyped-call]

    def _end(self, workers: list[Worker]) -> None:
        for worker in workers:
            worker.end(signal.SIGTERM)
        until = time.monotonic() + DEADLINE
        for worker in workers:
            worker.process.join(max(0.0, until - time.monotonic()))
            if worker.process.is_alive():
                log.error("worker", why="it did not stop and was killed")
                worker.end(signal.SIGKILL)
                worker.process.join()


@contextlib.contextmanager
def counted_together() -> Iterator[None]:
    """A folder in which the workers count, so that each of them can show the metrics of all."""
    folder = tempfile.mkdtemp(prefix="townwright-")
    os.environ[SHARED] = folder
    try:
        yield
    finally:
        del os.environ[SHARED]
        shutil.rmtree(folder, ignore_errors=True)
