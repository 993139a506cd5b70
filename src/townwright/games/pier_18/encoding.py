"""Pier 18: what a seat knows, as numbers for learners."""

from __future__ import annotations

from townwright.engine.encoding import amount, bits, choice, seat

from .state import CARDS, LAID, RIGHT, SECTIONS

LONGEST = LAID * SECTIONS

PARTS = (
    choice("phase", 3, "what is asked: plan and foundation, a card of the offer, laying the plan"),
    seat("start", "who takes first in this round"),
    seat("turn", "whose turn it is to take"),
    amount("rounds", 4, "rounds completed"),
    choice("hand", CARDS, "the cards dealt, all together; of the others none", "s+", first=1),
    choice("choice", CARDS, "the plan chosen face down", "s", first=1, divide=CARDS, name="chosen_plan"),
    choice("choice", CARDS, "the foundation chosen face down", "s", first=1, modulo=CARDS, name="chosen_foundation"),
    choice("third", CARDS, "the card given back; of the others none", "s", first=1),
    choice("plan", CARDS, "the plan", "s", first=1),
    amount("laid", LAID, "cards in the pier", "s"),
    choice("pier", CARDS, "these cards, from the shore", "s", first=1),
    amount("overlap", SECTIONS, "how many sections of the card before it each of them covers", "s"),
    amount("turned", 1, "1 for each card laid with a half-turn", "s"),
    amount("length", LONGEST, "visible sections", "s"),
    bits("crowd", LONGEST, "left spaces with each character, from the shore", "s", name="left_crowd"),
    bits("crowd", LONGEST, "right spaces with each character, from the shore", "s", shift=RIGHT, name="right_crowd"),
    amount("finished", 1, "1 once the plan lies at the end of the pier", "s"),
    amount("won", 4, "patrons won", "s"),
    choice("patrons", CARDS, "the cards of these patrons, all together", "s+", first=1),
    choice("offer", CARDS, "cards to take from, all together", "+", first=1),
    amount("left", CARDS, "cards in the deck"),
)
LEFT_OUT = {"deck": "hidden"}
