"""Tiny Towns: how long it takes to score a finished town, feeding included. Prints JSON.

Towns of two kinds: random ones with twelve to sixteen buildings, which make feeding as hard as it gets, and those at
the end of games between greedy bots. Times are CPU times of the thread, through the usual entry point.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from typing import Any

import numpy as np
from numba import njit

import townwright as tw
from townwright import bots
from townwright.engine.match import Match
from townwright.games import load

GAME = load("tiny-towns")
BUILDINGS = ["CO"] * 6 + ["FD", "WL", "CH", "CH", "TV", "TH", "FC"]


def crowded(dice: random.Random) -> Match:
    """A completed town with many buildings, of random cards."""
    squares = dice.choices(BUILDINGS, k=16)
    for square in dice.sample(range(16), dice.randrange(5)):
        squares[square] = ".."
    monument = dice.choice(GAME.open_box().face.monuments)
    squares[dice.randrange(16)] = "MO"
    cards = tw.new("tiny-towns", 2, seed=dice.random().hex()).view()["cards"]
    player = {"town": [" ".join(squares[n : n + 4]) for n in (0, 4, 8, 12)], "monuments": [monument], "place": 1}
    position = {"players": [player], "cards": cards, "over": True}
    return tw.position("tiny-towns", {"game": "tiny-towns", "position": position}, seed=1)


def played(seed: int) -> Match:
    """A game that a greedy bot has played to its end, alone."""
    match, bot = tw.new("tiny-towns", 1, seed=seed), bots.make("greedy", str(seed))
    while not match.over:
        match.play(0, bot.choose(match.known(0), 0))
    return match


@njit
def repeat(score: Any, box: Any, states: Any, lines: Any, times: int) -> None:
    for _ in range(times):
        for i in range(len(states)):
            score(box, states[i], lines)


def microseconds(matches: list[Match], times: int) -> float:
    """Per town, on average."""
    score = GAME.entry_points.score
    lines = np.zeros(len(GAME.lines) + len(GAME.ties), np.int32)
    states = np.stack([np.frombuffer(match.state, np.uint8) for match in matches])
    box = matches[0].box.bytes
    repeat(score, box, states, lines, 1)
    start = time.thread_time()
    repeat(score, box, states, lines, times)
    return (time.thread_time() - start) / times / len(matches) * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--towns", type=int, default=500)
    chosen = parser.parse_args()
    dice = random.Random(1)
    kinds = {
        "crowded": [crowded(dice) for _ in range(chosen.towns)],
        "played": [played(seed) for seed in range(chosen.towns // 10)],
    }
    times = {name: round(microseconds(matches, 200_000 // len(matches)), 3) for name, matches in kinds.items()}
    print(json.dumps({"benchmark": "tiny towns: microseconds to score a finished town", **times}))


if __name__ == "__main__":
    main()
