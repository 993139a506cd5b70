"""A match: one game being played. The Python face of the engine."""

from __future__ import annotations

import functools
import secrets
from collections.abc import Mapping, Sequence
from types import EllipsisType
from typing import Annotated, Any, Literal

import msgspec
import numpy as np

from . import chance
from .box import convert
from .errors import BadCall, BadPosition, BadRecord, CannotUndo, IllegalMove, whole_number
from .game import Box, Game, Line, normal
from .moves import Move
from .records import Bytes, Codes, Record, Snapshot, blank, cell, read_number
from .texts import LANGUAGE, table_texts

FORMAT = 1  # of records and positions

Seed = int | str
Code = Annotated[int, msgspec.Meta(ge=0)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=15)]


class Sheet(msgspec.Struct, frozen=True, gc=False):
    """The score sheet of one seat."""

    seat: int
    total: int
    lines: list[Line]
    ties: list[Line]  # tie-breaks in order, more is better
    rank: int  # 1 for the best; equal ranks share


class Deal(msgspec.Struct, kw_only=True):
    """A promise kept: the secret behind a published commitment, and what each seat added to it."""

    commitment: str  # SHA-256 of the secret, in hex
    entropy: list[str | None]  # by seat; a bot has none
    secret: str | None = None  # 64 hex digits, once the game is over

    @property
    def seed(self) -> str:
        return ":".join([self.secret or "", *(part or "" for part in self.entropy)])


class RecordFile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A game from its first to its last move. Enough to play it again."""

    townwright: int = FORMAT
    game: str
    rules: int
    seats: int
    seed: Seed
    options: dict[str, Any] = {}
    box: dict[str, Any] | None = None  # the tables of a box that is not the game's own
    moves: list[tuple[Seat, Code]] = []
    deal: Deal | None = None  # of a game at a server: what its seed was made of


class PositionFile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A whole position: everything on the table, and the generator."""

    townwright: int = FORMAT
    game: str
    rules: int | None = None
    options: dict[str, Any] = {}
    box: dict[str, Any] | None = None
    ply: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0
    revealed: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0
    generator: dict[str, Any] | None = None  # the dealing generator, if it is to go on as it would have
    position: Any


@functools.cache
def seats_of(mask: int) -> tuple[int, ...]:
    """The seats of a bit mask."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


class Match:
    """One game being played. Calls that cannot be carried out raise an error and change nothing."""

    def __init__(self, game: Game, box: Box, state: Bytes, seed: Seed | None) -> None:
        self.game, self.box, self._seed = game, box, seed
        self._state = state
        self._s = Record(state, game.state_layout)
        self.seats = int(self._s.seats)
        self._over, self._pending, self._ply, self._revealed = (
            cell(state, game.state_layout, name) for name in ("over", "pending", "ply", "revealed")
        )
        self._before: list[Bytes] = []  # the state before each move
        self._log: list[tuple[int, int]] = []  # seat and code of each move
        self._codes = np.empty(game.moves.size, np.int32)
        self._call = game.entries
        self._seen: dict[int, Snapshot] = {}  # what each seat knows of the present state
        self._sheets: dict[str, tuple[bytes, list[Sheet]]] = {}  # the last by language, and what they follow from

    # --- what is on the table ---

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that must act."""
        return seats_of(self._pending[0])

    @property
    def over(self) -> bool:
        return bool(self._over[0])

    @property
    def ply(self) -> int:
        """Moves played so far."""
        return int(self._ply[0])

    @property
    def revealed(self) -> int:
        """How often something hidden has come to light."""
        return int(self._revealed[0])

    @property
    def state(self) -> bytes:
        """A snapshot of everything, hidden parts included."""
        return self._state.tobytes()

    @property
    def log(self) -> list[tuple[int, int]]:
        """Seat and code of every move since this match began."""
        return list(self._log)

    def has_moved(self, seat: int) -> bool:
        """Whether there is a move of a seat in the log."""
        return self._last(seat) >= 0

    def _seat(self, seat: object) -> int:
        number = seat if type(seat) is int else whole_number(seat)
        if number is None or not 0 <= number < self.seats:
            raise BadCall(f"a seat is 0 to {self.seats - 1}, not {seat!r}")
        return number

    def _known(self, seat: int) -> Snapshot:
        """What a seat knows now (-1 is a spectator); asked again about the same moment, it is remembered."""
        found = self._seen.get(seat)
        if found is None:
            known = blank(self.game.state_layout)
            self._call.observe(self.box.bytes, self._state, seat, known)
            found = self._seen[seat] = Snapshot(known, self.game.state_layout)
        return found

    def _put(self, state: Bytes) -> None:
        """Another state in place of the present one."""
        self._state[:] = state
        self._seen.clear()

    # --- moves ---

    def codes(self, seat: int) -> list[int]:
        """The codes that a seat may play now."""
        return self._legal(seat).tolist()  # type: ignore[no-any-return]

    def _legal(self, seat: int) -> Codes:
        """The same as an array, until it is asked for again."""
        return self._codes[: self._call.legal(self.box.bytes, self._state, self._seat(seat), self._codes)]

    def moves(self, seat: int, language: str = LANGUAGE) -> list[Move]:
        """The moves that a seat may play now, with words and codes."""
        return self.box.moves(self._known(self._seat(seat)), self._legal(seat), self.game.texts(language))

    def code(self, move: Move | int | str) -> int:
        """The code of a move given as a move, its code or its words."""
        if isinstance(move, Move):
            return move.code
        if isinstance(move, str):
            if (code := self.box.codes.get(normal(move))) is None:
                raise IllegalMove(f"{self.game.title} knows no move {move!r}; a move looks like {self._example()}")
            return code
        if (code := whole_number(move)) is None:
            raise IllegalMove(f"a move is its code, its words or a Move, not {type(move).__name__}")
        if not 0 <= code < self.game.moves.size:
            raise IllegalMove(f"a move code is 0 to {self.game.moves.size - 1}, not {code}")
        return code

    def _words(self, code: int) -> str:
        """The words of a code, or the code itself if this box has no use for it."""
        try:
            return self.game.moves.words(self.box.face, code)
        except IndexError:
            return f"code {code}"

    def _example(self) -> str:
        for seat in self.pending:
            return repr(self._words(self.codes(seat)[0]))
        return "nothing now: the game is over"

    def secrecy(self, seat: int, code: int) -> Literal["open", "sealed", "secret"]:
        """Whether others may know a move of a seat, before it is played: at once, once it is revealed, or never."""
        kind = self.game.moves.kind(self.code(code)).name
        if kind in self.game.secrets:
            return "sealed" if kind in self.game.shown else "secret"
        return "sealed" if kind in self.game.sealed and len(self.pending) > 1 else "open"

    def move(self, seat: int, code: int, reader: int | None = None, language: str = LANGUAGE) -> Move:
        """A move of a seat, before it is played, in the words of what a reader knows (None is a spectator).

        It is not asked whether the reader may know the move itself.
        """
        known = self._known(-1 if reader is None else self._seat(reader))
        return self.box.move(known, self.code(code), self.game.texts(language))

    def tell(self, seat: int, code: int, reader: int | None = None, language: str = LANGUAGE) -> str | None:
        """A move of a seat, before it is played, as a sentence for a reader (None is a spectator).

        None if the reader may not know it.
        """
        if self._seat(seat) != reader and self.secrecy(seat, code) != "open":
            return None
        return self.move(seat, code, reader, language).text

    def why_not(self, seat: int, move: Move | int | str, language: str = LANGUAGE) -> str | None:
        """In one sentence why a seat may not play a move now; None if it may."""
        reason = self.refusal(seat, move)
        return self.game.texts(language)(f"reason.{self.game.reasons[reason]}") if reason else None

    def refusal(self, seat: int, move: Move | int | str) -> int:
        """Why a seat may not play a move now, as a number of the game's reasons; 0 if it may."""
        return int(self._call.refuse(self.box.bytes, self._state, self._seat(seat), self.code(move)))

    def play(self, seat: int, move: Move | int | str) -> None:
        """Plays a move: a Move, its code or its words."""
        seat, code = self._seat(seat), self.code(move)
        if reason := self.why_not(seat, code):
            raise IllegalMove(f"{self._words(code)}: {reason}")
        before = self._state.copy()
        self._seen.clear()
        try:
            self._call.apply(self.box.bytes, self._state, seat, code)
        except BaseException:
            self._put(before)
            raise
        self._before.append(before)
        self._log.append((seat, code))

    def _last(self, seat: int) -> int:
        """Where in the log the last move of a seat stands; -1 if there is none."""
        for at in range(len(self._log) - 1, -1, -1):
            if self._log[at][0] == seat:
                return at
        return -1

    def _to_take_back(self, seat: int | None, language: str = LANGUAGE) -> int:
        """Where in the log the last move of a seat stands (of whoever moved last, if none is named)."""
        texts = table_texts(language)
        if not self._log:
            raise CannotUndo(texts("undo.none"))
        at = len(self._log) - 1 if seat is None else self._last(self._seat(seat))
        if at < 0:
            raise CannotUndo(texts("undo.no_move", name=self.called(seat or 0, None, language)))
        return at

    def can_undo(self, seat: int) -> bool:
        """Whether the last move of a seat can be taken back without asking anybody."""
        at = self._last(self._seat(seat))
        if at < 0 or self._bar(at) is not None:
            return False
        if at + 1 < len(self._log):
            try:
                self.copy().undo(seat)
            except CannotUndo:
                return False
        return True

    def _bar(self, at: int) -> Literal["undo.hidden", "undo.acted"] | None:
        """What stands against taking back a move of the log, if anything."""
        then = self._before[at]
        if read_number(then, self.game.state_layout, "revealed") != self.revealed:
            return "undo.hidden"
        asked = seats_of(read_number(then, self.game.state_layout, "pending"))
        return "undo.acted" if any(who not in asked for who, _ in self._log[at + 1 :]) else None

    def rewind(self, seat: int | None = None) -> None:
        """Goes back to before the last move of a seat, whatever happened since: when all at the table agree."""
        at = self._to_take_back(seat)
        self._put(self._before[at])
        del self._before[at:], self._log[at:]

    def undo(self, seat: int | None = None, language: str = LANGUAGE) -> None:
        """Takes back the last move of a seat (of whoever moved last, if none is named).

        Not past a point where something hidden came to light, and not when another seat has acted since,
        unless both were asked at the same time.
        """
        at = self._to_take_back(seat, language)
        if (bar := self._bar(at)) is not None:
            raise CannotUndo(table_texts(language)(bar))
        before, later = self._before[at], self._log[at + 1 :]
        kept = self._state.copy(), self._before[at:], self._log[at:]
        del self._before[at:], self._log[at:]
        self._put(before)
        try:
            for who, code in later:  # choices made at the same time stay as they were
                self.play(who, code)
        except IllegalMove:
            self._put(kept[0])
            self._before[at:], self._log[at:] = kept[1:]
            raise CannotUndo(table_texts(language)("undo.acted")) from None

    # --- what people see ---

    def view(self, seat: int | None = None) -> Any:
        """What a seat sees, as plain JSON data; None is a spectator."""
        return msgspec.to_builtins(self.look(seat))

    def look(self, seat: int | None = None) -> msgspec.Struct:
        """What a seat sees, as the game's View; None is a spectator."""
        known = self._known(-1 if seat is None else self._seat(seat))
        view: msgspec.Struct = self.game.show(self.box.face, self.box.record, known)
        return view

    def prompt(self, seat: int | None = None, names: Sequence[str] | None = None, language: str = LANGUAGE) -> str:
        """One sentence: what is asked of a seat, or for whom it waits."""
        texts, pending = self.game.texts(language), self.pending
        if self.over:
            return texts("ask.over")
        known = self._known(-1 if seat is None else self._seat(seat))
        who = seat if seat in pending else pending[0]
        key = self.game.asks(known, who)
        if seat == who:
            return texts(f"ask.{key}")
        return texts(f"wait.{key}", name=self.called(who, names, language))

    @staticmethod
    def called(seat: int, names: Sequence[str] | None = None, language: str = LANGUAGE) -> str:
        """The name of a seat, or its number if nobody gave names."""
        return names[seat] if names else table_texts(language)("seat.number", n=seat)

    def sheet(self, reader: int | EllipsisType | None = ..., language: str = LANGUAGE) -> list[Sheet]:
        """The score sheet of every seat as it stands, line by line.

        Everything counts, hidden things too, unless a reader is named (None is a spectator): then only what that
        reader may know, until the game is over.
        """
        game, texts = self.game, self.game.texts(language)
        if reader is ... or self.over:
            s = Snapshot(self._state, game.state_layout)
        else:
            s = self._known(-1 if reader is None else self._seat(reader))
        piece = s.piece(game.scored)
        before, sheets = self._sheets.get(language, (b"", []))
        if game.scored and before == piece:
            return list(sheets)
        width = len(game.lines) + len(game.ties)
        scores = np.zeros(self.seats * width, np.int32)
        self._call.score(self.box.bytes, s.bytes, scores)
        rows = scores.reshape(self.seats, width).tolist()
        keys = [(sum(row[: len(game.lines)]), *row[len(game.lines) :]) for row in rows]
        sheets, names, labels = [], (*game.lines, *game.ties), game.labels(language)
        for seat, row in enumerate(rows):
            parts = game.explain(self.box.face, self.box.record, s, seat, texts)
            lines = [
                Line(name, label, points, parts.get(name, []))
                for name, label, points in zip(names, labels, row, strict=True)
            ]
            rank = 1 + sum(key > keys[seat] for key in keys)
            sheets.append(Sheet(seat, keys[seat][0], lines[: len(game.lines)], lines[len(game.lines) :], rank))
        self._sheets[language] = piece, sheets
        return list(sheets)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, once the game is over."""
        return tuple(sheet.seat for sheet in self.sheet() if sheet.rank == 1) if self.over else ()

    def verdict(self, names: Sequence[str] | None = None, language: str = LANGUAGE) -> str:
        """The result in one sentence: who won, or what a game has to say of a player alone."""
        if not self.over:
            return self.prompt(None, names, language)
        if self.game.verdict is not None:
            told = self.game.verdict(self.box.face, self.box.record, self._s, self.game.texts(language))
            if told is not None:
                return told
        texts = table_texts(language)
        *others, last = [self.called(seat, names, language) for seat in self.winners]
        if others:
            return texts("verdict.shared", others=", ".join(others), last=last)
        return texts("verdict.you") if last == texts("seat.you") else texts("verdict.one", name=last)

    # --- keeping ---

    def record(self, reader: int | EllipsisType | None = ...) -> dict[str, Any]:
        """The game so far as JSON data: seed, options, moves. `tw.replay` gives it back.

        The seed tells everything. For a reader (None is a spectator) of a running game it is left out, and so is every
        move that only its player may know.
        """
        if self._seed is None:
            raise BadRecord("a match that began from a position has no record; keep its position with to_json()")
        record = RecordFile(
            game=self.game.name,
            rules=self.game.version,
            seats=self.seats,
            seed=self._seed,
            options=self.box.options,
            box=self.box.own,
            moves=self._log,
        )
        data: dict[str, Any] = msgspec.to_builtins(record)
        if reader is not ... and not self.over:
            hidden = {*self.game.secrets, *self.game.sealed}
            kinds = [self.game.moves.kind(code).name for _, code in self._log]
            data["seed"] = None
            data["moves"] = [
                [seat, None if kind in hidden and seat != reader else code]
                for (seat, code), kind in zip(self._log, kinds, strict=True)
            ]
        return data

    def to_json(self) -> dict[str, Any]:
        """The whole position as JSON data, hidden parts included. `tw.position` loads it."""
        s = self._s
        view = self.game.show(self.box.face, self.box.record, Snapshot(self._state, self.game.state_layout))
        position = PositionFile(
            game=self.game.name,
            rules=self.game.version,
            options=self.box.options,
            box=self.box.own,
            ply=s.ply,
            revealed=s.revealed,
            generator={
                "key": s.deal_key.tolist(),
                "block": s.deal_block.tolist(),
                "count": s.deal_count,
                "used": s.deal_used,
            },
            position=msgspec.to_builtins(view),
        )
        data: dict[str, Any] = msgspec.to_builtins(position)
        return data

    def copy(self) -> Match:
        """A match of its own that goes on from here."""
        twin = Match(self.game, self.box, self._state.copy(), self._seed)
        twin._before, twin._log = list(self._before), list(self._log)
        return twin


def new_match(
    game: Game,
    seats: int | None = None,
    seed: Seed | None = None,
    options: Mapping[str, Any] | None = None,
    box: Mapping[str, Any] | str | None = None,
) -> Match:
    """A new game, the table laid."""
    seats = game.check_seats(game.seats[0] if seats is None else seats)
    seed = secrets.token_hex(32) if seed is None else seed
    key = chance.deal_key(seed)
    opened = game.open_box(options, box)
    state = blank(game.state_layout)
    try:
        game.entries.setup(opened.bytes, state, seats, key)
    except ValueError as problem:  # options that this many players cannot play with
        raise BadCall(f"{game.title} cannot be set up: {problem}") from None
    return Match(game, opened, state, seed)


def parse(data: object, kind: type[Any], error: type[BadRecord] | type[BadPosition], about: str) -> Any:
    """JSON text or data as a Struct, or one clear sentence."""
    if isinstance(data, str | bytes | bytearray):
        try:
            data = msgspec.json.decode(data)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as problem:
            raise error(f"{about} is not JSON: {problem}") from None
    if isinstance(data, Mapping):
        wrong, name = ("position", "a position") if kind is RecordFile else ("moves", "a record")
        if wrong in data:
            raise error(f"this is {name}; expected {about.replace('the', 'a')}")
    file = convert(data, kind, error, about)
    if file.townwright != FORMAT:
        raise error(f"{about} has format {file.townwright}; expected {FORMAT}")
    return file


def replay_record(file: RecordFile, game: Game) -> Match:
    """The match of a record, every move played again."""
    if file.rules != game.version:
        raise BadRecord(f"the record was made with rules version {file.rules} of {game.title}; expected {game.version}")
    match = new_match(game, file.seats, file.seed, file.options, file.box)
    for n, (seat, code) in enumerate(file.moves, 1):
        try:
            match.play(seat, code)
        except (IllegalMove, BadCall) as problem:
            raise BadRecord(f"move {n} of the record cannot be played: {problem}") from None
    return match


def load_position(file: PositionFile, game: Game, seed: Seed | None = None) -> Match:
    """The match that goes on from a position; what the position leaves open is dealt at random."""
    if file.rules not in (None, game.version):
        raise BadPosition(
            f"the position was made with rules version {file.rules} of {game.title}; expected {game.version}"
        )
    box = game.open_box(file.options, file.box)
    view = convert(file.position, game.view, BadPosition, f"the position of {game.title}")
    state = blank(game.state_layout)
    s = Record(state, game.state_layout)
    s.ply, s.revealed = file.ply, file.revealed
    try:
        game.read(box.face, box.record, view, s)
    except OverflowError:
        raise BadPosition("a number in the position is too large") from None
    seed = secrets.token_hex(32) if seed is None else seed
    if not game.whole(s):
        try:
            game.entries.resample(box.bytes, state, chance.generator(seed))
        except (ValueError, IndexError) as problem:
            raise BadPosition(f"the position cannot be completed: {problem}") from None
    if file.generator is not None:
        set_generator(s, file.generator)
    else:
        for n, word in enumerate(chance.deal_key(seed).view("<u4")):
            s.deal_key[n] = word
        s.deal_count = s.deal_used = 0
    match = Match(game, box, state, None)
    for seat in match.pending:
        if not match.codes(seat):
            raise BadPosition(f"seat {seat} must act in this position but has no move")
    return match


class Generator(msgspec.Struct, forbid_unknown_fields=True):
    """The dealing generator inside a position."""

    key: Annotated[list[Annotated[int, msgspec.Meta(ge=0, lt=2**32)]], msgspec.Meta(min_length=8, max_length=8)]
    block: Annotated[list[Annotated[int, msgspec.Meta(ge=0, lt=2**32)]], msgspec.Meta(min_length=16, max_length=16)]
    count: Annotated[int, msgspec.Meta(ge=0, lt=chance.BOT_STREAM)]
    used: Annotated[int, msgspec.Meta(ge=0, lt=16)]


def set_generator(s: Record, data: dict[str, Any]) -> None:
    """Puts the generator of a position into a state."""
    found = convert(data, Generator, BadPosition, "the generator of the position")
    for n, word in enumerate(found.key):
        s.deal_key[n] = word
    for n, word in enumerate(found.block):
        s.deal_block[n] = word
    s.deal_count, s.deal_used = found.count, found.used
