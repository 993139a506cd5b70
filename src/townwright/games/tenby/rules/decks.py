"""Tenby: the market, its decks and discards, day cards, residents."""

from __future__ import annotations

import numpy as np

from townwright.engine.chance import shuffle
from townwright.engine.compiling import num, rule
from townwright.engine.forcing import forced

from ..box import Box
from ..state import (
    DAYS,
    DECKS,
    FIRST,
    LANDMARK_FIRST,
    PIER,
    PIER_FIRST,
    ROW,
    START_FIRST,
    TERRACE,
    TERRACE_FIRST,
    WORDS,
    State,
)

DECK_FIRST = np.array([TERRACE_FIRST, PIER_FIRST, LANDMARK_FIRST, START_FIRST])
WORD_FIRST = DECK_FIRST // 32
# For the place of the lowest bit of a 32-bit word: its 32 possible products with this number differ in the upper bits.
BRUIJN = 0x077CB531
LOWEST = np.zeros(32, np.int64)
for _bit in range(32):
    LOWEST[((BRUIJN << _bit) & 0xFFFFFFFF) >> 27] = _bit


@rule
def lowest(word: int) -> int:
    """The place of the lowest bit of a word of a set."""
    return num(LOWEST[(((word & -word) * BRUIJN) & 0xFFFFFFFF) >> 27])


@rule
def bits(word: int) -> int:
    n = 0
    while word:
        word &= word - 1
        n += 1
    return n


@rule
def deck_of(c: int) -> int:
    """The deck that a card belongs to."""
    return 0 if c < PIER_FIRST else (1 if c < LANDMARK_FIRST else 2)


@rule
def in_market(s: State, c: int) -> bool:
    return (num(s.market[c >> 5]) >> (c & 31)) & 1 == 1


@rule
def face_up(s: State, d: int) -> int:
    """How many cards of a deck are face up."""
    n = 0
    for w in range(WORD_FIRST[d], WORD_FIRST[d + 1]):
        n += bits(num(s.market[w]))
    return n


@rule
def to_discards(s: State, c: int) -> None:
    s.discards[c >> 5] |= 1 << (c & 31)


@rule
def to_market(s: State, c: int) -> None:
    s.market[c >> 5] |= 1 << (c & 31)


@rule
def can_draw(s: State, d: int) -> bool:
    """Whether a deck or its discards have a card (rulings 7, 11)."""
    if s.left[d]:
        return True
    for w in range(WORD_FIRST[d], WORD_FIRST[d + 1]):
        if s.discards[w]:
            return True
    return False


@rule
def draw(s: State, d: int) -> int:
    """Takes the top card of a town deck. Only an empty deck is refilled with its shuffled discards (1.3)."""
    first = num(DECK_FIRST[d])
    if s.left[d] == 0:
        n = 0
        for w in range(WORD_FIRST[d], WORD_FIRST[d + 1]):
            word = num(s.discards[w])
            s.discards[w] = 0
            while word:
                s.deck[first + n] = 32 * w + lowest(word) + 1
                word &= word - 1
                n += 1
        shuffle(s, s.deck, first, first + n)
        s.left[d] = n
    s.revealed += 1
    s.left[d] -= 1
    at = first + s.left[d]
    c = num(s.deck[at]) - 1
    s.deck[at] = 0
    return c


@rule
def clear_market(s: State) -> None:
    """Moves the face-up town cards to their discards (clean-up, step 2)."""
    for w in range(WORDS):
        s.discards[w] |= s.market[w]
        s.market[w] = 0


@rule
def deal_market(box: Box, s: State) -> None:
    """Turns up n + 1 terraces, n piers and n - 1 landmarks, or what there is (1.2, ruling 12)."""
    for d in range(DECKS):
        for _ in range(s.seats + box.market[d]):
            if can_draw(s, d):
                to_market(s, draw(s, d))


@rule
def draw_day(s: State) -> int:
    """Takes the top day card, counted from 1; shuffles the discards when none is left."""
    if s.day_left == 0:
        n = 0
        for day in range(DAYS):
            if (num(s.day_discards) >> day) & 1:
                s.day_deck[n] = day + 1
                n += 1
        s.day_discards = 0
        shuffle(s, s.day_deck, 0, n)
        s.day_left = n
    s.day_left -= 1
    day = num(s.day_deck[s.day_left])
    s.day_deck[s.day_left] = 0
    return day


@rule
def deal_days(s: State) -> None:
    """Fills the row of day cards to n + 1."""
    s.revealed += 1
    for place in range(s.seats + 1):
        if s.row[place] == 0:
            s.row[place] = draw_day(s)


@rule
def leave_token(s: State) -> None:
    """Lays one ring on the day card that nobody took and that stays (clean-up, step 1; ruling 19)."""
    for place in range(ROW):
        if s.row[place]:
            s.tokens[place] += 1


@rule
def draw_residents(s: State, p: int) -> bool:
    """Draws two residents, or what there is (ruling 13); returns whether the player chooses which to keep."""
    s.revealed += 1
    e = num(s.draws)
    s.draws += 1
    s.drawn_by[e] = p + 1
    s.drawn_first[e] = top_resident(s)
    if s.residents_left:
        s.drawn_second[e] = top_resident(s)
    elif forced(s):
        keep_resident(s, p, FIRST)
        return False
    return True


@rule
def top_resident(s: State) -> int:
    """Takes the top card of the resident deck."""
    s.residents_left -= 1
    card = num(s.residents[s.residents_left])
    s.residents[s.residents_left] = 0
    return card


@rule
def keep_resident(s: State, p: int, which: int) -> None:
    """The player keeps one of the two drawn; the other goes under the deck (1.4 R)."""
    e = num(s.draws) - 1
    s.kept[e] = which
    first, second = num(s.drawn_first[e]), num(s.drawn_second[e])
    card = first if which == FIRST else second
    s.hand[p] |= 1 << (card - 1)
    s.held[p] += 1
    if second:
        n = num(s.residents_left)
        for i in range(n, 0, -1):
            s.residents[i] = s.residents[i - 1]
        s.residents[0] = second if which == FIRST else first
        s.residents_left = n + 1


@rule
def draw_visitors(s: State, terraces: int) -> int:
    """Draws three cards, `terraces` of them terraces; the other deck stands in for an empty one (ruling 23)."""
    n = 0
    for i in range(3):
        d = TERRACE if i < terraces else PIER
        if not can_draw(s, d):
            d = PIER if d == TERRACE else TERRACE
        if can_draw(s, d):
            s.visitors[n] = draw(s, d) + 1
            s.visiting[d] += 1
            n += 1
    return n
