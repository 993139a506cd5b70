"""Search: information-set Monte Carlo tree search over any game, compiled once for all of them.

Every simulation deals at random what the searching seat does not know, walks down one tree over what that seat can
distinguish, plays on from there with the game's own sense, and adds the result to every node on its way, for every seat
(max-n). A child is a move of a seat. A move that is possible in few deals is judged by how often it was possible.

What comes to light in a simulation, such as a new offer, makes no nodes unless a game asks for them (APART). Then the
tree plans an answer to every offer, which works where there are few of them.

Decisions made at the same time are children of one node: each seat chooses by its own results and does not know what
the others choose. The walk continues below the choice of the searching seat. A seat that has already sealed its choice
chooses again in every simulation.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .bits import lowest
from .chance import spin
from .compiling import as_fields, clock_ns, copy_bytes, entry_point, num, rule
from .fields import Bytes, Codes, Header, Rng, States, layout

HEADER = layout(Header)
Rule = Callable[..., Any]
Reals = NDArray[np.float64]
Tree = NDArray[np.int32]  # one node a row
Stamps = NDArray[np.int64]  # of every move code: the last tick at which it was legal, negative if it had a child

# the columns of a node; its children are a list from FIRST by NEXT, the most promising first; -1 ends it
CODE, SEAT, FIRST, NEXT, VISITS, POSSIBLE, NODE = range(7)
NOBODY = -1  # the seat of a node for what came to light
PROMISE = 0  # in `sums`: the lead that the sense promised; after it, for every seat, the sum of what the move was worth

# settings, all numbers
EXPLORE = 0  # how much a rarely tried move is favoured, in standard deviations of what comes out
TRUST = 1  # how many visits the promise of a move counts for
WIDTH, WIDEN = 2, 3  # moves tried at a node: WIDTH + WIDEN * sqrt(visits), the most promising first
WIN = 4  # what winning is worth beside the lead, in points
SPREAD = 5  # the lead in points that makes an unfinished game three quarters won
PLIES = 6  # how many moves are played on below the tree
SLIP = 7  # the chance of a random move there
GLANCE = 8  # how many moves are considered there, drawn at random; 0 means all
LEAST = 9  # simulations that a time budget must allow; otherwise fewer moves are played below the tree
PLAIN = 10  # 1: no sense at all, random moves to the end
APART = 11  # 1: below a move, each thing that may come to light has a node of its own; 0: one node serves all
SETTINGS = 12

# the places of `control`, which Python and the search share
ROOT, USED, SIMULATIONS, CLOCK, NANOSECONDS, DONE, TICK, STOP, LINES, HURRY, CONTROLS = range(11)
WORKPLACES = 2  # scratch states
DEEPEST = 400  # nodes on the way of one simulation, at most


@rule
def lead(points: Reals, seats: int, seat: int) -> float:
    """Points over the best of the others; alone, the points."""
    best, mine = -1e300, float(points[seat])
    for other in range(seats):
        if other != seat and points[other] > best:
            best = points[other]
    return mine - best if seats > 1 else mine


@rule
def promise_of(
    apply: Rule, value: Rule, box: Bytes, state: Bytes, trial: Bytes, seat: int, code: int, weights: Reals, guess: Reals
) -> float:
    """The lead that the sense expects after a move. `guess` holds its guess of the present state."""
    copy_bytes(trial, state)
    apply(box, trial, seat, code)
    value(box, trial, weights, seat, guess)
    return lead(guess, num(as_fields(state, HEADER).seats), seat)


@rule
def new_node(tree: Tree, sums: Reals, control: NDArray[np.int64], seat: int, code: int) -> int:
    """Adds a node without visits. The caller has made sure that there is room."""
    node = num(control[USED])
    control[USED] += 1
    tree[node, CODE], tree[node, SEAT], tree[node, FIRST] = code, seat, -1
    tree[node, VISITS], tree[node, POSSIBLE] = 0, 1
    sums[node, :] = 0.0
    return node


@rule
def add_children(
    apply: Rule,
    value: Rule,
    box: Bytes,
    state: Bytes,
    trial: Bytes,
    seat: int,
    weights: Reals,
    settings: Reals,
    tree: Tree,
    sums: Reals,
    control: NDArray[np.int64],
    rng: Rng,
    node: int,
    codes: Codes,
    n: int,
    stamps: Stamps,
    guess: Reals,
) -> None:
    """Adds a child for every legal move that has none, the most promising first."""
    tick = num(control[TICK])
    if settings[PLAIN] == 0.0:
        value(box, state, weights, -1, guess)
    for i in range(n):
        code = num(codes[i])
        if stamps[code] != tick or num(control[USED]) >= len(tree):
            continue
        stamps[code] = -tick
        if settings[PLAIN] != 0.0:
            promise = float(spin(rng, 1 << 20)) * 1e-9
        else:
            promise = promise_of(apply, value, box, state, trial, seat, code, weights, guess)
        child = new_node(tree, sums, control, seat, code)
        sums[child, PROMISE] = promise
        before, after = -1, num(tree[node, FIRST])
        while after >= 0 and sums[after, PROMISE] >= promise:
            before, after = after, num(tree[after, NEXT])
        tree[child, NEXT] = after
        if before < 0:
            tree[node, FIRST] = child
        else:
            tree[before, NEXT] = child


@rule
def outcome(tree: Tree, sums: Reals, control: NDArray[np.int64], node: int, seen: Bytes) -> int:
    """The child of a node for what the searching seat sees now, added if there is none; -1 if the tree is full."""
    sign = 2166136261
    for i in range(len(seen)):
        sign = ((sign ^ num(seen[i])) * 16777619) & 0x7FFFFFFF
    child = num(tree[node, FIRST])
    while child >= 0 and (tree[child, SEAT] != NOBODY or tree[child, CODE] != sign):
        child = num(tree[child, NEXT])
    if child < 0 and num(control[USED]) < len(tree):
        child = new_node(tree, sums, control, NOBODY, sign)
        tree[child, NEXT] = tree[node, FIRST]
        tree[node, FIRST] = child
    return child


@rule
def best_child(
    settings: Reals, tree: Tree, sums: Reals, node: int, seat: int, tick: int, stamps: Stamps, deviation: float
) -> int:
    """The possible child with the best upper bound among the most promising ones; -1 if there is none."""
    total, first = 0, -1
    child = num(tree[node, FIRST])
    while child >= 0:
        if tree[child, SEAT] == seat and stamps[tree[child, CODE]] == -tick:
            total += num(tree[child, VISITS])
            if first < 0:
                first = child
        child = num(tree[child, NEXT])
    if first < 0:
        return -1
    visits = num(tree[node, VISITS])
    mean = sums[node, 1 + seat] / visits if visits else sums[first, PROMISE]
    most = settings[WIDTH] + settings[WIDEN] * math.sqrt(total)
    trust, explore = settings[TRUST], settings[EXPLORE] * deviation
    best, bound, seen = -1, -1e300, 0
    child = first
    while child >= 0 and seen < most:
        if tree[child, SEAT] == seat and stamps[tree[child, CODE]] == -tick:
            seen += 1
            prior = mean + sums[child, PROMISE] - sums[first, PROMISE]
            count = tree[child, VISITS] + trust
            upper = (sums[child, 1 + seat] + trust * prior) / count
            upper += explore * math.sqrt(math.log(1.0 + tree[child, POSSIBLE]) / count)
            if upper > bound:
                best, bound = child, upper
        child = num(tree[child, NEXT])
    return best


@rule
def mark_possible(tree: Tree, node: int, seat: int, codes: Codes, n: int, tick: int, stamps: Stamps) -> int:
    """Marks the children that are possible now; returns how many legal moves have no child yet."""
    for i in range(n):
        stamps[codes[i]] = tick
    missing = n
    child = num(tree[node, FIRST])
    while child >= 0:
        if tree[child, SEAT] == seat and stamps[tree[child, CODE]] == tick:
            stamps[tree[child, CODE]] = -tick
            tree[child, POSSIBLE] += 1
            missing -= 1
        child = num(tree[child, NEXT])
    return missing


@rule
def play_on(
    legal: Rule,
    apply: Rule,
    value: Rule,
    box: Bytes,
    state: Bytes,
    trial: Bytes,
    weights: Reals,
    settings: Reals,
    rng: Rng,
    codes: Codes,
    guess: Reals,
    most: int,
) -> int:
    """Plays on, one move deep by the sense, with a random move now and then; returns the number of moves."""
    s = as_fields(state, HEADER)
    slip, glance, moves = int(settings[SLIP] * 1000.0), int(settings[GLANCE]), 0
    while s.over == 0 and moves < most:
        seat = lowest(num(s.pending))
        n = legal(box, state, seat, codes)
        if n <= 0:
            raise RuntimeError("a seat that must act has no move")
        moves += 1
        if n == 1 or settings[PLAIN] != 0.0 or (slip and spin(rng, 1000) < slip):
            apply(box, state, seat, num(codes[spin(rng, n)]))
            continue
        if 0 < glance < n:
            for i in range(glance):
                j = i + spin(rng, n - i)
                code = codes[i]
                codes[i] = codes[j]
                codes[j] = code
            n = glance
        value(box, state, weights, -1, guess)
        best, choice = -1e300, num(codes[0])
        for i in range(n):
            promise = promise_of(apply, value, box, state, trial, seat, num(codes[i]), weights, guess)
            if promise > best:
                best, choice = promise, num(codes[i])
        apply(box, state, seat, choice)
    return moves


@rule
def ahead(lines: Codes, width: int, counted: int, a: int, b: int) -> int:
    """1 if seat a ends before seat b, -1 after it, 0 if they share the place."""
    mine, theirs = 0, 0
    for i in range(counted):
        mine += num(lines[a * width + i])
        theirs += num(lines[b * width + i])
    if mine != theirs:
        return 1 if mine > theirs else -1
    for i in range(counted, width):
        if lines[a * width + i] != lines[b * width + i]:
            return 1 if lines[a * width + i] > lines[b * width + i] else -1
    return 0


@rule
def judge(
    score: Rule,
    value: Rule,
    box: Bytes,
    state: Bytes,
    weights: Reals,
    settings: Reals,
    counted: int,
    lines: Codes,
    result: Reals,
) -> None:
    """Writes the points of all seats, then their chances to win, then the worth of the position to each: exact if the
    game is over, otherwise guessed by the sense."""
    s = as_fields(state, HEADER)
    seats = num(s.seats)
    if s.over:
        score(box, state, lines)
        width = len(lines) // seats
        winners = 0.0
        for p in range(seats):
            points = 0
            for i in range(counted):
                points += num(lines[p * width + i])
            result[p], result[seats + p] = float(points), 1.0
            for other in range(seats):
                if ahead(lines, width, counted, other, p) > 0:
                    result[seats + p] = 0.0
            winners += result[seats + p]
    else:
        value(box, state, weights, -1, result)
        winners = 0.0
        for p in range(seats):
            share = lead(result, seats, p) / settings[SPREAD] if seats > 1 else 0.0
            result[seats + p] = math.exp(min(20.0, max(-20.0, 1.1 * share)))
            if seats == 2:
                result[seats + p] = math.sqrt(result[seats + p])
            winners += result[seats + p]
    for p in range(seats):
        result[seats + p] /= winners
        result[2 * seats + p] = lead(result, seats, p) + settings[WIN] * result[seats + p]


@rule
def settled(tree: Tree, root: int, seat: int, left: float) -> bool:
    """Whether no other move can overtake the most visited one with the simulations that are left."""
    most, second = 0, 0
    child = num(tree[root, FIRST])
    while child >= 0:
        if tree[child, SEAT] == seat:
            visits = num(tree[child, VISITS])
            if visits > most:
                most, second = visits, most
            elif visits > second:
                second = visits
        child = num(tree[child, NEXT])
    return most - second > left


@entry_point(
    "@legal @apply @score @observe @resample @value @sealed "
    "bytes bytes int weights reals table grid grid wide rng rows codes wide codes codes reals reals -> none"
)
def search(
    legal: Rule,
    apply: Rule,
    score: Rule,
    observe: Rule,
    resample: Rule,
    value: Rule,
    sealed: Rule,
    box: Bytes,
    known: Bytes,
    seat: int,
    weights: Reals,
    settings: Reals,
    tree: Tree,
    sums: Reals,
    report: Reals,
    control: NDArray[np.int64],
    rng: Rng,
    states: States,
    codes: Codes,
    stamps: Stamps,
    path: Codes,
    lines: Codes,
    guess: Reals,
    result: Reals,
) -> None:
    """Searches the moves of a seat within its budget, from what it knows.

    `tree` and `sums` contain the root and what was found earlier in the turn. `report` receives for every move of the
    seat how often it was tried, and the sums of all seats' points and chances to win.
    """
    start = clock_ns(num(control[CLOCK]))
    seats, root, budget = num(as_fields(known, HEADER).seats), num(control[ROOT]), num(control[NANOSECONDS])
    hidden = sealed(box, known) & ~(1 << seat)
    state, trial = states[0], states[1]
    s = as_fields(state, HEADER)
    most, rolled, done = int(settings[PLIES]), 0, 0
    count, mean, squares, deviation = 0.0, 0.0, 0.0, max(1.0, settings[SPREAD])
    while control[STOP] == 0:
        copy_bytes(state, known)
        s.pending = num(s.pending) | hidden
        resample(box, state, rng)
        node, below, mask, depth, chosen, revealed = root, -1, 0, 1, -1, num(s.revealed)
        path[0] = root
        while s.over == 0 and depth < len(path) - 1:
            mask &= num(s.pending)
            if mask == 0:
                if below >= 0:
                    node, below = below, -1
                if settings[APART] != 0.0 and num(s.revealed) != revealed:
                    revealed = num(s.revealed)
                    observe(box, state, seat, trial)
                    node = outcome(tree, sums, control, node, trial)
                    if node < 0:
                        break
                    path[depth] = node
                    depth += 1
                    if tree[node, VISITS] == 0:
                        break
                mask = num(s.pending)
            who = seat if (mask >> seat) & 1 else lowest(mask)
            mask &= ~(1 << who)
            n = legal(box, state, who, codes)
            if n == 1 and node != root:  # nothing to choose: no node
                apply(box, state, who, num(codes[0]))
                if below < 0:
                    below = node
                continue
            control[TICK] += 1
            tick = num(control[TICK])
            if mark_possible(tree, node, who, codes, n, tick, stamps):
                add_children(
                    apply,
                    value,
                    box,
                    state,
                    trial,
                    who,
                    weights,
                    settings,
                    tree,
                    sums,
                    control,
                    rng,
                    node,
                    codes,
                    n,
                    stamps,
                    guess,
                )
            child = best_child(settings, tree, sums, node, who, tick, stamps, deviation)
            if child < 0:  # the tree is full
                break
            apply(box, state, who, num(tree[child, CODE]))
            path[depth] = child
            depth += 1
            if node == root and who == seat and chosen < 0:
                chosen = num(tree[child, CODE])
            if below < 0:
                below = child
            if tree[child, VISITS] == 0:
                break
        rolled += play_on(
            legal,
            apply,
            value,
            box,
            state,
            trial,
            weights,
            settings,
            rng,
            codes,
            guess,
            most,
        )
        judge(score, value, box, state, weights, settings, num(control[LINES]), lines, result)
        for i in range(depth):
            tree[path[i], VISITS] += 1
            for p in range(seats):
                sums[path[i], 1 + p] += result[2 * seats + p]
        if chosen >= 0:
            report[chosen, 0] += 1.0
            for p in range(2 * seats):
                report[chosen, 1 + p] += result[p]
        done += 1
        count += 1.0
        step = result[2 * seats + seat] - mean
        mean += step / count
        squares += step * (result[2 * seats + seat] - mean)
        if done >= 16:
            deviation = max(1e-3, math.sqrt(squares / count))
        if control[SIMULATIONS] and done >= control[SIMULATIONS]:
            break
        left = float(control[SIMULATIONS] - done)
        if budget:
            passed = clock_ns(num(control[CLOCK])) - start
            if passed >= budget:
                break
            left = done * (budget - passed) / max(1.0, float(passed))
            if done + left < settings[LEAST] and done >= 4 and done & (done - 1) == 0:
                most = max(2, int(rolled / done * (done + left) / settings[LEAST]))
        if done & 31 == 0 and control[HURRY] and settled(tree, root, seat, left):
            break
    control[DONE] += done
