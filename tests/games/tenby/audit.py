"""Tenby: what must hold in every reachable state."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from townwright.engine.compiling import num, rule
from townwright.games.tenby.box import Box
from townwright.games.tenby.rows import EBB_FLOW, HIGH_TIDE, MOVES_EACH, SEA
from townwright.games.tenby.rules.decks import DECK_FIRST, bits, can_draw, face_up
from townwright.games.tenby.rules.town import IS_LANDMARK, begins_at, card_at, neighbours
from townwright.games.tenby.state import (
    CARDS,
    CHOOSE,
    DAY,
    DAYS,
    DECKS,
    DECLARE,
    ICONS,
    KEEP,
    LYING,
    NIGHT,
    OPEN,
    PLACE,
    PLAIN_FIRST,
    RESIDENTS,
    ROW,
    SECRET,
    SETUP,
    SOURCE,
    START_FIRST,
    TOWN,
    VISIT,
    VISITOR,
    State,
)

GAMES = 5_000  # of VARIANTS; with MORE_VARIANTS more than 10,600 in all
SEAT_COUNTS = (2, 3, 4, 5)
LONGEST = tuple(seats * MOVES_EACH for seats in range(6))  # most moves of a game; proved by check.most_moves
# Every accolade mode with every number of players. On the way every switch is in both positions and every
# number at its default, its ends, and something between.
MODES: dict[str, tuple[dict[str, Any], ...]] = {
    "none": ({}, {}, {}, {}),
    "open_sea": (
        {"open_sea": 1, "visiting": True, "plain_terraces": 20},
        {"open_sea": 2, "plain_piers": 20},
        {"open_sea": 1, "plain_terraces": 0, "plain_piers": 2, "start_rings": "0 0 0 0 0"},
        {"open_sea": 3, "visiting": True, "start_card": "none", "start_residents": "none", "plain_piers": 0},
    ),
    "ebb_flow": (
        {"start_card": "none", "start_rings": "9 9 9 9 9", "night_order": "seats"},
        {"visiting": True},
        {"visiting": True, "start_residents": "none", "plain_terraces": 2},
        {"founding": False},
    ),
    "high_tide": (
        {"visiting": True, "counters": 6, "start_rings": "9 0 0 0 0"},
        {"start_residents": "none", "counters": 1, "founding": False},
        {"visiting": True},
        {"counters": 2},
    ),
}
VARIANTS: list[tuple[int, dict[str, Any]]] = [
    (seats, options if mode == "none" else {"accolades": mode, **options})
    for mode, all_options in MODES.items()
    for seats, options in zip(SEAT_COUNTS, all_options, strict=True)
]
# each mode and number of players again: with visitors where there were none, without where there were
MORE_VARIANTS: list[tuple[int, dict[str, Any]]] = [
    *((n, {"accolades": o.get("accolades", "none"), "visiting": not o.get("visiting", False)}) for n, o in VARIANTS),
    (3, {"accolades": "high_tide", "counters": 0, "visiting": True, "start_card": "none", "night_order": "seats"}),
    (5, {"plain_terraces": 0, "plain_piers": 0, "founding": False, "visiting": True, "start_residents": "none"}),
]

# golden games: every accolade mode, with visitors and without, and towns that begin with nothing
GOLDEN: dict[str, tuple[int, dict[str, Any]]] = {
    "3-open-sea": (3, {"accolades": "open_sea", "open_sea": 2, "visiting": True}),
    "3-ebb-flow": (3, {"accolades": "ebb_flow", "start_rings": "3 3 3 3 3"}),
    "3-high-tide": (3, {"accolades": "high_tide", "visiting": True, "start_rings": "5 5 5 5 5"}),
    "2-bare": (2, {"start_card": "none", "start_residents": "none", "night_order": "seats", "founding": False}),
}

INVARIANTS = (
    "each terrace, pier and landmark lies in exactly one place",
    "a start card lies in one town at most, one for each player if they are dealt",
    "plain ends are those of the box",
    "each day card lies in exactly one place",
    "each resident lies in exactly one place",
    "touching edges are of the same type and never the sea",
    "no street has two landmarks",
    "the marks of streets fit the cards of the town",
    "no player has fewer than no rings",
    "the day row has n + 1 cards at night, and one more than players still to act by day",
    "pieces stand on different day cards, of those who have chosen and not yet acted",
    "the order has each seat once, by day in rising numbers",
    "nobody has more counters out than he owns, and the accolades that lie differ",
    "a hand has as many residents as it is said to hold",
    "accolades are dealt and decided as the option says",
    "a town has no more cards than the proven bound",
    "what belongs to another decision is put away",
    "what was put under the resident deck lies there in order",
    "the market is full at night unless deck and discards are empty",
    "rings lie on day cards of the row only",
    "the decks are filled from their bottom",
    "the round and the phase fit",
)


@rule
def audit(box: Box, s: State) -> int:
    for broken in (
        audit_cards(box, s),
        audit_days(box, s),
        audit_residents(box, s),
        audit_towns(box, s),
        audit_order(box, s),
        audit_accolades(box, s),
        audit_decision(box, s),
    ):
        if broken:
            return broken
    return 0


@rule
def audit_cards(box: Box, s: State) -> int:
    seen = np.zeros(CARDS + 1, np.int64)
    for c in range(START_FIRST):
        seen[c + 1] += (num(s.market[c >> 5]) >> (c & 31)) & 1
        seen[c + 1] += (num(s.discards[c >> 5]) >> (c & 31)) & 1
    for d in range(DECKS):
        for i in range(num(DECK_FIRST[d]), num(DECK_FIRST[d + 1])):
            seen[s.deck[i]] += 1
            if (s.deck[i] > 0) != (i < DECK_FIRST[d] + s.left[d]):
                return 21
            if s.deck[i] and not DECK_FIRST[d] < s.deck[i] <= DECK_FIRST[d + 1]:
                return 1
    for p in range(s.seats):
        for i in range(TOWN):
            seen[s.town[p, i]] += 1
    for i in range(3):
        seen[s.visitors[i]] += 1
    seen[s.gained] += 1
    for d in range(DECKS):
        for i in range(num(DECK_FIRST[d]), num(DECK_FIRST[d + 1])):
            if seen[i + 1] != (1 if i < DECK_FIRST[d] + box.size[d] else 0):
                return 1
    starts = 0
    for c in range(START_FIRST, PLAIN_FIRST):
        starts += seen[c + 1]
        if seen[c + 1] > 1:
            return 2
    if starts != (s.seats if box.start_card else 0):
        return 2
    for kind in range(2):
        if seen[PLAIN_FIRST + 2 * kind + 1] + seen[PLAIN_FIRST + 2 * kind + 2] + s.plain[kind] != box.plain[kind]:
            return 3
    return 0


@rule
def audit_days(box: Box, s: State) -> int:
    seen = np.zeros(DAYS + 1, np.int64)
    row, pieces, standing = 0, 0, 0
    for i in range(DAYS):
        seen[s.day_deck[i]] += 1
        seen[i + 1] += (num(s.day_discards) >> i) & 1
        if (s.day_deck[i] > 0) != (i < s.day_left):
            return 21
    for place in range(ROW):
        seen[s.row[place]] += 1
        row += 1 if s.row[place] else 0
        if s.tokens[place] < 0 or (s.tokens[place] and s.row[place] == 0):
            return 20
    for i in range(DAYS):
        if seen[i + 1] != (1 if i < box.days else 0):
            return 4
    for p in range(s.seats):
        if s.picked[p]:
            standing += 1
            if (pieces >> num(s.picked[p])) & 1 or s.row[s.picked[p] - 1] == 0:
                return 11
            pieces |= 1 << num(s.picked[p])
    if s.phase == NIGHT:
        if row != s.seats + 1:
            return 10
        if standing != s.step:
            return 11
    if s.phase == DAY and row != s.seats - s.step + 1:
        return 10
    if (s.phase == DAY and standing != s.seats - s.step) or (standing and (s.phase == SETUP or s.phase == VISIT)):
        return 11
    return 0


@rule
def audit_residents(box: Box, s: State) -> int:
    seen = np.zeros(RESIDENTS + 1, np.int64)
    for i in range(RESIDENTS):
        seen[s.residents[i]] += 1
        if (s.residents[i] > 0) != (i < s.residents_left):
            return 21
    for p in range(s.seats):
        if bits(num(s.hand[p])) != s.held[p]:
            return 14
        for r in range(RESIDENTS):
            seen[r + 1] += (num(s.hand[p]) >> r) & 1
    if s.decision == KEEP:
        seen[s.drawn_first[s.draws - 1]] += 1
        seen[s.drawn_second[s.draws - 1]] += 1
    for r in range(RESIDENTS):
        if seen[r + 1] != (1 if r < box.residents else 0):
            return 5
    below = 0
    for e in range(num(s.draws) - 1, -1, -1):
        if s.kept[e] and s.drawn_second[e]:
            back = s.drawn_second[e] if s.kept[e] == 1 else s.drawn_first[e]
            if below < s.residents_left and s.residents[below] != back:
                return 18
            below += 1
    return 0


@rule
def audit_towns(box: Box, s: State) -> int:
    # the bound of state.py with the rings that these options give
    start = 0
    for n in range(5):
        start = max(start, num(box.start_rings[n]))
    for p in range(s.seats):
        n = num(s.cards[p])
        if n > 2 + (10 * 6 + 9 + start) // 2 or n > TOWN:
            return 16
        if s.rings[p] < 0:
            return 9
        if num(s.begins[p]) >> n or (n and num(s.begins[p]) & 1 == 0):
            return 8
        landmarks = 0
        for i in range(TOWN):
            if (s.town[p, i] > 0) != (i < n):
                return 8
        for i in range(n):
            if begins_at(s, p, i):
                landmarks = 0
            else:
                edge = box.right_edge[card_at(s, p, i - 1)]
                if not neighbours(box, s, p, i - 1, i) or edge == SEA or edge != box.left_edge[card_at(s, p, i)]:
                    return 6
            landmarks += box.count[card_at(s, p, i), IS_LANDMARK]
            if landmarks > 1:
                return 7
    return 0


@rule
def audit_order(box: Box, s: State) -> int:
    seats = 0
    for n in range(s.seats):
        seats |= 1 << num(s.night[n])
        if s.phase == DAY and n > s.step:
            one = box.day_number[s.row[s.picked[s.night[n - 1]] - 1] - 1]
            other = box.day_number[s.row[s.picked[s.night[n]] - 1] - 1]
            if one >= other:
                return 12
    if seats != (1 << num(s.seats)) - 1:
        return 12
    if s.over:
        return 0 if s.rounds == box.rounds and s.step == s.seats and s.pending == 0 else 22
    if (s.phase == SETUP) != (s.rounds == 0) or s.rounds > box.rounds:
        return 22
    if s.phase == VISIT and (s.rounds != box.rounds - 1 or box.visiting == 0):
        return 22
    if s.decision != DECLARE and s.pending != 1 << num(s.night[s.step]):
        return 12
    if s.phase == NIGHT:
        for d in range(DECKS):
            up = face_up(s, d)
            if up != s.seats + box.market[d] and (up > s.seats + box.market[d] or can_draw(s, d)):
                return 19
    return 0


@rule
def audit_accolades(box: Box, s: State) -> int:
    lying, dealt, count = 0, 0, 0
    for place in range(LYING):
        if s.lying[place]:
            if (lying >> num(s.lying[place])) & 1:
                return 13
            lying |= 1 << num(s.lying[place])
            count += 1
        elif s.counter[place]:
            return 13
        if s.counter[place] and box.mode != HIGH_TIDE:
            return 13
    if count != (0 if box.mode % 2 == 0 else (box.open_sea if box.mode == 1 else s.seats + 1)):
        return 13
    for p in range(s.seats):
        out = 0
        for place in range(LYING):
            out += 1 if s.counter[place] == p + 1 else 0
        if out > box.counters:
            return 13
        if (s.dealt[p] > 0) != (box.mode == EBB_FLOW) or (s.dealt[p] and (dealt >> num(s.dealt[p])) & 1):
            return 15
        dealt |= 1 << num(s.dealt[p])
        decided = s.phase != SETUP or (s.decision == DECLARE and (s.pending >> p) & 1 == 0)
        if (s.shown[p] > 0) != (box.mode == EBB_FLOW and decided):
            return 15
    return 0


@rule
def audit_decision(box: Box, s: State) -> int:
    icons = 0
    for icon in range(ICONS):
        icons += num(s.icons[icon])
    visitors = 0
    for i in range(3):
        visitors += 1 if s.visitors[i] else 0
    if (s.gained > 0) != (s.decision == PLACE) or (s.level and s.decision != SOURCE):
        return 17
    if visitors != s.visiting[0] + s.visiting[1] or (visitors > 0) != (s.decision == VISITOR):
        return 17
    if icons and (s.phase != DAY or s.over):
        return 17
    if (s.decision == CHOOSE) != (s.phase == NIGHT):
        return 17
    return 0


def scramble(s: Any, seat: int, rng: random.Random) -> None:
    """Changes by hand what a seat cannot know: decks, others' residents, visitors, secret accolades and choices."""
    for d in range(DECKS):
        first = int(DECK_FIRST[d])
        if s.left[d] > 1:
            swap(s.deck, first + rng.randrange(s.left[d]), first + rng.randrange(s.left[d]))
    if s.day_left > 1:
        swap(s.day_deck, rng.randrange(s.day_left), rng.randrange(s.day_left))
    rename_residents(s, seat, rng)
    if s.decision == VISITOR and s.night[s.step] != seat:
        for i in range(3):
            d = 0 if 0 < s.visitors[i] <= DECK_FIRST[1] else 1
            if s.visitors[i] and s.left[d]:
                at = int(DECK_FIRST[d]) + rng.randrange(s.left[d])
                s.visitors[i], s.deck[at] = s.deck[at], s.visitors[i]
    for p in range(s.seats):
        if p != seat and s.decision == DECLARE and s.shown[p]:
            s.shown[p] = rng.choice((SECRET, OPEN))
    hidden = [p for p in range(s.seats) if p != seat and s.dealt[p] and (s.shown[p] != OPEN or s.decision == DECLARE)]
    if len(hidden) > 1:
        swap(s.dealt, *rng.sample(hidden, 2))
    elif hidden:
        taken = {s.dealt[p] for p in range(s.seats)}
        s.dealt[hidden[0]] = rng.choice([a for a in range(1, 13) if a not in taken])


def swap(cards: Any, i: int, j: int) -> None:
    cards[i], cards[j] = cards[j], cards[i]


def rename_residents(s: Any, seat: int, rng: random.Random) -> None:
    """Two residents that the seat never saw change places, wherever they are and wherever they were drawn."""
    hands, draws = [held_in(hand) for hand in s.hand][: s.seats], s.draws
    seen = set(hands[seat]) if seat >= 0 else set()
    for who, first, second in zip(s.drawn_by[:draws], s.drawn_first[:draws], s.drawn_second[:draws], strict=True):
        if who == seat + 1:
            seen |= {first, second}
    everywhere = set(s.residents[: s.residents_left]).union(*hands)
    unseen = sorted(everywhere - seen)
    if len(unseen) < 2:
        return
    a, b = rng.sample(unseen, 2)
    names = {a: b, b: a}
    for pile, count in ((s.residents, s.residents_left), (s.drawn_first, draws), (s.drawn_second, draws)):
        for i, resident in enumerate(pile[:count]):
            if resident in names:
                pile[i] = names[resident]
    for p, hand in enumerate(hands):
        s.hand[p] = sum(1 << (names.get(r, r) - 1) for r in hand)


def held_in(hand: int) -> list[int]:
    """The numbers of the residents in a hand, which is a set of bits."""
    return [r + 1 for r in range(RESIDENTS) if hand >> r & 1]
