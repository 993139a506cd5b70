"""Market Street: the rules."""

from __future__ import annotations

from townwright.engine.chance import shuffle, spin
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes, Parts, Rng
from townwright.engine.moves import FINE, Offer

from . import moves
from .box import COLOURS, Box
from .moves import GONE
from .state import HOUSES, OPEN, TAKE, State

TAKES, KINDS = moves.take.base, len(COLOURS)
WIDTH = 3  # houses, colours, tie-break

OFFERS = (Offer(moves.take, TAKE),)


@rule
def setup(box: Box, s: State) -> None:
    """Shuffles the houses and opens three of them."""
    for n in range(HOUSES):
        s.deck[n] = n + 1
    shuffle(s, s.deck, 0, HOUSES)
    s.left = HOUSES
    for place in range(OPEN):
        open_house(s, place)
    s.pending = 1


@rule
def open_house(s: State, place: int) -> None:
    """Reveals the next house of the deck."""
    s.left -= 1
    s.open[place] = s.deck[s.left]
    s.deck[s.left] = 0
    s.revealed += 1


@rule
def decision(s: State, seat: int) -> int:
    """The decision that a seat must make."""
    return TAKE


@rule
def legal(box: Box, s: State, seat: int, out: Codes) -> int:
    """Writes the codes that the seat may play now."""
    n = 0
    for place in range(OPEN):
        if s.open[place]:
            out[n] = TAKES + place
            n += 1
    return n


@rule
def gets(box: Box, s: State, seat: int, code: int) -> int:
    """The house that a move takes, for reports: 1 + its index in `moves.things`."""
    return num(s.open[code - TAKES])


@rule
def refuse(box: Box, s: State, seat: int, code: int) -> int:
    """Why the seat may not play this code: a number of `moves.REASONS`, FINE if it may."""
    return FINE if s.open[code - TAKES] else GONE


@rule
def apply(box: Box, s: State, seat: int, code: int) -> None:
    """Takes a house; the next player must act, until every street is as long as it may be."""
    place = code - TAKES
    s.street[seat, s.length[seat]] = s.open[place]
    s.length[seat] += 1
    s.open[place] = 0
    if s.left:
        open_house(s, place)
    s.turn = (seat + 1) % s.seats
    s.pending = 1 << s.turn
    if s.length[s.turn] == box.houses:
        s.over = 1
        s.pending = 0


@rule
def note(box: Box, k: State, code: int) -> int:
    """What the words and fields of a move depend on besides its code: the house that it takes."""
    return num(k.open[code - TAKES])


@rule
def of_colour(box: Box, s: State, seat: int, colour: int) -> int:
    """How many houses of a colour a street has."""
    n = 0
    for i in range(s.length[seat]):
        if box.colour[s.street[seat, i] - 1] == colour:
            n += 1
    return n


@rule
def bonus(box: Box, s: State, seat: int, colour: int) -> int:
    """The points of a colour in a street: the bonus once, however many houses have the colour."""
    return num(box.bonus) if of_colour(box, s, seat, colour) else 0


@rule
def house_points(box: Box, s: State, seat: int, i: int) -> int:
    """The points of the i-th house of a street."""
    return num(box.points[s.street[seat, i] - 1])


@rule
def parts(box: Box, s: State, seat: int, out: Parts) -> int:
    """What the sheet consists of: every house, every colour. A row is line, points and values for `sheet.label`."""
    n = 0
    for i in range(s.length[seat]):
        out[n, 0], out[n, 1], out[n, 2] = 0, house_points(box, s, seat, i), num(s.street[seat, i]) - 1
        n += 1
    for colour in range(KINDS):
        if of_colour(box, s, seat, colour):
            out[n, 0], out[n, 1], out[n, 2] = 1, bonus(box, s, seat, colour), colour
            n += 1
    return n


@rule
def score(box: Box, s: State, out: Codes) -> None:
    """For every seat the lines of the sheet, then the tie-breaks."""
    for seat in range(s.seats):
        houses, colours, most = 0, 0, 0
        for i in range(s.length[seat]):
            houses += house_points(box, s, seat, i)
        for colour in range(KINDS):
            colours += bonus(box, s, seat, colour)
            most = max(most, of_colour(box, s, seat, colour))
        out[WIDTH * seat], out[WIDTH * seat + 1], out[WIDTH * seat + 2] = houses, colours, most


@rule
def observe(box: Box, s: State, seat: int, known: State) -> None:
    """Everyone knows everything except the order of the deck. Add what is visible; never remove what is hidden."""
    known.turn = s.turn
    known.left = s.left
    known.open = s.open
    known.street = s.street
    known.length = s.length


@rule
def resample(box: Box, known: State, rng: Rng) -> None:
    """Shuffles all houses that are nowhere else into the deck."""
    seen = 0
    for place in range(OPEN):
        if known.open[place]:
            seen |= 1 << (num(known.open[place]) - 1)
    for seat in range(known.seats):
        for i in range(known.length[seat]):
            seen |= 1 << (num(known.street[seat, i]) - 1)
    n = 0
    for house in range(HOUSES):
        if (seen >> house) & 1 == 0:
            at = spin(rng, n + 1)
            known.deck[n] = known.deck[at]
            known.deck[at] = house + 1
            n += 1
