"""Pier 18: one pier. How a card lengthens it, what its characters are worth, what its goals measure.

A pier is five numbers: a mask of the spaces with each character, and how many sections it has. In a mask
the left space of section n is bit n, the right space bit 32 + n. Unused bits keep the sides apart, so one
shift works on both.
"""

from __future__ import annotations

from townwright.engine.bits import count
from townwright.engine.compiling import num, rule

from ..box import METRICS, Box
from ..state import CHARACTERS, FISHER, LAID, LOVERS, POET, RIGHT, SECTIONS, SELLER, State

Pier = tuple[int, int, int, int, int]

LENGTH = CHARACTERS  # the place of the length, after the four masks
LEFT_SIDE = (1 << SECTIONS * LAID) - 1

# what goals measure, in the order of `METRICS`
(
    EMPTY_SECTIONS,
    SECTIONS_SHOWN,
    CHARACTERS_SHOWN,
    LARGEST_GROUP,
    LOVERS_SHOWN,
    FULL_SECTIONS,
    LEAST_COMMON,
    SELLER_GROUPS,
    TWIN_SECTIONS,
    SIDE_DIFFERENCE,
    FREE_LOVERS,
    SELLERS_SHOWN,
    RICHER_SIDE,
    PATRONS,
    POORER_SIDE,
    POETS_SHOWN,
) = range(len(METRICS))


@rule
def pier_of(s: State, p: int) -> Pier:
    """The pier of a seat."""
    return (
        num(s.crowd[p, FISHER]),
        num(s.crowd[p, POET]),
        num(s.crowd[p, LOVERS]),
        num(s.crowd[p, SELLER]),
        num(s.length[p]),
    )


@rule
def extended(box: Box, pier: Pier, card: int, overlap: int, turned: int) -> Pier:
    """The pier with a card on top of its last `overlap` sections (1.4)."""
    start = pier[LENGTH] - overlap
    side = (1 << start) - 1
    kept = side | (side << RIGHT)
    return (
        (pier[FISHER] & kept) | (num(box.crowd[turned, card, FISHER]) << start),
        (pier[POET] & kept) | (num(box.crowd[turned, card, POET]) << start),
        (pier[LOVERS] & kept) | (num(box.crowd[turned, card, LOVERS]) << start),
        (pier[SELLER] & kept) | (num(box.crowd[turned, card, SELLER]) << start),
        start + SECTIONS,
    )


@rule
def occupied(pier: Pier) -> int:
    """The spaces with a character."""
    return pier[FISHER] | pier[POET] | pier[LOVERS] | pier[SELLER]


@rule
def market(pier: Pier) -> int:
    """The spaces of all groups with a seller: unbroken runs along one side (1.6)."""
    anyone = occupied(pier)
    groups = pier[SELLER]
    grown = (groups | (groups << 1) | (groups >> 1)) & anyone
    while grown != groups:
        groups = grown
        grown = (groups | (groups << 1) | (groups >> 1)) & anyone
    return groups


@rule
def free_lovers(pier: Pier) -> int:
    """The lovers with nobody on the two spaces before and after; land and sea are empty (1.6, 5, 6)."""
    anyone = occupied(pier)
    return pier[LOVERS] & ~((anyone << 1) | (anyone >> 1) | (anyone << 2) | (anyone >> 2))


@rule
def group_points(groups: int) -> int:
    """The points of groups with a seller: for each its size minus 1, which is its number of neighbouring pairs."""
    return count(groups & (groups << 1))


@rule
def fishers_left(pier: Pier) -> int:
    """Fishers on the left side."""
    return count(pier[FISHER] & LEFT_SIDE)


@rule
def fishers_right(pier: Pier) -> int:
    """Fishers on the right side."""
    return count(pier[FISHER] >> RIGHT)


@rule
def worth(box: Box, pier: Pier, character: int) -> int:
    """The points of one character on a pier (1.6)."""
    if character == FISHER:
        return max(fishers_left(pier), fishers_right(pier))
    if character == POET:
        return count(pier[POET]) // num(box.poets_per_point)
    if character == LOVERS:
        return count(free_lovers(pier)) * num(box.lover_points)
    return group_points(market(pier))


@rule
def empty_sections(pier: Pier) -> int:
    """Sections with both spaces empty."""
    anyone = occupied(pier)
    return pier[LENGTH] - count((anyone | (anyone >> RIGHT)) & LEFT_SIDE)


@rule
def full_sections(pier: Pier) -> int:
    """Sections with both spaces occupied."""
    anyone = occupied(pier)
    return count(anyone & (anyone >> RIGHT) & LEFT_SIDE)


@rule
def twin_sections(pier: Pier) -> int:
    """Sections with the same character on both sides."""
    twins = 0
    for c in range(CHARACTERS):
        twins |= pier[c] & (pier[c] >> RIGHT) & LEFT_SIDE
    return count(twins)


@rule
def characters(pier: Pier) -> int:
    """Visible characters."""
    return count(occupied(pier))


@rule
def least_common(pier: Pier) -> int:
    """How many there are of the rarest character."""
    return min(min(count(pier[FISHER]), count(pier[POET])), min(count(pier[LOVERS]), count(pier[SELLER])))


@rule
def largest_group(pier: Pier) -> int:
    """The size of the largest group with a seller."""
    run = market(pier)
    size = 0
    while run:
        run &= run << 1
        size += 1
    return size


@rule
def seller_groups(pier: Pier) -> int:
    """Groups of two or more with a seller, counted by first spaces that have a neighbour."""
    groups = market(pier)
    return count(groups & ~(groups << 1) & (groups >> 1))


@rule
def side_difference(pier: Pier) -> int:
    """How many more characters one side has than the other."""
    anyone = occupied(pier)
    return abs(count(anyone & LEFT_SIDE) - count(anyone >> RIGHT))


@rule
def fishers_on_poorer_side(pier: Pier) -> int:
    """Fishers on the side that has fewer."""
    return min(fishers_left(pier), fishers_right(pier))


@rule
def measure(box: Box, pier: Pier, patrons: int, metric: int) -> int:
    """What a goal measures, by its place in `box.METRICS`."""
    if metric == EMPTY_SECTIONS:
        return empty_sections(pier)
    if metric == SECTIONS_SHOWN:
        return pier[LENGTH]
    if metric == CHARACTERS_SHOWN:
        return characters(pier)
    if metric == LARGEST_GROUP:
        return largest_group(pier)
    if metric == LOVERS_SHOWN:
        return count(pier[LOVERS])
    if metric == FULL_SECTIONS:
        return full_sections(pier)
    if metric == LEAST_COMMON:
        return least_common(pier)
    if metric == SELLER_GROUPS:
        return seller_groups(pier)
    if metric == TWIN_SECTIONS:
        return twin_sections(pier)
    if metric == SIDE_DIFFERENCE:
        return side_difference(pier)
    if metric == FREE_LOVERS:
        return count(free_lovers(pier))
    if metric == SELLERS_SHOWN:
        return count(pier[SELLER])
    if metric == RICHER_SIDE:
        return worth(box, pier, FISHER)
    if metric == PATRONS:
        return patrons
    if metric == POORER_SIDE:
        return fishers_on_poorer_side(pier)
    return count(pier[POET])


@rule
def meets_goal(box: Box, seats: int, pier: Pier, patrons: int, plan: int) -> bool:
    """Whether a finished pier meets the goal of its plan (1.7, 12)."""
    measured = measure(box, pier, patrons, num(box.metric[plan]))
    limit = num(box.threshold[plan, seats])
    return measured <= limit if box.at_most[plan] else measured >= limit
