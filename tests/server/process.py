"""A real `townwright serve` on its own port and data folder."""

from __future__ import annotations

import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

import httpx
from tests.terminal import COMMAND, ENV

FAST = ("--changes", "1000000", "--reads", "10000000", "--frames", "10000", "--connections", "5000")
PATIENCE = 120.0  # seconds to wait for something that must come
LAST = 30  # lines of each server's log that are shown with a failure

STARTED: list[Server] = []  # by the running test, and those that tests share


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A server process. It can be killed and started again on the same data."""

    def __init__(self, data: Path | str, *args: str, fast: bool = True, env: dict[str, str] | None = None) -> None:
        more = FAST if fast else ()  # higher limits, because tests are quicker than people
        self.data, self.args = str(data), (*args, *more)
        self.env = env or ENV
        self.port = free_port()
        self.place = f"127.0.0.1:{self.port}"
        self.url = f"http://{self.place}"
        self.said: list[str] = []  # lines of standard error
        STARTED.append(self)
        self.start()

    def start(self) -> None:
        """Starts it and waits until it prints its address."""
        self.process = subprocess.Popen(
            [*COMMAND, "serve", "--host", "127.0.0.1", "--port", str(self.port), "--data", self.data, *self.args],
            env=self.env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        up = threading.Event()
        self._reader = threading.Thread(target=self._read, args=(self.process, up), daemon=True)
        self._reader.start()
        if not up.wait(PATIENCE) or self.process.poll() is not None:
            raise AssertionError("the server did not start:\n" + "".join(self.said))

    def _read(self, process: subprocess.Popen[str], up: threading.Event) -> None:
        assert process.stderr is not None
        for line in process.stderr:
            self.said.append(line)
            if line.startswith("The table is at"):
                up.set()
        up.set()

    def load_games(self) -> None:
        """Waits until its games are loaded and it holds the memory that it needs."""
        until = time.monotonic() + PATIENCE
        while httpx.get(f"{self.url}/ready").status_code != 200:
            assert time.monotonic() < until
            time.sleep(0.1)

    @property
    def children(self) -> list[int]:
        """The processes that it started (on Linux)."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(child) for task in tasks for child in task.read_text().split()]

    def kill(self) -> None:
        """The power goes out."""
        self.process.kill()
        self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Asks it to end; returns its exit code."""
        self.process.send_signal(number)
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        return code

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    @property
    def complaints(self) -> list[str]:
        """The errors that it logged."""
        return [line for line in self.said if '"level": "error"' in line or line.startswith("Traceback")]
