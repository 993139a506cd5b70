"""townwright games: the list of games."""

from __future__ import annotations

import click

from townwright.games import load, names


@click.command()
def command() -> None:
    """List the games."""
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "title", "players", "")
    for name in names():
        game = load(name)
        fewest, most = game.seats
        players = str(fewest) if fewest == most else f"{fewest}-{most}"
        table.add_row(name, game.title, players, game.texts()("summary"))
    Console().print(table)
