"""The analysis of a game as a job: workers judge its decisions one by one, and the judgements are kept."""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct

import townwright as tw
from townwright.engine.analysis import Decision, judge
from townwright.engine.errors import TownwrightError
from townwright.engine.match import Match
from townwright.engine.thinking import Budget, Thinker

from .code import code_version
from .kept_lines import KeptLines
from .workers import Here, Workers


class Question(Struct, frozen=True):
    """One decision of a recorded game, for a worker anywhere."""

    record: bytes
    ply: int
    budget: Budget
    language: str

    def do(self, thinker: Callable[[str], Thinker] = Thinker) -> Decision:
        match = before(self.record, self.ply)
        seat, code = replayed(self.record).log[self.ply]
        return judge(match, self.ply, seat, code, self.budget, self.language, thinker)


class Interruptible:
    """Thinkers, one at a time in each thread, that can all be stopped: Ctrl-C waits for no search."""

    def __init__(self) -> None:
        self._stopped, self._thinking = False, dict[int, Thinker]()  # by thread

    def thinker(self, seed: str) -> Thinker:
        thinker = self._thinking[threading.get_ident()] = Thinker(seed)
        if self._stopped:
            raise TownwrightError("the analysis was stopped")
        return thinker

    def stop(self) -> None:
        self._stopped = True
        for thinker in list(self._thinking.values()):
            thinker.stop()


class Inquiry(Struct, frozen=True):
    """Which game is analysed, and how thoroughly."""

    record: str
    budget: Budget
    language: str
    code: str


@functools.lru_cache(2)
def replayed(record: bytes) -> Match:
    """The game of a record, replayed once per process."""
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
    """Judges every decision that had a choice, in order. Judgements that were kept are read instead."""
    match = replayed(record)
    plan = Inquiry(record.decode(), budget, language, code_version())
    kept = None if keep is None else KeptLines(keep, plan, Decision, "analysis")
    known = {} if kept is None else {decision.ply: decision for decision in kept.found}
    walk = match.copy()
    while walk.log:
        walk.rewind()
    plies = []
    for ply, (seat, code) in enumerate(match.log):
        if len(walk.codes(seat)) > 1:
            plies.append(ply)
        walk.play(seat, code)
    missing = (Question(record, ply, budget, language) for ply in plies if ply not in known)
    work: Callable[[Question], Decision] = Question.do
    if isinstance(workers, Here):
        searches = Interruptible()
        workers.stop = searches.stop
        work = functools.partial(Question.do, thinker=searches.thinker)
    with contextlib.closing(workers.results(work, missing)) as fresh:
        for ply in plies:
            if ply in known:
                yield known[ply]
                continue
            decision = next(fresh)
            if kept is not None:
                kept.add(decision)
            yield decision
