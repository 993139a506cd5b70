"""Tenby: a turn. Its menu, the icons and what is bought for rings, gaining and placing."""

from __future__ import annotations

from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.forcing import forced
from townwright.engine.moves import FINE

from .. import moves
from ..box import Box
from ..moves import (
    ALREADY_OPEN,
    DECK_EMPTY,
    HAS_COUNTER,
    ICONS_LEFT,
    NO_ACCOLADE,
    NO_COUNTER,
    NO_ICON,
    NO_MOVE,
    NO_PLAIN,
    NO_RINGS,
    NO_SOURCE,
    NOT_FACE_UP,
    NOT_LYING,
    TOO_HIGH,
)
from ..rows import EBB_FLOW, HIGH_TIDE
from ..state import (
    DECKS,
    ICONS,
    KEEP,
    LYING,
    MENU,
    MOVE,
    OPEN,
    PLACE,
    PLAIN_FIRST,
    RESIDENT,
    SHIFT,
    SOURCE,
    START_FIRST,
    State,
)
from .decks import (
    WORD_FIRST,
    can_draw,
    deck_of,
    draw,
    draw_residents,
    face_up,
    in_market,
    lowest,
    to_market,
)
from .town import NEW, SHIFT_TO, TARGETS, can_shift, fits_somewhere, insert, shift, some_shift

SHOW, USE, FORFEIT, BUY = moves.show.base, moves.use.base, moves.forfeit.base, moves.buy.base
REVEAL, COMMIT, END = moves.reveal.base, moves.commit.base, moves.end.base
BLIND, GAIN = moves.blind.base, moves.gain.base


@rule
def actor(s: State) -> int:
    """The seat that acts at this step of the order."""
    return num(s.night[s.step])


@rule
def icons_left(s: State) -> int:
    n = 0
    for icon in range(ICONS):
        n += num(s.icons[icon])
    return n


# --- what an icon can do ---


@rule
def has_source(s: State, level: int) -> bool:
    """Whether an icon of this level can gain any card: its own deck or a lower one (1.4, ruling 17)."""
    for d in range(level + 1):
        if (d < 2 and s.plain[d]) or can_draw(s, d) or face_up(s, d):
            return True
    return False


@rule
def only_source(s: State, level: int) -> int:
    """The only card that an icon can gain, if it lies face up; -1 if there are others or a deck to draw from."""
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
def can_do(box: Box, s: State, p: int, action: int) -> bool:
    """Whether an icon or a bought action has any effect to offer (rulings 8, 13)."""
    if action == MOVE:
        return can_shift(box, s, p)
    return s.residents_left > 0 if action == RESIDENT else has_source(s, action)


@rule
def refuse_buy(box: Box, s: State, p: int, action: int) -> int:
    """Why T, P, L, R or a move cannot be bought (1.5)."""
    if s.rings[p] < box.cost[action]:
        return NO_RINGS
    if can_do(box, s, p, action):
        return FINE
    return NO_MOVE if action == MOVE else NO_SOURCE


@rule
def refuse_reveal(box: Box, s: State, p: int, d: int) -> int:
    """Why no card of a deck can be revealed (1.5, ruling 11)."""
    if s.rings[p] < box.reveal_cost:
        return NO_RINGS
    return FINE if can_draw(s, d) else DECK_EMPTY


@rule
def refuse_show(box: Box, s: State, p: int) -> int:
    """Why a secret accolade cannot be opened: it costs the number of the round (1.9, ruling 21)."""
    if box.mode != EBB_FLOW:
        return NO_ACCOLADE
    if s.shown[p] == OPEN:
        return ALREADY_OPEN
    return FINE if s.rings[p] >= s.rounds else NO_RINGS


@rule
def commitments(s: State, p: int) -> int:
    """Score counters on accolades: of a seat, or of all for -1."""
    n = 0
    for place in range(LYING):
        if s.counter[place] and (p < 0 or s.counter[place] == p + 1):
            n += 1
    return n


@rule
def accolade_place(s: State, a: int) -> int:
    """Where an accolade lies open, -1 if it does not."""
    for place in range(LYING):
        if s.lying[place] == a + 1:
            return place
    return -1


@rule
def refuse_commit(box: Box, s: State, p: int, a: int) -> int:
    """Why no counter can be put on an accolade (1.9, ruling 22)."""
    place = accolade_place(s, a)
    if box.mode != HIGH_TIDE or place < 0:
        return NOT_LYING
    if s.counter[place]:
        return HAS_COUNTER
    if commitments(s, p) >= box.counters:
        return NO_COUNTER
    return FINE if s.rings[p] >= box.prices[commitments(s, -1)] else NO_RINGS


# --- the menu ---


@rule
def list_menu(box: Box, s: State, p: int, out: Codes) -> int:
    """Icons to use or give up, life-ring actions, accolades, the end of the turn (section 4, M)."""
    n, left = 0, 0
    for icon in range(ICONS):
        if s.icons[icon]:
            left += 1
            if can_do(box, s, p, icon):
                out[n] = USE + icon
                n += 1
            out[n] = FORFEIT + icon
            n += 1
    if left == 0:
        out[n] = END
        n += 1
    return list_spending(box, s, p, out, n)


@rule
def list_spending(box: Box, s: State, p: int, out: Codes, n: int) -> int:
    """What the player can pay for with rings."""
    if s.rings[p] == 0:
        return n
    for action in range(MOVE + 1):
        if refuse_buy(box, s, p, action) == FINE:
            out[n] = BUY + action
            n += 1
    for d in range(DECKS):
        if refuse_reveal(box, s, p, d) == FINE:
            out[n] = REVEAL + d
            n += 1
    if box.mode == EBB_FLOW and refuse_show(box, s, p) == FINE:
        out[n] = SHOW
        n += 1
    if box.mode == HIGH_TIDE:
        for place in range(LYING):
            if s.lying[place] and refuse_commit(box, s, p, num(s.lying[place]) - 1) == FINE:
                out[n] = COMMIT + s.lying[place] - 1
                n += 1
    return n


@rule
def can_spend(box: Box, s: State, p: int) -> bool:
    """Whether `list_spending` would list anything."""
    if s.rings[p] == 0:
        return False
    for d in range(DECKS):
        if refuse_reveal(box, s, p, d) == FINE:
            return True
    for action in range(MOVE + 1):
        if refuse_buy(box, s, p, action) == FINE:
            return True
    if box.mode == EBB_FLOW and refuse_show(box, s, p) == FINE:
        return True
    for a in range(num(box.accolades) if box.mode == HIGH_TIDE else 0):
        if refuse_commit(box, s, p, a) == FINE:
            return True
    return False


@rule
def refuse_menu(box: Box, s: State, p: int, code: int) -> int:
    """Why a choice of the menu cannot be made."""
    if code == SHOW:
        return refuse_show(box, s, p)
    if code < FORFEIT:
        if s.icons[code - USE] == 0:
            return NO_ICON
        return FINE if can_do(box, s, p, code - USE) else NO_SOURCE
    if code < BUY:
        return FINE if s.icons[code - FORFEIT] else NO_ICON
    if code < REVEAL:
        return refuse_buy(box, s, p, code - BUY)
    if code < COMMIT:
        return refuse_reveal(box, s, p, code - REVEAL)
    if code < END:
        return refuse_commit(box, s, p, code - COMMIT)
    return ICONS_LEFT if icons_left(s) else FINE


@rule
def play_menu(box: Box, s: State, p: int, code: int) -> None:
    """Plays a choice of the menu; `rounds` handles the end of the turn."""
    if code == SHOW:
        open_accolade(s, p)
    elif code < FORFEIT:
        s.icons[code - USE] -= 1
        begin_action(box, s, p, code - USE)
    elif code < BUY:
        s.icons[code - FORFEIT] -= 1
        s.rings[p] += 1
    elif code < REVEAL:
        s.rings[p] -= box.cost[code - BUY]
        begin_action(box, s, p, code - BUY)
    elif code < COMMIT:
        s.rings[p] -= box.reveal_cost
        to_market(s, draw(s, code - REVEAL))
    else:
        s.rings[p] -= box.prices[commitments(s, -1)]
        s.counter[accolade_place(s, code - COMMIT)] = p + 1


@rule
def open_accolade(s: State, p: int) -> None:
    """A secret accolade is opened for rings, as many as the number of the round."""
    s.rings[p] -= s.rounds
    s.shown[p] = OPEN
    s.revealed += 1


@rule
def begin_action(box: Box, s: State, p: int, action: int) -> None:
    """Starts an icon or a bought action; one with a single outcome is played at once."""
    if action == RESIDENT:
        if draw_residents(s, p):
            s.decision = KEEP
    elif action == MOVE:
        if some_shift(box, s, p, 1) < 0 and forced(s):
            play_shift(s, p, some_shift(box, s, p, 0))
        else:
            s.decision = SHIFT
    else:
        s.level = action
        only = only_source(s, action)
        if only >= 0 and forced(s):
            play_source(box, s, p, GAIN + only)
        else:
            s.decision = SOURCE


# --- gaining and placing ---


@rule
def list_sources(s: State, out: Codes) -> int:
    """Face-up cards, the top card unseen, both sides of a plain end: of the icon's deck and the lower ones (1.4)."""
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
    """A gained card goes straight into the town; alone as a new street if it fits nowhere (ruling 7)."""
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
