"""Absence: who is away from a table and for how long, and what the others may do about it.

A person without an open socket is away. A person with one also counts as away if the table waits for their move and
their page has been silent for a long time, because a page can stay open on a desk that its owner has left.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import msgspec

from townwright import bots

from .errors import Refused
from .messages import Reminded, SeatInfo
from .news import Presence
from .rows import Event
from .turns import turn

if TYPE_CHECKING:
    from .table import Table

ANNOUNCED = 30.0  # seconds away after which a return is announced
QUIET = 2.0  # times the table's wait, for a person whose page is open
REMIND = 60.0  # seconds between two reminders of the same person
PASS_ON = 1.0  # seconds between two letters to neighbours about signs of life
SOON = 0.05  # seconds: the shortest time until the next look


class Absence:
    """Who is away from one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._loaded = time.time()
        self._gone: dict[int, float] = {}  # by seat: when its last socket was closed
        self._heard: dict[int, float] = {}  # by seat: the last sign of life of its person
        self._reminded: dict[int, float] = {}
        self._announced: list[int] = []  # the absent seats that everybody knows about
        self._passed_on = 0.0  # when neighbours last got a letter about a sign of life
        self._timer: asyncio.TimerHandle | None = None

    def _silence(self, seat: int, here: set[int]) -> tuple[float, float] | None:
        """When a person was last heard, and after how many seconds that is an absence; None if all is well."""
        table = self._table
        chair, play, wait = table.seats[seat], table.play, table.row.wait
        if chair.guest is None:
            return None
        if seat not in here:
            return self._gone.get(seat, chair.seen or self._loaded), wait
        if play is None or seat not in play.pending:
            return None
        return max(self._heard.get(seat, self._loaded), play.at), QUIET * wait

    @property
    def absent(self) -> list[int]:
        """The seats whose people have been away for so long that the others may do something about it."""
        here, now, found = self._table.here, time.time(), []
        for chair in self._table.seats:
            silence = self._silence(chair.seat, here)
            if silence is not None and sum(silence) <= now:
                found.append(chair.seat)
        return found

    @property
    def present(self) -> list[int]:
        """The seats of the people who play and are not absent: questions go to them."""
        absent = self.absent
        return [seat for seat in self._table.seats.people if seat not in absent]

    def mark(self, infos: list[SeatInfo]) -> list[SeatInfo]:
        """Marks who is away, in the seats as everybody sees them."""
        here, now = self._table.here, time.time()
        for info in infos:
            info.here = info.seat in here
            silence = self._silence(info.seat, here)
            if silence is not None:
                info.absent = sum(silence) <= now
                if info.absent or not info.here:
                    info.away = int(now - silence[0])
        return infos

    def expect(self, seat: int) -> None:
        """A person has just taken a seat and is about to open a socket."""
        self._gone[seat] = self._heard[seat] = time.time()
        self._reminded.pop(seat, None)

    def went(self, seat: int) -> None:
        """The last socket of a person was closed."""
        self._gone[seat] = time.time()
        self.look_again()

    async def came(self, seat: int) -> None:
        """The first socket of a person was opened."""
        await self._come(seat)
        self.look_again()

    @turn
    async def _come(self, seat: int) -> None:
        table = self._table
        chair, now = table.seats[seat], time.time()
        gone = self._gone.get(seat, chair.seen or self._loaded)
        if chair.guest is not None:
            await self._back(seat, now - gone >= min(ANNOUNCED, table.row.wait))
        self._gone.pop(seat, None)
        self._heard[seat] = now

    async def heard(self, seat: int) -> None:
        """A sign of life of a person who is at the table."""
        now = self._heard[seat] = time.time()
        if now - self._passed_on > PASS_ON:
            self._passed_on = now
            self._table.send_presence()
        if self._table.seats[seat].stand_in is not None or seat in self._announced:
            await self._answer(seat)
            self.look_again()

    @turn
    async def _answer(self, seat: int) -> None:
        await self._back(seat, self._table.seats[seat].stand_in is not None)

    async def _back(self, seat: int, announce: bool) -> None:
        """A person takes over again from the bot. The caller holds the lock."""
        table = self._table
        chair = table.seats[seat]
        first = table.play is None and chair.entropy is None
        if first and table.row.round == 1:
            return  # the event "joined" says it already
        if announce and table.row.status != "over":
            fresh = msgspec.structs.replace(chair, stand_in=None, seen=None)
            # a seat that a rematch kept for its player is taken only now
            await table.put(fresh, events=[table.people.event("joined" if first else "back", seat)])
            if chair.stand_in is not None:
                table.resend()
        elif chair.seen is not None:
            await table.put(msgspec.structs.replace(chair, seen=None))

    def presence(self, here: set[int]) -> Presence:
        """A word to the neighbours about the people who are connected to this process."""
        return Presence(self._table.code, {seat: self._heard.get(seat, self._loaded) for seat in here}, self._gone)

    def learn(self, presence: Presence) -> None:
        """Takes in what a neighbour knows about its people."""
        for seat, at in presence.here.items():
            self._heard[seat] = max(at, self._heard.get(seat, at))
        for seat, at in presence.gone.items():
            if seat not in self._table.here:
                self._gone[seat] = min(at, self._gone.get(seat, at))

    def appeared(self, seat: int) -> None:
        """A person has connected to a neighbour, which does the rest."""
        self._gone.pop(seat, None)
        self.look_again()

    def look_again(self) -> None:
        """Checks who is absent now, and again whenever that may have changed."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        table = self._table
        if table.gone:
            return
        here, now, wait = table.here, time.time(), table.row.wait
        silences = [silence for chair in table.seats if (silence := self._silence(chair.seat, here)) is not None]
        absent = self.absent
        if absent != self._announced:
            self._announced = absent
            table.changed()
            table.services.tasks.spawn(self._settle())
        coming = [sum(silence) - now for silence in silences if sum(silence) > now]
        if table.wires or coming:
            delay = min([wait, *coming])
            self._timer = asyncio.get_running_loop().call_later(max(SOON, delay), self.look_again)

    async def _settle(self) -> None:
        """Stores that people have become absent; open questions no longer wait for them."""
        if not self._table.gone:
            await self._note_absent()
            await self._table.agreement.settle()

    @turn
    async def _note_absent(self) -> None:
        table, absent = self._table, self.absent
        for seat in absent:
            chair = table.seats[seat]
            if seat in self._gone and chair.seen is None:
                await table.put(msgspec.structs.replace(chair, seen=self._gone[seat]))
        if table.consent.asked.seat in absent:
            await table.write(**table.consent.dropped)
            table.changed()

    def _check(self, by: int, seat: int) -> None:
        """Refuses if nothing can be done about a seat."""
        table = self._table
        table.check_seat(seat)
        if table.begun().over:
            raise Refused(409, "not-playing", "there is no game going on at this table")
        if seat == by or table.seats[seat].guest is None:
            raise Refused(409, "no-person", "no other person sits there")

    @turn
    async def remind(self, by: int, seat: int) -> None:
        """Calls a person who is away or whose move the table waits for."""
        table = self._table
        self._check(by, seat)
        if seat in table.here and seat not in table.begun().pending:
            raise Refused(409, "not-absent", "that player is at the table, and it is not their turn")
        if time.time() - self._reminded.get(seat, 0) < REMIND:
            raise Refused(429, "reminded", "that player has just been reminded; give them a minute")
        event = table.people.event("reminded", by, seat)
        await table.write(events=[event])
        if event not in table.people.events[-1:]:  # the table has reached its limit of stored events
            self.called(event)
        table.changed(seats=False)

    def called(self, event: Event) -> None:
        """A person is reminded, through this process or another one."""
        if event.other is not None:
            self._reminded[event.other] = event.at
            for wire in self._table.wires:
                if wire.seat == event.other:
                    wire.answer(Reminded(text=self._table.people.say(event, event.other, wire.language)))

    async def let_stand_in(self, by: int, seat: int) -> None:
        """A bot plays for an absent person until that person is back."""
        table = self._table
        await self._let_stand_in(by, seat)
        await table.agreement.settle()
        table.resend()
        table.crew.wake()

    @turn
    async def _let_stand_in(self, by: int, seat: int) -> None:
        table = self._table
        self._check(by, seat)
        chair = table.seats[seat]
        if chair.stand_in is not None:
            return
        if seat not in self.absent:
            raise Refused(409, "not-absent", "that player was at the table a moment ago; wait a little")
        seen = chair.seen or self._gone.get(seat)
        fresh = msgspec.structs.replace(chair, stand_in=bots.USUAL, seen=seen)
        await table.put(fresh, events=[table.people.event("stand_in", by, seat)], **table.consent.dropped)

    async def set_wait(self, guest: int | None, wait: float) -> None:
        """The owner sets how long a person may be away before the others may do something about it."""
        await self._set_wait(guest, wait)
        self._table.changed()
        self.look_again()

    @turn
    async def _set_wait(self, guest: int | None, wait: float) -> None:
        if guest != self._table.people.owner:
            raise Refused(403, "not-yours", "only the owner of the table can set that")
        await self._table.write(wait=wait)
