"""Pier 18: what must hold in every reachable state."""

from __future__ import annotations

import random
from typing import Any

from townwright.engine.compiling import num, rule
from townwright.games.pier_18.box import Box
from townwright.games.pier_18.state import CARDS, CHARACTERS, CHOOSE, DEALT, LAID, OFFER, PLAN, ROUNDS, TAKE, State

GAMES = 20_000
LONGEST = (0, 0, 12, 15)  # every player chooses once, takes a card in each of 4 or 3 rounds, and lays the plan
NO_UNDO = True  # every move reveals something, or follows one that did
VARIANTS = [(seats, {"allow_rotation": rotation}) for seats in (2, 3) for rotation in (False, True)]

INVARIANTS = (
    "every card is in exactly one place",
    "a pier has 4 sections and 4 - k more for every card laid with overlap k",
    "an overlap is 0 to 3, and a foundation covers nothing and is upright",
    "no card is turned at a table without rotation",
    "a pier shows what its cards show, the upper ones first",
    "a space holds one character at most, and there is none beyond the end",
    "every pier has the cards of the rounds played, and only a finished one its plan",
    "every completed round gave one patron",
    "the offer has one card more than there are players who have yet to take one",
    "the deck holds the cards that the rounds played have left, without gaps",
    "there are hands and choices until the choices are shown, and not later",
    "a third card is one that nobody kept, and no two are the same",
    "the players who must act are those who have not chosen, whose turn it is, or who have not laid their plan",
    "the game is over when every plan is laid",
)


@rule
def places(s: State, card: int) -> int:
    """In how many places a card is; once a plan is laid, it counts in the pier only."""
    n = 0
    for p in range(s.seats):
        for i in range(DEALT):
            n += 1 if s.hand[p, i] == card + 1 else 0
        for i in range(LAID):
            n += 1 if s.pier[p, i] == card + 1 else 0
        for i in range(ROUNDS[2]):
            n += 1 if s.patrons[p, i] == card + 1 else 0
        n += 1 if s.plan[p] == card + 1 and s.finished[p] == 0 else 0
    for i in range(OFFER):
        n += 1 if s.offer[i] == card + 1 else 0
    for i in range(CARDS):
        n += 1 if s.deck[i] == card + 1 else 0
    return n


@rule
def shown(box: Box, s: State, p: int, section: int, side: int) -> int:
    """What a space shows, from the last card back to the first: 1 + the character, 0 for nobody, -1 beyond the end."""
    end = num(s.length[p])
    for i in range(s.laid[p] - 1, -1, -1):
        start = end - 4
        if start <= section < end:
            for c in range(CHARACTERS):
                if (num(box.crowd[s.turned[p, i], s.pier[p, i] - 1, c]) >> (32 * side + section - start)) & 1:
                    return c + 1
            return 0
        end = start + num(s.overlap[p, i])
    return -1


@rule
def audit_pier(box: Box, s: State, p: int) -> int:
    length = 0
    for i in range(s.laid[p]):
        if s.overlap[p, i] < 0 or s.overlap[p, i] > 3 or (i == 0 and (s.overlap[p, 0] or s.turned[p, 0])):
            return 3
        if s.turned[p, i] and box.rotation == 0:
            return 4
        length += 4 - num(s.overlap[p, i])
    if length != s.length[p]:
        return 2
    for side in range(2):
        for section in range(32):
            here, people = -1, 0
            for c in range(CHARACTERS):
                if (num(s.crowd[p, c]) >> (32 * side + section)) & 1:
                    here = c
                    people += 1
            if people > 1 or (people and section >= s.length[p]):
                return 6
            if section < s.length[p] and shown(box, s, p, section, side) != here + 1:
                return 5
    return 0


@rule
def audit(box: Box, s: State) -> int:
    seats = num(s.seats)
    for card in range(CARDS):
        if places(s, card) != 1:
            return 1
    won, finished, waiting = 0, 0, 0
    for p in range(seats):
        broken = audit_pier(box, s, p)
        if broken:
            return broken
        taken = 1 if s.phase == TAKE and (p - s.start) % seats < (s.turn - s.start) % seats else 0
        if s.phase == CHOOSE:
            if s.laid[p] or s.plan[p] or s.third[p] or s.finished[p]:
                return 7
        else:
            ends_with_plan = s.pier[p, s.laid[p] - 1] == s.plan[p]
            if s.laid[p] != 1 + s.rounds + taken + s.finished[p] or ends_with_plan != (s.finished[p] == 1):
                return 7
            if s.finished[p] and s.phase != PLAN:
                return 7
        won += num(s.won[p])
        finished += num(s.finished[p])
        must = (num(s.pending) >> p) & 1
        waiting += must
        dealt = 0
        for i in range(DEALT):
            dealt += 1 if s.hand[p, i] else 0
        if dealt != (DEALT if s.phase == CHOOSE else 0):
            return 11
        if (s.choice[p] != 0) != (s.phase == CHOOSE and must == 0):
            return 11
        if s.phase != CHOOSE:
            for q in range(seats):
                third = s.third[p]
                if third == 0 or third == s.plan[q] or third == s.pier[q, 0] or (q != p and third == s.third[q]):
                    return 12
        if s.phase == TAKE and must != (1 if p == s.turn else 0):
            return 13
        if s.phase == PLAN and must == s.finished[p]:
            return 13
    if won != s.rounds:
        return 8
    offer = 0
    for i in range(OFFER):
        offer += 1 if s.offer[i] else 0
    if offer != (seats + 1 - (s.turn - s.start) % seats if s.phase == TAKE else 0):
        return 9
    used = DEALT * seats if s.phase == CHOOSE else 2 * seats + (seats + 1) * (s.rounds + (1 if s.phase == TAKE else 0))
    if s.left != CARDS - used:
        return 10
    for i in range(CARDS):
        if (s.deck[i] != 0) != (i < s.left):
            return 10
    if (s.over == 1) != (finished == seats) or (s.over == 1) != (waiting == 0):
        return 14
    return 0


def scramble(s: Any, seat: int, rng: random.Random) -> None:
    """Changes what the seat cannot know, and nothing else: the deck, others' hands, choices and third cards."""
    if s.left > 1:
        i, j = rng.sample(range(s.left), 2)
        s.deck[i], s.deck[j] = s.deck[j], s.deck[i]
    others = [p for p in range(s.seats) if p != seat]
    if s.phase == CHOOSE:
        p, n, i = rng.choice(others), rng.randrange(DEALT), rng.randrange(s.left)
        s.hand[p, n], s.deck[i] = s.deck[i], s.hand[p, n]
        if s.choice[p]:
            plan, foundation = rng.sample([s.hand[p, n] - 1 for n in range(DEALT)], 2)
            s.choice[p] = plan * CARDS + foundation + 1
        return
    p = rng.choice(others)
    kept = {s.plan[q] for q in range(s.seats)} | {s.pier[q, 0] for q in range(s.seats)}
    s.third[p] = rng.choice(sorted(set(range(1, CARDS + 1)) - kept - {s.third[q] for q in range(s.seats)}))
