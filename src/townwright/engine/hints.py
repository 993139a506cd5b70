"""Hints: the best moves of a seat, what they promise, and why, from what that seat knows."""

from __future__ import annotations

from msgspec import Struct

from .foresight import own_lines
from .known import Known
from .moves import Move
from .texts import LANGUAGE, table_texts
from .thinking import Budget, Judged, Thinker

MOST = 3  # moves in a hint
FEW = 2  # lines of the sheet, and parts of a line, that a reason names in full
SERIOUS = 0.05  # the share of the search that every move but the best must have got


class Advice(Struct, frozen=True):
    """A good move, and what is expected after it."""

    move: Move
    points: list[float]  # expected final points of every seat
    chances: list[float]  # of every seat to win, 0 to 1
    share: float  # this move's part of the search, among the moves of this hint
    why: str | None  # one sentence, if the score sheet gives a reason


def advise(known: Known, budget: Budget, language: str = LANGUAGE) -> list[Advice]:
    """Searches for the best moves of a seat and puts them in words."""
    return in_words(known, best_moves(known, budget), language)


def best_moves(known: Known, budget: Budget, seed: int | str = "hint") -> list[Judged]:
    """The best moves of a seat, the best first; only the exact one where the game knows it."""
    exact = known.game.exact(known, known.seat) if known.game.exact else None
    judged = [move for move in Thinker(seed).think(known, known.seat, budget).moves if move.visits]
    if exact is not None:
        judged = [move for move in judged if move.code == exact] or judged
    total = sum(move.visits for move in judged)
    return [move for n, move in enumerate(judged[:MOST]) if n == 0 or move.visits >= SERIOUS * total]


def in_words(known: Known, judged: list[Judged], language: str = LANGUAGE) -> list[Advice]:
    """Judged moves as advice in a language."""
    words = {move.code: move for move in known.moves(language)}
    total = sum(move.visits for move in judged)
    return [advice(known, move, words[move.code], move.visits / total, language) for move in judged]


def advice(known: Known, judged: Judged, move: Move, share: float, language: str) -> Advice:
    points = [round(value, 1) for value in judged.points]
    chances = [round(value, 3) for value in judged.chances]
    return Advice(move, points, chances, round(share, 3), reason(known, judged.code, language))


def reason(known: Known, code: int, language: str) -> str | None:
    """What a move brings on the sheet for certain: "It brings: Rows with brickwork +1 (row 2)."

    None if it changes no line. If many lines change, their parts would not fit into one sentence.
    """
    lines = own_lines(known, code, FEW, language)
    if not lines:
        return None
    labels = dict(zip(known.game.lines, known.game.labels(language), strict=False))
    changes = []
    for name, (change, fresh) in lines.items():
        parts = f" ({'; '.join(fresh)})" if 0 < len(fresh) <= FEW else ""
        changes.append(f"{labels[name]} {change:+d}{parts}")
    return table_texts(language)("hint.why", lines=", ".join(changes))
