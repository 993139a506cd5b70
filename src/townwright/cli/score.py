"""townwright score: the sheet of a position."""

from __future__ import annotations

import click

import townwright as tw

from .common import game_argument, language_option, read_file, sheet_table


@click.command()
@game_argument
@click.argument("position", type=click.Path(dir_okay=False))
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
@language_option
def command(game: str, position: str, as_json: bool, language: str) -> None:
    """Print the score sheet of POSITION, a JSON file as written by `match.to_json()` or by hand."""
    match = tw.position(game, read_file(position), seed=0)
    if as_json:
        import msgspec

        click.echo(msgspec.json.format(msgspec.json.encode(match.sheet(language=language))).decode())
        return
    from rich.console import Console

    console = Console()
    console.print(sheet_table(match, language=language))
    if match.over:
        console.print(match.verdict(language=language))
