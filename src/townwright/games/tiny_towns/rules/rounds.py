"""Tiny Towns: how a round begins and ends (1.3, 1.5, 1.6, 1.9, 1.10)."""

from __future__ import annotations

from townwright.engine.bits import count, lowest
from townwright.engine.chance import shuffle
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.forcing import forced
from townwright.engine.moves import FINE

from .. import moves
from ..box import BANK, FORT, Box
from ..moves import NOT_OPEN, OWN_BANK
from ..state import (
    DECK,
    KEEPING,
    MO,
    NAME,
    NAMING,
    NONE,
    OPEN,
    PICK,
    PILE,
    RESOURCES,
    ROUND,
    SOLO,
    STANDARD,
    TOWN_HALL,
    WATCHING,
    State,
)
from .effects import homeless, settle_next, turn_away
from .handle import ANY, active, mode, receive
from .town import empty, marked, owns

PICK_IT = moves.pick.base


@rule
def begin_round(box: Box, s: State) -> None:
    """The master builder names a resource, a card is drawn, or the player picks one; there is no decision without a
    choice."""
    how = mode(box, s)
    p = num(s.hammer)
    s.phase = NAMING
    s.named = 0
    if how == TOWN_HALL:
        if s.rounds % 3 != 2:
            draw_resource(box, s)
        return
    if how == SOLO:
        if s.open[0] == s.open[1] and s.open[0] == s.open[2] and forced(s):
            play_pick(s, num(s.open[0]) - 1)
            return
        s.decision[p] = PICK
    else:
        may = namable(box, s, p)
        if count(may) == 1 and forced(s):
            s.named = lowest(may) + 1
            return
        s.decision[p] = NAME
    s.pending = 1 << p


@rule
def draw_resource(box: Box, s: State) -> None:
    """The Mayor draws; an empty pile is shuffled again, and some cards are set aside unseen (1.9)."""
    if s.drawn == DECK:
        shuffle(s, s.deck, 0, DECK)
        s.drawn = box.unseen
    s.named = s.deck[s.drawn]
    s.drawn += 1


@rule
def start_round(box: Box, s: State) -> None:
    """Everybody whose town is not completed gets a cube."""
    if mode(box, s) == STANDARD:
        s.hammers[s.hammer] += 1
    s.phase = ROUND
    s.pending = 0
    for p in range(s.seats):
        s.decision[p] = NONE
        if s.place[p] == 0:
            receive(box, s, p)


@rule
def namable(box: Box, s: State, p: int) -> int:
    """Resources that are on none of the player's Banks (5.12)."""
    return ANY & ~marked(box, s, p, BANK)


@rule
def refuse_name(box: Box, s: State, p: int, r: int) -> int:
    return FINE if (namable(box, s, p) >> r) & 1 else OWN_BANK


@rule
def play_name(s: State, r: int) -> None:
    s.named = r + 1
    s.pending = 0


@rule
def is_open(s: State, r: int) -> bool:
    return s.open[0] == r + 1 or s.open[1] == r + 1 or s.open[2] == r + 1


@rule
def list_picks(s: State, out: Codes) -> int:
    """The open cards; equal ones are one choice."""
    n = 0
    for r in range(RESOURCES):
        if is_open(s, r):
            out[n] = PICK_IT + r
            n += 1
    return n


@rule
def refuse_pick(s: State, r: int) -> int:
    return FINE if is_open(s, r) else NOT_OPEN


@rule
def play_pick(s: State, r: int) -> None:
    for n in range(OPEN):
        if s.open[n] == r + 1:
            s.picked = n + 1
    s.named = r + 1
    s.pending = 0


@rule
def run_on(box: Box, s: State) -> None:
    """Continues to the next decision once nobody must act."""
    if s.phase == ROUND or s.phase == WATCHING:
        close_round(box, s)
        if s.pending or s.over:
            return
    elif s.phase == KEEPING:
        s.revealed += 1
    if s.phase != NAMING:
        begin_round(box, s)
    if s.pending == 0:
        start_round(box, s)


@rule
def close_round(box: Box, s: State) -> None:
    """Everybody is ready: shows all towns, lets Opaleye's Watch give its pieces, and ends the round."""
    s.revealed += 1
    calls = s.phase == ROUND and call_watch(box, s)
    show(s)
    if calls:
        s.phase = WATCHING
        for p in range(s.seats):
            if s.due[p]:
                s.pending |= 1 << p
                settle_next(box, s, p)
    else:
        finish_round(box, s)


@rule
def show(s: State) -> None:
    """Shows all towns to everybody."""
    s.shown_cube = s.cube
    s.shown_built = s.built
    s.shown_mark = s.mark
    s.shown_store = s.store
    s.shown_cavern = s.cavern
    s.shown_watch = s.watch


@rule
def call_watch(box: Box, s: State) -> bool:
    """Finds types on Opaleye's Watch that a neighbour has constructed this round (5.18); returns whether there are
    any."""
    calls = False
    for p in range(s.seats):
        if s.watch[p] == 0 or s.place[p] or s.seats == 1 or (box.watch_delay and s.shown_built[p, MO] == 0):
            continue
        copied = num(s.watch[p] & (s.made[(p + 1) % s.seats] | s.made[(p + s.seats - 1) % s.seats]))
        out = homeless(box, s, p, copied)
        turn_away(box, s, p, out)
        if copied & ~out:
            s.due[p] = copied & ~out
            calls = True
    return calls


@rule
def finish_round(box: Box, s: State) -> None:
    """Full towns are completed, the hammer is passed on, and the next round begins."""
    s.rounds += 1
    done = 0
    for p in range(s.seats):
        s.made[p] = 0
        s.due[p] = 0
        s.settled[p] = 0
        if s.place[p] == 0 and empty(s, p) == 0:
            done |= 1 << p
    complete(box, s, done)
    if mode(box, s) == SOLO:
        refill(s)
    elif mode(box, s) == STANDARD:
        pass_hammer(box, s)
    if active(s) == 0:
        s.over = 1
        s.named = 0


@rule
def complete(box: Box, s: State, done: int) -> None:
    """Completes towns at the same time; they share their place (5.21)."""
    before = 0
    for p in range(s.seats):
        if s.place[p]:
            before = max(before, num(s.place[p])) if box.dense else before + 1
    for p in range(s.seats):
        if (done >> p) & 1:
            s.place[p] = before + 1


@rule
def refill(s: State) -> None:
    """Solo: the card taken goes under the pile, the top card takes its place (1.10)."""
    top = s.drawn % PILE
    card = s.open[s.picked - 1]
    s.open[s.picked - 1] = s.deck[top]
    s.deck[top] = card
    s.picked = 0
    s.drawn += 1


@rule
def pass_hammer(box: Box, s: State) -> None:
    """Passes the hammer to the first player on the left who may name (1.6, 5.16). Players with a Bank for every
    resource are skipped; if nobody can name, their towns count as completed (5.12), after those completed in this round
    (5.21)."""
    while True:
        left = active(s)
        barred = 0
        for step in range(1, s.seats + 1):
            p = (s.hammer + step) % s.seats
            if s.place[p]:
                continue
            if namable(box, s, p) == 0:
                barred |= 1 << p
            elif left == 1 or not owns(box, s, p, FORT):
                s.hammer = p
                return
        if barred == 0:
            return
        complete(box, s, barred)
