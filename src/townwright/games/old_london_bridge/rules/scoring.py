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
from .tracks import at_end, coins_between, earn, place_of

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


@rule
def counted(box: Box, s: State, colour: int, p: int) -> int:
    """What a ranking counts, the printed one or option 1 of its colour; 0 means not ranked (1.8, 1.9, 21)."""
    if s.scoring[colour] == PRINTED:
        if colour == INN_SCORING:
            return hand_worth(s, p)
        return num(s.length[p]) + 1 if colour == BRIDGE_SCORING else num(s.space[colour, p])
    return longest_section(s, p) + 1 if colour == BRIDGE_SCORING else buildings_of(box, s, p, colour)


@rule
def ahead(box: Box, s: State, colour: int, p: int) -> int:
    """What breaks ties: the gate track for the printed gate scoring, otherwise the chapel track (1.8, 20)."""
    gate = colour == GATE_SCORING and s.scoring[colour] == PRINTED and box.gate_chapel == 0
    return place_of(s, GATE if gate else CHAPEL, p)


@rule
def rank(box: Box, s: State, colour: int, p: int) -> int:
    """A player's place in a ranking, from 0; -1 for a player who is not ranked."""
    mine = counted(box, s, colour, p)
    if mine == 0:
        return -1
    place = 0
    for other in range(s.seats):
        theirs = counted(box, s, colour, other)
        if theirs > mine or (theirs == mine and ahead(box, s, colour, other) < ahead(box, s, colour, p)):
            place += 1
    return place


@rule
def award_of_place(box: Box, s: State, place: int) -> int:
    """What a place in a ranking pays; -1 means not ranked."""
    return num(box.award[s.seats, place]) if place >= 0 else 0


@rule
def lead(s: State, p: int) -> int:
    """How many spaces a player's chapel marker is ahead of the last one (C3, 22)."""
    last = num(s.line[CHAPEL, s.seats - 1])
    return s.space[CHAPEL, p] - num(s.space[CHAPEL, last])


@rule
def end_as_coin(box: Box, s: State, p: int) -> int:
    """The prize of the chapel track, where C4 counts it as a coin (22)."""
    return num(box.prize) if box.c4_end and at_end(box, s, CHAPEL, p) else 0


@rule
def chapel_award(box: Box, s: State, option: int, p: int) -> int:
    """C3: the lead over the last marker; C4: the coins reached or passed."""
    if option == 3:
        return num(box.lead) * lead(s, p)
    if option == 4:
        return coins_between(box, 0, num(s.space[CHAPEL, p])) + end_as_coin(box, s, p)
    return 0


@rule
def gate_award(box: Box, s: State, option: int, p: int) -> int:
    """G3: spaces moved on the gate track; G4: unused bonus tiles, instead of their usual worth."""
    if option == 3:
        return num(box.moved[s.space[GATE, p]])
    return num(box.unused[min(unused(s, p), SCALE - 1)]) if option == 4 else 0


@rule
def sets_up_to(s: State, p: int, last: int) -> int:
    """How many sets of cards 1 to `last` a hand holds."""
    sets = num(s.hand[p, 1])
    for value in range(2, last + 1):
        sets = min(sets, num(s.hand[p, value]))
    return sets


@rule
def card_sets(s: State, p: int, last: int) -> int:
    """How many sets of cards 1 to `last` cannot be made longer and therefore count as such (I4)."""
    longer = sets_up_to(s, p, last + 1) if last + 1 < VALUES else 0
    return sets_up_to(s, p, last) - longer


@rule
def inn_award(box: Box, s: State, option: int, p: int) -> int:
    """I3: cards in hand; I4: sets of cards 1+2, 1+2+3, 1+2+3+4."""
    total = 0
    if option == 3:
        total = num(box.held[min(hand_size(s, p), SCALE - 1)])
    elif option == 4:
        for last in range(2, VALUES):
            total += card_sets(s, p, last) * box.sets[last - 2]
    return total


@rule
def low_numbers(box: Box, s: State, p: int) -> int:
    """Buildings with numbers that are low enough for B3."""
    n = 0
    for slot in range(s.length[p]):
        if s.bridge[p, slot] <= box.low_number:
            n += 1
    return n


@rule
def type_sets(box: Box, s: State, p: int) -> int:
    """Sets of all six types on a bridge (B4)."""
    sets = SLOTS
    for kind in range(TYPES):
        sets = min(sets, buildings_of(box, s, p, kind))
    return sets


@rule
def bridge_award(box: Box, s: State, option: int, p: int) -> int:
    """B3: buildings with low numbers; B4: sets of all six types."""
    if option == 3:
        return low_numbers(box, s, p) * box.low_money
    return type_sets(box, s, p) * box.all_types if option == 4 else 0


@rule
def award(box: Box, s: State, colour: int, p: int) -> int:
    """What the scoring of a colour pays at the end."""
    option = s.scoring[colour] - PRINTED
    if option < 2:
        return award_of_place(box, s, rank(box, s, colour, p))
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
    """The seat that leads on the gate track (20)."""
    first = num(s.line[GATE, 0])
    if box.gate_chapel:
        for place in range(s.seats):
            p = num(s.line[CHAPEL, place])
            if s.space[GATE, p] == s.space[GATE, first]:
                return p
    return first


@rule
def front(box: Box, s: State, colour: int) -> int:
    """The seat that C2, G2 or B2 pays at the end of the round; -1 for none. Markers must have moved (21, 29)."""
    if colour == BRIDGE_SCORING:
        return num(s.low_seat) - 1
    if colour == INN_SCORING:  # I2 is paid at the reveal
        return -1
    p = num(s.line[CHAPEL, 0]) if colour == CHAPEL_SCORING else front_of_gates(box, s)
    return p if s.space[colour, p] else -1


@rule
def pay_round(box: Box, s: State) -> None:
    """C2, G2, B2 at the end of a round (28)."""
    for colour in range(4):
        if every_round(s, colour):
            p = front(box, s, colour)
            if p >= 0:
                earn(s, p, ROUNDS + colour, num(box.lowest if colour == BRIDGE_SCORING else box.front[colour]))


@rule
def empty_slots(box: Box, s: State, p: int) -> int:
    return box.slots - num(s.length[p])


@rule
def slots_paid(box: Box, s: State, p: int, money: int) -> int:
    """What a player pays for empty slots, never more than money and awards together (27)."""
    return max(0, min(num(box.penalty[empty_slots(box, s, p)]), money))


@rule
def by_g4(s: State) -> int:
    """1 if G4 counts the unused bonus tiles, instead of their usual worth."""
    return 1 if s.scoring[GATE_SCORING] == PRINTED + 4 else 0


@rule
def tile_money(box: Box, s: State, p: int) -> int:
    """The usual worth of unused bonus tiles."""
    return 0 if by_g4(s) else num(box.tile_worth) * unused(s, p)


@rule
def score(box: Box, s: State, out: Codes) -> None:
    """Lines per seat: money by source, four scorings, empty slots, bonus tiles; chapel order."""
    for p in range(s.seats):
        at = LINES * p
        for source in range(ROUNDS):
            out[at + source] = s.earned[p, source]
        total = num(s.money[p])
        for colour in range(4):
            money = award(box, s, colour, p)
            total += money
            out[at + ROUNDS + colour] = s.earned[p, ROUNDS + colour] + money
        out[at + ROUNDS + 4] = -slots_paid(box, s, p, total)
        out[at + ROUNDS + 5] = tile_money(box, s, p)
        out[at + ROUNDS + 6] = num(s.seats) - place_of(s, CHAPEL, p)
