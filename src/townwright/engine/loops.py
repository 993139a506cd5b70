"""Generic compiled loops over any game: playouts, matches between bots, foresight, batches of environments.

Each takes a game's functions as first-class values over byte buffers and is compiled once for all
games. `entry_points` binds them to a game, so that Python passes no pointers.
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
from .learning import duel, encode
from .search import search

HEADER = layout(Header)
RANDOM, GREEDY = 0, 1  # the bots that live entirely in compiled code

Rule = Callable[..., Any]
Reals = NDArray[np.float64]


@entry_point("@legal @apply bytes bytes rng codes -> int")
def playout(legal: Rule, apply: Rule, box: Bytes, state: Bytes, rng: Rng, codes: Codes) -> int:
    """Plays uniformly random moves to the end; how many it took."""
    s = as_fields(state, HEADER)
    moves = 0
    while s.over == 0:
        seat = lowest(s.pending)
        n = legal(box, state, seat, codes)
        if n <= 0:
            raise RuntimeError("a seat that must act has no move")
        apply(box, state, seat, codes[spin(rng, n)])
        moves += 1
    return moves


@entry_point("@legal @apply bytes rows rngs codes codes -> none")
def playouts(
    legal: Rule, apply: Rule, box: Bytes, states: States, rngs: NDArray[np.int64], codes: Codes, moves: Codes
) -> None:
    """Plays every state of a batch to its end at random, each with its own generator."""
    for i in range(len(states)):
        moves[i] = playout(legal, apply, box, states[i], rngs[i], codes)


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
        apply(box, trial, seat, codes[i])
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


@entry_point(
    "@setup @legal @apply @score @observe @resample @estimate "
    "bytes int rows codes bytes bytes bytes bytes rng codes reals table codes -> none"
)
def contest(
    setup: Rule,
    legal: Rule,
    apply: Rule,
    score: Rule,
    observe: Rule,
    resample: Rule,
    estimate: Rule,
    box: Bytes,
    seats: int,
    keys: States,
    bots: Codes,
    state: Bytes,
    known: Bytes,
    imagined: Bytes,
    trial: Bytes,
    rng: Rng,
    codes: Codes,
    guess: Reals,
    scores: NDArray[np.int32],
    moves: Codes,
) -> None:
    """Plays one game for every key between compiled bots; writes the score lines and the length."""
    s = as_fields(state, HEADER)
    for i in range(len(keys)):
        key_in(s, keys[i])
        bot_stream(s, 0, rng)
        setup(box, state, seats, keys[i])
        count = 0
        while s.over == 0:
            seat = lowest(s.pending)
            if bots[seat] == GREEDY:
                observe(box, state, seat, known)
                code = greedy(legal, apply, resample, estimate, box, known, seat, rng, imagined, trial, codes, guess)
            else:
                n = legal(box, state, seat, codes)
                if n <= 0:
                    raise RuntimeError("a seat that must act has no move")
                code = codes[spin(rng, n)]
            apply(box, state, seat, code)
            count += 1
        score(box, state, scores[i])
        moves[i] = count


@entry_point("@legal bytes rows codes rows codes -> none")
def masks(legal: Rule, box: Bytes, states: States, seats: Codes, mask: States, codes: Codes) -> None:
    """For every state of a batch, marks the codes that its seat may play."""
    for i in range(len(states)):
        mask[i, :] = 0
        n = legal(box, states[i], seats[i], codes)
        for j in range(n):
            mask[i, codes[j]] = 1


@entry_point("@legal @apply bytes rows codes codes codes -> int")
def step(legal: Rule, apply: Rule, box: Bytes, states: States, seats: Codes, moves: Codes, codes: Codes) -> int:
    """Plays one move in every state of a batch that goes on.

    Returns -1, or the first row whose move is not legal; then no state has changed.
    """
    for i in range(len(states)):
        if as_fields(states[i], HEADER).over == 0:
            n = legal(box, states[i], seats[i], codes)
            found = False
            for j in range(n):
                found = found or codes[j] == moves[i]
            if not found:
                return i
    for i in range(len(states)):
        if as_fields(states[i], HEADER).over == 0:
            apply(box, states[i], seats[i], moves[i])
    return -1


UNCERTAIN = -(1 << 30)  # a change of the score that depends on what is hidden


@entry_point("@apply @score @observe @resample bytes bytes int int rng bytes rows codes codes codes -> int")
def foresee(
    apply: Rule,
    score: Rule,
    observe: Rule,
    resample: Rule,
    box: Bytes,
    known: Bytes,
    seat: int,
    code: int,
    rng: Rng,
    imagined: Bytes,
    seen: States,
    before: Codes,
    after: Codes,
    changes: Codes,
) -> int:
    """Plays a move on deals imagined from a known state; how many it took.

    One deal if the move reveals nothing, else one for every row of `seen`, which receives what the seat would know.
    `changes` receives the change of every score line, UNCERTAIN where the deals differ.
    """
    score(box, known, before)
    revealed = as_fields(known, HEADER).revealed
    for deal in range(len(seen)):
        copy_bytes(imagined, known)
        resample(box, imagined, rng)
        apply(box, imagined, seat, code)
        observe(box, imagined, seat, seen[deal])
        score(box, seen[deal], after)
        for i in range(len(after)):
            change = after[i] - before[i]
            if deal == 0:
                changes[i] = change
            elif changes[i] != change:
                changes[i] = UNCERTAIN
        if as_fields(imagined, HEADER).revealed == revealed:
            return deal + 1
    return len(seen)


LOOPS: tuple[Any, ...] = (search, playout, playouts, greedy, contest, foresee, masks, step)  # the slowest first
LATE: tuple[Any, ...] = (encode, duel)  # compiled when first used
