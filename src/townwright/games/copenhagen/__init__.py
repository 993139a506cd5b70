"""Copenhagen: take cards at the harbour, build facade tiles, fill rows and columns of your house."""

from __future__ import annotations

from townwright.engine.game import Game

GAME = Game(
    __name__,
    title="Copenhagen",
    seats=(2, 4),
    version=1,
    lines=("rows", "window_rows", "columns", "window_columns"),
    ties=("filled",),
    scored=("filled", "brick"),
)
