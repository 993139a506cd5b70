"""The parts of a score sheet: what each line consists of. `scoring` says what they are worth.

A part is a row: its line, its money, its form (one of the names below), up to four numbers that its label shows, and a
mask of the slots that it counts.
"""

from __future__ import annotations

from townwright.engine.compiling import num, rule
from townwright.engine.fields import Parts

from ..box import Box
from ..state import (
    BRIDGE_SCORING,
    CENTRE_COST,
    CHAPEL,
    CHAPEL_SCORING,
    COINS,
    GARDEN,
    GATE,
    GATE_SCORING,
    INN_SCORING,
    PRINTED,
    PRIZES,
    ROUNDS,
    VALUES,
    State,
)
from .bridge import longest_section
from .scoring import (
    award,
    award_of_place,
    by_g4,
    card_sets,
    counted,
    empty_slots,
    end_as_coin,
    every_round,
    hand_size,
    lead,
    low_numbers,
    rank,
    slots_paid,
    tile_money,
    type_sets,
    unused,
)
from .tracks import at_end, coins_between

# the forms of a part, with their numbers
WHOLE = 0  # the whole line
COIN = 1  # a coin of the chapel track: its space
END = 2  # the end of a track: the track
CENTRE_VISITS = 3  # how often the centre was paid for, the price
EACH_ROUND = 4  # a scoring of every round: its colour
RANK = 5  # a ranking: its colour, its option (0 printed), the place from 1 (0 if not ranked), what was counted
COUNT = 6  # an expert scoring: its colour, its option, what was counted, the last card of a set or the highest number
SLOTS_EMPTY = 7  # how many, their price, what was paid
TILES_UNUSED = 8  # how many, 1 if G4 has counted them

SLOTS_COUNTED = 7  # the column of a row for the slots


@rule
def put(out: Parts, n: int, line: int, money: int, form: int, a: int, b: int, c: int, d: int) -> int:
    """Writes row n; returns the number of the next."""
    out[n, 0], out[n, 1], out[n, 2] = line, money, form
    out[n, 3], out[n, 4], out[n, 5], out[n, 6], out[n, SLOTS_COUNTED] = a, b, c, d, 0
    return n + 1


@rule
def put_coins(box: Box, s: State, p: int, line: int, out: Parts, n: int) -> int:
    """The coins that a chapel marker has reached or passed, one by one."""
    for space in range(1, num(s.space[CHAPEL, p]) + 1):
        if box.coin[space]:
            n = put(out, n, line, num(box.coin[space]), COIN, space, 0, 0, 0)
    return n


@rule
def source_parts(box: Box, s: State, p: int, source: int, out: Parts, n: int) -> int:
    """Money earned in play. Coins, prizes and visits to the centre get rows of their own if they explain the sum.

    In a position written by hand they may not, because it need not say where its money came from.
    """
    money = num(s.earned[p, source])
    ends = 0
    for track in range(2):
        if at_end(box, s, track, p):
            ends += 1
    if source == COINS and money == coins_between(box, 0, num(s.space[CHAPEL, p])):
        return put_coins(box, s, p, COINS, out, n)
    if source == PRIZES and money == ends * box.prize:
        for track in range(2):
            if at_end(box, s, track, p):
                n = put(out, n, PRIZES, num(box.prize), END, track, 0, 0, 0)
        return n
    if money == 0:
        return n
    cost = num(box.centre_cost)
    if source == CENTRE_COST and cost and money % cost == 0:
        return put(out, n, CENTRE_COST, money, CENTRE_VISITS, -money // cost, cost, 0, 0)
    return put(out, n, source, money, WHOLE, 0, 0, 0, 0)


@rule
def what_counts(box: Box, s: State, colour: int, option: int, p: int) -> int:
    """What options 3 and 4 of a colour count, as one figure."""
    if colour == CHAPEL_SCORING:
        return lead(s, p)
    if colour == GATE_SCORING:
        return num(s.space[GATE, p]) if option == 3 else unused(s, p)
    if colour == INN_SCORING:
        return hand_size(s, p)
    return low_numbers(box, s, p) if option == 3 else type_sets(box, s, p)


@rule
def scoring_parts(box: Box, s: State, colour: int, p: int, out: Parts, n: int) -> int:
    """What the scoring of a colour has paid in the rounds and pays at the end."""
    option, line = s.scoring[colour] - PRINTED, ROUNDS + colour
    paid = num(s.earned[p, ROUNDS + colour])
    if every_round(s, colour) or paid:
        n = put(out, n, line, paid, EACH_ROUND, colour, 0, 0, 0)
    if option < 2:
        place = rank(box, s, colour, p)
        shown = counted(box, s, colour, p) - (1 if colour == BRIDGE_SCORING else 0)  # a bridge is always ranked
        n = put(out, n, line, award_of_place(box, s, place), RANK, colour, option, place + 1, shown)
        out[n - 1, SLOTS_COUNTED] = slots_counted(box, s, colour, option, p)
        return n
    if option == 4 and colour == CHAPEL_SCORING:
        n = put_coins(box, s, p, line, out, n)
        money = end_as_coin(box, s, p)
        return put(out, n, line, money, END, CHAPEL, 0, 0, 0) if money else n
    if option == 4 and colour == INN_SCORING:
        for last in range(VALUES - 1, 1, -1):
            sets = card_sets(s, p, last)
            if sets:
                n = put(out, n, line, sets * box.sets[last - 2], COUNT, colour, option, sets, last)
        return n
    if option > 2:
        shown = what_counts(box, s, colour, option, p)
        n = put(out, n, line, award(box, s, colour, p), COUNT, colour, option, shown, num(box.low_number))
        out[n - 1, SLOTS_COUNTED] = slots_counted(box, s, colour, option, p)
    return n


@rule
def slots_counted(box: Box, s: State, colour: int, option: int, p: int) -> int:
    """A mask of the slots whose buildings a scoring counts: C1, G1, I1, and those of the bridge except B4."""
    slots, start = 0, 0
    best = longest_section(s, p)
    for slot in range(s.length[p]):
        tile = num(s.bridge[p, slot])
        if colour != BRIDGE_SCORING:
            fits = option == 1 and box.tile_type[tile] == colour
        elif option == 1:
            start = slot + 1 if tile >= GARDEN else start
            if slots == 0 and best and slot + 1 - start == best:
                slots = ((1 << best) - 1) << start
            fits = False
        else:
            fits = option == 0 or (option == 3 and tile <= box.low_number)
        slots |= 1 << slot if fits else 0
    return slots


@rule
def parts(box: Box, s: State, seat: int, out: Parts) -> int:
    """Every part of a seat's sheet, in the order of the lines."""
    n = 0
    for source in range(ROUNDS):
        n = source_parts(box, s, seat, source, out, n)
    for colour in range(4):
        n = scoring_parts(box, s, colour, seat, out, n)
    empty, money = empty_slots(box, s, seat), 0
    for i in range(n):
        money += num(out[i, 1])
    if empty:
        paid = slots_paid(box, s, seat, money)
        n = put(out, n, ROUNDS + 4, -paid, SLOTS_EMPTY, empty, num(box.penalty[empty]), paid, 0)
    tiles = unused(s, seat)
    if tiles:
        n = put(out, n, ROUNDS + 5, tile_money(box, s, seat), TILES_UNUSED, tiles, by_g4(s), 0, 0)
    return n
