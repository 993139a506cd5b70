"""Dealing: everyone at a table promises a part of the deal, then reveals it, and the game begins."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING

import msgspec

from townwright.engine.errors import TownwrightError
from townwright.engine.saving import Deal

from .errors import Refused
from .guests import hashed
from .seats import unpromised
from .turns import turn

if TYPE_CHECKING:
    from .table import Table


class Dealing:
    """The deal of one table, and the beginning of its game."""

    def __init__(self, table: Table) -> None:
        self._table = table

    @property
    def deal(self) -> Deal:
        """The promise behind the shuffling; the secret is revealed only when nothing depends on it any more."""
        table = self._table
        return Deal(
            commitment=hashlib.sha256(bytes.fromhex(table.row.secret)).hexdigest(),
            commitments=[chair.commitment for chair in table.seats],
            entropy=[None if chair.bot and table.row.status == "open" else chair.entropy for chair in table.seats],
            secret=table.row.secret if table.row.status == "over" else None,
        )

    async def promise(self, seat: int, commitment: str) -> None:
        """A person promises a part of the deal. If a player has already revealed one, everyone must promise again."""
        await self._promise(seat, commitment)
        await self.begin_if_ready()

    @turn
    async def _promise(self, seat: int, commitment: str) -> None:
        table, chair = self._table, self._table.seats[seat]
        if table.row.status != "open" or chair.commitment == commitment:
            return
        chairs = [unpromised(other) for other in table.seats if other.seat != seat] if table.seats.revealed else []
        await table.put(msgspec.structs.replace(chair, commitment=commitment, entropy=None), *chairs)

    async def reveal(self, seat: int, entropy: str) -> None:
        """A person reveals the promised part of the deal, once everyone has promised theirs."""
        await self._reveal(seat, entropy)
        await self.begin_if_ready()

    @turn
    async def _reveal(self, seat: int, entropy: str) -> None:
        table, chair = self._table, self._table.seats[seat]
        if table.row.status != "open" or chair.entropy is not None:
            return
        if not table.seats.promised:
            raise Refused(409, "too-early", "not everybody has promised a part of the deal yet")
        if chair.commitment != hashed(entropy):
            raise Refused(409, "broken-promise", "this is not the entropy whose SHA-256 you sent")
        await table.put(msgspec.structs.replace(chair, entropy=entropy))

    async def _promise_for_bots(self) -> None:
        """The bots promise their parts, before anyone reveals theirs."""
        table = self._table
        chairs = []
        for chair in table.seats:
            if chair.bot is not None and not chair.ready:
                entropy = secrets.token_hex(16)
                chairs.append(msgspec.structs.replace(chair, entropy=entropy, commitment=hashed(entropy)))
        if chairs:
            await table.put(*chairs)

    @turn
    async def begin_if_ready(self) -> None:
        """Begins the game once every seat is ready and the rules are compiled."""
        table, workshop = self._table, self._table.services.workshop
        if table.row.status != "open" or not table.seats.promised:
            return
        await self._promise_for_bots()
        if not table.seats.ready:
            return
        if workshop.share(table.game.name) < 1:
            table.services.tasks.spawn(self._begin_later())
            return
        await workshop.ready(table.game.name)
        try:
            play = table.keeping.dealt()
        except TownwrightError as problem:
            await table.write(status="closed", why_closed=str(problem))
        else:
            await table.write(status="playing")
            table.play = play
        table.changed()
        table.crew.wake()

    async def _begin_later(self) -> None:
        table = self._table
        await table.services.workshop.ready(table.game.name)
        await self.begin_if_ready()
