"""townwright simulate: many games between bots."""

from __future__ import annotations

import csv
import os
import statistics
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from townwright.engine.errors import TownwrightError

from .common import box_options, game_argument, parse_bots, parse_options

if TYPE_CHECKING:
    from townwright.arena import Outcome, Simulation


@click.command()
@game_argument
@click.option(
    "--games", "-n", "count", type=click.IntRange(min=1), default=1000, show_default=True, help="How many games."
)
@click.option(
    "--bots",
    multiple=True,
    required=True,
    metavar="BOT,BOT,...",
    help="The bot of each seat: random, greedy, beginner, casual, strong, expert; separated by commas.",
)
@click.option("--jobs", "-j", type=click.IntRange(min=1), help="Threads; by default one per core.")
@click.option("--seed", default="0", show_default=True, help="The same seed gives the same games.")
@click.option("--out", type=click.Path(dir_okay=False), help="Write every game as a row of this CSV file.")
@box_options
def command(
    game: str,
    count: int,
    bots: tuple[str, ...],
    jobs: int | None,
    seed: str,
    out: str | None,
    options: tuple[str, ...],
    box: str | None,
) -> None:
    """Play many games of GAME between bots and show the results.

    The results are the same for every number of jobs, unless a bot thinks by the clock: strong and expert do, unless
    they are given simulations (expert:500). Game n of seed S is dealt like `tw.new(GAME, seats, seed="S/n")`.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from townwright.arena import Simulation

    run = Simulation(game, parse_bots(bots), count, seed, parse_options(options), box, jobs or os.cpu_count() or 1)
    tally = Tally(run)
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    run.game.entry_points.search  # noqa: B018  its own progress bar comes first
    with ExitStack() as stack:
        writer = csv_writer(stack, out, run) if out else None
        bar = stack.enter_context(Progress(*columns, console=console, transient=True, disable=not console.is_terminal))
        task = bar.add_task("playing", total=count)
        for n, outcome in enumerate(run, 1):
            tally.add(outcome)
            if writer is not None:
                writer.writerow(
                    [
                        outcome.seed,
                        outcome.moves,
                        *(w in outcome.winners for w in range(run.seats)),
                        *chain.from_iterable(outcome.lines),
                    ]
                )
            if n % 100 == 0 or n == count:
                bar.update(task, completed=n)
    Console().print(tally.table())


def csv_writer(stack: ExitStack, out: str, run: Simulation) -> Any:
    """A CSV file with one row a game: seed, length, who won, and every line of every sheet."""
    try:
        file = Path(out).open("w", newline="", encoding="utf-8")  # noqa: SIM115  closed by the stack
    except OSError as problem:
        raise TownwrightError(f"{out} cannot be written: {problem.strerror}") from None
    writer = csv.writer(stack.enter_context(file))
    lines = (*run.game.lines, *run.game.ties)
    wins = [f"seat{n}_won" for n in range(run.seats)]
    writer.writerow(["seed", "moves", *wins, *(f"seat{n}_{line}" for n in range(run.seats) for line in lines)])
    return writer


class Tally:
    """What the table of results needs."""

    def __init__(self, run: Simulation) -> None:
        self.run, self.moves, self.games = run, 0, 0
        self.points: list[list[int]] = [[] for _ in range(run.seats)]
        self.wins = [0.0] * run.seats

    def add(self, outcome: Outcome) -> None:
        self.games += 1
        self.moves += outcome.moves
        for seat, total in enumerate(outcome.totals):
            self.points[seat].append(total)
        for seat in outcome.winners:
            self.wins[seat] += 1 / len(outcome.winners)

    def table(self) -> Any:
        from rich.table import Table

        title = f"{self.run.game.title}: {self.games} games, {self.moves / self.games:.1f} moves a game"
        table = Table("seat", "bot", title=title, title_justify="left")
        for column in ("wins", "points", "std dev", "least", "most"):
            table.add_column(column, justify="right")
        for seat, name in enumerate(self.run.players):
            points = self.points[seat]
            spread = statistics.stdev(points) if len(points) > 1 else 0.0
            table.add_row(
                str(seat),
                name,
                f"{100 * self.wins[seat] / self.games:.1f} %",
                f"{statistics.fmean(points):.2f}",
                f"{spread:.2f}",
                str(min(points)),
                str(max(points)),
            )
        return table
