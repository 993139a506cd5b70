"""Printed things that moves take: what reports count.

A move's fields name printed things by their ids, and `view.cards` explains each id. So whatever a code names and the
box explains is a thing. If a thing depends on the state (the top of a stack), the rule `gets` finds it. Every kind of
move counts as a thing too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from townwright.engine.opened import OpenBox
from townwright.engine.texts import LANGUAGE

KINDS = "kinds"  # the group of the kinds of move


class Thing(Struct, frozen=True):
    """One printed thing in one role: the same card can be a plan and a foundation."""

    group: str  # the key of its heading in the game's messages
    id: str
    title: str


class Things:
    """The things of a box for a number of players, and those that each code names (-1 for none)."""

    def __init__(self, box: OpenBox, seats: int) -> None:
        game, texts = box.game, box.game.texts(LANGUAGE)
        titles = (
            {} if game.cards is None else {id: card.title for id, card in game.cards(box.face, seats, texts).items()}
        )
        found: dict[tuple[str, str], int] = {}
        codes: list[list[int]] = []
        for code in range(game.moves.size):
            row: list[int] = []
            if box.has(code):
                kind, _, _, fields = box.describe(code)
                named = [(name, id) for name, id in names_in(fields) if id in titles]
                several = len({name for name, _ in named}) > 1
                for name, id in named:
                    key = (f"view.{name}" if several else f"kind.{kind.name}", id)
                    row.append(found.setdefault(key, len(found)))
            codes.append(row)
        kinds = (
            {kind.name: len(found) + n for n, kind in enumerate(game.moves.kinds)} if len(game.moves.kinds) > 1 else {}
        )
        for code, row in enumerate(codes):
            if kinds:
                row.append(kinds[game.moves.kind(code).name])
        listed = [Thing(group, id, titles[id]) for group, id in found]
        listed += [Thing(KINDS, name, texts(f"kind.{name}")) for name in kinds]
        self.first = len(listed)  # of the things that the rule `gets` finds
        listed += [Thing(group, id, titles[id]) for group, id in (game.things(box.face) if game.things else ())]
        self.all = listed
        width = max(map(len, codes), default=0)
        self.named: NDArray[np.int32] = np.full((len(codes), width), -1, np.int32)
        for code, row in enumerate(codes):
            self.named[code, : len(row)] = row

    def __len__(self) -> int:
        return len(self.all)

    def of(self, box: OpenBox, state: Any, seat: int, code: int) -> set[int]:
        """The things that a code takes in a situation."""
        found = {int(n) for n in self.named[code] if n >= 0}
        if self.first < len(self.all) and (got := box.game.entry_points.gets(box.bytes, state, seat, code)):
            found.add(self.first - 1 + got)
        return found


def names_in(fields: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The texts among the fields of a move, also those in lists."""
    for name, value in fields.items():
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, str):
                yield name, one
