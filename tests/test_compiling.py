"""Compilation: rules borrow arrays unless they make them; errors and warnings of the compiler."""

from __future__ import annotations

import sys
import warnings
from typing import Any

import numpy as np
import pytest

from townwright.engine.compiling import PURE, entry_point, prepare, rule, scratch
from townwright.engine.errors import DoesNotCompile

pytestmark = pytest.mark.skipif(PURE, reason="nothing is compiled")


here = sys.modules[__name__]  # Numba can pass functions that are attributes of a module


@rule
def last_of(numbers: Any) -> int:
    room = np.zeros(len(numbers), np.int64)
    for n in range(len(numbers)):
        room[n] = numbers[len(numbers) - 1 - n]
    return first_of(room)


@rule
def first_of(numbers: Any) -> int:
    return int(numbers[0])


@entry_point("wide -> int")
def makes_room(numbers: Any) -> int:
    return last_of(numbers)


NOTES = 12


@rule
def notes_of(number: int) -> int:
    """The sum of fresh notes, which must be 0, and then of what is noted."""
    notes, sum_before = scratch(NOTES, np.int8), 0
    for n in range(len(notes)):
        sum_before += notes[n]
        notes[n] = number
    return 1000 * sum_before + sum_of(notes)


@rule
def sum_of(notes: Any) -> int:
    total = 0
    for note in notes:
        total += note
    return total


@entry_point("int -> int")
def notes_twice(number: int) -> int:
    total = 0
    for n in range(2):
        total += notes_of(number + n)
    return total


@entry_point("wide -> int")
def adds_to_all(numbers: Any) -> int:
    return first_of(numbers + 1)


@entry_point("bytes bytes int int -> int")
def gets(box: Any, state: Any, seat: int, code: int) -> int:
    return code + seat


@entry_point("bytes bytes -> int")
def sealed(box: Any, known: Any) -> int:
    return 0


@entry_point("@gets @sealed bytes " + "int " * 30 + "-> int")
def generic(gets: Any, sealed: Any, box: Any, a0: int, a1: int, a2: int, a3: int, a4: int, a5: int, a6: int, a7: int, a8: int, a9: int, a10: int, a11: int, a12: int, a13: int, a14: int, a15: int, a16: int, a17: int, a18: int, a19: int, a20: int, a21: int, a22: int, a23: int, a24: int, a25: int, a26: int, a27: int, a28: int, a29: int) -> int:  # fmt: skip
    return 2 * gets(box, box, a0, a29)  # type: ignore[no-any-return]


@entry_point("bytes " + "int " * 30 + "-> int")
def bound(box: Any, a0: int, a1: int, a2: int, a3: int, a4: int, a5: int, a6: int, a7: int, a8: int, a9: int, a10: int, a11: int, a12: int, a13: int, a14: int, a15: int, a16: int, a17: int, a18: int, a19: int, a20: int, a21: int, a22: int, a23: int, a24: int, a25: int, a26: int, a27: int, a28: int, a29: int) -> int:  # fmt: skip
    return generic(here.gets, here.sealed, box, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29)  # type: ignore[no-any-return]  # fmt: skip


def test_compiling_hides_numbas_experimental_warning_whatever_the_filters() -> None:
    """In a call with more than 30 arguments, the rules become a tuple of functions, and Numba warns about it."""
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        for function in (gets, sealed, generic, bound):
            prepare(function)
    assert not warned
    assert bound(np.zeros(1, np.uint8), *range(30)) == 58


def test_a_rule_that_makes_an_array_may_lend_it_to_one_that_does_not() -> None:
    prepare(makes_room)
    assert [makes_room(np.arange(n, dtype=np.int64)) for n in range(1, 2000)] == list(range(1999))


def test_scratch_memory_is_zero_at_every_call() -> None:
    prepare(notes_twice)
    assert notes_twice(3) == NOTES * (3 + 4)


def test_an_array_made_in_another_way_is_refused_in_one_sentence() -> None:
    with pytest.raises(
        DoesNotCompile,
        match=r"a rule has no lists and no dicts, and makes an array only with one of: empty, full, ones",
    ):
        prepare(adds_to_all)
