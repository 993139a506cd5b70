"""The box: what is printed, read from TOML, validated and packed into one buffer.

A game describes its file as a msgspec Struct. Errors are sentences that name the table, the row and what is expected.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from .converting import convert
from .errors import BadBox, BadCall
from .faults import expected, faults, got_instead, sentence

T = TypeVar("T")


def read_contents(
    contents: Mapping[str, Any], kind: type[T], standard: Mapping[str, Any], about: str
) -> tuple[T, dict[str, list[str]]]:
    """A box file as a Struct, and its problems by table.

    Tables that cannot be read are replaced by the game's own, so that the game can still check the others.
    """
    try:
        return convert(contents, kind), {}
    except msgspec.ValidationError:
        wrong: dict[str, list[str]] = {}
        for fault in faults(contents, kind):
            wrong.setdefault(str(fault.path[0]) if fault.path else "", []).append(sentence(fault, "table"))
    except RecursionError:
        raise BadBox(f"{about}: nested too deeply") from None
    first = next(iter(wrong))
    wrong[first][0] = f"{about}: {wrong[first][0]}"
    usable = {name: standard[name] if name in wrong else contents.get(name, standard[name]) for name in standard}
    try:
        return convert(usable, kind), wrong
    except msgspec.ValidationError:  # the game's own contents are wrong too
        raise BadBox(*(problem for table in wrong.values() for problem in table)) from None


def read_toml(source: str | Path, about: str) -> dict[str, Any]:
    """A TOML file as plain data, or one clear sentence."""
    try:
        text = Path(source).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadBox(f"{about}: there is no file {source}") from None
    except (OSError, ValueError) as problem:
        raise BadBox(f"{about}: {source} cannot be read ({problem})") from None
    return parse_toml(text, str(source), about)


def parse_toml(text: str, source: str, about: str) -> dict[str, Any]:
    """TOML as plain data, or one clear sentence."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        place = re.search(r"line (\d+)", str(problem))
        raise BadBox(f"{about}: {source} is not TOML{f' (see line {place[1]})' if place else ''}") from None
    except RecursionError:
        raise BadBox(f"{about}: {source} is nested too deeply") from None
    except ValueError as problem:  # a number with too many digits
        raise BadBox(f"{about}: {source} cannot be read ({problem})") from None


def with_options(
    contents: Mapping[str, Any], options: Mapping[str, Any] | None, known: type, about: str
) -> dict[str, Any]:
    """The contents with these options instead of the file's own."""
    if options is not None and not isinstance(options, Mapping):
        raise BadCall(f"options are a mapping of names to values, not {type(options).__name__}")
    kinds = {field.name: field.type for field in msgspec.structs.fields(known)}
    if not isinstance(contents.get("options", {}), Mapping):
        return dict(contents)  # refused with the rest of the file
    chosen = dict(contents.get("options", {}))
    for name, value in (options or {}).items():
        if name not in kinds:
            raise BadCall(f"{about} has no option {name!r}; expected one of: {', '.join(kinds)}")
        try:
            chosen[name] = convert(value, kinds[name], strict=not isinstance(value, str))
        except msgspec.ValidationError:
            wanted = got_instead(expected(kinds[name]), repr(str(value)[:60]))
            raise BadCall(f"option {name!r} of {about}: {wanted}") from None
    return {**contents, "options": chosen}
