"""How strong the bots are: every figure of docs/bots.md, by `townwright arena`, into docs/results/.

Resumable: what is there is not played again. The cheapest figures come first. `--show` prints the table of what is
there; `--only TEXT` plays the figures whose name contains the text.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from townwright.arena.tournament import Plan, Standing, Tournament
from townwright.games import load

RESULTS = Path(__file__).parents[1] / "docs" / "results"
GAMES = ("pier-18", "old-london-bridge", "copenhagen", "tenby", "tiny-towns")  # short games first
SEED = "strength"  # deals that were never used for tuning

# name, bots, seats, games
FIGURES = [
    *((f"{game}-expert-greedy", game, ["expert", "greedy"], 2, 60) for game in GAMES),
    *((f"{game}-casual-beginner", game, ["casual", "beginner"], 2, 100) for game in GAMES),
    *((f"{game}-strong-casual", game, ["strong", "casual"], 2, 100) for game in GAMES),
    *((f"{game}-expert-plain", game, ["expert", "plain"], 2, 60) for game in GAMES),
    *((f"{game}-expert-strong", game, ["expert", "strong"], 2, 60) for game in GAMES),
    ("tiny-towns-alone", "tiny-towns", ["expert"], 1, 100),
    *((f"{game}-3-players", game, ["expert", "greedy"], 3, 60) for game in GAMES),
    *((f"{game}-4-players", game, ["expert", "greedy"], 4, 60) for game in GAMES if load(game).seats[1] > 3),
]


def line(name: str, run: Tournament, first: Standing) -> str:
    """A row of the table in docs/bots.md."""
    players = f"{run.plan.seats} players" if run.plan.seats > 1 else "alone"
    rate = f"{100 * first.wins:.0f} % ({100 * first.low:.0f}-{100 * first.high:.0f})" if run.plan.seats > 1 else "-"
    points = " : ".join(f"{one.points:.1f}" for one in sorted(run.standings(), key=lambda one: one.bot != first.bot))
    return f"| {run.game.title} | {' against '.join(run.plan.bots)} | {players} | {first.games} | {rate} | {points} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    print("| game | bots | table | games | wins of the first (95 %) | points |\n|---|---|---|---|---|---|")
    for name, game, bots, seats, count in FIGURES:
        file = RESULTS / f"{name}.jsonl"
        if args.only not in name or (args.show and not file.exists()):
            continue
        plan = Plan(game=game, version=load(game).version, bots=bots, seats=seats, seed=SEED, cpu=True)
        run = Tournament(plan, count, file, args.jobs)
        if not args.show:
            for _ in run:
                pass
        for one in run.standings():
            if one.bot == bots[0]:
                print(line(name, run, one), flush=True)


if __name__ == "__main__":
    main()
