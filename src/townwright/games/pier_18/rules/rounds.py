"""Pier 18: a round. Everybody takes a card of the offer; the card left over is the patron (1.3, 1.5)."""

from __future__ import annotations

from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes

from .. import moves
from ..box import Box
from ..moves import NOT_IN_OFFER
from ..state import CHARACTERS, OFFER, PLAN, ROUNDS, State
from .laying import WAYS, latest_date, lay, list_ways, refuse_way
from .pier import pier_of, worth

TAKING = moves.take.base


@rule
def draw(s: State) -> int:
    """Takes the top card of the deck."""
    s.left -= 1
    card = num(s.deck[s.left])
    s.deck[s.left] = 0
    return card


@rule
def open_round(s: State) -> None:
    """Turns up one card more than there are players (1.3)."""
    s.revealed += 1
    for i in range(s.seats + 1):
        s.offer[i] = draw(s)
    s.turn = s.start
    s.pending = 1 << s.start


@rule
def list_takes(box: Box, s: State, out: Codes) -> int:
    """Any card of the offer with any overlap (1.3, 1.4)."""
    n = 0
    for i in range(OFFER):
        if s.offer[i]:
            n = list_ways(box, TAKING + (s.offer[i] - 1) * WAYS, n, out)
    return n


@rule
def place_in_offer(s: State, card: int) -> int:
    """The place of a card in the offer, -1 if it is not there."""
    for i in range(OFFER):
        if s.offer[i] == card + 1:
            return i
    return -1


@rule
def refuse_take(box: Box, s: State, taking: int) -> int:
    """The card must be in the offer."""
    return NOT_IN_OFFER if place_in_offer(s, taking // WAYS) < 0 else refuse_way(box, taking % WAYS)


@rule
def play_take(box: Box, s: State, p: int, taking: int) -> None:
    """Takes a card and lays it; once everybody has taken one, the patron is won (1.3)."""
    card, way = taking // WAYS, taking % WAYS
    s.offer[place_in_offer(s, card)] = 0
    lay(box, s, p, card, way >> 1, way & 1)
    s.turn = (p + 1) % s.seats
    s.pending = 1 << s.turn
    if s.turn == s.start:
        close_round(box, s)


@rule
def close_round(box: Box, s: State) -> None:
    """Gives away the patron; then the next round begins, or everybody lays the plan (1.3, 1.7)."""
    for i in range(OFFER):
        if s.offer[i]:
            p = patron_for(box, s, s.offer[i] - 1)
            s.patrons[p, s.won[p]] = s.offer[i]
            s.won[p] += 1
            s.offer[i] = 0
    s.rounds += 1
    if s.rounds < ROUNDS[s.seats]:
        s.start = (s.start + 1) % s.seats
        open_round(s)
    else:
        s.start = 0
        s.turn = 0
        s.phase = PLAN
        s.pending = (1 << s.seats) - 1


@rule
def patron_total(box: Box, s: State, p: int, patron: int) -> int:
    """The points a player has now for the characters a patron wants to see (1.5, 10)."""
    pier, total = pier_of(s, p), 0
    for c in range(CHARACTERS):
        if (num(box.patron[patron]) >> c) & 1:
            total += worth(box, pier, c)
    return total


@rule
def patron_for(box: Box, s: State, patron: int) -> int:
    """Who gets the patron: the highest total; if tied, the earliest card taken this round (1.5, 8)."""
    best, most = 0, patron_total(box, s, 0, patron)
    for p in range(1, s.seats):
        total = patron_total(box, s, p, patron)
        if total > most or (total == most and latest_date(box, s, p) < latest_date(box, s, best)):
            best, most = p, total
    return best
