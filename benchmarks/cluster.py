"""How many games a second Ray workers play, by their number, beside threads of one process: for docs/scale.md.

Start a cluster for each line (`ray start --head --num-cpus N`), then `benchmarks/cluster.py --cluster auto`; without an
address the games are played on threads. It also prints CPU seconds: on a busy machine they say more than the clock.
"""

from __future__ import annotations

import argparse
import resource
import time

from townwright.arena import Simulation
from townwright.arena.running import Run


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="pier-18")
    parser.add_argument("--games", type=int, default=60_000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--cluster")
    args = parser.parse_args()

    def run(games: int, seed: str, workers: object) -> float:
        simulation = Simulation(args.game, ["greedy", "greedy"], games, seed, jobs=args.jobs)
        start = time.perf_counter()
        for _ in Run(simulation, things=True, workers=workers):  # type: ignore[arg-type]
            pass
        return time.perf_counter() - start

    def measure(workers: object) -> None:
        run(4_000, "warm", workers)
        before = resource.getrusage(resource.RUSAGE_SELF)
        seconds = run(args.games, "bench", workers)
        after = resource.getrusage(resource.RUSAGE_SELF)
        own = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(f"{args.games / seconds:,.0f} games/s; this process used {own:.1f} CPU seconds for {args.games:,} games")

    if args.cluster:
        from townwright.arena.cluster import Cluster

        with Cluster(args.cluster, args.game) as workers:
            measure(workers)
    else:
        measure(None)


if __name__ == "__main__":
    main()
