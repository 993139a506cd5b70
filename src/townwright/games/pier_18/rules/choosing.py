"""Pier 18: the deal, and the choice of plan and foundation (1.2)."""

from __future__ import annotations

from townwright.engine.chance import below, shuffle
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.moves import FINE

from .. import moves
from ..box import Box
from ..moves import FOUND, LIMIT, NOT_IN_HAND, SAME_CARD, WORTH
from ..state import CARDS, CHARACTERS, CHOOSE, DEALT, TAKE, State
from .laying import latest_date, lay
from .pier import extended, measure, meets_goal, worth
from .rounds import draw, open_round

CHOICE = moves.choose.base


@rule
def setup(box: Box, s: State) -> None:
    """Shuffles and deals three cards to each player; all players choose at the same time (1.2).

    Only the cards dealt are mixed here; the rest is shuffled once the third cards are back.
    """
    for card in range(CARDS):
        s.deck[card] = card + 1
    s.left = CARDS
    for p in range(s.seats):
        for n in range(DEALT):
            at, top = below(s, num(s.left)), s.left - 1
            card = s.deck[at]
            s.deck[at] = s.deck[top]
            s.deck[top] = card
            s.hand[p, n] = draw(s)
    s.phase = CHOOSE
    s.pending = (1 << s.seats) - 1


@rule
def list_choices(s: State, p: int, out: Codes) -> int:
    """Any card of the hand as plan, any other as foundation (1.2)."""
    n = 0
    for i in range(DEALT):
        for j in range(DEALT):
            if i != j:
                out[n] = CHOICE + (s.hand[p, i] - 1) * CARDS + s.hand[p, j] - 1
                n += 1
    return n


@rule
def holds(s: State, p: int, card: int) -> bool:
    """Whether a card was dealt to a player."""
    return s.hand[p, 0] == card + 1 or s.hand[p, 1] == card + 1 or s.hand[p, 2] == card + 1


@rule
def refuse_choice(s: State, p: int, code: int) -> int:
    """Plan and foundation are two cards of the hand."""
    plan, foundation = (code - CHOICE) // CARDS, (code - CHOICE) % CARDS
    if plan == foundation:
        return SAME_CARD
    return FINE if holds(s, p, plan) and holds(s, p, foundation) else NOT_IN_HAND


@rule
def note_choice(box: Box, k: State, code: int) -> int:
    """The immediate consequences of a choice, packed: the points of each character on the foundation, what the goal of
    the plan measures there, its threshold, and whether it is met."""
    plan, foundation = (code - CHOICE) // CARDS, (code - CHOICE) % CARDS
    pier, packed = extended(box, (0, 0, 0, 0, 0), foundation, 0, 0), 0
    for c in range(CHARACTERS):
        packed = packed * WORTH + worth(box, pier, c)
    packed = packed * FOUND + measure(box, pier, 0, num(box.metric[plan]))
    packed = packed * LIMIT + num(box.threshold[plan, k.seats])
    return packed * 2 + (1 if meets_goal(box, num(k.seats), pier, 0, plan) else 0)


@rule
def play_choice(box: Box, s: State, p: int, code: int) -> None:
    """Keeps the choice secret until everybody has chosen."""
    s.choice[p] = code - CHOICE + 1
    s.pending &= ~(1 << p)
    if s.pending == 0:
        show_choices(box, s)


@rule
def show_choices(box: Box, s: State) -> None:
    """Everybody shows plan and foundation, the third cards go back, the earliest foundation starts (1.2, 15)."""
    s.revealed += 1
    for p in range(s.seats):
        choice = num(s.choice[p]) - 1
        plan, foundation = choice // CARDS, choice % CARDS
        for n in range(DEALT):
            card = num(s.hand[p, n])
            if card != plan + 1 and card != foundation + 1:
                s.third[p] = card
                s.deck[s.left] = card
                s.left += 1
            s.hand[p, n] = 0
        s.choice[p] = 0
        s.plan[p] = plan + 1
        lay(box, s, p, foundation, 0, 0)
    shuffle(s, s.deck, 0, num(s.left))
    for p in range(1, s.seats):
        if latest_date(box, s, p) < latest_date(box, s, num(s.start)):
            s.start = p
    s.phase = TAKE
    open_round(s)
