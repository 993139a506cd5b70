"""Old London Bridge: choose a house from the wheel, keep the numbers falling, and let the crests add up."""

from __future__ import annotations

from townwright.engine.game import Game

from . import box, draw, moves, position, sentences, sheet, state, view

GAME = Game(
    package=__name__,
    title="Old London Bridge",
    seats=(2, 4),
    version=1,
    box=box.Box,
    state=state.State,
    file=box.File,
    options=box.Options,
    pack=box.pack,
    moves=moves.MOVES,
    tell=sentences.tell,
    reasons=moves.REASONS,
    asks=view.asks,
    lines=view.LINES,
    ties=("chapel_order",),
    # A round asks each player at most to end his ladies, for cards and to end his plus tiles; a turn for a
    # place, a replacement or its cards, and its end (four decisions); each of at most 36 bonus tiles is
    # taken once and used once.
    longest=(0, 0, 6 * (3 * 2 + 4 * 4) + 72, 12 * (3 * 3 + 4 * 3) + 72, 12 * (3 * 4 + 4 * 4) + 72),
    view=view.View,
    show=view.show,
    read=position.read,
    whole=view.whole,
    explain=sheet.explain,
    draw=draw.draw,
    secrets=("card", "cards"),
    shown=("card", "cards"),
)
