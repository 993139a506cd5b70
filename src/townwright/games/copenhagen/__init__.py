"""Copenhagen: take cards at the harbour, build facade tiles, fill rows and columns of your house."""

from __future__ import annotations

from townwright.engine.game import Game

from . import box, draw, moves, state, view
from .rules import foresight

GAME = Game(
    package=__name__,
    title="Copenhagen",
    seats=(2, 4),
    version=1,
    box=box.Box,
    state=state.State,
    file=box.File,
    options=box.Options,
    pack=box.pack,
    moves=moves.MOVES,
    tell=moves.tell,
    reasons=moves.REASONS,
    asks=view.asks,
    lines=("rows", "window_rows", "columns", "window_columns"),
    ties=("filled",),
    longest=(0, 0, 910, 1274, 1526),  # at most 65, 91 and 109 turns of 14 decisions
    view=view.View,
    show=view.show,
    read=view.read,
    whole=view.whole,
    explain=view.explain,
    draw=draw.draw,
    foresee=foresight.foresee,
    facts=foresight.facts,
    scored=("filled", "brick"),
    own=(foresight.note,),
)
