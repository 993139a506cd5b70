"""Market Street: take one of three open houses and build a street of many colours."""

from __future__ import annotations

from townwright.engine.game import Game

GAME = Game(
    __name__,
    title="Market Street",
    seats=(2, 4),
    version=1,
    lines=("houses", "colours"),
    ties=("most_of_a_colour",),
)
