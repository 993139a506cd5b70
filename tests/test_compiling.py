"""Compilation: arrays are borrowed, unless a rule makes them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from townwright.engine.compiling import PURE, entry_point, prepare, rule
from townwright.engine.errors import DoesNotCompile

pytestmark = pytest.mark.skipif(PURE, reason="nothing is compiled")


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


@entry_point("wide -> int")
def adds_to_all(numbers: Any) -> int:
    return first_of(numbers + 1)


def test_a_rule_that_makes_an_array_may_lend_it_to_one_that_does_not() -> None:
    prepare(makes_room)
    assert [makes_room(np.arange(n, dtype=np.int64)) for n in range(1, 2000)] == list(range(1999))


def test_an_array_that_is_made_in_another_way_is_told_in_a_sentence() -> None:
    with pytest.raises(
        DoesNotCompile, match=r"an array is made in a rule that names none of: empty, full, ones, zeros"
    ):
        prepare(adds_to_all)
