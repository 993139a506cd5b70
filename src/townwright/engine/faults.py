"""Faults: everything that is wrong in a box, a position or a record, each as one sentence.

msgspec checks whether data fits a type; the sentences are made here: "player 2, field 'hand': expected one of: P, G, R;
got 'X'".
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

import msgspec

from . import converting
from .errors import TownwrightError, how_many

T = TypeVar("T")
ENTRIES = ("entry", "entries")
LONGEST, MOST_CHOICES = 60, 40  # characters of a value that are quoted; choices that are listed

Step = str | int  # a field, a table or a key by its name; a row by its number from 0


class Fault(NamedTuple):
    """Where something is wrong, and how."""

    path: tuple[Step, ...]
    problem: str


def convert(data: object, kind: type[T], error: type[TownwrightError], about: str, top: str = "field") -> T:
    """Data as a Struct, or the first fault as a sentence. `top` is the word for an item at the top level."""
    try:
        return converting.convert(data, kind)
    except msgspec.ValidationError:
        raise error(f"{about}: {sentence(next(faults(data, kind)), top)}") from None
    except RecursionError:
        raise error(f"{about}: nested too deeply") from None


def sentence(fault: Fault, top: str) -> str:
    """A fault in words; players and rows are counted from 1."""
    places: list[str] = []
    steps = list(fault.path)
    while steps:
        step = steps.pop(0)
        if step == "players" and steps and isinstance(steps[0], int):
            places.append(f"player {int(steps.pop(0)) + 1}")
        elif isinstance(step, int):
            places.append(f"row {step + 1}")
        else:
            places.append(f"{'field' if places else top} {step[:LONGEST]!r}")
    if not places:
        return fault.problem
    return f"{', '.join(places)}{' ' if fault.problem.startswith('is ') else ': '}{fault.problem}"


def faults(data: object, kind: Any, path: tuple[Step, ...] = ()) -> Iterator[Fault]:
    """Everything in the data that does not fit a type."""
    try:
        converting.convert(data, kind)
        return
    except msgspec.ValidationError:
        pass
    any_inside = False
    plain = bare(kind)
    if is_struct(plain) and isinstance(data, Mapping):
        for fault in wrong_fields(data, plain, path):
            any_inside = True
            yield fault
    for item, item_kind, step in items_of(data, plain):
        for fault in faults(item, item_kind, (*path, step)):
            any_inside = True
            yield fault
    if not any_inside:
        yield Fault(path, got_instead(expected(kind), got(data, plain)))


def got_instead(wanted: str, found: str) -> str:
    """What was expected and what was found; a semicolon ends a list."""
    return f"expected {wanted}{';' if ', ' in wanted else ','} got {found}"


def wrong_fields(data: Mapping[Any, Any], kind: Any, path: tuple[Step, ...]) -> Iterator[Fault]:
    """Fields of a Struct that the data lacks, and fields of the data that the Struct does not have."""
    fields = {field.encode_name: field.required for field in msgspec.structs.fields(kind)}
    for name, required in fields.items():
        if required and name not in data:
            yield Fault((*path, name), "is missing")
    for name in data:
        if name not in fields and kind.__struct_config__.forbid_unknown_fields:
            yield Fault((*path, str(name)), f"is not known; expected one of: {', '.join(fields)}")


def is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def bare(kind: Any) -> Any:
    """A type without its limits, and without None if that leaves a single type."""
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind) in (Union, types.UnionType):
        rest = [choice for choice in get_args(kind) if choice is not type(None)]
        if len(rest) == 1:
            return bare(rest[0])
    return kind


def items_of(data: object, kind: Any) -> Iterator[tuple[object, Any, Step]]:
    """The fields of a Struct, the rows of a list, the keys and values of a table, each with its type and step."""
    kinds = get_args(kind)
    if isinstance(data, Mapping):
        if is_struct(kind):
            for field in msgspec.structs.fields(kind):
                if field.encode_name in data:
                    yield data[field.encode_name], field.type, field.encode_name
        elif get_origin(kind) is dict:
            for name, value in data.items():
                yield name, kinds[0], str(name)
                yield value, kinds[1], str(name)
    elif isinstance(data, list | tuple) and get_origin(kind) is list:
        yield from ((value, kinds[0], n) for n, value in enumerate(data))
    elif isinstance(data, list | tuple) and get_origin(kind) is tuple and len(kinds) == len(data):
        yield from ((value, kinds[n], n) for n, value in enumerate(data))


def limits(kind: Any) -> dict[str, Any]:
    """The limits that Annotated sets."""
    found: dict[str, Any] = {}
    while get_origin(kind) is Annotated:
        for meta in kind.__metadata__:
            if isinstance(meta, msgspec.Meta):
                names = ("ge", "gt", "le", "lt", "min_length", "max_length", "pattern", "examples")
                found |= {name: value for name in names if (value := getattr(meta, name)) is not None}
        kind = get_args(kind)[0]
    return found


def expected(kind: Any) -> str:
    """What a type allows, in words."""
    limit = limits(kind)
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind) in (Union, types.UnionType):
        return " or ".join(expected(choice) for choice in get_args(kind))
    if get_origin(kind) is Literal:
        values = [str(value) for value in get_args(kind)]
        more = ", ..." if len(values) > MOST_CHOICES else ""
        return values[0] if len(values) == 1 else f"one of: {', '.join(values[:MOST_CHOICES])}{more}"
    if kind in (int, float):
        least = limit.get("ge", limit["gt"] + 1 if "gt" in limit else None)
        most = limit.get("le", limit["lt"] - 1 if "lt" in limit else None)
        return ("a whole number" if kind is int else "a number") + between(least, most)
    if kind is str:
        form = f" such as {limit['examples'][0]!r}" if "examples" in limit else ""
        form = form or (" of the right form" if "pattern" in limit else "")
        return "a text" + form + length(limit, "character", "characters")
    if get_origin(kind) is list or kind is list:
        return "a list" + length(limit, *ENTRIES)
    if get_origin(kind) is tuple:
        return f"a list of {how_many(len(get_args(kind)), *ENTRIES)}"
    return {bool: "true or false", type(None): "null"}.get(kind, "a table")


def between(least: int | None, most: int | None) -> str:
    """ "from 1 to 4", "of at least 2" and the like."""
    if least is not None and least == most:
        return f": {least}"
    if least is not None and most is not None:
        return f" from {least} to {most}"
    if most is not None:
        return f" of at most {most}"
    return "" if least is None else f" of at least {least}"


def length(limit: dict[str, Any], thing: str, things: str) -> str:
    """ "of 7 entries", "of at most 1 character" and the like."""
    least, most = limit.get("min_length"), limit.get("max_length")
    if most is not None:
        size = f"{least} to " if least and least != most else "" if least else "at most "
        return f" of {size}{how_many(most, thing, things)}"
    return "" if least is None else f" of at least {how_many(least, thing, things)}"


def got(data: object, kind: Any) -> str:
    """What the data is instead: the value of a text or number, otherwise its type."""
    if isinstance(data, Mapping):
        return "a table"
    if isinstance(data, list | tuple):
        return how_many(len(data), *ENTRIES) if get_origin(kind) in (list, tuple) else "a list"
    if data is None:
        return "null"
    if isinstance(data, bool):
        return str(data).lower()
    if isinstance(data, str):
        return repr(data[:LONGEST])
    return repr(data)[:LONGEST]
