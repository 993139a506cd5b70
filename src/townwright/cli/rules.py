"""townwright rules: the rules of a game, the same text as docs/rules."""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

import click

from .common import game_argument


def rules_text(game: str) -> str:
    """The rules page of a game: inside an installed package, or in the project's docs."""
    for folder in (Path(str(files("townwright"))) / "docs", Path(__file__).resolve().parents[3] / "docs"):
        page = folder / "rules" / f"{game}.md"
        if page.is_file():
            return page.read_text(encoding="utf-8")
    raise click.ClickException(f"The rules page of {game} is missing from this installation.")


@click.command()
@game_argument
def command(game: str) -> None:
    """Explain the rules of GAME."""
    text = rules_text(game)
    if not sys.stdout.isatty():
        click.echo(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    console.print(Markdown(text), width=min(100, console.width))
