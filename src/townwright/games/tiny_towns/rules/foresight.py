"""Tiny Towns: what the words and fields of a move depend on, and which patterns a cube would complete."""

from __future__ import annotations

from townwright.engine.bits import count, lowest
from townwright.engine.compiling import num, rule

from .. import moves
from ..box import Box
from ..moves import INSTEAD, LACK, MOST_LACKING, SEATED
from ..state import HANDLE, KEEP, NAME, PICK, RESOURCES, SETTLE, SHARED, SQUARES, SWAP, TYPES, State
from .build import card_of, posts
from .effects import bank_full
from .town import empty

KEEP_IT, NAME_IT, PICK_IT, PLACE = moves.keep.base, moves.name.base, moves.pick.base, moves.place.base
ON, STOP = moves.target.base, moves.stop.base
EXCHANGE_FOR, ENDOW_WITH, WATCH_FOR, SETTLE_ON = (
    moves.exchange.base,
    moves.endow.base,
    moves.watch.base,
    moves.settle.base,
)


@rule
def reader(k: State) -> int:
    """The seat that a known state belongs to; -1 for a spectator. `moves.knower`, for compiled rules."""
    own = -1
    for p in range(k.seats):
        if (num(k.unseen) >> p) & 1 == 0:
            if own >= 0:
                return -1
            own = p
    return own


@rule
def lacking(box: Box, k: State, p: int, t: int, r: int, square: int) -> int:
    """How many cubes the pattern of a type would still lack with a cube on a square that is empty now; too many if no
    placement of the pattern has this cube there and room for the others."""
    card, here, least = card_of(k, p, t), 1 << square, MOST_LACKING + 1
    if card < 0 or bank_full(box, k, p, card):
        return least
    wild, free = posts(box, k, p), empty(k, p) & ~here
    for place in range(box.card_first[card], box.card_first[card + 1]):
        if num(box.place_cubes[place, r]) & here == 0:
            continue
        lacks = 0
        for x in range(RESOURCES):
            lacks |= num(box.place_cubes[place, x]) & ~here & ~wild & ~num(k.cube[p, x])
        if lacks & ~free == 0:
            least = min(least, count(lacks))
    return least


@rule
def continued(box: Box, k: State, p: int, r: int, square: int) -> int:
    """By type, how many cubes its pattern would still lack, plus one; 0 for too many."""
    packed = 0
    for t in range(TYPES):
        lacks = lacking(box, k, p, t, r, square)
        if lacks <= MOST_LACKING:
            packed += (lacks + 1) * LACK**t
    return packed


@rule
def completed(box: Box, k: State, p: int, r: int) -> int:
    """The types whose pattern a cube would complete on some empty square, and these squares."""
    packed, rest = 0, empty(k, p)
    while rest:
        square = lowest(rest)
        for t in range(TYPES):
            if lacking(box, k, p, t, r, square) == 0:
                packed |= 1 << t | 1 << (TYPES + square)
        rest &= rest - 1
    return packed


@rule
def note_place(box: Box, k: State, p: int, code: int) -> int:
    r, square = (code - PLACE) // SQUARES, (code - PLACE) % SQUARES
    instead, packed = 0, 0
    if k.named and r != k.named - 1 and (p < 0 or k.holding[p] == 0):
        instead = num(k.named)
    if p >= 0 and k.decision[p] in (HANDLE, SWAP) and (empty(k, p) >> square) & 1:
        packed = continued(box, k, p, r, square)
    return packed * INSTEAD + instead


@rule
def note(box: Box, k: State, code: int) -> int:
    """What the words and fields of a move depend on, besides its code."""
    p = reader(k)
    asked = num(k.decision[p]) if p >= 0 else 0
    if PLACE <= code < PLACE + RESOURCES * SQUARES:
        return note_place(box, k, p, code)
    if NAME_IT <= code < NAME_IT + RESOURCES:
        return completed(box, k, p, code - NAME_IT) if asked == NAME else 0
    if PICK_IT <= code < PICK_IT + RESOURCES:
        return completed(box, k, p, code - PICK_IT) if asked == PICK else 0
    if KEEP_IT <= code < KEEP_IT + 2:
        return num(k.dealt[p, code - KEEP_IT]) * SEATED + num(k.seats) if asked == KEEP else 0
    if ON <= code < ON + SQUARES:
        return num(k.making[p]) if p >= 0 else 0
    if code == STOP:
        return 1 if asked == SETTLE else 0
    if WATCH_FOR <= code < WATCH_FOR + SHARED:
        return num(k.card[code - WATCH_FOR])
    for base in (EXCHANGE_FOR, ENDOW_WITH, SETTLE_ON):
        if base <= code < base + SHARED * SQUARES:
            return num(k.card[(code - base) // SQUARES])
    return 0
