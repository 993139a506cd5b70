"""Old London Bridge: what is on the table.

A building is its house number, 1 to 60; a garden is GARDEN + its crest colour. 0 is no building, or one
that the observer does not know. Cards are values 0 to 4, stored as value + 1 where a place can be empty.
"""

from __future__ import annotations

from townwright.engine.fields import Header, i1, i2, i4, i8, layout

# How much room there is. box.toml has what is printed, and box.py checks that it fits.
SEATS, SLOTS, TYPES, PER_TYPE, COLOURS, NUMBERS = 4, 12, 6, 12, 4, 60
VALUES, CARDS = 5, 2  # card values; cards that one player can lay in a round (two with two players)
KINDS, BACKS, BONUS_STACK = 8, 3, 12  # kinds of bonus tile, stacks of them, the most tiles in one
MARKERS, SPACES = 15, 40  # the most turn markers, the longest track
CENTRE = TYPES  # the space in the centre of the wheel

GARDEN = NUMBERS + 1  # the blue garden; the other colours follow
TILES = GARDEN + COLOURS  # building codes are below this

# types of building, in the order of their stacks clockwise around the wheel
CHAPEL, GATE, INN, EMPORIUM, GUILD, PARK = range(TYPES)
# kinds of bonus tile
CH2, GT2, OCC, FREE, X, PLUS, LADY, REC = range(KINDS)
# the decisions of a player
CHOOSE, LADIES, RAISE, PLACE, REPLACE, CARDS_TAKE, BONUS, AFTER = range(8)
# the scoring of a colour, as stored: 0 is not known yet, PRINTED the base game, PRINTED + n option n
PRINTED = 1
CHAPEL_SCORING, GATE_SCORING, INN_SCORING, BRIDGE_SCORING = range(4)
# where money came from, in the order of the sheet; the last four are the scorings of every round
START, WHEEL, CENTRE_COST, COINS, PRIZES, EMPORIA, ROUNDS = range(7)
SOURCES = ROUNDS + 4


class State(Header):
    decision = i1()  # of the pending seats
    round = i1()  # from 1
    rounds = i1()  # how many are played if the stacks last
    turn = i1()  # which turn of the order is being taken, from 1; 0 before the first
    placed = i1()  # 1 once the pawn of this turn stands, or the turn is passed
    taken = i1()  # the building that must replace another (REPLACE only)
    due = i1()  # bonus tiles still to be taken (BONUS), total of the cards to be taken (CARDS_TAKE)
    offset = i1()  # spaces the wheel has turned since its X pointed to the chapels
    marker = i1(MARKERS)  # the row of turn markers; hidden from `round` on
    stack = i1(TYPES * PER_TYPE)  # twelve places for each type, bottom first; hidden but for the top
    left = i1(TYPES)  # buildings in each stack
    removed = i8()  # mask of the numbers that were replaced
    bonus = i1(BACKS * BONUS_STACK)  # twelve places for each back, kind + 1, bottom first; hidden but for the top
    bonus_left = i1(BACKS)  # tiles in each of these stacks
    bonus_kinds = i1(BACKS, KINDS)  # what each of these stacks holds, top included
    used = i1(KINDS)  # bonus tiles that were used
    supply = i1(VALUES)  # cards of each value in the common supply, which never holds "0" cards
    scoring = i1(4)  # the scoring of each colour: chapel, gate, inn, bridge
    bridge = i1(SEATS, SLOTS)  # buildings from left to right
    length = i1(SEATS)  # how many they are
    crests = i4(SEATS)  # crests of each colour on the bridge, a byte each
    money = i2(SEATS)
    earned = i2(SEATS, SOURCES)  # where it came from; sums to `money`
    hand = i1(SEATS, VALUES)  # cards of each value in hand; everybody saw them come and go
    tiles = i1(SEATS, KINDS)  # bonus tiles that can be used,
    fresh = i1(SEATS, KINDS)  # and those gained in this round
    space = i1(2, SEATS)  # space of each marker on the chapel and the gate track; 0 is the start
    line = i1(2, SEATS)  # the seats from front to back on each track
    chosen = i1(SEATS)  # what was chosen face down, 1 + value or pair (CHOOSE only); secret
    played = i1(SEATS, CARDS)  # the revealed cards as value + 1, higher first
    plus = i1(SEATS, CARDS)  # what bonus tiles added to them
    order = i1(SEATS)  # the turns of this round: 1 + CARDS * seat + card
    pawn = i1(SEATS)  # 1 + the space of the wheel it stands on; 0 is none
    low = i1()  # lowest house number built in this round
    low_seat = i1()  # 1 + who built it


STATE = layout(State)
