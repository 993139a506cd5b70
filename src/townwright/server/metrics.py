"""Metrics for operators, in the form of Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """Counters of one house."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.moves = Counter("townwright_moves", "Moves and undos on disk", ["game"], registry=self.registry)
        self.made = Counter("townwright_tables_made", "Tables made", ["game"], registry=self.registry)
        self.finished = Counter("townwright_games_finished", "Games played out", ["game"], registry=self.registry)
        self.tables = Gauge("townwright_tables_in_memory", "Tables in memory", registry=self.registry)
        self.sockets = Gauge("townwright_sockets", "Open sockets", registry=self.registry)
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

    def committed(self, writes: int, seconds: float) -> None:
        self.commit_seconds.observe(seconds)
        self.commit_writes.observe(writes)

    def text(self) -> bytes:
        return generate_latest(self.registry)
