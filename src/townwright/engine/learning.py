"""Compiled loops for learners: what a seat knows as numbers, and games of self-play with different weights.

What the numbers are is said in `encoding.py`, how better weights are found in `arena/tuning.py`. Compiled when first
used: nobody who plays waits for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .bits import lowest
from .chance import bot_stream, key_in, spin
from .compiling import as_fields, copy_bytes, entry_point, num
from .fields import Bytes, Codes, Header, Rng, States, layout
from .search import lead

HEADER = layout(Header)
Rule = Callable[..., Any]
Reals = NDArray[np.float64]
Numbers = NDArray[np.float32]

# how a number of the state is told
AMOUNT, CHOICE, BITS, SEAT, SEAT_SET, FACTS, LINE = range(7)
# the columns of a plan; a value is ((bytes >> SHIFT & MASK) - FIRST) // DIVIDE % MODULO, unless these are 1 and 0
WHERE, WIDTH, SHIFT, MASK, FIRST, DIVIDE, MODULO, HOW, SIZE, AT, BY, COLUMNS = range(12)
LINE_SCALE = 10.0


@entry_point("@score bytes bytes plan reals floats codes -> none")
def encode(score: Rule, box: Bytes, known: Bytes, plan: Any, facts: Reals, out: Numbers, lines: Codes) -> None:
    """Writes what a known state tells, as the plan of its observer says."""
    out[:] = 0.0
    i1, i2, i4, i8 = known.view(np.int8), known.view(np.int16), known.view(np.int32), known.view(np.int64)
    score(box, known, lines)
    for i in range(len(plan)):
        where, width, how, at = plan[i, WHERE], plan[i, WIDTH], plan[i, HOW], plan[i, AT]
        if how == LINE:
            out[at] = lines[where] / LINE_SCALE
            continue
        if width == 1:
            value = num(i1[where])
        elif width == 2:
            value = num(i2[where])
        elif width == 4:
            value = num(i4[where])
        else:
            value = num(i8[where])
        value = (value >> num(plan[i, SHIFT])) & num(plan[i, MASK])
        if how == AMOUNT:
            out[at] += value * facts[plan[i, BY]]
            continue
        size, by = plan[i, SIZE], plan[i, BY]
        if how == BITS:
            while value:
                bit = lowest(value)
                if bit < size:
                    out[at + bit] += 1.0
                value &= value - 1
            continue
        if how == SEAT_SET:
            for other in range(size):
                if (value >> other) & 1:
                    out[at + (other - by) % size] = 1.0
            continue
        value -= plan[i, FIRST]
        if value < 0:
            continue
        if plan[i, DIVIDE] != 1:
            value //= plan[i, DIVIDE]
        if plan[i, MODULO] != 0:
            value %= plan[i, MODULO]
        if how == CHOICE:
            if value < size:
                out[at + value] += 1.0
        elif how == SEAT:
            if value < size:
                out[at + (value - by) % size] += 1.0
        else:
            for n in range(size):
                out[at + n] += facts[by + value * size + n]


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
    """Plays one game for every key; seat p plays with the set of weights players[p]. Writes the score lines.

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
