"""Memory: what was made once and will be asked for again, up to a number of things."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Memory(Generic[T]):
    """Things by what they follow from; when there are too many, all are forgotten and made again as needed."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._things: dict[Hashable, T] = {}

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The thing of a key, made now if it is not there."""
        if key not in self._things:
            if len(self._things) >= self._most:
                self._things.clear()
            self._things[key] = make()
        return self._things[key]
