"""Pier 18: a round. Everybody takes a card of the offer; the card left over is the patron (1.3, 1.5)."""

from __future__ import annotations

from townwright.engine.bits import count
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes

from .. import moves
from ..box import YEAR, Box
from ..moves import NOBODY, NOT_IN_OFFER, RACE
from ..state import CHARACTERS, OFFER, PLAN, ROUNDS, SEATS, TAKE, State
from .laying import WAYS, latest_date, lay, list_ways, refuse_way
from .pier import Pier, extended, pier_of, worth

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
def patron_total(box: Box, pier: Pier, patron: int) -> int:
    """The points of a pier for the characters a patron wants to see (1.5, 10)."""
    total = 0
    for c in range(CHARACTERS):
        if (num(box.patron[patron]) >> c) & 1:
            total += worth(box, pier, c)
    return total


@rule
def ahead(box: Box, s: State, patron: int, p: int, pier: Pier) -> int:
    """The seats with the highest total for a patron, as a mask, if seat p had this pier (1.5)."""
    seats, most = 0, -1
    for q in range(s.seats):
        total = patron_total(box, pier if q == p else pier_of(s, q), patron)
        if total > most:
            seats, most = 0, total
        if total == most:
            seats |= 1 << q
    return seats


@rule
def earliest(box: Box, s: State, seats: int, p: int, date: int) -> int:
    """The seat of a mask whose latest card has the earliest date, if that of seat p had this date (1.5, 9)."""
    best, first = -1, YEAR + 1
    for q in range(s.seats):
        day = date if q == p else latest_date(box, s, q)
        if (seats >> q) & 1 and day < first:
            best, first = q, day
    return best


@rule
def patron_for(box: Box, s: State, patron: int) -> int:
    """Who gets the patron: the highest total; if tied, the earliest card taken this round (1.5, 8)."""
    return earliest(box, s, ahead(box, s, patron, 0, pier_of(s, 0)), 0, latest_date(box, s, 0))


@rule
def taken(s: State) -> int:
    """The seats that have taken a card this round, as a mask."""
    seats = 0
    for n in range((s.turn - s.start) % s.seats):
        seats |= 1 << (s.start + n) % s.seats
    return seats


@rule
def leader(box: Box, s: State, leading: int, done: int, p: int, date: int) -> int:
    """Which of those ahead would get a patron now; NOBODY while a tie depends on a card that is not taken yet."""
    if count(leading) > 1 and leading & ~done:
        return NOBODY
    return earliest(box, s, leading, p, date)


@rule
def note_take(box: Box, k: State, code: int) -> int:
    """The races after a take, packed: for each other card of the offer, which may become the patron, the total of the
    player, who would lead, and whether there is a tie."""
    if k.phase != TAKE:
        return 0
    p, card, way = num(k.turn), (code - TAKING) // WAYS, (code - TAKING) % WAYS
    pier, date, packed = extended(box, pier_of(k, p), card, way >> 1, way & 1), num(box.date[card]), 0
    for i in range(OFFER - 1, -1, -1):
        packed *= RACE
        if k.offer[i] and k.offer[i] != card + 1:
            patron = num(k.offer[i]) - 1
            leading = ahead(box, k, patron, p, pier)
            first = leader(box, k, leading, taken(k) | 1 << p, p, date)
            packed += 1 + ((patron_total(box, pier, patron) * (SEATS + 1) + first) * 2 + (count(leading) > 1))
    return packed
