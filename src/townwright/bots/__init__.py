"""Computer players. A bot is given what its seat knows, and nothing else."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

import numpy as np

from townwright.engine import chance, loops
from townwright.engine.errors import BadCall
from townwright.engine.fields import blank
from townwright.engine.known import Known

NAMES = ("random", "greedy")  # in the order of loops.RANDOM, loops.GREEDY
PEOPLE = (
    "Ada", "Bruno", "Clara", "Dario", "Emma", "Fabio", "Greta", "Hugo", "Irene", "Leo", "Marta", "Nino",
    "Olga", "Paolo", "Rita", "Silvio", "Teresa", "Ugo", "Viola", "Walter",
)  # fmt: skip


class Bot(Protocol):
    """A player."""

    def choose(self, known: Known, seat: int) -> int:
        """The code of the move it plays."""


class RandomBot:
    """Plays any legal move, each as likely."""

    def __init__(self, seed: int | str) -> None:
        self._seed, self._choices = seed, 0

    def choose(self, known: Known, seat: int) -> int:
        self._choices += 1
        word = int.from_bytes(chance.deal_key(f"bot:{self._seed}/{self._choices}"))
        return known.codes[word % len(known.codes)]


class GreedyBot:
    """Plays the move with the best estimate one move later, on a deal imagined from what its seat knows."""

    def __init__(self, seed: int | str) -> None:
        self._rng = chance.generator(seed)

    def choose(self, known: Known, seat: int) -> int:
        game = known.game
        return int(
            game.entry_points.greedy(
                known.box.bytes,
                known.state,
                seat,
                self._rng,
                blank(game.state_layout),
                blank(game.state_layout),
                np.zeros(game.moves.size, np.int32),
                np.zeros(known.seats),
            )
        )


def make(name: str, seed: int | str) -> Bot:
    """The bot of that name."""
    return GreedyBot(seed) if check(name) == "greedy" else RandomBot(seed)


def check(name: str) -> str:
    """The name, if there is such a bot."""
    if name not in NAMES:
        raise BadCall(f"there is no bot {name!r}; expected one of: {', '.join(NAMES)}")
    return name


def person(first: int, taken: Collection[str | None]) -> str:
    """A person's name for a bot: the first one, from some place in the list on, that nobody at the table has."""
    used = {name.casefold() for name in taken if name}
    names = [PEOPLE[(first + n) % len(PEOPLE)] for n in range(len(PEOPLE))]
    return next(name for name in names if name.casefold() not in used)


assert (NAMES[loops.RANDOM], NAMES[loops.GREEDY]) == ("random", "greedy")
