"""Consent: if the others agree, a player may take back a move that the game itself would not let them take back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .messages import UndoAsked
from .rows import Wish
from .turns import turn

if TYPE_CHECKING:
    from .table import Table

NOBODY_ASKED = UndoAsked(seat=None)


class Consent:
    """The open request of one table to take a move back. The next move settles it."""

    def __init__(self, table: Table) -> None:
        self._table = table

    @property
    def _wish(self) -> Wish | None:
        wish, play = self._table.row.wish, self._table.play
        return None if wish is None or play is None or play.over or wish["ply"] != play.ply else wish

    @property
    def asked(self) -> UndoAsked:
        wish = self._wish
        return NOBODY_ASKED if wish is None else UndoAsked(seat=wish["seat"], waiting=wish["waiting"])

    @property
    def dropped(self) -> dict[str, Any]:
        """The fields of the table's row that drop the question, because a player has left or no longer plays."""
        return {} if self._wish is None else {"wish": None}

    async def ask(self, seat: int, client: str) -> None:
        """Asks the other people at the table whether a seat may take back. The caller holds the lock."""
        table = self._table
        others = [other for other in table.seats.people if other != seat]
        await table.write(wish=Wish(seat=seat, waiting=others, client=client, ply=table.ply))

    @turn
    async def answer(self, seat: int, yes: bool) -> None:
        """The answer of a player who was asked; the player who asked can withdraw the question."""
        table, wish = self._table, self._wish
        if wish is None or seat not in (wish["seat"], *wish["waiting"]):
            return
        waiting = [other for other in wish["waiting"] if other != seat]
        if not yes:
            await table.write(wish=None)
        elif seat != wish["seat"] and waiting:
            await table.write(wish=Wish(seat=wish["seat"], waiting=waiting, client=wish["client"], ply=wish["ply"]))
        elif seat != wish["seat"]:
            await table.enter(table.begun().take_back(wish["seat"], wish["client"]))
        table.changed(seats=False)
