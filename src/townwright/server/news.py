"""News: what the processes on one database tell each other, through PostgreSQL's NOTIFY.

A word never tells more than the database does: a process that has missed some reads there what it lacks.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from .rows import Entry

CHANNEL = "townwright"


class Moved(Struct, tag="moved"):
    """Lines of logs, perhaps of several tables."""

    entries: list[Entry]


class Changed(Struct, tag="changed"):
    """Something else of a table has changed: its row, seats, chat or events."""

    table: str


class Presence(Struct, tag="presence"):
    """Who is at a table by way of the process that tells it."""

    table: str
    here: dict[int, float]  # by seat: the last sign of its person
    gone: dict[int, float]  # by seat: when its last socket was closed


class Asking(Struct, tag="asking"):
    """Who is at a table, or at any? Everybody who has people there answers."""

    table: str | None = None


class Alive(Struct, tag="alive"):
    """A sign of life."""


class Leaving(Struct, tag="leaving"):
    """The process that tells it stops."""


class Renamed(Struct, tag="renamed"):
    """A guest has another name."""

    token: str  # the hash of it


class Stop(Struct, tag="stop"):
    """An analysis is to be stopped, by whoever works on it."""

    table: str
    language: str


Word = Moved | Changed | Presence | Asking | Alive | Leaving | Renamed | Stop


class Letter(Struct):
    """A word, and the process that tells it."""

    by: str
    word: Word


encoder, decoder = msgspec.json.Encoder(), msgspec.json.Decoder(Letter)


def written(by: str, word: Word) -> str:
    """A word as NOTIFY carries it."""
    return encoder.encode(Letter(by, word)).decode()


def read(text: str) -> Letter:
    return decoder.decode(text)
