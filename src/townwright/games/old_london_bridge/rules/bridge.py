"""The bridge: a row without gaps, cut by gardens into sections whose numbers fall from left to right."""

from __future__ import annotations

from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.moves import FINE

from .. import kinds
from ..box import Box
from ..kinds import BREAKS_ROW, IS_GARDEN, NO_BUILDING
from ..state import GARDEN, State

REPLACE_SLOT = kinds.replace.base


@rule
def can_append(s: State, p: int, tile: int) -> bool:
    """A garden always, a number on an empty bridge, after a garden or after a higher number (1.5)."""
    length = num(s.length[p])
    return tile >= GARDEN or length == 0 or s.bridge[p, length - 1] > tile


@rule
def refuse_replacement(s: State, p: int, slot: int, tile: int) -> int:
    """Why a number may not replace this slot: the row must stay valid, gardens stay (1.5)."""
    length = num(s.length[p])
    if slot >= length:
        return NO_BUILDING
    if s.bridge[p, slot] >= GARDEN:
        return IS_GARDEN
    before = num(s.bridge[p, slot - 1]) if slot > 0 else GARDEN
    after = num(s.bridge[p, slot + 1]) if slot + 1 < length else GARDEN
    return FINE if before > tile and (after >= GARDEN or after < tile) else BREAKS_ROW


@rule
def only_replacement(s: State, p: int, tile: int) -> int:
    """The slot that a number must replace, or -1 if there is a choice (1)."""
    only = -1
    for slot in range(s.length[p]):
        if refuse_replacement(s, p, slot, tile) == FINE:
            if only >= 0:
                return -1
            only = slot
    return only


@rule
def list_replacements(s: State, p: int, out: Codes) -> int:
    """The slots that the building in hand may replace."""
    n = 0
    for slot in range(s.length[p]):
        if refuse_replacement(s, p, slot, num(s.taken)) == FINE:
            out[n] = REPLACE_SLOT + slot
            n += 1
    return n


@rule
def lay(box: Box, s: State, p: int, slot: int, tile: int) -> None:
    """Lays a building on a slot; one that it covers leaves the game. Keeps the lowest number of the round (29)."""
    old = num(s.bridge[p, slot])
    if old:
        s.removed |= 1 << old
        s.crests[p] -= box.tile_crests[old]
    else:
        s.length[p] += 1
    s.bridge[p, slot] = tile
    s.crests[p] += box.tile_crests[tile]
    if tile < GARDEN and (s.low == 0 or tile < s.low):
        s.low = tile
        s.low_seat = p + 1


@rule
def strength_of(box: Box, crests: int, tile: int) -> int:
    """How many of these crests have the colour of a building (1.6)."""
    return (crests >> (8 * num(box.tile_colour[tile]))) & 255


@rule
def buildings_of(box: Box, s: State, p: int, kind: int) -> int:
    """How many buildings of a type stand on a bridge."""
    n = 0
    for slot in range(s.length[p]):
        if box.tile_type[s.bridge[p, slot]] == kind:
            n += 1
    return n


@rule
def longest_section(s: State, p: int) -> int:
    """The longest run of numbers without a garden (B1)."""
    best, run = 0, 0
    for slot in range(s.length[p]):
        run = 0 if s.bridge[p, slot] >= GARDEN else run + 1
        best = max(best, run)
    return best
