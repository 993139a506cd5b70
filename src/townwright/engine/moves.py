"""Moves: each game declares its kinds of move once; codes, sizes and words follow from that.

A move is a small number, its code. A `Kind` has a name and dimensions; kinds stand one after another
in the code range. The words of a move ("take 3 4") are its canonical text and can be typed back.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from .errors import IllegalMove


class Move(msgspec.Struct, frozen=True, gc=False):
    """One move that a seat may play."""

    code: int
    kind: str
    words: str  # canonical, can be typed: "take 3 4"
    text: str  # a sentence for a person
    fields: dict[str, Any]  # the same, structured


class Kind:
    """A kind of move: `Kind("take", pair=21)` has 21 codes, counted from `base`."""

    def __init__(self, name: str, **dims: int) -> None:
        self.name, self.dims = name, dims
        self.size = math.prod(dims.values())
        self.base = -1  # set by Moves

    def code(self, *values: int) -> int:
        """The code of this kind with these values."""
        code = 0
        for (name, size), value in zip(self.dims.items(), values, strict=True):
            if not 0 <= value < size:
                raise IllegalMove(f"{self.name}: {name} is 0 to {size - 1}, not {value}")
            code = code * size + value
        return self.base + code

    def values(self, code: int) -> tuple[int, ...]:
        """The values of a code of this kind."""
        rest, found = code - self.base, []
        for size in reversed(self.dims.values()):
            rest, value = divmod(rest, size)
            found.append(value)
        return tuple(reversed(found))


# words and structured fields of a move, from the Python face of the box and the values of the kind
Describe = Callable[..., tuple[str, dict[str, Any]]]


class Moves:
    """All kinds of a game, and how each is put in words: `describe[kind](box, *values)`."""

    def __init__(self, kinds: Sequence[Kind], describe: dict[str, Describe]) -> None:
        self.kinds, self.describe = tuple(kinds), describe
        size = 0
        for kind in self.kinds:
            kind.base = size
            size += kind.size
        self.size = size  # of the action space
        self._bases = [kind.base for kind in self.kinds]

    def kind(self, code: int) -> Kind:
        """The kind of a code."""
        if not 0 <= code < self.size:
            raise IllegalMove(f"a move code is 0 to {self.size - 1}, not {code}")
        return self.kinds[bisect_right(self._bases, code) - 1]

    def words(self, box: Any, code: int) -> str:
        """The canonical words of a code."""
        kind = self.kind(code)
        return self.describe[kind.name](box, *kind.values(code))[0]
