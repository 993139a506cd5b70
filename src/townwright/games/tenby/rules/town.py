"""Tenby: streets. Where a card fits, laying it, lifting it, moving it."""

from __future__ import annotations

from townwright.engine.bits import lowest
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.moves import FINE

from .. import moves
from ..box import Box
from ..moves import GAP, LIMIT, NO_CARD, NO_CHANGE, NO_FIT, NO_FOUNDING, NOT_AN_END, NOT_LAST
from ..rows import SEA, THINGS
from ..state import TOWN, State

PLACE_AT, SHIFT_TO = moves.place.base, moves.move.base
AFTER, NEW = TOWN, 2 * TOWN  # a target: before card t, after card t - AFTER, or a new street
TARGETS = 2 * TOWN + 1
IS_LANDMARK = THINGS.index("landmark")


@rule
def card_at(s: State, p: int, i: int) -> int:
    return num(s.town[p, i]) - 1


@rule
def begins_at(s: State, p: int, i: int) -> bool:
    return (num(s.begins[p]) >> i) & 1 == 1


@rule
def is_last(s: State, p: int, i: int) -> bool:
    """Whether a card is the rightmost of its street."""
    return i == s.cards[p] - 1 or begins_at(s, p, i + 1)


@rule
def street_first(s: State, p: int, i: int) -> int:
    while not begins_at(s, p, i):
        i -= 1
    return i


@rule
def street_last(s: State, p: int, i: int) -> int:
    later = num(s.begins[p]) >> (i + 1)
    return i + lowest(later) if later else num(s.cards[p]) - 1


@rule
def streets(s: State, p: int) -> int:
    """How many streets a town has."""
    n, rest = 0, num(s.begins[p])
    while rest:
        rest &= rest - 1
        n += 1
    return n


@rule
def meet(right: int, left: int) -> bool:
    """Whether two edges may touch: the same type, and never the sea (ruling 1)."""
    return right == left and right != SEA


@rule
def neighbours(box: Box, s: State, p: int, i: int, j: int) -> bool:
    """Whether the cards at two places may stand side by side."""
    return meet(num(box.right_edge[card_at(s, p, i)]), num(box.left_edge[card_at(s, p, j)]))


@rule
def complete(box: Box, s: State, p: int, first: int, last: int) -> bool:
    """A street is completed with the sea at both ends (1.6)."""
    return box.left_edge[card_at(s, p, first)] == SEA and box.right_edge[card_at(s, p, last)] == SEA


@rule
def other_landmark(box: Box, s: State, p: int, i: int, lifted: int) -> bool:
    """Whether the street of card i has a landmark, the card at `lifted` left out (ruling 5)."""
    j = street_first(s, p, i)
    while True:
        if j != lifted and box.count[card_at(s, p, j), IS_LANDMARK]:
            return True
        if is_last(s, p, j):
            return False
        j += 1


@rule
def refuse_target(box: Box, s: State, p: int, c: int, target: int, lifted: int) -> int:
    """Why card c cannot go to a target, edges and landmark limit (1.6, 1.7).

    `lifted` is its place if it is already in the town; -1 for a gained card, which only goes to the ends of streets.
    """
    if target == NEW:
        return FINE
    after = target >= AFTER
    i = target - AFTER if after else target
    if i >= s.cards[p]:
        return NO_CARD
    if after:
        if not is_last(s, p, i):
            return NOT_LAST
        fits = meet(num(box.right_edge[card_at(s, p, i)]), num(box.left_edge[c]))
    else:
        fits = meet(num(box.right_edge[c]), num(box.left_edge[card_at(s, p, i)]))
        if not begins_at(s, p, i):
            if lifted < 0:
                return NOT_AN_END
            fits = fits and meet(num(box.right_edge[card_at(s, p, i - 1)]), num(box.left_edge[c]))
    if not fits:
        return NO_FIT
    if box.count[c, IS_LANDMARK] and other_landmark(box, s, p, i, lifted):
        return LIMIT
    return FINE


@rule
def insert(s: State, p: int, c: int, target: int) -> None:
    """Lays card c at a target."""
    n = num(s.cards[p])
    begins = num(s.begins[p])
    at = n if target == NEW else (target - AFTER + 1 if target >= AFTER else target)
    for j in range(n, at, -1):
        s.town[p, j] = s.town[p, j - 1]
    s.town[p, at] = c + 1
    below = (1 << at) - 1
    street = (begins >> at) & 1
    after = ((begins & ~below) << 1) | (begins & below)
    if target == NEW:
        after |= 1 << at
    elif target < AFTER and street:  # the new first card of the street; the old one is no longer the first
        after = (after & ~(1 << (at + 1))) | (1 << at)
    s.begins[p] = after
    s.cards[p] = n + 1


@rule
def lift(s: State, p: int, i: int) -> None:
    """Takes a card out of a town; its street closes up."""
    n = num(s.cards[p])
    begins = num(s.begins[p])
    alone = begins_at(s, p, i) and is_last(s, p, i)
    below = (1 << i) - 1
    after = ((begins >> (i + 1)) << i) | (begins & below)
    if begins_at(s, p, i) and not alone:
        after |= 1 << i
    for j in range(i, n - 1):
        s.town[p, j] = s.town[p, j + 1]
    s.town[p, n - 1] = 0
    s.begins[p] = after
    s.cards[p] = n - 1


@rule
def list_places(box: Box, s: State, p: int, c: int, out: Codes) -> int:
    """The ends of streets where a gained card fits, and a new street (1.6)."""
    n = 0
    for i in range(s.cards[p]):
        if begins_at(s, p, i) and refuse_target(box, s, p, c, i, -1) == FINE:
            out[n] = PLACE_AT + i
            n += 1
        if is_last(s, p, i) and refuse_target(box, s, p, c, AFTER + i, -1) == FINE:
            out[n] = PLACE_AT + AFTER + i
            n += 1
    out[n] = PLACE_AT + NEW
    return n + 1


@rule
def fits_somewhere(box: Box, s: State, p: int, c: int) -> bool:
    """Whether a gained card has a place other than a new street."""
    for i in range(s.cards[p]):
        if begins_at(s, p, i) and refuse_target(box, s, p, c, i, -1) == FINE:
            return True
        if is_last(s, p, i) and refuse_target(box, s, p, c, AFTER + i, -1) == FINE:
            return True
    return False


@rule
def refuse_lift(box: Box, s: State, p: int, i: int) -> int:
    """Why a card cannot be lifted at all: the gap must close (ruling 4).

    There is no exception for a card that goes back into its own street, because there too the cards beside it meet.
    """
    if begins_at(s, p, i) or is_last(s, p, i) or neighbours(box, s, p, i - 1, i + 1):
        return FINE
    return GAP


@rule
def refuse_shift(box: Box, s: State, p: int, i: int, target: int) -> int:
    """Why a card that can be lifted cannot go to a target (1.7, rulings 1 to 6)."""
    if target == NEW:
        if not box.founding:
            return NO_FOUNDING
        return NO_CHANGE if begins_at(s, p, i) and is_last(s, p, i) else FINE
    if target == i or target == AFTER + i or (target == i + 1 and i + 1 < s.cards[p] and not begins_at(s, p, i + 1)):
        return NO_CHANGE if target < AFTER or is_last(s, p, i) else NOT_LAST
    return refuse_target(box, s, p, card_at(s, p, i), target, i)


@rule
def list_shifts(box: Box, s: State, p: int, out: Codes) -> int:
    """Every card with every place it may be moved to."""
    n = 0
    cards = num(s.cards[p])
    for i in range(cards):
        if refuse_lift(box, s, p, i) == FINE:
            base = SHIFT_TO + TARGETS * i
            for j in range(cards):
                if refuse_shift(box, s, p, i, j) == FINE:
                    out[n] = base + j
                    n += 1
                if is_last(s, p, j) and refuse_shift(box, s, p, i, AFTER + j) == FINE:
                    out[n] = base + AFTER + j
                    n += 1
            if refuse_shift(box, s, p, i, NEW) == FINE:
                out[n] = base + NEW
                n += 1
    return n


@rule
def some_shift(box: Box, s: State, p: int, skip: int) -> int:
    """A move of `list_shifts`, leaving out the first `skip`; -1 if there is none."""
    cards = num(s.cards[p])
    for i in range(cards):
        if refuse_lift(box, s, p, i) == FINE:
            for target in range(TARGETS):
                if (target < cards or target >= AFTER) and refuse_shift(box, s, p, i, target) == FINE:
                    if skip == 0:
                        return SHIFT_TO + TARGETS * i + target
                    skip -= 1
    return -1


@rule
def can_shift(box: Box, s: State, p: int) -> bool:
    """Whether any card can be moved. The end of a street of two or more cards can always found one."""
    if box.founding and streets(s, p) < s.cards[p]:
        return True
    return some_shift(box, s, p, 0) >= 0


@rule
def shift(s: State, p: int, i: int, target: int) -> None:
    """Moves a card of the town. It is lifted first, so the places behind it count one less."""
    c = card_at(s, p, i)
    lift(s, p, i)
    if target != NEW:
        target -= 1 if i < (target - AFTER if target >= AFTER else target) else 0
    insert(s, p, c, target)
