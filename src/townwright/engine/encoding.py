"""Encoding: what a seat knows, as numbers for learners.

A game's `encoding.py` lists its parts: a field of the state, how it is encoded, what that means. From them `Encoding`
makes a plan for a table (which words of the state to read, how to cut them, where to write). One compiled loop
(learning.py) follows the plan of any game. It writes whole numbers of 8 bits, a quarter of the memory of floats;
`scale` turns them into shares. It reads a known state and nothing else, so hidden things cannot get in. Whatever
belongs to seats begins with the observer; the others follow in the order of play.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .errors import BadGame
from .fields import Bytes, Header, layout, places
from .learning import (
    AMOUNT,
    AT,
    BEGIN,
    BITS,
    BY,
    CHOICE,
    COLUMNS,
    COUNT,
    DIVIDE,
    END,
    FACTS,
    FIRST,
    HOW,
    LOW,
    MODULO,
    MOST,
    ONES,
    SCORED,
    SEAT,
    SEAT_SET,
    SEATED,
    SIGN,
    SIZE,
    SPAN,
    STRIDE,
    TOTAL,
    USED,
    WHERE,
    WHY,
    WIDTH,
    WORD_COLUMNS,
    Numbers,
)

Shares = NDArray[np.float32]
Figures = NDArray[np.float64]  # whole numbers
# from the packed box: the printed figures of every card, a row each, and what counts as 1 of each
Facts = Callable[[Any], tuple[Figures, Figures | int]]

if TYPE_CHECKING:
    from .game import Game
    from .opened import OpenBox


class Part(NamedTuple):
    """A field of the state and how it is encoded."""

    field: str
    how: int
    size: int | Callable[[Any], int]  # numbers of one element, or a function of the packed box that returns them
    meaning: str
    # a letter for each dimension: "s" seats, the observer first; "o" places of an order of seats; "+" added up
    axes: str = ""
    most: float = 1.0  # what counts as 1
    first: int = 0  # the first value that means something
    shift: int = 0
    mask: int = -1
    divide: int = 1
    modulo: int = 0
    facts: Facts | None = None
    shape: tuple[int, ...] | None = None  # instead of the field's own
    name: str = ""  # for a field that is encoded twice


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


def printed(field: str, facts: Facts, meaning: str, axes: str = "", first: int = 1, **more: Any) -> Part:
    """A card by the figures that are printed on it."""
    return Part(field, FACTS, 0, meaning, axes, first=first, facts=facts, **more)


# the parts of every game
COMMON = (
    amount("over", 1, "1 once the game has ended"),
    Part("pending", SEAT_SET, 0, "the seats that must act"),
)
LINES = "lines"
LINE_SCALE = 10.0
WORD = 8  # bytes
LINE = 64  # bytes of memory that a processor fetches at once
LINES_MEANING = "the lines of each seat's score sheet as it stands, then the tie-breaks"


class Block(NamedTuple):
    """Numbers that belong together: `numbers[at : at + size].reshape(shape)`."""

    name: str
    at: int
    shape: tuple[int, ...]
    meaning: str
    one: float = 1.0  # the amount that counts as 1

    @property
    def size(self) -> int:
        return math.prod(self.shape)


class Word:
    """Eight bytes of a known state that are read together."""

    def __init__(self, where: list[int]) -> None:
        self.where = where  # for each observer
        self.used = self.why = 0
        self.rows: list[list[int]] = []


class Encoding:
    """What a seat knows at one table, as numbers: `box.encoding(seats)`."""

    def __init__(self, box: OpenBox, seats: int) -> None:
        self.game: Game = box.game
        self.box, self.seats = box, seats
        self._figures: list[int] = []
        self._tables: dict[Any, tuple[int, int, Shares]] = {}  # how many figures a card has, where they begin, shares
        self._words: dict[Any, Word] = {}
        self._scored = set(self.game.scored or self.game.state_layout.names or ())  # what the sheet depends on
        self.blocks: list[Block] = []
        scale: list[Any] = []
        at = 0
        for part in (*COMMON, *parts_of(self.game)):
            shape, shares = self._place(part, at)
            one = part.most if part.how == AMOUNT else 1.0
            self.blocks.append(Block(part.name or part.field, at, shape, part.meaning, one))
            scale.append(np.tile(shares, self.blocks[-1].size // len(shares)))
            at += self.blocks[-1].size
        width = self.game.width
        self.blocks.append(Block(LINES, at, (seats, width), LINES_MEANING, LINE_SCALE))
        scale.append(np.full(seats * width, 1 / LINE_SCALE))
        self.scale = np.concatenate(scale).astype(np.float32)  # what 1 of each whole number is
        self.size = len(self.scale)
        for name in self._scored - {part.field for part in (*COMMON, *parts_of(self.game))}:
            place = places(self.game.state_layout)[name]
            for n in range(place.offset, place.offset + place.kind.itemsize * math.prod(place.shape)):
                word = self._words.setdefault(n // WORD, Word([n // WORD * WORD] * seats))
                word.used |= 255 << n % WORD * 8
                word.why |= SCORED
        self.plan = self._plan()  # for compiled loops
        self.near = self._near()
        self.memory_size = 1 + len(self._words)
        self._lines = np.zeros(seats * width, np.int32)

    def new_memory(self) -> Any:
        """An empty memory for a row of numbers that the loop will write again and again."""
        return np.zeros(self.memory_size, np.int64)

    def whole(self, known: Bytes, seat: int) -> Numbers:
        """A known state of a seat (-1 is a spectator, who looks from the first seat) as whole numbers."""
        out = np.empty(self.size, np.int8)
        encode = self.game.entry_points.encode
        encode(self.box.bytes, known, max(0, seat), *self.plan, self._lines, self.new_memory(), out)
        return out

    def numbers(self, known: Bytes, seat: int) -> Shares:
        """The same as shares of something that is rarely exceeded: one row of numbers for learners."""
        return self.whole(known, seat) * self.scale

    def fields(self, numbers: Any) -> dict[str, Any]:
        """Numbers of either kind by name, each in its shape."""
        return {block.name: numbers[block.at : block.at + block.size].reshape(block.shape) for block in self.blocks}

    def described(self) -> str:
        """The blocks as a table in Markdown."""
        rows = [
            f"| `{block.name}` | {block.at} | {' x '.join(map(str, block.shape)) or '1'} | "
            f"{f'{block.one:g}' if block.one != 1 else ''} | {block.meaning} |"
            for block in self.blocks
        ]
        return "\n".join(["| name | from | shape | 1 is | meaning |", "|---|---|---|---|---|", *rows, ""])

    def _place(self, part: Part, at: int) -> tuple[tuple[int, ...], Shares]:
        """Puts a part into the plan, its numbers from place `at` on; returns its shape and an element's scale."""
        place = places(self.game.state_layout)[part.field]
        width, dims = place.kind.itemsize, place.shape if part.shape is None else part.shape
        axes = part.axes.ljust(len(dims), ".")
        if part.how == AMOUNT and "+" in axes:
            raise BadGame(f"{self.game.name}: amounts such as {part.field!r} cannot be added up")
        how = TOTAL if part.how == FACTS and "+" in axes else part.how
        size, by, shares = self._size(part)
        row = self._row(part, width, size, by, how)
        ranges = [range(self.seats if letter in "so" else dim) for letter, dim in zip(axes, dims, strict=True)]
        kept = [len(numbers) for letter, numbers in zip(axes, ranges, strict=True) if letter != "+"]
        for index in itertools.product(*ranges):
            target = 0
            for n, letter, numbers in zip(index, axes, ranges, strict=True):
                target = target if letter == "+" else target * len(numbers) + n
            word, byte = self._word(part.field, place.offset, width, dims, axes, index)
            word.used |= (1 << 8 * width) - 1 << 8 * byte
            word.why |= (SEATED if how in (SEAT, SEAT_SET) else 0) | (SCORED if part.field in self._scored else 0)
            own = list(row)
            own[LOW], own[AT] = 8 * byte + part.shift, at + target * size
            word.rows.append(own)
        return (*kept, *(() if part.how == AMOUNT else (size,))), shares

    def _row(self, part: Part, width: int, size: int, by: int, how: int) -> list[int]:
        """What all rows of a part have in common."""
        bits, first, row = 8 * width - part.shift, part.first, [0] * COLUMNS
        ones, sign = (1 << bits) - 1, 1 << bits - 1 if bits < 64 else 0  # a whole word has its sign already
        if part.mask != -1 or how == BITS:
            ones, sign = ones & part.mask, 0
        if how == BITS:
            ones &= (1 << size) - 1
        while part.how == FACTS and not any(self._figures[by : by + size]):  # skip cards without figures
            first, by = first + 1, by + size
        row[WIDTH], row[ONES], row[SIGN], row[COUNT] = 8 * width, signed(ones), sign, 1
        row[HOW], row[SIZE], row[BY] = how, size, by
        row[FIRST], row[DIVIDE], row[MODULO] = first, part.divide, part.modulo
        return row

    def _word(
        self, field: str, offset: int, width: int, dims: tuple[int, ...], axes: str, index: tuple[int, ...]
    ) -> tuple[Word, int]:
        """The word in which an element is read, and the byte of the word where the element begins.

        A field that does not belong to seats is read in the words of the state. What belongs to a seat has words of its
        own, which end where that seat's bytes end. So one word always holds the observer's own part, whoever observes.
        """
        seated = axes.rfind("s") + 1
        inner = flat(index[seated:], dims[seated:]) * width
        if not seated:
            key: Any = (offset + inner) // WORD
            return self._words.setdefault(key, Word([key * WORD] * self.seats)), (offset + inner) % WORD
        size = math.prod(dims[seated:])
        used = min(WORD, size * width - inner // WORD * WORD)
        start = offset + inner // WORD * WORD + used - WORD
        where = []
        for observer in range(self.seats):
            turned = [(observer + n) % self.seats if axes[k] == "s" else n for k, n in enumerate(index[:seated])]
            where.append(start + flat(turned, dims[:seated]) * size * width)
        return self._words.setdefault((field, tuple(where)), Word(where)), inner % WORD + WORD - used

    def _plan(self) -> tuple[Any, Any, Numbers, Numbers]:
        """For compiled loops: words of all observers, rows, printed figures, and an empty state encoded for seat 0."""
        found = sorted(self._words.values(), key=lambda word: word.where)
        words: Any = np.zeros((self.seats, len(found), WORD_COLUMNS), np.int64)
        rows: list[list[int]] = []
        for n, word in enumerate(found):
            words[:, n, WHERE], words[:, n, USED], words[:, n, WHY] = word.where, signed(word.used), word.why
            words[:, n, BEGIN] = len(rows)
            rows += in_runs(word.rows)
            words[:, n, END] = len(rows)
        figures, blank = np.array(self._figures, np.int8), np.zeros(self.size, np.int8)
        for row in rows:
            for at in range(row[AT], row[AT] + row[COUNT] * row[STRIDE], row[STRIDE]):
                if row[FIRST] == 0 and row[HOW] in (CHOICE, SEAT):
                    blank[at] += 1
                elif row[FIRST] == 0 and row[HOW] in (FACTS, TOTAL):
                    blank[at : at + row[SIZE]] += figures[row[BY] : row[BY] + row[SIZE]]
        return words, np.array(rows, np.int64), figures, blank

    def _near(self) -> Any:
        """Places, a line of memory apart, near which numbers are changed one by one. Cards are copied whole."""
        altered: set[int] = set()
        for row in self.plan[1]:
            if row[HOW] != FACTS:
                last = row[AT] + (row[COUNT] - 1) * row[STRIDE] + row[SIZE] - 1
                altered.update(range(row[AT] // LINE, last // LINE + 1))
        altered.update(range(self.blocks[-1].at // LINE, (self.size - 1) // LINE + 1))
        return np.array(sorted(altered), np.int64) * LINE

    def _size(self, part: Part) -> tuple[int, int, Shares]:
        """How many numbers an element has, what its rows need besides, and the scale."""
        if part.how == AMOUNT:
            return 1, 0, np.array([1 / part.most], np.float32)
        if part.how == FACTS:
            assert part.facts is not None
            if part.facts not in self._tables:
                figures, most = map(np.asarray, part.facts(self.box.printed))
                if np.abs(figures).max() > MOST or (figures != np.floor(figures)).any():
                    raise BadGame(f"{self.game.name}: the figures of {part.field!r} are whole numbers up to {MOST}")
                shares = (1 / np.broadcast_to(most, figures.shape[1])).astype(np.float32)
                self._tables[part.facts] = (figures.shape[1], len(self._figures), shares)
                self._figures += figures.astype(int).ravel().tolist()
            return self._tables[part.facts]
        if part.how in (SEAT, SEAT_SET):
            return self.seats, 0, np.ones(1, np.float32)
        return (part.size(self.box.printed) if callable(part.size) else part.size), 0, np.ones(1, np.float32)


def flat(index: Iterable[int], dims: Iterable[int]) -> int:
    """The place of an element in its flattened array."""
    place = 0
    for n, dim in zip(index, dims, strict=True):
        place = place * dim + n
    return place


def signed(word: int) -> int:
    """64 bits as a signed number."""
    word &= (1 << 64) - 1
    return word - (1 << 64) if word >> 63 else word


def in_runs(rows: list[list[int]]) -> list[list[int]]:
    """The rows of a word; rows that encode neighbouring elements alike, at equal distances, become one."""
    found: list[list[int]] = []
    for row in rows:
        last = found[-1] if found else None
        if last is not None and all(last[k] == row[k] for k in range(COLUMNS) if k not in (LOW, AT, COUNT, STRIDE)):
            count, stride = last[COUNT], row[AT] - last[AT]
            near = row[LOW] - last[LOW] == last[WIDTH] * count
            if near and stride > 0 and (count == 1 or stride == last[STRIDE] * count):
                last[COUNT], last[STRIDE] = count + 1, stride // count
                continue
        found.append(list(row))
        found[-1][STRIDE] = 1
    for row in found:
        for n in range(row[COUNT]):
            row[SPAN] |= row[ONES] << row[LOW] + n * row[WIDTH]
        row[SPAN] = signed(row[SPAN])
    return found


def parts_of(game: Game) -> tuple[Part, ...]:
    """The parts that a game lists; without a list, every field of its state as plain numbers."""
    listed: tuple[Part, ...] | None = game.encoding_parts
    return tuple(plain_parts(game)) if listed is None else listed


def plain_parts(game: Game) -> Iterator[Part]:
    """Every field as a number, a first dimension as long as the table as seats."""
    common = layout(Header).names or ()
    for name, place in places(game.state_layout).items():
        if name not in common:
            axes = "s" if place.shape and place.shape[0] == game.seats[1] else ""
            yield amount(name, 16, "the field of this name, in sixteenths", axes)
