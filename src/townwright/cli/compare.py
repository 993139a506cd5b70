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
@click.option("--all", "everything", is_flag=True, help="Also show differences that may be noise.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def command(first: Path, second: Path, everything: bool, as_json: bool) -> None:
    """Show what differs between two simulations, and whether it is more than noise.

    FIRST and SECOND are kept counts (`townwright simulate ... --keep FILE`, or the .counts file beside a report), or
    the reports themselves: for example, before and after a change of the box. Every difference has its 95 % interval.
    Those shown remain after Holm's correction for the number of comparisons: the chance that even one of them is noise
    is below 5 %.
    """
    import msgspec
    from rich.console import Console

    from townwright.arena.compare import compare
    from townwright.arena.counts import read_kept

    kept = [read_kept(counts_of(path)) for path in (first, second)]
    comparison = compare(*kept)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(comparison)).decode())
        return
    console = Console()
    games = " and ".join(f"{simulation.counts.games:,}" for simulation in kept)
    certain = [difference for difference in comparison.differences if difference.stands]
    console.print(summary(comparison, games, len(certain)), highlight=False, markup=False)
    if everything or certain:
        console.print(differences_table(comparison.differences if everything else certain))


def counts_of(path: Path) -> Path:
    """The counts file beside a report; any other path as it is."""
    return path.with_name(path.name + ".counts") if path.suffix == ".html" else path


def summary(comparison: Comparison, games: str, certain: int) -> str:
    """What was changed, and how many differences are more than noise."""
    lines = [f"{games} games."]
    lines += [f"  {change}" for change in comparison.changed[:MOST]]
    if len(comparison.changed) > MOST:
        lines.append(f"  and {len(comparison.changed) - MOST} more changes")
    if not comparison.changed:
        lines.append("  Box, options and program are the same.")
    for names, which in ((comparison.only_first, "first"), (comparison.only_second, "second")):
        if names:
            lines.append(f"  Offered in the {which} only: {', '.join(names[:MOST])}")
    lines.append(f"{certain} of {len(comparison.differences)} differences are more than noise.")
    return "\n".join(lines)


def differences_table(rows: list[Difference]) -> Any:
    from rich.table import Table
    from rich.text import Text

    table = Table("about", "")
    for column in ("first", "second", "change", "95 %"):
        table.add_column(column, justify="right", no_wrap=True)
    for row in rows:
        scale, sign, digits = (100, " %", 1) if row.percent else (1, "", 2)
        first, second, change, low, high = (
            scale * value for value in (row.first, row.second, row.change, row.low, row.high)
        )
        table.add_row(
            Text(row.about),
            Text(row.name),
            f"{first:.{digits}f}{sign}",
            f"{second:.{digits}f}{sign}",
            f"{change:+.{digits}f}{sign}",
            f"{low:+.{digits}f} to {high:+.{digits}f}",
            style="" if row.stands else "dim",
        )
    return table
