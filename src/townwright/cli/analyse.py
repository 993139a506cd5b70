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
@click.option(
    "--simulations",
    type=click.IntRange(min=1),
    help="Simulations per decision, instead of seconds; the result is then the same every time.",
)
@click.option(
    "--picture", type=click.Path(dir_okay=False), help="Draw the players' chances as a curve, in an SVG file."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
@click.option(
    "--keep",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep every judged decision in this file; the same command resumes from it.",
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
    """Judge every decision of a recorded game: the expected result, and what it cost compared with the best move found.

    RECORD is a JSON file as written by `match.record()`. Every decision is judged from what its player knew at the
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
    analysis = report(match, decisions)
    if picture:
        names = [match.seat_name(seat, None, language) for seat in range(match.seats)]
        write_file(picture, curve_picture(match.game.title, names, analysis))
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(analysis)).decode())
        return
    Console().print(decisions_table(match, analysis, language))


def decisions_table(match: Match, analysis: Analysis, language: str) -> Any:
    """One row per decision, turning points in bold; the title has every player's accuracy."""
    from rich.table import Table

    texts = terminal_texts(language)
    names = [match.seat_name(seat, None, language) for seat in range(match.seats)]
    accuracy = ", ".join(
        f"{name} {'-' if share is None else f'{share:.0f} %'}"
        for name, share in zip(names, analysis.accuracy, strict=True)
    )
    title = f"{match.game.title}. {texts('analysis.accuracy', shares=accuracy)}"
    table = Table(title=title, title_justify="left")
    expected = "analysis.points" if match.seats == 1 else "analysis.chance"
    columns = ("analysis.ply", "analysis.who", "analysis.move", expected, "analysis.loss", "analysis.better")
    for column in columns:
        table.add_column(texts(column))
    for decision in analysis.decisions:
        seat, move, best = decision.seat, decision.move, decision.best
        chance = f"{100 * decision.chance[seat]:.0f} > {100 * decision.after[seat]:.0f} %"
        if match.seats == 1:
            chance = f"{decision.points[0]:.1f} > {decision.points_after[0]:.1f}"
        better = best.words if best.code != move.code else ""
        style = "bold" if decision.turning else ""
        table.add_row(
            str(decision.ply + 1), names[seat], move.words, chance, f"{decision.loss:.1f}", better, style=style
        )
    return table
