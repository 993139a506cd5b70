"""townwright compare: two simulations side by side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from townwright.arena.compare import Comparison, Difference

MOST = 12  # changes of a box that are listed


@click.command()
@click.argument("first", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("second", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--all", "everything", is_flag=True, help="Show what may be noise too.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def command(first: Path, second: Path, everything: bool, as_json: bool) -> None:
    """Tell what differs between two simulations, and whether it is more than noise.

    FIRST and SECOND are kept counts (`townwright simulate ... --keep FILE`, or the .counts beside a report), or the
    reports themselves: before and after a change of the box, for example. Every difference has its 95 % interval;
    those shown stand after Holm's correction for all that were compared: the chance that even one of them is noise is
    below 5 %.
    """
    import msgspec
    from rich.console import Console

    from townwright.arena.compare import compare
    from townwright.arena.counts import read_kept

    kept = [read_kept(counts_of(path)) for path in (first, second)]
    found = compare(*kept)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
        return
    console = Console()
    games = " and ".join(f"{one.counts.games:,}" for one in kept)
    shown = [one for one in found.differences if one.stands]
    console.print(told(found, games, len(shown)), highlight=False, markup=False)
    if everything or shown:
        console.print(differences_table(found.differences if everything else shown))


def counts_of(path: Path) -> Path:
    """The counts beside a report."""
    return path.with_name(path.name + ".counts") if path.suffix == ".html" else path


def told(found: Comparison, games: str, stands: int) -> str:
    """What was changed, and how much of the difference is more than noise."""
    lines = [f"{games} games."]
    lines += [f"  {one}" for one in found.changed[:MOST]]
    if len(found.changed) > MOST:
        lines.append(f"  and {len(found.changed) - MOST} more changes")
    if not found.changed:
        lines.append("  Box, options and program are the same.")
    for names, which in ((found.only_first, "first"), (found.only_second, "second")):
        if names:
            lines.append(f"  Offered in the {which} only: {', '.join(names[:MOST])}")
    lines.append(f"{stands} of {len(found.differences)} differences are more than noise.")
    return "\n".join(lines)


def differences_table(rows: list[Difference]) -> Any:
    from rich.table import Table
    from rich.text import Text

    table = Table("about", "")
    for column in ("first", "second", "change", "95 %"):
        table.add_column(column, justify="right", no_wrap=True)
    for one in rows:
        scale, sign, digits = (100, " %", 1) if one.percent else (1, "", 2)
        first, second, change, low, high = (
            scale * value for value in (one.first, one.second, one.change, one.low, one.high)
        )
        table.add_row(
            Text(one.about),
            Text(one.name),
            f"{first:.{digits}f}{sign}",
            f"{second:.{digits}f}{sign}",
            f"{change:+.{digits}f}{sign}",
            f"{low:+.{digits}f} to {high:+.{digits}f}",
            style="" if one.stands else "dim",
        )
    return table
