"""townwright restore: loads a backup into a server's folder or database."""

from __future__ import annotations

from pathlib import Path

import click

from townwright.engine.errors import how_many

from .common import data_option, data_place, the_server


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@data_option
def command(file: Path, data: str | None) -> None:
    """Put the backup FILE into an empty folder or database.

    The kind of database may change: a backup of a folder can be restored into PostgreSQL, and the other way round. FILE
    stays as it is.
    """
    with the_server():
        from townwright.server.backup import restore

        count = restore(file, data_place(data))
    click.echo(f"Restored {how_many(count, 'table')}.")
