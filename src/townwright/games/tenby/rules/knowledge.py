"""Tenby: what a seat knows, and a random deal that fits it."""

from __future__ import annotations

import numpy as np

from townwright.engine.chance import spin
from townwright.engine.compiling import num, rule, scratch
from townwright.engine.fields import Array, Rng

from ..box import Box
from ..rows import EBB_FLOW
from ..state import DECKS, DECLARE, KEEP, LANDMARK, OPEN, RESIDENTS, ROW, SECRET, START_FIRST, VISITOR, State
from .decks import DECK_FIRST, bits
from .turn import actor

TRIES = 100_000
QUEUE, NAMES = 2 * RESIDENTS + 2, RESIDENTS + 2  # the most cards in a story of the draws, and the most names


@rule
def observe(box: Box, s: State, seat: int, k: State) -> None:
    """Everything but the order of the decks, other players' residents, draws and visitors, and secret accolades.

    Once the game is over, everybody sees all residents and accolades, and who drew what.
    """
    k.phase = s.phase
    k.decision = s.decision
    k.rounds = s.rounds
    k.step = s.step
    k.night = s.night
    k.row = s.row
    k.tokens = s.tokens
    k.picked = s.picked
    k.day_left = s.day_left
    k.day_discards = s.day_discards
    k.left = s.left
    k.market = s.market
    k.discards = s.discards
    k.plain = s.plain
    k.rings = s.rings
    k.town = s.town
    k.cards = s.cards
    k.begins = s.begins
    k.icons = s.icons
    k.level = s.level
    k.gained = s.gained
    k.residents_left = s.residents_left
    k.held = s.held
    k.draws = s.draws
    k.drawn_by = s.drawn_by
    k.visiting = s.visiting
    k.lying = s.lying
    k.counter = s.counter
    for p in range(s.seats):
        if p == seat or s.decision != DECLARE:
            k.shown[p] = s.shown[p]
        if p == seat or k.shown[p] == OPEN or s.over:
            k.dealt[p] = s.dealt[p]
        if p == seat or s.over:
            k.hand[p] = s.hand[p]
    observe_draws(s, seat, k)
    if s.decision == VISITOR and actor(s) == seat:
        k.visitors = s.visitors


@rule
def observe_draws(s: State, seat: int, k: State) -> None:
    """A seat's own draws of residents, and the cards it put under the deck that are still there; at the end all."""
    below = 0  # cards put under the deck later
    for e in range(num(s.draws) - 1, -1, -1):
        known = s.drawn_by[e] == seat + 1 or s.over == 1
        if known:
            k.drawn_first[e] = s.drawn_first[e]
            k.drawn_second[e] = s.drawn_second[e]
            k.kept[e] = s.kept[e]
        if s.kept[e] and s.drawn_second[e]:
            if known and below < s.residents_left:
                k.residents[below] = s.residents[below]
            below += 1


@rule
def mix(cards: Array | Rng, first: int, last: int, rng: Rng) -> None:
    """Shuffles cards[first:last] with a bot's generator."""
    for i in range(last - 1, first, -1):
        j = first + spin(rng, i - first + 1)
        card = num(cards[i])
        cards[i] = cards[j]
        cards[j] = card


@rule
def resample(box: Box, k: State, rng: Rng) -> None:
    """Completes a known state with a random deal that fits everything known."""
    imagine_towns(box, k, rng)
    imagine_days(box, k, rng)
    imagine_accolades(box, k, rng)
    for _ in range(TRIES):
        if imagine_residents(box, k, rng):
            return
    raise ValueError("no deal of residents agrees with what is known")


@rule
def imagine_towns(box: Box, k: State, rng: Rng) -> None:
    """Cards that nobody can see are in their decks, or with the seat that drew visitors."""
    seen = scratch(START_FIRST, np.int8)
    for c in range(START_FIRST):
        if ((num(k.market[c >> 5]) | num(k.discards[c >> 5])) >> (c & 31)) & 1:
            seen[c] = 1
    for p in range(k.seats):
        for i in range(k.cards[p]):
            if k.town[p, i] <= START_FIRST:
                seen[k.town[p, i] - 1] = 1
    if 0 < k.gained <= START_FIRST:
        seen[k.gained - 1] = 1
    visitors = 0
    for i in range(3):
        if k.visitors[i]:
            seen[k.visitors[i] - 1] = 1
            visitors += 1
    place = 0
    for d in range(DECKS):
        first, n = num(DECK_FIRST[d]), 0
        unknown = num(k.visiting[d]) if d < LANDMARK and visitors == 0 else 0
        if k.left[d] + unknown and k.deck[first] == 0:
            for c in range(first, first + box.size[d]):
                if seen[c] == 0:
                    k.deck[first + n] = c + 1
                    n += 1
            mix(k.deck, first, first + n, rng)
            for _ in range(unknown):
                n -= 1
                k.visitors[place] = k.deck[first + n]
                k.deck[first + n] = 0
                place += 1


@rule
def imagine_days(box: Box, k: State, rng: Rng) -> None:
    """Day cards that nobody can see are in the deck."""
    if k.day_left == 0 or k.day_deck[0]:
        return
    out = num(k.day_discards)
    for place in range(ROW):
        if k.row[place]:
            out |= 1 << (num(k.row[place]) - 1)
    n = 0
    for day in range(box.days):
        if (out >> day) & 1 == 0:
            k.day_deck[n] = day + 1
            n += 1
    mix(k.day_deck, 0, n, rng)


@rule
def random_bit(mask: int, rng: Rng) -> int:
    """The place of a random bit of a mask."""
    for _ in range(spin(rng, bits(mask))):
        mask &= mask - 1
    place = 0
    while (mask >> place) & 1 == 0:
        place += 1
    return place


@rule
def sealed(box: Box, k: State) -> int:
    """The seats whose choice the observer cannot see yet, as a mask."""
    if box.mode != EBB_FLOW or k.decision != DECLARE:
        return 0
    seats = 0
    for p in range(k.seats):
        if (num(k.pending) >> p) & 1 == 0 and k.shown[p] == 0:
            seats |= 1 << p
    return seats


@rule
def imagine_accolades(box: Box, k: State, rng: Rng) -> None:
    """Deals secret accolades from those that nobody can see, and makes unknown choices at random."""
    if box.mode != EBB_FLOW:
        return
    left = (1 << num(box.accolades)) - 1
    for p in range(k.seats):
        if k.dealt[p]:
            left &= ~(1 << (num(k.dealt[p]) - 1))
    for p in range(k.seats):
        if k.dealt[p] == 0:
            a = random_bit(left, rng)
            left &= ~(1 << a)
            k.dealt[p] = a + 1
        if k.decision == DECLARE and (k.pending >> p) & 1 == 0 and k.shown[p] == 0:
            k.shown[p] = SECRET + spin(rng, 2)


@rule
def story_size(box: Box, k: State) -> int:
    """How many residents the deck had before the first draw: those left, one for each draw, and those that are drawn
    but not decided about yet."""
    size = num(k.residents_left) + num(k.draws)
    if k.decision == KEEP:
        undecided = num(box.residents) - num(k.residents_left)
        for p in range(k.seats):
            undecided -= num(k.held[p])
        size += undecided - 1
    return size


@rule
def imagine_residents(box: Box, k: State, rng: Rng) -> bool:
    """Repeats the draws of residents, with random choices where they are unknown; False if the result is impossible.

    At first the cards have no names: they are a queue of the places of the deck before the first draw. What the
    observer saw names some of them; if a card gets two names, or two cards get the same, the result is impossible. The
    other cards get the names left over.
    """
    draws, deciding = num(k.draws), k.decision == KEEP  # if so, nothing of the last draw is kept yet
    size = story_size(box, k)
    queue = scratch(QUEUE, np.int64)
    name = scratch(NAMES, np.int64)  # the name of each card of the queue, counted from 1
    choice = scratch(RESIDENTS, np.int64)
    firsts = scratch(RESIDENTS, np.int64)
    seconds = scratch(RESIDENTS, np.int64)
    used = 0
    for i in range(size):
        queue[i] = i
    head, tail = 0, size
    for e in range(draws):
        firsts[e], seconds[e] = queue[head], -1
        head += 1
        if head < tail:
            seconds[e] = queue[head]
            head += 1
        choice[e] = num(k.kept[e])
        if choice[e] == 0 and (e < draws - 1 or not deciding):
            choice[e] = 1 + spin(rng, 2) if seconds[e] >= 0 else 1
        if choice[e] and seconds[e] >= 0:
            queue[tail] = seconds[e] if choice[e] == 1 else firsts[e]
            tail += 1
        if k.drawn_first[e]:
            known, card = num(k.drawn_first[e]), firsts[e]
            for _ in range(2):
                if known:
                    if name[card] == 0 and (used >> known) & 1 == 0:
                        name[card] = known
                        used |= 1 << known
                    elif name[card] != known:
                        return False
                known, card = num(k.drawn_second[e]), seconds[e]
    for i in range(k.residents_left):  # the top is the head of the queue
        known, card = num(k.residents[i]), queue[tail - 1 - i]
        if known:
            if name[card] == 0 and (used >> known) & 1 == 0:
                name[card] = known
                used |= 1 << known
            elif name[card] != known:
                return False
    return name_residents(box, k, rng, queue, name, choice, firsts, seconds, tail, used)


@rule
def name_residents(
    box: Box,
    k: State,
    rng: Rng,
    queue: Rng,
    name: Rng,
    choice: Rng,
    firsts: Rng,
    seconds: Rng,
    tail: int,
    used: int,
) -> bool:
    """Gives the cards without a name the names left over and puts all residents where the draws brought them."""
    hidden = 0  # mask of the seats whose hands are unknown
    for p in range(k.seats):
        used |= num(k.hand[p]) << 1
        if bits(num(k.hand[p])) != k.held[p]:
            hidden |= 1 << p
    pool = scratch(RESIDENTS, np.int64)
    n = 0
    for known in range(1, box.residents + 1):
        if (used >> known) & 1 == 0:
            pool[n] = known
            n += 1
    mix(pool, 0, n, rng)
    draws = num(k.draws)
    for card in range(story_size(box, k)):
        if name[card] == 0:
            n -= 1
            name[card] = pool[n]
    for i in range(k.residents_left):
        k.residents[i] = name[queue[tail - 1 - i]]
    for e in range(draws):
        p = num(k.drawn_by[e]) - 1
        k.drawn_first[e] = name[firsts[e]]
        k.drawn_second[e] = name[seconds[e]] if seconds[e] >= 0 else 0
        k.kept[e] = choice[e]
        if choice[e] and (hidden >> p) & 1:
            k.hand[p] |= 1 << (name[firsts[e] if choice[e] == 1 else seconds[e]] - 1)
    for p in range(k.seats):  # residents that were held before the first draw
        while (hidden >> p) & 1 and bits(num(k.hand[p])) < k.held[p]:
            n -= 1
            k.hand[p] |= 1 << (pool[n] - 1)
    return True
