"""What a seat knows, and dealing the rest at random."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from townwright.engine.chance import spin
from townwright.engine.compiling import num, rule, scratch
from townwright.engine.fields import Array, Rng

from ..box import Box
from ..state import (
    BACKS,
    BONUS_STACK,
    CHOOSE,
    COLOURS,
    GARDEN,
    KINDS,
    MARKERS,
    NUMBERS,
    PARK,
    PER_TYPE,
    PRINTED,
    TYPES,
    VALUES,
    State,
)
from .cards import PAIR_HIGH, has_pair

POOL = TYPES * PER_TYPE


@rule
def observe(box: Box, s: State, seat: int, k: State) -> None:
    """Everything but what lies below the tops of the stacks, the markers to come and the cards face down.

    Money and hands are open, because everybody saw every gain and payment (26).
    """
    k.decision = s.decision
    k.round = s.round
    k.rounds = s.rounds
    k.turn = s.turn
    k.placed = s.placed
    k.taken = s.taken
    k.due = s.due
    k.offset = s.offset
    k.left = s.left
    k.removed = s.removed
    k.bonus_left = s.bonus_left
    k.bonus_kinds = s.bonus_kinds
    k.used = s.used
    k.supply = s.supply
    k.scoring = s.scoring
    k.bridge = s.bridge
    k.length = s.length
    k.crests = s.crests
    k.money = s.money
    k.earned = s.earned
    k.hand = s.hand
    k.tiles = s.tiles
    k.fresh = s.fresh
    k.space = s.space
    k.line = s.line
    k.played = s.played
    k.plus = s.plus
    k.order = s.order
    k.pawn = s.pawn
    k.low = s.low
    k.low_seat = s.low_seat
    for i in range(s.round):
        k.marker[i] = s.marker[i]
    for kind in range(TYPES):
        if s.left[kind]:
            top = kind * PER_TYPE + s.left[kind] - 1
            k.stack[top] = s.stack[top]
    for back in range(BACKS):
        if s.bonus_left[back]:
            top = back * BONUS_STACK + s.bonus_left[back] - 1
            k.bonus[top] = s.bonus[top]
    if seat >= 0:
        k.chosen[seat] = s.chosen[seat]


@rule
def fill(row: Array, first: int, last: int, pool: NDArray[np.int64], start: int, size: int, rng: Rng) -> None:
    """Puts random pieces of pool[start : start + size] on the unknown places of a row."""
    for i in range(first, last):
        if row[i] == 0:
            if size == 0:
                raise ValueError("there are not enough pieces for what is hidden")
            j = start + spin(rng, size)
            size -= 1
            row[i] = pool[j]
            pool[j] = pool[start + size]


@rule
def seen_buildings(k: State) -> tuple[int, int]:
    """The buildings that cannot be hidden in a stack: a mask of numbers, and gardens of each colour, a byte each."""
    numbers = num(k.removed) | (1 << num(k.taken))
    gardens = 0
    for p in range(k.seats):
        for slot in range(k.length[p]):
            tile = num(k.bridge[p, slot])
            if tile < GARDEN:
                numbers |= 1 << tile
            else:
                gardens += 1 << (8 * (tile - GARDEN))
    for i in range(TYPES * PER_TYPE):
        tile = num(k.stack[i])
        if tile >= GARDEN:
            gardens += 1 << (8 * (tile - GARDEN))
        else:
            numbers |= 1 << tile
    return numbers, gardens


@rule
def imagine_stacks(box: Box, k: State, rng: Rng) -> None:
    """Deals the buildings that nobody has seen below the tops of their stacks."""
    numbers, gardens = seen_buildings(k)
    pool = scratch(POOL, np.int64)
    size = scratch(TYPES, np.int64)
    for tile in range(1, NUMBERS + 1):
        if (numbers >> tile) & 1 == 0:
            kind = num(box.tile_type[tile])
            pool[kind * PER_TYPE + size[kind]] = tile
            size[kind] += 1
    for colour in range(COLOURS):
        for _ in range(box.gardens[colour] - ((gardens >> (8 * colour)) & 255)):
            pool[PARK * PER_TYPE + size[PARK]] = GARDEN + colour
            size[PARK] += 1
    for kind in range(TYPES):
        first = kind * PER_TYPE
        fill(k.stack, first, first + num(k.left[kind]), pool, first, size[kind], rng)


@rule
def imagine_markers(box: Box, k: State, rng: Rng) -> None:
    """The markers to come are any of those that were not turned up."""
    pool = scratch(MARKERS, np.int64)
    size = 0
    for value in range(1, len(box.marker)):
        unseen = num(box.marker[value])
        for i in range(MARKERS):
            if k.marker[i] == value:
                unseen -= 1
        for _ in range(unseen):
            pool[size] = value
            size += 1
    fill(k.marker, 0, num(k.rounds), pool, 0, size, rng)


@rule
def imagine_bonus(k: State, rng: Rng) -> None:
    """Everybody knows what each stack of bonus tiles still holds, but not in which order."""
    pool = scratch(BONUS_STACK, np.int64)
    for back in range(BACKS):
        first = back * BONUS_STACK
        last = first + num(k.bonus_left[back])
        size = 0
        for kind in range(KINDS):
            unseen = num(k.bonus_kinds[back, kind])
            for i in range(first, last):
                if k.bonus[i] == kind + 1:
                    unseen -= 1
            for _ in range(unseen):
                pool[size] = kind + 1
                size += 1
        fill(k.bonus, first, last, pool, 0, size, rng)


@rule
def sealed(box: Box, k: State) -> int:
    """The seats whose choice the observer cannot see yet, as a mask."""
    if k.decision != CHOOSE or k.over:
        return 0
    seats = 0
    for p in range(k.seats):
        if (num(k.pending) >> p) & 1 == 0 and k.chosen[p] == 0:
            seats |= 1 << p
    return seats


@rule
def imagine_choice(k: State, p: int, rng: Rng) -> int:
    """A random choice of cards that the hand allows, all equally likely."""
    two = k.seats == 2
    n, choice = 0, 0
    for option in range(len(PAIR_HIGH) if two else VALUES):
        if has_pair(k, p, option) if two else k.hand[p, option] > 0:
            n += 1
            if spin(rng, n) == 0:
                choice = option + 1
    return choice


@rule
def resample(box: Box, k: State, rng: Rng) -> None:
    """Completes a known state with a random deal that fits everything known."""
    for colour in range(4):
        if k.scoring[colour] == 0:
            k.scoring[colour] = PRINTED + 1 + spin(rng, 4)
    imagine_stacks(box, k, rng)
    imagine_markers(box, k, rng)
    imagine_bonus(k, rng)
    if k.decision == CHOOSE and k.over == 0:
        for p in range(k.seats):
            if (num(k.pending) >> p) & 1 == 0 and k.chosen[p] == 0:
                k.chosen[p] = imagine_choice(k, p, rng)
