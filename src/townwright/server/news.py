"""News: the letters between the processes on one database, sent with PostgreSQL's NOTIFY.

A letter never contains more than the database does, so a process that has missed some reads there what it lacks.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from .rows import Entry

CHANNEL = "townwright"


class Moved(Struct, tag="moved"):
    """New entries of logs, perhaps of several tables."""

    entries: list[Entry]


class Changed(Struct, tag="changed"):
    """Something else of a table has changed: its row, seats, chat or events."""

    table: str


class Presence(Struct, tag="presence"):
    """Who is at a table through the sending process."""

    table: str
    here: dict[int, float]  # by seat: the last sign of life of its person
    gone: dict[int, float]  # by seat: when its last socket was closed


class Asking(Struct, tag="asking"):
    """Who is at this table, or at any? Every process with people there answers."""

    table: str | None = None


class Alive(Struct, tag="alive"):
    """A sign of life."""


class Leaving(Struct, tag="leaving"):
    """The sending process stops."""


class Renamed(Struct, tag="renamed"):
    """A guest has another name."""

    token: str  # the hash of it


class Stop(Struct, tag="stop"):
    """Stop an analysis, if you are working on it."""

    table: str
    language: str


Word = Moved | Changed | Presence | Asking | Alive | Leaving | Renamed | Stop


class Letter(Struct):
    """A word and its sender."""

    by: str
    word: Word


encoder, decoder = msgspec.json.Encoder(), msgspec.json.Decoder(Letter)


def written(by: str, word: Word) -> str:
    """A letter as NOTIFY carries it."""
    return encoder.encode(Letter(by, word)).decode()


def read(text: str) -> Letter:
    return decoder.decode(text)
