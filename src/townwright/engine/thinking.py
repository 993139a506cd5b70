"""Thinking: the compiled search for Python. What a seat knows goes in, judged moves come out.

A tree of NODES nodes takes at most NODES * (24 + 8 * (1 + seats)) bytes: 12.6 MB for two players, 21 MB for six. A full
tree stops growing; the search continues with what it has.
"""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from . import chance, clocks, search
from .converting import convert
from .errors import BadCall
from .game import Game
from .known import Known

NODES = 1 << 18  # of one tree
CHILDREN = 128  # nodes that one simulation adds at most, on average
LONGEST = 3600.0  # seconds
FAVOURITE = 1e6  # a promise that beats all others


class Settings(Struct, frozen=True):
    """How to search: `engine/search.py` explains each setting. A game's `sense.SEARCH` names those that it changes."""

    explore: float = 0.4
    trust: float = 1.0
    width: float = 6.0
    widen: float = 1.0
    win: float = 4.0
    spread: float = 4.0
    plies: int = 10_000
    slip: float = 0.1
    glance: int = 0
    least: float = 300.0
    plain: bool = False
    apart: bool = False
    learned: bool = True  # whether `value` uses the learned weights

    @property
    def numbers(self) -> Any:
        return np.array([float(getattr(self, name)) for name in self.__struct_fields__])


class Budget(Struct, frozen=True):
    """How long to think: seconds of a clock, simulations, or both, whichever ends first.

    With simulations alone the result follows from the seed, on every machine and any number of threads.
    """

    seconds: float | None = None
    simulations: int | None = None
    cpu: bool = False  # CPU seconds: on a busy machine, what other programs use does not count
    hurry: bool = True  # stop when the choice is clear

    def __post_init__(self) -> None:
        if self.seconds is None and self.simulations is None:
            raise BadCall("a budget is seconds, simulations or both; expected one of them")
        if self.seconds is not None and not 0 < self.seconds <= LONGEST:
            raise BadCall(f"the seconds to think are more than 0 and at most {LONGEST:g}, not {self.seconds!r}")
        if self.simulations is not None and not 1 <= self.simulations <= 10**9:
            raise BadCall(f"the simulations are 1 to a billion, not {self.simulations!r}")


class Judged(Struct, frozen=True):
    """A move and what the search found out about it."""

    code: int
    visits: int  # how often it was tried
    worth: float  # its mean worth to the seat: lead, and what winning is worth
    promise: float  # the lead that the sense expects after it
    points: list[float]  # expected of every seat; empty if it was not tried
    chances: list[float]  # of every seat to win


class Thought(Struct, frozen=True):
    """What a search found: the moves of the seat, the best first."""

    moves: list[Judged]
    simulations: int

    @property
    def best(self) -> int:
        return self.moves[0].code


class Tree:
    """One tree and the scratch memory of its search."""

    def __init__(self, game: Game, seats: int, nodes: int, seed: str) -> None:
        size = game.moves.size
        self.nodes = np.empty((nodes, search.NODE), np.int32)
        self.sums = np.empty((nodes, 1 + seats))
        self.report = np.zeros((size, 1 + 2 * seats))
        self.control = np.zeros(search.CONTROLS, np.int64)
        self.rng = chance.generator(seed)
        self.states = np.zeros((search.WORKPLACES, game.state_layout.itemsize), np.uint8)
        self.codes, self.stamps = np.zeros(size, np.int32), np.zeros(size, np.int64)
        self.path = np.zeros(search.DEEPEST, np.int32)
        self.lines = np.zeros(seats * game.width, np.int32)
        self.guess, self.result = np.zeros(seats), np.zeros(3 * seats)
        self.control[search.LINES] = len(game.lines)
        self.nodes[0], self.sums[0] = (-1, -1, -1, -1, 0, 0), 0.0  # the root, without children
        self.control[search.USED] = 1

    def children(self, node: int) -> list[int]:
        children, child = [], int(self.nodes[node, search.FIRST])
        while child >= 0:
            children.append(child)
            child = int(self.nodes[child, search.NEXT])
        return children

    @property
    def root(self) -> int:
        return int(self.control[search.ROOT])

    def descend(self, seat: int, code: int) -> bool:
        """Makes the move's node the root, if the same seat decides next and half of the tree is free; returns whether
        it did."""
        for child in self.children(self.root):
            if (self.nodes[child, search.SEAT], self.nodes[child, search.CODE]) == (seat, code):
                own = any(self.nodes[later, search.SEAT] == seat for later in self.children(child))
                if own and 2 * self.control[search.USED] < len(self.nodes):
                    self.control[search.ROOT] = child
                    return True
        return False

    def favour(self, seat: int, code: int) -> None:
        """Makes a move of the root so promising that no other is tried."""
        for child in self.children(self.root):
            if (self.nodes[child, search.SEAT], self.nodes[child, search.CODE]) != (seat, code):
                continue
            others = [other for other in self.children(self.root) if other != child]
            self.sums[child, search.PROMISE] = FAVOURITE
            for node, later in zip([child, *others], [*others, -1], strict=True):
                self.nodes[node, search.NEXT] = later
            self.nodes[self.root, search.FIRST] = child

    def search(self, known: Known, seat: int, weights: Any, settings: Any, budget: Budget, simulations: int) -> None:
        """Runs the compiled search, without the GIL."""
        self.report[:] = 0.0
        self.control[search.SIMULATIONS], self.control[search.DONE] = simulations, 0
        self.control[search.NANOSECONDS] = 0 if budget.seconds is None else max(1, int(budget.seconds * 1e9))
        self.control[search.CLOCK] = clocks.CPU if budget.cpu else clocks.WALL
        self.control[search.HURRY] = budget.hurry
        known.game.entry_points.search(
            known.box.bytes,
            known.state,
            seat,
            weights,
            settings,
            self.nodes,
            self.sums,
            self.report,
            self.control,
            self.rng,
            self.states,
            self.codes,
            self.stamps,
            self.path,
            self.lines,
            self.guess,
            self.result,
        )


class Thinker:
    """Thinks for one seat, decision after decision. The tree is kept while a turn continues.

    Several `trees` are searched separately and their results added up. On idle cores that takes no longer.
    """

    def __init__(self, seed: int | str, settings: dict[str, Any] | None = None, trees: int = 1) -> None:
        self._seed, self._given, self._count = seed, settings or {}, trees
        self._trees: list[Tree] = []
        self._kept: tuple[int, int, int] | None = None  # seat, ply and reveals at which the trees can be used again
        self._searches = 0
        self._stopped = False
        self.weights: Any = None  # used instead of the game's own, to compare weights

    def think(self, known: Known, seat: int, budget: Budget) -> Thought:
        """Judges the moves of a seat."""
        if not known.codes:
            raise BadCall(f"seat {seat} is not to move")
        game = known.game
        given = self.settings(game)
        here = (seat, int(known.header.ply), int(known.header.revealed))
        if not self._trees or self._kept != here:
            self._trees = self._new_trees(known, budget)
        self._kept = None
        if self._stopped:
            self.stop()  # these trees are new
        weights = game.weights(known.seats, given.learned) if self.weights is None else self.weights
        settings = given.numbers
        share = -(-(budget.simulations or 0) // self._count)
        if len(self._trees) == 1:
            self._trees[0].search(known, seat, weights, settings, budget, share)
        else:
            game.entry_points.search  # noqa: B018  loaded before the threads start
            with ThreadPoolExecutor(self._count) as pool:
                list(pool.map(lambda t: t.search(known, seat, weights, settings, budget, share), self._trees))
        return self._gather(known, seat)

    def weigh(self, known: Known, seat: int, code: int, budget: Budget) -> Judged:
        """Judges one move of a seat with the whole budget, so that two moves can be compared fairly."""
        self._trees = self._new_trees(known, budget)  # with room for all of the budget
        self._kept = (seat, int(known.header.ply), int(known.header.revealed))
        self.think(known, seat, Budget(simulations=1))
        for tree in self._trees:
            tree.favour(seat, code)
        self._kept = (seat, int(known.header.ply), int(known.header.revealed))
        thought = self.think(known, seat, msgspec.structs.replace(budget, hurry=False))
        return next(move for move in thought.moves if move.code == code)

    def keep(self, known: Known, seat: int, code: int) -> None:
        """Call this after a move is played: keeps what was found about the decisions that follow in the same turn."""
        if self._trees and all(tree.descend(seat, code) for tree in self._trees):
            self._kept = (seat, int(known.header.ply) + 1, int(known.header.revealed))
        else:
            self._trees, self._kept = [], None

    def stop(self) -> None:
        """Ends the running search, from another thread, and every later one at once."""
        self._stopped = True
        for tree in self._trees:
            tree.control[search.STOP] = 1

    def settings(self, game: Game) -> Settings:
        return convert({**game.search_settings, **self._given}, Settings)

    def _new_trees(self, known: Known, budget: Budget) -> list[Tree]:
        self._searches += 1
        nodes = NODES
        if budget.simulations is not None:
            nodes = min(NODES, 1 + known.game.moves.size + CHILDREN * budget.simulations)
        seeds = [f"{self._seed}/{self._searches}/{n}" for n in range(self._count)]
        return [Tree(known.game, known.seats, nodes, seed) for seed in seeds]

    def _gather(self, known: Known, seat: int) -> Thought:
        """Adds up the trees' results, move by move."""
        seats = known.seats
        rows: dict[int, list[float]] = {code: [0.0, 0.0, -math.inf] for code in known.codes}
        report = np.sum([tree.report for tree in self._trees], axis=0)
        for tree in self._trees:
            for child in tree.children(tree.root):
                if tree.nodes[child, search.SEAT] == seat and (code := int(tree.nodes[child, search.CODE])) in rows:
                    row = rows[code]
                    row[0] += int(tree.nodes[child, search.VISITS])
                    row[1] += float(tree.sums[child, 1 + seat])
                    row[2] = max(row[2], float(tree.sums[child, search.PROMISE]))
        moves = []
        for code, (visits, total, promise) in rows.items():
            tried = report[code, 0]
            means = (report[code, 1:] / tried).tolist() if tried else []
            moves.append(
                Judged(
                    code=code,
                    visits=int(visits),
                    worth=total / visits if visits else -math.inf,
                    promise=promise,
                    points=means[:seats],
                    chances=means[seats:],
                )
            )
        moves.sort(key=lambda move: (move.visits, move.worth), reverse=True)
        return Thought(moves, sum(int(tree.control[search.DONE]) for tree in self._trees))
