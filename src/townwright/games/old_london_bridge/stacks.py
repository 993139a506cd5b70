"""Old London Bridge: the stacks of a position: buildings, turn markers, bonus tiles."""

from __future__ import annotations

from collections.abc import Iterable

from townwright.engine.errors import BadPosition, how_many

from .box import KIND_NAMES, TILE_NAMES, TYPE_NAMES, Box, tile_name
from .form import BonusStack, Stack, View
from .state import BACKS, BONUS_STACK, COLOURS, KINDS, NUMBERS, PER_TYPE, State


def building(where: str, name: str) -> int:
    """The building that has this name."""
    if name not in TILE_NAMES:
        raise BadPosition(f"{where}: expected a building such as '32' or 'G-blue', got {name!r}")
    return TILE_NAMES[name]


def count_once(s: State, box: Box, known: Iterable[int]) -> list[int]:
    """How many copies of each building can still be hidden; no building may be in two places."""
    left = [0] + [1] * NUMBERS + [box.gardens[colour] for colour in range(COLOURS)]
    for tile in known:
        left[tile] -= 1
        if left[tile] < 0:
            raise BadPosition(f"building {tile_name(tile)!r} lies in more places than the box has copies")
    return left


def read_stacks(box: Box, view: View, s: State) -> None:
    """The stacks of buildings; by default they hold all buildings that are nowhere else."""
    for number in view.removed:
        if s.removed >> number & 1:
            raise BadPosition(f"field 'removed': expected each number once, got {number} twice")
        s.removed = s.removed | 1 << number
    known = [s.bridge[p, slot] for p in range(s.seats) for slot in range(s.length[p])]
    known += [*view.removed, *([s.taken] if s.taken else [])]
    rows: list[list[int]] = []
    for kind, name in enumerate(TYPE_NAMES):
        stack = view.stacks.get(name, Stack())
        rows.append(read_stack(box, stack, kind, name))
        known += rows[-1]
    unseen = count_once(s, box, known)
    for kind, name in enumerate(TYPE_NAMES):
        stack = view.stacks.get(name, Stack())
        hidden = sum(unseen[tile] for tile in range(1, len(unseen)) if box.tile_type[tile] == kind)
        most = len(rows[kind]) + (0 if stack.tiles is not None else hidden)
        left = most if stack.left is None else stack.left
        if not len(rows[kind]) <= left <= most:
            raise BadPosition(f"stack {name!r}, field 'left': expected {len(rows[kind])} to {most}, got {left}")
        s.left[kind] = left
        for i, tile in enumerate(rows[kind]):
            s.stack[kind * PER_TYPE + left - 1 - i] = tile


def read_stack(box: Box, stack: Stack, kind: int, name: str) -> list[int]:
    """The known buildings of a stack, top first."""
    where = f"stack {name!r}"
    row = [
        building(where, tile) for tile in (stack.tiles if stack.tiles is not None else [stack.top] if stack.top else [])
    ]
    for tile in row:
        if box.tile_type[tile] != kind:
            raise BadPosition(f"{where}: expected buildings of this type, got {tile_name(tile)!r}")
    if stack.tiles is not None and stack.top is not None and stack.tiles[:1] != [stack.top]:
        raise BadPosition(f"{where}, field 'top': expected the first of 'tiles', got {stack.top!r}")
    return row


def read_markers(box: Box, view: View, s: State) -> None:
    """The markers turned up and to come, as far as they are known."""
    if view.markers is None:
        return
    turned, coming = view.markers.turned, view.markers.coming
    if len(turned) != s.round:
        raise BadPosition(f"field 'markers.turned': expected {s.round}, one for each round, got {len(turned)}")
    left = s.rounds - s.round
    if view.markers.left not in (None, left) or (coming is not None and len(coming) != left):
        raise BadPosition(f"field 'markers': expected {how_many(left, 'marker')} to come")
    for i, value in enumerate([*turned, *(coming or [])]):
        s.marker[i] = value
    for value in range(len(box.marker)):
        if [*turned, *(coming or [])].count(value) > box.marker[value]:
            markers = how_many(box.marker[value], "marker")
            raise BadPosition(f"field 'markers': expected at most {markers} of value {value}")


def read_bonus(box: Box, view: View, s: State) -> None:
    """The stacks of bonus tiles; by default they hold all tiles that nobody owns or has used."""
    stacks = view.bonus or [BonusStack() for _ in range(BACKS)]
    out = []
    for kind, name in enumerate(KIND_NAMES):
        s.used[kind] = view.used.get(name, 0)
        out.append(s.used[kind] + sum(s.tiles[p, kind] + s.fresh[p, kind] for p in range(s.seats)))
    for kind, name in enumerate(KIND_NAMES):
        total = sum(box.bonus[back, kind] for back in range(BACKS))
        rest = out[kind]
        for back, stack in enumerate(stacks):
            gone = min(rest, box.bonus[back, kind])
            given = stack.kinds if stack.tiles is None else {k: stack.tiles.count(k) for k in stack.tiles}
            lying = box.bonus[back, kind] - gone if given is None else given.get(name, 0)
            if lying > box.bonus[back, kind]:
                most = how_many(box.bonus[back, kind], f"{name} tile")
                raise BadPosition(f"bonus stack {back + 1}: expected at most {most}, got {lying}")
            rest -= gone
            out[kind] += lying
            s.bonus_kinds[back, kind] = lying
        if out[kind] > total:
            raise BadPosition(f"there are {out[kind]} {name} tiles in this position; expected at most {total}")
    for back, stack in enumerate(stacks):
        read_bonus_stack(stack, s, back)


def read_bonus_stack(stack: BonusStack, s: State, back: int) -> None:
    where = f"bonus stack {back + 1}"
    left = sum(s.bonus_kinds[back, kind] for kind in range(KINDS))
    if stack.left not in (None, left):
        raise BadPosition(f"{where}, field 'left': expected {left}, the tiles it holds, got {stack.left}")
    kinds = {name: s.bonus_kinds[back, kind] for kind, name in enumerate(KIND_NAMES)}
    if stack.kinds is not None and {k: n for k, n in stack.kinds.items() if n} != {k: n for k, n in kinds.items() if n}:
        raise BadPosition(f"{where}, field 'kinds': expected the kinds of its tiles")
    if stack.tiles is not None and stack.top is not None and stack.tiles[:1] != [stack.top]:
        raise BadPosition(f"{where}, field 'top': expected the first of 'tiles', got {stack.top!r}")
    if stack.top is not None and not kinds[stack.top]:
        raise BadPosition(f"{where}, field 'top': expected one of its tiles, got {stack.top!r}")
    s.bonus_left[back] = left
    for i, name in enumerate(stack.tiles if stack.tiles is not None else [stack.top] if stack.top else []):
        s.bonus[back * BONUS_STACK + left - 1 - i] = 1 + KIND_NAMES.index(name)
