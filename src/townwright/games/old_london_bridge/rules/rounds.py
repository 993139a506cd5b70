"""Set-up, the rounds, and the end of the game."""

from __future__ import annotations

from townwright.engine.chance import below, shuffle
from townwright.engine.compiling import num, rule

from ..box import RANDOM, Box
from ..state import (
    BACKS,
    BONUS_STACK,
    CARDS,
    CHAPEL,
    CHOOSE,
    COLOURS,
    GARDEN,
    GATE,
    KINDS,
    MARKERS,
    NUMBERS,
    PARK,
    PER_TYPE,
    PRINTED,
    START,
    TYPES,
    VALUES,
    State,
)
from .cards import ask_ladies, to_cards, turns
from .scoring import pay_round
from .tracks import earn
from .turn import start_turn


@rule
def setup(box: Box, s: State) -> None:
    """Lays the table for `s.seats` players (1.2)."""
    s.rounds = box.rounds[s.seats]
    s.offset = below(s, TYPES)
    lay_stacks(box, s)
    lay_markers(box, s)
    lay_bonus(box, s)
    lay_players(box, s)
    for colour in range(4):
        option = num(box.scoring[colour])
        s.scoring[colour] = PRINTED + (1 + below(s, 4) if option == RANDOM else option)
    open_round(s)
    to_cards(box, s)


@rule
def lay_stacks(box: Box, s: State) -> None:
    """Six shuffled stacks of buildings."""
    for tile in range(1, NUMBERS + 1):
        kind = num(box.tile_type[tile])
        s.stack[kind * PER_TYPE + s.left[kind]] = tile
        s.left[kind] += 1
    for colour in range(COLOURS):
        for _ in range(box.gardens[colour]):
            s.stack[PARK * PER_TYPE + s.left[PARK]] = GARDEN + colour
            s.left[PARK] += 1
    for kind in range(TYPES):
        shuffle(s, s.stack, kind * PER_TYPE, (kind + 1) * PER_TYPE)


@rule
def lay_markers(box: Box, s: State) -> None:
    """A row of turn markers, one for each round; the others leave the game unseen."""
    n = 0
    for value in range(1, len(box.marker)):
        for _ in range(box.marker[value]):
            s.marker[n] = value
            n += 1
    shuffle(s, s.marker, 0, n)
    for i in range(num(s.rounds), MARKERS):
        s.marker[i] = 0


@rule
def lay_bonus(box: Box, s: State) -> None:
    """Three shuffled stacks of bonus tiles, by their backs."""
    for back in range(BACKS):
        first = back * BONUS_STACK
        n = first
        for kind in range(KINDS):
            s.bonus_kinds[back, kind] = box.bonus[back, kind]
            for _ in range(box.bonus[back, kind]):
                s.bonus[n] = kind + 1
                n += 1
        s.bonus_left[back] = n - first
        shuffle(s, s.bonus, first, n)


@rule
def lay_players(box: Box, s: State) -> None:
    """Money, chapel markers on the steps in random order, and the hands that the steps give."""
    seats = num(s.seats)
    for value in range(1, VALUES):
        s.supply[value] = box.cards[value]
    for p in range(seats):
        s.line[CHAPEL, p] = p
        s.line[GATE, p] = p
        earn(s, p, START, num(box.start_money))
        s.hand[p, 0] = box.zeros[seats]
    for i in range(seats - 1, 0, -1):
        j = below(s, i + 1)
        p = num(s.line[CHAPEL, i])
        s.line[CHAPEL, i] = s.line[CHAPEL, j]
        s.line[CHAPEL, j] = p
    for step in range(seats):
        p = num(s.line[CHAPEL, step])
        for value in range(1, VALUES):
            s.hand[p, value] = box.step[step, value]
            s.supply[value] -= box.step[step, value]


@rule
def open_round(s: State) -> None:
    """Turns up the next marker and turns the wheel; bonus tiles of the last round can now be used (1.3, 10)."""
    s.offset = (s.offset + s.marker[s.round]) % TYPES
    s.round += 1
    s.revealed += 1
    for p in range(s.seats):
        for kind in range(KINDS):
            s.tiles[p, kind] += s.fresh[p, kind]
            s.fresh[p, kind] = 0


@rule
def close_round(box: Box, s: State) -> None:
    """Scorings of the round, pawns off the wheel, then the end of the game is checked (25, 28)."""
    pay_round(box, s)
    s.turn = 0
    s.placed = 0
    s.low = 0
    s.low_seat = 0
    s.decision = CHOOSE
    for p in range(s.seats):
        s.pawn[p] = 0
        for card in range(CARDS):
            s.played[p, card] = 0
            s.plus[p, card] = 0
    for i in range(turns(s)):
        s.order[i] = 0
    empty = 0
    for kind in range(TYPES):
        if s.left[kind] == 0:
            empty += 1
    if s.round >= s.rounds or empty >= box.empty_stacks:
        s.over = 1
        s.pending = 0


@rule
def run(box: Box, s: State) -> None:
    """Continues from turn to turn and round to round until there is a decision or the game is over."""
    while True:
        if s.turn == turns(s):
            close_round(box, s)
            if s.over:
                return
            open_round(s)
            if ask_ladies(box, s, 0) or to_cards(box, s):
                return
        if start_turn(box, s):
            return
