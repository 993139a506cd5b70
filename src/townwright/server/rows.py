"""What is stored: a Struct for every kind of row, and the SQL table that has a column for each of its fields."""

from __future__ import annotations

import functools
from typing import Any, Generic, Literal, NamedTuple, TypedDict, TypeVar

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import JSON, Boolean, Column, Float, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Text

from .messages import ChatLine, EventKind, Status

METADATA = MetaData()
R = TypeVar("R", bound=Struct)


class NewGuest(Struct, kw_only=True, frozen=True):
    """A browser with a cookie, not yet stored; the database gives it an id."""

    token: str  # SHA-256 of the cookie, never the cookie
    name: str
    made: float


class Guest(NewGuest, kw_only=True, frozen=True):
    """A browser with a cookie, and its person's name."""

    id: int


class Wish(TypedDict):
    """A player wants to take back a move and asks the others."""

    seat: int
    waiting: list[int]  # the seats that have not answered
    client: str  # the id of the request
    ply: int  # of the table at the time of the question; the next entry settles it


class Proposal(TypedDict):
    """A player wants to end the game and asks the others."""

    seat: int
    agreed: list[int]  # the seats that want it too


class TableRow(Struct, kw_only=True):
    """A table, apart from its seats, its log and its chat."""

    code: str
    version: int = 0  # counts the changes of this row and of the seats; see Rows.follow
    game: str
    rules: int  # version of the rules it is played by
    options: dict[str, Any]
    owner: int
    listed: bool
    pace: float
    wait: float = 120.0  # seconds after which the others may do something about a player who is away
    secret: str
    status: Status = "open"
    why_closed: str | None = None
    rematch: str | None = None
    wish: Wish | None = None
    ending: Proposal | None = None
    round: int = 1  # which game of a series of rematches this is
    box_name: str | None = None  # of a box that is not the game's own
    box: dict[str, Any] | None = None  # its tables
    made: float
    touched: float
    pending: int | None = None  # the seats that must act, as bits; for lists, may be some seconds old
    checked: int | None = None  # a ply
    state: str | None = None  # the hash of the state after it, by which changed rules are noticed


class Book(Struct, frozen=True):
    """What is kept of a game in case its rules change; see book.py."""

    pages: bytes


class Analysed(Struct, frozen=True):
    """The analysis of a finished game in one language; see analyses.py."""

    language: str
    found: bytes


class Chair(Struct, frozen=True):
    """A seat and who holds it."""

    seat: int
    guest: int | None = None
    bot: str | None = None
    name: str | None = None  # of a person; a bot that takes over a seat keeps it
    entropy: str | None = None
    commitment: str | None = None  # SHA-256 of the entropy: everyone commits before anyone reveals
    stand_in: str | None = None  # the bot that plays for a person until that person is back
    seen: float | None = None  # when a person who is away was last at the table
    key: str | None = None  # SHA-256 of the key in the person's own link, never the key
    wins: int = 0  # in earlier games of a series of rematches

    @property
    def free(self) -> bool:
        return self.guest is None and self.bot is None

    @property
    def plays(self) -> str | None:
        """The bot that makes the moves of this seat."""
        return self.bot or self.stand_in

    @property
    def promised(self) -> bool:
        """Whether its part of the deal is promised; a bot promises as soon as that is needed."""
        return self.bot is not None or (self.guest is not None and self.commitment is not None)

    @property
    def ready(self) -> bool:
        """Whether its part of the deal is promised and revealed."""
        return not self.free and self.commitment is not None and self.entropy is not None


class Entry(Struct, frozen=True, gc=False):
    """A line of a table's log: a move, an undo that the game allows, a rewind by consent, or the end by agreement."""

    table: str
    ply: int
    seat: int
    kind: Literal["move", "undo", "rewind", "end"]
    code: int | None
    client: str | None  # the id of the request
    at: float


class Event(Struct, frozen=True):
    """Something that people did at a table, apart from playing."""

    n: int
    ply: int  # of the table when it happened
    kind: EventKind
    seat: int
    name: str  # of the person who did it, at that time
    other: int | None  # the seat that it concerns, if any
    other_name: str | None
    at: float


class Change(NamedTuple):
    """A statement and its values. Changes of one kind share a statement."""

    statement: sa.Insert | sa.Update | sa.Delete
    values: dict[str, Any]
    sure: bool = False  # whether the write is refused if no row matches


class Rows(Generic[R]):
    """All rows of one kind. Rows that belong to a table are stored with its code, as `table`."""

    def __init__(self, kind: type[R], name: str, *parts: Column[Any] | Index) -> None:
        columns = [part for part in parts if isinstance(part, Column)]
        self.kind = kind
        self.sql = sa.Table(name, METADATA, *parts)
        self.c = self.sql.c
        self._insert = self.sql.insert()
        self._keys = [column.name for column in self.sql.primary_key]
        self._delete = self.sql.delete().where(*(self.c[name] == sa.bindparam(f"{name}_key") for name in self._keys))
        missing = {column.name for column in columns} ^ {*kind.__struct_fields__}
        assert missing <= {"table"}, f"columns of {name} without a field, or fields without a column: {missing}"

    def add(self, row: Struct, **owner: str) -> Change:
        """Stores a new row."""
        return Change(self._insert, msgspec.structs.asdict(row) | owner)

    def drop(self, **keys: str) -> Change:
        """Removes a row by its key, if it is there."""
        return Change(self._delete, {f"{name}_key": keys[name] for name in self._keys})

    def change(self, row: R, *fields: str, **owner: str) -> Change:
        """Stores some fields of a row that is there."""
        values = msgspec.structs.asdict(row) | owner
        keys = {f"{name}_key": values[name] for name in self._keys}
        return Change(self._update(fields), keys | {name: values[name] for name in fields})

    def follow(self, row: R, *fields: str) -> Change:
        """Stores some fields of the next version of a row; refused if that version is already stored."""
        statement, values, _ = self.change(row, *fields, "version")
        return Change(statement, values | {"version_key": values["version"] - 1}, True)

    @functools.cache  # noqa: B019  there are seven of these, for good
    def _update(self, fields: tuple[str, ...]) -> sa.Update:
        """The statement that sets some fields: one for all changes of these fields."""
        keys = [*self._keys, *(["version"] if "version" in fields else [])]
        return self.sql.update().where(*(self.c[name] == sa.bindparam(f"{name}_key") for name in keys))

    def read(self, found: sa.Row[Any]) -> R:
        """A row of the database as its Struct."""
        values = found._mapping
        return self.kind(**{name: values[name] for name in self.kind.__struct_fields__})


GUESTS = Rows(
    Guest,
    "guests",
    Column("id", Integer, primary_key=True),
    Column("token", String(64), nullable=False, unique=True),
    Column("name", String(24), nullable=False),
    Column("made", Float, nullable=False),
)

TABLES = Rows(
    TableRow,
    "tables",
    Column("code", String(6), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("game", String(40), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("owner", ForeignKey("guests.id"), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("pace", Float, nullable=False),
    Column("wait", Float, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("status", String(10), nullable=False),
    Column("why_closed", Text),
    Column("rematch", String(6)),
    Column("wish", JSON(none_as_null=True)),
    Column("ending", JSON(none_as_null=True)),
    Column("round", Integer, nullable=False),
    Column("box_name", String(60)),
    Column("box", JSON(none_as_null=True)),
    Column("made", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Column("pending", Integer),
    Column("checked", Integer),
    Column("state", String(64)),
    Index("ix_tables_status", "status"),
    Index("ix_tables_owner", "owner"),
)

BOOKS = Rows(
    Book,
    "books",
    Column("table", ForeignKey("tables.code"), primary_key=True),
    Column("pages", LargeBinary, nullable=False),
)

ANALYSES = Rows(
    Analysed,
    "analyses",
    Column("table", ForeignKey("tables.code"), primary_key=True),
    Column("language", String(2), primary_key=True),
    Column("found", LargeBinary, nullable=False),
)

SEATS = Rows(
    Chair,
    "seats",
    Column("table", ForeignKey("tables.code"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest", ForeignKey("guests.id"), index=True),
    Column("bot", String(20)),
    Column("name", String(24)),
    Column("entropy", String(128)),
    Column("commitment", String(64)),
    Column("stand_in", String(20)),
    Column("seen", Float),
    Column("key", String(64)),
    Column("wins", Integer, nullable=False),
)

LOG = Rows(
    Entry,
    "log",
    Column("table", ForeignKey("tables.code"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("code", Integer),
    Column("client", String(64)),
    Column("at", Float, nullable=False),
)

CHAT = Rows(
    ChatLine,
    "chat",
    Column("table", ForeignKey("tables.code"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", Integer),
    Column("name", String(24), nullable=False),
    Column("text", String(500), nullable=False),
    Column("at", Float, nullable=False),
)

EVENTS = Rows(
    Event,
    "events",
    Column("table", ForeignKey("tables.code"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("ply", Integer, nullable=False),
    Column("kind", String(12), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(24), nullable=False),
    Column("other", Integer),
    Column("other_name", String(24)),
    Column("at", Float, nullable=False),
)
