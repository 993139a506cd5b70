"""The story of a game: the lines of its log, as one reader may know them."""

from __future__ import annotations

from typing import Literal

import msgspec

from townwright.engine.match import Match

from .messages import LogLine
from .rows import Entry

EVERYTHING: Literal["all"] = "all"  # the reader of a finished game who sees all hands
Reader = int | Literal["all"] | None  # a seat, everything, or a spectator


class Story:
    """What happened in a game, as one reader is told it in one language."""

    def __init__(self, reader: Reader, language: str) -> None:
        self.lines: list[LogLine] = []
        self._reader, self._language = reader, language
        self._sealed: dict[int, LogLine] = {}  # by place in the match's log: told once all have chosen

    def since(self, ply: int) -> list[LogLine]:
        """The lines after a ply."""
        first = len(self.lines)
        while first and self.lines[first - 1].ply > ply:
            first -= 1
        return self.lines[first:]

    def add(self, match: Match, entry: Entry) -> None:
        """Adds an entry that the match has not carried out yet."""
        if entry.kind != "move":
            self._drop_sealed(match, entry)
            self.lines.append(LogLine(ply=entry.ply, seat=entry.seat, kind="undo", text=None, move=None))
            return
        assert entry.code is not None
        own = self._reader in (entry.seat, EVERYTHING)
        secrecy = "open" if own else match.secrecy(entry.seat, entry.code)
        line = LogLine(ply=entry.ply, seat=entry.seat, kind="move", text=None, move=None)
        if secrecy != "secret":
            reader = entry.seat if own else self._reader
            move = match.move(entry.seat, entry.code, reader, self._language)  # type: ignore[arg-type]
            told = LogLine(ply=entry.ply, seat=entry.seat, kind="move", text=move.text, move=move)
            if secrecy == "open":
                line = told
            else:
                self._sealed[len(match.log)] = told
        self.lines.append(line)

    def _drop_sealed(self, match: Match, entry: Entry) -> None:
        """Forgets sealed choices that are taken back: one by an undo, all since then by a rewind."""
        at = max(n for n, (seat, _) in enumerate(match.log) if seat == entry.seat)
        self._sealed = {
            n - (n > at): line for n, line in self._sealed.items() if n < at or (n > at and entry.kind == "undo")
        }

    def unseal(self) -> None:
        """Tells what was sealed, now that all have chosen: each line again, after the last."""
        now = self.lines[-1].ply
        self.lines += [msgspec.structs.replace(line, ply=now) for line in self._sealed.values()]
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
    if match.revealed != revealed:
        for story in stories:
            story.unseal()
