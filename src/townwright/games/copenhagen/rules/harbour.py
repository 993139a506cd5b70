"""Copenhagen: cards. The supply, the harbour, the discards, and the end of a turn."""

from __future__ import annotations

from townwright.engine.chance import below, shuffle
from townwright.engine.compiling import num, rule

from ..box import Box
from ..state import BRIDGES, COLOURS, END_CARD, MAIN, State


@rule
def draw(s: State) -> int:
    """Takes the top card of the supply."""
    s.left -= 1
    card = num(s.supply[s.left])
    s.supply[s.left] = 0
    if s.shuffled and card != END_CARD:
        s.pool[card - 1] -= 1
    return card


@rule
def hide_end_card(box: Box, s: State) -> None:
    """Shuffles the End card among the bottom cards of the supply (1.4)."""
    place = below(s, min(num(box.end_among), s.left + 1))
    for i in range(num(s.left), place, -1):
        s.supply[i] = s.supply[i - 1]
    s.supply[place] = END_CARD
    s.left += 1
    s.end_in = 1


@rule
def reshuffle(box: Box, s: State) -> None:
    """The discards become a new supply, with the End card near its bottom (1.4, D-4)."""
    n = 0
    for c in range(COLOURS):
        for _ in range(s.discard[c]):
            s.supply[n] = c + 1
            n += 1
        s.pool[c] = s.discard[c]
        s.discard[c] = 0
    shuffle(s, s.supply, 0, n)
    s.left = n
    s.shuffled = 1
    hide_end_card(box, s)


@rule
def end_game(s: State) -> None:
    """Ends the game: nobody must act any more."""
    s.over = 1
    s.pending = 0
    s.decision = MAIN


@rule
def refill(box: Box, s: State) -> None:
    """Fills the empty footbridges in ascending order; the End card ends the game (D-3, D-6)."""
    for i in range(BRIDGES):
        if s.display[i] == 0:
            s.revealed += 1
            if s.left == 0:
                reshuffle(box, s)
            card = draw(s)
            if card == END_CARD:
                s.end_in = 0
                end_game(s)
                return
            s.display[i] = card
            if box.eager and s.left == 0 and s.end_in == 0:
                reshuffle(box, s)


@rule
def end_turn(box: Box, s: State, p: int) -> None:
    """Refills the harbour; the next player must act."""
    refill(box, s)
    if s.over == 0:
        s.turn = (p + 1) % s.seats
        s.pending = 1 << s.turn
        s.decision = MAIN


@rule
def lose_cards(s: State, p: int, c: int, cards: int) -> None:
    """Discards cards of one colour; cards that everybody saw being taken go first."""
    s.hand[p, c] -= cards
    s.held[p] -= cards
    s.seen[p, c] = max(0, s.seen[p, c] - cards)
    s.discard[c] += cards
