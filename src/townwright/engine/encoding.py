"""Encoding: what a seat knows, as numbers for learners.

A game's `encoding.py` lists its parts: a field of the state, how it is told, and what that means. From them a plan is
made for a table and a seat (which bytes, read how, written where), and one compiled loop (learning.py) follows it,
whatever the game. It reads a known state and nothing else, so hidden things cannot get in. Whatever is told of seats
begins with the observer; the others follow in the order of play.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .fields import Bytes, Header, layout, places
from .learning import (
    AMOUNT,
    AT,
    BITS,
    BY,
    CHOICE,
    COLUMNS,
    DIVIDE,
    FACTS,
    FIRST,
    HOW,
    LINE,
    MASK,
    MODULO,
    SEAT,
    SEAT_SET,
    SHIFT,
    SIZE,
    WHERE,
    WIDTH,
    Numbers,
    Reals,
)

if TYPE_CHECKING:
    from .game import Game
    from .opened import OpenBox


class Part(NamedTuple):
    """A field of the state and how it is told."""

    field: str
    how: int
    size: int | Callable[[Any], int]  # numbers of one element, or what tells them from the packed box
    meaning: str
    # a letter for each dimension: "s" seats, the observer first; "o" places of an order of seats; "+" added up
    axes: str = ""
    most: float = 1.0  # what counts as 1
    first: int = 0  # the first value that means something
    shift: int = 0
    mask: int = -1
    divide: int = 1
    modulo: int = 0
    facts: Callable[[Any], Any] | None = None  # the printed figures of every card, from the packed box
    shape: tuple[int, ...] | None = None  # instead of the field's own
    name: str = ""  # where a field is told twice


def amount(field: str, most: float, meaning: str, axes: str = "", **more: Any) -> Part:
    """A number, as a share of `most`."""
    return Part(field, AMOUNT, 1, meaning, axes, most=most, **more)


def choice(field: str, size: int | Callable[[Any], int], meaning: str, axes: str = "", **more: Any) -> Part:
    """One of several: a 1 in its place, all 0 if it is none of them."""
    return Part(field, CHOICE, size, meaning, axes, **more)


def bits(field: str, size: int | Callable[[Any], int], meaning: str, axes: str = "", **more: Any) -> Part:
    """A mask: a 1 for every bit that is set."""
    return Part(field, BITS, size, meaning, axes, **more)


def seat(field: str, meaning: str, axes: str = "", **more: Any) -> Part:
    """A seat: a 1 in its place, the observer's is the first."""
    return Part(field, SEAT, 0, meaning, axes, **more)


def printed(field: str, facts: Callable[[Any], Any], meaning: str, axes: str = "", first: int = 1, **more: Any) -> Part:
    """A card by the figures that are printed on it."""
    return Part(field, FACTS, 0, meaning, axes, first=first, facts=facts, **more)


# what every game tells
COMMON = (
    amount("over", 1, "1 once the game has ended"),
    Part("pending", SEAT_SET, 0, "the seats that must act"),
)
SCORED = "lines"
SCORED_MEANING = "the lines of each seat's score sheet as it stands, then the tie-breaks, in tenths"


class Block(NamedTuple):
    """Numbers that belong together: `numbers[at : at + size].reshape(shape)`."""

    name: str
    at: int
    shape: tuple[int, ...]
    meaning: str

    @property
    def size(self) -> int:
        return math.prod(self.shape)


class Encoding:
    """What a seat knows at one table, as numbers: `box.encoding(seats)`."""

    def __init__(self, box: OpenBox, seats: int) -> None:
        self.game: Game = box.game
        self.box, self.seats = box, seats
        self._facts: list[float] = []
        self._tables: dict[Any, tuple[int, int]] = {}  # how many figures a card has, and where those of all begin
        self._plans: list[Any] = []
        for observer in range(seats):
            self.blocks, self.size, rows = self._plan(observer)
            self._plans.append(np.array(rows, np.int64))
        self._figures = np.array(self._facts)
        self._lines = np.zeros(seats * self.game.width, np.int32)

    @property
    def plans(self) -> Any:
        """The plans of all seats, for compiled loops."""
        return np.stack(self._plans)

    @property
    def figures(self) -> Reals:
        """The figures that the plans refer to, for compiled loops."""
        return self._figures

    def numbers(self, known: Bytes, seat: int, out: Numbers | None = None) -> Numbers:
        """A known state of a seat (-1 is a spectator, who looks from the first seat) as one row of numbers."""
        if out is None:
            out = np.empty(self.size, np.float32)
        plan = self._plans[max(0, seat)]
        self.game.entry_points.encode(self.box.bytes, known, plan, self._figures, out, self._lines)
        return out

    def fields(self, numbers: Numbers) -> dict[str, Numbers]:
        """The same by name, each in its shape."""
        return {block.name: numbers[block.at : block.at + block.size].reshape(block.shape) for block in self.blocks}

    def described(self) -> str:
        """The blocks as a table in Markdown."""
        rows = [
            f"| `{block.name}` | {block.at} | {' x '.join(map(str, block.shape)) or '1'} | {block.meaning} |"
            for block in self.blocks
        ]
        return "\n".join(["| name | from | shape | what it tells |", "|---|---|---|---|", *rows, ""])

    def _plan(self, observer: int) -> tuple[list[Block], int, list[list[int]]]:
        """The blocks, how many numbers they have, and the rows of the plan of an observer."""
        blocks: list[Block] = []
        rows: list[list[int]] = []
        at = 0
        for part in (*COMMON, *parts_of(self.game)):
            shape, own = self._place(part, observer, at)
            blocks.append(Block(part.name or part.field, at, shape, part.meaning))
            at += blocks[-1].size
            rows += own
        width = self.game.width
        for n in range(self.seats):
            for line in range(width):
                row = [0] * COLUMNS
                row[WHERE], row[HOW], row[AT] = (observer + n) % self.seats * width + line, LINE, at + n * width + line
                rows.append(row)
        blocks.append(Block(SCORED, at, (self.seats, width), SCORED_MEANING))
        return blocks, at + self.seats * width, rows

    def _place(self, part: Part, observer: int, at: int) -> tuple[tuple[int, ...], list[list[int]]]:
        """The shape of a part's numbers, and the rows of the plan that write them from place `at` on."""
        place = places(self.game.state_layout)[part.field]
        width = place.kind.itemsize
        dims = place.shape if part.shape is None else part.shape
        axes = part.axes.ljust(len(dims), ".")
        size, by = self._size(part, observer)
        ranges = [range(self.seats if letter in "so" else dim) for letter, dim in zip(axes, dims, strict=True)]
        kept = [len(numbers) for letter, numbers in zip(axes, ranges, strict=True) if letter != "+"]
        rows = []
        for index in itertools.product(*ranges):
            turned = [(observer + n) % self.seats if axes[k] == "s" else n for k, n in enumerate(index)]
            element, target = 0, 0
            for k, dim in enumerate(dims):
                element = element * dim + turned[k]
                if axes[k] != "+":
                    target = target * len(ranges[k]) + index[k]
            row = [0] * COLUMNS
            row[WHERE], row[WIDTH] = place.offset // width + element, width
            row[SHIFT], row[MASK], row[FIRST] = part.shift, part.mask, part.first
            row[DIVIDE], row[MODULO], row[HOW] = part.divide, part.modulo, part.how
            row[SIZE], row[AT], row[BY] = size, at + target * size, by
            rows.append(row)
        return (*kept, *(() if part.how == AMOUNT else (size,))), rows

    def _size(self, part: Part, observer: int) -> tuple[int, int]:
        """How many numbers an element has, and what its rows need besides."""
        if part.how in (SEAT, SEAT_SET):
            return self.seats, observer
        if part.how in (AMOUNT, FACTS):
            if (key := part.facts or part.most) not in self._tables:
                table = np.asarray(part.facts(self.box.printed) if part.facts else [[1 / part.most]], float)
                self._tables[key] = (table.shape[1], len(self._facts))
                self._facts += table.ravel().tolist()
            return self._tables[key]
        return (part.size(self.box.printed) if callable(part.size) else part.size), 0


def parts_of(game: Game) -> tuple[Part, ...]:
    """The parts that a game lists; without a list, every field of its state as plain numbers."""
    listed: tuple[Part, ...] | None = game.parts
    return tuple(plain_parts(game)) if listed is None else listed


def plain_parts(game: Game) -> Iterator[Part]:
    """Every field as a number, a first dimension as long as the table as seats."""
    common = layout(Header).names or ()
    for name, place in places(game.state_layout).items():
        if name not in common:
            axes = "s" if place.shape and place.shape[0] == game.seats[1] else ""
            yield amount(name, 16, "the field of this name, in sixteenths", axes)
