"""Pier 18: what is on the table.

A card is stored as its number + 1; 0 is no card, or in a known state one that the observer does not know.
A pier is kept twice: as the cards laid, and as four masks of its visible spaces, one for each character.
In a mask the left space of section n is bit n, the right space bit 32 + n.
"""

from __future__ import annotations

from townwright.engine.fields import Header, i1, i2, i8

SEATS, CARDS, SECTIONS, DEALT = 3, 18, 4, 3
OFFER = SEATS + 1
LAID = 6  # cards of the longest pier: a foundation, four taken, the plan
# rounds by players, until the deck cannot supply a full offer (1.3): 4 with two, 3 with three
ROUNDS = tuple((CARDS - 2 * seats) // (seats + 1) for seats in range(SEATS + 1))
MOST_ROUNDS = ROUNDS[2]
RIGHT = 32  # in a mask the right space of a section lies this many bits above the left one

CHARACTERS = 4
FISHER, POET, LOVERS, SELLER = range(CHARACTERS)

# phases: everybody chooses plan and foundation, one player takes a card of the offer, everybody lays the plan
CHOOSE, TAKE, PLAN = range(3)


class State(Header):
    phase = i1()
    start = i1()  # who takes first in this round (TAKE only)
    turn = i1()  # whose turn it is (TAKE only)
    rounds = i1()  # rounds completed
    hand = i1(SEATS, DEALT)  # the cards dealt (CHOOSE only); secret
    choice = i2(SEATS)  # 1 + the code of the choice made (CHOOSE only); secret
    third = i1(SEATS)  # the card each player gave back; only its owner knows it
    plan = i1(SEATS)
    laid = i1(SEATS)  # cards in each pier
    pier = i1(SEATS, LAID)  # these cards, from the shore
    overlap = i1(SEATS, LAID)  # how many sections of the card before it each of them covers
    turned = i1(SEATS, LAID)  # 1 for a card laid with a half-turn
    length = i1(SEATS)  # visible sections
    crowd = i8(SEATS, CHARACTERS)  # visible spaces with each character
    finished = i1(SEATS)  # 1 once the plan lies at the end of the pier
    won = i1(SEATS)  # patrons won
    patrons = i1(SEATS, MOST_ROUNDS)  # the cards of these patrons
    offer = i1(OFFER)  # cards to take from
    left = i1()  # cards in the deck
    deck = i1(CARDS)  # the deck, bottom first; hidden
