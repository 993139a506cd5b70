"""The workshop: compiles the rules of the games in the background, the first time they are used on a machine."""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator, Callable

import structlog

from townwright.engine import cache
from townwright.engine.compiling import GAME_SIGNATURES
from townwright.engine.entry_points import EntryPoints, Stopped
from townwright.engine.game import Game
from townwright.games import load, names

from .lock import lock

LOOK = 0.2  # seconds between two looks whether another process has compiled a game
log = structlog.get_logger("townwright")


class Workshop:
    """Knows how far each game is compiled."""

    def __init__(self, on_progress: Callable[[str], None] = lambda name: None) -> None:
        self.names = names()
        self._on_progress = on_progress
        self._share: dict[str, float] = {}
        self._ready: dict[str, asyncio.Task[None]] = {}
        self._bench = asyncio.Lock()  # one game at a time, because each keeps all cores busy
        self._compiling: EntryPoints | None = None
        self._closing = False
        self.done = False  # whether every game has been tried

    def share(self, name: str) -> float:
        """How much of a game is compiled: 1 is all of it."""
        return self._share.get(name, 0.0)

    async def ready(self, name: str) -> Game:
        """The game, once it is compiled."""
        game = load(name)
        if name not in self._ready:
            self._ready[name] = asyncio.get_running_loop().create_task(self._prepare(game))
        await asyncio.shield(self._ready[name])
        return game

    async def prepare_all(self) -> None:
        """Compiles every game, one after another."""
        for name in self.names:
            try:
                await self.ready(name)
            except Exception as problem:  # the other games can still be played
                log.error("compile", game=name, exc_info=problem)
        self.done = True

    async def _prepare(self, game: Game) -> None:
        loop = asyncio.get_running_loop()

        def progress(done: int, total: int) -> None:
            loop.call_soon_threadsafe(self._set_share, game.name, min(0.99, done / total))

        async with self._bench:
            try:
                self._compiling = await asyncio.to_thread(EntryPoints, game.package)
                async with self._machine(self._compiling):
                    await asyncio.to_thread(warm, game, self._compiling, progress)
            except Exception:
                del self._ready[game.name]  # the next table of the game tries again
                raise
            finally:
                self._compiling = None
        self._set_share(game.name, 1.0)

    @contextlib.asynccontextmanager
    async def _machine(self, entry_points: EntryPoints) -> AsyncIterator[None]:
        """Around compiling: when several processes start together, one compiles and the others wait for it."""
        with open(cache.root() / "compiling.lock", "a") as file:
            while not (self._closing or entry_points.ready or lock(file)):
                await asyncio.sleep(LOOK)
            if self._closing:
                raise Stopped
            yield

    def _set_share(self, name: str, share: float) -> None:
        self._share[name] = share
        self._on_progress(name)

    async def close(self) -> None:
        """Stops compiling and waits until its thread and processes have ended."""
        self._closing = True
        if self._compiling is not None:
            self._compiling.stop()
        await asyncio.gather(*self._ready.values(), return_exceptions=True)


def warm(game: Game, entry_points: EntryPoints, progress: Callable[[int, int], None]) -> None:
    """Compiles a game and loads what a table calls, so that no player waits for it."""
    entry_points.warm(progress)
    call = game.entry_points
    for name in (*GAME_SIGNATURES, "greedy", "search", "foresee"):
        getattr(call, name, None)  # a game may have no parts and no notes
    gc.collect()
    gc.freeze()  # loaded code stays for good, so garbage collection need not look at it again
