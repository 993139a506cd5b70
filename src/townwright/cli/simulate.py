"""townwright simulate: many games between bots."""

from __future__ import annotations

import itertools
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from townwright.engine.errors import how_many

from .common import (
    STOPPED,
    box_options,
    check_places,
    cluster_option,
    cluster_workers,
    game_argument,
    parse_bots,
    parse_options,
    stopped_after,
    working,
    write_file,
)

if TYPE_CHECKING:
    from townwright.arena import Simulation
    from townwright.arena.counts import Counts


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
@click.option(
    "--out",
    type=click.Path(dir_okay=False),
    help="Write the games to this file, one row each: .csv with their sheets, .parquet also with moves and options.",
)
@click.option("--decisions", is_flag=True, help="Write one row per decision instead (.parquet).")
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a page for designers: results by seat, scores by line, the worth of each card.",
)
@click.option(
    "--keep",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep the counts in this file; the same command resumes from it. By default beside the report.",
)
@cluster_option
@box_options
def command(
    game: str,
    count: int,
    bots: tuple[str, ...],
    jobs: int | None,
    seed: str,
    out: str | None,
    decisions: bool,
    report: Path | None,
    keep: Path | None,
    cluster: str | None,
    options: tuple[str, ...],
    box: str | None,
) -> None:
    """Play many games of GAME between bots and show the results.

    The results are the same for every number of jobs and machines, unless a clock limits the thinking time of a bot. It
    does for strong and expert, unless you give them a number of simulations (expert:500). Game n of seed S is dealt
    like `tw.new(GAME, seats, seed="S/n")`. With --report or --keep a simulation can be stopped with Ctrl-C and resumed
    by the same command, and `townwright compare` compares two of them.
    """
    from rich.console import Console

    from townwright.arena import Simulation
    from townwright.arena.dataset import data_file
    from townwright.arena.running import Run

    if decisions and not out:
        raise click.UsageError("--decisions says what is written to --out; name a file with --out.")
    files = {"--out": out and Path(out), "--report": report, "--keep": keep}
    for first, second in itertools.combinations([name for name, path in files.items() if path], 2):
        if files[first] == files[second]:
            raise click.UsageError(f"{first} and {second} name the same file, {files[first]}.")
    simulation = Simulation(
        game, parse_bots(bots), count, seed, parse_options(options), box, jobs or os.cpu_count() or 1
    )
    if keep is None and report is not None:
        keep = report.with_name(report.name + ".counts")
    file = data_file(out, simulation, decisions) if out else None
    check_places(*(str(path) for path in (report, keep) if path))
    if cluster is None:
        simulation.game.entry_points.search  # noqa: B018  compiles first, with a progress bar of its own
    with cluster_workers(cluster, game) as workers:
        run = Run(simulation, things=keep is not None, keep=keep, out=file, workers=workers)
        stopped = False
        with working("playing", count, run.counts.games) as (bar, task):
            try:
                for done in run:
                    bar.update(task, completed=done)
            except KeyboardInterrupt:
                if not run.counts.games:
                    raise
                stopped = True
                bar.console.print(stopped_after(run.counts.games, count, "--keep", keep))
    if run.counts.games > count:
        click.echo(f"{keep} holds {how_many(run.counts.games, 'game')} already; all are counted.", err=True)
    if report is not None:
        from townwright.arena.report import report_page

        write_file(str(report), report_page(run.kept, simulation))
    Console().print(results_table(simulation, run.counts))
    if stopped:
        raise click.exceptions.Exit(STOPPED)


def results_table(run: Simulation, counts: Counts) -> Any:
    """One row per seat."""
    from rich.table import Table

    from townwright.arena.worth import average, spread, win_share

    title = f"{run.game.title}: {how_many(counts.games, 'game')}, {average(counts.moves):.1f} moves a game"
    table = Table("seat", "bot", title=title, title_justify="left")
    for column in ("wins", "points", "std dev", "least", "most"):
        table.add_column(column, justify="right")
    for seat, name in enumerate(run.players):
        points = counts.lines[seat][-1]
        table.add_row(
            str(seat),
            name,
            f"{100 * win_share(counts, seat).value:.1f} %",
            f"{average(points):.2f}",
            f"{spread(points):.2f}",
            str(min(points)),
            str(max(points)),
        )
    return table
