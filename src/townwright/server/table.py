"""A table: people and bots around one game. Only what happens there; nothing of disks and sockets.

Everything that leaves a table goes through `info` and `situation`, which are told who reads.
"""

from __future__ import annotations

import functools
import hashlib
import time
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from townwright import bots
from townwright.engine.errors import TownwrightError
from townwright.engine.game import Box, Game
from townwright.engine.match import Deal, Match, Sheet, new_match
from townwright.engine.texts import LANGUAGE, languages, table_texts

from .messages import BoxInfo, LogLine, SeatInfo, Situation, Status, TableInfo, TableLine

EVERYTHING: Literal["all"] = "all"  # the reader of a finished game who sees all hands
Reader = int | Literal["all"] | None  # a seat, everything, or a spectator
YOU = {table_texts(language)("seat.you") for language in languages()}  # the page's name for one without a name
Lens = tuple[Reader, str]  # who reads, in which language


@dataclass
class Chair:
    """A seat and who holds it."""

    guest: int | None = None
    bot: str | None = None
    name: str | None = None  # of a person; a bot that has taken over a seat keeps it
    entropy: str | None = None

    @property
    def ready(self) -> bool:
        return self.bot is not None or (self.guest is not None and self.entropy is not None)


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One row of a table's log."""

    ply: int
    seat: int
    kind: Literal["move", "undo", "rewind"]
    code: int | None = None
    client: str | None = None


@dataclass
class Story:
    """What happened, as one reader was told it."""

    lines: list[LogLine] = field(default_factory=list)
    sealed: dict[int, LogLine] = field(default_factory=dict)  # by place in the match's log: told once all have chosen


@dataclass(eq=False)
class Table:
    """One table."""

    code: str
    game: Game
    rules: int
    options: dict[str, Any]
    owner: int
    listed: bool
    pace: float
    secret: str
    made: float
    chairs: list[Chair]
    status: Status = "open"
    why_closed: str | None = None
    rematch: str | None = None
    touched: float = 0.0
    match: Match | None = None
    asked: list[int] | None = None  # who has still to agree to an undo; the first is who wishes it
    asking: str | None = None  # the id of that wish
    entries: list[Entry] = field(default_factory=list)
    answered: dict[tuple[int, str], int] = field(default_factory=dict)  # ply by seat and id of the request
    since: list[int] = field(default_factory=list)  # by seat: the ply at which its present choice came up
    stories: dict[Lens, Story] = field(default_factory=dict)

    @property
    def ply(self) -> int:
        return len(self.entries)

    def named(self, n: int, language: str) -> str | None:
        """How who sits on a seat is called: bots, and whoever gave no name, in the reader's language."""
        chair = self.chairs[n]
        if chair.name in YOU:
            return table_texts(language)("seat.you")
        if chair.bot is None or chair.name is not None:
            return chair.name
        number = sum(other.bot is not None and other.name is None for other in self.chairs[: n + 1])
        return bots.called(chair.bot, number, language)

    def names(self, language: str) -> list[str]:
        return [self.named(n, language) or "" for n in range(len(self.chairs))]

    @property
    def people(self) -> list[int]:
        return [n for n, chair in enumerate(self.chairs) if chair.guest is not None]

    def seat_of(self, guest: int | None) -> int | None:
        """The seat of a guest."""
        if guest is not None:
            for n, chair in enumerate(self.chairs):
                if chair.guest == guest:
                    return n
        return None

    @property
    def deal(self) -> Deal:
        """The promise; its secret is told only when nothing depends on it any more."""
        return Deal(
            commitment=hashlib.sha256(bytes.fromhex(self.secret)).hexdigest(),
            entropy=[chair.entropy for chair in self.chairs],
            secret=self.secret if self.status == "over" else None,
        )

    # --- playing ---

    def begin(self) -> None:
        """Deals, once everybody is ready."""
        self.match = self.fresh()
        self.since = [0] * len(self.chairs)
        self.status = "playing"

    def fresh(self) -> Match:
        """The match as it was dealt."""
        deal = self.deal
        deal.secret = self.secret
        return new_match(self.game, len(self.chairs), deal.seed, self.options)

    def playing(self) -> Match:
        assert self.match is not None
        return self.match

    def can_undo(self, seat: int | None) -> Literal["free", "ask"] | None:
        """Whether the last move of a seat can be taken back: at once, or if the others agree.

        Against bots alone nobody is wronged, so everything can be taken back.
        """
        match = self.match
        if seat is None or match is None or match.over:
            return None
        if match.can_undo(seat):
            return "free"
        if not match.has_moved(seat):
            return None
        return "free" if self.people == [seat] else "ask"

    def undo_entry(self, seat: int, client: str | None) -> Entry:
        """The entry that takes back the last move of a seat."""
        kind: Literal["undo", "rewind"] = "undo" if self.playing().can_undo(seat) else "rewind"
        return Entry(self.ply + 1, seat, kind, client=client)

    def push(self, entry: Entry) -> None:
        """Carries out an entry of the log that is known to be possible."""
        match = self.playing()
        for lens, story in self.stories.items():
            tell(match, story, entry, *lens)
        pending, revealed = match.pending, match.revealed
        carry_out(match, entry)
        for story in self.stories.values():
            unseal(match, story, revealed)
        self.entries.append(entry)
        for seat in match.pending:
            if entry.kind != "move" or entry.seat == seat or seat not in pending or match.revealed != revealed:
                self.since[seat] = self.ply
        if entry.client is not None:
            self.answered[entry.seat, entry.client] = self.ply
        self.asked = None
        self.touched = time.time()
        if match.over:
            self.status = "over"

    def replayed(self, ply: int) -> tuple[Match, list[Entry]]:
        """The match as it was after some entries."""
        match, entries = self.fresh(), self.entries[:ply]
        for entry in entries:
            carry_out(match, entry)
        return match, entries

    # --- telling ---

    def story(self, reader: Reader, language: str) -> Story:
        """What happened, for a reader; built from the beginning the first time it is asked for."""
        found = self.stories.get((reader, language))
        if found is None:
            found = self.stories[reader, language] = self.tell_again(reader, language, self.ply)
        return found

    def tell_again(self, reader: Reader, language: str, ply: int) -> Story:
        """What happened up to a ply, told from the beginning."""
        story, entries = Story(), self.entries[:ply]
        if not entries:
            return story
        match = self.fresh()
        for entry in entries:
            revealed = match.revealed
            tell(match, story, entry, reader, language)
            carry_out(match, entry)
            unseal(match, story, revealed)
        return story

    def situation(self, reader: int | None, language: str, after: int = 0) -> Situation:
        """All that a reader may know now."""
        match = self.playing()
        pending = match.pending
        lines = self.story(reader, language).lines
        first = len(lines)
        while first and lines[first - 1].ply > after:
            first -= 1
        return Situation(
            ply=self.ply,
            pending=list(pending),
            over=match.over,
            prompt=match.prompt(reader, None if reader in pending else self.names(language), language),
            view=match.look(reader),
            moves=match.moves(reader, language) if reader in pending else [],
            sheet=match.sheet(reader, language),
            undo=self.can_undo(reader),
            verdict=match.verdict(self.names(language), language) if match.over else None,
            log=lines[first:],
        )

    def moment(self, reader: Reader, language: str, ply: int) -> Situation:
        """All that a reader could know after some plies, for a replay."""
        match, _ = self.replayed(ply)
        everything = reader == EVERYTHING
        who = None if everything else reader
        sheet: list[Sheet] = match.sheet(language=language) if everything else match.sheet(who, language)  # type: ignore[arg-type]
        return Situation(
            ply=ply,
            pending=list(match.pending),
            over=match.over,
            prompt=match.prompt(None, self.names(language), language),
            view=match.to_json()["position"] if everything else match.view(who),  # type: ignore[arg-type]
            moves=[],
            sheet=sheet,
            undo=None,
            verdict=match.verdict(self.names(language), language) if match.over else None,
            log=self.tell_again(reader, language, ply).lines,
        )

    def seat_infos(self, here: set[int], language: str) -> list[SeatInfo]:
        """The seats, as everybody sees them."""
        return [
            SeatInfo(
                seat=n,
                who="bot" if chair.bot else "person" if chair.guest is not None else "open",
                name=self.named(n, language),
                bot=chair.bot,
                here=n in here,
                ready=chair.ready,
            )
            for n, chair in enumerate(self.chairs)
        ]

    def info(
        self, guest: int | None, here: set[int], preparing: float | None = None, language: str = LANGUAGE
    ) -> TableInfo:
        """The table as a guest sees it."""
        return TableInfo(
            code=self.code,
            game=self.game.name,
            title=self.game.texts(language)("title"),
            rules=self.rules,
            options=self.options,
            seats=self.seat_infos(here, language),
            status=self.status,
            why_closed=self.why_closed,
            you=self.seat_of(guest),
            yours=guest is not None and guest == self.owner,
            listed=self.listed,
            pace=self.pace,
            deal=self.deal,
            rematch=self.rematch,
            preparing=preparing,
        )

    def box(self, language: str) -> Encoded:
        """What is printed on the components of the game, as it is sent."""
        try:
            return encoded(self.game.open_box(self.options), language)
        except TownwrightError:  # a closed table of older rules, whose options are no longer known
            return Encoded(BoxInfo(tables={}))

    def line(self, guest: int | None, here: set[int], language: str = LANGUAGE) -> TableLine:
        """The table in a list."""
        you = self.seat_of(guest)
        return TableLine(
            code=self.code,
            game=self.game.name,
            title=self.game.texts(language)("title"),
            status=self.status,
            seats=self.seat_infos(here, language),
            you=you,
            your_turn=self.status == "playing" and self.match is not None and you in self.match.pending,
            at=self.touched,
        )

    def record(self, guest: int | None) -> dict[str, Any]:
        """The game as a record, as far as a guest may know it; whole when it is over."""
        data = self.playing().record(self.seat_of(guest))
        data["deal"] = msgspec.to_builtins(self.deal)
        return data


class Encoded:
    """A message as it is sent, with the tag by which a client asks whether its copy is still good."""

    def __init__(self, message: msgspec.Struct) -> None:
        self.body = msgspec.json.encode(message)
        self.tag = f'"{hashlib.sha256(self.body).hexdigest()[:32]}"'


@functools.lru_cache(100)
def encoded(box: Box, language: str) -> Encoded:
    return Encoded(BoxInfo(tables=printed(box, language)))


def printed(box: Box, language: str) -> dict[str, Any]:
    """The tables of a box, and its words: "name.<printed name>", "card.<id>", "about.<id>", choices of options."""
    texts, groups = box.game.texts(language), ("name", "card", "about", "printed", "choice")
    tables: dict[str, Any] = msgspec.to_builtins(box.file)
    tables.pop("options", None)
    keys = [key for key in sorted(texts.keys()) if key.partition(".")[0] in groups]
    return {**tables, "words": {key: texts(key) for key in keys}}


def carry_out(match: Match, entry: Entry) -> None:
    """Plays or takes back."""
    if entry.kind == "undo":
        match.undo(entry.seat)
    elif entry.kind == "rewind":
        match.rewind(entry.seat)
    else:
        assert entry.code is not None
        match.play(entry.seat, entry.code)


def tell(match: Match, story: Story, entry: Entry, reader: Reader, language: str) -> None:
    """Adds an entry, not yet carried out, to a reader's story."""
    if entry.kind != "move":
        take_back(match, story, entry)
        story.lines.append(LogLine(ply=entry.ply, seat=entry.seat, kind="undo", text=None, move=None))
        return
    assert entry.code is not None
    own = reader in (entry.seat, EVERYTHING)
    secrecy = "open" if own else match.secrecy(entry.seat, entry.code)
    line = LogLine(ply=entry.ply, seat=entry.seat, kind="move", text=None, move=None)
    if secrecy != "secret":
        move = match.move(entry.seat, entry.code, entry.seat if own else reader, language)  # type: ignore[arg-type]
        told = LogLine(ply=entry.ply, seat=entry.seat, kind="move", text=move.text, move=move)
        if secrecy == "open":
            line = told
        else:
            story.sealed[len(match.log)] = told
    story.lines.append(line)


def take_back(match: Match, story: Story, entry: Entry) -> None:
    """What was sealed and is taken back will never be told: one choice by an undo, all since then by a rewind."""
    at = max(n for n, (seat, _) in enumerate(match.log) if seat == entry.seat)
    story.sealed = {
        n - (n > at): line for n, line in story.sealed.items() if n < at or (n > at and entry.kind == "undo")
    }


def unseal(match: Match, story: Story, revealed: int) -> None:
    """Tells what was sealed, once all have chosen: each line again, after the last."""
    if story.sealed and match.revealed != revealed:
        now = story.lines[-1].ply
        for line in story.sealed.values():
            story.lines.append(msgspec.structs.replace(line, ply=now))
        story.sealed.clear()
