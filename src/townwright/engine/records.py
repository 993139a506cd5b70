"""Records: box and state as classes whose attributes are fields of a fixed-size NumPy record.

A record class reads like a list of what lies on the table:

    class State(Header):
        turn = i1()         # whose turn it is
        hand = i1(4, 5)     # cards of each colour in each hand

`layout(State)` is its NumPy dtype. Compiled rules see a pointer to such a record; Python reads and
writes the same bytes through `Record`, which also serves the pure-Python mode.
"""

from __future__ import annotations

from typing import Any, cast, overload

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]  # one record
States = NDArray[np.uint8]  # many records, one a row
Codes = NDArray[np.int32]  # move codes, score lines
Rng = NDArray[np.int64]  # a bot's generator: four words


class Array:
    """A nested array of a record, as Python sees it. Every element read is a plain int."""

    __slots__ = ("_cells",)

    def __init__(self, cells: NDArray[Any]) -> None:
        self._cells = cells

    def __getitem__(self, at: int | tuple[int, ...]) -> int:
        return int(self._cells[at])

    def __setitem__(self, at: int | tuple[int, ...], value: int) -> None:
        self._cells[at] = int(value)  # a Python int out of range raises OverflowError

    def __len__(self) -> int:
        return len(self._cells)

    def tolist(self) -> Any:
        return self._cells.tolist()


class Field:
    """One field of a record: element type and shape."""

    def __init__(self, kind: str, shape: tuple[int, ...]) -> None:
        self.kind, self.shape = kind, shape


class FieldKind:
    """Makes fields of one element type: `i1()` a number, `i1(4, 5)` an array."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    @overload
    def __call__(self) -> int: ...
    @overload
    def __call__(self, first: int, /, *more: int) -> Array: ...
    def __call__(self, *shape: Any) -> int | Array:
        return cast("int | Array", Field(self.kind, shape))


i1, i2, i4, i8 = FieldKind("i1"), FieldKind("i2"), FieldKind("i4"), FieldKind("i8")
u4 = FieldKind("u4")  # for the generator only: everything else is signed (see docs/performance.md)


class Header:
    """What every state begins with, so that the engine can drive a game it knows nothing of."""

    seats = i1()  # how many players sit at the table
    over = i1()  # 1 once the game has ended
    pending = i2()  # bit mask of the seats that must act
    ply = i4()  # moves played so far
    revealed = i4()  # how often something hidden came to light: undo stops there
    deal_key = u4(8)  # the dealing generator (ChaCha20): key,
    deal_block = u4(16)  # current block,
    deal_count = i4()  # number of the next block,
    deal_used = i4()  # words of the current block already used


def layout(record: type) -> np.dtype[np.void]:
    """The NumPy dtype of a record class, base classes first."""
    fields: list[Any] = []
    for cls in reversed(record.__mro__):
        for name, field in vars(cls).items():
            if isinstance(field, Field):
                fields.append((name, field.kind, field.shape) if field.shape else (name, field.kind))
    packed = np.dtype(fields, align=True)
    size = -(-packed.itemsize // 8) * 8  # rows of a batch stay aligned to 8 bytes
    names = list(packed.names or ())
    aligned: Any = {
        "names": names,
        "formats": [packed.fields[name][0] for name in names],  # type: ignore[index]
        "offsets": [packed.fields[name][1] for name in names],  # type: ignore[index]
        "itemsize": size,
        "aligned": True,
    }
    return cast("np.dtype[np.void]", np.dtype(aligned))


def blank(dtype: np.dtype[np.void]) -> Bytes:
    """A zeroed buffer for one record."""
    return np.zeros(dtype.itemsize, np.uint8)


class Record:
    """A record over a byte buffer, for Python: `s.turn`, `s.hand[0, 2] = 3`."""

    __slots__ = ("_fields",)
    _fields: dict[str, NDArray[Any]]

    def __init__(self, buffer: Bytes, dtype: np.dtype[np.void]) -> None:
        object.__setattr__(self, "_fields", buffer.view(dtype)[0:1])

    @property
    def bytes(self) -> Bytes:
        """The buffer of the record."""
        return cast("Bytes", self._fields.view(np.uint8))  # type: ignore[attr-defined]

    def __getattr__(self, name: str) -> Any:
        try:
            cells = self._fields[name]
        except (ValueError, KeyError):
            raise AttributeError(f"this record has no field {name!r}") from None
        return int(cells[0]) if cells.ndim == 1 else Array(cells[0])

    def __setattr__(self, name: str, value: int | Array) -> None:
        self._fields[name][0] = value._cells if isinstance(value, Array) else int(value)


class Grid:
    """A nested array of a snapshot: read like an `Array`, but made of plain lists."""

    __slots__ = ("_rows",)

    def __init__(self, rows: list[Any]) -> None:
        self._rows = rows

    def __getitem__(self, at: tuple[int, ...]) -> int:
        cells: Any = self._rows
        for n in at:
            cells = cells[n]
        return cast("int", cells)

    def __len__(self) -> int:
        return len(self._rows)

    def tolist(self) -> list[Any]:
        return self._rows


class Row(list[int]):
    """A plain array of a snapshot."""

    __slots__ = ()

    def tolist(self) -> list[int]:
        return self


class Snapshot:
    """A record as it is now, for reading only: each field is taken over once, when it is first asked for.

    What people see is read field by field, thousands of times for one frame; NumPy would be asked each time.
    """

    def __init__(self, buffer: Bytes, dtype: np.dtype[np.void]) -> None:
        self.bytes = buffer
        self._fields = buffer.view(dtype)[0]

    def __getattr__(self, name: str) -> Any:
        try:
            cells = self._fields[name]
        except (ValueError, KeyError):
            raise AttributeError(f"this record has no field {name!r}") from None
        value: Any = cells.tolist()
        if cells.ndim:
            value = Row(value) if cells.ndim == 1 else Grid(value)
        self.__dict__[name] = value
        return value
