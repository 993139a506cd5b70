"""A bounded cache."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class BoundedCache(Generic[K, T]):
    """Results by key. A full cache forgets everything, which costs less than remembering which result is the oldest."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._results: dict[K, T] = {}

    def get(self, key: K, make: Callable[[], T]) -> T:
        """The result for a key; `make` makes it if it is missing."""
        result = self._results.get(key)
        if result is None:
            result = make()
            if len(self._results) >= self._most:
                self._results.clear()
            self._results[key] = result
        return result

    def all(self, keys: list[K], make: Callable[[K], T]) -> list[T]:
        """The results for many keys."""
        results = [*map(self._results.get, keys)]
        if not all(results):
            results = [
                result or self.get(key, functools.partial(make, key)) for result, key in zip(results, keys, strict=True)
            ]
        return results  # type: ignore[return-value]
