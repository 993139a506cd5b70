"""townwright replay: a recorded game move by move."""

from __future__ import annotations

import click
import msgspec

import townwright as tw
from townwright.engine.converting import convert
from townwright.engine.saving import RecordFile

from .common import language_option, read_file, sheet_table


@click.command()
@click.argument("record", type=click.Path(dir_okay=False))
@click.option("--to", "last", type=click.IntRange(min=0), help="Stop after this many moves and draw the table.")
@click.option("--seat", type=click.IntRange(min=0), help="Show what this seat sees; by default what a spectator sees.")
@language_option
def command(record: str, last: int | None, seat: int | None, language: str) -> None:
    """Show a recorded game move by move, then its table and score sheet.

    RECORD is a JSON file as written by `match.record()`.
    """
    from rich.console import Console

    from townwright.engine.loading import parse

    file = parse(read_file(record), RecordFile, tw.BadRecord, "the record")
    if last is not None:
        file.moves = file.moves[:last]
    whole, moves = tw.replay(msgspec.json.encode(file)), file.moves
    file.moves = []
    match = tw.replay(msgspec.json.encode(file))
    names = [match.seat_name(n, None, language) for n in range(match.seats)]
    if seat is not None and seat >= match.seats:
        raise tw.BadCall(f"a seat is 0 to {match.seats - 1}, not {seat}")
    console = Console()
    for n, (mover, code) in enumerate(moves, 1):
        lines = [match.narrate(mover, code, mover if whole.over else seat, names, language, by_name=True)]
        match.play(mover, code)
        for before, turn, only in match.forced():  # a finished game has no secrets
            lines.append(before.narrate(turn, only, turn if whole.over else seat, names, language, by_name=True))
        console.print(f"[dim]{n:4}[/dim] {' '.join(line.text for line in lines)}", highlight=False)
    view = convert(whole.view(seat), whole.game.view)
    console.print(whole.game.draw(view, names, whole.box.face, whole.game.texts(language)))
    console.print(sheet_table(whole, names, seat, language))
    console.print(whole.verdict(names, language))
