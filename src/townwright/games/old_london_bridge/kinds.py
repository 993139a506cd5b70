"""Old London Bridge: kinds of move, their codes and words, and the reasons why a move may be refused."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from townwright.engine.moves import Kind, Moves, Reasons

from .box import KIND_NAMES, TILE_NAMES, TYPE_NAMES, Face
from .state import (
    AFTER,
    BACKS,
    BONUS,
    CARDS,
    CARDS_TAKE,
    CHOOSE,
    LADIES,
    PLACE,
    RAISE,
    REPLACE,
    SLOTS,
    TYPES,
    VALUES,
)

Decision = Literal["choose", "lady", "plus", "place", "replace", "inn", "bonus", "after"]
DECISIONS: dict[int, Decision] = {
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


# Every multiset of cards that an inn can give, by total. A bridge has at most twelve crests of a colour.
HAULS = [cards for total in range(1, SLOTS + 1) for cards in partitions(total, VALUES - 1)]
HAUL_FIRST = np.array([next((n for n, c in enumerate(HAULS) if sum(c) == t), len(HAULS)) for t in range(SLOTS + 2)])
HAUL_FIRST[0] = 0  # a total of 0 has no hauls
HAUL_COUNTS = np.array([[cards.count(value) for value in range(VALUES)] for cards in HAULS])
HAUL_PACKED = np.array([sum(cards.count(value) << 8 * (value - 1) for value in range(1, VALUES)) for cards in HAULS])

card = Kind("card", secret="until_revealed", value=VALUES)
cards = Kind("cards", secret="until_revealed", any_order=True, pair=len(PAIRS))
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
inn = Kind("inn", any_order=True, haul=len(HAULS))

REASONS = Reasons()
NO_SUCH_CARD = REASONS.add("no_such_card")
ONE_CARD = REASONS.add("one_card")
TWO_CARDS = REASONS.add("two_cards")
NO_TILE = REASONS.add("no_tile")
NO_LADY_CARD = REASONS.add("no_lady_card")
AT_END = REASONS.add("at_end")
ZERO_RETURNS = REASONS.add("zero_returns")
CARD_GONE = REASONS.add("card_gone")
STACK_EMPTY = REASONS.add("stack_empty")
OCCUPIED = REASONS.add("occupied")
OWN_SPACE = REASONS.add("own_space")
AT_X = REASONS.add("at_x")
CANNOT_PAY = REASONS.add("cannot_pay")
CAN_PLACE = REASONS.add("can_place")
NO_BUILDING = REASONS.add("no_building")
IS_GARDEN = REASONS.add("is_garden")
BREAKS_ROW = REASONS.add("breaks_row")
WRONG_TOTAL = REASONS.add("wrong_total")
SUPPLY_SHORT = REASONS.add("supply_short")
BONUS_EMPTY = REASONS.add("bonus_empty")
SAME_CARD = REASONS.add("same_card")

Described = tuple[str, dict[str, Any]]


def plain(words: str) -> Any:
    """A move that its name describes fully."""
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


def things(face: Face) -> list[tuple[str, str]]:
    """What `rules.gets` counts: every building, then every kind of bonus tile."""
    return [*(("view.stacks", name) for name in TILE_NAMES), *(("view.tiles", name) for name in KIND_NAMES)]
