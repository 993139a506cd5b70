"""The levels: one search with more or less time, and for beginners an eye that overlooks things."""

from __future__ import annotations

import random
from typing import Any

import msgspec
from msgspec import Struct

from townwright.engine.known import Known
from townwright.engine.thinking import Budget, Judged, Thinker, Thought


class Level(Struct, frozen=True):
    """How a level thinks."""

    seconds: float | None = None  # a decision
    simulations: int | None = None
    settings: dict[str, Any] = {}
    overlooks: float = 0.0  # the share of moves of a kind that it does not see
    exact: bool = True  # plays exactly where the game can tell


TABLE = {
    "beginner": Level(simulations=1, overlooks=0.5, exact=False),
    "casual": Level(simulations=30),
    "strong": Level(seconds=0.1, simulations=150, settings={"apart": False}),  # whichever ends first
    "expert": Level(seconds=0.5),
    # not a level but a yardstick: the textbook's search, which knows nothing of the game
    "plain": Level(
        seconds=0.5,
        settings={"plain": True, "trust": 1e-6, "width": 1e9, "plies": 10**6, "explore": 0.7},
        exact=False,
    ),
}
PLAIN = "plain"
TIMED = tuple(name for name, level in TABLE.items() if level.seconds is not None)
LEVELS = tuple(name for name in TABLE if name != PLAIN)


class LevelBot:
    """Plays at one of the levels."""

    def __init__(self, level: str, seed: int | str, budget: str | None = None, cpu: bool = False) -> None:
        self.level = TABLE[level]
        if budget is None:
            self.budget = Budget(self.level.seconds, self.level.simulations, cpu)
        elif budget.endswith("s"):
            self.budget = Budget(float(budget[:-1]), None, cpu)
        else:
            self.budget = Budget(None, int(budget), cpu)
        self._thinker = Thinker(seed, self.level.settings)
        self._eye = random.Random(f"eye:{seed}")
        self.share = 1.0  # of its time, where many think at once

    def choose(self, known: Known, seat: int) -> int:
        if len(known.codes) == 1:
            return known.codes[0]
        if self.level.exact and (exact := known.game.exact) and (code := exact(known, seat)) is not None:
            return int(code)
        budget = self.budget
        if budget.seconds is not None and self.share < 1:
            budget = msgspec.structs.replace(budget, seconds=budget.seconds * self.share)
        thought = self._thinker.think(known, seat, budget)
        code = self._glimpse(known, thought).code if self.level.overlooks else thought.best
        self._thinker.keep(known, seat, code)
        return code

    def stop(self) -> None:
        """Ends the thinking under way, from another thread."""
        self._thinker.stop()

    def _glimpse(self, known: Known, thought: Thought) -> Judged:
        """The move that promises most among those it sees: at least one of each kind.

        A person overlooks a place for a card, but not that a card can be laid at all instead of thrown away.
        """
        kinds: dict[str, list[Judged]] = {}
        for move in sorted(thought.moves, key=lambda move: move.code):
            kinds.setdefault(known.game.moves.kind(move.code).name, []).append(move)
        seen = []
        for moves in kinds.values():
            noticed = [move for move in moves if self._eye.random() >= self.level.overlooks]
            seen += noticed or [self._eye.choice(moves)]
        return max(seen, key=lambda move: move.promise)
