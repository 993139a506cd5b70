"""The bots that run entirely in compiled code: random, which is a single draw, and greedy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .chance import spin
from .compiling import as_fields, copy_bytes, entry_point, num
from .fields import Bytes, Codes, Header, Rng, layout

HEADER = layout(Header)
RANDOM, GREEDY = 0, 1

Rule = Callable[..., Any]
Reals = NDArray[np.float64]


@entry_point("@legal @apply @resample @estimate bytes bytes int rng bytes bytes codes reals -> int")
def greedy(
    legal: Rule,
    apply: Rule,
    resample: Rule,
    estimate: Rule,
    box: Bytes,
    known: Bytes,
    seat: int,
    rng: Rng,
    imagined: Bytes,
    trial: Bytes,
    codes: Codes,
    guess: Reals,
) -> int:
    """The move with the best estimate one move later, on a deal imagined from what the seat knows."""
    copy_bytes(imagined, known)
    resample(box, imagined, rng)
    n = legal(box, imagined, seat, codes)
    seats = as_fields(known, HEADER).seats
    best, ties, choice = -1e300, 0, num(codes[0])
    for i in range(n):
        copy_bytes(trial, imagined)
        apply(box, trial, seat, num(codes[i]))
        estimate(box, trial, guess)
        rival = -1e300
        for other in range(seats):
            if other != seat and guess[other] > rival:
                rival = guess[other]
        value = guess[seat] - (rival if seats > 1 else 0.0)
        if value > best + 1e-9:
            best, ties, choice = value, 1, num(codes[i])
        elif value > best - 1e-9:
            ties += 1
            if spin(rng, ties) == 0:
                choice = num(codes[i])
    return choice
