"""Copenhagen: what must hold in every reachable state."""

from __future__ import annotations

import random
from typing import Any

from townwright.engine.bits import count
from townwright.engine.chance import spin
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Rng
from townwright.games.copenhagen.box import Box
from townwright.games.copenhagen.rules.house import points
from townwright.games.copenhagen.state import (
    ABILITIES,
    BRIDGES,
    CELLS,
    COAT,
    COLOURS,
    DISCARD,
    END_CARD,
    MAIN,
    THIRD,
    TILES,
    State,
)

GAMES = 21_000
LONGEST = (0, 0, 910, 1274, 1526)  # moves, by players: at most 65, 91 and 109 turns of 14 decisions
VARIANTS = [(seats, {}) for seats in (2, 3, 4)] + [
    (2, {"score_timing": "per_placement", "coat_compulsory": False}),
    (3, {"reshuffle": "eager", "min_cost": 1}),
    (4, {"allow_flip": False, "reshuffle": "eager", "score_timing": "per_placement"}),
    (4, {"coat_compulsory": False, "min_cost": 2}),
]

COLUMN_A = sum(1 << (5 * y) for y in range(9))

INVARIANTS = (
    "every card of each colour is in exactly one place",
    "the size of a hand is the number of its cards",
    "cards that were seen taken are in the hand",
    "no hand is over the limit except while discarding",
    "built cells are one colour or white, and brick cells are coloured",
    "houses and stacks together hold the tiles of the box",
    "houses and supply together hold the white tiles of the box",
    "every tile stands on the ground or on tiles laid before it",
    "the End card is in the supply once and near its bottom",
    "the harbour has seven cards when a turn begins",
    "nobody has reached the goal while the game continues",
    "coats are pending only while a coat is to be used",
    "the known colours of the supply are right",
    "ability tiles are unowned, active or used, and everybody owns Any cards",
    "every tile in a house is a tile of the box in one piece",
)


@rule
def audit(box: Box, s: State) -> int:
    seats = num(s.seats)
    ends = 0
    for c in range(COLOURS):
        cards = num(s.discard[c])
        for p in range(seats):
            cards += s.hand[p, c]
        for i in range(BRIDGES):
            cards += 1 if s.display[i] == c + 1 else 0
        supply = 0
        for i in range(s.left):
            supply += 1 if s.supply[i] == c + 1 else 0
        if cards + supply != box.cards[seats]:
            return 1
        if s.shuffled and supply != s.pool[c]:
            return 13
    for p in range(seats):
        held = 0
        for c in range(COLOURS):
            held += s.hand[p, c]
            if s.seen[p, c] < 0 or s.seen[p, c] > s.hand[p, c]:
                return 3
        if held != s.held[p]:
            return 2
        if held > box.limit and not (s.turn == p and (s.decision == DISCARD or s.decision == THIRD)):
            return 4
        coloured = 0
        for c in range(COLOURS):
            if coloured & s.colour[p, c]:
                return 5
            coloured |= num(s.colour[p, c])
        filled = num(s.filled[p])
        if coloured & ~filled or s.brick[p] & ~coloured:
            return 5
        if s.ability[p, 0] == 0:
            return 14
        for a in range(ABILITIES):
            if s.ability[p, a] < 0 or s.ability[p, a] > 2:
                return 14
        if s.over == 0 and s.decision == MAIN and points(box, filled, num(s.brick[p])) >= box.goal:
            return 11
        broken = audit_tiles(box, s, p)
        if broken:
            return broken
    for t in range(TILES):
        if s.stack[t] < 0 or s.stack[t] > box.copies[seats, t]:
            return 6
    laid, missing = 0, 0
    for p in range(seats):
        laid += num(s.laid[p])
    for t in range(TILES):
        missing += box.copies[seats, t] - s.stack[t]
    if laid != missing + box.whites - s.whites:
        return 6
    whites = num(s.whites)
    for p in range(seats):
        coloured = 0
        for c in range(COLOURS):
            coloured |= num(s.colour[p, c])
        whites += count(num(s.filled[p]) & ~coloured)
    if whites != box.whites:
        return 7
    for i in range(s.left):
        if s.supply[i] == END_CARD:
            ends += 1
            if i >= box.end_among:
                return 9
    if ends != s.end_in:
        return 9
    if s.over == 0 and s.decision == MAIN:
        for i in range(BRIDGES):
            if s.display[i] == 0:
                return 10
    if (s.coats > 0) != (s.decision == COAT and s.over == 0):
        return 12
    return 0


@rule
def tile_cells(s: State, p: int, n: int) -> int:
    cells = 0
    for cell in range(CELLS):
        if s.tile[p, cell] == n:
            cells |= 1 << cell
    return cells


@rule
def corner(cells: int) -> int:
    """The lower left corner of the rectangle around some cells."""
    x, y = 0, 0
    while cells & (31 << (5 * y)) == 0:
        y += 1
    while cells & (COLUMN_A << x) == 0:
        x += 1
    return 5 * y + x


@rule
def type_of(box: Box, s: State, p: int, cells: int) -> int:
    """The type of a tile in a house: -1 if it is white, -2 if the box has no such tile."""
    if count(cells) == 1 and s.brick[p] & cells == 0:
        return -1
    for t in range(TILES):
        if box.tile_size[t] == count(cells) and s.colour[p, box.tile_colour[t]] & cells == cells:
            for turn in range(box.turn_first[t], box.turn_first[t + 1]):
                k = num(box.turn_place[turn, corner(cells)])
                if box.place_tile[k] == t and box.place_cells[k] == cells and box.place_brick[k] == s.brick[p] & cells:
                    return t
    return -2


@rule
def audit_tiles(box: Box, s: State, p: int) -> int:
    """Rebuilds the house tile by tile: each is a tile of the box and stood when it was laid."""
    filled = 0
    for tile in range(1, s.laid[p] + 1):
        cells = tile_cells(s, p, tile)
        if type_of(box, s, p, cells) == -2:
            return 15
        if cells & ((filled << 5) | 31) == 0:
            return 8
        filled |= cells
    return 5 if filled != s.filled[p] else 0


@rule
def stage(box: Box, s: State, rng: Rng) -> None:
    """Everybody begins with a random set of ability tiles, active and used."""
    for p in range(s.seats):
        s.ability[p, 0] = 1 + spin(rng, 2)
        for a in range(1, ABILITIES):
            s.ability[p, a] = spin(rng, 3)


def scramble(s: Any, seat: int, rng: random.Random) -> None:
    """Changes what the seat cannot know, and nothing else: cards below the top, cards others never showed."""
    if s.left > 2:
        i, j = rng.sample(range(s.left), 2)
        ends = END_CARD in (s.supply[i], s.supply[j])
        if not ends or max(i, j) < 10:
            s.supply[i], s.supply[j] = s.supply[j], s.supply[i]
    if s.shuffled or s.decision != MAIN:
        return  # everybody knows the supply's colours by now, or the player has shown that there is a choice
    for p in range(s.seats):
        hidden = [c for c in range(COLOURS) if s.hand[p, c] > s.seen[p, c]]
        cards = [i for i in range(s.left) if s.supply[i] != END_CARD]
        if p != seat and hidden and cards:
            c, i = rng.choice(hidden), rng.choice(cards)
            s.hand[p, c] = s.hand[p, c] - 1
            s.hand[p, s.supply[i] - 1] = s.hand[p, s.supply[i] - 1] + 1
            s.supply[i] = c + 1
