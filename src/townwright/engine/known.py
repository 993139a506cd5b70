"""Known: all that one seat knows of a match. Bots, hints and learners get this, never the match."""

from __future__ import annotations

import functools
from typing import Any

import msgspec
import numpy as np

from .encoding import Shares
from .fields import Bytes, Header, Snapshot
from .moves import Move
from .opened import OpenBox
from .texts import LANGUAGE


class Known:
    """What a seat knows at one moment. It holds no hidden information and no way back to the match."""

    def __init__(self, box: OpenBox, seat: int, state: Snapshot, codes: list[int]) -> None:
        self.box = box  # what is printed, with the options of this table
        self.game = box.game
        self.seat = seat
        self.codes = codes  # of the moves that the seat may play now; empty if it need not act
        self._state = state

    @property
    def state(self) -> Bytes:
        """A copy of the known state as bytes, for compiled code: what `observe` makes of the real state."""
        return np.array(self._state.bytes)

    @property
    def numbers(self) -> Shares:
        """The same as one row of numbers for learners; `known.box.encoding(known.seats)` explains each of them."""
        return self.box.encoding(self.seats).numbers(self.state, self.seat)

    @property
    def fields(self) -> Any:
        """The same, field by field: `known.fields.hand[0, 2]`."""
        return self._state

    @property
    def seats(self) -> int:
        return int(self.header.seats)

    @property
    def header(self) -> Header:
        """The fields that every known state has: seats, over, pending, ply, revealed."""
        return self._state  # type: ignore[return-value]

    def moves(self, language: str = LANGUAGE) -> list[Move]:
        """The legal moves with words and fields."""
        wordings = self.box.wordings(self._state, np.array(self.codes, np.int32), self.game.texts(language))
        return [wording.move for wording in wordings]

    @functools.cached_property
    def view(self) -> Any:
        """The table as plain JSON data."""
        return msgspec.to_builtins(self.box.show(self._state))
