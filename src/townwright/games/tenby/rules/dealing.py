"""Tenby: set-up. Shuffling and dealing, up to the first residents (1.2, 1.9)."""

from __future__ import annotations

from townwright.engine.chance import below, shuffle
from townwright.engine.compiling import num, rule

from ..box import Box
from ..rows import EBB_FLOW, HIGH_TIDE, OPEN_SEA
from ..state import DECKS, SETUP, START_FIRST, State
from .decks import DECK_FIRST, deal_days, deal_market
from .rounds import go_on_setup
from .town import NEW, insert


@rule
def setup(box: Box, s: State) -> None:
    """Lays the table for `s.seats` players (1.2)."""
    seats = num(s.seats)
    for d in range(DECKS):
        first, size = num(DECK_FIRST[d]), num(box.size[d])
        for i in range(size):
            s.deck[first + i] = first + i + 1
        shuffle(s, s.deck, first, first + size)
        s.left[d] = size
    deal_market(box, s)
    for day in range(box.days):
        s.day_deck[day] = day + 1
    shuffle(s, s.day_deck, 0, num(box.days))
    s.day_left = box.days
    deal_days(s)
    for p in range(seats):
        s.night[p] = p
    if box.random_night:
        shuffle(s, s.night, 0, seats)
    for n in range(seats):
        s.rings[s.night[n]] = box.start_rings[n]
    for kind in range(2):
        s.plain[kind] = box.plain[kind]
    if box.start_card:
        deal_starts(box, s)
    for r in range(box.residents):
        s.residents[r] = r + 1
    shuffle(s, s.residents, 0, num(box.residents))
    s.residents_left = box.residents
    deal_accolades(box, s)
    s.phase = SETUP
    go_on_setup(box, s)


@rule
def pick(s: State, left: int) -> int:
    """The place of a random bit of a mask: one card of a small pile."""
    n, rest = 0, left
    while rest:
        rest &= rest - 1
        n += 1
    for _ in range(below(s, n)):
        left &= left - 1
    place = 0
    while (left >> place) & 1 == 0:
        place += 1
    return place


@rule
def deal_starts(box: Box, s: State) -> None:
    """One random start card each: the first card of the first street."""
    left = (1 << num(box.starts)) - 1
    for p in range(s.seats):
        c = pick(s, left)
        left &= ~(1 << c)
        insert(s, p, START_FIRST + c, NEW)


@rule
def deal_accolades(box: Box, s: State) -> None:
    """The accolades of the mode in play: some lie open, or each player is dealt one (1.9)."""
    left = (1 << num(box.accolades)) - 1
    count = 0
    if box.mode == OPEN_SEA:
        count = num(box.open_sea)
    elif box.mode == HIGH_TIDE:
        count = num(s.seats) + 1
    elif box.mode == EBB_FLOW:
        count = num(s.seats)
    for place in range(count):
        a = pick(s, left)
        left &= ~(1 << a)
        if box.mode == EBB_FLOW:
            s.dealt[place] = a + 1
        else:
            s.lying[place] = a + 1
