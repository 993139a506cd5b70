"""Makes the pictures of the README: `make pictures`."""

from __future__ import annotations

from pathlib import Path

import msgspec
from rich.console import Console

import townwright as tw
from townwright import bots


def terminal() -> None:
    """A Copenhagen table late in a game, as `townwright play` draws it."""
    names = ["Ada", "Ben", "Cleo"]
    match = tw.new("copenhagen", seats=3, seed="picture")
    players = [bots.make("greedy", name) for name in names]
    while match.ply < 84 or match.pending != (0,) or match.view(0)["decision"] != "main":
        seat = match.pending[0]
        match.play(seat, players[seat].choose(match, seat))
    console = Console(record=True, width=112, file=Path("/dev/null").open("w"), force_terminal=True)  # noqa: SIM115
    view = msgspec.convert(match.view(0), match.game.view)
    console.print(match.game.draw(view, names, match.box.face, match.game.texts()))
    console.print(f"[b]{match.prompt(0, names)}[/b]")
    for number, move in enumerate(match.moves(0)[:4], 1):
        console.print(f"{number:4} [cyan]{move.words}[/cyan]  {move.text}", highlight=False)
    console.save_svg(str(Path(__file__).parent / "terminal.svg"), title="townwright play copenhagen")


if __name__ == "__main__":
    terminal()
