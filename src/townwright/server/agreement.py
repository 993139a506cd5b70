"""Agreement: the game ends early, without a winner, if everyone present wants that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import Refused
from .messages import Ending
from .rows import Proposal
from .turns import turn

if TYPE_CHECKING:
    from .table import Table


class Agreement:
    """The proposal to end the game of one table, and who has agreed to it."""

    def __init__(self, table: Table) -> None:
        self._table = table

    @property
    def _ending(self) -> Proposal | None:
        play = self._table.play
        return None if play is None or play.over else self._table.row.ending

    def _waiting(self, agreed: list[int]) -> list[int]:
        """Whose answer is missing: people who are present, not bots."""
        return [seat for seat in self._table.absence.present if seat not in agreed]

    @property
    def proposal(self) -> Ending | None:
        ending = self._ending
        return None if ending is None else Ending(seat=ending["seat"], waiting=self._waiting(ending["agreed"]))

    def without(self, seat: int) -> dict[str, Any]:
        """The fields of the table's row that change when a player leaves for good: their own proposal is dropped."""
        ending = self._ending
        return {"ending": None} if ending is not None and ending["seat"] == seat else {}

    async def answer(self, seat: int, yes: bool) -> None:
        """Proposes to end the game or agrees to it; or declines, or withdraws the proposal."""
        await self._note(seat, yes)
        await self.settle()
        self._table.changed()

    @turn
    async def _note(self, seat: int, yes: bool) -> None:
        table, ending = self._table, self._ending
        if table.begun().over:
            raise Refused(409, "not-playing", "there is no game going on at this table")
        if yes:
            agreed = sorted({seat, *(ending["agreed"] if ending else ())})
            new = ending is None and self._waiting(agreed)
            proposal = Proposal(seat=ending["seat"] if ending else seat, agreed=agreed)
            await table.write(events=[table.people.event("proposed", seat)] if new else [], ending=proposal)
        elif ending is not None:
            declined = seat != ending["seat"]
            await table.write(events=[table.people.event("declined", seat)] if declined else [], ending=None)

    @turn
    async def settle(self) -> None:
        """Ends the game if no answer is missing."""
        ending = self._ending
        if ending is not None and not self._waiting(ending["agreed"]):
            await self._table.enter(self._table.begun().end(ending["seat"]))
