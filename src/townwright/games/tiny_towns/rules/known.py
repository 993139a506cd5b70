"""Tiny Towns: what an observer knows, and a random situation that fits it (5.26)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from townwright.engine.bits import count, lowest
from townwright.engine.chance import spin
from townwright.engine.compiling import num, rule, scratch
from townwright.engine.fields import Rng

from .. import moves
from ..box import BUILDINGS, Box
from ..state import (
    DECK,
    HANDLE,
    KEEP,
    KEEPING,
    MO,
    NAME,
    NAMING,
    NONE,
    OPEN,
    PICK,
    PILE,
    RESOURCES,
    ROUND,
    SOLO,
    SQUARES,
    STANDARD,
    SWAP,
    TOWN_HALL,
    TYPES,
    UNKNOWN,
    State,
)
from .effects import settle_next
from .handle import list_handlings, mode, play_handling, put_cube, receive
from .town import empty

HANDLINGS = moves.target.base - moves.place.base  # most ways to handle a cube


@rule
def observe(box: Box, s: State, seat: int, k: State) -> None:
    """Everything except unbuilt monuments, the order of the resource cards, and what the others do this round."""
    k.phase = s.phase
    k.rounds = s.rounds
    k.hammer = s.hammer
    k.named = s.named
    k.picked = s.picked
    k.card = s.card
    k.drawn = s.drawn
    k.open = s.open
    k.hammers = s.hammers
    k.place = s.place
    k.due = s.due
    k.cube = s.shown_cube
    k.built = s.shown_built
    k.mark = s.shown_mark
    k.store = s.shown_store
    k.cavern = s.shown_cavern
    k.watch = s.shown_watch
    k.shown_cube = s.shown_cube
    k.shown_built = s.shown_built
    k.shown_mark = s.shown_mark
    k.shown_store = s.shown_store
    k.shown_cavern = s.shown_cavern
    k.shown_watch = s.shown_watch
    k.unseen = UNKNOWN
    for p in range(s.seats):
        if p != seat:
            k.unseen |= 1 << p
            if s.shown_built[p, MO]:
                k.dealt[p, 0] = s.dealt[p, 0]
                k.shrine[p] = s.shrine[p]
    how = mode(box, s)
    if how == TOWN_HALL:
        for n in range(box.unseen, s.drawn):
            k.deck[n] = s.deck[n]
    elif how == SOLO:
        for n in range(min(PILE, num(s.drawn))):
            k.deck[n] = s.deck[n]
    if seat >= 0:
        observe_own(s, seat, k)


@rule
def observe_own(s: State, p: int, k: State) -> None:
    """Players know their own monuments and their own actions of this round."""
    for n in range(2):
        k.dealt[p, n] = s.dealt[p, n]
    for r in range(RESOURCES):
        k.cube[p, r] = s.cube[p, r]
    for t in range(TYPES):
        k.built[p, t] = s.built[p, t]
    for n in range(SQUARES):
        k.mark[p, n] = s.mark[p, n]
        k.store[p, n] = s.store[p, n]
    k.cavern[p] = s.cavern[p]
    k.watch[p] = s.watch[p]
    k.shrine[p] = s.shrine[p]
    k.decision[p] = s.decision[p]
    k.holding[p] = s.holding[p]
    k.making[p] = s.making[p]
    k.targets[p] = s.targets[p]
    k.spot[p] = s.spot[p]
    k.left[p] = s.left[p]
    k.made[p] = s.made[p]
    k.settled[p] = s.settled[p]


@rule
def mix(cards: NDArray[np.int8], n: int, rng: Rng) -> None:
    """Shuffles the first n cards with a bot's generator."""
    for i in range(n - 1, 0, -1):
        j = spin(rng, i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


@rule
def imagine_monuments(box: Box, k: State, solo: bool, rng: Rng) -> None:
    """Deals the monuments that nobody has seen."""
    pool = scratch(DECK, np.int8)
    n = 0
    for card in range(BUILDINGS + 1, BUILDINGS + 1 + num(box.monument_cards)):
        free = not (solo and box.solo_out[card - 1])
        for p in range(k.seats):
            if k.dealt[p, 0] == card or k.dealt[p, 1] == card:
                free = False
        if free:
            pool[n] = card
            n += 1
    mix(pool, n, rng)
    for p in range(k.seats):
        for which in range(2):
            if k.dealt[p, which] == 0:
                n -= 1
                k.dealt[p, which] = pool[n]


@rule
def imagine_deck(k: State, size: int, rng: Rng) -> None:
    """Fills the unknown places of the deck of resource cards."""
    pool = scratch(DECK, np.int8)
    n = 0
    for r in range(RESOURCES):
        left = DECK // RESOURCES
        for i in range(size):
            if k.deck[i] == r + 1:
                left -= 1
        for i in range(OPEN):
            if k.open[i] == r + 1:
                left -= 1
        for _ in range(left):
            pool[n] = r + 1
            n += 1
    mix(pool, n, rng)
    for i in range(size):
        if k.deck[i] == 0:
            n -= 1
            k.deck[i] = pool[n]


@rule
def sealed(box: Box, k: State) -> int:
    """The seats whose round the observer cannot see yet, as a mask."""
    if k.phase != ROUND or k.over:
        return 0
    seats = 0
    for p in range(k.seats):
        if (num(k.pending) >> p) & 1 == 0 and (num(k.unseen) >> p) & 1 and k.place[p] == 0:
            seats |= 1 << p
    return seats


@rule
def imagine_round(box: Box, k: State, p: int, rng: Rng) -> None:
    """Handles the cube at random for a player who is ready; assumes that the player has constructed nothing."""
    codes = scratch(HANDLINGS, np.int32)
    receive(box, k, p)
    if k.decision[p] == HANDLE:
        play_handling(box, k, p, num(codes[spin(rng, list_handlings(box, k, p, codes))]))
    if k.decision[p] == SWAP:
        free = empty(k, p)
        for _ in range(spin(rng, count(free))):
            free &= free - 1
        put_cube(k, p, num(k.holding[p]) - 1, lowest(free))
    k.decision[p] = NONE
    k.pending &= ~(1 << p)


@rule
def imagine_seat(box: Box, k: State, p: int, how: int, rng: Rng) -> None:
    """Gives a decision to a player whose round the observer cannot see."""
    asked = (k.pending >> p) & 1
    if k.over:
        return
    if k.phase == ROUND:
        if asked:
            receive(box, k, p)
        elif k.place[p] == 0:
            imagine_round(box, k, p, rng)
    elif asked:
        if k.phase == KEEPING:
            k.decision[p] = KEEP
        elif k.phase == NAMING:
            k.decision[p] = PICK if how == SOLO else NAME
        else:
            settle_next(box, k, p)


@rule
def resample(box: Box, k: State, rng: Rng) -> None:
    """Completes a known state with a random situation that fits everything known."""
    how = mode(box, k)
    if box.monuments:
        imagine_monuments(box, k, how == SOLO, rng)
    if how != STANDARD:
        imagine_deck(k, DECK if how == TOWN_HALL else PILE, rng)
    unseen = num(k.unseen)
    k.unseen = 0
    for p in range(k.seats):
        if (unseen >> p) & 1:
            imagine_seat(box, k, p, how, rng)
