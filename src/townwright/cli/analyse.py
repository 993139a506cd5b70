"""townwright analyse: what each decision of a recorded game was worth."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .common import (
    STOPPED,
    check_places,
    cluster_option,
    cluster_workers,
    language_option,
    read_file,
    stopped_after,
    terminal_texts,
    working,
    write_file,
)

if TYPE_CHECKING:
    from townwright.engine.analysis import Analysis
    from townwright.engine.match import Match


@click.command()
@click.argument("record", type=click.Path(dir_okay=False))
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True, max=60),
    default=0.5,
    show_default=True,
    help="CPU seconds to think about each decision.",
)
@click.option("--simulations", type=click.IntRange(min=1), help="Simulations a decision instead: the same every time.")
@click.option("--picture", type=click.Path(dir_okay=False), help="Write the curve of the chances as an SVG picture.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
@click.option(
    "--keep",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep every judgement in this file, and go on with what it holds.",
)
@cluster_option
@language_option
def command(
    record: str,
    seconds: float,
    simulations: int | None,
    picture: str | None,
    as_json: bool,
    keep: Path | None,
    cluster: str | None,
    language: str,
) -> None:
    """Judge every decision of a recorded game: the expected result, what it cost against the best move found.

    RECORD is a JSON file as written by `match.record()`. Every decision is judged from what its player knew at that
    time, never with hindsight. docs/bots.md explains the figures.
    """
    import msgspec
    from rich.console import Console

    import townwright as tw
    from townwright.arena.analysing import judgements
    from townwright.arena.curve import curve_picture
    from townwright.arena.workers import Here
    from townwright.engine.analysis import report
    from townwright.engine.thinking import Budget

    check_places(picture)
    game = read_file(record)
    match = tw.replay(game)
    budget = Budget(simulations=simulations) if simulations else Budget(seconds=seconds, cpu=True)
    decisions = []
    with cluster_workers(cluster, match.game.name) as workers, working("analysing", len(match.log)) as (bar, task):
        try:
            for decision in judgements(game, budget, language, workers or Here(1), keep):
                decisions.append(decision)
                bar.update(task, completed=decision.ply + 1)
        except KeyboardInterrupt:
            if not decisions:
                raise
            bar.console.print(stopped_after(decisions[-1].ply + 1, len(match.log), "--keep", keep, "decisions"))
            raise click.exceptions.Exit(STOPPED) from None
    found = report(match, decisions)
    if picture:
        names = [match.seat_name(seat, None, language) for seat in range(match.seats)]
        write_file(picture, curve_picture(match.game.title, names, found))
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
        return
    Console().print(decisions_table(match, found, language))


def decisions_table(match: Match, found: Analysis, language: str) -> Any:
    """A row a decision; turning points in bold. Then the accuracy of every player."""
    from rich.table import Table

    texts = terminal_texts(language)
    names = [match.seat_name(seat, None, language) for seat in range(match.seats)]
    accuracy = ", ".join(
        f"{name} {'-' if share is None else f'{share:.0f} %'}"
        for name, share in zip(names, found.accuracy, strict=True)
    )
    title = f"{match.game.title}. {texts('analysis.accuracy', shares=accuracy)}"
    table = Table(title=title, title_justify="left")
    expected = "analysis.points" if match.seats == 1 else "analysis.chance"
    columns = ("analysis.ply", "analysis.who", "analysis.move", expected, "analysis.loss", "analysis.better")
    for column in columns:
        table.add_column(texts(column))
    for one in found.decisions:
        chance = f"{100 * one.chance[one.seat]:.0f} > {100 * one.after[one.seat]:.0f} %"
        if match.seats == 1:
            chance = f"{one.points[0]:.1f} > {one.points_after[0]:.1f}"
        better = one.best.words if one.best.code != one.move.code else ""
        style = "bold" if one.turning else ""
        table.add_row(str(one.ply + 1), names[one.seat], one.move.words, chance, f"{one.loss:.1f}", better, style=style)
    return table
