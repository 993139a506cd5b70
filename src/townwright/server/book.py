"""The book of a game: what it looked like, kept in case its rules change.

A finished game is kept whole: every moment, with everything visible. For a game under way, the book holds what a
spectator sees when its table leaves memory.
"""

from __future__ import annotations

import hashlib
import zlib
from typing import Any

import msgspec

from townwright.engine.texts import languages, table_texts

from .messages import LogLine, Situation
from .play import Play
from .rows import Book
from .story import EVERYTHING, Story, carry_on


class Pages(msgspec.Struct, kw_only=True):
    """What is kept of a game, by language. The log of each moment holds only what is new in it."""

    moments: dict[str, list[msgspec.Raw]]  # one for every ply of a finished game; the last one of a game under way
    logs: dict[str, list[list[LogLine]]]
    record: dict[str, Any] | None = None  # of a finished game

    @property
    def plies(self) -> int:
        return len(next(iter(self.moments.values()))) - 1

    def situation(self, language: str, ply: int = -1) -> msgspec.Raw:
        """A moment with the whole log up to it; the last one by default. An unfinished game is shown as frozen."""
        moments, logs = self.moments[language], self.logs[language]
        ply = len(moments) - 1 if ply < 0 else ply
        moment = msgspec.json.decode(moments[ply])
        moment["log"] = [line for some in logs[: ply + 1] for line in some]
        if self.record is None:
            moment |= {"prompt": table_texts(language)("ask.frozen"), "pending": []}
        return msgspec.Raw(msgspec.json.encode(moment))


def fingerprint(play: Play) -> str:
    """The state of a game, as a hash: the same rules give the same one from the same log."""
    return hashlib.sha256(play.match.state).hexdigest()


def whole(play: Play, record: dict[str, Any]) -> Book:
    """The book of a finished game."""
    moments: dict[str, list[msgspec.Raw]] = {}
    logs: dict[str, list[list[LogLine]]] = {}
    for language in languages():
        match, story = play.dealt(), Story(EVERYTHING, language, play.names(language), True)
        moments[language], logs[language] = [], []
        for ply in range(play.ply + 1):
            if ply:
                carry_on(match, play.entries[ply - 1], story)
            situation = play.picture(match, EVERYTHING, language, ply)
            moments[language].append(packed(situation))
            logs[language].append(story.lines)
            story.lines = []
    return bound(Pages(moments=moments, logs=logs, record=record))


def picture(play: Play) -> Book:
    """The book of a game under way: what a spectator sees."""
    found = {language: play.situation(None, language) for language in languages()}
    return bound(
        Pages(
            moments={language: [packed(situation)] for language, situation in found.items()},
            logs={language: [situation.log] for language, situation in found.items()},
        )
    )


read_pages = msgspec.json.Decoder(Pages).decode


def packed(situation: Situation) -> msgspec.Raw:
    situation = msgspec.structs.replace(situation, log=[], moves=[], undo=None)
    return msgspec.Raw(msgspec.json.encode(situation))


def bound(pages: Pages) -> Book:
    return Book(pages=zlib.compress(msgspec.json.encode(pages), 6))


def opened(book: Book) -> Pages:
    return read_pages(zlib.decompress(book.pages))
