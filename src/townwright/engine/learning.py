"""Compiled loops for learners: what a seat knows as numbers, and games of self-play with different weights.

`encoding.py` defines the numbers, `arena/tuning.py` finds better weights. These loops compile when they are first used,
so players do not wait for them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .bits import lowest
from .chance import bot_stream, key_in, spin
from .compiling import (
    as_fields,
    clear_part,
    copy_bytes,
    copy_part,
    entry_point,
    i1_at,
    i8_at,
    inlined,
    num,
    put,
    rule,
    word_at,
)
from .fields import Bytes, Codes, Header, Rng, States, layout
from .search import lead

HEADER = layout(Header)
Rule = Callable[..., Any]
Reals = NDArray[np.float64]
Numbers = NDArray[np.int8]

# how an element of the state is encoded; a TOTAL is a sum of printed figures. The last two depend on the observer
AMOUNT, CHOICE, BITS, FACTS, TOTAL, SEAT, SEAT_SET = range(7)
# A plan reads a known state in words of eight bytes. For each word and observer it says at which byte the word begins
# (WHERE), which of its bits are USED and which rows encode it (BEGIN to END), and has two flags (WHY)
WHERE, USED, BEGIN, END, WHY, WORD_COLUMNS = range(6)
SEATED, SCORED = 1, 2  # the word names seats, so another observer needs other numbers; the score sheet depends on it
# A row encodes COUNT elements of a word, the first from bit LOW on, each WIDTH bits above the one before, into the
# numbers from AT on, each STRIDE further. ONES and SIGN cut an element out of its word; its value is (element - FIRST)
# // DIVIDE % MODULO unless these are 1 and 0. It has SIZE numbers; printed figures begin at BY. SPAN: the bits it reads
SPAN, HOW, LOW, WIDTH, ONES, SIGN, COUNT, AT, STRIDE, SIZE, FIRST, DIVIDE, MODULO, BY, COLUMNS = range(15)
MOST = 127  # the largest number of 8 bits; larger amounts become this


@rule
def place_of(rows: Any, row: int, value: int, observer: int) -> int:
    """Which of a row's numbers a value sets to 1; -1 for none."""
    size = i8_at(rows, row + SIZE)
    value -= i8_at(rows, row + FIRST)
    if value < 0:
        return -1
    if i8_at(rows, row + DIVIDE) != 1:
        value //= i8_at(rows, row + DIVIDE)
    if i8_at(rows, row + MODULO) != 0:
        value %= i8_at(rows, row + MODULO)
    if value >= size:
        return -1
    if i8_at(rows, row + HOW) == SEAT:
        return value - observer if value >= observer else value - observer + size
    return value


@rule
def card_of(rows: Any, row: int, value: int, figures: Numbers) -> int:
    """Where the printed figures of a card begin; -1 if there is no card."""
    size = i8_at(rows, row + SIZE)
    if value < i8_at(rows, row + FIRST):
        return -1
    at = i8_at(rows, row + BY) + (value - i8_at(rows, row + FIRST)) * size
    if at + size > len(figures):
        raise IndexError("a card that is not printed")
    return at


@rule
def add(out: Numbers, at: int, more: int) -> None:
    put(out, at, i1_at(out, at) + more)


@rule
def turn_mask(seats: int, observer: int, size: int) -> int:
    """A mask of seats, the observer's bit the lowest."""
    seats &= (1 << size) - 1
    return (seats >> observer) | (seats << (size - observer)) & ((1 << size) - 1)


@inlined
def update(rows: Any, row: int, old: int, new: int, before: int, observer: int, figures: Numbers, out: Numbers) -> None:
    """Encodes the elements of a word that have changed, and takes back what their old values wrote."""
    low, width = i8_at(rows, row + LOW), i8_at(rows, row + WIDTH)
    ones, sign = i8_at(rows, row + ONES), i8_at(rows, row + SIGN)
    at, stride, how = i8_at(rows, row + AT), i8_at(rows, row + STRIDE), i8_at(rows, row + HOW)
    size = i8_at(rows, row + SIZE)
    for n in range(i8_at(rows, row + COUNT)):
        was = (((old >> (low + n * width)) & ones) ^ sign) - sign
        value = (((new >> (low + n * width)) & ones) ^ sign) - sign
        to = at + n * stride
        if value == was and how < SEAT:
            continue
        if how == AMOUNT:
            put(out, to, max(-MOST, min(MOST, value)))
        elif how in (BITS, SEAT_SET):
            if how == SEAT_SET:
                was, value = turn_mask(was, before, size), turn_mask(value, observer, size)
            changed = was ^ value
            while changed:
                bit = lowest(changed)
                add(out, to + bit, 1 if (value >> bit) & 1 else -1)
                changed &= changed - 1
        elif how == FACTS:
            card = card_of(rows, row, value, figures)
            if card < 0:
                clear_part(out, to, size)
            else:
                copy_part(out, to, figures, card, size)
        elif how == TOTAL:
            gone, card = card_of(rows, row, was, figures), card_of(rows, row, value, figures)
            if gone >= 0:
                for k in range(size):
                    add(out, to + k, -i1_at(figures, gone + k))
            if card >= 0:
                for k in range(size):
                    add(out, to + k, i1_at(figures, card + k))
        else:
            gone, place = place_of(rows, row, was, before), place_of(rows, row, value, observer)
            if gone >= 0:
                add(out, to + gone, -1)
            if place >= 0:
                add(out, to + place, 1)


@entry_point("@score bytes bytes int plans plan tiny tiny codes wide tiny -> none")
def encode(
    score: Rule,
    box: Bytes,
    known: Bytes,
    observer: int,
    words: Any,
    rows: Any,
    figures: Numbers,
    blank: Numbers,
    lines: Codes,
    memory: Any,
    out: Numbers,
) -> None:
    """Encodes a known state for an observer as whole numbers, by a plan (encoding.py).

    `memory` describes what `out` holds already: the observer, counted from 1, then the words of the plan. Only what
    differs from them is written. If it is all 0, `out` may hold anything.
    """
    count = words.shape[1]
    if observer < 0 or observer >= len(words):
        raise IndexError("a seat that nobody has")
    if len(out) != len(blank) or len(memory) != count + 1:
        raise IndexError("a plan that does not fit")
    scored = memory[0] != observer + 1
    if memory[0] == 0:
        copy_part(out, 0, blank, 0, len(blank))  # an empty state, encoded for the first seat
        memory[0] = 1
    before = memory[0] - 1
    memory[0] = observer + 1
    turned = before != observer
    first = observer * count * WORD_COLUMNS
    for i in range(count):
        at = first + i * WORD_COLUMNS
        old, new = i8_at(memory, i + 1), word_at(known, i8_at(words, at + WHERE)) & i8_at(words, at + USED)
        if new == old and not (turned and i8_at(words, at + WHY) & SEATED):
            continue
        memory[i + 1] = new
        scored = scored or i8_at(words, at + WHY) & SCORED != 0
        for n in range(i8_at(words, at + BEGIN), i8_at(words, at + END)):
            row = n * COLUMNS
            if (old ^ new) & i8_at(rows, row + SPAN) or (turned and i8_at(rows, row + HOW) >= SEAT):
                update(rows, row, old, new, before, observer, figures, out)
    if scored:
        score(box, known, lines)
        size = len(lines)
        turn = observer * (size // len(words))
        for n in range(size):
            line = num(lines[n + turn - size if n + turn >= size else n + turn])
            put(out, len(out) - size + n, max(-MOST, min(MOST, line)))


@entry_point(
    "@setup @legal @apply @score @observe @resample @value "
    "bytes int rows weight_sets codes rows rng codes reals table -> none"
)
def duel(
    setup: Rule,
    legal: Rule,
    apply: Rule,
    score: Rule,
    observe: Rule,
    resample: Rule,
    value: Rule,
    box: Bytes,
    seats: int,
    keys: States,
    sets: Reals,
    players: Codes,
    states: States,
    rng: Rng,
    codes: Codes,
    guess: Reals,
    scores: NDArray[np.int32],
) -> None:
    """Plays one game for every key and writes the score lines; seat p plays with the set of weights players[p].

    A seat plays the move that promises the largest lead one move later, on a deal imagined from what it knows.
    """
    state, known, trial = states[0], states[1], states[2]
    s = as_fields(state, HEADER)
    for i in range(len(keys)):
        key_in(s, keys[i])
        bot_stream(s, 0, rng)
        setup(box, state, seats, keys[i])
        while s.over == 0:
            seat = lowest(num(s.pending))
            observe(box, state, seat, known)
            resample(box, known, rng)
            n = legal(box, known, seat, codes)
            if n <= 0:
                raise RuntimeError("a seat that must act has no move")
            choice = num(codes[0])
            if n > 1:
                weights = sets[players[seat]]
                value(box, known, weights, -1, guess)
                best = -1e300
                for j in range(n):
                    copy_bytes(trial, known)
                    apply(box, trial, seat, num(codes[j]))
                    value(box, trial, weights, seat, guess)
                    promise = lead(guess, seats, seat) + 1e-6 * spin(rng, 1024) / 1024
                    if promise > best:
                        best, choice = promise, num(codes[j])
            apply(box, state, seat, choice)
        score(box, state, scores[i])
