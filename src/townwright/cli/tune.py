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
@click.option("--seats", type=click.IntRange(min=1), help="How many players; by default two, if the game allows it.")
@click.option(
    "--simulations",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Play with a search of so many simulations a decision; 0 looks one move ahead, which is much faster.",
)
@click.option("--out", type=click.Path(dir_okay=False), help="Write the weights here, not into the game's folder.")
@click.option(
    "--keep",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep every generation in this file; the same command resumes from it.",
)
@click.option("--jobs", "-j", type=click.IntRange(min=1), help="Threads; by default one per core.")
@cluster_option
def command(
    game: str,
    games: int,
    seed: str,
    seats: int | None,
    simulations: int,
    out: str | None,
    keep: Path | None,
    jobs: int | None,
    cluster: str | None,
) -> None:
    """Learn the weights of GAME's value by self-play and keep them in its folder as weights.json.

    In every generation, random variations of the present weights play against earlier weights, looking one move ahead
    or searching; the better half determines the next weights. Bots use the result for their number of players from the
    next start on, those that search only if the game's SEARCH does not say otherwise; nothing is compiled again. The
    same seed gives the same weights on any number of threads or machines.
    """
    import msgspec

    from townwright.arena.tuning import Tuning
    from townwright.arena.workers import Here
    from townwright.engine.weights import place, save_weights
    from townwright.games import load

    check_places(out or str(place(load(game).package)))
    with cluster_workers(cluster, game) as workers:
        run = Tuning(game, games, seed, seats, keep, workers or Here(jobs or os.cpu_count() or 1), simulations)
        # compiles first, with a progress bar of its own
        run.game.entry_points.search if simulations else run.game.entry_points.duel  # noqa: B018
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
    learned = run.result
    if out:
        write_file(out, msgspec.json.format(msgspec.json.encode(learned)).decode() + "\n")
    else:
        out = str(save_weights(run.game.package, run.seats, learned))
    lead = f"mean points {learned.lead:g}" if run.seats == 1 else f"mean lead over those set by hand {learned.lead:+g}"
    click.echo(f"{len(learned.weights)} weights after {learned.games} games are in {out}; {lead}.")
