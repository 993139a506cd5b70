"""Learning: TD(lambda) over self-play, compiled. It weights the numbers of `encode` so that `value` tells the score.

After every game each of its positions is moved towards its lambda-return: the guess of the next position, the one after
it and so on, fading by lambda, up to the final points. Compiled when first used: nobody who plays waits for it.
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

HEADER = layout(Header)
Rule = Callable[..., Any]
Reals = NDArray[np.float64]

# how to learn
STEP, LAMBDA, SLIP, LINES = range(4)
LONGEST = 1000  # moves of a game that are kept


@entry_point(
    "@setup @legal @apply @score @value @encode "
    "bytes int rows reals reals rows rng codes codes reals grid grid grid -> none"
)
def learn(
    setup: Rule,
    legal: Rule,
    apply: Rule,
    score: Rule,
    value: Rule,
    encode: Rule,
    box: Bytes,
    seats: int,
    keys: States,
    weights: Reals,
    how: Reals,
    states: States,
    rng: Rng,
    codes: Codes,
    lines: Codes,
    guess: Reals,
    numbers: Reals,
    guesses: Reals,
    error: Reals,
) -> None:
    """Plays one game for every key and learns from it; adds squared errors of guesses and their number to `error`."""
    state, trial = states[0], states[1]
    s = as_fields(state, HEADER)
    own, slip = len(weights), int(how[SLIP] * 1000.0)
    width, counted = len(lines) // seats, int(how[LINES])
    for i in range(len(keys)):
        key_in(s, keys[i])
        bot_stream(s, 0, rng)
        setup(box, state, seats, keys[i])
        moves = 0
        while s.over == 0 and moves < len(numbers):
            encode(box, state, numbers[moves])
            value(box, state, weights, -1, guesses[moves])
            moves += 1
            seat = lowest(num(s.pending))
            n = legal(box, state, seat, codes)
            choice, best = num(codes[spin(rng, n)]), -1e300
            if n > 1 and spin(rng, 1000) >= slip:
                value(box, state, weights, -1, guess)
                for j in range(n):
                    copy_bytes(trial, state)
                    apply(box, trial, seat, num(codes[j]))
                    value(box, trial, weights, seat, guess)
                    rival = -1e300
                    for other in range(seats):
                        if other != seat and guess[other] > rival:
                            rival = guess[other]
                    promise = guess[seat] - (rival if seats > 1 else 0.0)
                    if promise > best:
                        best, choice = promise, num(codes[j])
            apply(box, state, seat, choice)
        if s.over == 0:
            continue
        score(box, state, lines)
        for p in range(seats):
            target = 0.0
            for line in range(counted):
                target += lines[p * width + line]
            for t in range(moves - 1, -1, -1):
                wrong = target - guesses[t, p]
                error[0, 0] += wrong * wrong
                error[0, 1] += 1.0
                for k in range(own):
                    number = numbers[t, p * own + k]
                    if number != 0.0:
                        weights[k] += how[STEP] * wrong * number
                target = how[LAMBDA] * target + (1.0 - how[LAMBDA]) * guesses[t, p]
