"""A game as the engine sees it: a declaration. Everything here is filled in by one page per game."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import msgspec
import numpy as np

from .box import read_tables, read_toml, with_options
from .entries import Entries
from .errors import BadBox, BadCall, whole_number
from .memory import Memory
from .moves import Kind, Move, Moves
from .records import Bytes, Codes, Record, Snapshot, blank, layout
from .texts import LANGUAGE, Texts, load_texts

BOXES_KEPT, MOVES_KEPT = 64, 50_000


class Part(msgspec.Struct, frozen=True, gc=False):
    """One entry of a sheet's line: what gave the points."""

    label: str
    points: int


class Line(msgspec.Struct, frozen=True, gc=False):
    """One line of a score sheet."""

    name: str
    label: str
    points: int
    parts: list[Part] = []


@dataclass(frozen=True, eq=False)
class Game:
    """One game: its name, its records, its words. The rules stand in `package`.rules."""

    package: str  # "townwright.games.copenhagen"
    title: str
    seats: tuple[int, int]  # fewest and most players
    version: int  # raised when a change of rules or box alters replays
    box: type  # record class of the box
    state: type  # record class of the state
    file: type[msgspec.Struct]  # what box.toml must look like
    options: type[msgspec.Struct]  # its [options] table
    pack: Callable[[Any, Any], Any]  # fills the box record from the file; gives the face Python uses
    moves: Moves
    lines: tuple[str, ...]  # lines of the score sheet; they sum to the total
    ties: tuple[str, ...]  # tie-breaks in order, more is better
    asks: Callable[[Any, int], str]  # what is asked of a seat: text key under [ask] and [wait]
    reasons: Sequence[str]  # text keys, by what `refuse` returns
    longest: Sequence[int]  # most moves a game can have, by seats
    view: type[msgspec.Struct]  # what a person sees, and a position
    show: Callable[..., Any]  # known state -> view
    read: Callable[..., None]  # view -> known state
    whole: Callable[[Any], bool]  # whether nothing in a known state is unknown
    tell: Callable[..., str]  # a move (its kind and values) as a sentence
    explain: Callable[..., dict[str, list[Part]]]  # the parts of the lines of a seat's sheet
    draw: Callable[..., Any]  # view, names, face, texts -> picture for the terminal
    secrets: tuple[str, ...] = ()  # kinds of move that only the player who makes them may know
    shown: tuple[str, ...] = ()  # of these, what everybody sees as soon as something hidden comes to light
    sealed: tuple[str, ...] = ()  # kinds that are secret only while others still have to make theirs
    verdict: Callable[..., str | None] | None = None  # a sentence about the result, such as a rank reached alone
    facts: Callable[[Bytes, Bytes, Codes], list[int]] | None = None  # of moves: all that words and fields follow from
    foresee: Callable[[int, int], dict[str, Any]] | None = None  # code and fact -> fields: what a move would bring
    scored: tuple[str, ...] = ()  # the fields of the state that a sheet follows from, if they are few
    own: tuple[Callable[..., Any], ...] = ()  # entry points of the game's own, compiled with the others

    @functools.cached_property
    def name(self) -> str:
        """The public name: "old-london-bridge"."""
        return self.package.rpartition(".")[2].replace("_", "-")

    @functools.cached_property
    def _boxes(self) -> Memory[str, Box]:
        """Opened boxes by their options: a box never changes, so tables share it."""
        return Memory(BOXES_KEPT)

    @functools.cached_property
    def box_layout(self) -> np.dtype[np.void]:
        return layout(self.box)

    @functools.cached_property
    def state_layout(self) -> np.dtype[np.void]:
        return layout(self.state)

    @functools.cached_property
    def entries(self) -> Entries:
        """The compiled functions; the first use on a machine compiles them, with a progress bar."""
        entries = Entries(self.package)
        if not entries.ready:
            from .progress import preparing

            with preparing(self.title) as tell:
                entries.warm(tell)
        return entries

    def texts(self, language: str = LANGUAGE) -> Texts:
        """The game's messages in a language."""
        return load_texts(self.package, language)

    @functools.cache  # noqa: B019  a game is there for good
    def labels(self, language: str) -> list[str]:
        """What the lines of a sheet and the tie-breaks are called."""
        texts = self.texts(language)
        return [texts(f"line.{name}") for name in (*self.lines, *self.ties)]

    def check_seats(self, seats: object) -> int:
        """The number of seats, if this many can play."""
        fewest, most = self.seats
        number = whole_number(seats)
        if number is None or not fewest <= number <= most:
            raise BadCall(f"{self.title} is for {fewest} to {most} players, not {seats!r}")
        return number

    def open_box(self, options: Mapping[str, Any] | None = None, box: Mapping[str, Any] | str | None = None) -> Box:
        """The box with these options; `box` is a TOML file or its tables, instead of the game's own."""
        if box is not None:
            return Box(self, options, box)
        key = repr(dict(options)) if isinstance(options, Mapping) else repr(options or {})
        return self._boxes.get(key, lambda: Box(self, options, None))


class Box:
    """An opened box: its tables, the options chosen, and the packed record."""

    def __init__(self, game: Game, options: Mapping[str, Any] | None, source: Mapping[str, Any] | str | None) -> None:
        about = f"the box of {game.title}"
        if source is None:
            tables = standard_tables(game)
        elif isinstance(source, Mapping):
            tables = dict(source)
        elif isinstance(source, str | os.PathLike):
            tables = read_toml(os.fspath(source), about)
        else:
            raise BadCall(f"{about} is the path of a TOML file or its tables, not {type(source).__name__}")
        self.game = game
        self.own = None if source is None or tables == standard_tables(game) else tables
        merged = with_options(tables, options, game.options, game.title)
        self.file, wrong = read_tables(merged, game.file, standard_tables(game), about)
        self.options: dict[str, Any] = msgspec.to_builtins(self.file.options)  # type: ignore[attr-defined]
        self.bytes: Bytes = blank(game.box_layout)
        problems = [problem for table in wrong.values() for problem in table]
        try:
            self.face = game.pack(self.file, Record(self.bytes, game.box_layout))
        except BadBox as more:  # what is said of a table that only stands in is not about this file
            problems += [what for what in more.problems if not any(f"table '{name}'" in what for name in wrong)]
        if problems:
            raise BadBox(*problems)
        self.record = Snapshot(self.bytes, game.box_layout)

    @functools.cached_property
    def codes(self) -> dict[str, int]:
        """Every move of this box by its words."""
        found: dict[str, int] = {}
        for code in range(self.game.moves.size):
            try:
                found[normal(self.game.moves.words(self.face, code))] = code
            except IndexError:  # a code this box has no use for
                continue
        return found

    def move(self, known: Record | Snapshot, code: int, texts: Texts) -> Move:
        """A code as a move, told in the situation of a known state."""
        return self.moves(known, np.array([code], np.int32), texts)[0]

    def moves(self, known: Record | Snapshot, codes: Codes, texts: Texts) -> list[Move]:
        """Codes as moves, told in the situation of a known state."""
        if self.game.facts is None:
            return [self._tell(known, texts, code) for code in codes.tolist()]
        memory = self._moves.get(texts)
        if memory is None:
            memory = self._moves[texts] = Memory(MOVES_KEPT)
        facts, size = self.game.facts(self.bytes, known.bytes, codes), self.game.moves.size
        return memory.all(facts, lambda fact: self._tell(known, texts, fact % size, fact))

    def _tell(self, known: Record | Snapshot, texts: Texts, code: int, fact: int = 0) -> Move:
        found = self._described.get(code)
        if found is None:
            moves = self.game.moves
            kind = moves.kind(code)
            values = kind.values(code)
            found = self._described[code] = (kind, values, *moves.describe[kind.name](self.face, *values))
        kind, values, words, fields = found
        if self.game.foresee is not None:
            fields = fields | self.game.foresee(code, fact)
        return Move(code, kind.name, words, self.game.tell(self.face, known, kind, values, texts), fields)

    @functools.cached_property
    def _moves(self) -> dict[Texts, Memory[int, Move]]:
        """Whole moves by language and fact."""
        return {}

    @functools.cached_property
    def _described(self) -> dict[int, tuple[Kind, tuple[int, ...], str, dict[str, Any]]]:
        """Kind, values, words and fields of the codes that were asked for: they are always the same."""
        return {}


def normal(words: str) -> str:
    """Words with single spaces and small letters."""
    return " ".join(words.lower().split())


@functools.cache
def standard_tables(game: Game) -> dict[str, Any]:
    """The tables of the game's own box.toml."""
    return read_toml(str(files(game.package) / "box.toml"), f"the box of {game.title}")
