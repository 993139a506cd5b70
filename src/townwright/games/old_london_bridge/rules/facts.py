"""What a view shows and only the rules can work out: where the open buildings fit and what they would do there, which
bonus tiles a space uses up, and how the scorings stand.
"""

from __future__ import annotations

from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.moves import FINE

from ..box import Box
from ..state import (
    BACKS,
    BRIDGE_SCORING,
    CENTRE,
    CHAPEL,
    CHAPEL_SCORING,
    EMPORIUM,
    GATE,
    INN,
    INN_SCORING,
    OCC,
    PER_TYPE,
    PLACE,
    PRINTED,
    REPLACE,
    ROUNDS,
    SEATS,
    TYPES,
    State,
    X,
)
from .bridge import can_append, refuse_replacement, strength_of
from .inns import worth_of_cards
from .placing import crowded
from .scoring import award, counted, every_round, front, rank
from .sheet import what_counts
from .tracks import coins_between, prize_between, tiles_between, walk_to
from .turn import turn_of

# a fit: masks of the slots where the building has its full strength, and where it has one less because it replaces a
# crest of its own colour; the full strength; what it does with either strength
FULL, LESS, STRENGTH, EFFECTS = 0, 1, 2, 3
# an effect: the space that its marker reaches, money, bonus tiles or total of cards
TO, MONEY, DUE, EFFECT = 0, 1, 2, 3
FIT = EFFECTS + 2 * EFFECT
# a standing: what is counted, place from 1, money, for each seat; then 1 + the seat paid if the round ends now
COUNT, PLACE_NOW, PAYS, LEADER = 0, SEATS, 2 * SEATS, 3 * SEATS
STANDING = LEADER + 1
# places in the list of facts: fits by seat and stack, the fit of the building in hand, tiles by space, standings by
# colour
FITS = 0
TAKEN = FITS + SEATS * TYPES * FIT
USES = TAKEN + FIT
STANDINGS = USES + TYPES + 1


@rule
def facts(box: Box, k: State, out: Codes) -> None:
    """Everything that `view.show` cannot work out."""
    for p in range(k.seats):
        for stack in range(TYPES):
            left = num(k.left[stack])
            if left:
                tile = num(k.stack[stack * PER_TYPE + left - 1])
                write_fit(box, k, p, tile, out, FITS + (p * TYPES + stack) * FIT)
    if k.decision == REPLACE and k.taken:
        write_fit(box, k, turn_of(k), num(k.taken), out, TAKEN)
    if k.decision == PLACE and k.pending:
        p = turn_of(k)
        for space in range(CENTRE + 1):
            out[USES + space] = uses(box, k, p, space)
    for colour in range(4):
        if k.scoring[colour]:
            write_standing(box, k, colour, out, STANDINGS + colour * STANDING)


@rule
def uses(box: Box, k: State, p: int, space: int) -> int:
    """A mask of the bonus tiles that a placement on a space uses up (1.4, 8)."""
    tiles = 1 << OCC if crowded(k, p, space) else 0
    return tiles | (1 << X if space != CENTRE and box.pays[k.offset, space] < 0 else 0)


@rule
def write_fit(box: Box, k: State, p: int, tile: int, out: Codes, at: int) -> None:
    """Where a building may stand on a bridge, and what it would do there (1.5, 1.6)."""
    length = num(k.length[p])
    if tile == 0 or length == box.slots:
        return
    crests = num(k.crests[p]) + num(box.tile_crests[tile])
    works = box.tile_type[tile] <= EMPORIUM
    strength = strength_of(box, crests, tile) if works else 0
    if can_append(k, p, tile):
        out[at + FULL] = 1 << length
    else:
        for slot in range(length):
            if refuse_replacement(k, p, slot, tile) == FINE:
                left = crests - num(box.tile_crests[k.bridge[p, slot]])
                weaker = works and strength_of(box, left, tile) < strength
                out[at + (LESS if weaker else FULL)] |= 1 << slot
    out[at + STRENGTH] = strength
    for less in range(2):
        if strength > less and out[at + less]:
            write_effect(box, k, p, num(box.tile_type[tile]), strength - less, out, at + EFFECTS + less * EFFECT)


@rule
def write_effect(box: Box, k: State, p: int, kind: int, strength: int, out: Codes, at: int) -> None:
    """What a building of a type does with this strength (1.6)."""
    if kind in (CHAPEL, GATE):
        start, stop = num(k.space[kind, p]), walk_to(box, k, kind, p, strength)
        out[at + TO] = stop
        out[at + MONEY] = prize_between(box, kind, start, stop)
        if kind == CHAPEL:
            out[at + MONEY] += coins_between(box, start, stop)
        else:
            left = 0
            for back in range(BACKS):
                left += num(k.bonus_left[back])
            out[at + DUE] = min(tiles_between(box, start, stop), left)
    elif kind == INN:
        out[at + DUE] = worth_of_cards(k, strength)
    else:
        out[at + MONEY] = strength


@rule
def write_standing(box: Box, k: State, colour: int, out: Codes, at: int) -> None:
    """What the scoring of a colour counts for every seat, and what it would pay if the game ended now (1.8, 1.9)."""
    for p in range(k.seats):
        out[at + COUNT + p] = tally(box, k, colour, p)
        out[at + PAYS + p] = award(box, k, colour, p)
        if k.scoring[colour] < PRINTED + 2:
            out[at + PLACE_NOW + p] = rank(box, k, colour, p) + 1
    if every_round(k, colour):
        out[at + LEADER] = front(box, k, colour) + 1


@rule
def tally(box: Box, k: State, colour: int, p: int) -> int:
    """What a scoring counts; for one of every round what it has paid so far, for coins and card sets their money."""
    option = k.scoring[colour] - PRINTED
    if option < 2:
        return counted(box, k, colour, p) - (1 if colour == BRIDGE_SCORING else 0)  # a bridge is always ranked
    if option == 2:
        return num(k.earned[p, ROUNDS + colour])
    if option == 4 and colour in (CHAPEL_SCORING, INN_SCORING):
        return award(box, k, colour, p)
    return what_counts(box, k, colour, option, p)
