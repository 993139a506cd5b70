"""The levels: one search with more or less time, and a beginner who overlooks things."""

from __future__ import annotations

import random
from typing import Any

import msgspec
from msgspec import Struct

from townwright.engine.known import Known
from townwright.engine.thinking import Budget, Judged, Thinker, Thought


class Level(Struct, frozen=True):
    """How a level thinks."""

    seconds: float | None = None  # per decision
    simulations: int | None = None  # per decision
    settings: dict[str, Any] = {}
    overlooks: float = 0.0  # the share of moves that it does not see
    exact: bool = True  # plays the best move where the game can calculate it


TABLE = {
    "beginner": Level(simulations=1, settings={"learned": True}, overlooks=0.5, exact=False),
    "casual": Level(simulations=30),
    "strong": Level(seconds=0.1, simulations=150, settings={"apart": False}),  # whichever ends first
    "expert": Level(seconds=0.5),
    # not a level but a yardstick: the textbook search, which knows nothing about the game
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

    def __init__(
        self, level: str, seed: int | str, budget: str | None = None, cpu: bool = False, weights: Any = None
    ) -> None:
        self.level = TABLE[level]
        if budget is None:
            self.budget = Budget(self.level.seconds, self.level.simulations, cpu)
        elif budget.endswith("s"):
            self.budget = Budget(float(budget[:-1]), None, cpu)
        else:
            self.budget = Budget(None, int(budget), cpu)
        self._thinker = Thinker(seed, self.level.settings)
        self._thinker.weights = weights  # used instead of the game's own
        self._eye = random.Random(f"eye:{seed}")
        self.share = 1.0  # of its time, less when many bots think at once

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
        """Ends the running search, from another thread."""
        self._thinker.stop()

    def _glimpse(self, known: Known, thought: Thought) -> Judged:
        """The most promising of the moves that it sees, which are at least one of each kind.

        A person may overlook a place for a card, but not the fact that cards can be laid.
        """
        kinds: dict[str, list[Judged]] = {}
        for move in sorted(thought.moves, key=lambda move: move.code):
            kinds.setdefault(known.game.moves.kind(move.code).name, []).append(move)
        seen = []
        for moves in kinds.values():
            noticed = [move for move in moves if self._eye.random() >= self.level.overlooks]
            seen += noticed or [self._eye.choice(moves)]
        return max(seen, key=lambda move: move.promise)
