"""A bounded cache."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class BoundedCache(Generic[K, T]):
    """Results by what they follow from. When it is full it forgets everything, which costs less than keeping order."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._things: dict[K, T] = {}

    def get(self, key: K, make: Callable[[], T]) -> T:
        """The result for a key, made now if it is missing."""
        found = self._things.get(key)
        if found is None:
            found = make()
            if len(self._things) >= self._most:
                self._things.clear()
            self._things[key] = found
        return found

    def all(self, keys: list[K], make: Callable[[K], T]) -> list[T]:
        """The results for many keys."""
        found = [*map(self._things.get, keys)]
        if not all(found):
            found = [
                thing or self.get(key, functools.partial(make, key)) for thing, key in zip(found, keys, strict=True)
            ]
        return found  # type: ignore[return-value]
