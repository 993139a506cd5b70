"""Programs in the arena: a program that speaks the table protocol sits at a server that runs for the tournament.

Our own bots sit at the same tables as clients and see what the server sends their seats. A program is a command. Its
placeholders {server} and {code} become the server's address and the code of the table. The server deals, so deals are
not mirrored, but seats are still balanced.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import secrets
import shlex
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import townwright as tw
from townwright.bots import Bot, ours
from townwright.engine.errors import TownwrightError
from townwright.engine.match import Match

PATIENCE = 60.0  # seconds for a server to start, and for a program to sit down
FAST = ("--changes", "1000000", "--reads", "10000000", "--frames", "10000", "--connections", "1000")
SERVE = "from townwright.cli import main; main()"


def check_program(name: str, command: str) -> str:
    """The command of a program, if it is complete."""
    if ours(name):
        raise TownwrightError(f"{name!r} is a bot of ours; expected another name for a program")
    try:
        complete = shlex.split(command) and "{code}" in command and "{server}" in command
    except ValueError:  # a quotation mark without its partner
        complete = False
    if not complete:
        expected = "a command with the placeholders {server} and {code}"
        raise TownwrightError(f"the program {name!r} is {command!r}; expected {expected}")
    return command


class Host:
    """A server of our own for as long as a tournament lasts: `with Host() as host: host.play(...)`."""

    def __enter__(self) -> Host:
        self._folder = tempfile.TemporaryDirectory(prefix="townwright-arena-")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        where = ("--host", "127.0.0.1", "--port", str(port), "--data", self._folder.name)
        self._log = (Path(self._folder.name) / "server.log").open("w+")
        self._process = subprocess.Popen(
            [sys.executable, "-c", SERVE, "serve", *where, *FAST], stdout=subprocess.DEVNULL, stderr=self._log
        )
        end = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(URLError, OSError):
                urlopen(f"{self.address}/health", timeout=5).close()
                return self
            if self._process.poll() is not None or time.monotonic() > end:
                self._log.seek(0)
                lines = self._log.read().strip().splitlines() or ["it did not answer"]
                self.__exit__()
                raise TownwrightError(f"the arena's server did not start: {lines[-1]}")
            time.sleep(0.1)

    def __exit__(self, *problem: object) -> None:
        self._process.terminate()
        self._process.wait()
        self._log.close()
        self._folder.cleanup()

    def play(self, game: str, options: Mapping[str, Any], players: Sequence[Bot | str]) -> Match:
        """One game between bots of ours and programs, which are given by their commands."""
        return asyncio.run(Game(self.address, game, options, players).play())


class Client:
    """A guest of the server."""

    def __init__(self, address: str, name: str) -> None:
        self.address, self.cookie = address, ""
        self.ask("PUT", "/api/me", {"name": name})

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Sends a request. If the server refuses it, the error has the server's words."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        request = Request(self.address + path, data, headers, method=method)
        try:
            with urlopen(request, timeout=PATIENCE) as answer:
                if cookie := answer.headers.get("Set-Cookie"):
                    self.cookie = cookie.partition(";")[0]
                return json.load(answer)
        except HTTPError as problem:
            raise TownwrightError(f"the arena's server said: {json.load(problem)['message']}") from None


class Game:
    """One game at one table."""

    def __init__(self, address: str, game: str, options: Mapping[str, Any], players: Sequence[Bot | str]) -> None:
        self.address, self.name, self.options, self.players = address, game, dict(options), players
        self.owner = Client(address, "Arena")
        wish = {"game": game, "seats": [{"who": "open"}] * len(players), "options": self.options, "pace": 0}
        self.code: str = self.owner.ask("POST", "/api/tables", wish)["code"]
        self.path = f"/api/tables/{self.code}"

    async def play(self) -> Match:
        clients = {seat: Client(self.address, f"Bot {seat + 1}") for seat, who in self.own}
        for seat, client in clients.items():
            client.ask("POST", f"{self.path}/join", {"seat": seat})
        running = [asyncio.create_task(self.sit(clients[seat], seat, bot)) for seat, bot in self.own]
        programs: list[subprocess.Popen[bytes]] = []
        try:
            for seat, command in enumerate(self.players):
                if isinstance(command, str):
                    programs.append(await self.start(seat, command))
            running += [asyncio.create_task(self.watch(program)) for program in programs]
            ending = asyncio.create_task(self.end())
            done, _ = await asyncio.wait([*running, ending], return_when=asyncio.FIRST_EXCEPTION)
            for task in done:
                task.result()
        finally:
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()
            for program in programs:
                with contextlib.suppress(OSError):
                    program.kill()
                program.wait()
        return tw.replay(self.owner.ask("GET", f"{self.path}/record"))

    @property
    def own(self) -> list[tuple[int, Bot]]:
        """The seats of our own bots."""
        return [(seat, player) for seat, player in enumerate(self.players) if not isinstance(player, str)]

    async def start(self, seat: int, command: str) -> subprocess.Popen[bytes]:
        """Starts a program and waits until it has sat down, on the first free seat."""
        words = [word.replace("{server}", self.address).replace("{code}", self.code) for word in shlex.split(command)]
        try:
            program = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        except OSError as problem:
            raise TownwrightError(f"{words[0]} cannot be started: {problem.strerror}") from None
        end = time.monotonic() + PATIENCE
        while self.owner.ask("GET", self.path)["seats"][seat]["who"] == "open":
            if program.poll() is not None or time.monotonic() > end:
                program.kill()
                program.wait()
                raise TownwrightError(f"the program did not sit down: {command}")
            await asyncio.sleep(0.05)
        return program

    async def watch(self, program: subprocess.Popen[bytes]) -> None:
        """Waits for a program. If it fails or ends too early, the tournament ends."""
        while program.poll() is None:
            await asyncio.sleep(0.1)
        if program.returncode:
            raise TownwrightError(f"a program ended with code {program.returncode}: {program.args!r}")
        if self.owner.ask("GET", self.path)["status"] in ("open", "playing"):
            raise TownwrightError(f"a program ended before the game was over: {program.args!r}")

    async def end(self) -> None:
        """Waits until the game is over."""
        while self.owner.ask("GET", self.path)["status"] in ("open", "playing"):
            await asyncio.sleep(0.2)

    async def sit(self, client: Client, seat: int, bot: Bot) -> None:
        """Plays a seat with a bot of ours, from what the server sends that seat."""
        from websockets.asyncio.client import connect

        entropy, waiting = secrets.token_hex(16), False  # for the answer to a move
        address = f"ws{self.address.removeprefix('http')}{self.path}/socket"
        async with connect(address, additional_headers={"Cookie": client.cookie}, max_size=2**24) as open_socket:
            async for text in open_socket:
                for frame in json.loads(text):
                    if frame["type"] == "table" and frame["table"]["status"] == "open":
                        deal = frame["table"]["deal"]
                        if deal["commitments"][seat] is None:
                            promise = hashlib.sha256(entropy.encode()).hexdigest()
                            await open_socket.send(json.dumps({"type": "ready", "commitment": promise}))
                        elif None not in deal["commitments"] and deal["entropy"][seat] is None:
                            await open_socket.send(json.dumps({"type": "reveal", "entropy": entropy}))
                    elif frame["type"] == "situation" and frame["over"]:
                        return
                    elif frame["type"] == "situation" and frame["moves"] and not waiting:
                        waiting = True
                        code = await asyncio.to_thread(self.choose, bot, seat, frame["view"])
                        wish = {"type": "play", "id": secrets.token_hex(8), "ply": frame["ply"], "code": code}
                        await open_socket.send(json.dumps(wish))
                    elif frame["type"] == "answer":
                        waiting = False  # a fresh situation follows
                        if not frame["ok"] and frame["problem"]["code"] != "stale":
                            raise TownwrightError(f"the arena's server refused a move: {frame['problem']['message']}")

    def choose(self, bot: Bot, seat: int, view: Any) -> int:
        """A bot's move, from the view that the server shows its seat: a view is a position."""
        match = tw.position(self.name, view, seed=0, options=self.options)
        return bot.choose(match.known(seat), seat)
