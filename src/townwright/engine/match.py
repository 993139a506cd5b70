"""A match: one game being played. The Python face of the engine."""

from __future__ import annotations

import difflib
import functools
from collections.abc import Sequence
from types import EllipsisType
from typing import Any, Literal, NamedTuple

import msgspec
import numpy as np

from .errors import BadCall, BadRecord, CannotUndo, IllegalMove, whole_number
from .fields import Bytes, Cell, Codes, Fields, Snapshot, blank
from .foresight import Foresight, imagine
from .game import Game
from .hints import Advice, advise
from .known import Known
from .loops import HEADER
from .moves import Kind, Move
from .opened import OpenBox, Said, normal
from .saving import PositionFile, RecordFile, Seed
from .sheets import Sheet, make_sheets
from .texts import LANGUAGE, table_texts, who
from .thinking import Budget

FORCED = 16  # no move forces more
OVER, PENDING, PLY, REVEALED, ASK_ALL = (
    Cell(HEADER, name) for name in ("over", "pending", "ply", "revealed", "ask_all")
)


@functools.cache
def seats_of(mask: int) -> tuple[int, ...]:
    """The seats of a bit mask."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


class Narrated(NamedTuple):
    """A move as the log narrates it to one reader."""

    text: str  # what the reader may know now, in the past tense
    move: Move | None  # None if the reader may not know it
    sealed: tuple[str, Move] | None = None  # the sentence and the move, for when all have chosen


class Forced(NamedTuple):
    """A move that the rules played by themselves, and the match as it was before."""

    match: Match
    seat: int
    code: int


class Match:
    """One game being played. A call that is not possible raises an error and changes nothing."""

    def __init__(self, game: Game, box: OpenBox, state: Bytes, seed: Seed | None) -> None:
        self.game, self.box, self._seed = game, box, seed
        self._state = state
        self._s = Fields(state, game.state_layout)
        self.seats = int(self._s.seats)
        self._over, self._pending, self._ply, self._revealed = (
            cell.of(state) for cell in (OVER, PENDING, PLY, REVEALED)
        )
        self._before: list[Bytes] = []  # the state before each move
        self._log: list[tuple[int, int]] = []  # seat and code of each move
        self._codes = np.empty(game.moves.size, np.int32)
        self._call = game.entry_points
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
        """What a seat knows now (-1 is a spectator), cached until the match moves on."""
        found = self._seen.get(seat)
        if found is None:
            known = blank(self.game.state_layout)
            self._call.observe(self.box.bytes, self._state, seat, known)
            found = self._seen[seat] = Snapshot(known, self.game.state_layout)
        return found

    def _put(self, state: Bytes) -> None:
        """Replaces the state."""
        self._state[:] = state
        self._seen.clear()

    # --- moves ---

    def codes(self, seat: int) -> list[int]:
        """The codes that a seat may play now."""
        return self._legal(seat).tolist()  # type: ignore[no-any-return]

    def _legal(self, seat: int) -> Codes:
        """The same as an array; the next call overwrites it."""
        return self._codes[: self._call.legal(self.box.bytes, self._state, self._seat(seat), self._codes)]

    def moves(self, seat: int, language: str = LANGUAGE) -> list[Move]:
        """The moves that a seat may play now, with words and codes."""
        return [said.move for said in self._said(seat, language)]

    def encoded_moves(self, seat: int, language: str = LANGUAGE) -> list[msgspec.Raw]:
        """The same as JSON; what a server tells again and again is encoded once."""
        return [said.encoded for said in self._said(seat, language)]

    def _said(self, seat: int, language: str) -> list[Said]:
        return self.box.said(self._known(self._seat(seat)), self._legal(seat), self.game.texts(language))

    def known(self, seat: int) -> Known:
        """All that a seat knows, and its legal moves: what a bot is given."""
        return Known(self.box, self._seat(seat), self._known(seat), self.codes(seat))

    def code(self, move: Move | int | str, seat: int | None = None) -> int:
        """The code of a move given as a move, its code or its words.

        Unknown words are answered with the nearest legal moves of the seat that says them.
        """
        if isinstance(move, Move):
            return move.code
        if isinstance(move, str):
            if (code := self.box.code(move)) is None:
                near = [] if seat is None else self.nearest(move, seat)  # moves of others may be secret
                tried = f"; the nearest legal moves are: {', '.join(near)}" if near else ""
                raise IllegalMove(f"{self.game.title} knows no move {move[:80]!r}{tried}")
            return code
        if (code := whole_number(move)) is None:
            raise IllegalMove(f"a move is its code, its words or a Move, not {type(move).__name__}")
        if not 0 <= code < self.game.moves.size:
            raise IllegalMove(f"a move code is 0 to {self.game.moves.size - 1}, not {code}")
        return code

    def nearest(self, words: str, seat: int) -> list[str]:
        """The legal moves of a seat whose words come nearest, at most three."""
        legal = {normal(one): one for one in map(self.box.words, self.codes(seat))}
        near = difflib.get_close_matches(normal(words)[:80], list(legal)[:2000], n=3, cutoff=0.0)
        return [legal[one] for one in near]

    def _secrecy(self, kind: Kind) -> Literal["open", "sealed", "secret"]:
        """Whether others may know a move of a kind made now: at once, once it is revealed, or never."""
        if kind.secret == "while_others_choose":
            return "sealed" if len(self.pending) > 1 else "open"
        return "open" if kind.secret is None else "secret" if kind.secret == "always" else "sealed"

    def move(self, seat: int, code: int, reader: int | None = None, language: str = LANGUAGE) -> Move:
        """A move of a seat, before it is played, in the words of what a reader knows (None is a spectator).

        It is not asked whether the reader may know the move itself.
        """
        known = self._known(-1 if reader is None else self._seat(reader))
        return self.box.say(known, self.code(code), self.game.texts(language)).move

    def narrate(
        self,
        seat: int,
        code: int,
        reader: int | None = None,
        names: Sequence[str] | None = None,
        language: str = LANGUAGE,
        by_name: bool = False,
    ) -> Narrated:
        """A move of a seat, before it is played, as the log narrates it to a reader (None is a spectator).

        "Ada took red and blue.", or "You took ..." to the one who moves, unless `by_name`; "Ada made a choice in
        secret." to a reader who may not know it.
        """
        seat, code = self._seat(seat), self.code(code)
        texts, kind = self.game.texts(language), self.game.moves.kind(code)
        secrecy = self._secrecy(kind)
        name = None if seat == reader and not by_name else self.called(seat, names, language)
        if name is not None and names is None:
            name = name.capitalize()  # "Seat 0" begins the sentence
        begins = who(name, language)
        # a sealed move is told once everything about it is known, so as its player knows it
        knows = seat if kind.secret == "until_revealed" else -1 if reader is None else self._seat(reader)
        said = self.box.say(self._known(knows), code, texts)
        text = said.did(begins, texts)
        if secrecy == "open" or seat == reader:
            return Narrated(text, said.move)
        hidden = table_texts(language)("did.secret", who=begins)
        if secrecy != "sealed":
            return Narrated(hidden, None)
        # the fields that depend on the situation may tell what only the player knows
        return Narrated(hidden, None, (text, self.box.bare(said.move)))

    def forced(self) -> list[Forced]:
        """The moves that the rules played by themselves after the last one, in order.

        A decision with a single option is not asked; the log tells it all the same.
        """
        if not self._before:
            return []
        (seat, code), end = self._log[-1], self._state.tobytes()
        asked, found = self._before[-1].copy(), list[Forced]()
        while len(found) <= FORCED:
            ASK_ALL.of(asked)[0] = 1
            self._call.apply(self.box.bytes, asked, seat, code)
            ASK_ALL.of(asked)[0], PLY.of(asked)[0] = 0, self.ply
            if asked.tobytes() == end:
                break
            between = Match(self.game, self.box, asked.copy(), None)
            only = between._only_move(self._state)
            if only is None:  # the tests forbid it; a log without this line is better than none
                break
            seat, code = only
            found.append(Forced(between, seat, code))
        return found

    def _only_move(self, after: Bytes) -> tuple[int, int] | None:
        """A seat and its only move, which the rules have played in the state `after`; None if there is none.

        Where several act at the same time, one may have a forced move while others have a choice.
        """
        later = np.empty(self.game.moves.size, np.int32)
        for seat in self.pending:
            codes = self.codes(seat)
            n = self._call.legal(self.box.bytes, after, seat, later)
            if len(codes) == 1 and codes != later[:n].tolist():
                return seat, codes[0]
        return None

    def why_not(self, seat: int, move: Move | int | str, language: str = LANGUAGE) -> str | None:
        """In one sentence why a seat may not play a move now; None if it may."""
        code = self.code(move, self._seat(seat))
        reason = int(self._call.refuse(self.box.bytes, self._state, seat, code))
        if not reason:
            return None
        texts, places = self.game.texts(language), dict[str, Any]()
        if self.game.because is not None and self.box.has(code):
            kind, values, _, _ = self.box.describe(code)
            places = self.game.because(self.box.face, self._known(seat), reason, kind, values, texts)
        return texts(f"reason.{self.game.reasons[reason]}", **places)

    def refusal(self, seat: int, move: Move | int | str) -> int:
        """Why a seat may not play a move now, as a number of the game's reasons; 0 if it may."""
        return int(self._call.refuse(self.box.bytes, self._state, self._seat(seat), self.code(move, seat)))

    def play(self, seat: int, move: Move | int | str) -> None:
        """Plays a move: a Move, its code or its words."""
        code = self._check(seat, move)
        before = self._state.copy()
        try:
            self._apply(seat, code)
        except BaseException:
            self._put(before)
            raise
        self._before.append(before)
        self._log.append((seat, code))

    def _check(self, seat: int, move: Move | int | str) -> int:
        """The code of a move that the seat may play; IllegalMove if it may not."""
        code = self.code(move, self._seat(seat))
        if reason := self.why_not(seat, code):
            raise IllegalMove(f"{self.box.words(code)}: {reason}")
        return code

    def _apply(self, seat: int, code: int) -> None:
        self._seen.clear()
        self._call.apply(self.box.bytes, self._state, seat, code)

    def foresee(self, seat: int, move: Move | int | str) -> Foresight:
        """What a legal move would bring, from what the seat knows: score lines and pieces that change for certain."""
        return imagine(self.known(seat), self._check(seat, move))

    def hints(self, seat: int, seconds: float = 0.5, language: str = LANGUAGE) -> list[Advice]:
        """The best moves of a seat that must act, from what it knows: what to expect after each, and why."""
        if self._seat(seat) not in self.pending:
            raise BadCall(f"seat {seat} is not to move")
        known = self.known(seat)
        return advise(known, Budget(seconds=seconds), language)

    def _last(self, seat: int) -> int:
        """Where in the log the last move of a seat stands; -1 if there is none."""
        for at in range(len(self._log) - 1, -1, -1):
            if self._log[at][0] == seat:
                return at
        return -1

    def _to_take_back(self, seat: int | None, language: str = LANGUAGE) -> int:
        """Where in the log the last move of a seat stands (of whoever moved last, if none is named)."""
        texts = table_texts(language)
        if not self._before:
            raise CannotUndo(texts("undo.none"))
        at = len(self._log) - 1 if seat is None else self._last(self._seat(seat))
        if at < 0:
            raise CannotUndo(texts("undo.no_move", name=self.called(seat or 0, None, language)))
        return at

    def can_undo(self, seat: int) -> bool:
        """Whether the last move of a seat can be taken back without asking anybody."""
        at = self._last(self._seat(seat))
        if at < 0 or not self._before or self._bar(at) is not None:
            return False
        if at + 1 < len(self._log):
            try:
                self.copy().undo(seat)
            except CannotUndo:
                return False
        return True

    def _bar(self, at: int) -> Literal["undo.hidden", "undo.acted"] | None:
        """Why a move of the log cannot be taken back; None if it can."""
        then = self._before[at]
        if REVEALED.of(then)[0] != self.revealed:
            return "undo.hidden"
        asked = seats_of(PENDING.of(then)[0])
        return "undo.acted" if any(who not in asked for who, _ in self._log[at + 1 :]) else None

    def forget(self) -> None:
        """Forgets how it stood before each move: most of what a match holds. Nothing can be taken back then."""
        self._before.clear()

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
        return self.box.show(known)

    def prompt(self, seat: int | None = None, names: Sequence[str] | None = None, language: str = LANGUAGE) -> str:
        """One sentence: what is asked of a seat, or who it is waiting for."""
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
        if reader is ... or self.over:
            s = Snapshot(self._state, self.game.state_layout)
        else:
            s = self._known(-1 if reader is None else self._seat(reader))
        piece = s.piece(self.game.scored)
        before, sheets = self._sheets.get(language, (b"", []))
        if not self.game.scored or before != piece:
            sheets = make_sheets(self.box, s, self.seats, language)
            self._sheets[language] = piece, sheets
        return list(sheets)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, once the game is over."""
        return tuple(sheet.seat for sheet in self.sheet() if sheet.rank == 1) if self.over else ()

    def verdict(self, names: Sequence[str] | None = None, language: str = LANGUAGE) -> str:
        """The result in one sentence: who won, or what a game says about a solo result."""
        if not self.over:
            return self.prompt(None, names, language)
        if self.game.verdict is not None:
            told = self.game.verdict(self.box.face, self.box.printed, self._s, self.game.texts(language))
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
            data["seed"] = None
            data["moves"] = [
                [seat, None if self.game.moves.kind(code).secret and seat != reader else code]
                for seat, code in self._log
            ]
        return data

    def to_json(self) -> dict[str, Any]:
        """The whole position as JSON data, hidden parts included. `tw.position` loads it."""
        s = self._s
        view = self.box.show(Snapshot(self._state, self.game.state_layout))
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
        """An independent copy."""
        twin = Match(self.game, self.box, self._state.copy(), self._seed)
        twin._before, twin._log = list(self._before), list(self._log)
        return twin
