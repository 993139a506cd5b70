"""townwright warm: compiles games ahead of time."""

from __future__ import annotations

import click

from townwright.games import load, names

from .common import GameName


@click.command()
@click.argument("games", nargs=-1, type=GameName())
def command(games: tuple[str, ...]) -> None:
    """Compile GAMES now (all, if none is named), so that the first start is quick."""
    for name in games or names():
        game = load(name)
        for entry in ("setup", "contest"):
            getattr(game.entry_points, entry)
        click.echo(f"{game.title} is ready.")
