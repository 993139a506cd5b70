"""The house: finds tables, makes new ones, and looks after those in memory. What happens at a table is in table.py."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncIterator
from weakref import WeakValueDictionary

import msgspec
import sqlalchemy as sa
import structlog

from townwright import bots
from townwright.engine.errors import TownwrightError
from townwright.engine.game import Game
from townwright.engine.loading import new_match
from townwright.games import load, names

from .analyses import Analyses
from .archive import Archive
from .binder import Binder
from .boxes import read_box
from .crew import AGAIN
from .errors import Refused
from .guests import Guests
from .health import Pulse
from .lists import Lists
from .messages import NewTable
from .metrics import Metrics
from .neighbours import Neighbours
from .news import Asking, Changed, Leaving, Letter, Moved, Presence, Renamed, Stop
from .rows import SEATS, TABLES, Chair, Change, Guest, TableRow
from .storage import Storage
from .table import Services, Table
from .tasks import Tasks
from .turns import take_turn
from .workshop import Workshop

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"  # no I, L, O: they look like figures or each other
MOST_TABLES = 40  # unfinished ones of a guest
MOST_LISTED = 3  # of these on the public list
BEAT = 20.0  # seconds between signs of life
SWEEP = 20.0  # seconds between looks for tables that can leave memory
IDLE = 15 * 60.0  # seconds after which a table that no one watches leaves memory
IDLE_OVER = 60.0  # the same for a table where no game is being played
FAREWELL = 5.0  # seconds to store the tables in memory when the server stops
NOTE = 5.0  # seconds between two updates of lists

log = structlog.get_logger("townwright")


class House:
    """All tables of this process."""

    def __init__(self, data: str) -> None:
        self.metrics = Metrics()
        self.storage = Storage(data, self.metrics.committed)
        self.neighbours = Neighbours(self.storage, self._hear, self._missed)
        self.pulse = Pulse(self.storage, self.neighbours)
        self.archive = Archive()
        self.workshop = Workshop(self._compiled)
        self.guests = Guests(self.storage)
        self.analyses = Analyses()
        self.tables: dict[str, Table] = {}  # in memory
        self.tasks = Tasks()
        self._services = Services(
            self.storage, self.neighbours, self.archive, self.workshop, self.metrics, self.tasks, self._lost
        )
        self.lists = Lists(self.storage, self.tables)
        self._binder = Binder(self._services)
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def open(self) -> None:
        await asyncio.to_thread(self.storage.open)
        self.neighbours.open()
        self.tasks.spawn(self.workshop.prepare_all())
        self.tasks.every(SWEEP, self._sweep)
        self.tasks.every(BEAT, self._beat)
        self.tasks.every(NOTE, self._note)
        self.tasks.every(NOTE, self._binder.bind_some)
        self.tasks.spawn(self.neighbours.beat_forever(self._neighbour_gone))

    async def close(self) -> None:
        for table in self.tables.values():
            for wire in table.wires:
                wire.close()
        self.archive.close()
        await self.tasks.cancel()
        if farewells := [asyncio.ensure_future(self._put_away(table)) for table in self.tables.values()]:
            await asyncio.wait(farewells, timeout=FAREWELL)
        await self.neighbours.close()
        await self.workshop.close()
        await asyncio.to_thread(self.storage.close)

    async def table(self, code: str) -> Table:
        """The table of a code, loaded if it is not in memory."""
        code = code.upper()
        table = self.tables.get(code)
        if table is None:
            if len(code) != 6 or any(letter not in LETTERS for letter in code):
                raise Refused(404, "not-found", "there is no table with that code")
            loading = self._loading.get(code)
            if loading is None:  # a task of its own, so that loading continues when the guest who came first goes away
                loading = self._loading[code] = asyncio.get_running_loop().create_task(self._load(code))
                loading.add_done_callback(lambda _: self._loading.pop(code, None))
            table = await asyncio.shield(loading)
        else:
            await table.keeping.look()
        table.used = time.monotonic()
        return table

    async def sits(self, guest: Guest | None, code: str) -> bool:
        """Whether a guest has a seat at a table."""
        if guest is None:
            return False
        query = sa.select(SEATS.c.seat).where(SEATS.c.guest == guest.id, SEATS.c.table == code.upper()[:6])
        return bool(await self.storage.fetch(query))

    async def _load(self, code: str) -> Table:
        """Loads a table. One that cannot be read is reported as damaged, and does not affect the others."""
        try:
            return await self._read(code)
        except (Refused, TownwrightError, sa.exc.SQLAlchemyError):
            raise
        except Exception as problem:
            log.error("damaged", table=code, exc_info=problem)
            raise Refused(503, "damaged", "the data of this table is damaged; ask the operator for a backup") from None

    async def _read(self, code: str) -> Table:
        found = await self.storage.since(code)
        if found.row is None:
            raise Refused(404, "not-found", "there is no table with that code")
        if found.row.game not in names():
            raise Refused(409, "no-game", f"this server does not know the game {found.row.game!r} of this table")
        table = Table(self._services, found.row, found.chairs, found.chat, found.events)
        if table.row.status in ("playing", "over"):
            await table.keeping.restore(found.entries)
        self._keep(table)
        await table.keeping.look()  # for what neighbours have written in the meantime
        self.neighbours.send(Asking(code))
        table.crew.wake()
        await table.resume()
        return table

    def _keep(self, table: Table) -> None:
        self.tables[table.code] = table
        self.metrics.tables.set(len(self.tables))

    def _forget(self, table: Table) -> None:
        if self.tables.get(table.code) is table:
            del self.tables[table.code]
            self.tasks.spawn(self.neighbours.give_back(table.crew.place))
        self.metrics.tables.set(len(self.tables))

    def _lost(self, table: Table) -> None:
        """A table's write failed: the next visitor loads it again; if its bots must act, it is loaded soon."""
        self._forget(table)
        if table.crew.due:
            self.tasks.spawn(self._load_later(table.code))

    async def _load_later(self, code: str) -> None:
        await asyncio.sleep(AGAIN)
        await self.table(code)

    def _hear(self, letter: Letter) -> None:
        """Acts on a neighbour's letter."""
        match letter.word:
            case Moved(entries):
                for entry in entries:
                    if (table := self.tables.get(entry.table)) is not None:
                        table.keeping.hear(entry)
            case Changed(code):
                if (table := self.tables.get(code)) is not None:
                    table.keeping.hear(None)
            case Presence(code):
                if (table := self.tables.get(code)) is not None:
                    table.hear_presence(letter.by, letter.word)
            case Asking(code):
                for table in self._awake if code is None else [self.tables[code]] if code in self.tables else []:
                    table.send_presence()
            case Renamed(token):
                self.guests.forget(token)
            case Stop(code, language):
                self.analyses.stop(code, language)
            case Leaving():
                self._neighbour_gone(letter.by)

    def _neighbour_gone(self, who: str) -> None:
        """A neighbour's people are away until they connect to another process; this one may now play for its bots."""
        for table in self.tables.values():
            table.hear_presence(who, None)
            table.crew.wake()

    def _missed(self) -> None:
        """Letters of neighbours may have been missed."""
        for table in self.tables.values():
            table.keeping.hear(None)

    async def _sweep(self) -> None:
        """Puts away tables that no one watches."""
        for table in self._awake:
            idle = time.monotonic() - table.used > (IDLE if table.row.status == "playing" else IDLE_OVER)
            if idle and not table.wires and table.crew.idle and not table.lock.locked():
                await self._put_away(table)
                if not table.wires:
                    table.let_go()
                    self._forget(table)

    async def _put_away(self, table: Table) -> None:
        """Stores a table's state before it leaves memory."""
        try:
            async with table.lock:
                await table.keeping.farewell()
        except Exception as problem:  # its log is on disk in any case
            log.warning("farewell", table=table.code, why=repr(problem))

    async def _note(self) -> None:
        """Stores what lists show, and takes over bots whose process is gone."""
        changes = [(table.code, found) for table in self._awake if (found := table.keeping.note())]
        if changes:
            await asyncio.gather(*(self.storage.write(*found, place=code) for code, found in changes))
        for table in self._awake:
            table.crew.wake()

    @property
    def _awake(self) -> list[Table]:
        return list(self.tables.values())

    async def _beat(self) -> None:
        for table in self.tables.values():
            for wire in table.wires:
                wire.beat()

    def _compiled(self, game: str) -> None:
        """Updates the tables that wait for a game to be compiled."""
        for table in self.tables.values():
            if table.row.game == game and table.play is None:
                table.changed()

    async def make(self, guest: Guest, wish: NewTable) -> Table:
        """A new table."""
        game = find_game(wish.game)
        seats = game.check_seats(len(wish.seats))
        if sum(seat.who == "me" for seat in wish.seats) > 1:
            raise Refused(400, "two-seats", "you can hold one seat of a table, not several")
        for seat in wish.seats:
            bots.check(seat.bot)
        opened = await asyncio.to_thread(read_box, game, wish.box, wish.options)
        if self.workshop.share(game.name) == 1:
            # refuses options that this many players cannot play with
            new_match(game, seats, 0, opened.options, opened.own)
        chairs = []
        for n, seat in enumerate(wish.seats):
            if seat.who == "me":
                chairs.append(Chair(n, guest=guest.id, name=guest.name))
            else:
                chairs.append(Chair(n, bot=seat.bot if seat.who == "bot" else None))
        now = time.time()
        row = TableRow(
            code=await self._new_code(),
            game=game.name,
            rules=game.version,
            options=opened.options,
            box=opened.own,
            box_name=wish.box.name if wish.box is not None and opened.own is not None else None,
            owner=guest.id,
            listed=wish.listed,
            pace=wish.pace,
            wait=wish.wait,
            secret=secrets.token_hex(32),
            made=now,
            touched=now,
        )
        async with self._turn(guest):
            await self._check_unfinished(guest, row.listed)
            await self.storage.write(*new_rows(row, chairs))
        return await self._lay(row, chairs)

    async def _lay(self, row: TableRow, chairs: list[Chair]) -> Table:
        """A table that has just been stored; its game begins if no player is missing."""
        table = Table(self._services, row, chairs, [], [])
        self._keep(table)
        self.metrics.made.labels(row.game).inc()
        log.info("table made", table=row.code, game=row.game, seats=len(chairs))
        await table.dealing.begin_if_ready()
        return table

    @contextlib.asynccontextmanager
    async def _turn(self, guest: Guest) -> AsyncIterator[None]:
        """Around making a table: makes counting and writing one step, however many requests of a guest come at once."""
        mine = self._turns.get(guest.id)
        if mine is None:
            mine = self._turns[guest.id] = asyncio.Lock()
        async with mine, self.neighbours.alone(f"guest {guest.id}"):
            yield

    async def _check_unfinished(self, guest: Guest, listed: bool) -> None:
        mine, unfinished = TABLES.c.owner == guest.id, TABLES.c.status.in_(("open", "playing"))
        ((count,),) = await self.storage.fetch(sa.select(sa.func.count()).where(mine, unfinished))
        query = sa.select(sa.func.count()).where(mine, TABLES.c.status == "open", TABLES.c.listed)
        if listed and (await self.storage.fetch(query))[0][0] >= MOST_LISTED:
            raise Refused(429, "too-many-tables", f"you have {MOST_LISTED} listed tables that wait for players")
        if count >= MOST_TABLES:
            raise Refused(
                429, "too-many-tables", f"you have {MOST_TABLES} unfinished tables; finish or leave some first"
            )

    async def _new_code(self) -> str:
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(6))
            if not await self.storage.find(TABLES, TABLES.c.code == code):
                return code

    async def rematch(self, guest: Guest, table: Table) -> Table:
        """The table where the same people play the same game again; the first request makes it."""
        code = await take_turn(table, lambda: self._rematch(guest, table))
        return await self.table(code)

    async def _rematch(self, guest: Guest, table: Table) -> str:
        seat = table.seats.of(guest.id)
        if seat is None:
            raise Refused(403, "no-seat", "only players of this table can ask for a rematch")
        if table.row.status != "over":
            raise Refused(409, "not-over", "the game at this table is not over")
        if table.row.rematch is None:
            old, now = table.row, time.time()
            row = msgspec.structs.replace(
                old,
                code=await self._new_code(),
                version=0,
                rules=table.game.version,
                owner=guest.id,
                secret=secrets.token_hex(32),
                status="open",
                round=old.round + 1,
                pending=None,
                checked=None,
                state=None,
                made=now,
                touched=now,
            )
            chairs, event = table.people.moved_on(), table.people.event("rematch", seat)
            async with self._turn(guest):
                await self._check_unfinished(guest, row.listed)
                await table.write(*new_rows(row, chairs), events=[event], rematch=row.code)
            await self._lay(row, chairs)
            table.changed()
        return table.row.rematch or ""


def find_game(name: str) -> Game:
    """The game that a client names."""
    if name not in names():
        raise Refused(404, "no-game", f"there is no game {name[:40]!r}; expected one of: {', '.join(names())}")
    return load(name)


def new_rows(row: TableRow, chairs: list[Chair]) -> list[Change]:
    """The changes that store a new table."""
    return [TABLES.add(row), *(SEATS.add(chair, table=row.code) for chair in chairs)]
