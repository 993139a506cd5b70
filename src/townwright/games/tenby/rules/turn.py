"""Tenby: a turn. Its menu, and what icons and rings are spent on."""

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
    NO_RINGS,
    NO_SOURCE,
    NOT_LYING,
)
from ..rows import EBB_FLOW, HIGH_TIDE
from ..state import DECKS, ICONS, KEEP, LYING, MOVE, OPEN, RESIDENT, SHIFT, SOURCE, State
from .decks import can_draw, draw, draw_residents, to_market
from .gaining import GAIN, has_source, only_source, play_shift, play_source
from .town import can_shift, some_shift

SHOW, USE, FORFEIT, BUY = moves.show.base, moves.use.base, moves.forfeit.base, moves.buy.base
REVEAL, COMMIT, END = moves.reveal.base, moves.commit.base, moves.end.base


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


@rule
def can_do(box: Box, s: State, p: int, action: int) -> bool:
    """Whether an icon or a bought action can have any effect (rulings 8, 13)."""
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
    """How many score counters a seat has on accolades; -1 counts those of all seats."""
    n = 0
    for place in range(LYING):
        if s.counter[place] and (p < 0 or s.counter[place] == p + 1):
            n += 1
    return n


@rule
def accolade_place(s: State, a: int) -> int:
    """The place of an open accolade, -1 if it is not open."""
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
    """Whether `list_spending` finds anything."""
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
    """Opens a secret accolade, which costs the number of the round in rings."""
    s.rings[p] -= s.rounds
    s.shown[p] = OPEN
    s.revealed += 1


@rule
def begin_action(box: Box, s: State, p: int, action: int) -> None:
    """Starts an icon or a bought action; if it has a single outcome, it is played at once."""
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
