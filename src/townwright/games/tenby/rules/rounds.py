"""Tenby: what comes after each decision: the first residents, day turns, clean-up, the next night."""

from __future__ import annotations

from townwright.engine.compiling import num, rule
from townwright.engine.forcing import forced

from ..box import Box
from ..rows import EBB_FLOW
from ..state import CHOOSE, DAY, DECLARE, ICONS, KEEP, MENU, NIGHT, SETUP, VISIT, State
from .decks import clear_market, deal_days, deal_market, draw_residents, leave_token
from .night import begin_night
from .turn import actor, can_spend, icons_left
from .visitors import next_visit


@rule
def go_on_setup(box: Box, s: State) -> None:
    """The first residents in night order, then accolades declared open or secret, then the first night (1.2, 1.9)."""
    while box.start_residents and s.step < s.seats:
        p = actor(s)
        if s.residents_left and draw_residents(s, p):
            s.decision = KEEP
            s.pending = 1 << p
            return
        s.step += 1
    s.step = 0
    if box.mode == EBB_FLOW:
        s.decision = DECLARE
        s.pending = (1 << num(s.seats)) - 1
    else:
        begin_night(s)


@rule
def begin_turn(box: Box, s: State) -> None:
    """Begins a turn: the player gets the rings printed and lying on the day card at once (1.3, ruling 9)."""
    p = actor(s)
    place = num(s.picked[p]) - 1
    if place >= 0:
        day = num(s.row[place]) - 1
        s.rings[p] += s.tokens[place] + box.day_rings[day]
        s.tokens[place] = 0
        for icon in range(ICONS):
            s.icons[icon] = box.day_icons[day, icon]


@rule
def go_on_day(box: Box, s: State) -> None:
    """Continues to the next decision of the day. CHOOSE means that a turn has yet to begin.

    A turn with nothing left to do ends automatically, except the last of a round, because its end reveals new cards.
    """
    while s.decision == MENU or s.decision == CHOOSE:
        if s.decision == CHOOSE:
            s.decision = MENU
            if s.step == s.seats:
                end_day(box, s)
                return
            begin_turn(box, s)
        p = actor(s)
        s.pending = 1 << p
        if s.step == s.seats - 1 or icons_left(s) or can_spend(box, s, p) or not forced(s):
            return
        end_turn(s)


@rule
def end_turn(s: State) -> None:
    """Ends a turn: the day card is discarded, and the piece goes to the lowest free night card, which keeps the
    order."""
    p = actor(s)
    place = num(s.picked[p]) - 1
    if place >= 0:
        s.day_discards |= 1 << (num(s.row[place]) - 1)
        s.row[place] = 0
        s.picked[p] = 0
    s.step += 1
    s.decision = CHOOSE


@rule
def end_day(box: Box, s: State) -> None:
    """The last day ends the game. After any other, the day card left over gets a ring and the market is cleared
    (1.3)."""
    if s.rounds == box.rounds:
        s.over = 1
        s.pending = 0
        s.revealed += 1
    else:
        leave_token(s)
        clear_market(s)
        s.step = -1
        s.phase = VISIT if box.visiting and s.rounds == box.rounds - 1 else NIGHT


@rule
def go_on(box: Box, s: State) -> None:
    """Continues to the next decision. MENU means that the last decision is done."""
    if s.phase == DAY:
        go_on_day(box, s)
    if s.decision != MENU or s.over:
        return
    if s.phase == SETUP:
        go_on_setup(box, s)
    if s.phase == VISIT:
        next_visit(s)
    if s.phase == NIGHT and s.decision == MENU:
        deal_market(box, s)
        deal_days(s)
        begin_night(s)
