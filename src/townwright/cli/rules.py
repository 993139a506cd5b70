"""townwright rules: the rules of a game, the same text as docs/rules."""

from __future__ import annotations

import sys

import click

from townwright.games import rules_page

from .common import game_argument, language_option


@click.command()
@game_argument
@language_option
def command(game: str, language: str) -> None:
    """Explain the rules of GAME."""
    text = rules_page(game, language)
    if not sys.stdout.isatty():
        click.echo(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    console.print(Markdown(text), width=min(100, console.width))
