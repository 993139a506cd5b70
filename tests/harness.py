"""Long random play of any game, compiled, which checks every property of the design on the way."""

from __future__ import annotations

import functools
import importlib
from types import ModuleType
from typing import Any

import numpy as np
from numba import njit, types

from townwright.engine import chance
from townwright.engine.compiling import GAME_SIGNATURES, as_fields, copy_bytes, signature_of
from townwright.engine.fields import blank
from townwright.engine.game import Game
from townwright.engine.loops import HEADER
from townwright.engine.sheets import MOST_PARTS, PART_WIDTH

FINDINGS = (
    "all properties hold",
    "a seat that must act has no move",
    "a seat that need not act has a move",
    "a move is listed twice or is out of range",
    "refuse and legal disagree",
    "observe, resample, observe changes what is known",
    "an imagined deal changes the seat's own moves",
    "looking at a state (legal, refuse, observe, score, estimate) changes it",
    "moves of seats that act at the same time do not commute",
    "the game is longer than its bound",
    "ply does not grow by one, or revealed decreases",
    "an invariant is broken",
    "an invariant is broken in an imagined deal",
    "the parts of a line do not sum to it",
    "forced moves lead to another state if they are played by hand",
)
SIGNATURES = {**GAME_SIGNATURES, "audit": "bytes bytes -> int", "stage": "bytes bytes rng -> none"}


@functools.cache
def auditor(game: Game) -> ModuleType:
    """The audit module of a game's tests."""
    return importlib.import_module(f"tests.games.{game.package.rpartition('.')[2]}.audit")


def variants(game: Game) -> list[tuple[int, dict[str, Any]]]:
    """The tables of random play: the variants of all tests, and more if a game's audit lists them."""
    return [*auditor(game).VARIANTS, *getattr(auditor(game), "MORE_VARIANTS", [])]


@functools.cache
def audit_entries(game: Game) -> tuple[Any, Any]:
    """A game's `audit` and, if its tests have one, `stage` over byte buffers.

    `stage` changes a fresh table into a rarer one that is also possible; every second pair of games starts with it.
    """
    box_layout, state_layout = game.box_layout, game.state_layout
    audit_state, stage_state = auditor(game).audit, getattr(auditor(game), "stage", None)

    @njit(signature_of(SIGNATURES["audit"]), nogil=True, boundscheck=True)
    def audit(box, state):
        return audit_state(as_fields(box, box_layout), as_fields(state, state_layout))

    if stage_state is None:

        @njit(signature_of(SIGNATURES["stage"]), nogil=True, boundscheck=True)
        def stage(box, state, rng):
            pass

    else:

        @njit(signature_of(SIGNATURES["stage"]), nogil=True, boundscheck=True)
        def stage(box, state, rng):
            stage_state(as_fields(box, box_layout), as_fields(state, state_layout), rng)

    return audit, stage


def parts_entry(game: Game) -> Any:
    """A game's `parts`, or a function that returns -1 if it has none."""
    if game.has_parts:
        return game.entry_points.parts
    return no_parts()


@functools.cache
def no_parts() -> Any:
    @njit(signature_of(SIGNATURES["parts"]), nogil=True)
    def parts(box, state, seat, out):
        return -1

    return parts


def function_type(name: str) -> Any:
    return types.FunctionType(signature_of(SIGNATURES[name]))


@njit
def same(a, b):
    for i in range(len(a)):
        if a[i] != b[i]:
            return False
    return True


@njit
def pick_seat(pending, rng):
    """A random seat of a mask."""
    n = 0
    for seat in range(16):
        n += (pending >> seat) & 1
    n = chance.spin(rng, n)
    for seat in range(16):
        if (pending >> seat) & 1:
            if n == 0:
                return seat
            n -= 1
    return -1


NAMES = ("setup", "legal", "apply", "refuse", "score", "observe", "resample", "estimate", "parts", "audit", "stage")
FORCED = 16  # no move forces more than this


@njit
def parts_agree(parts, box, state, seats, lines, sums, table, count):
    """Whether the parts of every line add up to it, for every seat."""
    width = len(lines) // seats
    for seat in range(seats):
        n = parts(box, state, seat, table)
        if n < 0:
            return True
        sums[:] = 0
        for i in range(n):
            sums[table[i, 0]] += table[i, 1]
        for line in range(count):
            if sums[line] != lines[seat * width + line]:
                return False
    return True


@njit
def forced_seat(legal, box, asked, after, codes):
    """A seat with a single move that is not its move afterwards, because it was played automatically; -1 if none."""
    pending = as_fields(asked, HEADER).pending
    for seat in range(16):
        if (pending >> seat) & 1 == 0 or legal(box, asked, seat, codes[1]) != 1:
            continue
        if legal(box, after, seat, codes[2]) != 1 or codes[1, 0] != codes[2, 0]:
            return seat
    return -1


@njit
def same_if_asked(legal, apply, box, before, after, seat, code, asked, twin, codes):
    """Plays a move and then every forced decision by hand; whether that leads to the same state."""
    copy_bytes(asked, before)
    a = as_fields(asked, HEADER)
    a.ask_all = 1
    apply(box, asked, seat, code)
    for _ in range(FORCED):
        copy_bytes(twin, asked)
        t = as_fields(twin, HEADER)
        t.ask_all = 0
        t.ply = as_fields(after, HEADER).ply
        if same(twin, after):
            return True
        forced = forced_seat(legal, box, asked, after, codes)
        if forced < 0:
            return False
        apply(box, asked, forced, codes[1, 0])
    return False


@njit
def better_of_four(apply, estimate, box, state, twin, seat, seats, codes, n, rng, guess):
    """The best of four random moves by the estimate, so that games make progress."""
    choice, best = codes[chance.spin(rng, n)], -1e300
    for _ in range(4):
        code = codes[chance.spin(rng, n)]
        copy_bytes(twin, state)
        apply(box, twin, seat, code)
        estimate(box, twin, guess)
        if guess[seat] > best:
            choice, best = code, guess[seat]
    return choice


def walk(
    setup, legal, apply, refuse, score, observe, resample, estimate, parts, audit, stage,
    box, seats, keys, longest, scratch, rng, codes, lines, sums, count_lines, table, guess, played,
):  # fmt: skip
    """Plays a game for every key; returns the number of a finding, the game, the ply and a detail."""
    state, snapshot, known = scratch[0], scratch[1], scratch[2]
    imagined, again, twin = scratch[3], scratch[4], scratch[5]
    mine, other = codes[0], codes[1]
    s, size = as_fields(state, HEADER), len(played)
    for game in range(len(keys)):
        setup(box, state, seats, keys[game])
        if game & 2:
            stage(box, state, rng)
        count = 0
        while True:
            broken = audit(box, state)
            if broken:
                return 11, game, count, broken
            if s.over:
                break
            if count > longest:
                return 9, game, count, 0
            copy_bytes(snapshot, state)
            if s.over == 0 and s.pending == 0:
                return 1, game, count, -1
            seat = pick_seat(s.pending, rng)
            n = legal(box, state, seat, mine)
            if n <= 0:
                return 1, game, count, seat
            for q in range(seats):
                if (s.pending >> q) & 1 == 0 and legal(box, state, q, other):
                    return 2, game, count, q
            if chance.spin(rng, 32) == 0:  # the expensive checks, now and then
                mark = np.zeros(size, np.int8)
                for i in range(n):
                    if mine[i] < 0 or mine[i] >= size or mark[mine[i]]:
                        return 3, game, count, mine[i]
                    mark[mine[i]] = 1
                for code in range(size):
                    if (refuse(box, state, seat, code) == 0) != (mark[code] == 1):
                        return 4, game, count, code
                for q in range(seats):
                    if (s.pending >> q) & 1 == 0 and refuse(box, state, q, mine[0]) == 0:
                        return 4, game, count, mine[0]
                score(box, state, lines)
                estimate(box, state, guess)
                if not parts_agree(parts, box, state, seats, lines, sums, table, count_lines):
                    return 13, game, count, 0
                viewer = chance.spin(rng, seats + 1) - 1
                observe(box, state, viewer, known)
                score(box, known, lines)
                if not parts_agree(parts, box, known, seats, lines, sums, table, count_lines):
                    return 13, game, count, viewer + 1
            if chance.spin(rng, 4) == 0:  # secrecy
                viewer = chance.spin(rng, seats + 1) - 1
                observe(box, state, viewer, known)
                copy_bytes(imagined, known)
                resample(box, imagined, rng)
                observe(box, imagined, viewer, again)
                if not same(known, again):
                    return 5, game, count, viewer
                if audit(box, imagined):
                    return 12, game, count, audit(box, imagined)
                if viewer >= 0:
                    a = legal(box, state, viewer, codes[2])
                    b = legal(box, imagined, viewer, other)
                    if a != b or not same(codes[2, :a], other[:a]):
                        return 6, game, count, viewer
                for q in range(seats):
                    if (s.pending >> q) & 1 and legal(box, imagined, q, other) <= 0:
                        return 1, game, count, q
            if not same(state, snapshot):
                return 7, game, count, 0
            code = mine[chance.spin(rng, n)]
            if game % 3 == 0:  # a third of the games is played a little better
                code = better_of_four(apply, estimate, box, state, twin, seat, seats, mine, n, rng, guess)
            rest = s.pending & ~(1 << seat)
            if rest and chance.spin(rng, 2) == 0:  # another seat, in both orders
                q = pick_seat(rest, rng)
                m = legal(box, state, q, other)
                if m <= 0:
                    return 1, game, count, q
                second = other[chance.spin(rng, m)]
                copy_bytes(twin, state)
                apply(box, twin, seat, code)
                if (as_fields(twin, HEADER).pending >> q) & 1:
                    apply(box, twin, q, second)
                    copy_bytes(imagined, state)
                    apply(box, imagined, q, second)
                    apply(box, imagined, seat, code)
                    if not same(twin, imagined):
                        return 8, game, count, code
            ply, revealed = s.ply, s.revealed
            apply(box, state, seat, code)
            played[code] += 1
            count += 1
            if s.ply != ply + 1 or s.revealed < revealed:
                return 10, game, count, code
            if chance.spin(rng, 8) == 0 and not same_if_asked(
                legal, apply, box, snapshot, state, seat, code, twin, imagined, codes
            ):
                return 14, game, count, code
    return 0, 0, 0, 0


@functools.cache
def walker() -> Any:
    """`walk`, compiled once for all games."""
    signature = types.UniTuple(types.int64, 4)(
        *(function_type(name) for name in NAMES),
        types.uint8[::1],  # box
        types.int64,  # seats
        types.uint8[:, ::1],  # keys
        types.int64,  # longest
        types.uint8[:, ::1],  # scratch states: state, snapshot, known, imagined, again, twin
        types.int64[::1],  # rng
        types.int32[:, ::1],  # codes, three times
        types.int32[::1],  # score lines
        types.int32[::1],  # sums of parts
        types.int64,  # lines of a sheet
        types.int32[:, ::1],  # parts
        types.float64[::1],  # estimates
        types.int64[::1],  # how often each code was played
    )
    return njit(signature, nogil=True, boundscheck=True)(walk)


@functools.cache
def played_in(game: Game, variant: int, times: int = 1) -> Any:
    """How often each code was played in the random games of a variant; all tests of a worker share these games."""
    seats, options = variants(game)[variant]
    games = times * -(-auditor(game).GAMES // len(auditor(game).VARIANTS))
    played = np.zeros(game.moves.size, np.int64)
    play_randomly(game, seats, options, games, played, tag=f"{variant}")
    assert played.sum() > games  # the games have moves
    return played


def play_randomly(game: Game, seats: int, options: dict[str, Any], games: int, played: Any, tag: str = "") -> None:
    """Plays random games of one variant; the error names the seed of the first game in which a property fails."""
    box = game.open_box(options)
    keys = np.stack([chance.deal_key(f"walk{tag}/{i}") for i in range(games)])
    width = game.width
    functions = [*(getattr(game.entry_points, name) for name in NAMES[:-3]), parts_entry(game), *audit_entries(game)]
    finding, at, ply, detail = walker()(
        *functions,
        box.bytes,
        seats,
        keys,
        auditor(game).LONGEST[seats],
        np.stack([blank(game.state_layout) for _ in range(6)]),
        chance.generator(f"{seats}{sorted(options.items(), key=str)}{tag}"),
        np.zeros((3, game.moves.size), np.int32),
        np.zeros(seats * width, np.int32),
        np.zeros(width, np.int32),
        len(game.lines),
        np.zeros((MOST_PARTS, PART_WIDTH), np.int32),
        np.zeros(seats),
        played,
    )
    if finding:
        more = auditor(game).INVARIANTS[detail - 1] if finding in (11, 12) else detail
        raise AssertionError(
            f"{game.title}, {seats} players, {options}: {FINDINGS[finding]} ({more}), seed 'walk{tag}/{at}', ply {ply}"
        )
