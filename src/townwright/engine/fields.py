"""Fields: box and state as classes whose attributes are fields of a fixed-size buffer.

Such a class reads like a list of what is on the table:

    class State(Header):
        turn = i1()         # whose turn it is
        hand = i1(4, 5)     # cards of each colour in each hand

`layout(State)` is its NumPy dtype. Compiled rules get a pointer to such a buffer; Python reads and writes the same
bytes through `Fields`, which the pure-Python mode uses too. To the type checker both are a `State`, so it finds a
misspelt field before anything runs.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from operator import itemgetter
from struct import Struct
from typing import TYPE_CHECKING, Any, NamedTuple, cast, overload

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]  # one box or state
States = NDArray[np.uint8]  # many states, one per row
Parts = NDArray[np.int32]  # the parts of a sheet, one per row
Codes = NDArray[np.int32]  # move codes, score lines
Rng = NDArray[np.int64]  # a bot's generator: four words
Weights = Sequence[float]  # the weights of a game's `value`; an array


class Array:
    """An array field, as Python sees it. Every element read is a plain int."""

    __slots__ = ("_cells",)

    def __init__(self, cells: NDArray[Any]) -> None:
        self._cells = cells

    @overload
    def __getitem__(self, at: int | tuple[int, ...]) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> list[int]: ...
    def __getitem__(self, at: int | tuple[int, ...] | slice) -> int | list[int]:
        return self._cells[at].tolist() if isinstance(at, slice) else int(self._cells[at])

    def __iter__(self) -> Iterator[int]:
        return iter(self._cells.tolist())

    def __setitem__(self, at: int | tuple[int, ...], value: int) -> None:
        self._cells[at] = int(value)  # a Python int out of range raises OverflowError

    def __len__(self) -> int:
        return len(self._cells)

    def row(self, n: int) -> tuple[int, ...]:
        """The numbers of the n-th part of an array of rows."""
        return tuple(self._cells[n].ravel().tolist())

    def tolist(self) -> Any:
        return self._cells.tolist()


class Field:
    """One field: element type and shape."""

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
    """What every state begins with, so that the engine can run a game it knows nothing about."""

    seats = i1()  # how many players sit at the table
    over = i1()  # 1 once the game has ended
    pending = i2()  # bit mask of the seats that must act
    ply = i4()  # moves played so far
    revealed = i4()  # how often something hidden came to light: undo stops there
    deal_key = u4(8)  # the dealing generator (ChaCha20): key,
    deal_block = u4(16)  # current block,
    deal_count = i4()  # number of the next block,
    deal_used = i4()  # words of the current block already used
    ask_all = i1()  # 1 in a copy that must ask forced decisions too (see forcing.py)

    if TYPE_CHECKING:  # a snapshot in Python has this besides its fields

        def bytes_of(self, names: tuple[str, ...], n: int | None = None) -> bytes:
            """The bytes of some fields, or of their n-th rows."""


def layout(fields_class: type) -> np.dtype[np.void]:
    """The NumPy dtype of a class of fields, base classes first."""
    fields: list[Any] = []
    for cls in reversed(fields_class.__mro__):
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
    """A zeroed buffer of one layout."""
    return np.zeros(dtype.itemsize, np.uint8)


class Place(NamedTuple):
    """Where a field is in a buffer, and how to read it."""

    unpack: Callable[[Any, int], tuple[int, ...]]
    letter: str
    offset: int
    kind: np.dtype[Any]
    shape: tuple[int, ...]


@functools.cache
def places(dtype: np.dtype[np.void]) -> dict[str, Place]:
    """The fields of a layout by name."""
    found: dict[str, Place] = {}
    for name, (field, offset, *_) in (dtype.fields or {}).items():
        kind, shape = field.subdtype or (field, ())
        letter = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u4": "I"}[kind.str[1:]]
        found[name] = Place(Struct(f"={math.prod(shape)}{letter}").unpack_from, letter, offset, kind, shape)
    return found


@functools.cache
def cutter(dtype: np.dtype[np.void], names: tuple[str, ...], n: int | None) -> Callable[[bytes], tuple[bytes, ...]]:
    """A function that cuts some fields, or their n-th rows, out of the bytes of a buffer."""
    slices = [slice(0, 0), slice(0, 0)]  # an itemgetter of at least two returns a tuple
    for name in names:
        _, _, offset, kind, shape = places(dtype)[name]
        size = kind.itemsize * math.prod(shape if n is None else shape[1:])
        first = offset + (n or 0) * size
        if slices[-1].stop == first:
            slices[-1] = slice(slices[-1].start, first + size)
        else:
            slices.append(slice(first, first + size))
    return itemgetter(*slices)


@functools.cache
def numbers(dtype: np.dtype[np.void]) -> tuple[tuple[str, ...], Callable[[bytes], tuple[int, ...]]]:
    """The names of the fields that are single numbers, and a function that unpacks all of them at once."""
    names, form, end = [], "=", 0
    for name, place in places(dtype).items():
        if not place.shape:
            names.append(name)
            form += f"{place.offset - end}x{place.letter}"
            end = place.offset + place.kind.itemsize
    return tuple(names), Struct(f"{form}{dtype.itemsize - end}x").unpack


class Cell:
    """A field that is a single number, found by its bytes in a buffer."""

    def __init__(self, dtype: np.dtype[np.void], name: str) -> None:
        place = places(dtype)[name]
        self._bytes = slice(place.offset, place.offset + place.kind.itemsize)
        self._letter = cast("Any", place.kind.char)

    def of(self, buffer: Bytes) -> MutableSequence[int]:
        """The number in a buffer as a live view: `PLY.of(state)[0]` is its present value."""
        return cast("MutableSequence[int]", memoryview(cast("Any", buffer))[self._bytes].cast(self._letter))


def place_of(places: dict[str, Place], name: str) -> Place:
    """The place of a field; AttributeError if there is no such field."""
    try:
        return places[name]
    except KeyError:
        raise AttributeError(f"there is no field {name!r}") from None


class Fields:
    """The fields of a buffer, for Python: `s.turn`, `s.hand[0, 2] = 3`."""

    __slots__ = ("_places", "bytes")
    bytes: Bytes
    _places: dict[str, Place]

    def __init__(self, buffer: Bytes, dtype: np.dtype[np.void]) -> None:
        object.__setattr__(self, "bytes", buffer)
        object.__setattr__(self, "_places", places(dtype))

    def _cells(self, name: str) -> NDArray[Any]:
        place = place_of(self._places, name)
        return np.ndarray(place.shape, place.kind, self.bytes, place.offset)

    def __getattr__(self, name: str) -> Any:
        place = place_of(self._places, name)
        if place.shape:
            return Array(self._cells(name))
        return place.unpack(self.bytes, place.offset)[0]

    def __setattr__(self, name: str, value: int | Array) -> None:
        self._cells(name)[...] = value._cells if isinstance(value, Array) else int(value)


class Grid:
    """An array field of a snapshot with several dimensions; reads like an `Array`, but from plain numbers."""

    __slots__ = ("_cells", "_shape", "_width")

    def __init__(self, cells: tuple[int, ...], shape: tuple[int, ...]) -> None:
        self._cells, self._shape = cells, shape
        self._width = len(cells) // shape[0]

    def __getitem__(self, at: tuple[int, ...]) -> int:
        if len(at) == 2:
            return self._cells[at[0] * self._width + at[1]]
        place = 0
        for n, size in zip(at, self._shape, strict=True):
            place = place * size + n
        return self._cells[place]

    def __len__(self) -> int:
        return self._shape[0]

    def row(self, n: int) -> tuple[int, ...]:
        """The numbers of the n-th part of an array of rows."""
        return self._cells[n * self._width : (n + 1) * self._width]

    def tolist(self) -> list[Any]:
        return nested(self._cells, self._shape)


class Row(list[int]):
    """An array field of a snapshot with one dimension."""

    __slots__ = ()

    def tolist(self) -> list[int]:
        return self


class Snapshot:
    """The fields of a buffer as they are now, for reading only. Each is unpacked once, at its first use.

    A view reads thousands of numbers; reading each through NumPy would cost far more.
    """

    def __init__(self, buffer: Bytes, dtype: np.dtype[np.void]) -> None:
        self.bytes = buffer
        self._dtype, self._places, self._plain = dtype, places(dtype), buffer.tobytes()
        names, unpack = numbers(dtype)
        self.__dict__.update(zip(names, unpack(self._plain), strict=True))

    def bytes_of(self, names: tuple[str, ...], n: int | None = None) -> bytes:
        """The bytes of some fields, or of their n-th rows: the key of a cache for what depends on them alone."""
        return b"".join(cutter(self._dtype, names, n)(self._plain))

    def __getattr__(self, name: str) -> Any:
        place = place_of(self._places, name)
        cells = place.unpack(self._plain, place.offset)
        value = Row(cells) if len(place.shape) == 1 else Grid(cells, place.shape)
        self.__dict__[name] = value
        return value


def nested(cells: Sequence[int], shape: tuple[int, ...]) -> list[Any]:
    """A flat sequence of numbers as lists of lists."""
    if len(shape) == 1:
        return list(cells)
    width = len(cells) // shape[0]
    return [nested(cells[at : at + width], shape[1:]) for at in range(0, len(cells), width)]
