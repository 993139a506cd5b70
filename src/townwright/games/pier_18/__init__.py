"""Pier 18: draft stretches of pier, lay them over one another, and please your patrons and your plan."""

from __future__ import annotations

from townwright.engine.game import Game

GAME = Game(
    __name__,
    title="Pier 18",
    seats=(2, 3),
    version=1,
    lines=("fishers", "poets", "lovers", "sellers", "patrons", "goal"),
    ties=("characters", "date"),
    scored=("plan", "length", "crowd", "finished", "won", "patrons"),
)
