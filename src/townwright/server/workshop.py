"""The workshop: compiles the rules of the games beside the event loop, the first time they are used on a machine."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import threading
from collections.abc import Callable

from townwright.engine.game import Game
from townwright.games import load, names


class Workshop:
    """Which games are ready, and how far the others are."""

    def __init__(self, on_change: Callable[[str], None] = lambda name: None) -> None:
        self.names = names()
        self._on_change = on_change
        self._share: dict[str, float] = {}
        self._done: dict[str, asyncio.Future[None]] = {}
        self._bench = asyncio.Lock()  # one game at a time: each keeps all cores busy

    def share(self, name: str) -> float:
        """How far a game is: 1 is ready."""
        return self._share.get(name, 0.0)

    async def ready(self, name: str) -> Game:
        """The game, compiled."""
        game = load(name)
        if name not in self._done:
            self._done[name] = asyncio.ensure_future(self._prepare(game))
        await asyncio.shield(self._done[name])
        return game

    async def _prepare(self, game: Game) -> None:
        loop = asyncio.get_running_loop()

        def tell(done: int, total: int) -> None:
            loop.call_soon_threadsafe(self._set, game.name, min(0.99, done / total))

        async with self._bench:
            try:
                await beside(lambda: warm(game, tell))
            except Exception:
                del self._done[game.name]
                raise
        self._set(game.name, 1.0)

    def _set(self, name: str, share: float) -> None:
        self._share[name] = share
        self._on_change(name)

    async def prepare_all(self) -> None:
        """Makes every game ready, one after another."""
        for name in self.names:
            await self.ready(name)


async def beside(work: Callable[[], None]) -> None:
    """Does something long in a thread that nobody waits for when the server is stopped meanwhile."""
    loop = asyncio.get_running_loop()
    done = loop.create_future()

    def settle(problem: BaseException | None) -> None:
        if done.cancelled():
            return
        if problem is None:
            done.set_result(None)
        else:
            done.set_exception(problem)

    def run() -> None:
        problem = None
        try:
            work()
        except BaseException as wrong:
            problem = wrong
        with contextlib.suppress(RuntimeError):  # the loop is closed: the server has gone
            loop.call_soon_threadsafe(settle, problem)

    threading.Thread(target=run, name="workshop", daemon=True).start()
    await done


def warm(game: Game, tell: Callable[[int, int], None]) -> None:
    """Compiles a game and loads what a table calls, so that no player waits for it."""
    from townwright.engine.entry_points import EntryPoints

    EntryPoints(game.package).warm(tell)
    call = game.entry_points
    for name in ("setup", "legal", "apply", "refuse", "score", "observe", "resample", "estimate", "greedy"):
        getattr(call, name)
    for name in ("parts", "notes"):
        if hasattr(call, name):
            getattr(call, name)
    gc.collect()
    gc.freeze()  # what is loaded now stays for good: later collections need not look at it
