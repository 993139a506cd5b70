"""A table: people and bots around one game, and everyone who watches it. Every change to a table happens here.

A change is written first and shown afterwards, so whatever people see is on disk. Changes happen in turn (turns.py).
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa

from townwright.engine.errors import IllegalMove, TownwrightError
from townwright.engine.saving import RecordFile
from townwright.engine.texts import LANGUAGE
from townwright.games import load

from .absence import Absence
from .agreement import Agreement
from .archive import Archive
from .book import Pages
from .consent import Consent
from .crew import Crew
from .dealing import Dealing
from .errors import Refused
from .keeping import Keeping
from .messages import Answer, ChatLine, Problem, SeatInfo, Status, TableInfo, TableLine
from .metrics import Metrics
from .neighbours import Neighbours
from .news import Changed, Presence, Word
from .people import MOST_EVENTS, People
from .play import Play
from .printed import NOTHING, Encoded, box_info
from .rows import CHAT, EVENTS, SEATS, TABLES, Chair, Change, Entry, Event, Guest, TableRow
from .seats import Seats, unpromised
from .storage import Overtaken, Storage
from .story import Reader
from .tasks import Tasks
from .turns import turn
from .wire import Wire
from .workshop import Workshop

MOST_CHAT = 1000  # lines of players at a table, and as many of spectators
SAME_ID = "this id was used for another request; every request needs an id of its own"
FROZEN = "the rules have changed since this game began, so it cannot continue; it is kept as it was"
MOST_LINES = 300  # of one guest, until the table is put away


@dataclass(frozen=True)
class Services:
    """What the tables of a house share."""

    storage: Storage
    neighbours: Neighbours
    archive: Archive
    workshop: Workshop
    metrics: Metrics
    tasks: Tasks
    lost: Callable[[Table], None]  # called when a table in memory can no longer be trusted


class Table:
    """One table."""

    def __init__(
        self, services: Services, row: TableRow, chairs: list[Chair], chat: list[ChatLine], events: list[Event]
    ) -> None:
        self.services, self.row, self.chat = services, row, chat
        self.code, self.game = row.code, load(row.game)
        self.seats = Seats(row.code, chairs)
        self.play: Play | None = None  # once the game has begun
        self.pages: Pages | None = None  # the book of a game that the rules no longer replay exactly
        self.frozen = False  # whether such a game is unfinished, or has no book
        self.entries: list[Entry] = []  # of the log, where the rules no longer play it
        self.people, self.absence, self.dealing = People(self, events), Absence(self), Dealing(self)
        self.consent, self.agreement = Consent(self), Agreement(self)
        self.crew, self.keeping = Crew(self), Keeping(self)
        self._lines_of: Counter[int] = Counter()  # lines of chat by guest
        self.wires: set[Wire] = set()
        self.elsewhere: dict[str, set[int]] = {}  # by neighbour: the seats whose people are connected there
        self.lock = asyncio.Lock()
        self._counted = services.metrics.moves.labels(row.game)
        self.used = time.monotonic()
        self.gone = False  # whether this object is out of use, because a write failed or the table was put away

    @property
    def _in_this_process(self) -> set[int]:
        return {seat for wire in self.wires if (seat := wire.seat) is not None}

    @property
    def here(self) -> set[int]:
        """The seats whose people are connected, to this process or to another."""
        return self._in_this_process.union(*self.elsewhere.values())

    @property
    def status(self) -> Status:
        """The status that clients see: a game that cannot continue is frozen if there is a book of it, else closed."""
        return self.row.status if not self.frozen else "frozen" if self.pages is not None else "closed"

    @property
    def ply(self) -> int:
        return self.play.ply if self.play else 0

    def begun(self) -> Play:
        """The game, or a refusal if there is none yet."""
        if self.play is None:
            if self.frozen:
                raise Refused(409, "frozen", FROZEN)
            raise Refused(409, "not-begun", "there is no game at this table yet")
        return self.play

    async def write(self, *changes: Change, events: Sequence[Event] = (), touch: bool = True, **fields: Any) -> None:
        """Stores changes, events and fields of the table's row. Others see them only when they are on disk.

        If another process has changed the row or a seat in the meantime, nothing is stored (Overtaken).
        """
        if touch:
            fields["touched"] = time.time()
        row = msgspec.structs.replace(self.row, version=self.row.version + 1, **fields)
        events = events[: max(0, MOST_EVENTS - len(self.people.events))]
        added = [EVENTS.add(event, table=self.code) for event in events]
        changed = TABLES.follow(row, *fields)  # first, because it decides which process wins; the others wait here
        await self._on_disk(self._trusted().write(changed, *changes, *added, words=self._changed, place=self.code))
        self.row = row
        self.people.add(events)

    @property
    def _changed(self) -> tuple[Word]:
        return (Changed(self.code),)

    def _trusted(self) -> Storage:
        if self.gone:
            raise Refused(409, "again", "this table is being loaded again; try once more")
        return self.services.storage

    async def _on_disk(self, written: asyncio.Future[None]) -> None:
        """Waits for a write. A write that fails may still be on disk, so the table must be loaded again.

        A write that a key refused is not on disk: another process was quicker.
        """
        try:
            await written
        except (Overtaken, sa.exc.IntegrityError) as problem:
            raise Overtaken(str(problem)) from None
        except BaseException:
            self.let_go()
            self.services.lost(self)
            raise

    def let_go(self) -> None:
        """Takes this object out of use: everyone who watches it must connect again."""
        self.gone = True
        for wire in self.wires:
            wire.close()

    def changed(self, seats: bool = True) -> None:
        """Wakes everyone who watches the table, because something has changed; `seats` if that is who sits here."""
        self.used = time.monotonic()
        for wire in self.wires:
            wire.wake(seats)

    def resend(self) -> None:
        """Sends everyone the situation again, because a person's part in it has changed."""
        for wire in self.wires:
            wire.resend()

    def come(self, wire: Wire) -> None:
        """A client watches the table from now on. The others get news if it is a player who was not here."""
        self._change_wires(self.wires.add, wire)

    def go(self, wire: Wire) -> None:
        """A client no longer watches the table."""
        self._change_wires(self.wires.discard, wire)

    def _change_wires(self, change: Callable[[Wire], None], wire: Wire) -> None:
        self.used = time.monotonic()
        if wire.seat is None:  # a spectator
            change(wire)
            return
        before, mine = self.here, self._in_this_process
        change(wire)
        if self.here != before:
            self.changed()
        if self._in_this_process != mine:
            self.send_presence()

    def send_presence(self) -> None:
        """Sends the neighbours a list of the people at this table who are connected to this process."""
        if self.services.storage.shared and not self.gone:
            self.services.neighbours.send(self.absence.presence(self._in_this_process))

    def hear_presence(self, who: str, presence: Presence | None) -> None:
        """A neighbour has sent its list of people at this table, or is gone."""
        before = self.here
        if presence is None:
            self.elsewhere.pop(who, None)
        else:
            self.elsewhere[who] = {*presence.here}
            self.absence.learn(presence)
        for seat in before - self.here:
            self.absence.went(seat)
        for seat in self.here - before:
            self.absence.appeared(seat)
        if self.here != before:
            self.changed()

    async def put(self, *chairs: Chair, events: Sequence[Event] = (), **fields: Any) -> None:
        """Changes who holds seats and fields of the table's row, and adds events.

        If a seat changes hands after a player has revealed a part of the deal, everyone must promise again.
        """
        held = {chair.seat: (chair.guest, chair.bot) for chair in self.seats}
        moved = any(held[chair.seat] != (chair.guest, chair.bot) for chair in chairs)
        if moved and self.row.status == "open" and self.seats.revealed:
            others = {chair.seat for chair in self.seats} - {chair.seat for chair in chairs}
            chairs = (*map(unpromised, chairs), *(unpromised(self.seats[seat]) for seat in others))
        columns = [name for name in Chair.__struct_fields__ if name != "seat"]
        changes = [SEATS.change(chair, *columns, table=self.code) for chair in chairs]
        await self.write(*changes, events=events, **fields)
        for chair in chairs:
            self.seats.put(chair)
        if moved:
            self.send_presence()  # a spectator may be a player now, or the other way round
        self.changed()

    def check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.seats):
            raise Refused(404, "no-seat", f"a seat of this table is 0 to {len(self.seats) - 1}, not {seat}")

    async def resume(self) -> None:
        """Does what a process that stopped may have left undone: begins the game, or stores that it is over."""
        if self.play is not None and self.play.over:
            async with self.lock:
                await self.keeping.finish()
        await self.dealing.begin_if_ready()

    @turn
    async def play_move(self, seat: int, code: int, ply: int, client: str, language: str) -> Answer:
        """A person's move. Answered once it is on disk."""
        play = self.play
        if play is None:
            return self._no(client, "not-playing", "there is no game going on at this table")
        if (known := play.answered(seat, client)) is not None:
            if known.kind != "move" or known.code != code:
                return self._no(client, "same-id", SAME_ID)
            return Answer(id=client, ok=True, ply=known.ply)
        if play.over:
            return self._no(client, "not-playing", "there is no game going on at this table")
        if ply > play.ply:
            return self._no(client, "stale", f"the table is at ply {play.ply}, not yet at {ply}")
        if play.stale(seat, ply):
            return self._no(client, "stale", "the game has moved on since that move was chosen")
        try:
            reason = play.match.why_not(seat, code, language)
        except IllegalMove as problem:
            reason = str(problem)
        if reason:
            return self._no(client, "illegal", reason)
        await self.enter(play.move(seat, code, client))
        return Answer(id=client, ok=True, ply=play.ply)

    @turn
    async def undo(self, seat: int, client: str) -> Answer:
        """Takes back the last move of a seat, or asks the others for their consent."""
        play = self.play
        if play is not None and (known := play.answered(seat, client)) is not None:
            if known.kind == "move":
                return self._no(client, "same-id", SAME_ID)
            return Answer(id=client, ok=True, ply=known.ply)
        how = play.can_undo(seat) if play else None
        if play is None or how is None:
            return self._no(client, "no-undo", "there is no move of yours to take back")
        if how == "free":
            await self.enter(play.take_back(seat, client))
        else:
            await self.consent.ask(seat, client)
            self.changed(seats=False)
        return Answer(id=client, ok=True, ply=play.ply)

    async def enter(self, entry: Entry) -> None:
        """Writes an entry to the log, then applies it. The caller holds the lock."""
        play = self.begun()
        await self._on_disk(self._trusted().append(entry))
        play.push(entry)
        self.row.touched = entry.at
        self._counted.inc()
        if play.over:
            await self.keeping.finish()
        self.changed(seats=play.over)
        self.crew.wake()

    def _no(self, client: str, code: str, message: str) -> Answer:
        return Answer(id=client, ok=False, ply=self.ply, problem=Problem(code=code, message=message))

    def why(self, seat: int, move: str | int, client: str, language: str) -> Answer:
        """Why a move is not possible, in one sentence."""
        text = None
        if self.play is not None:
            try:
                text = self.play.match.why_not(seat, move, language)
            except TownwrightError as problem:
                text = str(problem)
        return Answer(id=client, ok=True, ply=self.ply, text=text)

    def foresee(self, seat: int, code: int, client: str) -> Answer:
        """What a legal move of a seat would bring, from what that seat knows."""
        match = None if self.play is None else self.play.match
        legal = match is not None and code in match.codes(seat)
        foresight = match.foresee(seat, code) if match is not None and legal else None
        return Answer(id=client, ok=True, ply=self.ply, foresight=foresight)

    async def hint(self, seat: int, client: str, language: str) -> Answer:
        """The best moves from what a seat knows."""
        hints = await self.crew.hints(seat, language)
        return Answer(id=client, ok=True, ply=self.ply, move=hints[0].move if hints else None, hints=hints)

    async def say(self, guest: Guest, text: str) -> None:
        """Adds a line of chat."""
        text = "".join(c for c in text if c.isprintable() or c == "\n").strip()
        if text:
            await self._say(guest, text)
            self.changed(seats=False)

    @turn
    async def _say(self, guest: Guest, text: str) -> None:
        n, seat = len(self.chat) + 1, self.seats.of(guest.id)
        if sum((line.seat is None) == (seat is None) for line in self.chat) >= MOST_CHAT:
            raise Refused(429, "too-much-chat", f"a table holds {MOST_CHAT} lines of chat; this one is full")
        if self._lines_of[guest.id] >= MOST_LINES:
            raise Refused(429, "too-much-chat", "you have said a lot here; leave room for others")
        line = ChatLine(n=n, seat=seat, name=guest.name, text=text, at=time.time())
        written = self._trusted().write(CHAT.add(line, table=self.code), words=self._changed, place=self.code)
        await self._on_disk(written)
        self._lines_of[guest.id] += 1
        self.chat.append(line)

    async def set_pace(self, guest: int | None, pace: float) -> None:
        """The owner sets how long bots wait."""
        await self._set_pace(guest, pace)
        self.crew.hurry()
        self.changed()

    @turn
    async def _set_pace(self, guest: int | None, pace: float) -> None:
        if guest != self.people.owner:
            raise Refused(403, "not-yours", "only the owner of the table can set its pace")
        await self.write(pace=pace)

    def infos(self, language: str) -> list[SeatInfo]:
        """The seats, as everybody sees them."""
        found = self.absence.mark(self.seats.infos(language))
        for info in found:
            info.wins = self.people.wins(self.seats[info.seat])
        return found

    def info(self, guest: int | None, language: str = LANGUAGE) -> TableInfo:
        """The table as a guest sees it."""
        row, share = self.row, self.services.workshop.share(self.game.name)
        return TableInfo(
            code=self.code,
            game=self.game.name,
            title=self.game.texts(language)("title"),
            rules=row.rules,
            options=row.options,
            box=row.box_name,
            seats=self.infos(language),
            status=self.status,
            why_closed=FROZEN if self.frozen else row.why_closed,
            you=self.seats.of(guest),
            yours=guest is not None and guest == self.people.owner,
            listed=row.listed,
            pace=row.pace,
            deal=self.dealing.deal,
            wait=row.wait,
            round=row.round,
            ending=self.agreement.proposal,
            ended=self.play is not None and self.play.ended,
            rematch=row.rematch,
            preparing=share if share < 1 else None,
        )

    def line(self, guest: int | None, language: str = LANGUAGE) -> TableLine:
        """The table in a list."""
        you = self.seats.of(guest)
        return TableLine(
            code=self.code,
            game=self.game.name,
            title=self.game.texts(language)("title"),
            status=self.status,
            seats=self.infos(language),
            you=you,
            your_turn=self.play is not None and you in self.play.pending,
            at=self.row.touched,
        )

    def box(self, language: str) -> Encoded:
        """What is printed on the components of the game."""
        try:
            return box_info(self.game.open_box(self.row.options, self.row.box), len(self.seats), language)
        except TownwrightError:  # a closed table of older rules, with options that no longer exist
            return NOTHING

    async def record(self, guest: int | None) -> bytes:
        """The game as a record, as far as a guest may know it."""
        if self.play is None and self.row.status == "over":
            kept = None if self.pages is None else self.pages.record
            return msgspec.json.encode(kept or self._bare_record())
        play, seat, deal = self.begun(), self.seats.of(guest), self.dealing.deal
        key = self.code, play.ply, seat, deal.secret
        match = play.match.copy()  # because the game continues in the meantime
        return await self.services.archive.page(key, lambda: {**match.record(... if play.over else seat), "deal": deal})

    def _bare_record(self) -> RecordFile:
        """The record of a finished game that the rules can no longer replay: its seed and its moves."""
        row, moves = self.row, list[tuple[int, int]]()
        for entry in self.entries:
            if entry.code is not None:
                moves.append((entry.seat, entry.code))
            elif entry.kind != "end":
                at = max(n for n, (seat, _) in enumerate(moves) if seat == entry.seat)
                moves = moves[:at] + (moves[at + 1 :] if entry.kind == "undo" else [])
        return RecordFile(
            game=row.game,
            rules=row.rules,
            seats=len(self.seats),
            seed=self.dealing.deal.seed,
            options=row.options,
            box=row.box,
            moves=moves,
            deal=self.dealing.deal,
        )

    async def moment(self, reader: Reader, language: str, ply: int, you: int | None) -> bytes:
        """All that a reader could know after some plies."""
        play = self.begun()
        names = tuple(self.seats.names(language))
        key = self.code, ply, reader, language, reader != you, names
        return await self.services.archive.page(key, lambda: play.moment(reader, language, ply, you))
