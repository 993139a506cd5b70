"""Market Street: what is on the table. A house is its number + 1; 0 is none."""

from __future__ import annotations

from townwright.engine.fields import Header, i1

SEATS, HOUSES, OPEN, LONGEST = 4, 24, 3, 6  # players, houses of the box, open houses, houses of the longest street
TAKE = 0  # the only decision


class State(Header):
    turn = i1()  # whose turn it is
    deck = i1(HOUSES)  # bottom first; hidden
    left = i1()  # houses in the deck
    open = i1(OPEN)  # the houses to choose from
    street = i1(SEATS, LONGEST)  # of each player, in the order taken
    length = i1(SEATS)  # houses in each street
