"""Market Street: what must hold in every reachable state."""

from __future__ import annotations

import random
from typing import Any

from townwright.engine.compiling import rule
from townwright.template.game.box import Box
from townwright.template.game.state import HOUSES, OPEN, State

GAMES = 2_000  # of random play
VARIANTS: list[tuple[int, dict[str, Any]]] = [(2, {}), (3, {"houses": 6}), (4, {"bonus": 1})]
LONGEST = (0, 0, 12, 18, 24)  # moves, by players
NO_UNDO = True  # every move reveals a house, so none can be taken back
INVARIANTS = ("every house is in exactly one place", "the streets grow in turn")


@rule
def audit(box: Box, s: State) -> int:
    """0, or the number of the invariant that is broken."""
    for house in range(1, HOUSES + 1):
        n = 0
        for i in range(HOUSES):
            n += 1 if s.deck[i] == house else 0
        for place in range(OPEN):
            n += 1 if s.open[place] == house else 0
        for seat in range(s.seats):
            for i in range(s.length[seat]):
                n += 1 if s.street[seat, i] == house else 0
        if n != 1:
            return 1
    for seat in range(s.seats):
        if s.over == 0 and s.length[seat] != s.length[s.turn] + (1 if seat < s.turn else 0):
            return 2
    return 0


def scramble(s: Any, seat: int, rng: random.Random) -> None:
    """Changes what the seat cannot know, and nothing else: the order of the deck."""
    if s.left > 1:
        i, j = rng.sample(range(s.left), 2)
        s.deck[i], s.deck[j] = s.deck[j], s.deck[i]
