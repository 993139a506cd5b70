"""Agreement: the game ends before its end if everybody who is present wants that. Nobody has won then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import Refused
from .messages import Ending, EventKind

if TYPE_CHECKING:
    from .table import Table


class Agreement:
    """The proposal to end the game of one table, and who has agreed to it."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._asker: int | None = None
        self._agreed: set[int] = set()

    @property
    def _waiting(self) -> list[int]:
        """Who is still asked: people, not bots, and nobody who is absent."""
        return [seat for seat in self._table.absence.present if seat not in self._agreed]

    @property
    def proposal(self) -> Ending | None:
        return None if self._asker is None else Ending(seat=self._asker, waiting=self._waiting)

    def drop(self) -> None:
        self._asker, self._agreed = None, set()

    async def left(self, seat: int) -> None:
        """Somebody left the table for good. The lock is held."""
        if seat == self._asker:
            self.drop()
        await self.settle()

    async def answer(self, seat: int, yes: bool) -> None:
        """Proposes to end the game or agrees to it; or declines, or withdraws the proposal."""
        table = self._table
        async with table.lock:
            if table.begun().over:
                raise Refused(409, "not-playing", "there is no game going on at this table")
            kind: EventKind | None = None
            if yes:
                self._agreed.add(seat)
                if self._asker is None:
                    self._asker = seat
                    kind = "proposed" if self._waiting else None
            elif self._asker is not None:
                kind = "declined" if seat != self._asker else None
                self.drop()
            if kind is not None:
                await table.write(events=[table.people.event(kind, seat)])
            await self.settle()
        table.changed()

    async def settle(self) -> None:
        """Ends the game if nobody is left to ask. The lock is held."""
        table = self._table
        if self._asker is not None and table.play is not None and not table.play.over and not self._waiting:
            asker = self._asker
            self.drop()
            await table.enter(table.play.end(asker))
