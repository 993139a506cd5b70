"""Tiny Towns: place the resource that is named, construct buildings from patterns, on sixteen squares."""

from __future__ import annotations

from townwright.engine.game import Game

GAME = Game(
    __name__,
    title="Tiny Towns",
    seats=(1, 6),
    version=2,
    lines=("cottages", "wells", "chapels", "taverns", "theaters", "factories", "monument", "empty"),
    ties=("hammers", "squares", "most_cottages"),
    scored=("card", "dealt", "hammers", "place", "built", "store", "shrine"),
)
