"""Analysis: a finished or running game, decision by decision, each judged from what its seat knew at that time.

Every decision is searched from scratch. Then the best move found and the move played are weighed with equal effort. The
loss is the difference of their worth, which is the lead in points and a bonus for winning (engine/search.py).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import msgspec
from msgspec import Struct

from .game import Game
from .match import Match
from .moves import Move
from .texts import LANGUAGE
from .thinking import Budget, Thinker

TURNING = 0.15  # a fall of the chance to win that makes a turning point
TURNING_ALONE = 0.5  # alone: a loss of so many spreads (see accuracy)


class Decision(Struct, frozen=True):
    """One decision of a game."""

    ply: int  # moves played before it
    seat: int
    move: Move
    best: Move  # the best found; the move played if there was no better one
    chance: list[float]  # of every seat to win before the move, if it plays the best
    points: list[float]  # expected of every seat
    after: list[float]  # the chances after the move that was played
    loss: float  # in points of lead, 0 if it was the best
    turning: bool  # whether this is a turning point of the game
    points_after: list[float] = []  # expected of every seat after the move that was played


class Analysis(Struct, frozen=True):
    """A game, judged."""

    game: str
    seats: int
    decisions: list[Decision]
    accuracy: list[float | None]  # of every seat, 0 to 100; None if it had nothing to decide


def analyse(match: Match, budget: Budget, language: str = LANGUAGE) -> Iterator[Decision]:
    """Judges every decision of a match that had a choice, in order. Later moves are never looked at."""
    before = match.copy()
    while before.log:
        before.rewind()
    for ply, (seat, code) in enumerate(match.log):
        if len(before.codes(seat)) > 1:
            yield judge(before, ply, seat, code, budget, language)
        before.play(seat, code)


def judge(
    match: Match,
    ply: int,
    seat: int,
    code: int,
    budget: Budget,
    language: str,
    thinker: Callable[[str], Thinker] = Thinker,
) -> Decision:
    """One decision, from what the seat knows. `thinker` makes the thinker of a seed."""
    known = match.known(seat)
    exact = known.game.exact(known, seat) if known.game.exact else None
    better = thinker(f"analysis/{ply}").think(known, seat, part(budget, 0.5)).best if exact is None else exact
    best, played = (
        thinker(f"analysis/{ply}/{move}").weigh(known, seat, move, part(budget, 0.25)) for move in (better, code)
    )
    if code == better or played.worth >= best.worth:  # by the clock, the same move may come out differently
        best = played
    loss = best.worth - played.worth
    alone = match.seats == 1
    fall = loss / Thinker(0).settings(match.game).spread if alone else best.chances[seat] - played.chances[seat]
    words = {move.code: move for move in known.moves(language)}
    return Decision(
        ply=ply,
        seat=seat,
        move=words[code],
        best=words[best.code],
        chance=[round(value, 3) for value in best.chances],
        points=[round(value, 1) for value in best.points],
        after=[round(value, 3) for value in played.chances],
        loss=round(loss, 2),
        turning=fall >= (TURNING_ALONE if alone else TURNING),
        points_after=[round(value, 1) for value in played.points],
    )


def part(budget: Budget, share: float) -> Budget:
    """A share of a budget."""
    seconds = None if budget.seconds is None else budget.seconds * share
    simulations = None if budget.simulations is None else max(2, int(budget.simulations * share))
    return msgspec.structs.replace(budget, seconds=seconds, simulations=simulations)


def accuracy(game: Game, decisions: Sequence[Decision], seats: int) -> list[float | None]:
    """The mean over a seat's decisions of 100 * exp(-loss / spread).

    The spread is the lead that makes a game of this kind three quarters won. The chance to win would be a bad measure:
    a player who has almost no chance left cannot lose much of it, and would seem accurate.
    """
    spread = Thinker(0).settings(game).spread
    means: list[float | None] = []
    for seat in range(seats):
        shares = [100 * math.exp(-decision.loss / spread) for decision in decisions if decision.seat == seat]
        means.append(round(sum(shares) / len(shares), 1) if shares else None)
    return means


def report(match: Match, decisions: list[Decision]) -> Analysis:
    return Analysis(match.game.name, match.seats, decisions, accuracy(match.game, decisions, match.seats))
