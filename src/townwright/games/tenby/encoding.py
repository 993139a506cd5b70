"""Tenby: what a seat knows, as numbers for learners."""

from __future__ import annotations

import numpy as np

from townwright.engine.encoding import Figures, amount, bits, choice, printed, seat

from .box import Box
from .rows import CONDITIONS, EDGES, SEA, THINGS
from .state import CARDS, DAYS, ICONS, LYING, ROW, START_FIRST, TOWN

WORD = 32  # cards to a word of a set
THINGS_AT = 1
SCORES_AT = THINGS_AT + len(THINGS)
EDGES_AT = SCORES_AT + len(CONDITIONS)
REACH_AT = EDGES_AT + 2 * SEA
FIGURES = REACH_AT + 3
CARD = (
    "that there is one, how many of each thing it shows, its points for each of the thing it counts, edges that are "
    "terrace or pier, how far it counts to the left and to the right in tens of cards, whether it counts itself"
)


def cards(box: Box) -> tuple[Figures, Figures]:
    """The figures of every town card; see CARD."""
    figures = np.zeros((CARDS, FIGURES))
    figures[:, 0] = 1
    figures[:, THINGS_AT:SCORES_AT] = np.array(box.count.tolist())[:, : len(THINGS)]
    for c in range(CARDS):
        figures[c, SCORES_AT + box.condition[c]] = box.points[c]
        for side, edge in enumerate((box.left_edge[c], box.right_edge[c])):
            if edge != SEA:
                figures[c, EDGES_AT + SEA * side + edge] = 1
        figures[c, REACH_AT:] = box.reach_left[c], box.reach_right[c], box.itself[c]
    most = np.ones(FIGURES)
    most[SCORES_AT:EDGES_AT], most[REACH_AT : REACH_AT + 2] = 5, 10
    return figures, most


def days(box: Box) -> tuple[Figures, Figures]:
    """For every day card: that there is one, its number, its icons, its rings."""
    figures = np.zeros((DAYS, 3 + ICONS))
    figures[:, 0] = 1
    figures[:, 1] = np.array(box.day_number)
    figures[:, 2 : 2 + ICONS] = np.array(box.day_icons.tolist())
    figures[:, -1] = box.day_rings.tolist()
    most = np.ones(figures.shape[1])
    most[1] = 100
    return figures, most


def residents(box: Box) -> int:
    return int(box.residents)


def accolades(box: Box) -> int:
    return int(box.accolades)


PARTS = (
    choice("phase", 4, "the phase: set-up, night, day, visit"),
    choice("decision", 9, "what is asked: keep, declare, choose, menu, source, place, move, mix, visitor"),
    amount("rounds", 10, "the round"),
    amount("step", 5, "how many seats have acted in this phase"),
    seat("night", "the seats in the order in which they act", "o"),
    printed("row", days, "the day cards face up: that there is one, number, T, P, L, R icons, rings"),
    amount("tokens", 3, "rings on them"),
    choice("picked", ROW, "the place in the row where the piece stands", "s", first=1),
    amount("day_left", 48, "day cards in the deck"),
    bits("day_discards", DAYS, "day cards that were discarded"),
    amount("left", 100, "cards in the terrace, pier and landmark deck"),
    bits("market", WORD, "face-up town cards, by their number"),
    bits("discards", WORD, "town cards that were discarded, by their number"),
    amount("plain", 15, "plain end terraces and piers left"),
    amount("rings", 5, "life rings", "s"),
    printed("town", cards, f"the cards of the town, street after street: {CARD}", "s"),
    amount("cards", 20, "how many they are", "s"),
    bits("begins", TOWN, "1 where a street begins", "s"),
    amount("icons", 3, "T, P, L, R icons of the day card still to be resolved"),
    choice("level", ICONS, "the icon being resolved; means nothing unless a source is asked"),
    printed("gained", cards, f"the card to be placed: {CARD}"),
    choice("residents", residents, "residents that the observer put under the deck, all together", "+", first=1),
    amount("residents_left", 60, "residents in the deck"),
    bits("hand", residents, "residents held; of the others none", "s"),
    amount("held", 10, "how many", "s"),
    amount("draws", 30, "how often residents were drawn"),
    choice("drawn_first", residents, "first residents of the observer's draws, all together", "+", first=1),
    choice("drawn_second", residents, "second residents of the observer's draws, all together", "+", first=1),
    printed("visitors", cards, f"the visitors drawn blind: {CARD}"),
    amount("visiting", 3, "how many visitors are terraces, piers"),
    choice("lying", accolades, "the accolades that lie open", first=1),
    seat("counter", "whose score counter lies on each", first=1),
    choice("dealt", accolades, "the accolade of each seat; of the others none while it is secret", "s", first=1),
    choice("shown", 3, "whether it is undecided, secret or open", "s"),
)
LEFT_OUT = {
    "day_deck": "hidden",
    "deck": "hidden",
    "drawn_by": "who drew when: `held` has the number of residents of each seat",
    "kept": "which of two residents was kept: `hand` has it",
}
assert (len(EDGES), START_FIRST % WORD, LYING) == (3, 0, 6)
