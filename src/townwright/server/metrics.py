"""Metrics for operators, in the form of Prometheus."""

from __future__ import annotations

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

SHARED = "PROMETHEUS_MULTIPROC_DIR"  # the folder where workers count together; the library reads this variable


class Metrics:
    """Counters of one house; with `--workers`, of all houses that were started together."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.moves = Counter("townwright_moves", "Moves and undos on disk", ["game"], registry=self.registry)
        self.made = Counter("townwright_tables_made", "Tables made", ["game"], registry=self.registry)
        self.finished = Counter("townwright_games_finished", "Games played out", ["game"], registry=self.registry)
        self.tables = self._gauge("townwright_tables_in_memory", "Tables in memory")
        self.sockets = self._gauge("townwright_sockets", "Open sockets")
        self.refused = Counter("townwright_refused", "Requests and frames refused", ["code"], registry=self.registry)
        self.commit_seconds = Histogram(
            "townwright_commit_seconds",
            "Time until a commit was on disk",
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5),
            registry=self.registry,
        )
        self.commit_writes = Histogram(
            "townwright_commit_writes",
            "Writes that shared a commit",
            buckets=(1, 2, 5, 10, 20, 50, 100),
            registry=self.registry,
        )

    def _gauge(self, name: str, what: str) -> Gauge:
        return Gauge(name, what, registry=self.registry, multiprocess_mode="livesum")

    def committed(self, writes: int, seconds: float) -> None:
        self.commit_seconds.observe(seconds)
        self.commit_writes.observe(writes)

    def text(self) -> bytes:
        registry = self.registry
        if SHARED in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)
