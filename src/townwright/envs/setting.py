"""A setting: which game is played in an environment, by how many, and how it becomes numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from townwright import games
from townwright.engine import chance
from townwright.engine.errors import BadCall, whole_number
from townwright.engine.fields import Bytes, Header, blank, layout, places
from townwright.engine.learning import Numbers
from townwright.engine.loading import new_match
from townwright.engine.match import PENDING, Match, seats_of

Reward = Literal["win", "rank", "margin"]  # in the order of engine/tables.py
Numbering = Literal["float32", "int8"]
SEATS = places(layout(Header))["seats"]
RESET = "call reset"


def one_of(value: object, name: str, kinds: Any) -> Any:
    """The value, if it is one of a Literal's."""
    if value not in get_args(kinds):
        raise BadCall(f"{name} is one of: {', '.join(get_args(kinds))}; not {value!r}")
    return value


class Setting:
    """A game as environments see it: actions are its move codes, observations what a seat knows as numbers."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        box: Mapping[str, Any] | str | None = None,
        reward: Reward = "win",
    ) -> None:
        self._given = game, seats, options, box, reward
        self.game = games.load(game)
        self.seats = self.game.check_seats(max(2, self.game.seats[0]) if seats is None else seats)
        self.box = self.game.open_box(options, box)
        self.reward: Reward = one_of(reward, "a reward", Reward)
        self.kind = get_args(Reward).index(reward)
        self.encoding = self.box.encoding(self.seats)
        self.actions = self.game.moves.size
        self.scale = self.encoding.scale
        self.call = self.game.entry_points
        new_match(self.game, self.seats, 0, opened=self.box)  # refuses options that this number of seats cannot use

    def __reduce__(self) -> tuple[Any, ...]:
        return Setting, self._given

    def __deepcopy__(self, memo: Any) -> Setting:
        return self  # it never changes

    def check_seat(self, seat: Any, *others: str) -> int:
        """The number of a seat, or a BadCall; `others` are what else the caller accepts."""
        number = whole_number(seat)
        if number is None or not 0 <= number < self.seats:
            raise BadCall(f"a seat is {', '.join((f'0 to {self.seats - 1}', *others))} or None, not {seat!r}")
        return number

    def bounds(self) -> NDArray[np.float32]:
        """The largest share that each number can hold."""
        return np.float32(127) * self.scale


class Table:
    """One table: a state that is played move by move, and what its seats know as numbers."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        game, encoding, seats = setting.game, setting.encoding, setting.seats
        self.state = blank(game.state_layout)
        self._pending = PENDING.of(self.state)
        self._box, self._call = setting.box.bytes, setting.call
        self._lines, self._codes = np.zeros(seats * game.width, np.int32), np.zeros(setting.actions, np.int32)
        self._memory = encoding.new_memory()
        self._scratch = (*encoding.plan, blank(game.state_layout), self._lines, self._codes, self._memory)
        self.lay("")

    def __reduce__(self) -> tuple[Any, ...]:
        return table_of, (self.setting, self.state.tobytes())

    def __deepcopy__(self, memo: Any) -> Table:
        return table_of(self.setting, self.state)

    def lay(self, seed: int | str) -> None:
        """Sets the table up for a new game."""
        self._call.setup(self._box, self.state, self.setting.seats, chance.deal_key(seed))

    def put(self, state: Bytes | bytes) -> None:
        """Continues from a snapshot of this game."""
        if len(state) != len(self.state):
            raise BadCall(f"a snapshot of {self.setting.game.title} has {len(self.state)} bytes, not {len(state)}")
        seats = SEATS.unpack(state, SEATS.offset)[0]
        if seats != self.setting.seats:
            raise BadCall(f"this table has {self.setting.seats} seats, the snapshot {seats}")
        self.state[:] = np.frombuffer(state, np.uint8)

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that must act; none once the game is over."""
        return seats_of(self._pending[0])

    def match(self) -> Match:
        """The game as it stands, as a separate match."""
        return Match(self.setting.game, self.setting.box, self.state.copy(), None)

    def play(self, seat: int, code: int) -> bool:
        """Plays a code. If the seat may not play it, changes nothing and returns False."""
        if not 0 <= code < self.setting.actions:  # compiled code takes 64 bits
            return False
        return bool(self._call.attempt(self._box, self.state, seat, code, self._codes))

    def codes(self, seat: int) -> list[int]:
        """The codes that a seat may play now."""
        return self._codes[: self._call.legal(self._box, self.state, seat, self._codes)].tolist()  # type: ignore[no-any-return]

    def look(self, seat: int) -> tuple[Numbers, Numbers]:
        """What a seat knows, in whole numbers, and the mask of the codes it may play."""
        seen, mask = np.empty(self.setting.encoding.size, np.int8), np.zeros(self.setting.actions, np.int8)
        self._memory.fill(0)  # the new arrays hold nothing yet
        self._call.look(self._box, self.state, seat, *self._scratch, seen, mask)
        return seen, mask

    def rewards(self) -> list[float]:
        """What the finished game is worth to each seat."""
        gains = np.zeros(self.setting.seats)
        counted = len(self.setting.game.lines)
        self._call.rewards(self._box, self.state, counted, self.setting.kind, self._lines, gains)
        return gains.tolist()  # type: ignore[no-any-return]


def table_of(setting: Setting, state: Bytes | bytes) -> Table:
    """A table set to a snapshot."""
    table = Table(setting)
    table.put(state)
    return table
