"""The story of a game: the lines of its log, as one reader may know them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from townwright.engine.match import Forced, Match, Narrated
from townwright.engine.texts import table_texts, who

from .messages import LogLine
from .rows import Entry

EVERYTHING: Literal["all"] = "all"  # the reader of a finished game who sees all hands
Reader = int | Literal["all"] | None  # a seat, everything, or a spectator


class Story:
    """What happened in a game, for one reader in one language."""

    def __init__(self, reader: Reader, language: str, names: Sequence[str], by_name: bool = False) -> None:
        self.lines: list[LogLine] = []
        self._reader, self._language, self._names = reader, language, names
        self._by_name = by_name or reader == EVERYTHING  # calls the reader by name too, for another person looking on
        self._sealed: dict[int, list[LogLine]] = {}  # by place in the match's log: lines to add once all have chosen

    def since(self, ply: int) -> list[LogLine]:
        """The lines after a ply."""
        first = len(self.lines)
        while first and self.lines[first - 1].ply > ply:
            first -= 1
        return self.lines[first:]

    def add(self, match: Match, entry: Entry) -> None:
        """Adds an entry that the match has not applied yet."""
        if entry.kind == "end":
            text = table_texts(self._language)("did.end")
            self.lines.append(LogLine(ply=entry.ply, seat=entry.seat, kind="end", text=text, move=None))
            return
        if entry.kind != "move":
            self._drop_sealed(match, entry)
            name = None if entry.seat == self._reader and not self._by_name else self._names[entry.seat]
            text = table_texts(self._language)("did.undo", who=who(name, self._language))
            self.lines.append(LogLine(ply=entry.ply, seat=entry.seat, kind="undo", text=text, move=None))
            return
        assert entry.code is not None
        narrated = self._narrate(match, entry.seat, entry.code)
        kind: Literal["move", "secret"] = "secret" if narrated.move is None else "move"
        self.lines.append(LogLine(ply=entry.ply, seat=entry.seat, kind=kind, text=narrated.text, move=narrated.move))
        if narrated.sealed is not None:
            text, move = narrated.sealed
            line = LogLine(ply=entry.ply, seat=entry.seat, kind="move", text=text, move=move)
            self._sealed[len(match.log)] = [line]

    def add_forced(self, ply: int, place: int, forced: Forced) -> None:
        """Adds a forced move that the rules played after the move at a place in the match's log."""
        narrated = self._narrate(*forced)
        # that a move was forced reveals something about a hand, so only its owner may know
        kind: Literal["move", "forced"] = "forced" if self._reader in (forced.seat, EVERYTHING) else "move"
        if narrated.move is not None:
            self.lines.append(LogLine(ply=ply, seat=forced.seat, kind=kind, text=narrated.text, move=None))
        elif narrated.sealed is not None:
            line = LogLine(ply=ply, seat=forced.seat, kind=kind, text=narrated.sealed[0], move=None)
            self._sealed.setdefault(place, []).append(line)

    def _narrate(self, match: Match, seat: int, code: int) -> Narrated:
        """A move that a seat is about to make; a reader who sees everything knows it as its player does."""
        reader = seat if self._reader == EVERYTHING else self._reader
        return match.narrate(seat, code, reader, self._names, self._language, self._by_name)

    def _drop_sealed(self, match: Match, entry: Entry) -> None:
        """Forgets sealed choices that are taken back: one by an undo, all since then by a rewind."""
        at = max(n for n, (seat, _) in enumerate(match.log) if seat == entry.seat)
        self._sealed = {
            n - (n > at): line for n, line in self._sealed.items() if n < at or (n > at and entry.kind == "undo")
        }

    def unseal(self) -> None:
        """Adds the sealed choices after the last line, now that all have chosen."""
        now = self.lines[-1].ply
        self.lines += [msgspec.structs.replace(line, ply=now) for lines in self._sealed.values() for line in lines]
        self._sealed.clear()


def carry_on(match: Match, entry: Entry, *stories: Story) -> None:
    """Applies an entry of the log to the match and adds it to the stories."""
    for story in stories:
        story.add(match, entry)
    revealed = match.revealed
    if entry.kind == "undo":
        match.undo(entry.seat)
    elif entry.kind == "rewind":
        match.rewind(entry.seat)
    elif entry.kind == "move":
        assert entry.code is not None
        match.play(entry.seat, entry.code)
        if stories:
            for forced in match.forced():
                for story in stories:
                    story.add_forced(entry.ply, len(match.log) - 1, forced)
    if match.revealed != revealed:
        for story in stories:
            story.unseal()
