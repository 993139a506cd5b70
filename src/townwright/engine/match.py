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
from .opened import OpenBox, Wording, normal
from .saving import PositionFile, RecordFile, Seed
from .sheets import Sheet, make_sheets
from .texts import LANGUAGE, table_texts, who
from .thinking import Budget

FORCED = 16  # no move forces more than this
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
    """A move that the rules played automatically, and the match as it was before."""

    match: Match
    seat: int
    code: int


class Match:
    """One game being played. An impossible call raises an error and changes nothing."""

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
        self._sheets: dict[str, tuple[bytes, list[Sheet]]] = {}  # the last by language, and what they depend on

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
        """Whether a seat has a move in the log."""
        return self._last(seat) >= 0

    def _seat(self, seat: object) -> int:
        number = seat if type(seat) is int else whole_number(seat)
        if number is None or not 0 <= number < self.seats:
            raise BadCall(f"a seat is 0 to {self.seats - 1}, not {seat!r}")
        return number

    def _known(self, seat: int) -> Snapshot:
        """What a seat knows now (-1 is a spectator), cached until the state changes."""
        snapshot = self._seen.get(seat)
        if snapshot is None:
            known = blank(self.game.state_layout)
            self._call.observe(self.box.bytes, self._state, seat, known)
            snapshot = self._seen[seat] = Snapshot(known, self.game.state_layout)
        return snapshot

    def _put(self, state: Bytes) -> None:
        """Replaces the state."""
        self._state[:] = state
        self._seen.clear()

    def codes(self, seat: int) -> list[int]:
        """The codes that a seat may play now."""
        return self._legal(seat).tolist()  # type: ignore[no-any-return]

    def _legal(self, seat: int) -> Codes:
        """The same as an array; the next call overwrites it."""
        return self._codes[: self._call.legal(self.box.bytes, self._state, self._seat(seat), self._codes)]

    def moves(self, seat: int, language: str = LANGUAGE) -> list[Move]:
        """The moves that a seat may play now, with words and codes."""
        return [wording.move for wording in self._wordings(seat, language)]

    def encoded_moves(self, seat: int, language: str = LANGUAGE) -> list[msgspec.Raw]:
        """The same as JSON; each wording is encoded once, because a server sends it many times."""
        return [wording.encoded for wording in self._wordings(seat, language)]

    def _wordings(self, seat: int, language: str) -> list[Wording]:
        return self.box.wordings(self._known(self._seat(seat)), self._legal(seat), self.game.texts(language))

    def known(self, seat: int) -> Known:
        """All that a seat knows, and its legal moves: what a bot gets."""
        return Known(self.box, self._seat(seat), self._known(seat), self.codes(seat))

    def code(self, move: Move | int | str, seat: int | None = None) -> int:
        """The code of a move given as a Move, its code or its words.

        The error for unknown words names the nearest legal moves of the seat.
        """
        if isinstance(move, Move):
            return move.code
        if isinstance(move, str):
            if (code := self.box.code(move)) is None:
                near = [] if seat is None else self.nearest(move, seat)  # moves of others may be secret
                suggestion = f"; the nearest legal moves are: {', '.join(near)}" if near else ""
                raise IllegalMove(f"{self.game.title} has no move {move[:80]!r}{suggestion}")
            return code
        if (code := whole_number(move)) is None:
            raise IllegalMove(f"a move is its code, its words or a Move, not {type(move).__name__}")
        if not 0 <= code < self.game.moves.size:
            raise IllegalMove(f"a move code is 0 to {self.game.moves.size - 1}, not {code}")
        return code

    def nearest(self, words: str, seat: int) -> list[str]:
        """The words of the legal moves of a seat that are most similar, at most three."""
        legal = {normal(move): move for move in map(self.box.words, self.codes(seat))}
        near = difflib.get_close_matches(normal(words)[:80], list(legal)[:2000], n=3, cutoff=0.0)
        return [legal[move] for move in near]

    def _secrecy(self, kind: Kind) -> Literal["open", "sealed", "secret"]:
        """When others may know a move of this kind made now: at once (open), when it is revealed (sealed), or never."""
        if kind.secret == "while_others_choose":
            return "sealed" if len(self.pending) > 1 else "open"
        return "open" if kind.secret is None else "secret" if kind.secret == "always" else "sealed"

    def move(self, seat: int, code: int, reader: int | None = None, language: str = LANGUAGE) -> Move:
        """A move of a seat, before it is played, worded from what a reader knows (None is a spectator).

        Whether the reader may know the move itself is not checked.
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

        "Ada took red and blue.", or "You took ..." for the player who moves, unless `by_name`; "Ada made a choice in
        secret." for a reader who may not know it.
        """
        seat, code = self._seat(seat), self.code(code)
        texts, kind = self.game.texts(language), self.game.moves.kind(code)
        secrecy = self._secrecy(kind)
        name = None if seat == reader and not by_name else self.seat_name(seat, names, language)
        if name is not None and names is None:
            name = name.capitalize()  # "Seat 0" begins the sentence
        subject = who(name, language)
        # the sentence of a sealed move appears when everything about it is known, so it says what its player knows
        knows = seat if kind.secret == "until_revealed" else -1 if reader is None else self._seat(reader)
        wording = self.box.say(self._known(knows), code, texts)
        text = wording.did(subject, texts)
        if secrecy == "open" or seat == reader:
            return Narrated(text, wording.move)
        hidden = table_texts(language)("did.secret", who=subject)
        if secrecy != "sealed":
            return Narrated(hidden, None)
        # fields that depend on the situation may contain what only the player knows
        return Narrated(hidden, None, (text, self.box.bare(wording.move)))

    def forced(self) -> list[Forced]:
        """The moves that the rules played automatically after the last one, in order.

        No player is asked about a decision with a single option, but the log shows it.
        """
        if not self._before:
            return []
        (seat, code), end = self._log[-1], self._state.tobytes()
        state, forced = self._before[-1].copy(), list[Forced]()
        while len(forced) <= FORCED:
            ASK_ALL.of(state)[0] = 1
            self._call.apply(self.box.bytes, state, seat, code)
            ASK_ALL.of(state)[0], PLY.of(state)[0] = 0, self.ply
            if state.tobytes() == end:
                break
            between = Match(self.game, self.box, state.copy(), None)
            only = between._only_move(self._state)
            if only is None:  # the tests rule this out; a log without this line is better than none
                break
            seat, code = only
            forced.append(Forced(between, seat, code))
        return forced

    def _only_move(self, after: Bytes) -> tuple[int, int] | None:
        """A seat and its only move, which the rules have played in the state `after`; None if there is no such seat.

        When several seats act at the same time, one may have a forced move while others have a choice.
        """
        later = np.empty(self.game.moves.size, np.int32)
        for seat in self.pending:
            codes = self.codes(seat)
            n = self._call.legal(self.box.bytes, after, seat, later)
            if len(codes) == 1 and codes != later[:n].tolist():
                return seat, codes[0]
        return None

    def why_not(self, seat: int, move: Move | int | str, language: str = LANGUAGE) -> str | None:
        """Why a seat may not play a move now, in one sentence; None if it may."""
        code = self.code(move, self._seat(seat))
        reason = int(self._call.refuse(self.box.bytes, self._state, seat, code))
        if not reason:
            return None
        texts, figures = self.game.texts(language), dict[str, Any]()
        if self.game.because is not None and self.box.has(code):
            kind, values, _, _ = self.box.describe(code)
            figures = self.game.because(self.box.face, self._known(seat), reason, kind, values, texts)
        return texts(f"reason.{self.game.reasons[reason]}", **figures)

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
        """The best moves of a seat that must act, from what it knows, with the expected result of each and a reason."""
        if self._seat(seat) not in self.pending:
            raise BadCall(f"seat {seat} is not to move")
        known = self.known(seat)
        return advise(known, Budget(seconds=seconds), language)

    def _last(self, seat: int) -> int:
        """The index in the log of a seat's last move; -1 if it has none."""
        for at in range(len(self._log) - 1, -1, -1):
            if self._log[at][0] == seat:
                return at
        return -1

    def _to_undo(self, seat: int | None, language: str = LANGUAGE) -> int:
        """The index in the log of a seat's last move (of any seat's, if None); CannotUndo if there is none."""
        texts = table_texts(language)
        if not self._before:
            raise CannotUndo(texts("undo.none"))
        at = len(self._log) - 1 if seat is None else self._last(self._seat(seat))
        if at < 0:
            raise CannotUndo(texts("undo.no_move", name=self.seat_name(seat or 0, None, language)))
        return at

    def can_undo(self, seat: int) -> bool:
        """Whether a seat can take its last move back without the consent of the others."""
        at = self._last(self._seat(seat))
        if at < 0 or not self._before or self._undo_barrier(at) is not None:
            return False
        if at + 1 < len(self._log):
            try:
                self.copy().undo(seat)
            except CannotUndo:
                return False
        return True

    def _undo_barrier(self, at: int) -> Literal["undo.hidden", "undo.acted"] | None:
        """Why a move of the log cannot be taken back; None if nothing is known to prevent it."""
        then = self._before[at]
        if REVEALED.of(then)[0] != self.revealed:
            return "undo.hidden"
        pending = seats_of(PENDING.of(then)[0])
        return "undo.acted" if any(seat not in pending for seat, _ in self._log[at + 1 :]) else None

    def forget(self) -> None:
        """Forgets the states before each move, most of the memory of a match. Then no move can be taken back."""
        self._before.clear()

    def rewind(self, seat: int | None = None) -> None:
        """Goes back to before a seat's last move, whatever has happened since: for when everyone agrees to it."""
        at = self._to_undo(seat)
        self._put(self._before[at])
        del self._before[at:], self._log[at:]

    def undo(self, seat: int | None = None, language: str = LANGUAGE) -> None:
        """Takes back a seat's last move (the very last move, if no seat is given).

        Not past a point where something hidden came to light, and not when another seat has acted since, unless both
        had to act at the same time.
        """
        at = self._to_undo(seat, language)
        if (barrier := self._undo_barrier(at)) is not None:
            raise CannotUndo(table_texts(language)(barrier))
        before, later = self._before[at], self._log[at + 1 :]
        kept = self._state.copy(), self._before[at:], self._log[at:]
        del self._before[at:], self._log[at:]
        self._put(before)
        try:
            for other, code in later:  # choices made at the same time stay as they were
                self.play(other, code)
        except IllegalMove:
            self._put(kept[0])
            self._before[at:], self._log[at:] = kept[1:]
            raise CannotUndo(table_texts(language)("undo.acted")) from None

    def view(self, seat: int | None = None) -> Any:
        """What a seat sees, as plain JSON data; None is a spectator."""
        return msgspec.to_builtins(self.look(seat))

    def look(self, seat: int | None = None) -> msgspec.Struct:
        """What a seat sees, as the game's View; None is a spectator."""
        known = self._known(-1 if seat is None else self._seat(seat))
        return self.box.show(known)

    def prompt(self, seat: int | None = None, names: Sequence[str] | None = None, language: str = LANGUAGE) -> str:
        """One sentence: what a seat must decide, or for whom it is waiting."""
        texts, pending = self.game.texts(language), self.pending
        if self.over:
            return texts("ask.over")
        known = self._known(-1 if seat is None else self._seat(seat))
        actor = seat if seat in pending else pending[0]
        key = self.game.asks(known, actor)
        if seat == actor:
            return texts(f"ask.{key}")
        return texts(f"wait.{key}", name=self.seat_name(actor, names, language))

    @staticmethod
    def seat_name(seat: int, names: Sequence[str] | None = None, language: str = LANGUAGE) -> str:
        """The name of the player at a seat, or "seat 2" without names."""
        return names[seat] if names else table_texts(language)("seat.number", n=seat)

    def sheet(self, reader: int | EllipsisType | None = ..., language: str = LANGUAGE) -> list[Sheet]:
        """The present score sheet of every seat, line by line.

        Everything counts, hidden things too, unless a reader is given (None is a spectator): then only what that reader
        may know, until the game is over.
        """
        if reader is ... or self.over:
            s = Snapshot(self._state, self.game.state_layout)
        else:
            s = self._known(-1 if reader is None else self._seat(reader))
        scored = s.bytes_of(self.game.scored)
        before, sheets = self._sheets.get(language, (b"", []))
        if not self.game.scored or before != scored:
            sheets = make_sheets(self.box, s, self.seats, language)
            self._sheets[language] = scored, sheets
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
            own = self.game.verdict(self.box.face, self.box.printed, self._s, self.game.texts(language))
            if own is not None:
                return own
        texts = table_texts(language)
        *others, last = [self.seat_name(seat, names, language) for seat in self.winners]
        if others:
            return texts("verdict.shared", others=", ".join(others), last=last)
        return texts("verdict.you") if last == texts("seat.you") else texts("verdict.one", name=last)

    def record(self, reader: int | EllipsisType | None = ...) -> dict[str, Any]:
        """The game so far as JSON data: seed, options, moves. `tw.replay` loads it.

        The seed reveals everything. So for a reader (None is a spectator) of a running game it is left out, and with it
        every move that only its player may know.
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
