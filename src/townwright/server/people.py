"""The people at a table: they sit down and leave, come back by their own link, and meet again for a rematch."""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from townwright import bots
from townwright.engine.texts import table_texts, who

from .crew import STRONGEST
from .errors import Refused
from .guests import hashed
from .messages import ChangeSeat, EventKind, PeopleLine
from .rows import Chair, Event, Guest
from .seats import YOU
from .turns import turn

if TYPE_CHECKING:
    from .table import Table

MOST_EVENTS = 1000  # kept of a table


class People:
    """Who holds the seats of one table, and the events of joining, leaving and so on."""

    def __init__(self, table: Table, events: list[Event]) -> None:
        self._table, self.events = table, events

    @property
    def owner(self) -> int:
        """The guest in charge of the table: its owner or, while that person is absent, the first player who is not."""
        table = self._table
        seat = table.seats.of(table.row.owner)
        if seat is not None and seat in table.absence.absent:
            for other in table.absence.present:
                if other in table.here:
                    return table.seats[other].guest or table.row.owner
        return table.row.owner

    def add(self, events: Sequence[Event]) -> None:
        """Takes in events that are on disk, whichever process wrote them."""
        self.events += events
        for event in events:
            if event.kind == "reminded":
                self._table.absence.called(event)

    def event(self, kind: EventKind, seat: int, other: int | None = None, name: str | None = None) -> Event:
        """The event that the person of a seat did something, perhaps to another seat."""
        table = self._table
        return Event(
            n=len(self.events) + 1,
            ply=table.ply,
            kind=kind,
            seat=seat,
            name=name or table.seats[seat].name or "",
            other=other,
            other_name=None if other is None else table.seats[other].name,
            at=time.time(),
        )

    def say(self, event: Event, reader: int | None, language: str) -> str:
        """An event as a sentence for the person of a seat, or for a spectator."""
        mine = None if reader is None else self._table.seats[reader].name

        def is_reader(seat: int | None, name: str | None) -> bool:
            return name in YOU or (seat is not None and seat == reader and name == mine)

        name = None if is_reader(event.seat, event.name) else event.name
        text = f"people.{event.kind}"
        if is_reader(event.other, event.other_name):
            text += "_you"
        return table_texts(language)(text, who=who(name, language), other=event.other_name)

    def lines(self, after: int, reader: int | None, language: str) -> list[PeopleLine]:
        """The events after the first few, as sentences."""
        return [
            PeopleLine(
                n=event.n,
                ply=event.ply,
                kind=event.kind,
                seat=event.seat,
                text=self.say(event, reader, language),
                at=event.at,
            )
            for event in self.events[after:]
        ]

    @turn
    async def join(self, guest: Guest, seat: int | None) -> None:
        """A guest takes a seat, or the first that is open."""
        table = self._table
        if table.seats.of(guest.id) is not None:
            return
        if seat is not None:
            table.check_seat(seat)
        if table.row.status != "open":
            raise Refused(409, "begun", "the game at this table has begun; you can watch it")
        free = table.seats.free
        if not free:
            raise Refused(409, "full", "every seat of this table is taken; you can watch it")
        if seat is not None and seat not in free:
            raise Refused(409, "taken", "that seat is taken; choose another")
        chair = Chair(free[0] if seat is None else seat, guest=guest.id, name=guest.name)
        await table.put(chair, events=[self.event("joined", chair.seat, name=guest.name)])
        table.absence.expect(chair.seat)

    async def leave(self, guest: Guest) -> None:
        """A guest leaves the seat. Before the game the seat opens again; during the game a bot plays on."""
        table = self._table
        await self._leave(guest)
        await table.agreement.settle()
        table.resend()  # the one who left is a spectator now, and others may be free to take back
        table.crew.hurry()
        table.crew.wake()

    @turn
    async def _leave(self, guest: Guest) -> None:
        table = self._table
        seat, row = table.seats.of(guest.id), table.row
        fields: dict[str, Any] = {}
        if seat is None:
            raise Refused(409, "no-seat", "you have no seat at this table")
        if row.status not in ("open", "playing"):
            return
        chair, event = Chair(seat), self.event("handed" if table.play else "left", seat)
        if table.play is not None:
            old = table.seats[seat]
            chair = Chair(seat, bot=STRONGEST, name=old.name, entropy=old.entropy, commitment=old.commitment)
            fields = table.consent.dropped | table.agreement.without(seat)
        others = [other.guest for other in table.seats if other.guest not in (None, guest.id)]
        if guest.id == row.owner and others:
            fields["owner"] = others[0]
        if not others and row.status == "open":
            fields |= {"status": "closed", "why_closed": "everybody has left"}
        await table.put(chair, events=[event], **fields)

    async def change_seat(self, guest: Guest, seat: int, wish: ChangeSeat) -> None:
        """The owner gives a seat to a bot or opens it, even one that is kept for another person."""
        bots.check(wish.bot)
        await self._change_seat(guest, seat, wish)
        self._table.resend()
        await self._table.dealing.begin_if_ready()

    @turn
    async def _change_seat(self, guest: Guest, seat: int, wish: ChangeSeat) -> None:
        table = self._table
        if guest.id != self.owner:
            raise Refused(403, "not-yours", "only the owner of the table can change its seats")
        table.check_seat(seat)
        if table.row.status != "open":
            raise Refused(409, "begun", "the game at this table has begun")
        old, mine = table.seats[seat], table.seats.of(guest.id)
        if old.guest == guest.id:
            raise Refused(409, "taken", "you sit there yourself; leave the seat first")
        freed = old.guest is not None
        events = [self.event("freed", seat if mine is None else mine, seat, guest.name)] if freed else []
        chair = Chair(seat, bot=wish.bot if wish.who == "bot" else None)
        await table.put(chair, events=events, owner=guest.id)  # acting for an absent owner makes this guest the owner

    @turn
    async def new_key(self, guest: Guest) -> str:
        """A new key to a person's own seat; only its hash is stored. Older keys no longer open it."""
        table = self._table
        seat = table.seats.of(guest.id)
        if seat is None:
            raise Refused(403, "no-seat", "you have no seat at this table")
        key = secrets.token_urlsafe(32)
        await table.put(msgspec.structs.replace(table.seats[seat], key=hashed(key)))
        return key

    def seat_of(self, key: str) -> int:
        """The seat that a key opens."""
        for chair in self._table.seats:
            if chair.guest is not None and chair.key is not None and hmac.compare_digest(chair.key, hashed(key)):
                return chair.seat
        raise Refused(403, "bad-key", "this link no longer opens a seat at this table; you can watch")

    async def claim(self, guest: Guest, key: str) -> None:
        """A person plays on from another device, which takes the seat over."""
        await self._claim(guest, key)
        self._table.resend()

    @turn
    async def _claim(self, guest: Guest, key: str) -> None:
        table = self._table
        seat = self.seat_of(key)
        chair, mine = table.seats[seat], table.seats.of(guest.id)
        if mine == seat:
            return
        if mine is not None:
            raise Refused(409, "two-seats", "you hold another seat of this table in this browser")
        owner = guest.id if chair.guest == table.row.owner else table.row.owner
        await table.put(msgspec.structs.replace(chair, guest=guest.id), owner=owner)
        table.absence.expect(seat)

    def moved_on(self) -> list[Chair]:
        """The seats of a rematch: everybody moves on by one, so that another player begins."""
        seats = self._table.seats
        olds = [seats[(seat + 1) % len(seats)] for seat in range(len(seats))]
        return [
            Chair(
                seat,
                guest=old.guest,
                bot=old.bot,
                name=old.name if old.guest is not None else None,
                wins=self.wins(old),
            )
            for seat, old in enumerate(olds)
        ]

    def wins(self, chair: Chair) -> int:
        """The games that a player has won in this series, this one included once it is over."""
        play = self._table.play
        return chair.wins + (play is not None and len(self._table.seats) > 1 and chair.seat in play.winners)
