"""Analyses of finished games: jobs of the thinkers, with progress, that can be stopped.

A finished analysis is kept in memory while the server runs; when it is asked for again after a restart it is made anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, Literal

import litestar
from litestar import Request, Router
from msgspec import Struct

from townwright.engine.analysis import Decision, accuracy, analyse
from townwright.engine.thinking import Budget

from .errors import Refused
from .play import Play
from .routes import SPECS, Code, Language, table_of
from .table import Table
from .thinkers import THINKERS

KEPT = 100  # analyses in memory
SECONDS = 0.2  # to think about a decision


class AnalysisInfo(Struct, kw_only=True):
    """How far the analysis of a game is, and what it has found so far."""

    status: Literal["none", "running", "done", "stopped"]
    done: int  # plies
    total: int
    decisions: list[Decision]  # `ply` counts the plies of the replay
    accuracy: list[float | None]  # of every seat, 0 to 100


class Job:
    """One analysis."""

    def __init__(self, table: Table, play: Play, language: str) -> None:
        self._match, self._language, self._plies = play.match.copy(), language, surviving(play)
        self.decisions: list[Decision] = []
        self.done = False
        self._task = table.services.tasks.spawn(self._work())

    async def _work(self) -> None:
        """One decision after another, each in its turn among the bots of all tables."""
        steps: Iterator[Decision] = analyse(self._match, Budget(seconds=SECONDS), self._language)
        while (found := await THINKERS.run(next, steps, None)) is not None:
            self.decisions.append(found)
        self.done = True

    def stop(self) -> None:
        self._task.cancel()

    @property
    def info(self) -> AnalysisInfo:
        told = [self._placed(one) for one in self.decisions]
        shares = accuracy(self.decisions, self._match.seats)
        status: Literal["running", "done", "stopped"] = (
            "done" if self.done else "stopped" if self._task.done() else "running"
        )
        total = len(self._plies)
        done = total if self.done else self.decisions[-1].ply + 1 if self.decisions else 0
        return AnalysisInfo(status=status, done=done, total=total, decisions=told, accuracy=shares)

    def _placed(self, one: Decision) -> Decision:
        """With the ply of the replay, which counts moves that were taken back too."""
        return Decision(
            self._plies[one.ply], one.seat, one.move, one.best, one.chance, one.points, one.after, one.loss, one.turning
        )


def surviving(play: Play) -> list[int]:
    """The plies before the moves that were not taken back."""
    found: list[tuple[int, int]] = []
    for ply, entry in enumerate(play.entries):
        if entry.kind == "move":
            found.append((ply, entry.seat))
            continue
        at = max((n for n, (_, seat) in enumerate(found) if seat == entry.seat), default=None)
        if at is not None:
            del found[at : at + 1 if entry.kind == "undo" else None]
    return [ply for ply, _ in found]


class Analyses:
    """The jobs of a server, by table and language."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Job] = {}

    def find(self, table: Table, language: str) -> Job | None:
        return self._known.get((table.code, language))

    def start(self, table: Table, language: str) -> Job:
        play = table.begun()
        if not play.match.over:
            raise Refused(409, "not-over", "a game is analysed when it is over")
        job = self.find(table, language)
        if job is None or job.info.status == "stopped":
            while len(self._known) >= KEPT:
                self._known.pop(next(iter(self._known))).stop()
            job = self._known[table.code, language] = Job(table, play, language)
        return job


ANALYSES = Analyses()


def told(job: Job | None) -> AnalysisInfo:
    return AnalysisInfo(status="none", done=0, total=0, decisions=[], accuracy=[]) if job is None else job.info


@litestar.get("/tables/{code:str}/analysis", responses=SPECS)
async def look(request: Request[Any, Any, Any], code: Code, language: Language = "en") -> AnalysisInfo:
    """The analysis of a finished game, as far as it is."""
    return told(ANALYSES.find(await table_of(request, code), language))


@litestar.post("/tables/{code:str}/analysis", responses=SPECS)
async def start(request: Request[Any, Any, Any], code: Code, language: Language = "en") -> AnalysisInfo:
    """Starts the analysis of a finished game, unless it has begun."""
    return told(ANALYSES.start(await table_of(request, code), language))


@litestar.delete("/tables/{code:str}/analysis", responses=SPECS, status_code=200)
async def stop(request: Request[Any, Any, Any], code: Code, language: Language = "en") -> AnalysisInfo:
    """Stops an analysis under way."""
    job = ANALYSES.find(await table_of(request, code), language)
    if job is not None:
        job.stop()
        await asyncio.sleep(0)
    return told(job)


ROUTES = Router("/api", route_handlers=[look, start, stop])
