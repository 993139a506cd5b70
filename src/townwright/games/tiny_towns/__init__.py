"""Tiny Towns: place the resource that is named, construct buildings from patterns, on sixteen squares."""

from __future__ import annotations

from townwright.engine.game import Game

from . import box, draw, moves, position, sheet, state, view
from .rules.town import LINES, TIES

# A seat's town takes at most 184 cubes: 16 buildings of 6 cubes and 16 left over, 3 on each of 16 Warehouses and
# 6 more on two that are exchanged, 16 on cottages, 2 in the cavern. In Town Hall a round in three may bring none: 276
# rounds. A round has a naming and for each seat up to 3 decisions; buildings have up to 3 each, 16 of them;
# monuments, with all that follows, up to 24.
ROUNDS = 276
LONGEST = tuple(ROUNDS + seats * (3 * ROUNDS + 48 + 24) for seats in range(7))

GAME = Game(
    package=__name__,
    title="Tiny Towns",
    seats=(1, 6),
    version=2,
    box=box.Box,
    state=state.State,
    file=box.File,
    options=box.Options,
    pack=box.pack,
    moves=moves.MOVES,
    tell=moves.tell,
    reasons=moves.REASONS,
    secrets=moves.SECRETS,
    shown=tuple(kind for kind in moves.SECRETS if kind != "keep"),
    asks=view.asks,
    lines=LINES,
    ties=TIES,
    longest=LONGEST,
    view=view.View,
    show=view.show,
    read=position.read,
    whole=view.whole,
    explain=sheet.explain,
    draw=draw.draw,
    verdict=view.verdict,
    own=(sheet.parts,),
)
