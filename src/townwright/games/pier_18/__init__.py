"""Pier 18: draft stretches of pier, lay them over one another, and please your patrons and your plan."""

from __future__ import annotations

from townwright.engine.game import Game

from . import box, draw, moves, state, view

GAME = Game(
    package=__name__,
    title="Pier 18",
    seats=(2, 3),
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
    lines=("fishers", "poets", "lovers", "sellers", "patrons", "goal"),
    ties=("characters", "date"),
    longest=(0, 0, 12, 15),  # every player chooses once, takes a card in each of 4 or 3 rounds, lays the plan
    view=view.View,
    show=view.show,
    read=view.read,
    whole=view.whole,
    explain=view.explain,
    draw=draw.draw,
    secrets=("choose",),
    shown=("choose",),
)
