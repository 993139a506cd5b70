"""The command line. A command is imported only when it is called, so that `--help` is instant."""

from __future__ import annotations

import importlib
import sys

import click

from townwright import __version__
from townwright.engine.errors import TownwrightError

COMMANDS = {
    "serve": "Start the table server: play in the browser, alone or with friends who get a link.",
    "play": "Play a game in the terminal, alone against bots or with friends.",
    "simulate": "Play many games between bots and show the results.",
    "compare": "Compare two simulations: what a change of the box did.",
    "arena": "Let bots play against each other: win rates and ratings.",
    "tune": "Learn by self-play the weights with which a game's bots value positions.",
    "score": "Print the score sheet of a position.",
    "solve": "Find the exact best play of the last round of a position.",
    "replay": "Show a recorded game move by move.",
    "analyse": "Judge every decision of a recorded game.",
    "verify": "Check the deal of a game that was played on a server.",
    "rules": "Explain the rules of a game.",
    "games": "List the games.",
    "backup": "Write all games of a server to one file, also while it is running.",
    "restore": "Put a backup into an empty folder or database.",
    "warm": "Compile the games now, so that the first start is quick.",
    "new-game": "Write a small complete game for you to change into yours.",
    "box": "Check a box file of your own, or write a new one.",
}


class Lazy(click.Group):
    """A group whose commands are modules of their own; listing them imports none."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"{__name__}.{name.replace('-', '_')}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="townwright")
def group() -> None:
    """Town-building tabletop games: play them, simulate them, study them."""


def main(args: list[str] | None = None) -> None:
    """Runs a command; bad input gives one sentence on standard error and exit code 2."""
    try:
        code = group.main(args, prog_name="townwright", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as problem:
        click.echo(problem.format_message())
        sys.exit(2)
    except click.ClickException as problem:
        complain(problem.format_message())
    except TownwrightError as problem:
        complain(str(problem))
    except (click.Abort, KeyboardInterrupt):
        click.echo(err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    else:
        sys.exit(code if isinstance(code, int) else 0)


def complain(sentence: str) -> None:
    """Prints one sentence and exits with code 2."""
    click.echo(f"townwright: {sentence.rstrip('.')}.", err=True)
    sys.exit(2)
