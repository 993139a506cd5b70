"""The crew: the bots of one table."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from typing import TYPE_CHECKING

import structlog

from townwright import bots
from townwright.engine.hints import Advice, advise
from townwright.engine.thinking import Budget

from .thinkers import THINKERS
from .turns import turn

if TYPE_CHECKING:
    from .table import Table

STRONGEST = bots.STRONGEST  # takes over seats
HINT = 0.5  # seconds to think about a hint
UNWATCHED = 0.04  # the share of its time that a bot takes where no person plays
AGAIN = 5.0  # seconds after which bots try again when something went wrong

log = structlog.get_logger("townwright")


def hint_budget() -> Budget:
    """How long to think about a hint now."""
    return Budget(seconds=HINT * THINKERS.share)


class Crew:
    """Plays for the bots of a table, at its pace."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._bots: dict[tuple[int, str], bots.Bot] = {}  # by seat and level
        self._undos = 0  # of the game, when these bots were made
        self._working = False
        self._hurry = asyncio.Event()

    @property
    def place(self) -> str:
        """The name of the lock that the process playing for this table's bots holds."""
        return f"crew {self._table.code}"

    @property
    def due(self) -> bool:
        """Whether a bot must act."""
        play = self._table.play
        return play is not None and any(self._table.seats[seat].plays for seat in play.pending)

    @property
    def idle(self) -> bool:
        return not self._working

    def wake(self) -> None:
        """Sets the bots to work if one of them must act."""
        if self.idle and self.due:
            self._working = True
            self._table.services.tasks.spawn(self._work())

    def hurry(self) -> None:
        """The pace has changed: a waiting bot moves at once."""
        self._hurry.set()

    async def _work(self) -> None:
        try:
            while self.due and not self._table.gone:
                if not await self._table.services.neighbours.take(self.place):
                    return  # a neighbour plays for these bots; when it is gone, the house wakes this crew
                try:
                    await self._move()
                except Exception as problem:
                    log.error("bots", table=self._table.code, exc_info=problem)
                    await asyncio.sleep(AGAIN)
        finally:
            self._working = False

    async def _move(self) -> None:
        """One move of one bot."""
        table = self._table
        play = table.play
        assert play is not None
        pending = play.pending
        mine = [seat for seat in pending if table.seats[seat].plays]
        if not mine:  # in the meantime a neighbour has moved for it
            return
        # a bot waits at a human pace, unless people are still choosing at the same time
        await self._pause(table.row.pace if len(mine) == len(pending) and table.seats.people else 0)
        seat, ply = mine[0], play.ply
        if seat not in play.pending or not table.seats[seat].plays:  # a move was taken back, or the person came back
            return
        effort = 1.0 if table.seats.people else UNWATCHED
        code = await THINKERS.choose(self._bot(seat), play.match.known(seat), seat, effort)
        await self._enter(seat, code, ply)

    @turn
    async def _enter(self, seat: int, code: int, ply: int) -> None:
        table = self._table
        play = table.begun()
        if not play.stale(seat, ply) and table.seats[seat].plays:
            await table.enter(play.move(seat, code))

    def _bot(self, seat: int) -> bots.Bot:
        """The bot of a seat. After an undo, bots start afresh, because their plans belong to another game."""
        level = self._table.seats[seat].plays or STRONGEST
        undos = self._table.begun().undos
        if undos != self._undos:
            self._bots.clear()
            self._undos = undos
        if (seat, level) not in self._bots:
            self._bots[seat, level] = bots.make(level, secrets.randbits(60))
        return self._bots[seat, level]

    async def _pause(self, seconds: float) -> None:
        """Waits before a bot's move, or until the pace changes."""
        self._hurry.clear()
        if seconds:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), seconds)
        else:
            await asyncio.sleep(0)

    async def hints(self, seat: int, language: str) -> list[Advice]:
        """The best moves of a seat, from what that seat knows."""
        play = self._table.play
        if play is None or seat not in play.pending:
            return []
        known = play.match.known(seat)
        return await THINKERS.run(advise, known, hint_budget(), language)  # writing the sentences takes time, too
