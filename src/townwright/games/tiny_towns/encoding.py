"""Tiny Towns: what a seat knows, as numbers for learners."""

from __future__ import annotations

from townwright.engine.encoding import amount, bits, choice, seat

from .box import BUILDINGS, CARDS, LETTERS, MONUMENTS
from .state import OPEN, RESOURCES, SEATS, SHARED, SQUARES, TYPES

STORED = 2  # bits for each resource in a Warehouse
SEEN = "of the others as it was when the round began"

PARTS = (
    choice("phase", 4, "what the table is doing: keeping monuments, naming, a round, watching"),
    amount("rounds", 40, "rounds finished"),
    seat("hammer", "who holds the hammer"),
    choice("named", RESOURCES, "the resource of this round; none if each player chooses", first=1),
    choice("picked", OPEN, "which open card was taken this round (Solo)", first=1),
    choice("card", BUILDINGS, "the building card of each type", first=1),
    choice("deck", RESOURCES, "resource cards that were seen, in their order", first=1),
    amount("drawn", 15, "resource cards that are gone, or picks so far (Solo)"),
    choice("open", RESOURCES, "the open resource cards, all together (Solo)", "+", first=1),
    choice("dealt", MONUMENTS, "the monument kept, and the other", "s", first=BUILDINGS + 1),
    amount("hammers", 20, "rounds as master builder", "s"),
    choice("place", SEATS, "in which place the town was completed; none while it is not", "s", first=1),
    bits("cube", SQUARES, f"squares with a cube of each resource ({LETTERS}); {SEEN}", "s"),
    bits("built", SQUARES, "squares with a building of each type", "s"),
    choice("mark", RESOURCES, "the resource lying on each square's Factory, Bank or cottage", "s", first=1),
    *(
        amount(
            "store",
            3,
            f"{letter} cubes in the Warehouse on each square",
            "s",
            shift=STORED * n,
            mask=(1 << STORED) - 1,
            name=f"store_{letter}",
        )
        for n, letter in enumerate(LETTERS)
    ),
    amount("cavern", 2, "cubes put away in the cavern", "s"),
    bits("watch", SHARED, "types still on Opaleye's Watch", "s"),
    amount("shrine", 8, "buildings in the town when the Shrine was built", "s"),
    choice("decision", 13, "what is asked, in the order of state.py; of the others nothing", "s"),
    choice("holding", RESOURCES, "the resource taken out of a Warehouse, to be placed", "s", first=1),
    choice("making", CARDS, "the card being built, its square not yet chosen", "s", first=1),
    bits("targets", SQUARES, "squares it may stand on", "s"),
    choice("spot", SQUARES, "the square of the Factory or Bank that wants its marker", "s"),
    amount("left", 4, "exchanges left to the builder of the Architect's Guild", "s"),
    bits("made", TYPES, "types constructed this round", "s"),
    bits("due", TYPES, "types that Opaleye's Watch gives this round", "s"),
    bits("settled", TYPES, "of these, dealt with already", "s"),
)
LEFT_OUT = {
    "unseen": "whose round the observer cannot see: always that of all others",
    **dict.fromkeys(
        ("shown_cube", "shown_built", "shown_mark", "shown_store", "shown_cavern", "shown_watch"),
        "what the others have seen of the observer's own town",
    ),
}
