"""townwright tune: learn a game's value by self-play."""

from __future__ import annotations

import os
from pathlib import Path

import click

from .common import (
    STOPPED,
    check_places,
    cluster_option,
    cluster_workers,
    game_argument,
    stopped_after,
    working,
    write_file,
)


@click.command()
@game_argument
@click.option(
    "--games", "-n", type=click.IntRange(min=1), default=60_000, show_default=True, help="Games of self-play."
)
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same weights.")
@click.option("--seats", type=click.IntRange(min=1), help="How many play; by default two, if the game can.")
@click.option("--out", type=click.Path(dir_okay=False), help="Write the weights here, not into the game's folder.")
@click.option(
    "--keep",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep every generation in this file, and go on with what it holds.",
)
@click.option("--jobs", "-j", type=click.IntRange(min=1), help="Threads; by default one per core.")
@cluster_option
def command(
    game: str,
    games: int,
    seed: str,
    seats: int | None,
    out: str | None,
    keep: Path | None,
    jobs: int | None,
    cluster: str | None,
) -> None:
    """Learn the weights of GAME's value by self-play and keep them in its folder as weights.json.

    Sets of weights drawn around the present ones play each other one move deep; the better half makes the next. Bots
    use what was learned for their number of players from the next start on; nothing is compiled anew. The same seed
    learns the same whoever does the work.
    """
    import msgspec

    from townwright.arena.tuning import Tuning
    from townwright.arena.workers import Here
    from townwright.engine.weights import place, save_weights
    from townwright.games import load

    check_places(out or str(place(load(game).package)))
    with cluster_workers(cluster, game) as workers:
        run = Tuning(game, games, seed, seats, keep, workers or Here(jobs or os.cpu_count() or 1))
        run.game.entry_points.duel  # noqa: B018  compiled before the bar
        done = run.before
        with working("learning", games, done) as (bar, task):
            try:
                for done in run:
                    bar.update(task, completed=done)
            except KeyboardInterrupt:
                if not done:
                    raise
                bar.console.print(stopped_after(done, games, "--keep", keep))
                raise click.exceptions.Exit(STOPPED) from None
    found = run.result
    if out:
        write_file(out, msgspec.json.format(msgspec.json.encode(found)).decode() + "\n")
    else:
        out = str(save_weights(run.game.package, run.seats, found))
    told = f"mean points {found.lead:g}" if run.seats == 1 else f"mean lead over those set by hand {found.lead:+g}"
    click.echo(f"{len(found.weights)} weights after {found.games} games are in {out}; {told}.")
