"""townwright tune: learn a game's value by self-play."""

from __future__ import annotations

import click

from .common import game_argument, write_file


@click.command()
@game_argument
@click.option(
    "--games", "-n", type=click.IntRange(min=1), default=60_000, show_default=True, help="Games of self-play."
)
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same weights.")
@click.option("--seats", type=click.IntRange(min=1), help="How many play; by default two, if the game can.")
@click.option("--out", type=click.Path(dir_okay=False), help="Write the weights here, not into the game's folder.")
def command(game: str, games: int, seed: str, seats: int | None, out: str | None) -> None:
    """Learn the weights of GAME's value by self-play and keep them in its folder as weights.json.

    Sets of weights drawn around the present ones play each other one move deep; the better half makes the next. Bots
    use what was learned for their number of players from the next start on; nothing is compiled anew.
    """
    import msgspec
    from rich.console import Console
    from rich.progress import Progress

    from townwright.arena.tuning import Tuning
    from townwright.engine.weights import save_weights

    run = Tuning(game, games, seed, seats)
    run.game.entry_points.duel  # noqa: B018  compiled before the bar
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("learning", total=games)
        for done in run:
            bar.update(task, completed=done)
    found = run.result
    if out:
        write_file(out, msgspec.json.format(msgspec.json.encode(found)).decode() + "\n")
    else:
        out = str(save_weights(run.game.package, run.seats, found))
    told = f"mean points {found.lead:g}" if run.seats == 1 else f"mean lead over those set by hand {found.lead:+g}"
    click.echo(f"{len(found.weights)} weights after {found.games} games are in {out}; {told}.")
