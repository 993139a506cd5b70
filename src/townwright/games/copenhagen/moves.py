"""Copenhagen: kinds of move, their words, and the reasons why a move may be refused."""

from __future__ import annotations

import functools
from typing import Any

from townwright.engine.compiling import uncompiled
from townwright.engine.moves import Kind, Moves, Reasons
from townwright.engine.texts import Texts

from .box import CELL_NAMES, LETTERS, PLACEMENTS, Face
from .state import ABILITIES, ACTIVE, AFTER, BRIDGES, CELLS, COAT, COLOURS, DISCARD, DISCOUNT, MAIN, PAY, THIRD, State

COSTS, MOST_COATS = 16, 64  # upper bounds: no tile costs so much or brings so many coats of arms
PLAINLY, HELPED, FREE = range(3)  # how a player can pay: with cards alone, with ability tiles, with no card at all

PAIRS = [(i, j) for i in range(BRIDGES) for j in range(i + 1, BRIDGES)]
ABILITY_NAMES = ("any", "extra", "discount", "change", "both")
DECISIONS = {MAIN: "main", THIRD: "third", DISCARD: "discard", AFTER: "after", PAY: "pay", COAT: "coat"}

take = Kind("take", any_order=True, pair=len(PAIRS))
card = Kind("card", bridge=BRIDGES)
decline = Kind("decline")
discard = Kind("discard", colour=COLOURS)
end = Kind("end")
# `swap` is 0 for no change of colours, else 1 + 5 * colour + cards - 1. It names the colour outright, so the words of
# a payment do not depend on the tile it is for.
pay = Kind("pay", discount=2, swap=1 + COLOURS * 5)
special = Kind("special", cell=CELLS)
ability = Kind("ability", tile=ABILITIES - 1)  # everybody starts with the first
activate = Kind("activate")
lose = Kind("lose")
build = Kind("build", any_order=True, placement=PLACEMENTS)

REASONS = Reasons()
NOT_ADJACENT = REASONS.add("not_adjacent")
EMPTY_BRIDGE = REASONS.add("empty_bridge")
NO_SUCH_CARD = REASONS.add("no_such_card")
STACK_EMPTY = REASONS.add("stack_empty")
OVERLAP = REASONS.add("overlap")
NO_SUPPORT = REASONS.add("no_support")
CANNOT_PAY = REASONS.add("cannot_pay")
NO_SUCH_PAYMENT = REASONS.add("no_such_payment")
NO_WHITE = REASONS.add("no_white")
ABILITY_OWNED = REASONS.add("ability_owned")
NONE_USED = REASONS.add("none_used")
COMPULSORY = REASONS.add("compulsory")
UNKNOWN_PLACEMENT = REASONS.add("unknown_placement")


def swap_parts(swap: int) -> tuple[int, int]:
    """The other colour of a payment and how many cards of it; swap is not 0."""
    return (swap - 1) // 5, (swap - 1) % 5 + 1


def placement_words(face: Face, placement: int) -> str:
    """A tile and its cells, the brick starred: "B4 a1* b1 c1 c2"."""
    tile, cells, brick = face.placements[placement]
    return " ".join([face.tiles[tile], *(CELL_NAMES[c] + "*" * (c == brick) for c in cells)])


def describe_take(face: Face, pair: int) -> tuple[str, dict[str, Any]]:
    i, j = PAIRS[pair]
    uses = {"uses": "any"} if j - i > 1 else {}  # the ability tile that it turns over
    return f"take {i + 1} {j + 1}", {"bridges": [i + 1, j + 1], **uses}


def describe_pay(face: Face, discount: int, swap: int) -> tuple[str, dict[str, Any]]:
    words, fields = "pay", dict[str, Any](discount=bool(discount), colour=None, cards=0)
    if discount:
        words += " discount"
    if swap:
        colour, cards = swap_parts(swap)
        fields |= {"colour": LETTERS[colour], "cards": cards}
        words += f" {LETTERS[colour]} {cards}"
    return words, fields


def describe_build(face: Face, placement: int) -> tuple[str, dict[str, Any]]:
    tile, cells, brick = face.placements[placement]
    fields = {"tile": face.tiles[tile], "cells": [CELL_NAMES[c] for c in cells], "brick": CELL_NAMES[brick]}
    return f"build {placement_words(face, placement)}", fields


MOVES = Moves(
    (take, card, decline, discard, end, pay, special, ability, activate, lose, build),
    {
        "take": describe_take,
        "card": lambda face, bridge: (f"card {bridge + 1}", {"bridge": bridge + 1}),
        "decline": lambda face: ("decline", {}),
        "discard": lambda face, colour: (f"discard {LETTERS[colour]}", {"colour": LETTERS[colour]}),
        "end": lambda face: ("end", {}),
        "pay": describe_pay,
        "special": lambda face, cell: (f"special {CELL_NAMES[cell]}", {"cell": CELL_NAMES[cell]}),
        "ability": lambda face, tile: (f"ability {ABILITY_NAMES[tile + 1]}", {"ability": ABILITY_NAMES[tile + 1]}),
        "activate": lambda face: ("activate", {}),
        "lose": lambda face: ("lose", {}),
        "build": describe_build,
    },
)


def say(face: Face, k: State, kind: Kind, values: tuple[int, ...], texts: Texts) -> tuple[str, dict[str, Any]]:
    """The sentence of a move for a known state: its key under [move] and [did], and what fills its places."""
    if kind is build:
        due = cost_before_abilities(face, k, values[0])
        how = payment(k, k.turn, face.colours[values[0]], due, face.min_cost)
        return say_build(face, texts, values[0], due, how)
    if kind is take or kind is card:
        bridges = PAIRS[values[0]] if kind is take else values
        cards = [texts(f"colour.{LETTERS[k.display[b] - 1]}") if k.display[b] else "?" for b in bridges]
        key = "take_any" if kind is take and bridges[1] - bridges[0] > 1 else kind.name
        return key, {"cards": cards, "bridges": [b + 1 for b in bridges]}
    if kind is discard:
        return "discard", {"colour": texts(f"colour.{LETTERS[values[0]]}")}
    if kind is pay:
        if k.due == values[0] and not values[1]:
            return "pay_nothing", {}
        return "pay", {"parts": payment_parts(face, k, values[0], values[1], texts)}
    if kind is special:
        return "special", {"cell": CELL_NAMES[values[0]]}
    if kind is ability:
        return "ability", {"ability": texts(f"ability.{ABILITY_NAMES[values[0] + 1]}")}
    return kind.name, {}


def because(face: Face, k: State, reason: int, kind: Kind, values: tuple[int, ...], texts: Texts) -> dict[str, Any]:
    """What fills the places of a reason's sentence: the price of a tile, the cards in hand and those missing."""
    if reason != CANNOT_PAY:
        return {}
    due, colour = cost_before_abilities(face, k, values[0]), face.colours[values[0]]
    name = texts(f"colour.{LETTERS[colour]}")
    have = k.hand[k.turn, colour]
    return {"cost": texts("pay.cards", n=due, colour=name), "have": have, "missing": due - have}


def payment(k: State, p: int, colour: int, due: int, least: int) -> int:
    """How a player can pay a price before abilities: plainly, helped, or free with the discount (K-3).

    An unknown hand counts as enough, so that the words reveal nothing about it.
    """
    known = 0
    for c in range(COLOURS):
        known += k.hand[p, c]
    if k.hand[p, colour] >= due or known < k.held[p]:
        return PLAINLY
    return FREE if due == 1 and least == 0 and k.ability[p, DISCOUNT] == ACTIVE else HELPED


def say_build(face: Face, texts: Texts, placement: int, due: int, how: int) -> tuple[str, dict[str, Any]]:
    """A tile, its place and its price."""
    tile, cells, brick = face.placements[placement]
    name = face.tiles[tile]
    key = ("build", "build_with_ability", "build_free")[how]
    return key, {
        "cost": texts("pay.cards", n=due, colour=texts(f"colour.{name[0]}")),
        "size": name[1],
        "colour": texts(f"colour.{name[0]}"),
        "cells": ", ".join(CELL_NAMES[c] for c in cells),
        "brick": CELL_NAMES[brick],
    }


@functools.cache
def building() -> Any:
    """The rules of building; imported late, because they import this module."""
    from .rules import building

    return building


def cost_before_abilities(face: Face, k: State, placement: int) -> int:
    """What a placement costs the player whose turn it is, before ability tiles (K-1)."""
    near = around(k.colour[k.turn, face.colours[placement]]) & face.masks[placement]
    due: int = uncompiled(building().cost)(face.min_cost, len(face.placements[placement][1]), int(near > 0), 0)
    return due


@functools.lru_cache(10_000)
def around(cells: int) -> int:
    """Cells that touch one of these."""
    near: int = uncompiled(building().touching)(cells)
    return near


def payment_parts(face: Face, k: State, discount: int, swap: int, texts: Texts) -> str:
    """How many cards of which colours pay for the chosen tile."""
    tile = face.placements[k.chosen][0]
    colour = LETTERS.index(face.tiles[tile][0])
    cost = k.due - discount
    other, cards = swap_parts(swap) if swap else (0, 0)
    parts = []
    if cost - cards or not cards:
        parts.append(texts("pay.cards", n=cost - cards, colour=texts(f"colour.{LETTERS[colour]}")))
    if cards:
        parts.append(texts("pay.changed", n=cards, colour=texts(f"colour.{LETTERS[other]}")))
    if discount:
        parts.append(texts("pay.discount"))
    return ", ".join(parts)


def fields(face: Face, code: int, note: int) -> dict[str, Any]:
    """What laying a tile would cost and bring, as fields of the move; nothing for other moves."""
    if not lays_tile(code):
        return {}
    rest, how = divmod(note, FREE + 1)
    rest, due = divmod(rest, COSTS)
    gained, coats = divmod(rest, MOST_COATS)
    return {"cost": 0 if how == FREE else due, "points": gained, "coats": coats}


def lays_tile(code: int) -> bool:
    return code >= build.base or special.base <= code < special.base + CELLS
