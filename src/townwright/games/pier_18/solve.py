"""Pier 18: the last round solved by full search.

Once the last offer is open, nothing hidden matters any more: everybody takes a card, lays it, and lays the plan. The
search tries every move. "Best" means that every player wants the best place, then the largest lead over the best of the
others (or the smallest deficit), then the most points; among moves that are equal in all of this, the search takes the
one listed first. With two players place and lead are strictly opposed, so the place and lead found are the value of the
game; with three they are what follows if everybody reasons this way (backward induction).

Laying plans needs no search between the players: more points, then more characters, are better for their owner whatever
the others do, so everybody lays the plan in the way that is best for that pier alone.
"""

from __future__ import annotations

from typing import cast

import numpy as np
from msgspec import Struct

from townwright.engine.chance import generator
from townwright.engine.errors import BadCall, BadPosition
from townwright.engine.faults import convert
from townwright.engine.fields import Bytes, Fields, Snapshot
from townwright.engine.known import Known
from townwright.engine.match import Match

from .form import View
from .position import player_name
from .rules.scoring import LINES, SHOWN
from .state import CHOOSE, PLAN, ROUNDS, TAKE, State

Key = tuple[int, int, int]  # points, visible characters, days from the plan's date to the end of the year
Standing = tuple[int, bytes]  # a seat with its pier and patrons, on which alone its last move depends
STANDING = ("crowd", "length", "won")


class Step(Struct, frozen=True):
    """A move of best play."""

    seat: int
    code: int
    words: str
    text: str


class Option(Struct, frozen=True):
    """A move of the seat whose turn it is, and what it leads to if everybody plays best from then on."""

    code: int
    words: str
    text: str
    best: bool
    place: int  # of the seat that moves, 1 for the winner
    lead: int  # its points over the best of the others
    points: list[int]  # of every seat
    places: list[int]
    line: list[Step]  # this move and the best play after it


class Solution(Struct, frozen=True):
    """Everything a seat can do in the last round, the best first."""

    seat: int
    options: list[Option]
    endings: int  # finished tables that were compared


class Ending:
    """A finished table: how every seat ends, and the moves that led there, last one first."""

    def __init__(self, keys: list[Key], line: list[tuple[int, int]]) -> None:
        self.keys, self.line = keys, line

    def place(self, seat: int) -> int:
        return 1 + sum(key > self.keys[seat] for key in self.keys)

    def lead(self, seat: int) -> int:
        return self.keys[seat][0] - max(key[0] for other, key in enumerate(self.keys) if other != seat)

    def value(self, seat: int) -> tuple[int, int, int]:
        """What it is worth to a seat; more is better."""
        return -self.place(seat), self.lead(seat), self.keys[seat][0]


class Search:
    """The full search of one position's last round."""

    def __init__(self, match: Match) -> None:
        self.call, self.box, self.seats = match.game.entry_points, match.box.bytes, match.seats
        self.layout, self.size = match.game.state_layout, match.game.moves.size
        self.finished: dict[Standing, tuple[Key, int]] = {}
        self.endings = 0

    def codes(self, state: Bytes, seat: int) -> list[int]:
        out = np.zeros(self.size, np.int32)
        return [int(code) for code in out[: self.call.legal(self.box, state, seat, out)]]

    def after(self, state: Bytes, seat: int, code: int) -> Bytes:
        later = state.copy()
        self.call.apply(self.box, later, seat, code)
        return later

    def key(self, state: Bytes, seat: int) -> Key:
        """How a seat stands."""
        lines = np.zeros(self.seats * LINES, np.int32)
        self.call.score(self.box, state, lines)
        row = [int(n) for n in lines[LINES * seat : LINES * (seat + 1)]]
        return sum(row[:SHOWN]), row[SHOWN], row[SHOWN + 1]

    def best_plan(self, state: Bytes, seat: int) -> tuple[Key, int]:
        """How a seat ends if it lays its plan best, and that move; computed once for equal piers."""
        standing = seat, Snapshot(state, self.layout).bytes_of(STANDING, seat)
        if standing not in self.finished:
            ways = [(self.key(self.after(state, seat, code), seat), code) for code in self.codes(state, seat)]
            self.finished[standing] = max(ways, key=lambda way: way[0])  # the first of equals
        return self.finished[standing]

    def best(self, state: Bytes) -> Ending:
        """The ending that best play leads to."""
        s = cast("State", Fields(state, self.layout))
        if s.phase == TAKE:
            seat = s.turn
            best: Ending | None = None
            for code in self.codes(state, seat):
                ending = self.best(self.after(state, seat, code))
                if best is None or ending.value(seat) > best.value(seat):
                    ending.line.append((seat, code))
                    best = ending
            assert best is not None
            return best
        self.endings += 1
        keys, line = [], []
        for seat in range(self.seats):
            if s.finished[seat]:
                keys.append(self.key(state, seat))
            else:
                key, code = self.best_plan(state, seat)
                keys.append(key)
                line.append((seat, code))
        return Ending(keys, line[::-1])

    def ranked(self, state: Bytes, mover: int) -> list[Ending]:
        """Where every move of a seat leads, the best first."""
        endings = []
        for code in self.codes(state, mover):
            ending = self.best(self.after(state, mover, code))
            ending.line.append((mover, code))
            endings.append(ending)
        return sorted(endings, key=lambda ending: ending.value(mover), reverse=True)


def solve(match: Match, seat: int | None = None) -> Solution:
    """The best play of the last round, for the seat to move (in the plan phase: for one of those to move)."""
    state = np.frombuffer(match.state, np.uint8).copy()
    s = cast("State", Fields(state, match.game.state_layout))
    last = ROUNDS[match.seats]
    if match.over:
        raise BadPosition("the game is over: there is nothing to solve")
    if s.phase == CHOOSE or (s.phase != PLAN and s.rounds + 1 < last):
        now = "the set-up" if s.phase == CHOOSE else f"round {s.rounds + 1}"
        raise BadPosition(f"only the last round can be solved, round {last} with {match.seats} players; this is {now}")
    check_complete(s)
    mover = match.pending[0] if seat is None else seat
    if mover not in match.pending:
        raise BadCall(f"seat {seat} is not to move; expected one of: {', '.join(map(str, match.pending))}")
    search = Search(match)
    endings = search.ranked(state, mover)
    most = endings[0].value(mover)
    return Solution(mover, [describe(match, ending, mover, most) for ending in endings], search.endings)


def exact(known: Known, seat: int) -> int | None:
    """The best move of a seat in the last round, for bots; None before it. Nothing hidden matters there."""
    s = cast("State", known.fields)
    if s.phase == CHOOSE or (s.phase != PLAN and s.rounds + 1 < ROUNDS[known.seats]):
        return None
    state = known.state
    known.game.entry_points.resample(known.box.bytes, state, generator("any"))
    search = Search(Match(known.game, known.box, state, None))
    return search.ranked(state, seat)[0].line[-1][1]


def check_complete(s: State) -> None:
    """Refuses a position that leaves out a card laid or a patron won, because all of them count."""
    if sum(s.won[p] for p in range(s.seats)) != s.rounds:
        raise BadPosition(f"expected all {s.rounds} patrons won so far in a position that is to be solved")
    for p in range(s.seats):
        taken = s.phase != PLAN and (p - s.start) % s.seats < (s.turn - s.start) % s.seats
        cards = 1 + s.rounds + taken + s.finished[p]
        if s.laid[p] != cards:
            raise BadPosition(f"{player_name(p)}: expected a pier of {cards} cards in a position that is to be solved")


def describe(match: Match, ending: Ending, mover: int, most: tuple[int, int, int]) -> Option:
    """An ending as an option of the seat that makes the first move of its line."""
    known = Snapshot(np.frombuffer(match.state, np.uint8).copy(), match.game.state_layout)
    texts = match.game.texts()
    line = []
    for seat, code in reversed(ending.line):
        move = match.box.say(known, code, texts).move
        line.append(Step(seat, code, move.words, move.text))
    return Option(
        code=line[0].code,
        words=line[0].words,
        text=line[0].text,
        best=ending.value(mover) == most,
        place=ending.place(mover),
        lead=ending.lead(mover),
        points=[key[0] for key in ending.keys],
        places=[ending.place(seat) for seat in range(len(ending.keys))],
        line=line,
    )


def check_given(position: object) -> None:
    """Refuses a position that leaves out what counts and would therefore be dealt at random."""
    view = convert(position, View, BadPosition, "the position of Pier 18")
    for p, player in enumerate(view.players):
        if view.phase != "choose" and (player.plan is None or not player.pier):
            raise BadPosition(f"{player_name(p)}: expected a plan and a pier in a position that is to be solved")
    if view.phase == "take" and not view.offer:
        raise BadPosition("field 'offer': expected the open cards in a position that is to be solved")
