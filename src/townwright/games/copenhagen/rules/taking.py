"""Copenhagen: taking cards, the hand limit, and Both actions."""

from __future__ import annotations

import numpy as np

from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.forcing import forced
from townwright.engine.moves import FINE

from .. import moves
from ..box import Box
from ..moves import EMPTY_BRIDGE, NOT_ADJACENT, PAIRS
from ..state import ACTIVE, AFTER, ANY, BOTH, BRIDGES, COLOURS, DISCARD, EXTRA, THIRD, USED, State
from .building import can_build
from .harbour import end_turn, lose_cards

TAKE, CARD, DECLINE, DISCARD_CARD = (kind.base for kind in (moves.take, moves.card, moves.decline, moves.discard))
PAIR_FIRST = np.array([i for i, _ in PAIRS])
PAIR_SECOND = np.array([j for _, j in PAIRS])


@rule
def list_takes(s: State, p: int, out: Codes) -> int:
    """Neighbouring pairs; with an active Any cards tile any pair (D-1)."""
    n = 0
    free = s.ability[p, ANY] == ACTIVE
    for pair in range(len(PAIR_FIRST)):
        i, j = PAIR_FIRST[pair], PAIR_SECOND[pair]
        if (free or j == i + 1) and s.display[i] and s.display[j]:
            out[n] = TAKE + pair
            n += 1
    return n


@rule
def refuse_take(s: State, p: int, pair: int) -> int:
    """Why a player may not take this pair."""
    i, j = PAIR_FIRST[pair], PAIR_SECOND[pair]
    if s.display[i] == 0 or s.display[j] == 0:
        return EMPTY_BRIDGE
    return FINE if j == i + 1 or s.ability[p, ANY] == ACTIVE else NOT_ADJACENT


@rule
def take_card(s: State, p: int, bridge: int) -> None:
    """Takes the card of a footbridge into the hand; everybody sees it."""
    c = num(s.display[bridge]) - 1
    s.display[bridge] = 0
    s.hand[p, c] += 1
    s.held[p] += 1
    s.seen[p, c] += 1


@rule
def play_take(box: Box, s: State, p: int, pair: int) -> None:
    """Takes two cards; a third may follow."""
    i, j = PAIR_FIRST[pair], PAIR_SECOND[pair]
    take_card(s, p, i)
    take_card(s, p, j)
    if j != i + 1:  # an adjacent pair does not use the tile
        s.ability[p, ANY] = USED
    if s.ability[p, EXTRA] == ACTIVE:
        s.decision = THIRD
    else:
        after_cards(box, s, p)


@rule
def list_thirds(s: State, out: Codes) -> int:
    """A third card from any footbridge that still has one, or none (A-2)."""
    n = 0
    for i in range(BRIDGES):
        if s.display[i]:
            out[n] = CARD + i
            n += 1
    out[n] = DECLINE
    return n + 1


@rule
def play_third(box: Box, s: State, p: int, code: int) -> None:
    """Takes a third card, or declines it (A-2)."""
    if code != DECLINE:
        take_card(s, p, code - CARD)
        s.ability[p, EXTRA] = USED
    after_cards(box, s, p)


@rule
def list_discards(s: State, p: int, out: Codes) -> int:
    """Any colour in hand, new cards included (D-2)."""
    n = 0
    for c in range(COLOURS):
        if s.hand[p, c]:
            out[n] = DISCARD_CARD + c
            n += 1
    return n


@rule
def colours_held(s: State, p: int) -> int:
    """How many colours a hand has."""
    n = 0
    for c in range(COLOURS):
        if s.hand[p, c]:
            n += 1
    return n


@rule
def after_cards(box: Box, s: State, p: int) -> None:
    """After taking cards: the hand limit, then Both actions if possible, else the end of the turn."""
    while s.held[p] > box.limit:
        if colours_held(s, p) > 1 or not forced(s):
            s.decision = DISCARD
            return
        for c in range(COLOURS):
            if s.hand[p, c]:
                lose_cards(s, p, c, 1)
    if s.ability[p, BOTH] == ACTIVE and can_build(box, s, p):
        s.decision = AFTER
    else:
        end_turn(box, s, p)
