"""The play at a table: the match, the log that leads to it, and what its readers see. No disks and no sockets here.

Everything that leaves a game goes through `situation` and `moment`, which take the reader.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Literal

import msgspec

from townwright.engine.game import Game
from townwright.engine.loading import new_match
from townwright.engine.match import Match
from townwright.engine.saving import Deal
from townwright.engine.sheets import Sheet
from townwright.engine.texts import table_texts

from .messages import Situation
from .rows import Entry, TableRow
from .seats import Seats
from .story import EVERYTHING, Reader, Story, carry_on

if TYPE_CHECKING:
    from .archive import Archive

MOST_UNDOS = 1000  # of one table, so that its log cannot grow without end; the game can still be played out
SHORT = 100  # plies of a game whose log is quickly written again from the start


class Play:
    """One game that is being played, or was."""

    def __init__(self, row: TableRow, game: Game, deal: Deal, seats: Seats) -> None:
        self._code, self._game, self._options, self._box = row.code, game, row.options, row.box
        self._seed, self._seats = deal.seed, seats
        self.match = self.dealt()
        self.entries: list[Entry] = []
        self.ended = False  # by agreement, before the rules said so
        self._laid = time.time()
        self.undos = 0
        self._answered: dict[tuple[int, str], int] = {}  # ply by seat and id of the request
        self._since = [0] * len(seats)  # by seat: the ply at which its present decision came up
        self._stories: dict[tuple[Reader, str], Story] = {}

    def dealt(self) -> Match:
        """The match as it was dealt."""
        return new_match(self._game, len(self._seats), self._seed, self._options, self._box)

    def played(self) -> Match:
        """A new match with all moves that were not taken back, which holds every state on the way."""
        match = self.dealt()
        for seat, code in self.match.log:
            match.play(seat, code)
        return match

    @property
    def ply(self) -> int:
        return len(self.entries)

    @property
    def over(self) -> bool:
        return self.ended or self.match.over

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that must act."""
        return () if self.ended else self.match.pending

    @property
    def winners(self) -> tuple[int, ...]:
        return () if self.ended else self.match.winners

    @property
    def at(self) -> float:
        """When the last entry was made: since then the game has been waiting for the seats that must act."""
        return self.entries[-1].at if self.entries else self._laid

    def answered(self, seat: int, client: str) -> Entry | None:
        """The entry that a request made, if it made one."""
        ply = self._answered.get((seat, client))
        return None if ply is None else self.entries[ply - 1]

    def stale(self, seat: int, ply: int) -> bool:
        """Whether the decision that a seat had at a ply is no longer its decision now."""
        return ply < self._since[seat] or seat not in self.pending

    def move(self, seat: int, code: int, client: str | None = None) -> Entry:
        """The next entry of the log: a move."""
        return Entry(self._code, self.ply + 1, seat, "move", code, client, time.time())

    def take_back(self, seat: int, client: str | None) -> Entry:
        """The next entry of the log: the last move of a seat is taken back."""
        kind: Literal["undo", "rewind"] = "undo" if self.match.can_undo(seat) else "rewind"
        return Entry(self._code, self.ply + 1, seat, kind, None, client, time.time())

    def end(self, seat: int) -> Entry:
        """The next entry of the log: the game ends by agreement, as a seat proposed."""
        return Entry(self._code, self.ply + 1, seat, "end", None, None, time.time())

    def push(self, entry: Entry) -> None:
        """Applies an entry that is possible and on disk."""
        match = self.match
        pending, revealed = match.pending, match.revealed
        carry_on(match, entry, *self._stories.values())
        self.entries.append(entry)
        self.ended = self.ended or entry.kind == "end"
        self.undos += entry.kind in ("undo", "rewind")
        for seat in match.pending:
            if entry.kind != "move" or entry.seat == seat or seat not in pending or match.revealed != revealed:
                self._since[seat] = entry.ply
        if entry.client is not None:
            self._answered[entry.seat, entry.client] = entry.ply
        if self.over:
            match.forget()

    def can_undo(self, seat: int | None) -> Literal["free", "ask"] | None:
        """Whether the last move of a seat can be taken back: at once, or if the others agree.

        Against bots alone everything can be taken back, because nobody is wronged.
        """
        match = self.match
        if seat is None or self.over or self.undos >= MOST_UNDOS:
            return None
        if match.can_undo(seat):
            return "free"
        if not match.has_moved(seat):
            return None
        return "free" if self._seats.people == [seat] else "ask"

    def situation(self, reader: int | None, language: str, after: int = 0) -> Situation:
        """All that a reader may know now, and what has happened since a ply."""
        match = self.match
        pending, names = self.pending, self._seats.names(language)
        return Situation(
            ply=self.ply,
            pending=list(pending),
            over=self.over,
            prompt=table_texts(language)("ask.ended") if self.ended else match.prompt(reader, names, language),
            view=match.look(reader),
            moves=match.encoded_moves(reader, language) if reader in pending else [],  # type: ignore[arg-type]
            sheet=unranked(match.sheet(language=language)) if self.ended else match.sheet(reader, language),
            undo=self.can_undo(reader),
            verdict=self._verdict(match, names, language, self.ended),
            log=self._story(reader, language).since(after),
        )

    def _story(self, reader: int | None, language: str) -> Story:
        story = self._stories.get((reader, language))
        if story is None:
            story = self._stories[reader, language] = self._from_start(reader, language, self.entries)[1]
        return story

    def lacks(self, reader: int | None, language: str) -> bool:
        """Whether the log of a long game must first be written for a reader, which is better done in another thread."""
        return self.ply > SHORT and (reader, language) not in self._stories

    async def add_reader(self, reader: int | None, language: str, archive: Archive) -> None:
        """Writes the log of a long game for a reader, in the archive's thread."""
        entries = self.entries[:]
        match, story = await archive.aside(lambda: self._from_start(reader, language, entries))
        for entry in self.entries[len(entries) :]:  # that came in the meantime
            carry_on(match, entry, story)
        self._stories[reader, language] = story

    def moment(self, reader: Reader, language: str, ply: int, you: int | None = None) -> Situation:
        """All that a reader could know after some plies, for a replay; `you` is the seat of the guest who watches."""
        match, story = self._from_start(reader, language, self.entries[:ply], by_name=reader != you)
        return msgspec.structs.replace(self.picture(match, reader, language, ply), log=story.lines)

    def names(self, language: str) -> list[str]:
        return self._seats.names(language)

    def picture(self, match: Match, reader: Reader, language: str, ply: int) -> Situation:
        """A match of this game as a reader could know it after some plies, without the log."""
        names, ended = self._seats.names(language), self.ended and ply == self.ply
        if reader == EVERYTHING:
            view, sheet = match.to_json()["position"], match.sheet(language=language)
        else:
            view, sheet = match.view(reader), match.sheet(reader, language)
        if ended:
            sheet = unranked(match.sheet(language=language))
        return Situation(
            ply=ply,
            pending=[] if ended else list(match.pending),
            over=ended or match.over,
            prompt=table_texts(language)("ask.ended") if ended else match.prompt(None, names, language),
            view=view,
            moves=[],
            sheet=sheet,
            undo=None,
            verdict=self._verdict(match, names, language, ended),
            log=[],
        )

    @staticmethod
    def _verdict(match: Match, names: list[str], language: str, ended: bool) -> str | None:
        """The result in one sentence, once there is one. A game that was ended by agreement has no winner."""
        if ended:
            return table_texts(language)("verdict.ended")
        return match.verdict(names, language) if match.over else None

    def _from_start(
        self, reader: Reader, language: str, entries: list[Entry], by_name: bool = False
    ) -> tuple[Match, Story]:
        """The match and the story after some entries, played again from the deal."""
        match, story = self.dealt(), Story(reader, language, self._seats.names(language), by_name)
        for entry in entries:
            carry_on(match, entry, story)
        return match, story


def unranked(sheets: list[Sheet]) -> list[Sheet]:
    """The sheets of a game that ended by agreement: as they stood, without ranks."""
    return [msgspec.structs.replace(sheet, rank=0) for sheet in sheets]
