"""The house: all tables, their guests, and the bots that sit there. Everything that changes a table passes here."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import secrets
import time
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
import structlog

from townwright import bots
from townwright.engine.errors import IllegalMove, TownwrightError
from townwright.engine.loading import new_match
from townwright.engine.texts import LANGUAGE
from townwright.games import load

from . import storage as at
from .errors import Refused
from .messages import Answer, ChangeSeat, ChatLine, NewSeat, NewTable, Problem, TableInfo, TableLine
from .metrics import Metrics
from .storage import Statement, Storage
from .table import Chair, Entry, Table
from .wire import Wire
from .workshop import Workshop

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"  # no I, L, O: they look like figures or each other
MOST_TABLES = 40  # unfinished ones of a guest
MOST_CHAT = 2000  # lines at a table
MOST_GUESTS = 10_000  # kept in memory
AGAIN = 5.0  # seconds after which bots try again when something went wrong
BEAT = 20.0  # seconds between signs of life
IDLE = 15 * 60.0  # seconds after which a table nobody looks at leaves memory
HINT = bots.NAMES[-1]  # the strongest bot gives hints and takes over seats

log = structlog.get_logger("townwright")


@dataclass(frozen=True)
class Guest:
    """Somebody with a cookie."""

    id: int
    name: str


@dataclass(eq=False)
class Room:
    """A table in memory: with its lock, those who look at it, and its chat."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    wires: set[Wire] = field(default_factory=set)
    chat: list[ChatLine] = field(default_factory=list)
    robots: dict[int, bots.Bot] = field(default_factory=dict)
    driver: asyncio.Task[None] | None = None  # plays for the bots
    used: float = field(default_factory=time.monotonic)
    gone: bool = False  # no longer the room of its table
    hurry: asyncio.Event = field(default_factory=asyncio.Event)  # bots that wait at the old pace wait no longer

    @property
    def here(self) -> set[int]:
        """The seats whose people are connected."""
        return {seat for wire in self.wires if (seat := self.table.seat_of(wire.guest)) is not None}


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class House:
    """All tables of this process."""

    def __init__(self, data: str) -> None:
        self.metrics = Metrics()
        self.storage = Storage(data, self.metrics.committed)
        self.workshop = Workshop(self._prepared)
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._guests: dict[str, Guest] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        await asyncio.to_thread(self.storage.open)
        self.spawn(self.workshop.prepare_all())
        self.spawn(self._sweep_forever())
        self.spawn(self._beat_forever())

    async def close(self) -> None:
        for room in self.rooms.values():
            if room.driver is not None:
                room.driver.cancel()
            for wire in list(room.wires):
                wire.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self.storage.close)

    def spawn(self, work: Any) -> asyncio.Task[Any]:
        """Runs something beside; what goes wrong there is logged."""
        task: asyncio.Task[Any] = asyncio.ensure_future(work)
        self._tasks.add(task)

        def done(task: asyncio.Task[Any]) -> None:
            self._tasks.discard(task)
            if not task.cancelled() and (problem := task.exception()):
                log.error("background", exc_info=problem)

        task.add_done_callback(done)
        return task

    # --- guests ---

    async def guest(self, token: str | None) -> Guest | None:
        """The guest of a cookie."""
        if not token or len(token) > 100:
            return None
        key = hashed(token)
        known = self._guests.get(key)
        if known is None:
            rows = await self.storage.fetch(sa.select(at.guests).where(at.guests.c.token == key))
            if not rows:
                return None
            known = self._guests[key] = Guest(rows[0]["id"], rows[0]["name"])
            if len(self._guests) > MOST_GUESTS:
                del self._guests[next(iter(self._guests))]
        return known

    async def welcome(self, token: str | None, name: str) -> tuple[Guest, str | None]:
        """A guest gets a name, and a token if he has none yet."""
        name = " ".join("".join(c for c in name if c.isprintable()).split())
        if not name:
            raise Refused(400, "no-name", "a name has at least one letter that can be seen")
        known = await self.guest(token)
        if known is not None and token is not None:
            await self.storage.write((at.NAME_GUEST, {"of": known.id, "to": name}))
            guest = self._guests[hashed(token)] = Guest(known.id, name)
            return guest, None
        token = secrets.token_urlsafe(32)
        await self.storage.write((at.ADD_GUEST, {"token": hashed(token), "name": name, "made": time.time()}))
        found = await self.guest(token)
        assert found is not None
        return found, token

    # --- finding tables ---

    async def room(self, code: str) -> Room:
        """The table of a code, brought into memory if need be."""
        code = code.upper()
        room = self.rooms.get(code)
        if room is None:
            if len(code) != 6 or any(letter not in LETTERS for letter in code):
                raise Refused(404, "not-found", "there is no table with that code")
            loading = self._loading.get(code)
            if loading is None:  # who comes first loads it, beside: it is not lost when he goes away
                loading = self._loading[code] = asyncio.ensure_future(self._load(code))
                loading.add_done_callback(lambda _: self._loading.pop(code, None))
            room = await asyncio.shield(loading)
        room.used = time.monotonic()
        return room

    def _forget(self, room: Room) -> None:
        """A write failed, and perhaps it is on disk all the same: the table is read anew for those who come back."""
        room.gone = True
        if self.rooms.get(room.table.code) is room:
            del self.rooms[room.table.code]
        for wire in list(room.wires):
            wire.close()

    async def _load(self, code: str) -> Room:
        rows = await self.storage.fetch(sa.select(at.tables).where(at.tables.c.code == code))
        if not rows:
            raise Refused(404, "not-found", "there is no table with that code")
        row = rows[0]
        seats = await self.storage.fetch(sa.select(at.seats).where(at.seats.c.table == code).order_by(at.seats.c.seat))
        table = Table(
            code=code,
            game=load(row["game"]),
            rules=row["rules"],
            options=row["options"],
            owner=row["owner"],
            listed=row["listed"],
            pace=row["pace"],
            secret=row["secret"],
            made=row["made"],
            chairs=[Chair(s["guest"], s["bot"], s["name"], s["entropy"]) for s in seats],
            status=row["status"],
            why_closed=row["why_closed"],
            rematch=row["rematch"],
            touched=row["touched"],
        )
        lines = await self.storage.fetch(sa.select(at.chat).where(at.chat.c.table == code).order_by(at.chat.c.n))
        room = Room(table)
        room.chat = [ChatLine(n=x["n"], seat=x["seat"], name=x["name"], text=x["text"], at=x["at"]) for x in lines]
        if table.status in ("playing", "over"):
            entries = await self.storage.fetch(sa.select(at.log).where(at.log.c.table == code).order_by(at.log.c.ply))
            await self._relive(table, [Entry(e["ply"], e["seat"], e["kind"], e["code"], e["client"]) for e in entries])
        self.rooms[code] = room
        self.metrics.tables.set(len(self.rooms))
        self._drive(room)
        if table.status == "open":  # all were ready, and the server went before the game began
            async with room.lock:
                await self._begin_if_ready(room)
        return room

    async def _relive(self, table: Table, entries: list[Entry]) -> None:
        """Plays a table's log again; one of older rules, which would go another way, is closed."""
        status, touched = table.status, table.touched
        try:
            if table.rules != table.game.version:
                raise TownwrightError("the rules have changed since this game began")
            await self.workshop.ready(table.game.name)
            table.begin()
            for entry in entries:
                table.push(entry)
        except TownwrightError as problem:
            table.match, table.status, table.why_closed = None, "closed", str(problem)
            log.warning("table closed", table=table.code, why=str(problem))
            await self.storage.write(self._table_row(table))
        else:
            table.touched = touched
            if table.status != status:  # the last move was on disk, the end of the game was not
                await self.storage.write(self._table_row(table))

    async def lines(self, guest: Guest, language: str) -> list[TableLine]:
        """The tables of a guest, the latest first."""
        query = (
            sa.select(at.seats.c.table)
            .join(at.tables)
            .where(at.seats.c.guest == guest.id)
            .order_by(at.tables.c.touched.desc())
            .limit(MOST_TABLES)
        )
        rooms = [await self.room(row["table"]) for row in await self.storage.fetch(query)]
        lines = [room.table.line(guest.id, room.here, language) for room in rooms]
        return sorted(lines, key=lambda line: -line.at)

    async def listed(self, guest: Guest | None, language: str) -> list[TableLine]:
        """Listed tables where somebody can still sit down."""
        free = sa.exists().where(
            at.seats.c.table == at.tables.c.code, at.seats.c.guest.is_(None), at.seats.c.bot.is_(None)
        )
        query = (
            sa.select(at.tables.c.code)
            .where(at.tables.c.listed, at.tables.c.status == "open", free)
            .order_by(at.tables.c.touched.desc())
            .limit(MOST_TABLES)
        )
        rooms = [await self.room(row["code"]) for row in await self.storage.fetch(query)]
        return [room.table.line(guest.id if guest else None, room.here, language) for room in rooms]

    async def _sweep_forever(self) -> None:
        while True:
            await asyncio.sleep(60)
            for room in list(self.rooms.values()):
                idle = time.monotonic() - room.used > IDLE
                if idle and not room.wires and room.driver is None and not room.lock.locked():
                    self._forget(room)
            self.metrics.tables.set(len(self.rooms))

    async def _beat_forever(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            for room in self.rooms.values():
                for wire in room.wires:
                    wire.beat()

    def _prepared(self, name: str) -> None:
        """The compilation of a game went on: those who wait for it see it."""
        for room in self.rooms.values():
            if room.table.game.name == name and room.table.match is None:
                self.changed(room)

    # --- making and changing tables ---

    async def make(self, guest: Guest, wish: NewTable, after: Table | None = None) -> Room:
        """A new table."""
        game = load(wish.game)
        seats = game.check_seats(len(wish.seats))
        if sum(seat.who == "me" for seat in wish.seats) > 1:
            raise Refused(400, "two-seats", "you can hold one seat of a table, not several")
        for seat in wish.seats:
            bots.check(seat.bot)
        options = game.open_box(wish.options).options
        unfinished = sa.select(sa.func.count().label("n")).where(
            at.tables.c.owner == guest.id, at.tables.c.status.in_(("open", "playing"))
        )
        if (await self.storage.fetch(unfinished))[0]["n"] >= MOST_TABLES:
            raise Refused(
                429, "too-many-tables", f"you have {MOST_TABLES} unfinished tables; finish or leave some first"
            )
        if self.workshop.share(game.name) == 1:
            new_match(game, seats, 0, options)  # options that this many players cannot play with are refused here
        chairs = []
        for n, seat in enumerate(wish.seats):
            if seat.who == "me":
                chairs.append(Chair(guest=guest.id, name=guest.name))
            elif seat.who == "bot":
                chairs.append(Chair(bot=seat.bot))
            elif after is not None and after.chairs[n].guest is not None:
                chairs.append(Chair(guest=after.chairs[n].guest, name=after.chairs[n].name))
            else:
                chairs.append(Chair())
        now = time.time()
        table = Table(
            code=await self._new_code(),
            game=game,
            rules=game.version,
            options=options,
            owner=guest.id,
            listed=wish.listed,
            pace=wish.pace,
            secret=secrets.token_hex(32),
            made=now,
            touched=now,
            chairs=chairs,
        )
        row = {
            name: getattr(table, name)
            for name in ("code", "rules", "options", "owner", "listed", "pace", "secret", "status", "made", "touched")
        }
        rows: list[Statement] = [(at.ADD_TABLE, {**row, "game": game.name, "why_closed": None, "rematch": None})]
        rows += [(at.ADD_SEAT, self._seat_values(table, n)) for n in range(seats)]
        if after is not None:
            of, values = self._table_row(after)
            rows.append((of, {**values, "rematch": table.code}))
        await self.storage.write(*rows)
        if after is not None:
            after.rematch = table.code
        room = self.rooms[table.code] = Room(table)
        self.metrics.made.labels(game.name).inc()
        self.metrics.tables.set(len(self.rooms))
        log.info("table made", table=table.code, game=game.name, seats=seats)
        await self._begin_if_ready(room)
        return room

    async def _new_code(self) -> str:
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(6))
            if not await self.storage.fetch(sa.select(at.tables.c.code).where(at.tables.c.code == code)):
                return code

    @staticmethod
    def _seat_values(table: Table, n: int) -> dict[str, Any]:
        chair = table.chairs[n]
        return {
            "table": table.code,
            "seat": n,
            "guest": chair.guest,
            "bot": chair.bot,
            "name": chair.name,
            "entropy": chair.entropy,
        }

    @staticmethod
    def _table_row(table: Table) -> Statement:
        names = ("owner", "pace", "status", "why_closed", "rematch", "touched")
        return at.SET_TABLE, {"of": table.code, **{name: getattr(table, name) for name in names}}

    def _seat_row(self, table: Table, n: int) -> Statement:
        values = self._seat_values(table, n)
        return at.SET_SEAT, {"of": values.pop("table"), "at": values.pop("seat"), **values}

    async def _sit(self, room: Room, n: int, chair: Chair) -> None:
        """Changes who holds a seat."""
        table = room.table
        table.chairs[n] = chair
        table.touched = time.time()
        await self._keep(room, self._seat_row(table, n), self._table_row(table))
        self.changed(room)

    async def _keep(self, room: Room, *statements: Statement) -> None:
        """Writes what changed at a table. If that fails, what is in memory is no longer trusted."""
        if room.gone:
            raise Refused(409, "again", "this table is being read anew; try again")
        try:
            await self.storage.write(*statements)
        except BaseException:
            self._forget(room)
            raise

    async def join(self, guest: Guest, code: str, seat: int | None) -> Room:
        """Sits down on a seat, or on the first that is open."""
        room = await self.room(code)
        async with room.lock:
            table = room.table
            if table.seat_of(guest.id) is not None:
                return room
            if seat is not None and not 0 <= seat < len(table.chairs):
                raise Refused(404, "no-seat", f"a seat of this table is 0 to {len(table.chairs) - 1}, not {seat}")
            if table.status != "open":
                raise Refused(409, "begun", "the game at this table has begun; you can watch it")
            free = [n for n, chair in enumerate(table.chairs) if chair.guest is None and chair.bot is None]
            if not free:
                raise Refused(409, "full", "every seat of this table is taken; you can watch it")
            if seat is not None and seat not in free:
                raise Refused(409, "taken", "that seat is taken; choose another")
            await self._sit(room, free[0] if seat is None else seat, Chair(guest=guest.id, name=guest.name))
        return room

    async def leave(self, guest: Guest, code: str) -> Room:
        """Stands up. Before the game the seat is open again; in a running game a bot plays on."""
        room = await self.room(code)
        async with room.lock:
            table = room.table
            n = table.seat_of(guest.id)
            if n is None:
                raise Refused(409, "no-seat", "you have no seat at this table")
            if table.status not in ("open", "playing"):
                return room
            chair = Chair()
            if table.status == "playing":
                chair = Chair(bot=HINT, name=table.chairs[n].name, entropy=table.chairs[n].entropy)
            others = [other for other in table.people if other != n]
            if guest.id == table.owner and others:
                table.owner = table.chairs[others[0]].guest or table.owner
            if not others and table.status == "open":
                table.status, table.why_closed = "closed", "everybody has left"
            table.asked = None
            await self._sit(room, n, chair)
        for wire in room.wires:
            wire.forget()  # who left is a spectator now, and others may be free to take back
        room.hurry.set()
        self._drive(room)
        return room

    async def change_seat(self, guest: Guest, code: str, seat: int, wish: ChangeSeat) -> Room:
        """The owner gives an open seat to a bot, or opens a bot's seat."""
        room = await self.room(code)
        bots.check(wish.bot)
        async with room.lock:
            table = room.table
            if guest.id != table.owner:
                raise Refused(403, "not-yours", "only who made the table can change its seats")
            if not 0 <= seat < len(table.chairs):
                raise Refused(404, "no-seat", f"a seat of this table is 0 to {len(table.chairs) - 1}, not {seat}")
            if table.status != "open":
                raise Refused(409, "begun", "the game at this table has begun")
            if table.chairs[seat].guest is not None:
                raise Refused(409, "taken", "a person sits there")
            await self._sit(room, seat, Chair(bot=wish.bot if wish.who == "bot" else None))
            await self._begin_if_ready(room)
        return room

    async def again(self, guest: Guest, code: str) -> Room:
        """A rematch: the same game, options and people."""
        room = await self.room(code)
        async with room.lock:
            table = room.table
            if table.seat_of(guest.id) is None:
                raise Refused(403, "no-seat", "only who played at this table can ask for a rematch")
            if table.status != "over":
                raise Refused(409, "not-over", "the game at this table is not over")
            if table.rematch is None:
                seats = [
                    NewSeat(
                        who="me" if chair.guest == guest.id else "bot" if chair.bot else "open", bot=chair.bot or HINT
                    )
                    for chair in table.chairs
                ]
                wish = NewTable(game=table.game.name, seats=seats, options=table.options, pace=table.pace)
                await self.make(guest, wish, after=table)
                self.changed(room)
            return await self.room(table.rematch or "")

    async def ready(self, room: Room, seat: int, entropy: str) -> None:
        """A person's part of the deal is in."""
        async with room.lock:
            table = room.table
            chair = table.chairs[seat]
            if table.status != "open" or chair.entropy is not None:
                return
            await self._sit(room, seat, Chair(chair.guest, chair.bot, chair.name, entropy))
            await self._begin_if_ready(room)

    async def _begin_if_ready(self, room: Room) -> None:
        """Begins the game once every seat is ready and the rules are compiled."""
        table = room.table
        if table.status == "open" and all(chair.ready for chair in table.chairs):
            if self.workshop.share(table.game.name) < 1:
                self.spawn(self._begin_later(room))
                return
            await self.workshop.ready(table.game.name)
            try:
                table.begin()
            except TownwrightError as problem:
                table.status, table.why_closed = "closed", str(problem)
            table.touched = time.time()
            await self._keep(room, self._table_row(table))
            self.changed(room)
            self._drive(room)

    async def _begin_later(self, room: Room) -> None:
        await self.workshop.ready(room.table.game.name)
        async with room.lock:
            await self._begin_if_ready(room)

    # --- playing ---

    async def play(self, room: Room, seat: int, code: int, ply: int, client: str, language: str) -> Answer:
        """A person's move. Answered once it is on disk."""
        async with room.lock:
            table = room.table
            if (known := table.answered.get((seat, client))) is not None:
                return Answer(id=client, ok=True, ply=known)
            if table.match is None or table.status != "playing":
                return no(table, client, "not-playing", "there is no game going on at this table")
            if ply > table.ply:
                return no(table, client, "stale", f"the table is at ply {table.ply}, not yet at {ply}")
            if ply < table.since[seat] or seat not in table.match.pending:
                return no(table, client, "stale", "the table has gone on since that move was chosen")
            try:
                reason = table.match.why_not(seat, code, language)
            except IllegalMove as problem:
                reason = str(problem)
            if reason:
                return no(table, client, "illegal", reason)
            await self._enter(room, Entry(table.ply + 1, seat, "move", code, client))
            return Answer(id=client, ok=True, ply=table.ply)

    async def undo(self, room: Room, seat: int, client: str) -> Answer:
        """Takes back, or asks the others whether that may be."""
        async with room.lock:
            table = room.table
            if (known := table.answered.get((seat, client))) is not None:
                return Answer(id=client, ok=True, ply=known)
            how = table.can_undo(seat)
            if how is None:
                return no(table, client, "no-undo", "there is no move of yours to take back")
            if how == "free":
                await self._enter(room, table.undo_entry(seat, client))
            else:
                table.asked, table.asking = [seat, *(n for n in table.people if n != seat)], client
                self.changed(room, seats=False)
            return Answer(id=client, ok=True, ply=table.ply)

    async def consent(self, room: Room, seat: int, yes: bool) -> None:
        """The answer of one who was asked; who asked can take the question back."""
        async with room.lock:
            table = room.table
            if table.asked is None or seat not in table.asked:
                return
            if not yes:
                table.asked = None
            elif seat != table.asked[0]:
                table.asked.remove(seat)
                if len(table.asked) == 1:
                    await self._enter(room, table.undo_entry(table.asked[0], table.asking))
            self.changed(room, seats=False)

    async def _enter(self, room: Room, entry: Entry) -> None:
        """Writes an entry to the log, then carries it out. The lock is held."""
        table = room.table
        row = {
            "table": table.code,
            "ply": entry.ply,
            "seat": entry.seat,
            "kind": entry.kind,
            "code": entry.code,
            "client": entry.client,
            "at": time.time(),
        }
        await self._keep(room, (at.ADD_ENTRY, row))
        table.push(entry)
        self.metrics.moves.labels(table.game.name).inc()
        if table.status == "over":
            await self._keep(room, self._table_row(table))
            log.info("game over", table=table.code, game=table.game.name, plies=table.ply)
            self.metrics.finished.labels(table.game.name).inc()
        self.changed(room, seats=table.status == "over")
        self._drive(room)

    async def say(self, room: Room, guest: Guest, text: str) -> None:
        """A line of chat."""
        text = "".join(c for c in text if c.isprintable() or c == "\n").strip()
        if not text:
            return
        async with room.lock:
            if len(room.chat) >= MOST_CHAT:
                raise Refused(429, "too-much-chat", f"at a table {MOST_CHAT} lines can be said, not more")
            line = ChatLine(
                n=len(room.chat) + 1, seat=room.table.seat_of(guest.id), name=guest.name, text=text, at=time.time()
            )
            values = {"n": line.n, "seat": line.seat, "name": line.name, "text": line.text, "at": line.at}
            await self._keep(room, (at.ADD_CHAT, {"table": room.table.code, **values}))
            room.chat.append(line)
        self.changed(room, seats=False)

    async def set_pace(self, room: Room, pace: float) -> None:
        async with room.lock:
            room.table.pace = pace
            await self._keep(room, self._table_row(room.table))
        room.hurry.set()
        self.changed(room, seats=True)

    # --- bots ---

    def _drive(self, room: Room) -> None:
        """Sets the bots of a table to work if one of them must act."""
        match = room.table.match
        if room.driver is None and match is not None and any(room.table.chairs[n].bot for n in match.pending):
            room.driver = self.spawn(self._play_bots(room))

    async def _play_bots(self, room: Room) -> None:
        try:
            table = room.table
            while table.match is not None and table.status == "playing" and not room.gone:
                match, ply = table.match, table.ply
                mine = [n for n in match.pending if table.chairs[n].bot]
                if not mine:
                    break
                # a bot waits at a human pace, unless people are still choosing at the same time
                await self._pause(room, table.pace if len(mine) == len(match.pending) and table.people else 0)
                seat = mine[0]
                bot = room.robots.get(seat)
                if bot is None:
                    bot = room.robots[seat] = bots.make(table.chairs[seat].bot or HINT, secrets.randbits(60))
                code = await asyncio.to_thread(bot.choose, match.known(seat), seat)
                async with room.lock:
                    if table.ply == ply or (table.since[seat] <= ply and seat in match.pending):
                        await self._enter(room, Entry(table.ply + 1, seat, "move", code))
        except Exception as problem:
            log.error("bots", table=room.table.code, exc_info=problem)
            await asyncio.sleep(AGAIN)
        finally:
            room.driver = None
        if room.gone:  # its bots play on where the disk says
            await self.room(room.table.code)
        else:
            self._drive(room)

    async def _pause(self, room: Room, seconds: float) -> None:
        """Waits as long as a bot does, or until the pace is another one."""
        room.hurry.clear()
        if seconds:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(room.hurry.wait(), seconds)
        else:
            await asyncio.sleep(0)

    async def hint(self, room: Room, seat: int) -> int | None:
        """What the strongest bot would play for a seat, from what that seat knows."""
        match = room.table.match
        if match is None or seat not in match.pending:
            return None
        bot = bots.make(HINT, secrets.randbits(60))
        return await asyncio.to_thread(bot.choose, match.known(seat), seat)

    # --- telling ---

    def changed(self, room: Room, seats: bool = True) -> None:
        """Something happened at a table: everybody who looks at it is told."""
        room.used = time.monotonic()
        for wire in room.wires:
            wire.wake(seats)

    def info(self, room: Room, guest: Guest | None, language: str = LANGUAGE) -> TableInfo:
        """The table as a guest sees it."""
        share = self.workshop.share(room.table.game.name)
        return room.table.info(guest.id if guest else None, room.here, share if share < 1 else None, language)


def no(table: Table, client: str, code: str, message: str) -> Answer:
    return Answer(id=client, ok=False, ply=table.ply, problem=Problem(code=code, message=message))
