"""townwright arena: bots against each other, with ratings."""

from __future__ import annotations

import csv
import io
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from townwright.engine.errors import how_many

from .common import (
    STOPPED,
    check_places,
    cluster_option,
    cluster_workers,
    game_argument,
    parse_options,
    stopped_after,
    working,
    write_file,
)

if TYPE_CHECKING:
    from townwright.arena.tournament import Tournament


@click.command()
@game_argument
@click.option(
    "--bots",
    multiple=True,
    required=True,
    metavar="BOT,BOT,...",
    help="A level (beginner, casual, strong, expert), random, greedy, plain, or a class of yours like my_module:MyBot. "
    "A level may have its own budget: expert:2s, expert:500 (simulations).",
)
@click.option(
    "--program",
    "programs",
    multiple=True,
    metavar="NAME=COMMAND",
    help="A program that speaks the table protocol, and its name in --bots; {server} and {code} are filled in.",
)
@click.option(
    "--games", "-n", "count", type=click.IntRange(min=1), default=100, show_default=True, help="How many games."
)
@click.option("--seats", type=click.IntRange(min=1), help="Players at a table; by default two, if the game allows it.")
@click.option("--seed", default="arena", show_default=True, help="The same seed gives the same deals.")
@click.option(
    "--clock",
    type=click.Choice(["cpu", "wall"]),
    default="cpu",
    show_default=True,
    help="Which clock limits the thinking time of bots; CPU seconds are fair on a busy machine.",
)
@click.option("--jobs", "-j", type=click.IntRange(min=1), help="Games at the same time; by default one per core.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep every game in this file of JSON lines; the same command resumes from it.",
)
@click.option("--csv", "csv_file", type=click.Path(dir_okay=False), help="Write the results as CSV.")
@click.option("--picture", type=click.Path(dir_okay=False), help="Write the results as an SVG picture.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
@cluster_option
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; may be repeated."
)
def command(
    game: str,
    bots: tuple[str, ...],
    programs: tuple[str, ...],
    count: int,
    seats: int | None,
    seed: str,
    clock: str,
    jobs: int | None,
    out: Path | None,
    csv_file: str | None,
    picture: str | None,
    as_json: bool,
    cluster: str | None,
    options: tuple[str, ...],
) -> None:
    """Let bots play GAME against each other: every deal in every seating, win rates with 95 % intervals, ratings.

    With fewer bots than seats, the first one plays against the others, which fill the other seats in turn. A shared
    victory is divided among its winners. A tournament with --out can be stopped with Ctrl-C and resumed by the same
    command.
    """
    import msgspec
    from rich.console import Console

    from townwright.arena.picture import standings_picture
    from townwright.arena.tournament import Plan, Tournament
    from townwright.games import load

    check_places(csv_file, picture)
    loaded = load(game)
    names = [name.strip() for group in bots for name in group.split(",") if name.strip()]
    fewest, most = loaded.seats
    plan = Plan(
        game=loaded.name,
        version=loaded.version,
        bots=names,
        seats=loaded.check_seats(seats or min(most, max(fewest, min(2, len(names))))),
        seed=seed,
        cpu=clock == "cpu",
        options=parse_options(options),
        programs=parse_programs(programs, names),
    )
    if cluster is None:
        loaded.entry_points.search  # noqa: B018  compiles first, with a progress bar of its own
    with cluster_workers(cluster, game) as workers:
        run = Tournament(plan, count, out, jobs or os.cpu_count() or 1, workers)
        stopped = False
        with working("playing", run.games, len(run.played)) as (bar, task):
            try:
                for _ in run:
                    bar.update(task, completed=len(run.played))
            except KeyboardInterrupt:
                if not run.played:
                    raise
                stopped = True
                bar.console.print(stopped_after(len(run.played), run.games, "--out", out))
    standings = run.standings()
    if csv_file:
        write_file(csv_file, csv_text(standings))
    if picture:
        write_file(picture, standings_picture(title_of(run), standings))
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(standings)).decode())
    else:
        Console().print(standings_table(run))
    if stopped:
        raise click.exceptions.Exit(STOPPED)


def parse_programs(pairs: tuple[str, ...], bots: list[str]) -> dict[str, str]:
    """Programs by name; each name must be one of the bots."""
    programs = {}
    for pair in pairs:
        name, equals, command = pair.partition("=")
        if not equals or name not in bots:
            raise click.ClickException(f"--program is NAME=COMMAND with a name of --bots, not {pair!r}")
        programs[name] = command
    return programs


def csv_text(standings: list[Any]) -> str:
    import msgspec

    rows = [msgspec.to_builtins(standing) for standing in standings]
    text = io.StringIO()
    writer = csv.DictWriter(text, rows[0])
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def title_of(run: Tournament) -> str:
    seats = run.plan.seats
    games = how_many(len(run.played), "game")
    return f"{run.game.title}, {f'{seats} players' if seats > 1 else 'alone'}: {games}"


def standings_table(run: Tournament) -> Any:
    from rich.table import Column, Table

    alone = run.plan.seats == 1  # no one to win against
    table = Table(Column("bot", overflow="fold"), title=title_of(run), title_justify="left")
    columns = ("games", "wins", "95 %", "points", "OpenSkill", "s/move")
    for column in ("games", "points", "s/move") if alone else columns:
        table.add_column(column, justify="right")
    for standing in run.standings():
        wins = [f"{100 * standing.wins:.1f} %", f"{100 * standing.low:.0f}-{100 * standing.high:.0f} %"]
        rating = [f"{standing.rating:.1f} ±{2 * standing.uncertainty:.1f}"]
        table.add_row(
            standing.bot,
            str(standing.games),
            *([] if alone else wins),
            f"{standing.points:.1f} ±{standing.points_error:.1f}",
            *([] if alone else rating),
            f"{standing.decision:.3f}",
        )
    return table
