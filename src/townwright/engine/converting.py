"""Plain data as Structs, from any thread."""

from __future__ import annotations

import threading
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

_learned: set[Any] = set()
_learning = threading.Lock()


def convert(data: object, kind: type[T], strict: bool = True) -> T:
    """Data as a type; msgspec.ValidationError if it does not fit.

    msgspec (0.22) looks at a Struct's fields when it is first used and publishes what it has of them before it is done;
    a second thread that uses the Struct meanwhile crashes the process. So types are learned one at a time.
    """
    if kind not in _learned:
        with _learning:
            msgspec.json.Decoder(kind)
            _learned.add(kind)
    return msgspec.convert(data, kind, strict=strict)
