"""townwright box: box files of your own."""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

import click

from townwright.engine.errors import BadBox
from townwright.games import load

from .common import game_argument, write_file


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Check a box file of your own, or write a new one.

    A box file holds the printed components and the options of a game. Use it with `--box FILE`.
    """


@command.command()
@game_argument
@click.argument("file", type=click.Path(dir_okay=False))
def check(game: str, file: str) -> None:
    """Check FILE as a box of GAME and report every problem."""
    try:
        load(game).open_box(box=file)
    except BadBox as problem:
        for sentence in problem.problems:
            click.echo(f"townwright: {sentence.rstrip('.')}.", err=True)
        sys.exit(2)
    click.echo(f"{file} is a playable box of {load(game).title}.")


@command.command()
@game_argument
@click.argument("file", type=click.Path(dir_okay=False), required=False)
def new(game: str, file: str | None) -> None:
    """Write the box of GAME as a file for you to change.

    Without FILE it is printed to standard output.
    """
    text = (files(load(game).package) / "box.toml").read_text(encoding="utf-8")
    if file is None:
        click.echo(text, nl=False)
    elif Path(file).exists():
        raise click.UsageError(f"{file} exists already; name a new file")
    else:
        write_file(file, text)
        click.echo(f"{file} is written. Change it, then run `townwright box check {game} {file}`.")
