"""The box: what is printed, read from TOML, validated and packed into one record.

A game describes its file as a msgspec Struct; errors are turned into sentences that name the table,
the row and what is expected.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from .errors import BadBox, BadCall, TownwrightError

T = TypeVar("T")

WHERE = re.compile(r"^(?P<what>.*?)(?: - at `(?:key in )?\$(?P<path>[^`]*)`)?$", re.DOTALL)
STEP = re.compile(r"\.([A-Za-z_][\w-]*)|\[(\d+|\.\.\.)\]")
PLAIN = {
    "`int`": "a whole number",
    "`str`": "a text",
    "`array`": "a list",
    "`object`": "a table",
    "`bool`": "true or false",
}


def spoken(error: msgspec.ValidationError, top: str) -> str:
    """A msgspec error as a sentence: "table 'tile', row 4, field 'copies': expected a whole number, got a text".

    `top` is what an entry at the top is called: a table of a box, a field of a position.
    """
    match = WHERE.match(str(error))
    assert match is not None
    what, path = match["what"], match["path"] or ""
    for technical, plain in PLAIN.items():
        what = what.replace(technical, plain)
    what = what.replace("`", "'")
    places: list[str] = []
    for name, row in STEP.findall(path):
        if row:
            places.append(f"row {int(row) + 1}" if row != "..." else "one of its entries")
        else:
            places.append(f"{'field' if places else top} '{name}'")
    what = repr(what[:1].lower() + what[1:160])[1:-1].replace("\\'", "'")  # a name in it may hold anything
    return f"{', '.join(places)}: {what}" if places else what


def convert(data: object, kind: type[T], error: type[TownwrightError], about: str) -> T:
    """Data as a Struct, or one clear sentence."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as problem:
        raise error(f"{about}: {spoken(problem, 'table' if error is BadBox else 'field')}") from None
    except RecursionError:
        raise error(f"{about}: nested too deeply") from None


def read_toml(source: str | Path, about: str) -> dict[str, Any]:
    """A TOML file as plain data, or one clear sentence."""
    try:
        return tomllib.loads(Path(source).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadBox(f"{about}: there is no file {source}") from None
    except tomllib.TOMLDecodeError as problem:
        raise BadBox(f"{about}: {source} is not TOML: {problem}") from None
    except (OSError, ValueError) as problem:
        raise BadBox(f"{about}: {source} cannot be read ({problem})") from None


def with_options(
    tables: Mapping[str, Any], options: Mapping[str, Any] | None, known: type, about: str
) -> dict[str, Any]:
    """The tables with these options in place of the file's own."""
    if options is not None and not isinstance(options, Mapping):
        raise BadCall(f"options are a mapping of names to values, not {type(options).__name__}")
    kinds = {field.name: field.type for field in msgspec.structs.fields(known)}
    if not isinstance(tables.get("options", {}), Mapping):
        return dict(tables)  # refused with the rest of the file
    chosen = dict(tables.get("options", {}))
    for name, value in (options or {}).items():
        if name not in kinds:
            raise BadCall(f"{about} has no option {name!r}; expected one of: {', '.join(kinds)}")
        try:
            chosen[name] = msgspec.convert(value, kinds[name], strict=not isinstance(value, str))
        except msgspec.ValidationError as problem:
            raise BadCall(f"option {name!r} of {about}: {spoken(problem, 'field')}") from None
    return {**tables, "options": chosen}
