"""Keeping: a table on disk, and its copy in memory.

The log on disk is the table. This module reads it, takes in what other processes write, and stores what lists and
later versions of the rules need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import structlog

from townwright.engine.errors import TownwrightError

from .book import fingerprint, opened, picture
from .play import Play
from .rows import BOOKS, TABLES, Change, Entry
from .storage import Overtaken, Since

if TYPE_CHECKING:
    from .table import Table

log = structlog.get_logger("townwright")


class Keeping:
    """One table's copy in memory, kept in step with the database."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._noted = -1  # the ply of the last note, made here or by the process that played it
        self._heard: list[Entry | None] = []  # news from neighbours that this copy lacks; None: it is in the database

    def dealt(self) -> Play:
        """The game as it was dealt."""
        table, deal = self._table, self._table.dealing.deal
        deal.secret, deal.entropy = table.row.secret, [chair.entropy for chair in table.seats]
        return Play(table.row, table.game, deal, table.seats)

    async def replayed(self, entries: list[Entry]) -> Play:
        """The game, played again from its log; refused if that does not lead to the stored state."""
        await self._table.services.workshop.ready(self._table.game.name)
        return await self._table.services.archive.aside(lambda: self._replayed(entries))

    def _replayed(self, entries: list[Entry]) -> Play:
        row, changed = self._table.row, TownwrightError("the rules have changed since this game began")
        if row.checked is None and row.status == "playing" and row.rules != self._table.game.version:
            raise changed
        play = self.dealt()
        try:
            for entry in entries:
                if play.ply == row.checked and fingerprint(play) != row.state:
                    raise changed
                play.push(entry)
        except Exception as problem:  # other rules can stumble over anything
            log.warning("replay", table=self._table.code, why=repr(problem))
            raise changed from None
        if play.ply == row.checked and fingerprint(play) != row.state:
            raise changed
        if row.status == "over" and not play.over:
            raise changed
        return play

    async def restore(self, entries: list[Entry]) -> None:
        """Plays the table's log again. If the rules no longer replay it exactly, the table shows its book."""
        table, row = self._table, self._table.row
        table.entries = entries
        try:
            if row.status == "over" and row.rules != table.game.version:
                await self._open_book()
            if table.pages is not None:
                return
            play = await self.replayed(entries)
        except TownwrightError as problem:
            await self._open_book()
            table.frozen = row.status != "over" or table.pages is None
            log.warning("table frozen", table=table.code, why=str(problem))
        else:
            table.play, table.entries = play, []

    async def _open_book(self) -> None:
        found = await self._table.services.storage.find(BOOKS, BOOKS.c.table == self._table.code)
        if found:
            self._table.pages = opened(found[0])

    @property
    def _marks(self) -> tuple[int, int, int, int]:
        """How far this copy is, in the form of Storage.marks."""
        table = self._table
        plies = len(table.entries) if table.play is None else table.play.ply
        return table.row.version, plies, len(table.chat), len(table.people.events)

    async def look(self) -> None:
        """Brings this copy up to date with the table on disk."""
        table = self._table
        if table.services.storage.shared and await table.services.storage.marks(table.code) != self._marks:
            async with table.lock:
                await self.catch_up()

    def hear(self, entry: Entry | None) -> None:
        """A neighbour has written an entry of the log, or something else (None)."""
        self._heard.append(entry)
        if len(self._heard) == 1:
            self._table.services.tasks.spawn(self._take_in())

    async def _take_in(self) -> None:
        table = self._table
        async with table.lock:
            heard, self._heard = self._heard, []
            if table.gone:
                return
            pushed = False
            for entry in heard:
                play = table.play
                if entry is None or play is None or entry.ply > play.ply + 1:
                    await self.catch_up()
                    break
                if entry.ply == play.ply + 1:
                    self._push(play, entry)
                    pushed = True
            if pushed and table.play is not None:
                self._announce(seats=table.play.over)
            if table.play is not None and table.play.over and not table.gone:
                await self.finish()  # the process that played the last move may have died before it could

    async def catch_up(self) -> None:
        """Reads from the database what this copy lacks. The caller holds the lock."""
        table = self._table
        if table.gone:
            return
        found = await table.services.storage.since(table.code, *self._marks)
        if any(found):
            try:
                await self._add(found)
            except BaseException:  # this copy can no longer be trusted
                table.let_go()
                table.services.lost(table)
                raise

    async def _add(self, found: Since) -> None:
        table = self._table
        moved = False
        if found.row is not None:
            before = [(chair.guest, chair.plays) for chair in table.seats]
            table.row = found.row
            for chair in found.chairs:
                table.seats.put(chair)
            moved = before != [(chair.guest, chair.plays) for chair in table.seats]
        if table.play is None and table.pages is None and not table.frozen and table.row.status in ("playing", "over"):
            await table.services.workshop.ready(table.game.name)
            table.play = self.dealt()
        if table.play is not None:
            for entry in found.entries:
                self._push(table.play, entry)
        table.chat += found.chat
        table.people.add(found.events)
        self._announce(found.row is not None or bool(found.entries and table.play and table.play.over))
        if moved:
            table.send_presence()
            table.resend()
        if found.row is not None:
            table.absence.look_again()
            table.crew.hurry()

    def _push(self, play: Play, entry: Entry) -> None:
        play.push(entry)
        self._noted = play.ply  # the process that played it makes the note
        self._table.row.touched = entry.at

    def _announce(self, seats: bool) -> None:
        """Wakes everyone who waits for news of the table."""
        self._table.changed(seats)
        self._table.crew.wake()

    async def finish(self) -> None:
        """Makes sure that the table's row says that the game is over. The caller holds the lock."""
        table = self._table
        while table.row.status == "playing":
            play = table.begun()
            try:
                await table.write(status="over", wish=None, ending=None, **self._noteworthy(play))
            except Overtaken:
                await self.catch_up()
            else:
                log.info("game over", table=table.code, game=table.game.name, plies=play.ply)
                table.services.metrics.finished.labels(table.game.name).inc()

    def note(self) -> list[Change]:
        """The changes that store what lists and later versions of the rules need of a game under way."""
        table, play = self._table, self._table.play
        if play is None or table.gone or self._noted == play.ply or table.row.status != "playing":
            return []
        self._noted = play.ply
        table.row = msgspec.structs.replace(table.row, **self._noteworthy(play))
        return [TABLES.change(table.row, "pending", "checked", "state", "touched")]

    def _noteworthy(self, play: Play) -> dict[str, Any]:
        return {
            "pending": sum(1 << seat for seat in play.pending),
            "checked": play.ply,
            "state": fingerprint(play),
        }

    async def farewell(self) -> None:
        """Before a table leaves memory: stores how a spectator sees its game. The caller holds the lock.

        If another process knows more about the table, that process will do it.
        """
        table, play = self._table, self._table.play
        if play is None or table.row.status != "playing" or table.gone:
            return
        book = BOOKS.add(picture(play), table=table.code)
        try:
            await table.write(BOOKS.drop(table=table.code), book, touch=False, **self._noteworthy(play))
        except Overtaken:
            log.info("farewell", table=table.code, why="another process has continued it")
