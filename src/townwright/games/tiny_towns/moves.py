"""Tiny Towns: kinds of move, their codes and words, and the reasons why a move may be refused."""

from __future__ import annotations

from typing import Any

from townwright.engine.moves import Kind, Moves
from townwright.engine.texts import Texts

from .box import LETTERS, PLACEMENTS, SQUARE_NAMES, TYPE_CODES, Face
from .state import (
    BUILD,
    ENDOW,
    EXCHANGE,
    HANDLE,
    KEEP,
    LIST,
    MARK,
    NAME,
    NONE,
    PICK,
    RESOURCES,
    SETTLE,
    SHARED,
    SQUARES,
    SWAP,
    TARGET,
)

DECISIONS = {
    NONE: "ready",
    KEEP: "keep",
    NAME: "name",
    PICK: "pick",
    HANDLE: "handle",
    SWAP: "swap",
    BUILD: "build",
    TARGET: "target",
    MARK: "mark",
    EXCHANGE: "exchange",
    ENDOW: "endow",
    LIST: "list",
    SETTLE: "settle",
}

keep = Kind("keep", which=2)  # not the card itself: the log of a running game must not name it
name = Kind("name", resource=RESOURCES)
pick = Kind("pick", resource=RESOURCES)
place = Kind("place", resource=RESOURCES, square=SQUARES)
store = Kind("store", square=SQUARES)
swap = Kind("swap", square=SQUARES, resource=RESOURCES)
lay = Kind("lay", square=SQUARES)
cavern = Kind("cavern")
target = Kind("target", square=SQUARES)
mark = Kind("mark", resource=RESOURCES)
exchange = Kind("exchange", type=SHARED, square=SQUARES)
endow = Kind("endow", type=SHARED, square=SQUARES)
watch = Kind("watch", type=SHARED)
settle = Kind("settle", type=SHARED, square=SQUARES)
stop = Kind("stop")
ready = Kind("ready")
# `build` names a card and the place of its pattern. With Trading Posts several places can take the same cubes;
# then only the first of them may be played.
build = Kind("build", placement=PLACEMENTS)

REASONS = (
    "",
    "over",
    "not_your_turn",
    "not_asked",
    "own_bank",
    "not_open",
    "not_empty",
    "not_named",
    "no_warehouse",
    "full_warehouse",
    "not_stored",
    "same_kind",
    "no_cottage",
    "no_statue",
    "not_yours",
    "cavern_full",
    "unknown_placement",
    "not_in_play",
    "not_your_monument",
    "monument_built",
    "no_cubes",
    "only_posts",
    "same_cubes",
    "no_marker_left",
    "marker_used",
    "not_target",
    "no_building",
    "not_guild",
    "same_type",
    "already_listed",
    "not_due",
    "must",
)
(
    FINE,
    OVER,
    NOT_YOUR_TURN,
    NOT_ASKED,
    OWN_BANK,
    NOT_OPEN,
    NOT_EMPTY,
    NOT_NAMED,
    NO_WAREHOUSE,
    FULL_WAREHOUSE,
    NOT_STORED,
    SAME_KIND,
    NO_COTTAGE,
    NO_STATUE,
    NOT_YOURS,
    CAVERN_FULL,
    UNKNOWN_PLACEMENT,
    NOT_IN_PLAY,
    NOT_YOUR_MONUMENT,
    MONUMENT_BUILT,
    NO_CUBES,
    ONLY_POSTS,
    SAME_CUBES,
    NO_MARKER_LEFT,
    MARKER_USED,
    NOT_TARGET,
    NO_BUILDING,
    NOT_GUILD,
    SAME_TYPE,
    ALREADY_LISTED,
    NOT_DUE,
    MUST,
) = range(len(REASONS))

Description = tuple[str, dict[str, Any]]


# what a player does in a round is unknown to the others until everybody is ready; his monument until it stands
OPEN_KINDS = (name, pick, ready)


def cubes_words(cubes: dict[int, int]) -> str:
    """Squares and the resource each wants: "a3=B b3=G b4=Y"."""
    return " ".join(f"{SQUARE_NAMES[square]}={LETTERS[r]}" for square, r in sorted(cubes.items()))


def describe_build(face: Face, placement: int) -> Description:
    card, cubes = face.placements[placement]
    fields = {
        "card": face.card_id(card),
        "squares": {SQUARE_NAMES[square]: LETTERS[resource] for square, resource in sorted(cubes.items())},
    }
    return f"build {face.card_id(card)} {cubes_words(cubes)}", fields


def with_resource(word: str) -> Any:
    return lambda face, r: (f"{word} {LETTERS[r]}", {"resource": LETTERS[r]})


def with_square(word: str) -> Any:
    return lambda face, square: (f"{word} {SQUARE_NAMES[square]}", {"square": SQUARE_NAMES[square]})


def with_type(word: str) -> Any:
    def describe(face: Face, kind: int, square: int | None = None) -> Description:
        if square is None:
            return f"{word} {TYPE_CODES[kind]}", {"type": TYPE_CODES[kind]}
        fields = {"type": TYPE_CODES[kind], "square": SQUARE_NAMES[square]}
        return f"{word} {TYPE_CODES[kind]} {SQUARE_NAMES[square]}", fields

    return describe


MOVES = Moves(
    (
        keep,
        name,
        pick,
        place,
        store,
        swap,
        lay,
        cavern,
        target,
        mark,
        exchange,
        endow,
        watch,
        settle,
        stop,
        ready,
        build,
    ),
    {
        "keep": lambda face, which: (f"keep {which + 1}", {"which": which + 1}),
        "name": with_resource("name"),
        "pick": with_resource("pick"),
        "place": lambda face, r, square: (
            f"place {LETTERS[r]} {SQUARE_NAMES[square]}",
            {"resource": LETTERS[r], "square": SQUARE_NAMES[square]},
        ),
        "store": with_square("store"),
        "swap": lambda face, square, r: (
            f"swap {SQUARE_NAMES[square]} {LETTERS[r]}",
            {"square": SQUARE_NAMES[square], "resource": LETTERS[r]},
        ),
        "lay": with_square("lay"),
        "cavern": lambda face: ("cavern", {}),
        "target": with_square("target"),
        "mark": with_resource("mark"),
        "exchange": with_type("exchange"),
        "endow": with_type("endow"),
        "watch": with_type("watch"),
        "settle": with_type("settle"),
        "stop": lambda face: ("stop", {}),
        "ready": lambda face: ("ready", {}),
        "build": describe_build,
    },
)

SECRETS = tuple(kind.name for kind in MOVES.kinds if kind not in OPEN_KINDS)


def named(texts: Texts, table: str, name: str) -> str:
    """The text for an id; the cards of a box of one's own may have none."""
    return texts(f"{table}.{name}") if f"{table}.{name}" in texts else name.replace("_", " ")


def shared_name(face: Face, k: Any, kind: int, texts: Texts) -> str:
    """The building of a shared type that is in play."""
    return named(texts, "card", face.card_id(k.card[kind] - 1)) if k.card[kind] else texts(f"type.{TYPE_CODES[kind]}")


def actor(k: Any, field: str) -> int:
    """What a field holds for the seat that is asked; the observer knows his own alone."""
    return max(int(getattr(k, field)[p]) for p in range(k.seats))


def tell(face: Face, k: Any, kind: Kind, values: tuple[int, ...], texts: Texts) -> str:
    """A move as a sentence."""
    filled: dict[str, Any] = {}
    for dim, value in zip(kind.dims, values, strict=True):
        if dim == "resource":
            filled[dim] = texts(f"resource.{LETTERS[value]}")
        elif dim == "square":
            filled[dim] = SQUARE_NAMES[value]
        elif dim == "type":
            filled[dim] = shared_name(face, k, value, texts)
    if kind is keep:
        return tell_keep(face, k, values[0], texts)
    if kind is place and k.named and values[0] != k.named - 1 and not actor(k, "holding"):
        return texts("move.place_instead", **filled, named=texts(f"resource.{LETTERS[k.named - 1]}"))
    if kind is target and actor(k, "making"):
        return texts("move.target", card=named(texts, "card", face.card_id(actor(k, "making") - 1)), **filled)
    if kind is target:
        return texts("move.target_plain", **filled)
    if kind is stop and actor(k, "decision") == SETTLE:
        return texts("move.stop_watch")
    if kind is build:
        card, cubes = face.placements[values[0]]
        return texts(
            "move.build",
            card=named(texts, "card", face.card_id(card)),
            cubes=", ".join(
                texts("part.cube", resource=texts(f"resource.{LETTERS[r]}"), square=SQUARE_NAMES[square])
                for square, r in sorted(cubes.items())
            ),
        )
    return texts(f"move.{kind.name}", **filled)


def tell_keep(face: Face, k: Any, which: int, texts: Texts) -> str:
    """Which monument is kept; for others only that one of the two is."""
    own = [p for p in range(k.seats) if k.decision[p] == KEEP and k.dealt[p, which]]
    if len(own) != 1:
        return texts("move.keep_plain", n=which + 1)
    card = face.card_id(k.dealt[own[0], which] - 1)
    return texts("move.keep", card=named(texts, "card", card), about=named(texts, "about", card))
