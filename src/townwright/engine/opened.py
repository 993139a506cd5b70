"""An opened box: the printed contents with the options of a table, packed for the rules. It also words moves."""

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
MOST_FACTS = 384  # numbers that a game's `facts` may write


class Wording:
    """A move in words, with the key of its sentences and the values that fill their placeholders."""

    __slots__ = ("_encoded", "filling", "key", "move")

    def __init__(self, move: Move, key: str, filling: dict[str, Any]) -> None:
        self.move, self.key, self.filling = move, key, filling
        self._encoded: msgspec.Raw | None = None

    def did(self, who: str, texts: Texts) -> str:
        """The move in the past tense: "Ada took red and blue." """
        return texts(f"did.{self.key}", who=who, **self.filling)

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
        except BadBox as more:  # without those of the game's own tables that replace wrong ones
            problems += [text for text in more.problems if not any(f"table '{name}'" in text for name in wrong)]
        if problems:
            raise BadBox(*problems)
        self.printed: Any = Snapshot(self.bytes, game.box_layout)  # the packed box, for reading
        self._encodings: dict[int, Encoding] = {}  # by the number of seats
        self._described: dict[int, tuple[Kind, tuple[int, ...], str, dict[str, Any]]] = {}
        self._wordings: dict[Texts, BoundedCache[int, Wording]] = {}  # by language, then by note

    @functools.cached_property
    def codes(self) -> dict[str, int]:
        """Every move of this box by its words; a kind with `any_order` also by its words in alphabetical order."""
        codes: dict[str, int] = {}
        sorted_words: dict[str, int] = {}
        for code in range(self.game.moves.size):
            try:
                words = normal(self.game.moves.words(self.face, code))
            except IndexError:  # a code this box has no use for
                continue
            codes[words] = code
            if self.game.moves.kind(code).any_order:
                sorted_words[in_order(words)] = code
        return sorted_words | codes

    def encoding(self, seats: int) -> Encoding:
        """How to write what a seat knows as numbers, at a table with this many seats."""
        if seats not in self._encodings:
            self._encodings[seats] = Encoding(self, self.game.check_seats(seats))
        return self._encodings[seats]

    def code(self, words: str) -> int | None:
        """The code of a move in words, None if this box has no such move."""
        words = normal(words)
        code = self.codes.get(words)
        return self.codes.get(in_order(words)) if code is None else code

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
        """The view of a known state, with what only the rules can work out if the game has `facts`."""
        view: msgspec.Struct
        if self.game.has_facts:
            facts = np.zeros(MOST_FACTS, np.int32)
            self.game.entry_points.facts(self.bytes, known.bytes, facts)
            view = self.game.show(self.face, self.printed, known, facts.tolist())
        else:
            view = self.game.show(self.face, self.printed, known)
        return view

    def wordings(self, known: Snapshot, codes: Codes, texts: Texts) -> list[Wording]:
        """Codes in words, for a known state."""
        if not self.game.has_notes:
            return [self._say(known, texts, code) for code in codes.tolist()]
        cache = self._wordings.get(texts)
        if cache is None:
            cache = self._wordings[texts] = BoundedCache(MOVES_KEPT)
        notes, size = np.empty(len(codes), np.int64), self.game.moves.size
        self.game.entry_points.notes(self.bytes, known.bytes, codes, notes)
        return cache.all(notes.tolist(), lambda note: self._say(known, texts, note % size, note // size))

    def say(self, known: Snapshot, code: int, texts: Texts) -> Wording:
        """One code in words, for a known state."""
        return self.wordings(known, np.array([code], np.int32), texts)[0]

    def bare(self, move: Move) -> Move:
        """A move with only the fields that follow from its code."""
        return msgspec.structs.replace(move, fields=self.describe(move.code)[3])

    def describe(self, code: int) -> tuple[Kind, tuple[int, ...], str, dict[str, Any]]:
        """Kind, values, words and fields of a code: they never change."""
        description = self._described.get(code)
        if description is None:
            moves = self.game.moves
            kind = moves.kind(code)
            values = kind.values(code)
            description = self._described[code] = (kind, values, *moves.describe[kind.name](self.face, *values))
        return description

    def _say(self, known: Snapshot, texts: Texts, code: int, note: int = 0) -> Wording:
        kind, values, words, fields = self.describe(code)
        if self.game.fields is not None:
            fields = fields | self.game.fields(self.face, code, note)
        key, filling = self.game.say(self.face, known, kind, values, texts)
        return Wording(Move(code, kind.name, words, texts(f"move.{key}", **filling), fields), key, filling)


def normal(words: str) -> str:
    """Words with single spaces and lower-case letters."""
    return " ".join(words.lower().split())


def in_order(words: str) -> str:
    """The first word, then the others in alphabetical order."""
    first, *rest = words.split() or [""]
    return " ".join([first, *sorted(rest)])
