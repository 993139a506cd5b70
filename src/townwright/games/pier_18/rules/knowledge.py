"""Pier 18: what a seat knows, and deals imagined from that (4)."""

from __future__ import annotations

from townwright.engine.chance import spin
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Rng

from ..box import Box
from ..state import CARDS, CHOOSE, DEALT, OFFER, TAKE, State
from .laying import lay


@rule
def observe(box: Box, s: State, seat: int, k: State) -> None:
    """Everything but the order of the deck, the other hands and choices, and the others' third cards (4)."""
    k.phase = s.phase
    k.start = s.start
    k.turn = s.turn
    k.rounds = s.rounds
    k.plan = s.plan
    k.laid = s.laid
    k.pier = s.pier
    k.overlap = s.overlap
    k.turned = s.turned
    k.length = s.length
    k.crowd = s.crowd
    k.finished = s.finished
    k.won = s.won
    k.patrons = s.patrons
    k.offer = s.offer
    k.left = s.left
    if seat >= 0:
        k.choice[seat] = s.choice[seat]
        k.third[seat] = s.third[seat]
        for n in range(DEALT):
            k.hand[seat, n] = s.hand[seat, n]


@rule
def placed(k: State) -> int:
    """The cards whose place is known, as a mask."""
    cards = 0
    for p in range(k.seats):
        for n in range(DEALT):
            cards |= 1 << k.hand[p, n]
        for n in range(k.laid[p]):
            cards |= 1 << k.pier[p, n]
        for n in range(k.won[p]):
            cards |= 1 << k.patrons[p, n]
        cards |= 1 << k.plan[p]
    for i in range(OFFER):
        cards |= 1 << k.offer[i]
    for i in range(k.left):
        cards |= 1 << k.deck[i]
    return cards >> 1  # place 0 stood for no card


@rule
def kept(k: State) -> int:
    """Plans, foundations and known third cards, as a mask; no card can be two of these."""
    cards = 0
    for p in range(k.seats):
        cards |= 1 << k.plan[p]
        cards |= 1 << k.pier[p, 0]
        cards |= 1 << k.third[p]
    return cards >> 1


@rule
def pick(cards: int, rng: Rng) -> int:
    """A random card that is not in the mask."""
    free = 0
    for card in range(CARDS):
        free += 1 - ((cards >> card) & 1)
    if free == 0:
        raise ValueError("there are too few cards")
    nth = spin(rng, free)
    for card in range(CARDS):
        if (cards >> card) & 1 == 0:
            if nth == 0:
                return card
            nth -= 1
    return -1


@rule
def resample(box: Box, k: State, rng: Rng) -> None:
    """Completes a known state: hands and choices before the choices are shown, third cards after it, and
    the deck, which holds all cards that are nowhere else (4)."""
    cards = placed(k)
    cards = imagine_hands(k, cards, rng) if k.phase == CHOOSE else imagine_table(box, k, cards, rng)
    if k.left and k.deck[0] == 0:
        imagine_deck(k, cards, rng)


@rule
def imagine_deck(k: State, cards: int, rng: Rng) -> None:
    """Shuffles all cards that are not in the mask into the deck."""
    n = 0
    for card in range(CARDS):
        if (cards >> card) & 1 == 0:
            at = spin(rng, n + 1)
            k.deck[n] = k.deck[at]
            k.deck[at] = card + 1
            n += 1


@rule
def sealed(box: Box, k: State) -> int:
    """The seats whose choice the observer cannot see yet, as a mask."""
    if k.phase != CHOOSE:
        return 0
    seats = 0
    for p in range(k.seats):
        if (num(k.pending) >> p) & 1 == 0 and k.choice[p] == 0:
            seats |= 1 << p
    return seats


@rule
def imagine_hands(k: State, cards: int, rng: Rng) -> int:
    """Deals the unknown hands, and makes a random choice for everybody who has chosen."""
    for p in range(k.seats):
        for n in range(DEALT):
            if k.hand[p, n] == 0:
                card = pick(cards, rng)
                cards |= 1 << card
                k.hand[p, n] = card + 1
        if (k.pending >> p) & 1 == 0 and k.choice[p] == 0:
            plan = spin(rng, DEALT)
            foundation = (plan + 1 + spin(rng, DEALT - 1)) % DEALT
            k.choice[p] = (k.hand[p, plan] - 1) * CARDS + k.hand[p, foundation]
    return cards


@rule
def imagine_table(box: Box, k: State, cards: int, rng: Rng) -> int:
    """The third cards; for a position written by hand also the plans, foundations and offers that it leaves out."""
    for p in range(k.seats):
        if k.plan[p] == 0:
            card = pick(cards | kept(k), rng)
            cards |= 1 << card
            k.plan[p] = card + 1
        if k.laid[p] == 0:
            card = pick(cards | kept(k), rng)
            cards |= 1 << card
            lay(box, k, p, card, 0, 0)
    if k.phase == TAKE:
        missing = k.seats + 1 - (k.turn - k.start) % k.seats
        for i in range(OFFER):
            missing -= 1 if k.offer[i] else 0
        for i in range(OFFER):
            if missing > 0 and k.offer[i] == 0:
                card = pick(cards, rng)
                cards |= 1 << card
                k.offer[i] = card + 1
                missing -= 1
    for p in range(k.seats):
        if k.third[p] == 0:
            k.third[p] = pick(kept(k), rng) + 1
    return cards
