"""The story of a game: the lines of its log, as one reader may know them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast

import msgspec

from townwright.engine.match import Match
from townwright.engine.texts import table_texts, who

from .messages import LogLine
from .rows import Entry

EVERYTHING: Literal["all"] = "all"  # the reader of a finished game who sees all hands
Reader = int | Literal["all"] | None  # a seat, everything, or a spectator


class Story:
    """What happened in a game, as one reader is told it in one language."""

    def __init__(self, reader: Reader, language: str, names: Sequence[str], by_name: bool = False) -> None:
        self.lines: list[LogLine] = []
        self._reader, self._language, self._names = reader, language, names
        self._by_name = by_name or reader == EVERYTHING  # the reader is called by name too: somebody else looks on
        self._sealed: dict[int, list[LogLine]] = {}  # by place in the match's log: told once all have chosen

    def since(self, ply: int) -> list[LogLine]:
        """The lines after a ply."""
        first = len(self.lines)
        while first and self.lines[first - 1].ply > ply:
            first -= 1
        return self.lines[first:]

    def add(self, match: Match, entry: Entry) -> None:
        """Adds an entry that the match has not carried out yet."""
        everything = self._reader == EVERYTHING
        reader = entry.seat if everything else cast("int | None", self._reader)
        if entry.kind != "move":
            self._drop_sealed(match, entry)
            name = None if entry.seat == reader and not self._by_name else self._names[entry.seat]
            text = table_texts(self._language)("did.undo", who=who(name, self._language))
            self.lines.append(LogLine(ply=entry.ply, seat=entry.seat, kind="undo", text=text, move=None))
            return
        assert entry.code is not None
        told = match.told(entry.seat, entry.code, reader, self._names, self._language, self._by_name)
        line = LogLine(ply=entry.ply, seat=entry.seat, kind="move", text=told.text, move=told.move)
        if told.secrecy == "open":
            self.lines.append(line)
        else:
            text = table_texts(self._language)("did.secret", who=who(self._names[entry.seat], self._language))
            self.lines.append(LogLine(ply=entry.ply, seat=entry.seat, kind="secret", text=text, move=None))
        if told.secrecy == "sealed":
            self._sealed[len(match.log)] = [line]

    def add_forced(self, ply: int, place: int, match: Match, seat: int, code: int) -> None:
        """Adds a move that the rules played by themselves after the one at a place of the match's log."""
        everything = self._reader == EVERYTHING
        reader = seat if everything else cast("int | None", self._reader)
        told = match.told(seat, code, reader, self._names, self._language, self._by_name)
        # that a move was forced tells something about a hand: only its owner is told
        kind: Literal["move", "forced"] = "forced" if seat == reader else "move"
        line = LogLine(ply=ply, seat=seat, kind=kind, text=told.text, move=None)
        if told.secrecy == "open":
            self.lines.append(line)
        elif told.secrecy == "sealed":
            self._sealed.setdefault(place, []).append(line)

    def _drop_sealed(self, match: Match, entry: Entry) -> None:
        """Forgets sealed choices that are taken back: one by an undo, all since then by a rewind."""
        at = max(n for n, (seat, _) in enumerate(match.log) if seat == entry.seat)
        self._sealed = {
            n - (n > at): line for n, line in self._sealed.items() if n < at or (n > at and entry.kind == "undo")
        }

    def unseal(self) -> None:
        """Tells what was sealed, now that all have chosen: each line again, after the last."""
        now = self.lines[-1].ply
        self.lines += [msgspec.structs.replace(line, ply=now) for lines in self._sealed.values() for line in lines]
        self._sealed.clear()


def carry_on(match: Match, entry: Entry, *stories: Story) -> None:
    """Carries out an entry of the log, and tells it."""
    for story in stories:
        story.add(match, entry)
    revealed = match.revealed
    if entry.kind == "undo":
        match.undo(entry.seat)
    elif entry.kind == "rewind":
        match.rewind(entry.seat)
    else:
        assert entry.code is not None
        match.play(entry.seat, entry.code)
        if stories:
            for between, seat, code in match.silent():
                for story in stories:
                    story.add_forced(entry.ply, len(match.log) - 1, between, seat, code)
    if match.revealed != revealed:
        for story in stories:
            story.unseal()
