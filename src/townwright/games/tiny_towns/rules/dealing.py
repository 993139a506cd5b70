"""Tiny Towns: set-up. Buildings, monuments and resource cards (1.2)."""

from __future__ import annotations

from townwright.engine.chance import below, shuffle
from townwright.engine.compiling import num, rule

from ..box import BUILDINGS, PILE_SIZE, Box
from ..state import CO, DECK, KEEP, KEEPING, OPEN, PILE, RESOURCES, SHARED, SOLO, STANDARD, TOWN_HALL, State
from .handle import mode
from .rounds import begin_round, start_round


@rule
def setup(box: Box, s: State) -> None:
    """Cards, monuments and resource cards for `s.seats` players."""
    how = mode(box, s)
    if box.variant == SOLO and s.seats > 1:
        raise ValueError("the solo variant is for one player")
    for t in range(SHARED):
        s.card[t] = box.chosen[t]
        if how == SOLO and t != CO and s.card[t] and box.solo_out[s.card[t] - 1]:
            raise ValueError("a chosen building is left out of the solo variant")
        if s.card[t] == 0:
            draw_building(box, s, t, how == SOLO)
    if box.monuments:
        deal_monuments(box, s, how == SOLO)
    if how != STANDARD:
        for n in range(DECK):
            s.deck[n] = n % RESOURCES + 1
        shuffle(s, s.deck, 0, DECK)
    if how == TOWN_HALL:
        s.drawn = box.unseen
    if how == SOLO:
        for n in range(OPEN):
            s.open[n] = s.deck[PILE + n]
            s.deck[PILE + n] = 0
    if how == STANDARD and box.random_hammer:
        s.hammer = below(s, num(s.seats))
    if box.monuments:
        s.phase = KEEPING
        s.pending = (1 << s.seats) - 1
        for p in range(s.seats):
            s.decision[p] = KEEP
    else:
        begin_round(box, s)
        if s.pending == 0:
            start_round(box, s)


@rule
def draw_building(box: Box, s: State, t: int, solo: bool) -> None:
    """Chooses a random card of a pile."""
    cards = 0
    for n in range(PILE_SIZE):
        card = num(box.pile[t, n])
        if card and not (solo and box.solo_out[card - 1]):
            cards += 1
            if below(s, cards) == 0:  # all cards so far are equally likely
                s.card[t] = card


@rule
def deal_monuments(box: Box, s: State, solo: bool) -> None:
    """Deals two monuments to each player; they are shuffled in the space of the deck."""
    cards = 0
    for n in range(box.monument_cards):
        if not (solo and box.solo_out[BUILDINGS + n]):
            s.deck[cards] = BUILDINGS + n + 1
            cards += 1
    shuffle(s, s.deck, 0, cards)
    for p in range(s.seats):
        s.dealt[p, 0] = s.deck[2 * p]
        s.dealt[p, 1] = s.deck[2 * p + 1]
    for n in range(cards):
        s.deck[n] = 0


@rule
def play_keep(s: State, p: int, which: int) -> None:
    """Keeps one monument; the other is put away unseen."""
    if which:
        other = s.dealt[p, 0]
        s.dealt[p, 0] = s.dealt[p, 1]
        s.dealt[p, 1] = other
    s.pending &= ~(1 << p)
