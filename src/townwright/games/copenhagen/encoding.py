"""Copenhagen: what a seat knows, as numbers for learners."""

from __future__ import annotations

import numpy as np

from townwright.engine.encoding import Figures, amount, bits, choice, printed, seat

from .box import PLACEMENTS, Box
from .state import CELLS, COLOURS, END_CARD


def placements(box: Box) -> tuple[Figures, int]:
    """For every placement: the cells it covers, the brick among them, its colour."""
    figures = np.zeros((PLACEMENTS, 2 * CELLS + COLOURS))
    colours = box.tile_colour.tolist()
    for n, (mask, brick, tile) in enumerate(zip(box.place_cells, box.place_brick, box.place_tile, strict=True)):
        for cell in range(CELLS):
            figures[n, cell] = mask >> cell & 1
            figures[n, CELLS + cell] = brick >> cell & 1
        figures[n, 2 * CELLS + colours[tile]] = 1
    return figures, 1


PARTS = (
    seat("turn", "whose turn it is"),
    choice("decision", 6, "what is asked: main action, third card, discard, after building, payment, coat of arms"),
    amount("coats", 4, "coats of arms still to be used"),
    printed(
        "chosen",
        placements,
        "the tile to be paid for: its cells, its brickwork, its colour; means nothing unless a payment is asked",
        first=0,
    ),
    amount("due", 10, "what that tile costs; 0 if there is none to pay for"),
    choice("display", END_CARD, "the card on each footbridge: five colours, the mermaid", first=1),
    amount("left", 71, "cards in the supply"),
    amount("end_in", 1, "1 once the mermaid is among the supply"),
    amount("shuffled", 1, "1 once the discards were shuffled into a new supply"),
    amount("pool", 14, "what that new supply still holds, by colour"),
    amount("discard", 14, "the discard pile, by colour"),
    amount("stack", 4, "tiles left of each type"),
    amount("whites", 20, "white special tiles left"),
    amount("hand", 7, "cards in hand by colour; of the others 0", "s"),
    amount("held", 7, "cards in hand", "s"),
    amount("seen", 7, "of these, what everybody saw them take, by colour", "s"),
    choice("ability", 3, "each ability tile: unowned, active, used", "s"),
    bits("filled", CELLS, "cells that are built, from the bottom left", "s"),
    bits("brick", CELLS, "of these, brickwork", "s"),
    bits("colour", CELLS, "of these, cells of each colour", "s"),
    amount("laid", 20, "tiles in the house", "s"),
)
LEFT_OUT = {"supply": "hidden", "tile": "which cells one tile covers: only a picture needs it"}
