"""Old London Bridge: choose a house from the wheel, keep the numbers falling, and let the crests add up."""

from __future__ import annotations

from townwright.engine.game import Game

GAME = Game(
    __name__,
    title="Old London Bridge",
    seats=(2, 4),
    version=1,
    lines=(
        "start",
        "wheel",
        "centre",
        "coins",
        "prizes",
        "emporia",
        "chapel",
        "gate",
        "inn",
        "bridge",
        "slots",
        "tiles",
    ),
    ties=("chapel_order",),
    scored=("scoring", "bridge", "length", "money", "earned", "hand", "tiles", "fresh", "space", "line"),
)
