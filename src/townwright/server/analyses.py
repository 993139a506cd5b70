"""Analyses of finished games: jobs of the thinkers, with progress, that can be stopped; the result is kept."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Literal

import msgspec

from townwright.engine.analysis import Decision, accuracy, analyse
from townwright.engine.thinking import Budget

from .errors import Refused
from .messages import AnalysisInfo
from .play import Play
from .rows import ANALYSES, Analysed
from .table import Table
from .thinkers import THINKERS

MOST = 100  # jobs in memory; the oldest gives way
SECONDS = 0.2  # of CPU time for each decision, so that a busy server judges as well as an idle one
REPORT = 1.0  # seconds between two reports of progress, for neighbours
read_analysis = msgspec.json.Decoder(AnalysisInfo).decode


def place(code: str, language: str) -> str:
    """The lock of the process that works on an analysis."""
    return f"analysis {code} {language}"


class Job:
    """One analysis under way."""

    def __init__(self, table: Table, play: Play, language: str, patience: asyncio.Lock) -> None:
        self._table, self._language, self._patience = table, language, patience
        self._play, self._plies = play, surviving(play)
        self._decisions: list[Decision] = []
        self._done = False
        self._task = table.services.tasks.spawn(self._work())

    async def _work(self) -> None:
        """One decision after another, each in its turn among the bots of all tables; stores the result."""
        services, reported = self._table.services, 0.0
        try:
            match = await THINKERS.run(self._play.played)
            steps: Iterator[Decision] = analyse(match, Budget(seconds=SECONDS, cpu=True), self._language)
            while (found := await self._next(steps)) is not None:
                self._decisions.append(found)
                if services.storage.shared and time.monotonic() - reported > REPORT:
                    reported = time.monotonic()
                    await self._keep()
            self._done = True
            await self._keep()
        finally:
            await services.neighbours.give_back(place(self._table.code, self._language))

    async def _next(self, steps: Iterator[Decision]) -> Decision | None:
        """The next decision. All analyses together have one decision at a time in the queue, so bots hardly wait."""
        async with self._patience:
            return await THINKERS.run(next, steps, None)

    async def _keep(self) -> None:
        row, key = Analysed(self._language, msgspec.json.encode(self.info)), self._table.code
        storage = self._table.services.storage
        await storage.write(ANALYSES.drop(table=key, language=self._language), ANALYSES.add(row, table=key))

    def stop(self) -> None:
        self._task.cancel()

    @property
    def info(self) -> AnalysisInfo:
        status: Literal["running", "done", "stopped"] = (
            "done" if self._done else "stopped" if self._task.done() else "running"
        )
        total = len(self._plies)
        return AnalysisInfo(
            status=status,
            done=total if self._done else self._decisions[-1].ply + 1 if self._decisions else 0,
            total=total,
            decisions=[self._placed(decision) for decision in self._decisions],
            accuracy=accuracy(self._table.game, self._decisions, len(self._table.seats)),
        )

    def _placed(self, decision: Decision) -> Decision:
        """A decision with its ply in the replay, which also counts moves that were taken back."""
        return msgspec.structs.replace(decision, ply=self._plies[decision.ply])


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
    """The jobs of this process, by table and language; the jobs of neighbours are read from the database."""

    def __init__(self) -> None:
        self._jobs: dict[tuple[str, str], Job] = {}
        self._patience = asyncio.Lock()

    async def find(self, table: Table, language: str) -> AnalysisInfo:
        """An analysis: of a job under way, or as it was stored."""
        if job := self._jobs.get((table.code, language)):
            return job.info
        where = ANALYSES.c.table == table.code, ANALYSES.c.language == language
        for kept in await table.services.storage.find(ANALYSES, *where):
            found = read_analysis(kept.found)
            if found.status == "running" and await table.services.neighbours.take(place(table.code, language)):
                await table.services.neighbours.give_back(place(table.code, language))
                found.status = "stopped"  # because its process was stopped
            return found
        return AnalysisInfo(status="none", done=0, total=0, decisions=[], accuracy=[])

    async def start(self, table: Table, language: str) -> AnalysisInfo:
        play, key = table.begun(), (table.code, language)
        if not play.match.over:
            raise Refused(409, "not-over", "a game is analysed when it is over")
        found = await self.find(table, language)
        if found.status in ("running", "done") or not await table.services.neighbours.take(place(*key)):
            return found
        old = self._jobs.get(key)
        if old is None or old.info.status == "stopped":
            while len(self._jobs) >= MOST:
                self._jobs.pop(next(iter(self._jobs))).stop()
            self._jobs[key] = Job(table, play, language, self._patience)
        return self._jobs[key].info

    def stop(self, code: str, language: str) -> bool:
        """Stops a job of this process, if there is one."""
        job = self._jobs.get((code, language))
        if job is not None:
            job.stop()
        return job is not None
