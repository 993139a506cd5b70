"""Shapes: what the fields of a view are, so that any client can draw a game it has never heard of.

Most shapes follow from a field's type: a `bool` is a flag, an `int` a counter, a Struct an area. Where the type leaves
it open, the view names the shape:

    harbour: Annotated[list[Colour | None], SIGN_ROW]
    town: Annotated[list[str], GRID]

`guide_of` collects what a client needs: the fields of every Struct of a view with shape and label, the words for kinds
of move, the signs, and what each printed card does.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from .texts import Texts

ShapeName = Literal[
    "area", "card", "cards", "counter", "counts", "flag", "grid", "hidden", "pattern", "rows", "seat", "seats", "sign",
    "signs", "stack", "strip", "table", "text", "track", "word", "words",
]  # fmt: skip


@dataclass(frozen=True)
class Shape:
    """The shape of a field whose type leaves it open."""

    name: ShapeName


CARD = Shape("card")  # a printed thing, by its id
CARDS = Shape("cards")  # a row of them; None is a gap or a card face down
ROWS = Shape("rows")  # rows of cards, one below another: streets
GRID = Shape("grid")  # lines of signs separated by spaces, top line first: squares a1, b1, ...
PATTERN = Shape("pattern")  # lines of letters, each a sign
STRIP = Shape("strip")  # one line of letters, each a sign
SIGN = Shape("sign")  # one sign
SIGN_ROW = Shape("signs")  # a row of signs; None is a gap or one that is unknown
SEAT = Shape("seat")  # a player, by the number of the seat
SEATS = Shape("seats")  # several
STACK = Shape("stack")  # how many are in a pile
TRACK = Shape("track")  # how far a marker is
COUNTS = Shape("counts")  # numbers by sign, card or word
WORD = Shape("word")  # a word of the game, from [value.<field>] of its message file
HIDDEN = Shape("hidden")  # bookkeeping that a position needs and no one looks at

Piece = Literal["red", "yellow", "green", "blue", "purple", "white"]


class Sign(msgspec.Struct, frozen=True):
    """How a token of a grid, strip or count looks: the colour of its piece, a glyph, whether it is a building."""

    piece: Piece | None = None
    glyph: str | None = None
    building: bool = False
    word: str = ""  # filled in from [sign] of the message file


class Text(msgspec.Struct, frozen=True, tag="text"):
    """A line of a card in words."""

    text: str
    about: str = ""  # a name for this line, for a board that shows it alone


class Strip(msgspec.Struct, frozen=True, tag="strip"):
    """A line of a card in signs."""

    letters: str
    label: str = ""


class Pattern(msgspec.Struct, frozen=True, tag="pattern"):
    """A pattern on a card, in signs."""

    rows: list[str]


class Card(msgspec.Struct, frozen=True):
    """A printed thing: its title and what it does."""

    title: str
    lines: list[Text | Strip | Pattern] = []


class FieldGuide(msgspec.Struct, frozen=True):
    """A field of a view."""

    name: str
    shape: ShapeName
    label: str
    area: str | None = None  # the Struct inside it, if there is one
    keyed: bool = False  # whether it holds several by name (a mapping)
    words: dict[str, str] = {}  # its values, or the keys of a mapping, in words


class Guide(msgspec.Struct, frozen=True):
    """What a client needs to show a game in one language."""

    areas: dict[str, list[FieldGuide]]  # the fields of each Struct of the view; "View" is the table
    kinds: dict[str, str]  # kinds of move, as headings
    signs: dict[str, Sign]
    cards: dict[str, Card]  # by id


def plain(kind: Any) -> Any:
    """A type without Annotated and without None."""
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind) in (Union, types.UnionType):
        rest = [choice for choice in get_args(kind) if choice is not type(None)]
        if len(rest) == 1:
            return plain(rest[0])
    return kind


def declared(kind: Any) -> Shape | None:
    """The shape that a type's annotation names."""
    for note in getattr(kind, "__metadata__", ()):
        if isinstance(note, Shape):
            return note
    if get_origin(kind) is Annotated or get_origin(kind) in (Union, types.UnionType):
        for inner in get_args(kind)[: 1 if get_origin(kind) is Annotated else None]:
            if (shape := declared(inner)) is not None:
                return shape
    return None


def is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def shape_of(kind: Any) -> ShapeName:
    """The shape of a field from its type."""
    if (shape := declared(kind)) is not None:
        return shape.name
    kind = plain(kind)
    if kind is bool:
        return "flag"
    if kind is int:
        return "counter"
    if is_struct(kind):
        return "area"
    if get_origin(kind) is Literal:
        return "word"
    if get_origin(kind) is list:
        inner = plain(get_args(kind)[0])
        return "table" if is_struct(inner) else "words" if get_origin(inner) is Literal else "text"
    if get_origin(kind) is dict:
        inner = plain(get_args(kind)[1])
        if is_struct(inner):
            return "table"
        return "counts"
    return "text"


def inner_struct(kind: Any) -> type[msgspec.Struct] | None:
    """The Struct in a field: itself, or what its list or mapping holds."""
    kind = plain(kind)
    if get_origin(kind) in (list, dict):
        return inner_struct(get_args(kind)[-1])
    return kind if is_struct(kind) else None


def literal_values(kind: Any) -> tuple[Any, ...]:
    """The words that a field may contain: its values, and the keys of a mapping."""
    kind = plain(kind)
    if get_origin(kind) in (list, dict):
        return tuple(value for inner in get_args(kind) for value in literal_values(inner))
    return get_args(kind) if get_origin(kind) is Literal else ()


def fields_of(view: type[msgspec.Struct]) -> Iterator[tuple[type[msgspec.Struct], str, Any]]:
    """Every field of a view and of the Structs inside it, each Struct once."""
    todo, seen = [view], set[type]()
    while todo:
        struct = todo.pop(0)
        if struct in seen:
            continue
        seen.add(struct)
        for field in msgspec.structs.fields(struct):
            yield struct, field.encode_name, field.type
            if (inner := inner_struct(field.type)) is not None:
                todo.append(inner)


def value_word(texts: Texts, field: str, value: object, cards: Mapping[str, Card] | None = None) -> str:
    """A word of a field: [value.<field>], else [sign], else the title of a card, else the word itself."""
    for key in (f"value.{field}.{value}", f"sign.{value}"):
        if key in texts:
            return texts(key)
    card = (cards or {}).get(str(value))
    return str(value) if card is None else card.title


def guide_of(
    view: type[msgspec.Struct],
    kinds: list[str],
    signs: Mapping[str, Sign],
    cards: dict[str, Card],
    texts: Texts,
) -> Guide:
    """What a client needs to show a game, in the language of the texts."""
    areas: dict[str, list[FieldGuide]] = {}
    for struct, name, kind in fields_of(view):
        shape, inner = shape_of(kind), inner_struct(kind)
        areas.setdefault(struct.__name__, []).append(
            FieldGuide(
                name=name,
                shape=shape,
                label="" if shape == "hidden" else label_of(texts, struct.__name__, name),
                area=inner.__name__ if inner else None,
                keyed=get_origin(plain(kind)) is dict,
                words={str(value): value_word(texts, name, value, cards) for value in literal_values(kind)},
            )
        )
    return Guide(
        areas=areas,
        kinds={kind: texts(f"kind.{kind}") for kind in kinds},
        signs={token: msgspec.structs.replace(sign, word=texts(f"sign.{token}")) for token, sign in signs.items()},
        cards=cards,
    )


def label_of(texts: Texts, struct: str, name: str) -> str:
    """The label of a field: from [view.<Struct>] if the same name means several things, else from [view]."""
    own = f"view.{struct}.{name}"
    return texts(own) if own in texts else texts(f"view.{name}")
