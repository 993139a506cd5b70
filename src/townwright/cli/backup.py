"""townwright backup: all games of a server in one file."""

from __future__ import annotations

from pathlib import Path

import click

from townwright.engine.errors import how_many

from .common import data_option, data_place, the_server


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@data_option
def command(file: Path, data: str | None) -> None:
    """Write all games of a server to FILE, also while it is running.

    Keep the file as safe as the games themselves, because it contains what is hidden in running games. `townwright
    restore` loads it.
    """
    with the_server():
        from townwright.server.backup import back_up

        count = back_up(data_place(data), file)
    click.echo(f"{file} holds {how_many(count, 'table')}.")
