"""Compiled loops for research environments: many tables at once, what their players know, and what they win.

Compiled at first use, so players never wait for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .bits import lowest
from .chance import spin, spin_word
from .compiling import as_fields, clear, entry_point, fetch, fetch_at, num, rule, take
from .fields import Bytes, Codes, Header, Rng, States, layout
from .learning import Numbers, encode
from .quick import GREEDY, greedy

HEADER = layout(Header)
Rule = Callable[..., Any]
Reals = NDArray[np.float64]

# what a finished game is worth to its seats
WIN, RANK, MARGIN = range(3)
# how a table stands after a step
GOES_ON, FINISHED, ILLEGAL = range(3)
NOBODY = -1
ALL = -1  # the learner plays all seats
ANY = -2  # the learner plays one seat, a random one in every game
BLOCK = 16  # tables that a thread takes at a time
PENALTY = -1.0  # the reward of a move that is not legal


@rule
def compare(lines: Codes, seats: int, counted: int, seat: int, other: int) -> int:
    """1 if a seat ranks before another, -1 if behind, 0 if equal: by points, then by the tie-breaks in order."""
    width = len(lines) // seats
    difference = 0
    for n in range(counted):
        difference += num(lines[seat * width + n]) - num(lines[other * width + n])
    for n in range(counted, width):
        if difference == 0:
            difference = num(lines[seat * width + n]) - num(lines[other * width + n])
    return 1 if difference > 0 else -1 if difference < 0 else 0


@rule
def points(lines: Codes, seats: int, counted: int, seat: int) -> int:
    """The points of a seat."""
    width = len(lines) // seats
    total = 0
    for n in range(counted):
        total += num(lines[seat * width + n])
    return total


@rule
def reward(lines: Codes, seats: int, counted: int, kind: int, seat: int) -> float:
    """What a finished game is worth to a seat.

    WIN: 1 to the winner, -1 shared by the others; winners who tie share. RANK: from 1 for the first to -1 for the last,
    seats that tie share their places. MARGIN: points more than the best of the others. Alone, always the points.
    """
    own = points(lines, seats, counted, seat)
    if seats == 1:
        return float(own)
    ahead, level, best = 0, 0, -(1 << 40)
    for other in range(seats):
        if other != seat:
            order = compare(lines, seats, counted, other, seat)
            ahead += 1 if order > 0 else 0
            level += 1 if order == 0 else 0
            best = max(best, points(lines, seats, counted, other))
    if kind == MARGIN:
        return float(own - best)
    if kind == RANK:
        return 1.0 - 2.0 * (ahead + level / 2.0) / (seats - 1)
    share = 1.0 / (1 + level) if ahead == 0 else 0.0
    return (share * seats - 1.0) / (seats - 1)


@entry_point("@score bytes bytes int int codes reals -> none")
def rewards(score: Rule, box: Bytes, state: Bytes, counted: int, kind: int, lines: Codes, out: Reals) -> None:
    """What a finished game is worth to every seat; `counted` lines of the sheet are points, the others tie-breaks."""
    score(box, state, lines)
    for seat in range(len(out)):
        out[seat] = reward(lines, len(out), counted, kind, seat)


@entry_point("@legal @score @observe bytes bytes int plans plan tiny tiny bytes codes codes wide tiny tiny -> int")
def look(
    legal: Rule,
    score: Rule,
    observe: Rule,
    box: Bytes,
    state: Bytes,
    seat: int,
    words: Any,
    rows: Any,
    figures: Numbers,
    blank: Numbers,
    known: Bytes,
    lines: Codes,
    codes: Codes,
    memory: Any,
    seen: Numbers,
    mask: Numbers,
) -> int:
    """Writes what a seat knows as numbers, and marks the codes it may play in a mask of zeros; returns how many."""
    observe(box, state, seat, known)
    encode(score, box, known, seat, words, rows, figures, blank, lines, memory, seen)
    n = num(legal(box, state, seat, codes))
    for j in range(n):
        mask[codes[j]] = 1
    return n


@entry_point("@legal @apply bytes bytes int int codes -> int")
def attempt(legal: Rule, apply: Rule, box: Bytes, state: Bytes, seat: int, code: int, codes: Codes) -> int:
    """Plays a code and returns 1; if the seat may not play it, changes nothing and returns 0."""
    n = num(legal(box, state, seat, codes))
    for j in range(n):
        if codes[j] == code:
            apply(box, state, seat, code)
            return 1
    return 0


@entry_point("@setup bytes bytes int rng bytes -> none")
def deal(setup: Rule, box: Bytes, state: Bytes, seats: int, rng: Rng, key: Bytes) -> None:
    """Sets a table up for a new game, with a key from its generator."""
    for n in range(len(key) // 4):
        word = spin_word(rng)
        for k in range(4):
            key[4 * n + k] = (word >> 8 * k) & 255
    setup(box, state, seats, key)


@entry_point("@legal @apply @observe @resample @estimate bytes bytes int int rng rows codes reals -> int")
def play_rivals(
    legal: Rule,
    apply: Rule,
    observe: Rule,
    resample: Rule,
    estimate: Rule,
    box: Bytes,
    state: Bytes,
    own: int,
    rival: int,
    rng: Rng,
    space: States,
    codes: Codes,
    guess: Reals,
) -> int:
    """Plays for the other seats until the learner must act; returns its seat, or NOBODY if the game is over."""
    s = as_fields(state, HEADER)
    while s.over == 0:
        if own == ALL:
            return num(lowest(num(s.pending)))
        if (num(s.pending) >> own) & 1:
            return own
        seat = num(lowest(num(s.pending)))
        if rival == GREEDY:
            observe(box, state, seat, space[0])
            code = num(
                greedy(legal, apply, resample, estimate, box, space[0], seat, rng, space[1], space[2], codes, guess)
            )
        else:
            n = num(legal(box, state, seat, codes))
            if n <= 0:
                raise RuntimeError("a seat that must act has no move")
            code = num(codes[spin(rng, n)])
        apply(box, state, seat, code)
    return NOBODY


@entry_point(
    "@setup @legal @apply @score @observe @resample @estimate "
    "bytes int int int int int int int rngs wide plans plan tiny tiny rows rngs codes codes codes plan table codes "
    "tinies tinies shares tiny tinies rows bytes codes codes wide reals -> none"
)
def advance(
    setup: Rule,
    legal: Rule,
    apply: Rule,
    score: Rule,
    observe: Rule,
    resample: Rule,
    estimate: Rule,
    box: Bytes,
    seats: int,
    counted: int,
    kind: int,
    chosen: int,
    rival: int,
    fresh: int,
    part: int,
    parts: NDArray[np.int64],
    near: Any,
    words: Any,
    rows: Any,
    figures: Numbers,
    blank: Numbers,
    states: States,
    rngs: NDArray[np.int64],
    turn: Codes,
    own: Codes,
    moves: Codes,
    memory: Any,
    kept: NDArray[np.int32],
    options: Codes,
    seen: NDArray[np.int8],
    mask: NDArray[np.int8],
    gains: NDArray[np.float32],
    ended: Numbers,
    last: NDArray[np.int8],
    space: States,
    key: Bytes,
    lines: Codes,
    codes: Codes,
    nothing: Any,
    guess: Reals,
) -> None:
    """Plays the learner's move at every table, then the other seats until it must act again.

    A finished game is rewarded, and the table set up for the next at once; an illegal move does the same, with a
    PENALTY. `turn` is the seat to act, `seen` and `mask` what it knows and may play; `last`, if it has rows, receives
    what a learner with one seat saw at the end of a game. If `fresh`, plays no move and sets up every table.
    Threads share the tables: each begins with its own of the `parts` (the next free table, and the end), whose memory
    is near its core since the last call, then helps with the rest of the others'. While it plays one table, it fetches
    the memory of the next; of `seen`, the places in `near`.
    `kept` and `options` are the codes that `mask` marks and their number, unless there are too many to keep.
    """
    i, end, done = 0, 0, 0
    while True:
        while i >= end:
            if done == len(parts):
                return
            shared = parts[(part + done) % len(parts)]
            i = take(shared, BLOCK)
            end = min(i + BLOCK, num(shared[1]))
            if i >= end:
                done += 1
        state, rng = states[i], rngs[i]
        if i + 1 < end:
            fetch(states[i + 1])
            fetch(memory[i + 1])
            fetch(kept[i + 1])
            fetch_at(mask[i + 1], num(moves[i + 1]))
            for n in range(len(near)):
                fetch_at(seen[i + 1], near[n])
        ended[i] = GOES_ON
        for seat in range(seats):
            gains[i, seat] = 0.0
        again = fresh != 0
        if again:
            clear(mask[i])
        else:
            n, fits = num(options[i]), False
            if n <= kept.shape[1]:
                for j in range(n):
                    mask[i, kept[i, j]] = 0  # clearing the whole mask would take longer
                    fits = fits or kept[i, j] == moves[i]
            else:
                for j in range(num(legal(box, state, num(turn[i]), codes))):
                    mask[i, codes[j]] = 0
                    fits = fits or codes[j] == moves[i]
            if not fits:
                gains[i, turn[i]] = PENALTY
                ended[i] = ILLEGAL
                again = True
            else:
                apply(box, state, num(turn[i]), num(moves[i]))
                turn[i] = play_rivals(
                    legal, apply, observe, resample, estimate, box, state, num(own[i]), rival, rng, space, codes, guess
                )
                if turn[i] == NOBODY:
                    score(box, state, lines)
                    for seat in range(seats):
                        gains[i, seat] = reward(lines, seats, counted, kind, seat)
                    ended[i] = FINISHED
                    again = True
            if again and len(last) and own[i] >= 0:
                observe(box, state, num(own[i]), space[0])
                clear(nothing)
                encode(score, box, space[0], num(own[i]), words, rows, figures, blank, lines, nothing, last[i])
        while again:
            deal(setup, box, state, seats, rng, key)
            own[i] = spin(rng, seats) if chosen == ANY else chosen
            turn[i] = play_rivals(
                legal, apply, observe, resample, estimate, box, state, num(own[i]), rival, rng, space, codes, guess
            )
            again = turn[i] == NOBODY
        n = num(
            look(
                legal,
                score,
                observe,
                box,
                state,
                num(turn[i]),
                words,
                rows,
                figures,
                blank,
                space[0],
                lines,
                codes,
                memory[i],
                seen[i],
                mask[i],
            )
        )
        options[i] = n
        if n <= kept.shape[1]:
            for j in range(n):
                kept[i, j] = codes[j]
        i += 1
