"""Tiny Towns: what is on the table.

A town is 16 squares: square 4 * row + column, rows from the top. Cubes and buildings are masks of
squares. Card numbers are stored plus one; 0 means none or unknown.

Within a round the players act at the same time. `shown_...` is what everybody has seen: the towns as
they were when the round began.
"""

from __future__ import annotations

from townwright.engine.fields import Header, i1, i2, i4, layout

SEATS, SIDE, RESOURCES, TYPES, DECK, OPEN = 6, 4, 5, 8, 15, 3
SQUARES = SIDE * SIDE
SHARED = TYPES - 1  # types that everybody may build; the eighth is the monument
PILE = DECK - OPEN  # resource cards face down in Solo

UNKNOWN = 1 << SEATS  # in `unseen`: some cards are unknown

# types of building, in the order of the piles
CO, FD, WL, CH, TV, TH, FC, MO = range(TYPES)
# the modes of a table
STANDARD, TOWN_HALL, SOLO = range(3)
# phases of the game
KEEPING, NAMING, ROUND, WATCHING = range(4)
# the decisions of a player
NONE, KEEP, NAME, PICK, HANDLE, SWAP, BUILD, TARGET, MARK, EXCHANGE, ENDOW, LIST, SETTLE = range(13)


class State(Header):
    phase = i1()  # what the table is doing
    rounds = i2()  # rounds finished
    hammer = i1()  # who holds the hammer (standard game)
    named = i1()  # resource + 1 of this round; 0 if each player chooses
    picked = i1()  # which open card was taken this round, plus one (Solo)
    unseen = i1()  # in a known state: the seats whose round the observer cannot see, and UNKNOWN
    card = i1(SHARED)  # the building card of each type, plus one
    deck = i1(DECK)  # resource + 1: Town Hall in the order drawn; Solo a ring of 12
    drawn = i2()  # Town Hall: cards of this pass that are gone; Solo: picks so far
    open = i1(OPEN)  # Solo: resource + 1 of the three open cards
    dealt = i1(SEATS, 2)  # monument cards plus one: the one kept, then the other; hidden
    hammers = i2(SEATS)  # rounds as master builder
    place = i1(SEATS)  # in which place the town was completed; 0 while it is not

    cube = i4(SEATS, RESOURCES)  # squares with a cube of each resource
    built = i4(SEATS, TYPES)  # squares with a building of each type
    mark = i1(SEATS, SQUARES)  # resource + 1 lying on a Factory, a Bank or (Statue) a cottage
    store = i2(SEATS, SQUARES)  # cubes on a Warehouse: two bits for each resource
    cavern = i1(SEATS)  # cubes put away in the cavern
    watch = i1(SEATS)  # types still on Opaleye's Watch
    shrine = i1(SEATS)  # buildings in the town when the Shrine was built

    shown_cube = i4(SEATS, RESOURCES)
    shown_built = i4(SEATS, TYPES)
    shown_mark = i1(SEATS, SQUARES)
    shown_store = i2(SEATS, SQUARES)
    shown_cavern = i1(SEATS)
    shown_watch = i1(SEATS)

    decision = i1(SEATS)  # of each player
    holding = i1(SEATS)  # resource + 1 taken out of a Warehouse, to be placed
    making = i1(SEATS)  # card + 1 being built, its square not yet chosen
    targets = i4(SEATS)  # squares it may stand on
    spot = i1(SEATS)  # square of the Factory or Bank that wants its marker
    left = i1(SEATS)  # exchanges left to the builder of the Architect's Guild
    made = i1(SEATS)  # types constructed this round
    due = i1(SEATS)  # types that Opaleye's Watch gives this round
    settled = i1(SEATS)  # of these, dealt with already


STATE = layout(State)
