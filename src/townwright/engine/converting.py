"""Plain data as Structs, from any thread."""

from __future__ import annotations

import threading
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

_inspected: set[Any] = set()
_inspecting = threading.Lock()


def convert(data: object, kind: type[T], strict: bool = True) -> T:
    """Data converted to a type; msgspec.ValidationError if it does not fit."""
    inspect(kind)
    return msgspec.convert(data, kind, strict=strict)


def inspect(kind: type[Any]) -> None:
    """Prepares a type for `convert`; raises what Python raises for a type inside it that does not exist.

    msgspec (0.22) inspects a Struct at its first use and publishes the result before it is complete; a second thread
    that uses the Struct at that moment crashes the process. So types are inspected one at a time.
    """
    if kind not in _inspected:
        with _inspecting:
            msgspec.json.Decoder(kind)
            _inspected.add(kind)
