"""An opened box: the printed contents with the options of a table, packed for the rules; and moves in its words."""

from __future__ import annotations

import functools
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from .bounded import BoundedCache
from .box import read_contents, read_toml, with_options
from .encoding import Encoding
from .errors import BadBox, BadCall
from .fields import Bytes, Codes, Fields, Snapshot, blank
from .moves import Kind, Move
from .texts import Texts

if TYPE_CHECKING:
    from .game import Game

MOVES_KEPT = 50_000
MOST_FACTS = 384  # numbers that a game may tell with a view


class Said:
    """A move in words, with the key and places of its sentences."""

    __slots__ = ("_encoded", "key", "move", "places")

    def __init__(self, move: Move, key: str, places: dict[str, Any]) -> None:
        self.move, self.key, self.places = move, key, places
        self._encoded: msgspec.Raw | None = None

    def did(self, who: str, texts: Texts) -> str:
        """The move in the past tense: "Ada took red and blue." """
        return texts(f"did.{self.key}", who=who, **self.places)

    @property
    def encoded(self) -> msgspec.Raw:
        """The move as JSON, encoded once."""
        if self._encoded is None:
            self._encoded = msgspec.Raw(msgspec.json.encode(self.move))
        return self._encoded


class OpenBox:
    """The box of one table: its contents, the options chosen, and the packed bytes."""

    def __init__(self, game: Game, options: Mapping[str, Any] | None, source: Mapping[str, Any] | str | None) -> None:
        about = f"the box of {game.title}"
        if source is None:
            contents = game.contents
        elif isinstance(source, Mapping):
            contents = dict(source)
        elif isinstance(source, str | os.PathLike):
            contents = read_toml(os.fspath(source), about)
        else:
            raise BadCall(f"{about} is the path of a TOML file or its contents, not {type(source).__name__}")
        self.game = game
        self.own = None if source is None or contents == game.contents else contents
        merged = with_options(contents, options, game.options, game.title)
        self.file, wrong = read_contents(merged, game.file, game.contents, about)
        self.options: dict[str, Any] = msgspec.to_builtins(self.file.options)  # type: ignore[attr-defined]
        self.bytes: Bytes = blank(game.box_layout)
        problems = [problem for table in wrong.values() for problem in table]
        try:
            self.face = game.pack(self.file, Fields(self.bytes, game.box_layout))
        except BadBox as more:  # a standard table that stands in for a wrong one must not be blamed
            problems += [what for what in more.problems if not any(f"table '{name}'" in what for name in wrong)]
        if problems:
            raise BadBox(*problems)
        self.printed: Any = Snapshot(self.bytes, game.box_layout)  # the packed box, for reading
        self._encodings: dict[int, Encoding] = {}  # by the number of seats
        self._described: dict[int, tuple[Kind, tuple[int, ...], str, dict[str, Any]]] = {}
        self._said: dict[Texts, BoundedCache[int, Said]] = {}  # by language, then by note

    @functools.cached_property
    def codes(self) -> dict[str, int]:
        """Every move of this box by its words; a kind in any order also by its words in alphabetical order."""
        found: dict[str, int] = {}
        sorted_words: dict[str, int] = {}
        for code in range(self.game.moves.size):
            try:
                words = normal(self.game.moves.words(self.face, code))
            except IndexError:  # a code this box has no use for
                continue
            found[words] = code
            if self.game.moves.kind(code).any_order:
                sorted_words[in_order(words)] = code
        return sorted_words | found

    def encoding(self, seats: int) -> Encoding:
        """What a seat knows at a table of so many, as numbers."""
        if seats not in self._encodings:
            self._encodings[seats] = Encoding(self, self.game.check_seats(seats))
        return self._encodings[seats]

    def code(self, words: str) -> int | None:
        """The code of a move in words, None if this box has no such move."""
        said = normal(words)
        found = self.codes.get(said)
        return self.codes.get(in_order(said)) if found is None else found

    def has(self, code: int) -> bool:
        """Whether this box has a use for a code."""
        try:
            self.describe(code)
        except IndexError:
            return False
        return True

    def words(self, code: int) -> str:
        """The words of a code, or the code itself if this box has no use for it."""
        return self.describe(code)[2] if self.has(code) else f"code {code}"

    def show(self, known: Snapshot) -> msgspec.Struct:
        """The view of a known state, with what only the rules can tell if the game has `facts`."""
        view: msgspec.Struct
        if self.game.has_facts:
            facts = np.zeros(MOST_FACTS, np.int32)
            self.game.entry_points.facts(self.bytes, known.bytes, facts)
            view = self.game.show(self.face, self.printed, known, facts.tolist())
        else:
            view = self.game.show(self.face, self.printed, known)
        return view

    def said(self, known: Snapshot, codes: Codes, texts: Texts) -> list[Said]:
        """Codes in words, for a known state."""
        if not self.game.has_notes:
            return [self._say(known, texts, code) for code in codes.tolist()]
        cache = self._said.get(texts)
        if cache is None:
            cache = self._said[texts] = BoundedCache(MOVES_KEPT)
        notes, size = np.empty(len(codes), np.int64), self.game.moves.size
        self.game.entry_points.notes(self.bytes, known.bytes, codes, notes)
        return cache.all(notes.tolist(), lambda note: self._say(known, texts, note % size, note // size))

    def say(self, known: Snapshot, code: int, texts: Texts) -> Said:
        """One code in words, for a known state."""
        return self.said(known, np.array([code], np.int32), texts)[0]

    def bare(self, move: Move) -> Move:
        """A move with the fields that follow from its code alone."""
        return msgspec.structs.replace(move, fields=self.describe(move.code)[3])

    def describe(self, code: int) -> tuple[Kind, tuple[int, ...], str, dict[str, Any]]:
        """Kind, values, words and fields of a code: they never change."""
        found = self._described.get(code)
        if found is None:
            moves = self.game.moves
            kind = moves.kind(code)
            values = kind.values(code)
            found = self._described[code] = (kind, values, *moves.describe[kind.name](self.face, *values))
        return found

    def _say(self, known: Snapshot, texts: Texts, code: int, note: int = 0) -> Said:
        kind, values, words, fields = self.describe(code)
        if self.game.fields is not None:
            fields = fields | self.game.fields(self.face, code, note)
        key, places = self.game.say(self.face, known, kind, values, texts)
        return Said(Move(code, kind.name, words, texts(f"move.{key}", **places), fields), key, places)


def normal(words: str) -> str:
    """Words with single spaces and small letters."""
    return " ".join(words.lower().split())


def in_order(words: str) -> str:
    """The first word, then the others in alphabetical order."""
    first, *rest = words.split() or [""]
    return " ".join([first, *sorted(rest)])
