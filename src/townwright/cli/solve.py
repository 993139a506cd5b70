"""townwright solve: the exact best play of a position, for games that have a solver."""

from __future__ import annotations

import importlib
import importlib.util
from typing import TYPE_CHECKING, Any

import click

import townwright as tw
from townwright.games import load, names

from .common import game_argument, read_file

if TYPE_CHECKING:
    from rich.table import Table

    from townwright.engine.match import Match


@click.command()
@game_argument
@click.argument("position", type=click.Path(dir_okay=False))
@click.option("--seat", type=click.IntRange(min=0), help="The seat to solve for, if several must move.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def command(game: str, position: str, seat: int | None, as_json: bool) -> None:
    """Find the exact best play of the last round of POSITION by full search.

    POSITION is a JSON file as written by `match.to_json()` or by hand. The players are assumed to want the best place,
    then the largest lead, then the most points. Only games with a solver of their own can be solved.
    """
    import msgspec

    solver = find_solver(game)
    data = read_file(position)
    match = tw.position(game, data, seed=0)
    given = msgspec.json.decode(data)
    solver.check_given(given.get("position", given))  # a view alone is a position too
    solution = solver.solve(match, seat)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(solution)).decode())
        return
    from rich.console import Console

    console = Console(highlight=False)
    console.print(options_table(match, solution))
    console.print("Best play:")
    for step in solution.options[0].line:
        console.print(f"  seat {step.seat}: [cyan]{step.words}[/cyan]  {step.text}")


def find_solver(game: str) -> Any:
    """The module `solve` of a game's folder, which solves positions for this command."""
    solver = solver_of(game)
    if solver is None:
        able = [name for name in names() if solver_of(name)]
        raise tw.BadCall(f"there is no solver for {load(game).title}; expected one of: {', '.join(able)}")
    return solver


def solver_of(game: str) -> Any:
    """The same, or None; a module may also have `exact` alone, which is for bots."""
    package = load(game).package
    if importlib.util.find_spec(f"{package}.solve") is None:
        return None
    module = importlib.import_module(f"{package}.solve")
    return module if hasattr(module, "solve") else None


def options_table(match: Match, solution: Any) -> Table:
    """Every move of the seat to move, the best first, and where it leads."""
    from rich.table import Table

    title = f"{match.game.title}: seat {solution.seat} to move, {solution.endings} endings compared"
    table = Table("", "move", title=title, title_justify="left")
    for column in ("place", "lead", *(f"seat {seat}" for seat in range(match.seats))):
        table.add_column(column, justify="right")
    for option in solution.options:
        cells = (str(option.place), f"{option.lead:+d}", *map(str, option.points))
        table.add_row("*" if option.best else "", option.words, *cells, style="bold" if option.best else "")
    return table
