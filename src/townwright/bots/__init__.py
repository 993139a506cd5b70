"""Computer players. A bot gets what its seat knows, and nothing else."""

from __future__ import annotations

import re
from typing import Protocol

import numpy as np

from townwright.engine import chance, quick
from townwright.engine.errors import BadCall
from townwright.engine.fields import blank
from townwright.engine.known import Known

from .levels import LEVELS, PLAIN, TIMED, LevelBot
from .people import PEOPLE, person

COMPILED = ("random", "greedy")  # in the order of quick.RANDOM, quick.GREEDY
NAMES = (*COMPILED, *LEVELS)
STRONGEST = LEVELS[-1]
USUAL = LEVELS[1]  # if no level is named

__all__ = [
    "COMPILED",
    "LEVELS",
    "NAMES",
    "PEOPLE",
    "PLAIN",
    "STRONGEST",
    "USUAL",
    "Bot",
    "check",
    "check_budget",
    "make",
    "ours",
    "person",
    "timed",
]


class Bot(Protocol):
    """A player."""

    def choose(self, known: Known, seat: int) -> int:
        """The code of the move it plays."""


class RandomBot:
    """Plays a random legal move, each equally likely."""

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


def make(name: str, seed: int | str, cpu: bool = False) -> Bot:
    """The bot of that name. A level may be followed by its budget: "expert:2s" thinks for two seconds a decision,
    "expert:500" for 500 simulations. With `cpu` these are CPU seconds."""
    level, budget = split(name)
    if level == "random":
        return RandomBot(seed)
    if level == "greedy":
        return GreedyBot(seed)
    return LevelBot(level, seed, budget, cpu)


def split(name: str) -> tuple[str, str | None]:
    """A bot's name and its budget, if it has one; refuses what is not a bot."""
    level, colon, budget = name.partition(":")
    if not ours(name):
        raise BadCall(f"there is no bot {name!r}; expected one of: {', '.join(NAMES)}")
    if not colon:
        return level, None
    if level in COMPILED:
        raise BadCall(f"the bot {level!r} takes no time; expected its name alone, not {name!r}")
    if not re.fullmatch(r"\d+(\.\d+)?s|\d+", budget):
        raise BadCall(f"a bot's budget is seconds or simulations ('{level}:0.5s', '{level}:500'), not {budget!r}")
    return level, budget


def ours(name: str) -> bool:
    """Whether a name, with or without a budget, belongs to one of our bots."""
    return name.partition(":")[0] in (*NAMES, PLAIN)


def timed(name: str, seconds: float | None) -> str:
    """The name of a bot with this many seconds a decision, if it thinks by the clock; otherwise its name alone."""
    return f"{name}:{seconds:g}s" if seconds is not None and name in TIMED else name


def check(name: str) -> str:
    """The name, if there is such a bot. A budget is refused: guests of a server may not set it."""
    if name not in NAMES:
        raise BadCall(f"there is no bot {name!r}; expected one of: {', '.join(NAMES)}")
    return name


def check_budget(name: str) -> str:
    """The name, with or without a budget, if there is such a bot."""
    make(name, 0)
    return name


assert (COMPILED[quick.RANDOM], COMPILED[quick.GREEDY]) == ("random", "greedy")
