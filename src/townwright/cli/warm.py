"""townwright warm: compiles games ahead of time."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

import click

from townwright.engine.progress import preparing
from townwright.games import load, names

from .common import GameName


@click.command()
@click.argument("games", nargs=-1, type=GameName())
def command(games: tuple[str, ...]) -> None:
    """Compile GAMES now (all of them, if none is named), so that the first start is quick."""
    from townwright.engine.entry_points import EntryPoints

    chosen = [load(name) for name in games or names()]
    compiling = [EntryPoints(game.package) for game in chosen]
    cores = os.cpu_count() or 1
    each = max(1, cores // len(chosen))  # few per game, because processes that share a game compile some code twice
    with preparing(*(game.title for game in chosen)) as reports, ThreadPoolExecutor(min(cores, len(chosen))) as pool:
        try:
            list(pool.map(lambda entry_points, report: entry_points.warm(report, each), compiling, reports))
        except BaseException:
            for entry_points in compiling:
                entry_points.stop()
            raise
    for game in chosen:
        for entry in ("setup", "contest"):
            getattr(game.entry_points, entry)
        click.echo(f"{game.title} is ready.")
