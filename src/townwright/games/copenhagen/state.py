"""Copenhagen: what is on the table.

A house cell is bit 5 * y + x of a mask, x from the left and y from the bottom. Cards on the display
and in the supply are colour + 1; 0 is no card, END_CARD the mermaid.
"""

from __future__ import annotations

from townwright.engine.fields import Header, i1, i2, i8

SEATS, COLOURS, TILES, BRIDGES, ABILITIES = 4, 5, 20, 7, 5
COLUMNS, ROWS = 5, 9
CELLS = COLUMNS * ROWS
SUPPLY = 5 * 14 + 1
END_CARD = COLOURS + 1

# the decisions of a player
MAIN, THIRD, DISCARD, AFTER, PAY, COAT = range(6)
# ability tiles, and their states
ANY, EXTRA, DISCOUNT, CHANGE, BOTH = range(ABILITIES)
UNOWNED, ACTIVE, USED = range(3)


class State(Header):
    turn = i1()  # whose turn it is
    decision = i1()  # what that player must decide
    coats = i1()  # coat-of-arms actions still to be used
    chosen = i2()  # the placement to be paid for (PAY only)
    due = i1()  # what it costs before the discount tile (PAY only)
    display = i1(BRIDGES)  # the card on each footbridge
    supply = i1(SUPPLY)  # the supply, bottom first; hidden
    left = i1()  # cards in the supply, the End card included
    end_in = i1()  # 1 once the End card is among the supply
    shuffled = i1()  # 1 once the discards were shuffled into a new supply
    pool = i1(COLOURS)  # what that new supply still holds: everybody saw the discards
    discard = i1(COLOURS)  # the discard pile
    stack = i1(TILES)  # tiles left of each type
    whites = i1()  # white special tiles left
    hand = i1(SEATS, COLOURS)  # cards in hand; in a known state only those the observer holds
    held = i1(SEATS)  # how many cards each player holds
    seen = i1(SEATS, COLOURS)  # of these, what everybody saw the player take
    ability = i1(SEATS, ABILITIES)  # ability tiles: unowned, active, used
    filled = i8(SEATS)  # cells of each house that are built
    brick = i8(SEATS)  # of these, brickwork
    colour = i8(SEATS, COLOURS)  # of these, by colour; the rest is white
    laid = i1(SEATS)  # tiles in each house
    tile = i1(SEATS, CELLS)  # which of them covers a cell, counted from 1
