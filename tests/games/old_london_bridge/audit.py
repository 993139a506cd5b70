"""Old London Bridge: what must hold in every reachable state."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from townwright.engine.compiling import num, rule
from townwright.games.old_london_bridge.box import RANDOM, Box
from townwright.games.old_london_bridge.kinds import HAULS, PAIRS, centre, free, pass_, space
from townwright.games.old_london_bridge.rules.bridge import can_append, refuse_replacement
from townwright.games.old_london_bridge.rules.cards import turns
from townwright.games.old_london_bridge.rules.inns import list_hauls
from townwright.games.old_london_bridge.rules.placing import list_places
from townwright.games.old_london_bridge.rules.tracks import place_of
from townwright.games.old_london_bridge.state import (
    BACKS,
    BONUS,
    BONUS_STACK,
    CARDS,
    CARDS_TAKE,
    CENTRE,
    CHAPEL,
    CHOOSE,
    COLOURS,
    GARDEN,
    KINDS,
    LADIES,
    MARKERS,
    NUMBERS,
    PER_TYPE,
    PLACE,
    PRINTED,
    RAISE,
    REPLACE,
    SLOTS,
    SOURCES,
    TILES,
    TYPES,
    VALUES,
    State,
)

SPACE, PASS, SETS = space.base, pass_.base, len(HAULS)
assert (centre.base, free.base) == (SPACE + TYPES, SPACE + 2 * TYPES)
COLOUR_OPTIONS = ("chapel_scoring", "gate_scoring", "inn_scoring", "bridge_scoring")
RANDOM_SCORING = dict.fromkeys(COLOUR_OPTIONS, "random")


def scoring(*codes: str) -> dict[str, str]:
    """The options for these scorings: chapel, gate, inn, bridge."""
    return dict(zip(COLOUR_OPTIONS, codes, strict=True))


# In a round each player decides at most three times before the turns: ladies done, cards, plus tiles done. A turn has at
# most four decisions. Each of at most 36 bonus tiles is taken once and used once.
LONGEST = (0, 0, 6 * (3 * 2 + 4 * 4) + 72, 12 * (3 * 3 + 4 * 3) + 72, 12 * (3 * 4 + 4 * 4) + 72)

GAMES = 11_550  # of VARIANTS; more than 20,000 with MORE_VARIANTS
VARIANTS: list[tuple[int, dict[str, object]]] = [(seats, {}) for seats in (2, 3, 4)]
VARIANTS += [(seats, scoring(f"C{n}", f"G{n}", f"I{n}", f"B{n}")) for seats in (2, 3, 4) for n in (1, 2, 3, 4)]
VARIANTS += [(seats, {**RANDOM_SCORING, "gate_ties": "chapel"}) for seats in (2, 3, 4)]
VARIANTS += [
    (2, {**scoring("C4", "printed", "I2", "printed"), "c4_counts_end": True, "last_gate_space": "prize_and_tile"}),
    (3, {**scoring("printed", "G2", "printed", "B1"), "gate_ties": "chapel", "last_gate_space": "prize_and_tile"}),
    (4, {**scoring("C1", "G4", "printed", "random"), "c4_counts_end": True, "last_gate_space": "prize_and_tile"}),
]

# Each of the sixteen expert scorings beside printed ones.
MORE_VARIANTS: list[tuple[int, dict[str, object]]] = [
    (2 + (colour + option) % 3, {name: f"{'CGIB'[colour]}{option}"})
    for colour, name in enumerate(COLOUR_OPTIONS)
    for option in (1, 2, 3, 4)
]

# Golden games beside those of the base game.
GOLDEN: dict[str, tuple[int, dict[str, object]]] = {
    "expert-2": (2, {**scoring("C3", "G2", "I2", "B2"), "last_gate_space": "prize_and_tile"}),
    "expert-4": (4, {**RANDOM_SCORING, "gate_ties": "chapel"}),
}

INVARIANTS = (
    "every number is in exactly one place, and there are as many gardens as in the box",
    "a stack holds buildings of its type and nothing above its top",
    "every card of each value is in the supply, in a hand or on the table, none twice",
    "all zeros of a player are in hand or on the table",
    "bonus tiles are in their stacks, with players or out of the game",
    "the kinds that everybody knows to be in a bonus stack are those it holds",
    "numbers fall between gardens, and a bridge has no gaps",
    "the crests counted are those of the bridge",
    "money is the sum of its sources and never below zero",
    "the order on a track is strict and agrees with the spaces",
    "the row of markers comes from the box, one for each round",
    "every building can be built in 1 to 8 ways, exactly those that keep the row valid",
    "a decision has what it needs, and no other decision has it",
    "cards are face down only while cards are chosen",
    "nobody has more buildings than turns taken",
    "the scorings are those of the options",
    "the turns of a round are in order of cards and chapel track when they begin",
    "pawns are on the wheel only during the turns, on different spaces unless a tile was used",
    "there are at most eighteen placements, and a pass only without any",
    "an inn offers every set of cards of its total that the supply holds, at least two",
)


@rule
def copies(box: Box, tile: int) -> int:
    return 1 if tile <= NUMBERS else num(box.gardens[tile - GARDEN])


@rule
def audit_buildings(box: Box, s: State) -> int:
    for tile in range(1, TILES):
        n = 0
        for i in range(TYPES * PER_TYPE):
            n += 1 if s.stack[i] == tile else 0
        for p in range(s.seats):
            for slot in range(SLOTS):
                n += 1 if s.bridge[p, slot] == tile else 0
        if tile <= NUMBERS:
            n += (num(s.removed) >> tile) & 1
        n += 1 if s.taken == tile else 0
        if n != copies(box, tile):
            return 1
    for kind in range(TYPES):
        for i in range(PER_TYPE):
            tile = num(s.stack[kind * PER_TYPE + i])
            if (tile != 0) != (i < s.left[kind]) or (tile and box.tile_type[tile] != kind):
                return 2
    return 0


@rule
def on_table(s: State, i: int) -> int:
    """The value of the card of turn i if it is on the table, otherwise -1."""
    if s.order[i] == 0 or i < s.turn:
        return -1
    turn = num(s.order[i]) - 1
    return num(s.played[turn // CARDS, turn % CARDS]) - 1


@rule
def audit_cards(box: Box, s: State) -> int:
    for value in range(VALUES):
        n = num(s.supply[value])
        for p in range(s.seats):
            if s.hand[p, value] < 0:
                return 3
            n += s.hand[p, value]
        for i in range(turns(s)):
            n += 1 if on_table(s, i) == value else 0
        if n != (num(box.cards[value]) if value else box.zeros[s.seats] * s.seats) or s.supply[value] < 0:
            return 3
    if s.supply[0]:
        return 4
    for p in range(s.seats):
        n = num(s.hand[p, 0])
        for i in range(turns(s)):
            n += 1 if on_table(s, i) == 0 and (num(s.order[i]) - 1) // CARDS == p else 0
        if n != box.zeros[s.seats]:
            return 4
        if (s.chosen[p] != 0) != (s.over == 0 and s.decision == CHOOSE and (num(s.pending) >> p) & 1 == 0):
            return 14
    return 0


@rule
def audit_bonus(box: Box, s: State) -> int:
    for kind in range(KINDS):
        n, total = num(s.used[kind]), 0
        for p in range(s.seats):
            if s.tiles[p, kind] < 0 or s.fresh[p, kind] < 0:
                return 5
            n += s.tiles[p, kind] + s.fresh[p, kind]
        for back in range(BACKS):
            lying = 0
            for i in range(BONUS_STACK):
                tile = num(s.bonus[back * BONUS_STACK + i])
                if (tile != 0) != (i < s.bonus_left[back]):
                    return 6
                lying += 1 if tile == kind + 1 else 0
            if lying != s.bonus_kinds[back, kind]:
                return 6
            n += lying
            total += num(box.bonus[back, kind])
        if n != total:
            return 5
    return 0


@rule
def row_is_valid(s: State, p: int, slot: int, tile: int) -> bool:
    """Whether the bridge is valid with a tile on a slot (the next free one included)."""
    before = TILES
    for i in range(max(num(s.length[p]), slot + 1)):
        now = tile if i == slot else num(s.bridge[p, i])
        if now < GARDEN and now >= before:
            return False
        before = now
    return True


@rule
def ways_agree(s: State, p: int, tile: int) -> bool:
    """The lemma, by brute force: a number is appended, or replaces one of 1 to 8 slots."""
    length = num(s.length[p])
    if tile >= GARDEN:
        return can_append(s, p, tile)
    if row_is_valid(s, p, length, tile):
        return can_append(s, p, tile)
    ways = 0
    for slot in range(length):
        fine = s.bridge[p, slot] < GARDEN and row_is_valid(s, p, slot, tile)
        ways += 1 if fine else 0
        if fine != (refuse_replacement(s, p, slot, tile) == 0):
            return False
    return 1 <= ways <= 8 and not can_append(s, p, tile)


@rule
def audit_bridge(box: Box, s: State, p: int) -> int:
    crests = 0
    length = num(s.length[p])
    for slot in range(SLOTS):
        tile = num(s.bridge[p, slot])
        if (tile != 0) != (slot < length):
            return 7
        crests += num(box.tile_crests[tile])
        if 0 < slot < length and tile < GARDEN and s.bridge[p, slot - 1] <= tile:
            return 7
    if crests != s.crests[p]:
        return 8
    if length < box.slots:  # nothing can be added to a full bridge
        for kind in range(TYPES):
            for i in range(s.left[kind]):
                if not ways_agree(s, p, num(s.stack[kind * PER_TYPE + i])):
                    return 12
    done = (s.round - 1) * (turns(s) // num(s.seats))
    if s.over:
        done = s.round * (turns(s) // num(s.seats))
    for i in range(s.turn):
        if (num(s.order[i]) - 1) // CARDS == p:
            done += 1
    return 15 if length > done else 0


@rule
def audit_money(s: State, p: int) -> int:
    money = 0
    for source in range(SOURCES):
        money += s.earned[p, source]
    return 9 if money != s.money[p] or money < 0 else 0


@rule
def audit_tracks(box: Box, s: State) -> int:
    for track in range(2):
        seen = 0
        for place in range(s.seats):
            p = num(s.line[track, place])
            seen |= 1 << p
            if place_of(s, track, p) != place or s.space[track, p] > box.last[track]:
                return 10
            if place and s.space[track, p] > s.space[track, num(s.line[track, place - 1])]:
                return 10
        if seen != (1 << num(s.seats)) - 1:
            return 10
    return 0


@rule
def audit_markers(box: Box, s: State) -> int:
    for i in range(MARKERS):
        if (s.marker[i] != 0) != (i < box.rounds[s.seats]):
            return 11
    for value in range(1, len(box.marker)):
        n = 0
        for i in range(MARKERS):
            n += 1 if s.marker[i] == value else 0
        if n > box.marker[value]:
            return 11
    return 0


@rule
def audit_turns(s: State) -> int:
    asked = num(s.pending)
    several = asked & (asked - 1) != 0
    if (s.over == 1) != (asked == 0) or (several and s.decision != CHOOSE) or asked >> num(s.seats):
        return 13
    if (s.taken != 0) != (s.decision == REPLACE) or (s.due != 0) != (s.decision == BONUS or s.decision == CARDS_TAKE):
        return 13
    before = s.over or s.decision == CHOOSE or s.decision == LADIES
    if (s.turn == 0) != (before or s.decision == RAISE) or (s.order[0] == 0) != (before != 0):
        return 13
    if s.turn and asked != 1 << ((num(s.order[s.turn - 1]) - 1) // CARDS):
        return 13
    if s.placed == (1 if s.decision == PLACE else 0) and s.decision != BONUS and s.turn:
        return 13
    if s.turn == 1 and s.decision == PLACE:  # nothing has happened since the order was final
        for i in range(1, turns(s)):
            a, b = num(s.order[i - 1]) - 1, num(s.order[i]) - 1
            first = s.played[a // CARDS, a % CARDS] + s.plus[a // CARDS, a % CARDS]
            second = s.played[b // CARDS, b % CARDS] + s.plus[b // CARDS, b % CARDS]
            behind = place_of(s, CHAPEL, a // CARDS) > place_of(s, CHAPEL, b // CARDS)
            moved = s.used[0] != 0  # a chapel tile may have moved a marker already
            if first < second or (first == second and behind and not moved):
                return 17
    return 0


@rule
def audit_pawns(s: State) -> int:
    shared = 0
    for p in range(s.seats):
        if s.pawn[p] < 0 or s.pawn[p] > CENTRE + 1 or (s.pawn[p] and s.turn == 0):
            return 18
        for other in range(p):
            if s.pawn[p] and s.pawn[p] == s.pawn[other]:
                shared += 1
    return 18 if shared and s.used[2] == 0 else 0


@rule
def audit_placements(box: Box, s: State) -> int:
    if s.over or s.decision != PLACE:
        return 0
    out = np.zeros(32, np.int32)
    placements, passes = 0, 0
    for i in range(list_places(box, s, (num(s.order[s.turn - 1]) - 1) // CARDS, out)):
        placements += 1 if SPACE <= out[i] < SPACE + 3 * TYPES else 0
        passes += 1 if out[i] == PASS else 0
    return 19 if placements > 18 or passes != (1 if placements == 0 else 0) else 0


@rule
def audit_inn(s: State) -> int:
    """Brute force: tries every number of fours, threes and twos, the rest in ones."""
    if s.over or s.decision != CARDS_TAKE:
        return 0
    ways = 0
    for fours in range(s.supply[4] + 1):
        for threes in range(s.supply[3] + 1):
            for twos in range(s.supply[2] + 1):
                ones = s.due - 4 * fours - 3 * threes - 2 * twos
                ways += 1 if 0 <= ones <= s.supply[1] else 0
    return 20 if ways < 2 or ways != list_hauls(s, np.zeros(SETS, np.int32)) else 0


@rule
def audit(box: Box, s: State) -> int:
    for colour in range(4):
        option = num(box.scoring[colour])
        stored = num(s.scoring[colour]) - PRINTED
        if stored != option if option != RANDOM else not 1 <= stored <= 4:
            return 16
    for p in range(s.seats):
        broken = audit_bridge(box, s, p)
        if broken == 0:
            broken = audit_money(s, p)
        if broken:
            return broken
    broken = audit_buildings(box, s)
    if broken == 0:
        broken = audit_cards(box, s)
    if broken == 0:
        broken = audit_bonus(box, s)
    if broken == 0:
        broken = audit_tracks(box, s)
    if broken == 0:
        broken = audit_markers(box, s)
    if broken == 0:
        broken = audit_turns(s)
    if broken == 0:
        broken = audit_pawns(s)
    if broken == 0:
        broken = audit_placements(box, s)
    if broken == 0:
        broken = audit_inn(s)
    return broken


def scramble(s: Any, seat: int, rng: random.Random) -> None:
    """Changes what the seat cannot know, and nothing else: tiles below the top of a stack, markers to come, cards face
    down."""
    for row, size, left in ((s.stack, PER_TYPE, s.left), (s.bonus, BONUS_STACK, s.bonus_left)):
        pile = rng.randrange(len(left))
        if left[pile] > 2:
            i, j = (pile * size + n for n in rng.sample(range(left[pile] - 1), 2))
            row[i], row[j] = row[j], row[i]
    if s.rounds - s.round > 1:
        i, j = rng.sample(range(s.round, s.rounds), 2)
        s.marker[i], s.marker[j] = s.marker[j], s.marker[i]
    for p in range(s.seats):
        if p != seat and s.chosen[p]:
            s.chosen[p] = 1 + rng.choice([n for n in range(len(PAIRS) if s.seats == 2 else VALUES) if can_lay(s, p, n)])


def can_lay(s: Any, p: int, option: int) -> bool:
    """Whether a hand holds these cards."""
    cards = PAIRS[option] if s.seats == 2 else (option,)
    return all(s.hand[p, value] >= cards.count(value) for value in cards)


assert COLOURS == 4
assert len(INVARIANTS) == 20
