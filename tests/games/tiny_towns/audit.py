"""Tiny Towns: what must hold in every reachable state."""

from __future__ import annotations

import random
from typing import Any

from townwright.engine.bits import count, lowest
from townwright.engine.chance import spin
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Array, Rng
from townwright.games.tiny_towns.box import (
    BANK,
    BUILDINGS,
    FACTORY,
    GROVE,
    STATUE,
    TRADING_POST,
    WAREHOUSE,
    WATCH,
    Box,
)
from townwright.games.tiny_towns.rules.handle import mode
from townwright.games.tiny_towns.rules.town import TOWN, filled, owns, stored
from townwright.games.tiny_towns.state import (
    BUILD,
    CO,
    DECK,
    EXCHANGE,
    FC,
    HANDLE,
    MARK,
    MO,
    NAMING,
    NONE,
    OPEN,
    PILE,
    RESOURCES,
    ROUND,
    SHARED,
    SOLO,
    SQUARES,
    STANDARD,
    SWAP,
    TARGET,
    TOWN_HALL,
    TYPES,
    WATCHING,
    State,
)

# A seat's town takes at most 184 cubes: 16 buildings of 6 cubes and 16 left over, 3 on each of 16 Warehouses and
# 6 more on two that are exchanged, 16 on cottages, 2 in the cavern. In Town Hall one round in three may bring none, so
# there are 276 rounds at most. A round has a naming, and up to 3 decisions for each seat. Each of 16 buildings brings
# up to 3 more, a monument with all that follows up to 24.
ROUNDS = 276
LONGEST = tuple(ROUNDS + seats * (3 * ROUNDS + 48 + 24) for seats in range(7))
GAMES = 6_720  # of VARIANTS; more than 20,000 with MORE_VARIANTS
TOWN_HALL_OPTIONS = {"variant": "town_hall"}
VARIANTS = [
    *((seats, {}) for seats in range(1, 7)),
    *((seats, {"cavern": True, "hammer": "random"}) for seats in (2, 4)),
    *((seats, TOWN_HALL_OPTIONS) for seats in (1, 2, 3, 5)),
    (6, {**TOWN_HALL_OPTIONS, "cavern": True, "starloom_ranking": "dense", "castle_tie": False}),
    (2, {**TOWN_HALL_OPTIONS, "monuments": False, "buildings": "bank"}),
    (1, {"variant": "solo", "monuments": False}),
    (1, {"cavern": True, "cavern_solo": True, "solo_without": "feast_hall"}),
    (1, {"buildings": ["warehouse"], "solo_without": "both"}),
    (1, {"buildings": "feast_hall, trading_post", "solo_feast_hall": 2}),
    (3, {"monuments": False, "buildings": "recommended"}),
    (2, {"buildings": "trading_post, shed, temple", "grove_optional": True}),
    (2, {"buildings": "bank, well", "effect_markers": False}),
    (3, {"buildings": "warehouse, greenhouse", "watch_optional": True, "watch_effects": True}),
    (4, {"buildings": "factory, shed", "watch_delay": False, "watch_no_room": "lost"}),
    (2, {"buildings": "bank, fountain, almshouse"}),
]

# every number of players in every variant, with and without cavern and monuments; in random play only
MORE_VARIANTS = [
    (seats, {"variant": variant, "cavern": cavern, "monuments": monuments})
    for variant, counts in (("standard", range(2, 7)), ("town_hall", range(1, 7)), ("solo", (1,)))
    for seats in counts
    for cavern in (False, True)
    for monuments in (True, False)
]

INVARIANTS = (
    "a square holds one cube or one building or nothing",
    "markers are on Factories and Banks, and with a Statue on cottages; the markers of Banks differ",
    "only Warehouses store cubes, at most three",
    "each monument is dealt once, and the one that stands is the one kept",
    "one card of each type is in play, none that Solo leaves out",
    "the resource cards are three of each",
    "nobody puts away more than the cavern takes",
    "the players who must act are those with a decision, and there is one until the game is over",
    "a town that is not completed has an empty square when a round begins",
    "between rounds everybody has seen everything",
    "each round of the standard game has one master builder",
    "places follow the order of completion",
    "a decision has what it needs, and no other decision has it",
    "only the owner of Opaleye's Watch has types on it",
    "a player who has handled the cube and built nothing has one cube more",
    "a building never disappears within a round, except by the Architect's Guild",
    "a completed town has an empty square unless a Trading Post, Grove University or the Watch helped (5.24)",
)


@rule
def one_thing(cube: Array, built: Array, p: int) -> bool:
    """Whether no square of a town holds two things."""
    seen = 0
    for r in range(RESOURCES):
        if seen & cube[p, r] or cube[p, r] < 0 or cube[p, r] > TOWN:
            return False
        seen |= num(cube[p, r])
    for t in range(TYPES):
        if seen & built[p, t] or built[p, t] < 0 or built[p, t] > TOWN:
            return False
        seen |= num(built[p, t])
    return count(num(built[p, MO])) <= 1


@rule
def audit_marks(box: Box, s: State, p: int) -> int:
    """What lies on buildings."""
    black = num(box.ability[s.card[FC] - 1])
    banks = 0
    for square in range(SQUARES):
        mark, bit = num(s.mark[p, square]), 1 << square
        if mark < 0 or mark > RESOURCES:
            return 2
        if mark and s.built[p, CO] & bit:
            if not owns(box, s, p, STATUE):
                return 2
        elif mark:
            if s.built[p, FC] & bit == 0 or (black != BANK and black != FACTORY):
                return 2
            if black == BANK:
                if (banks >> mark) & 1:
                    return 2
                banks |= 1 << mark
        elif (
            s.built[p, FC] & bit
            and black in (BANK, FACTORY)
            and box.effect_markers
            and not (s.decision[p] == MARK and s.spot[p] == square)
        ):
            return 2
        if s.store[p, square] and (black != WAREHOUSE or s.built[p, FC] & bit == 0):
            return 3
        if stored(s.store, p, square) > box.store:
            return 3
    return 0


@rule
def audit_decision(box: Box, s: State, p: int) -> int:
    """What a player is in the middle of doing."""
    decision = num(s.decision[p])
    if ((s.pending >> p) & 1 == 1) != (decision != NONE):
        return 8
    if (s.holding[p] != 0) != (decision == SWAP) or (s.making[p] != 0) != (decision == TARGET):
        return 13
    if s.spot[p] and decision != MARK:
        return 13
    if s.targets[p] and decision not in (TARGET, EXCHANGE, MARK):
        return 13
    if decision == TARGET and s.targets[p] & filled(s.built, p):
        return 13
    if decision == EXCHANGE and (s.left[p] <= 0 or s.targets[p] & ~filled(s.built, p) or s.targets[p] & s.built[p, MO]):
        return 13
    if (s.made[p] or s.settled[p]) and s.phase != ROUND and s.phase != WATCHING:
        return 13
    if s.watch[p] and (not owns(box, s, p, WATCH) or count(num(s.watch[p])) > box.listed):
        return 14
    if s.due[p] and (s.phase != WATCHING or not owns(box, s, p, WATCH)):
        return 14
    return 0


@rule
def cubes_of(cube: Array, mark: Array, store: Array, cavern: Array, built: Array, p: int) -> int:
    """Cubes that a player has put anywhere."""
    cubes = num(cavern[p])
    for r in range(RESOURCES):
        cubes += count(num(cube[p, r]))
    for square in range(SQUARES):
        cubes += stored(store, p, square)
        if mark[p, square] and (num(built[p, CO]) >> square) & 1:
            cubes += 1
    return cubes


@rule
def audit_round(box: Box, s: State, p: int) -> int:
    """How a town may differ from what the others have seen."""
    before = cubes_of(s.shown_cube, s.shown_mark, s.shown_store, s.shown_cavern, s.shown_built, p)
    now = cubes_of(s.cube, s.mark, s.store, s.cavern, s.built, p)
    same = filled(s.built, p) == filled(s.shown_built, p)
    for t in range(TYPES):
        same = same and s.built[p, t] == s.shown_built[p, t]
    if filled(s.shown_built, p) & ~filled(s.built, p):
        return 16
    if s.phase != ROUND:
        if s.phase != WATCHING and (not same or before != now):
            return 10
        return 0
    decision = s.decision[p]
    if s.place[p] or decision == HANDLE:
        return 0 if same and before == now else 15
    if same and decision in (BUILD, NONE):
        nothing = s.named == 0 and before == now  # Town Hall: a Fort or five Banks
        return 0 if now == before + 1 or nothing else 15
    return 0


@rule
def audit_cards(box: Box, s: State) -> int:
    how = mode(box, s)
    dealt = 0
    for p in range(s.seats):
        for n in range(2):
            card = num(s.dealt[p, n])
            if (card != 0) != (box.monuments != 0):
                return 4
            if card:
                if card <= BUILDINGS or (dealt >> card) & 1 or (how == SOLO and box.solo_out[card - 1]):
                    return 4
                dealt |= 1 << card
        if s.built[p, MO] and s.dealt[p, 0] == 0:
            return 4
    for t in range(SHARED):
        card = num(s.card[t]) - 1
        if card < 0 or box.type[card] != t or (how == SOLO and t != CO and box.solo_out[card]):
            return 5
    if how == STANDARD:
        hammers = 0
        for p in range(s.seats):
            hammers += s.hammers[p]
        expected = s.rounds + (1 if s.over == 0 and s.phase in (ROUND, WATCHING) else 0)
        return 0 if hammers == expected else 11
    for r in range(RESOURCES):
        cards = 0
        for n in range(DECK if how == TOWN_HALL else PILE):
            cards += 1 if s.deck[n] == r + 1 else 0
        for n in range(OPEN):
            cards += 1 if s.open[n] == r + 1 else 0
        if cards != DECK // RESOURCES:
            return 6
    return 0


@rule
def audit(box: Box, s: State) -> int:
    done = 0
    for p in range(s.seats):
        if not one_thing(s.cube, s.built, p) or not one_thing(s.shown_cube, s.shown_built, p):
            return 1
        broken = audit_marks(box, s, p)
        if broken:
            return broken
        broken = audit_decision(box, s, p)
        if broken:
            return broken
        broken = audit_round(box, s, p)
        if broken:
            return broken
        if s.cavern[p] > box.cavern or s.cavern[p] < 0:
            return 7
        done += 1 if s.place[p] else 0
        if s.place[p] == 0 and s.phase == NAMING:
            full = filled(s.built, p)
            for r in range(RESOURCES):
                full |= num(s.cube[p, r])
            if full == TOWN:
                return 9
        helped = box.ability[s.card[FC] - 1] == TRADING_POST
        helped = helped or owns(box, s, p, GROVE) or owns(box, s, p, WATCH)
        if s.place[p] and filled(s.built, p) == TOWN and not helped:
            return 17
        if s.place[p] and not box.dense:
            earlier = 0
            for q in range(s.seats):
                earlier += 1 if s.place[q] and s.place[q] < s.place[p] else 0
            if earlier != s.place[p] - 1:
                return 12
    if (done == s.seats) != (s.over != 0) or (s.pending == 0) != (s.over != 0):
        return 8
    if s.pending and lowest(num(s.pending)) >= s.seats:
        return 8
    return audit_cards(box, s)


@rule
def stage(box: Box, s: State, rng: Rng) -> None:
    """Puts the cubes of the black building into every town, because random play completes it least often."""
    first, last = num(box.card_first[s.card[FC] - 1]), num(box.card_first[s.card[FC]])
    for p in range(s.seats):
        k = first + spin(rng, last - first)
        for r in range(RESOURCES):
            s.cube[p, r] = box.place_cubes[k, r]
            s.shown_cube[p, r] = box.place_cubes[k, r]


def scramble(s: Any, seat: int, rng: random.Random) -> None:
    """Changes what the seat cannot know, and nothing else: monuments, resource cards, what others do this round."""
    dealt = {s.dealt[p, n] for p in range(s.seats) for n in range(2)}
    for p in range(s.seats):
        if p == seat:
            continue
        for n in range(2):
            if s.dealt[p, n] and (n == 1 or not s.shown_built[p, MO]):
                free = sorted(set(range(BUILDINGS + 1, BUILDINGS + 16)) - dealt)
                dealt.discard(s.dealt[p, n])
                s.dealt[p, n] = rng.choice(free)
                dealt.add(s.dealt[p, n])
        if s.phase == ROUND and not s.place[p]:
            s.cube[p, rng.randrange(RESOURCES)] = rng.randrange(TOWN + 1)
            s.built[p, rng.randrange(TYPES)] = rng.randrange(TOWN + 1)
            s.mark[p, rng.randrange(SQUARES)] = rng.randrange(RESOURCES + 1)
            s.store[p, rng.randrange(SQUARES)] = rng.randrange(64)
            s.watch[p], s.cavern[p] = rng.randrange(128), rng.randrange(3)
            s.made[p], s.holding[p], s.making[p] = rng.randrange(128), rng.randrange(6), rng.randrange(40)
            s.targets[p], s.spot[p], s.left[p] = rng.randrange(TOWN + 1), rng.randrange(16), rng.randrange(3)
            s.decision[p] = rng.randrange(13)
    if s.deck[0]:
        hidden = range(s.drawn, PILE) if s.open[0] else [*range(5), *range(s.drawn, DECK)]
        if len(hidden) > 1:
            i, j = rng.sample(hidden, 2)
            s.deck[i], s.deck[j] = s.deck[j], s.deck[i]
