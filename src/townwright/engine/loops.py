"""Generic compiled loops over any game: playouts, matches between bots, foresight.

Each takes a game's functions as first-class values over byte buffers and is compiled once for all
games. `entry_points` binds them to a game, so Python passes no pointers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .bits import lowest
from .chance import bot_stream, key_in, spin
from .compiling import as_fields, copy_bytes, entry_point, num, rule
from .fields import Bytes, Codes, Header, Rng, States, layout
from .learning import duel, encode
from .quick import GREEDY, greedy
from .search import search
from .tables import advance, attempt, look, rewards

HEADER = layout(Header)

Rule = Callable[..., Any]
Reals = NDArray[np.float64]


@entry_point("@legal @apply bytes bytes rng codes -> int")
def playout(legal: Rule, apply: Rule, box: Bytes, state: Bytes, rng: Rng, codes: Codes) -> int:
    """Plays uniformly random moves to the end; returns how many."""
    s = as_fields(state, HEADER)
    moves = 0
    while s.over == 0:
        seat = lowest(s.pending)
        n = legal(box, state, seat, codes)
        if n <= 0:
            raise RuntimeError("a seat that must act has no move")
        apply(box, state, seat, num(codes[spin(rng, n)]))
        moves += 1
    return moves


@entry_point("@legal @apply bytes rows rngs codes codes -> none")
def playouts(
    legal: Rule, apply: Rule, box: Bytes, states: States, rngs: NDArray[np.int64], codes: Codes, moves: Codes
) -> None:
    """Plays every state of a batch to its end at random, each with its own generator."""
    for i in range(len(states)):
        moves[i] = playout(legal, apply, box, states[i], rngs[i], codes)


@rule
def count_up(counts: Bytes, place: int) -> None:
    """Adds one; a count stays at 255."""
    if counts[place] < 255:
        counts[place] += 1


@rule
def note_things(
    gets: Rule,
    box: Bytes,
    state: Bytes,
    seat: int,
    code: int,
    codes: Codes,
    n: int,
    named: NDArray[np.int32],
    first: int,
    seen: Codes,
    stamp: int,
    offered: Bytes,
    taken: Bytes,
) -> None:
    """Counts the printed things that a decision offers, each once, and those that the chosen code takes.

    `named` holds the things that each code names, -1 for none. The things from `first` on are found by the rule `gets`.
    """
    things, columns = len(seen), named.shape[1]
    for j in range(n):
        option = num(codes[j])
        for k in range(columns + 1):
            if k < columns:
                thing = num(named[option, k])
            else:
                thing = first - 1 + gets(box, state, seat, option) if first < things else -1
                thing = -1 if thing < first else thing
            if thing < 0:
                continue
            place = seat * things + thing
            if seen[thing] != stamp:
                seen[thing] = stamp
                count_up(offered, place)
            if option == code:
                count_up(taken, place)


@entry_point(
    "@setup @legal @apply @score @observe @resample @estimate @gets "
    "bytes int rows codes bytes bytes bytes bytes rng codes reals table codes "
    "table int codes rows rows table codes codes -> none"
)
def contest(
    setup: Rule,
    legal: Rule,
    apply: Rule,
    score: Rule,
    observe: Rule,
    resample: Rule,
    estimate: Rule,
    gets: Rule,
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
    named: NDArray[np.int32],
    first: int,
    seen: Codes,
    offered: States,
    taken: States,
    log: NDArray[np.int32],
    options: Codes,
    sizes: Codes,
) -> None:
    """Plays one game for every key between compiled bots and writes the score lines and the lengths.

    If `seen` has places, it counts for every game and seat how often each thing was offered and taken. If `log` has
    rows, these receive seat, code and number of options of every decision, and `options` receives the codes of all
    options. `sizes` receives how many decisions and options there were, which may be more than there is room for.
    """
    s = as_fields(state, HEADER)
    stamp, decisions, listed = 0, 0, 0
    seen[:] = 0
    noting = len(seen) > 0 or len(log) > 0
    for i in range(len(keys)):
        key_in(s, keys[i])
        bot_stream(s, 0, rng)
        setup(box, state, seats, keys[i])
        count = 0
        while s.over == 0:
            seat = lowest(s.pending)
            thinks, code, n = bots[seat] == GREEDY, 0, 0
            if thinks:
                observe(box, state, seat, known)
                code = greedy(legal, apply, resample, estimate, box, known, seat, rng, imagined, trial, codes, guess)
            if noting or not thinks:
                n = legal(box, state, seat, codes)
                if n <= 0:
                    raise RuntimeError("a seat that must act has no move")
            if not thinks:
                code = num(codes[spin(rng, n)])
            if len(seen) > 0:
                stamp += 1
                note_things(gets, box, state, seat, code, codes, n, named, first, seen, stamp, offered[i], taken[i])
            if len(log) > 0:
                if decisions < len(log):
                    log[decisions, 0], log[decisions, 1], log[decisions, 2] = seat, code, n
                decisions += 1
                if listed + n <= len(options):
                    for j in range(n):
                        options[listed + j] = codes[j]
                listed += n
            apply(box, state, seat, code)
            count += 1
        score(box, state, scores[i])
        moves[i] = count
    sizes[0], sizes[1] = decisions, listed


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
    """Plays a move on deals imagined from a known state; returns how many deals.

    One deal if the move reveals nothing, otherwise one for every row of `seen`, which receives what the seat would
    know. `changes` receives the change of every score line, UNCERTAIN where the deals differ.
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


LOOPS: tuple[Any, ...] = (search, playout, playouts, greedy, contest, foresee)  # the slowest first
LATE: tuple[Any, ...] = (encode, duel, look, rewards, attempt, advance)  # compiled when first used
