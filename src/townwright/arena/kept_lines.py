"""Work that is kept line by line: the first line of a file is the plan, every other line the result of a piece."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from townwright.engine.errors import TownwrightError

ARTICLES = {"tournament": "a ", "analysis": "an ", "learning": ""}
LONGEST = 60  # characters of a value in a message
Plan = TypeVar("Plan", bound=Struct)
Line = TypeVar("Line", bound=Struct)


class KeptLines(Generic[Plan, Line]):
    """`kept = KeptLines(file, plan, Played, "tournament")`: `kept.found` was read from the file, `kept.add` appends."""

    def __init__(self, file: Path, plan: Plan, line: type[Line], what: str) -> None:
        self.file = file
        self.found: list[Line] = []
        try:
            if not file.exists() or not file.stat().st_size:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(msgspec.json.encode(plan) + b"\n")
                return
            first, *lines = file.read_bytes().splitlines(keepends=True)
        except OSError as problem:
            raise TownwrightError(f"{file} cannot be used: {problem.strerror}") from None
        try:
            held: Any = msgspec.json.decode(first, type=type(plan))
            whole = [text for text in lines if text.endswith(b"\n")]
            self.found = [msgspec.json.decode(text, type=line) for text in whole]
        except (msgspec.DecodeError, UnicodeDecodeError) as problem:
            raise TownwrightError(f"{file} is not a file of {ARTICLES[what]}{what}: {problem}") from None
        if held != plan:
            raise TownwrightError(f"{file} holds another {what}: {differences(held, plan)}")
        if len(whole) < len(lines):  # the last line was cut off
            file.write_bytes(first + b"".join(whole))

    def add(self, line: Line) -> None:
        """Appends a result."""
        try:
            with self.file.open("ab") as out:
                out.write(msgspec.json.encode(line) + b"\n")
        except OSError as problem:
            raise TownwrightError(f"{self.file} cannot be written: {problem.strerror}") from None


def differences(there: Struct, here: Struct) -> str:
    """The differences of two plans: 'seed is "a" there, "b" here'."""
    pairs = [(name, getattr(there, name), getattr(here, name)) for name in here.__struct_fields__]
    return "; ".join(f"{name} is {short(old)} there, {short(new)} here" for name, old, new in pairs if old != new)


def short(value: Any) -> str:
    """A value in one line."""
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
