"""Old London Bridge: what a seat knows, as numbers for learners."""

from __future__ import annotations

import numpy as np

from townwright.engine.encoding import Figures, amount, bits, choice, printed, seat

from .box import Box
from .kinds import PAIRS
from .state import (
    BACKS,
    BONUS_STACK,
    CARDS,
    COLOURS,
    GARDEN,
    KINDS,
    NUMBERS,
    PER_TYPE,
    SLOTS,
    SPACES,
    TILES,
    TYPES,
    VALUES,
)

BUILDING = "its number, type and crests by colour"


def buildings(box: Box) -> tuple[Figures, Figures]:
    """For every building: that there is one, its number as a share of 61 (gardens are above all numbers), its type, its
    crests."""
    figures = np.zeros((TILES, 2 + TYPES + COLOURS))
    for code in range(1, TILES):
        figures[code, 0] = 1
        figures[code, 1] = min(code, GARDEN)
        figures[code, 2 + box.tile_type[code]] = 1
        for colour in range(COLOURS):
            figures[code, 2 + TYPES + colour] = box.tile_crests[code] >> 8 * colour & 255
    most = np.ones(figures.shape[1])
    most[1] = GARDEN
    return figures, most


PARTS = (
    choice("decision", 8, "what is asked: a card, lady, plus, a pawn, which building to replace, cards, bonus, after"),
    amount("round", 12, "the round"),
    amount("rounds", 12, "rounds that are played"),
    choice("turn", 5, "which turn of the round is being taken; 0 before the first"),
    amount("placed", 1, "1 once the pawn of this turn stands, or the turn is passed"),
    printed("taken", buildings, f"the building that must replace another: {BUILDING}", first=0),
    amount("due", 4, "bonus tiles still to be taken, or the total of the cards to be taken"),
    choice("offset", TYPES, "how far the wheel has turned"),
    amount("marker", 4, "the turn markers that were turned up, round by round"),
    printed("stack", buildings, f"the top of each stack: {BUILDING}", ".+", first=0, shape=(TYPES, PER_TYPE)),
    amount("left", PER_TYPE, "buildings in each stack"),
    bits("removed", NUMBERS + 1, "the numbers that were replaced"),
    choice("bonus", KINDS, "the top of each stack of bonus tiles", ".+", first=1, shape=(BACKS, BONUS_STACK)),
    amount("bonus_left", BONUS_STACK, "tiles in each of these stacks"),
    amount("bonus_kinds", 4, "what each of these stacks holds, by kind"),
    amount("used", 4, "bonus tiles that were used, by kind"),
    amount("supply", 10, "cards in the common supply, by value"),
    choice("scoring", 6, "the scoring of chapel, gate, inn and bridge: not known yet, printed, option 1 to 4"),
    printed("bridge", buildings, f"the buildings from left to right: {BUILDING}", "s", first=0),
    amount("length", SLOTS, "how many they are", "s"),
    *(
        amount(
            "crests", 6, f"crests of colour {n + 1} on the bridge", "s", shift=8 * n, mask=255, name=f"crests_{n + 1}"
        )
        for n in range(COLOURS)
    ),
    amount("money", 50, "money", "s"),
    amount("hand", 3, "cards in hand, by value", "s"),
    amount("tiles", 2, "bonus tiles that can be used, by kind", "s"),
    amount("fresh", 2, "bonus tiles gained in this round, by kind", "s"),
    amount("space", SPACES, "the space of the chapel and of the gate marker", ".s"),
    seat("line", "the seats from front to back on the chapel and on the gate track", ".o"),
    choice("chosen", len(PAIRS), "the card or pair chosen face down; of the others none", "s", first=1),
    choice("played", VALUES, "the revealed cards, the higher first", "s", first=1),
    amount("plus", 3, "what bonus tiles added to them", "s"),
    seat("order", "whose turns they are in this round, turn by turn", first=1, divide=CARDS, name="order_seat"),
    choice("order", CARDS, "for which of their cards", first=1, modulo=CARDS, name="order_card"),
    choice("pawn", TYPES + 1, "where the pawn stands: at a stack, in the centre", "s", first=1),
    amount("low", NUMBERS, "the lowest house number built in this round"),
    seat("low_seat", "who built it", first=1),
)
LEFT_OUT = {"earned": "where money came from: the sheet has it"}
