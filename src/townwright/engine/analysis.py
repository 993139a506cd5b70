"""Analysis: a finished or running game, decision by decision, each judged from what its seat knew at that time.

Every decision is searched anew. Its loss is the worth of the best move found minus the worth of the move played, in the
same search; the worth is the lead in points and what winning counts (engine/search.py).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec import Struct

from .match import Match
from .moves import Move
from .texts import LANGUAGE
from .thinking import Budget, Judged, Thinker

TURNING = 0.15  # a fall of the chance to win that makes a turning point
ENOUGH = 3  # visits that a move needs, else it is looked at once more


class Decision(Struct, frozen=True):
    """One decision of a game."""

    ply: int  # moves played before it
    seat: int
    move: Move
    best: Move  # the best found; the same if there was no better one
    chance: list[float]  # of every seat to win before the move, if it plays the best
    points: list[float]  # expected of every seat
    after: list[float]  # the chances after the move that was played
    loss: float  # in points of lead, 0 if it was the best
    turning: bool  # whether the game turned here


class Analysis(Struct, frozen=True):
    """A game, judged."""

    game: str
    seats: int
    decisions: list[Decision]
    accuracy: list[float | None]  # of every seat, 0 to 100; None if it had nothing to decide


def analyse(match: Match, budget: Budget, language: str = LANGUAGE) -> Iterator[Decision]:
    """Judges every decision of a match that had a choice, in order. What came later is never looked at."""
    before = match.copy()
    while before.log:
        before.rewind()
    for ply, (seat, code) in enumerate(match.log):
        if len(before.codes(seat)) > 1:
            yield judge(before, ply, seat, code, budget, language)
        before.play(seat, code)


def judge(match: Match, ply: int, seat: int, code: int, budget: Budget, language: str) -> Decision:
    """One decision, from what the seat knows."""
    known = match.known(seat)
    moves = Thinker(f"analysis/{ply}", {"width": 1e9}).think(known, seat, budget).moves
    played = next(move for move in moves if move.code == code)
    tried = [move for move in moves if move.visits >= ENOUGH] or moves[:1]
    best = max(tried, key=lambda move: move.worth) if played.visits >= ENOUGH else moves[0]
    if played.visits < ENOUGH:  # the search thought little of it
        played = Judged(code, 1, min(best.worth, played.worth), played.promise, played.points, played.chances)
    loss = max(0.0, best.worth - played.worth) if math.isfinite(played.worth) else best.promise - played.promise
    chances = played.chances or best.chances
    words = {move.code: move for move in known.moves(language)}
    better = best if loss > 0 else played
    return Decision(
        ply=ply,
        seat=seat,
        move=words[code],
        best=words[better.code],
        chance=[round(value, 3) for value in best.chances],
        points=[round(value, 1) for value in best.points],
        after=[round(value, 3) for value in chances],
        loss=round(max(0.0, loss), 2),
        turning=best.chances[seat] - chances[seat] >= TURNING,
    )


def accuracy(decisions: Sequence[Decision], seats: int) -> list[float | None]:
    """The mean over a seat's decisions of 100 * exp(-fall / 0.25): a fall of a quarter of the chance to win counts 37.

    Alone there is nothing to win: the loss in points is compared with 5 points instead.
    """
    found: list[float | None] = []
    for seat in range(seats):
        falls = [
            max(0.0, one.chance[seat] - one.after[seat]) / 0.25 if seats > 1 else one.loss / 5
            for one in decisions
            if one.seat == seat
        ]
        found.append(round(100 * sum(math.exp(-fall) for fall in falls) / len(falls), 1) if falls else None)
    return found


def report(match: Match, decisions: list[Decision]) -> Analysis:
    return Analysis(match.game.name, match.seats, decisions, accuracy(decisions, match.seats))
