"""Phase 2, the turn order: ladies, the secret choice of cards, the reveal, plus tiles."""

from __future__ import annotations

import numpy as np

from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.forcing import forced
from townwright.engine.moves import FINE, NOT_ASKED

from .. import kinds
from ..box import Box
from ..kinds import NO_LADY_CARD, NO_SUCH_CARD, ONE_CARD, PAIRS, SAME_CARD, TWO_CARDS
from ..state import (
    CARDS,
    CHAPEL,
    CHOOSE,
    INN_SCORING,
    LADIES,
    LADY,
    PLUS,
    PRINTED,
    RAISE,
    ROUNDS,
    VALUES,
    State,
)
from .tracks import earn, place_of

CARD, PAIR, USE_LADY, USE_PLUS, DONE = (k.base for k in (kinds.card, kinds.cards, kinds.lady, kinds.plus, kinds.done))
PAIR_HIGH = np.array([high for high, _ in PAIRS])
PAIR_LOW = np.array([low for _, low in PAIRS])


@rule
def turns(s: State) -> int:
    """How many turns a round has: one for each card laid (1.10)."""
    return 2 * CARDS if s.seats == 2 else num(s.seats)


@rule
def ask(s: State, p: int, decision: int) -> bool:
    """Asks a seat for a decision, and no other seat."""
    s.decision = decision
    s.pending = 1 << p
    return True


@rule
def use_tile(s: State, p: int, kind: int) -> None:
    """Uses a bonus tile, which leaves the game (1.7)."""
    s.tiles[p, kind] -= 1
    s.used[kind] += 1


@rule
def ask_ladies(box: Box, s: State, place: int) -> bool:
    """Asks the next owner of a lady tile in chapel order, from a place on, while the supply has a card for it (11)."""
    if s.supply[box.lady] == 0:
        return False
    for i in range(place, num(s.seats)):
        p = num(s.line[CHAPEL, i])
        if s.tiles[p, LADY]:
            return ask(s, p, LADIES)
    return False


@rule
def list_lady(out: Codes) -> int:
    """To take a card or not; only owners get this decision, and only while there is such a card."""
    out[0] = DONE
    out[1] = USE_LADY
    return 2


@rule
def refuse_lady(box: Box, s: State, p: int) -> int:
    """Whoever has the decision may. An owner without it gets a reason of its own if the supply has no such card."""
    if s.decision == LADIES:
        return FINE
    return NO_LADY_CARD if s.tiles[p, LADY] and s.supply[box.lady] == 0 else NOT_ASKED


@rule
def play_lady(box: Box, s: State, p: int, code: int) -> bool:
    """Takes a card from the supply, or goes without."""
    place = place_of(s, CHAPEL, p)
    if code == USE_LADY:
        use_tile(s, p, LADY)
        s.supply[box.lady] -= 1
        s.hand[p, num(box.lady)] += 1
    else:
        place += 1
    return ask_ladies(box, s, place) or to_cards(box, s)


@rule
def has_pair(s: State, p: int, pair: int) -> bool:
    high, low = PAIR_HIGH[pair], PAIR_LOW[pair]
    return s.hand[p, high] > 1 if high == low else s.hand[p, high] > 0 and s.hand[p, low] > 0


@rule
def list_cards(s: State, p: int, out: Codes) -> int:
    """A card of the hand; with two players two of them."""
    n = 0
    if s.seats == 2:
        for pair in range(len(PAIR_HIGH)):
            if has_pair(s, p, pair):
                out[n] = PAIR + pair
                n += 1
    else:
        for value in range(VALUES):
            if s.hand[p, value]:
                out[n] = CARD + value
                n += 1
    return n


@rule
def refuse_cards(s: State, p: int, code: int) -> int:
    if code >= PAIR:
        if s.seats != 2:
            return ONE_CARD
        return FINE if has_pair(s, p, code - PAIR) else NO_SUCH_CARD
    if s.seats == 2:
        return TWO_CARDS
    return FINE if s.hand[p, code] else NO_SUCH_CARD


@rule
def only_cards(s: State, p: int) -> int:
    """The only cards a player can lay, as stored in `chosen`; 0 if there is a choice (14)."""
    only = 0
    for option in range(len(PAIR_HIGH) if s.seats == 2 else VALUES):
        if has_pair(s, p, option) if s.seats == 2 else s.hand[p, option] > 0:
            if only:
                return 0
            only = option + 1
    return only


@rule
def to_cards(box: Box, s: State) -> bool:
    """Everybody chooses at the same time; players without a choice lay their only cards at once."""
    s.decision = CHOOSE
    s.pending = 0
    for p in range(s.seats):
        s.chosen[p] = only_cards(s, p) if forced(s) else 0
        if s.chosen[p] == 0:
            s.pending |= 1 << p
    return s.pending != 0 or reveal(box, s)


@rule
def play_cards(box: Box, s: State, p: int, code: int) -> bool:
    """Lays cards face down; once everybody has, all cards are revealed."""
    s.chosen[p] = code - (PAIR if s.seats == 2 else CARD) + 1
    s.pending &= ~(1 << p)
    return s.pending != 0 or reveal(box, s)


@rule
def reveal(box: Box, s: State) -> bool:
    """Turns all cards up: the order of the turns, then plus tiles (1.3; I2 before them, 12)."""
    s.revealed += 1
    n = 0
    for p in range(s.seats):
        option = num(s.chosen[p]) - 1
        s.chosen[p] = 0
        if s.seats == 2:
            lay_card(s, p, 0, PAIR_HIGH[option])
            lay_card(s, p, 1, PAIR_LOW[option])
        else:
            lay_card(s, p, 0, option)
        for card in range(turns(s) // num(s.seats)):
            s.order[n] = 1 + CARDS * p + card
            n += 1
    sort_turns(s)
    if s.scoring[INN_SCORING] == PRINTED + 2:
        earn(s, (num(s.order[0]) - 1) // CARDS, ROUNDS + INN_SCORING, num(box.highest))
    return to_plus(s, 0)


@rule
def lay_card(s: State, p: int, card: int, value: int) -> None:
    s.hand[p, value] -= 1
    s.played[p, card] = value + 1


@rule
def weight(s: State, turn: int) -> int:
    """What decides the order: the value, then the chapel track, then the higher of a player's own cards (15)."""
    p, card = (turn - 1) // CARDS, (turn - 1) % CARDS
    return 16 * (s.played[p, card] + s.plus[p, card]) - 2 * place_of(s, CHAPEL, p) - card


@rule
def sort_turns(s: State) -> None:
    """Higher cards act earlier (1.3)."""
    for i in range(1, turns(s)):
        turn = num(s.order[i])
        mine = weight(s, turn)
        j = i
        while j > 0 and weight(s, num(s.order[j - 1])) < mine:
            s.order[j] = s.order[j - 1]
            j -= 1
        s.order[j] = turn


@rule
def first_turn(s: State, p: int) -> int:
    """The place of a player's first turn in the order."""
    for i in range(turns(s)):
        if (num(s.order[i]) - 1) // CARDS == p:
            return i
    return 0


@rule
def to_plus(s: State, first: int) -> bool:
    """Asks each owner of plus tiles once, in the order of the reveal (12); then the order is final."""
    for i in range(first, turns(s)):
        p = (num(s.order[i]) - 1) // CARDS
        if s.tiles[p, PLUS] and first_turn(s, p) == i:
            return ask(s, p, RAISE)
    sort_turns(s)
    return False


@rule
def refuse_plus(s: State, p: int, card: int) -> int:
    """Why a card may not be raised; only owners have this decision. Equal cards are one choice (15)."""
    if card:
        if s.seats != 2:
            return ONE_CARD
        if s.played[p, 0] == s.played[p, 1] and s.plus[p, 0] == s.plus[p, 1]:
            return SAME_CARD
    return FINE


@rule
def list_plus(s: State, p: int, out: Codes) -> int:
    """A plus tile on one of the player's cards, or none."""
    out[0] = DONE
    n = 1
    for card in range(CARDS):
        if refuse_plus(s, p, card) == FINE:
            out[n] = USE_PLUS + card
            n += 1
    return n


@rule
def play_plus(box: Box, s: State, p: int, code: int) -> bool:
    if code != DONE:
        use_tile(s, p, PLUS)
        s.plus[p, code - USE_PLUS] += box.tile_plus
        if s.tiles[p, PLUS]:
            return True
    return to_plus(s, first_turn(s, p) + 1)
