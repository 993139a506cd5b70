"""Tenby: draft day cards, build streets of terraces and piers down to the sea, please your residents."""

from __future__ import annotations

from townwright.engine.game import Game

GAME = Game(
    __name__,
    title="Tenby",
    seats=(2, 5),
    version=1,
    lines=("cards", "residents", "accolades"),
    ties=("completed", "held"),
    scored=("town", "cards", "begins", "hand", "held", "lying", "counter", "dealt", "shown"),
)
