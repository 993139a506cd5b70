"""Moves: kinds of move, whose dimensions give the codes; offers; reasons why a move is refused."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

import msgspec

from .errors import IllegalMove

Secrecy = Literal["always", "until_revealed", "while_others_choose"]
SECRECIES: tuple[Secrecy, ...] = ("always", "until_revealed", "while_others_choose")


class Move(msgspec.Struct, frozen=True, gc=False):
    """One move that a seat may play."""

    code: int
    kind: str
    words: str  # canonical, can be typed: "take 3 4"
    text: str  # a sentence for a person
    fields: dict[str, Any]  # the same, structured


class Kind:
    """A kind of move: `Kind("take", pair=21)` has 21 codes, counted from `base`.

    `secret` says how long only the player who makes such a move may know it. With `any_order` the parts of a move may
    also be typed in another order: "take 4 3" is "take 3 4".
    """

    def __init__(self, name: str, *, secret: Secrecy | None = None, any_order: bool = False, **dims: int) -> None:
        self.name, self.secret, self.any_order, self.dims = name, secret, any_order, dims
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
        rest, values = code - self.base, []
        for size in reversed(self.dims.values()):
            rest, value = divmod(rest, size)
            values.append(value)
        return tuple(reversed(values))


# words and structured fields of a move, from the Python face of the box and the values of the kind
Describe = Callable[..., tuple[str, dict[str, Any]]]


class Moves:
    """All kinds of a game, and the words and fields of each: `describe[kind](face, *values)`."""

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

    def words(self, face: Any, code: int) -> str:
        """The canonical words of a code."""
        kind = self.kind(code)
        return self.describe[kind.name](face, *kind.values(code))[0]


class Offer:
    """A kind of move and the decisions that offer it: `Offer(moves.build, MAIN, AFTER)`."""

    def __init__(self, kind: Kind, *decisions: int) -> None:
        self.kind, self.decisions = kind, decisions


def offered(moves: Moves, offers: Iterable[Offer]) -> tuple[int, ...]:
    """For every kind, in the order of the codes, a mask of the decisions that offer it."""
    masks = dict.fromkeys(moves.kinds, 0)
    for offer in offers:
        for decision in offer.decisions:
            masks[offer.kind] |= 1 << decision
    return tuple(masks.values())


# The reasons that every game has; a game adds its own with `Reasons.add`.
FINE, OVER, NOT_YOUR_TURN, NOT_ASKED = range(4)


class Reasons:
    """Why a move may be refused: text keys under [reason], by the number that `refuse` gives."""

    def __init__(self) -> None:
        self.keys = ["fine", "over", "not_your_turn", "not_asked"]

    def add(self, key: str) -> int:
        """Adds a reason and returns its number."""
        self.keys.append(key)
        return len(self.keys) - 1

    def __getitem__(self, number: int) -> str:
        return self.keys[number]

    def __len__(self) -> int:
        return len(self.keys)
