"""The box: what is printed, read from TOML, validated and packed into one record.

A game describes its file as a msgspec Struct; errors are turned into sentences that name the table,
the row and what is expected.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args, get_origin

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


def faults(data: object, kind: Any, path: str = "") -> list[tuple[str, str]]:
    """Everything in data that does not fit a kind, with its path: msgspec stops at the first, this goes on."""
    try:
        msgspec.convert(data, kind)
        return []
    except msgspec.ValidationError as problem:
        what, _, inner = str(problem).partition(" - at `")
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    whole = isinstance(kind, type) and issubclass(kind, msgspec.Struct) and isinstance(data, Mapping)
    found = [(what, path)] if not inner and not whole else []  # it is the whole that does not fit
    if whole:
        known = {field.encode_name: field.required for field in msgspec.structs.fields(kind)}
        missing = [name for name, required in known.items() if required and name not in data]  # type: ignore[operator]
        found += [(f"Object missing required field `{name}`", path) for name in missing]
        unknown = [name for name in data if name not in known]  # type: ignore[attr-defined]
        found += [(f"Object contains unknown field `{name}`", path) for name in unknown]
    for piece, of, at in pieces(data, kind):
        found += faults(piece, of, path + at)
    return found or [(what, path + inner.removesuffix("`")[inner.find("$") + 1 :])]


def pieces(data: object, kind: Any) -> Iterator[tuple[object, Any, str]]:
    """The fields of a Struct, the entries of a list, a pair or a table, each with its kind and its step of the path."""
    of = get_args(kind)
    if isinstance(data, Mapping):
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            fields = msgspec.structs.fields(kind)
            yield from ((data[f.encode_name], f.type, f".{f.encode_name}") for f in fields if f.encode_name in data)
        elif get_origin(kind) is dict:
            yield from ((value, of[1], f".{name}") for name, value in data.items())
    elif isinstance(data, list | tuple) and get_origin(kind) is list:
        yield from ((value, of[0], f"[{n}]") for n, value in enumerate(data))
    elif isinstance(data, list | tuple) and get_origin(kind) is tuple and len(of) == len(data):
        yield from ((value, of[n], f"[{n}]") for n, value in enumerate(data))


def sentence(what: str, path: str) -> str:
    """A fault as a sentence about a box; a table that should be there or should not is named like any other."""
    if not path and (table := re.fullmatch(r"Object (missing|contains) [a-z]+ field `(.*)`", what, re.DOTALL)):
        what = "is missing" if table[1] == "missing" else "is not known"
        return f"table {table[2][:60]!r} {what}"
    return spoken(msgspec.ValidationError(f"{what} - at `${path}`"), "table")


def read_tables(
    tables: Mapping[str, Any], kind: type[T], standard: Mapping[str, Any], about: str
) -> tuple[T, dict[str, list[str]]]:
    """A box file as a Struct, and what is wrong with it, table by table.

    The game's own tables stand in for those that cannot be read, so that the others can be checked all the same.
    """
    try:
        return msgspec.convert(tables, kind), {}
    except msgspec.ValidationError:
        wrong: dict[str, list[str]] = {}
        for what, path in faults(tables, kind):
            table = STEP.match(path)[1] if path else what.split("`")[1]  # type: ignore[index]
            wrong.setdefault(table, []).append(sentence(what, path))
    except RecursionError:
        raise BadBox(f"{about}: nested too deeply") from None
    first = next(iter(wrong))
    wrong[first][0] = f"{about}: {wrong[first][0]}"
    usable = {name: standard[name] if name in wrong else tables.get(name, standard[name]) for name in standard}
    return msgspec.convert(usable, kind), wrong


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
