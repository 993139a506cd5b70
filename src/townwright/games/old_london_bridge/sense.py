"""Old London Bridge: a quick guess of each player's final money, for bots."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from townwright.engine.compiling import num, rule
from townwright.engine.fields import Weights

from .box import Box
from .rules.cards import PAIR_HIGH, PAIR_LOW, turns
from .rules.scoring import award, hand_worth, tile_money, unused
from .rules.tracks import place_of
from .state import CARDS, CHAPEL, CHOOSE, COLOURS, GARDEN, GATE, VALUES, State

# Weights, tuned by letting one greedy player with a changed weight play against others with the old one.
WEIGHTS = {
    "a crest, for each turn to come": 0.29,
    "a crest of the strongest colour, more": 0.06,
    "a space of the chapel track, beside its coins and the ranking": 2.25,
    "a space of the gate track, beside the ranking": 0.9,
    "a point of cards in hand, beside the ranking": 0.35,
    "acting one place earlier, two players": 0.35,
    "acting one place earlier, three players": 1.0,
    "acting one place earlier, four players": 0.8,
    "a last number that leaves all others possible, if the whole game were to come": 10.0,
    "a bonus tile, beside its worth at the end, if the whole game were to come": 0.9,
    "the share of an award that will be kept, if the whole game were to come": 0.25,
}
CREST, BEST_CREST, CHAPEL_SPACE, GATE_SPACE, CARD, EARLY, ROOM, TILE, AWARD = 0, 1, 2, 3, 4, 5, 8, 9, 10
BY_HAND: Any = np.array(list(WEIGHTS.values()))

Reals = NDArray[np.float64]

# How the search differs from its usual settings (engine/thinking.py); docs/bots.md has the trials.
SEARCH = {"explore": 1.5, "win": 6.0, "spread": 8.0, "learned": False}


@rule
def turns_left(s: State, p: int) -> int:
    """Turns that a player has still to take."""
    if s.over:
        return 0
    each = turns(s) // num(s.seats)
    left = (s.rounds - s.round) * each
    if s.turn == 0:
        return left + each
    for i in range(num(s.turn), turns(s)):
        if (num(s.order[i]) - 1) // CARDS == p:
            left += 1
    acting = (num(s.order[s.turn - 1]) - 1) // CARDS == p
    return left + 1 if acting and s.placed == 0 else left


@rule
def room(s: State, p: int) -> float:
    """How likely the next building can be appended, 0 to 1."""
    length = num(s.length[p])
    if length == 0:
        return 1.0
    return min(num(s.bridge[p, length - 1]), GARDEN) / GARDEN


@rule
def crest_value(s: State, p: int, w: Weights) -> float:
    """What the crests on a bridge promise for a turn."""
    total, best = 0, 0
    for colour in range(COLOURS):
        crests = (num(s.crests[p]) >> (8 * colour)) & 255
        total += crests
        best = max(best, crests)
    return w[CREST] * total + w[BEST_CREST] * best


@rule
def behind(s: State, p: int, value: int) -> float:
    """How many turns will probably come after a card of this value, judged by the hands of the others."""
    total = 0.0
    for other in range(s.seats):
        if other != p:
            cards, lower = 0, 0
            ahead = place_of(s, CHAPEL, p) < place_of(s, CHAPEL, other)
            for v in range(VALUES):
                cards += num(s.hand[other, v])
                if v < value or (v == value and ahead):
                    lower += num(s.hand[other, v])
            total += lower / max(1, cards) * (turns(s) // num(s.seats))
    return total


@rule
def early(s: State, p: int, w: Weights) -> float:
    """How early a player acts in this round: how many turns come later. A card face down counts as played."""
    if s.decision == CHOOSE:
        option = num(s.chosen[p]) - 1
        if option < 0:
            return 0.0
        if s.seats == 2:
            high, low = num(PAIR_HIGH[option]), num(PAIR_LOW[option])
            return w[EARLY + s.seats - 2] * (behind(s, p, high) + behind(s, p, low)) - w[CARD] * (high + low)
        return w[EARLY + s.seats - 2] * behind(s, p, option) - w[CARD] * option
    after = 0
    for i in range(num(s.turn), turns(s)):
        if (num(s.order[i]) - 1) // CARDS == p:
            after += turns(s) - 1 - i
    return w[EARLY + s.seats - 2] * after


@rule
def outlook(box: Box, s: State, p: int, w: Weights) -> float:
    """Money and awards as they stand, and what crests, tracks, cards, tiles and free slots promise."""
    sure = float(num(s.money[p]))
    left = turns_left(s, p)
    missing = box.slots - s.length[p]
    share = left / box.slots  # how much of the game is to come
    for colour in range(4):
        sure += (1.0 - (1.0 - w[AWARD]) * share) * award(box, s, colour, p)
    sure += tile_money(box, s, p) - num(box.penalty[max(0, missing - left)])
    promise = crest_value(s, p, w) * left + w[ROOM] * share * (room(s, p) - 1.0)
    if left:
        promise += w[CHAPEL_SPACE] * s.space[CHAPEL, p] + w[GATE_SPACE] * s.space[GATE, p]
        promise += w[CARD] * hand_worth(s, p) + w[TILE] * unused(s, p) * share + early(s, p, w)
    return sure + promise


@rule
def estimate(box: Box, s: State, guess: Reals) -> None:
    """A quick guess of everybody's final money."""
    for p in range(s.seats):
        guess[p] = outlook(box, s, p, BY_HAND)


@rule
def value(box: Box, s: State, weights: Weights, seat: int, guess: Reals) -> None:
    """The same for the search, with learned weights; always for all seats, because every move changes the rankings."""
    for p in range(s.seats):
        guess[p] = outlook(box, s, p, weights)
