"""The analysis of a game as a job: its decisions are judged one by one, by anybody, and kept."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

import townwright as tw
from townwright.engine.analysis import Decision, judge
from townwright.engine.match import Match
from townwright.engine.thinking import Budget

from .code import code_version
from .kept_lines import KeptLines
from .workers import Workers


class Question(Struct, frozen=True):
    """One decision of a recorded game, for a worker anywhere."""

    record: bytes
    ply: int
    budget: Budget
    language: str

    def do(self) -> Decision:
        match = before(self.record, self.ply)
        seat, code = replayed(self.record).log[self.ply]
        return judge(match, self.ply, seat, code, self.budget, self.language)


class Inquiry(Struct, frozen=True):
    """What is analysed, and how thoroughly."""

    record: str
    budget: Budget
    language: str
    code: str


@functools.lru_cache(2)
def replayed(record: bytes) -> Match:
    """The game of a record, played once in a process."""
    return tw.replay(record)


def before(record: bytes, ply: int) -> Match:
    """The game as it was before a move."""
    match = replayed(record).copy()
    while len(match.log) > ply:
        match.rewind()
    return match


def judgements(
    record: bytes, budget: Budget, language: str, workers: Workers, keep: Path | None = None
) -> Iterator[Decision]:
    """Judges every decision that had a choice, in order; those that were kept are not judged again."""
    match = replayed(record)
    told = Inquiry(record.decode(), budget, language, code_version())
    kept = None if keep is None else KeptLines(keep, told, Decision, "analysis")
    known = {} if kept is None else {one.ply: one for one in kept.found}
    walk = match.copy()
    while walk.log:
        walk.rewind()
    plies = []
    for ply, (seat, code) in enumerate(match.log):
        if len(walk.codes(seat)) > 1:
            plies.append(ply)
        walk.play(seat, code)
    missing = (Question(record, ply, budget, language) for ply in plies if ply not in known)
    fresh = workers.results(Question.do, missing)
    for ply in plies:
        if ply in known:
            yield known[ply]
            continue
        found = next(fresh)
        if kept is not None:
            kept.add(found)
        yield found
