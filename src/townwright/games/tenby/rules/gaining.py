"""Tenby: gaining a card, placing it, and moving a card within the town."""

from __future__ import annotations

from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.forcing import forced
from townwright.engine.moves import FINE

from .. import moves
from ..box import Box
from ..moves import DECK_EMPTY, NO_PLAIN, NOT_FACE_UP, TOO_HIGH
from ..state import MENU, PLACE, PLAIN_FIRST, START_FIRST, State
from .decks import WORD_FIRST, can_draw, deck_of, draw, face_up, in_market, lowest
from .town import NEW, SHIFT_TO, TARGETS, fits_somewhere, insert, shift

BLIND, GAIN = moves.blind.base, moves.gain.base


@rule
def has_source(s: State, level: int) -> bool:
    """Whether an icon of this level can gain any card: its own deck or a lower one (1.4, ruling 17)."""
    for d in range(level + 1):
        if (d < 2 and s.plain[d]) or can_draw(s, d) or face_up(s, d):
            return True
    return False


@rule
def only_source(s: State, level: int) -> int:
    """The only card that an icon can gain, if it is face up; -1 if there are others or a deck to draw from."""
    cards, only = 0, -1
    for d in range(level + 1):
        if (d < 2 and s.plain[d]) or can_draw(s, d):
            return -1
        for w in range(WORD_FIRST[d], WORD_FIRST[d + 1]):
            word = num(s.market[w])
            while word:
                only = 32 * w + lowest(word)
                cards += 1
                word &= word - 1
    return only if cards == 1 else -1


@rule
def list_sources(s: State, out: Codes) -> int:
    """Face-up cards, the top card unseen, both sides of a plain end, of the icon's deck and the lower ones (1.4)."""
    n = 0
    for d in range(s.level + 1):
        for w in range(WORD_FIRST[d], WORD_FIRST[d + 1]):
            word = num(s.market[w])
            while word:
                out[n] = GAIN + 32 * w + lowest(word)
                word &= word - 1
                n += 1
        if can_draw(s, d):
            out[n] = BLIND + d
            n += 1
        if d < 2 and s.plain[d]:
            out[n] = GAIN + PLAIN_FIRST + 2 * d
            out[n + 1] = GAIN + PLAIN_FIRST + 2 * d + 1
            n += 2
    return n


@rule
def refuse_source(s: State, code: int) -> int:
    """Why a card cannot be gained with the icon being resolved."""
    level = num(s.level)
    if code < GAIN:
        d = code - BLIND
        return TOO_HIGH if d > level else (FINE if can_draw(s, d) else DECK_EMPTY)
    c = code - GAIN
    if c >= PLAIN_FIRST:
        d = (c - PLAIN_FIRST) >> 1
        return TOO_HIGH if d > level else (FINE if s.plain[d] else NO_PLAIN)
    if c >= START_FIRST or not in_market(s, c):
        return NOT_FACE_UP
    return TOO_HIGH if deck_of(c) > level else FINE


@rule
def play_source(box: Box, s: State, p: int, code: int) -> None:
    """Gains the card."""
    c = code - GAIN
    if code < GAIN:
        c = draw(s, code - BLIND)
    elif c >= PLAIN_FIRST:
        s.plain[(c - PLAIN_FIRST) >> 1] -= 1
    else:
        s.market[c >> 5] &= ~(1 << (c & 31))
    s.level = 0
    gain_card(box, s, p, c)


@rule
def gain_card(box: Box, s: State, p: int, c: int) -> None:
    """A gained card goes straight into the town; if it fits nowhere, it begins a new street (ruling 7)."""
    if not fits_somewhere(box, s, p, c) and forced(s):
        insert(s, p, c, NEW)
        s.decision = MENU
    else:
        s.gained = c + 1
        s.decision = PLACE


@rule
def play_place(s: State, p: int, target: int) -> None:
    """Lays the gained card."""
    insert(s, p, num(s.gained) - 1, target)
    s.gained = 0
    s.decision = MENU


@rule
def play_shift(s: State, p: int, code: int) -> None:
    """Moves a card within the town (1.7)."""
    shift(s, p, (code - SHIFT_TO) // TARGETS, (code - SHIFT_TO) % TARGETS)
    s.decision = MENU
