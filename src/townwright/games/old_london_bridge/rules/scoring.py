"""Money from scorings: printed and expert, every round and at the end; the score sheet."""

from __future__ import annotations

from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes

from ..box import SCALE, Box
from ..state import (
    BRIDGE_SCORING,
    CHAPEL,
    CHAPEL_SCORING,
    GATE,
    GATE_SCORING,
    INN_SCORING,
    KINDS,
    PRINTED,
    ROUNDS,
    SLOTS,
    TYPES,
    VALUES,
    State,
)
from .bridge import buildings_of, longest_section
from .tracks import coins_between, earn, place_of

LINES = ROUNDS + 4 + 2 + 1  # money by source, four scorings, empty slots, bonus tiles; then the tie-break


@rule
def hand_worth(s: State, p: int) -> int:
    """The sum of the values of the cards in hand."""
    total = 0
    for value in range(1, VALUES):
        total += value * s.hand[p, value]
    return total


@rule
def hand_size(s: State, p: int) -> int:
    """The cards in hand, "0" included."""
    total = 0
    for value in range(VALUES):
        total += s.hand[p, value]
    return total


@rule
def unused(s: State, p: int) -> int:
    """Bonus tiles that were not used."""
    total = 0
    for kind in range(KINDS):
        total += s.tiles[p, kind] + s.fresh[p, kind]
    return total


# --- rankings ------------------------------------------------------------------------------------


@rule
def counted(box: Box, s: State, colour: int, p: int) -> int:
    """What a ranking counts, printed or option 1 of its colour; 0 is not ranked (1.8, 1.9, 21)."""
    if s.scoring[colour] == PRINTED:
        if colour == INN_SCORING:
            return hand_worth(s, p)
        return num(s.length[p]) + 1 if colour == BRIDGE_SCORING else num(s.space[colour, p])
    return longest_section(s, p) + 1 if colour == BRIDGE_SCORING else buildings_of(box, s, p, colour)


@rule
def ahead(box: Box, s: State, colour: int, p: int) -> int:
    """What breaks ties: the own track for the printed gate scoring, the chapel track else (1.8, 20)."""
    own = colour == GATE_SCORING and s.scoring[colour] == PRINTED and box.gate_chapel == 0
    return place_of(s, GATE if own else CHAPEL, p)


@rule
def ranking(box: Box, s: State, colour: int, p: int) -> int:
    """The award of a player in a ranking: the place among those who are ranked."""
    mine = counted(box, s, colour, p)
    if mine == 0:
        return 0
    place = 0
    for other in range(s.seats):
        theirs = counted(box, s, colour, other)
        if theirs > mine or (theirs == mine and ahead(box, s, colour, other) < ahead(box, s, colour, p)):
            place += 1
    return num(box.award[s.seats, place])


# --- the four colours ----------------------------------------------------------------------------


@rule
def chapel_award(box: Box, s: State, option: int, p: int) -> int:
    """C3: the lead over the last marker; C4: the coins reached or passed (22)."""
    mine = num(s.space[CHAPEL, p])
    total = 0
    if option == 3:
        last = num(s.line[CHAPEL, s.seats - 1])
        return num(box.lead) * (mine - s.space[CHAPEL, last])
    if option == 4:
        total = coins_between(box, 0, mine)
        if box.c4_end and mine == box.last[CHAPEL]:
            total += num(box.prize)
    return total


@rule
def gate_award(box: Box, s: State, option: int, p: int) -> int:
    """G3: spaces moved on the gate track; G4: unused bonus tiles, instead of their usual worth."""
    if option == 3:
        return num(box.moved[s.space[GATE, p]])
    return num(box.unused[min(unused(s, p), SCALE - 1)]) if option == 4 else 0


@rule
def inn_award(box: Box, s: State, option: int, p: int) -> int:
    """I3: cards in hand; I4: sets of cards 1+2, 1+2+3, 1+2+3+4."""
    if option == 3:
        return num(box.held[min(hand_size(s, p), SCALE - 1)])
    if option != 4:
        return 0
    two = min(num(s.hand[p, 1]), num(s.hand[p, 2]))
    three = min(two, num(s.hand[p, 3]))
    four = min(three, num(s.hand[p, 4]))
    return (two - three) * box.sets[0] + (three - four) * box.sets[1] + four * box.sets[2]


@rule
def bridge_award(box: Box, s: State, option: int, p: int) -> int:
    """B3: buildings with low numbers; B4: sets of all six types."""
    total = 0
    if option == 3:
        for slot in range(s.length[p]):
            if s.bridge[p, slot] <= box.low_number:
                total += num(box.low_money)
    elif option == 4:
        sets = SLOTS
        for kind in range(TYPES):
            sets = min(sets, buildings_of(box, s, p, kind))
        total = sets * box.all_types
    return total


@rule
def award(box: Box, s: State, colour: int, p: int) -> int:
    """What the scoring of a colour pays at the end."""
    option = s.scoring[colour] - PRINTED
    if option < 2:
        return ranking(box, s, colour, p)
    if colour == CHAPEL_SCORING:
        return chapel_award(box, s, option, p)
    if colour == GATE_SCORING:
        return gate_award(box, s, option, p)
    return inn_award(box, s, option, p) if colour == INN_SCORING else bridge_award(box, s, option, p)


@rule
def every_round(s: State, colour: int) -> bool:
    """Whether the scoring of a colour pays in every round: option 2 of each."""
    return s.scoring[colour] == PRINTED + 2


@rule
def front_of_gates(box: Box, s: State) -> int:
    """Who leads on the gate track (20)."""
    first = num(s.line[GATE, 0])
    if box.gate_chapel:
        for place in range(s.seats):
            p = num(s.line[CHAPEL, place])
            if s.space[GATE, p] == s.space[GATE, first]:
                return p
    return first


@rule
def pay_round(box: Box, s: State) -> None:
    """C2, G2, B2 at the end of a round, to markers that have moved (21, 28, 29)."""
    if every_round(s, CHAPEL_SCORING):
        p = num(s.line[CHAPEL, 0])
        if s.space[CHAPEL, p]:
            earn(s, p, ROUNDS + CHAPEL_SCORING, num(box.front[CHAPEL]))
    if every_round(s, GATE_SCORING):
        p = front_of_gates(box, s)
        if s.space[GATE, p]:
            earn(s, p, ROUNDS + GATE_SCORING, num(box.front[GATE]))
    if every_round(s, BRIDGE_SCORING) and s.low_seat:
        earn(s, num(s.low_seat) - 1, ROUNDS + BRIDGE_SCORING, num(box.lowest))


@rule
def penalty(box: Box, s: State, p: int) -> int:
    """What the empty slots of a bridge cost."""
    return num(box.penalty[box.slots - s.length[p]])


@rule
def tile_money(box: Box, s: State, p: int) -> int:
    """What unused bonus tiles are worth; nothing beside G4."""
    return 0 if s.scoring[GATE_SCORING] == PRINTED + 4 else num(box.tile_worth) * unused(s, p)


@rule
def score(box: Box, s: State, out: Codes) -> None:
    """Lines per seat: money by source, four scorings, empty slots (not below zero, 27), bonus tiles; chapel order."""
    for p in range(s.seats):
        at = LINES * p
        for source in range(ROUNDS):
            out[at + source] = s.earned[p, source]
        total = num(s.money[p])
        for colour in range(4):
            money = award(box, s, colour, p)
            total += money
            out[at + ROUNDS + colour] = s.earned[p, ROUNDS + colour] + money
        out[at + ROUNDS + 4] = -max(0, min(penalty(box, s, p), total))
        out[at + ROUNDS + 5] = tile_money(box, s, p)
        out[at + ROUNDS + 6] = num(s.seats) - place_of(s, CHAPEL, p)
