"""Tiny Towns: kinds of move, their codes and words, and the reasons why a move may be refused."""

from __future__ import annotations

from typing import Any

from townwright.engine.moves import Kind, Moves, Reasons
from townwright.engine.texts import Texts

from .box import LETTERS, PLACEMENTS, SQUARE_NAMES, TYPE_CODES, Face
from .cards import about, named
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
    State,
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

# A monument is its owner's secret until it stands; what a player does in a round is secret until everybody is ready.
keep = Kind("keep", secret="always", which=2)  # not the card itself: the log of a running game must not name it
name = Kind("name", resource=RESOURCES)
pick = Kind("pick", resource=RESOURCES)
place = Kind("place", secret="until_revealed", any_order=True, resource=RESOURCES, square=SQUARES)
store = Kind("store", secret="until_revealed", square=SQUARES)
swap = Kind("swap", secret="until_revealed", any_order=True, square=SQUARES, resource=RESOURCES)
lay = Kind("lay", secret="until_revealed", square=SQUARES)
cavern = Kind("cavern", secret="until_revealed")
target = Kind("target", secret="until_revealed", square=SQUARES)
mark = Kind("mark", secret="until_revealed", resource=RESOURCES)
exchange = Kind("exchange", secret="until_revealed", any_order=True, type=SHARED, square=SQUARES)
endow = Kind("endow", secret="until_revealed", any_order=True, type=SHARED, square=SQUARES)
watch = Kind("watch", secret="until_revealed", type=SHARED)
settle = Kind("settle", secret="until_revealed", any_order=True, type=SHARED, square=SQUARES)
stop = Kind("stop", secret="until_revealed")
ready = Kind("ready")
# `build` names a card and the place of its pattern. With Trading Posts several places can take the same cubes;
# then only the first of them may be played.
build = Kind("build", secret="until_revealed", any_order=True, placement=PLACEMENTS)

REASONS = Reasons()
OWN_BANK = REASONS.add("own_bank")
NOT_OPEN = REASONS.add("not_open")
NOT_EMPTY = REASONS.add("not_empty")
NOT_NAMED = REASONS.add("not_named")
NO_WAREHOUSE = REASONS.add("no_warehouse")
FULL_WAREHOUSE = REASONS.add("full_warehouse")
NOT_STORED = REASONS.add("not_stored")
SAME_KIND = REASONS.add("same_kind")
NO_COTTAGE = REASONS.add("no_cottage")
NO_STATUE = REASONS.add("no_statue")
NOT_YOURS = REASONS.add("not_yours")
NO_CAVERN = REASONS.add("no_cavern")
CAVERN_FULL = REASONS.add("cavern_full")
UNKNOWN_PLACEMENT = REASONS.add("unknown_placement")
NOT_IN_PLAY = REASONS.add("not_in_play")
NOT_YOUR_MONUMENT = REASONS.add("not_your_monument")
MONUMENT_BUILT = REASONS.add("monument_built")
NO_CUBES = REASONS.add("no_cubes")
ONLY_POSTS = REASONS.add("only_posts")
SAME_CUBES = REASONS.add("same_cubes")
NO_MARKER_LEFT = REASONS.add("no_marker_left")
MARKER_USED = REASONS.add("marker_used")
NOT_TARGET = REASONS.add("not_target")
NO_BUILDING = REASONS.add("no_building")
NOT_GUILD = REASONS.add("not_guild")
SAME_TYPE = REASONS.add("same_type")
ALREADY_LISTED = REASONS.add("already_listed")
NOT_DUE = REASONS.add("not_due")
MUST = REASONS.add("must")

# rules/foresight.py packs into one number what a cube brings: how many cubes the pattern of each type would still lack.
MOST_LACKING = 2  # cubes; a pattern that would lack more is not worth showing
LACK = MOST_LACKING + 2
INSTEAD, SEATED = 8, 8

Description = tuple[str, dict[str, Any]]


def cubes_words(cubes: dict[int, int]) -> str:
    """Squares and the resource that each needs: "a3=B b3=G b4=Y"."""
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


def knower(k: State) -> int:
    """The seat that a known state belongs to; -1 for a spectator."""
    seen = [p for p in range(k.seats) if not k.unseen >> p & 1]
    return seen[0] if len(seen) == 1 else -1


def shared_name(face: Face, k: State, kind: int, texts: Texts) -> str:
    """The building of a shared type that is in play."""
    return named(texts, "card", face.card_id(k.card[kind] - 1)) if k.card[kind] else texts(f"type.{TYPE_CODES[kind]}")


def resource_name(r: int, texts: Texts) -> str:
    return texts(f"resource.{LETTERS[r]}")


def cube_names(cubes: dict[int, int], texts: Texts) -> str:
    """The cubes of a pattern, square by square."""
    return ", ".join(
        texts("part.cube", resource=resource_name(r, texts), square=SQUARE_NAMES[square])
        for square, r in sorted(cubes.items())
    )


def places_of(face: Face, k: State, kind: Kind, values: tuple[int, ...], texts: Texts) -> dict[str, Any]:
    """Resource, square, type and card of a move in words."""
    found: dict[str, Any] = {}
    for dim, value in zip(kind.dims, values, strict=True):
        if dim == "resource":
            found[dim] = resource_name(value, texts)
        elif dim == "square":
            found[dim] = SQUARE_NAMES[value]
        elif dim == "type":
            found[dim] = shared_name(face, k, value, texts)
    if kind is build:
        card, cubes = face.placements[values[0]]
        found |= {"card": named(texts, "card", face.card_id(card)), "cubes": cube_names(cubes, texts)}
    return found


def say(face: Face, k: State, kind: Kind, values: tuple[int, ...], texts: Texts) -> tuple[str, dict[str, Any]]:
    """The sentence of a move for a known state: its key under [move] and [did], and what fills its places."""
    places, own = places_of(face, k, kind, values, texts), knower(k)
    if kind is keep:
        card = k.dealt[own, values[0]] if own >= 0 and k.decision[own] == KEEP else 0
        if not card:
            return "keep_plain", {"n": values[0] + 1}
        kept = face.card_id(card - 1)
        return "keep", {"card": named(texts, "card", kept), "about": about(face, kept, k.seats, texts)}
    if kind is place and k.named and values[0] != k.named - 1 and (own < 0 or not k.holding[own]):
        return "place_instead", {**places, "named": resource_name(k.named - 1, texts)}
    if kind is target:
        if own < 0 or not k.making[own]:
            return "target_plain", places
        return "target", {**places, "card": named(texts, "card", face.card_id(k.making[own] - 1))}
    if kind is stop and own >= 0 and k.decision[own] == SETTLE:
        return "stop_watch", places
    return kind.name, places


def because(face: Face, k: State, reason: int, kind: Kind, values: tuple[int, ...], texts: Texts) -> dict[str, Any]:
    """What fills the places of a reason's sentence: the resource, card or cubes that it is about."""
    places = places_of(face, k, kind, values, texts) if reason != UNKNOWN_PLACEMENT else {}
    if reason == NOT_NAMED:
        own = knower(k)
        wanted = k.holding[own] if own >= 0 and k.holding[own] else k.named
        return {"resource": resource_name(wanted - 1, texts)}
    if reason == CAVERN_FULL:
        return {"cubes": texts.count("count.cubes", face.figures.cavern)}
    if reason == FULL_WAREHOUSE:
        return {"cubes": texts.count("count.cubes", face.figures.store)}
    return places


def fields(face: Face, code: int, note: int) -> dict[str, Any]:
    """What a cube does for the player's patterns: which it can complete and where, or what they would still lack."""
    kind = MOVES.kind(code)
    if kind in (name, pick):
        types = [code for t, code in enumerate(TYPE_CODES) if note >> t & 1]
        where = [square for n, square in enumerate(SQUARE_NAMES) if note >> len(TYPE_CODES) + n & 1]
        return {"completes": types, "on": where}
    if kind is place:
        digits = [note // INSTEAD // LACK**t % LACK for t in range(len(TYPE_CODES))]
        return {"lacks": {code: n - 1 for code, n in zip(TYPE_CODES, digits, strict=True) if n}}
    return {}


def things(face: Face) -> list[tuple[str, str]]:
    """What `rules.gets` counts: every monument, when it is kept."""
    return [("kind.keep", name) for name in face.monuments]
