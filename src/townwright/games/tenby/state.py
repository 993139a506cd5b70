"""Tenby: what is on the table.

Every town card has a number. Terraces, piers, landmarks, start cards and the sides of plain ends each have a fixed
range of numbers (see the *_FIRST constants), whatever the sizes of the decks in the box. A field that can be empty or
unknown holds the number + 1; 0 means none. The market and the discards have no order, so they are sets: 32 cards to a
word.

A town is one row of cards, street after street; `begins` marks the first card of each street. So the place in that row
identifies a card of a town, and inserting or lifting a card is one shift.
"""

from __future__ import annotations

from townwright.engine.fields import Header, i1, i2, i8, layout

SEATS = 5

# How many cards a town can hold. A card comes as the start card, as the visitor's gift, by a T, P or L icon, or for
# life rings. A day card with c of these icons and f others brings c cards and f rings (O is a ring, R can be
# forfeited for one); forfeiting T, P or L brings one ring instead of a card, and the cheapest card costs at
# least one ring, so that never brings more cards. All other rings are the starting rings and the tokens on day cards,
# and every clean-up lays one token: rounds - 1 in the whole game. With `price` the cheapest of the costs of T, P
# and L, a town never holds more than
#     2 + (rounds * max(price * c + f) + rounds - 1 + starting rings) // price
# cards, which is 2 + (10 * 6 + 9 + 3) // 2 = 38 with the house deck. `check.most_cards` computes it for every box,
# and a box whose towns could outgrow the state is refused. 48 leaves room for day cards that bring four cards each
# round.
TOWN = 48

TERRACES, PIERS, LANDMARKS, STARTS, SIDES = 128, 96, 32, 8, 4  # capacities
TERRACE_FIRST = 0
PIER_FIRST = TERRACE_FIRST + TERRACES
LANDMARK_FIRST = PIER_FIRST + PIERS
START_FIRST = LANDMARK_FIRST + LANDMARKS
PLAIN_FIRST = START_FIRST + STARTS
CARDS = PLAIN_FIRST + SIDES
DECKS = 3
WORDS = START_FIRST // 32  # words of a set of market cards
DAYS, ROW = 48, SEATS + 1
RESIDENTS = 60  # a hand is a mask
ACCOLADES, LYING = 16, SEATS + 1

TERRACE, PIER, LANDMARK = range(DECKS)  # decks, and the icons that draw from them
RESIDENT = 3  # the fourth icon
ICONS = 4
MOVE = 4  # can be bought like the four icons

SETUP, NIGHT, DAY, VISIT = range(4)  # phases
KEEP, DECLARE, CHOOSE, MENU, SOURCE, PLACE, SHIFT, MIX, VISITOR = range(9)  # decisions
UNDECIDED, SECRET, OPEN = range(3)  # an accolade in Ebb & Flow
FIRST, SECOND = 1, 2  # which of two residents was kept


class State(Header):
    phase = i1()
    decision = i1()
    rounds = i1()  # the round, 0 during set-up
    step = i1()  # how many seats of the order have acted in this phase
    night = i1(SEATS)  # the seats in order: of the night cards, and by day of the day cards
    row = i1(ROW)  # day cards face up
    tokens = i1(ROW)  # rings on them
    picked = i1(SEATS)  # the place in the row where a seat's piece stands, counted from 1
    day_deck = i1(DAYS)  # bottom first; hidden
    day_left = i1()
    day_discards = i8()  # a mask
    deck = i2(START_FIRST)  # the three town decks, each from its first number on, bottom first; hidden
    left = i2(DECKS)  # cards in each
    market = i8(WORDS)  # face-up town cards
    discards = i8(WORDS)
    plain = i1(2)  # plain end terraces and piers left
    rings = i2(SEATS)
    town = i2(SEATS, TOWN)  # the cards of a town, street after street
    cards = i1(SEATS)  # how many
    begins = i8(SEATS)  # mask of the places where a street begins
    icons = i1(ICONS)  # icons of the day card still to be resolved
    level = i1()  # the icon being resolved (SOURCE only)
    gained = i2()  # the card to be placed (PLACE only)
    residents = i1(RESIDENTS)  # resident deck, bottom first; observers know the cards they put under it
    residents_left = i1()
    hand = i8(SEATS)  # masks of the residents held; in a known state only those the observer may know
    held = i1(SEATS)  # how many
    # The story of the resident deck. A player who put a card under it recognises that card in another player's draw,
    # but does not learn whether it was kept. From all draws `resample` imagines exactly the deals that are possible.
    draws = i1()
    drawn_by = i1(RESIDENTS)  # the seat of each draw, counted from 1
    drawn_first = i1(RESIDENTS)  # the two cards, known to that seat
    drawn_second = i1(RESIDENTS)
    kept = i1(RESIDENTS)  # which was kept, known to that seat; the other went under the deck
    visitors = i2(3)  # drawn blind in Thanks for Visiting, known to the seat that drew them
    visiting = i1(2)  # how many of them are terraces, piers
    lying = i1(LYING)  # the open accolades (The Open Sea, High Tide)
    counter = i1(LYING)  # whose score counter lies on each, counted from 1 (High Tide)
    dealt = i1(SEATS)  # the accolade of each seat (Ebb & Flow)
    shown = i1(SEATS)  # undecided, secret or open


STATE = layout(State)
