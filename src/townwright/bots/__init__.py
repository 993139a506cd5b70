"""Computer players. A bot is given what its seat knows, and nothing else."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from townwright.engine import chance, loops
from townwright.engine.errors import BadCall
from townwright.engine.fields import blank
from townwright.engine.known import Known
from townwright.engine.texts import LANGUAGE, table_texts

NAMES = ("random", "greedy")  # in the order of loops.RANDOM, loops.GREEDY


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


def called(name: str, n: int, language: str = LANGUAGE) -> str:
    """How the nth bot of a table is called."""
    return table_texts(language)(f"bot.{check(name)}", n=n)


assert (NAMES[loops.RANDOM], NAMES[loops.GREEDY]) == ("random", "greedy")
