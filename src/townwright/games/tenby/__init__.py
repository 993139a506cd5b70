"""Tenby: draft day cards, build streets of terraces and piers down to the sea, please your residents."""

from __future__ import annotations

from townwright.engine.game import Game

from . import box, check, draw, moves, position, sheet, state, view

GAME = Game(
    package=__name__,
    title="Tenby",
    seats=(2, 5),
    version=1,
    box=box.Box,
    state=state.State,
    file=box.File,
    options=box.Options,
    pack=check.pack,
    moves=moves.MOVES,
    tell=moves.tell,
    reasons=moves.REASONS,
    asks=view.asks,
    lines=("cards", "residents", "accolades"),
    ties=("completed", "held"),
    longest=tuple(seats * box.MOVES_EACH for seats in range(6)),  # proved by check.most_moves
    view=view.View,
    show=view.show,
    read=position.read,
    whole=view.whole,
    explain=sheet.explain,
    draw=draw.draw,
    secrets=("keep",),
    sealed=("show", "hide"),
)
