"""Old London Bridge: kinds of move, their codes and words, and the reasons why a move may be refused."""

from __future__ import annotations

from typing import Any

import numpy as np

from townwright.engine.moves import Kind, Moves
from townwright.engine.texts import Texts

from .box import KIND_NAMES, TYPE_NAMES, Face, tile_name
from .state import (
    AFTER,
    BACKS,
    BONUS,
    BONUS_STACK,
    CARDS,
    CARDS_TAKE,
    CENTRE,
    CHOOSE,
    LADIES,
    OCC,
    PER_TYPE,
    PLACE,
    RAISE,
    REPLACE,
    SLOTS,
    TYPES,
    VALUES,
)

DECISIONS = {
    CHOOSE: "choose",
    LADIES: "lady",
    RAISE: "plus",
    PLACE: "place",
    REPLACE: "replace",
    CARDS_TAKE: "inn",
    BONUS: "bonus",
    AFTER: "after",
}
# two cards laid together, higher first (two players)
PAIRS = [(high, low) for high in range(VALUES) for low in range(high + 1)]


def partitions(total: int, most: int) -> list[tuple[int, ...]]:
    """Every way to write a total as cards of at most that value, high cards first."""
    if total == 0:
        return [()]
    return [(card, *rest) for card in range(min(most, total), 0, -1) for rest in partitions(total - card, card)]


# Every multiset of cards that an inn can give, by total: a bridge has at most twelve crests of a colour.
HAULS = [cards for total in range(1, SLOTS + 1) for cards in partitions(total, VALUES - 1)]
HAUL_FIRST = np.array([next((n for n, c in enumerate(HAULS) if sum(c) == t), len(HAULS)) for t in range(SLOTS + 2)])
HAUL_FIRST[0] = 0  # a total of 0 has no hauls
HAUL_COUNTS = np.array([[cards.count(value) for value in range(VALUES)] for cards in HAULS])
HAUL_PACKED = np.array([sum(cards.count(value) << 8 * (value - 1) for value in range(1, VALUES)) for cards in HAULS])

card = Kind("card", value=VALUES)
cards = Kind("cards", pair=len(PAIRS))
lady = Kind("lady")
plus = Kind("plus", card=CARDS)
ch2 = Kind("ch2")
gt2 = Kind("gt2")
rec = Kind("rec")
done = Kind("done")  # no bonus tile, or no more
pass_ = Kind("pass")
space = Kind("space", stack=TYPES)
centre = Kind("centre", stack=TYPES)
free = Kind("free", stack=TYPES)
replace = Kind("replace", slot=SLOTS - 1)
take = Kind("take", back=BACKS)
inn = Kind("inn", haul=len(HAULS))

REASONS = (
    "",
    "over",
    "not_your_turn",
    "not_asked",
    "no_such_card",
    "one_card",
    "two_cards",
    "no_tile",
    "no_lady_card",
    "at_end",
    "zero_returns",
    "card_gone",
    "stack_empty",
    "occupied",
    "own_space",
    "at_x",
    "cannot_pay",
    "can_place",
    "no_building",
    "is_garden",
    "breaks_row",
    "wrong_total",
    "supply_short",
    "bonus_empty",
    "same_card",
)
(
    FINE,
    OVER,
    NOT_YOUR_TURN,
    NOT_ASKED,
    NO_SUCH_CARD,
    ONE_CARD,
    TWO_CARDS,
    NO_TILE,
    NO_LADY_CARD,
    AT_END,
    ZERO_RETURNS,
    CARD_GONE,
    STACK_EMPTY,
    OCCUPIED,
    OWN_SPACE,
    AT_X,
    CANNOT_PAY,
    CAN_PLACE,
    NO_BUILDING,
    IS_GARDEN,
    BREAKS_ROW,
    WRONG_TOTAL,
    SUPPLY_SHORT,
    BONUS_EMPTY,
    SAME_CARD,
) = range(len(REASONS))

Described = tuple[str, dict[str, Any]]


def plain(words: str) -> Any:
    """A move that needs no more than its name."""
    return lambda face: (words, {})


def at_stack(words: str) -> Any:
    """A move that names a stack of buildings."""
    return lambda face, stack: (f"{words} {TYPE_NAMES[stack]}", {"stack": TYPE_NAMES[stack]})


def describe_cards(face: Face, pair: int) -> Described:
    high, low = PAIRS[pair]
    return f"cards {high} {low}", {"values": [high, low]}


def describe_inn(face: Face, haul: int) -> Described:
    return f"inn {' '.join(map(str, HAULS[haul]))}", {"cards": list(HAULS[haul])}


MOVES = Moves(
    (card, cards, lady, plus, ch2, gt2, rec, done, pass_, space, centre, free, replace, take, inn),
    {
        "card": lambda face, value: (f"card {value}", {"value": value}),
        "cards": describe_cards,
        "lady": plain("lady"),
        "plus": lambda face, card: (f"plus {card + 1}", {"card": card + 1}),
        "ch2": plain("ch2"),
        "gt2": plain("gt2"),
        "rec": plain("rec"),
        "done": plain("done"),
        "pass": plain("pass"),
        "space": at_stack("space"),
        "centre": at_stack("centre"),
        "free": at_stack("free"),
        "replace": lambda face, slot: (f"replace {slot + 1}", {"slot": slot + 1}),
        "take": lambda face, back: (f"take {back + 1}", {"stack": back + 1}),
        "inn": describe_inn,
    },
)


def actor(k: Any) -> int:
    """The seat whose turn is being taken; the first pending seat before the turns."""
    if k.turn:
        seat: int = (k.order[k.turn - 1] - 1) // CARDS
        return seat
    return next((seat for seat in range(k.seats) if k.pending >> seat & 1), 0)


def building(face: Face, tile: int, texts: Texts) -> str:
    """A building as a person calls it: "chapel 32 (blue)", "guild 45", "a blue garden"."""
    name = tile_name(tile)
    kind, crest = face.buildings[name]
    if crest == "all":
        return texts("building.guild", type=texts(f"type.{kind}"), n=name)
    key = "garden" if kind == "garden" else "number"
    return texts(f"building.{key}", type=texts(f"type.{kind}"), n=name, crest=texts(f"crest.{crest}"))


def top(face: Face, k: Any, stack: int, texts: Texts) -> str:
    """The top building of a stack, as a person calls it."""
    tile = k.stack[stack * PER_TYPE + k.left[stack] - 1] if k.left[stack] else 0
    return building(face, tile, texts) if tile else texts(f"type.{TYPE_NAMES[stack]}")


def tell_placement(face: Face, k: Any, kind: Kind, stack: int, texts: Texts) -> str:
    """Where the pawn goes, with which bonus tiles, and what is taken."""
    seat = actor(k)
    at = CENTRE if kind is not space else stack
    crowded = any(p != seat and k.pawn[p] == at + 1 for p in range(k.seats))
    with_tile = texts("move.with_occ") if crowded and k.tiles[seat, OCC] else ""
    fields = {"stack": texts(f"type.{TYPE_NAMES[stack]}"), "tile": top(face, k, stack, texts), "occ": with_tile}
    if kind is not space:
        return texts(f"move.{kind.name}", cost=face.centre_cost, **fields)
    money = face.pays[k.offset][stack]
    return texts("move.space_x", **fields) if money < 0 else texts("move.space", money=money, **fields)


def tell(face: Face, k: Any, code: int, texts: Texts) -> str:
    """A move as a sentence, in the situation of a known state."""
    kind = MOVES.kind(code)
    values = kind.values(code)
    if kind is card:
        return texts("move.card", value=values[0])
    if kind is cards:
        high, low = PAIRS[values[0]]
        return texts("move.cards", high=high, low=low)
    if kind is plus:
        played = k.played[actor(k), values[0]]
        return texts("move.plus", value=played - 1 if played else "?")
    if kind in (space, centre, free):
        return tell_placement(face, k, kind, values[0], texts)
    if kind is replace:
        tile = k.bridge[actor(k), values[0]]
        new = building(face, k.taken, texts) if k.taken else "?"
        return texts("move.replace", slot=values[0] + 1, tile=building(face, tile, texts) if tile else "?", new=new)
    if kind is take:
        left = k.bonus_left[values[0]]
        tile = KIND_NAMES[k.bonus[values[0] * BONUS_STACK + left - 1] - 1] if left else None
        name, about = (texts(f"bonus.{tile}"), texts(f"about.{tile}")) if tile else ("?", "")
        return texts("move.take", stack=values[0] + 1, tile=name, about=about).strip()
    if kind is inn:
        return texts("move.inn", cards=", ".join(map(str, HAULS[values[0]])))
    if kind is done:
        return texts(f"move.done_{DECISIONS[k.decision] if k.decision in (LADIES, RAISE) else 'turn'}")
    return texts(f"move.{kind.name}")
