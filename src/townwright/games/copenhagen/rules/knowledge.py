"""Copenhagen: what each player knows, and deals imagined from that."""

from __future__ import annotations

from townwright.engine.chance import spin
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Rng

from ..box import Box
from ..state import AFTER, BRIDGES, COLOURS, DISCARD, END_CARD, PAY, State
from .building import can_build, payments
from .taking import colours_held

RESAMPLE_TRIES = 100_000


@rule
def observe(box: Box, s: State, seat: int, k: State) -> None:
    """Everything but the other hands and the order of the supply (4.7)."""
    k.turn = s.turn
    k.decision = s.decision
    k.coats = s.coats
    k.chosen = s.chosen
    k.due = s.due
    k.display = s.display
    k.left = s.left
    k.end_in = s.end_in
    k.shuffled = s.shuffled
    k.pool = s.pool
    k.discard = s.discard
    k.stack = s.stack
    k.whites = s.whites
    k.held = s.held
    k.seen = s.seen
    k.ability = s.ability
    k.filled = s.filled
    k.brick = s.brick
    k.colour = s.colour
    k.laid = s.laid
    k.tile = s.tile
    if seat >= 0:
        for c in range(COLOURS):
            k.hand[seat, c] = s.hand[seat, c]


@rule
def hidden_cards(k: State, p: int) -> int:
    """How many cards of a hand the observer does not know; 0 for a known hand."""
    known, seen = 0, 0
    for c in range(COLOURS):
        known += k.hand[p, c]
        seen += k.seen[p, c]
    return 0 if known == k.held[p] else k.held[p] - seen


@rule
def mix(k: State, n: int, rng: Rng) -> None:
    """Shuffles the first n cards of the supply with a bot's generator."""
    for i in range(n - 1, 0, -1):
        j = spin(rng, i + 1)
        card = k.supply[i]
        k.supply[i] = k.supply[j]
        k.supply[j] = card


@rule
def imagine(box: Box, k: State, unknown: int, rng: Rng) -> None:
    """Deals the unknown cards to the hands of the mask `unknown` and to the supply."""
    n = 0
    for c in range(COLOURS):
        left = num(box.cards[k.seats]) - k.discard[c] - k.pool[c]
        for i in range(BRIDGES):
            if k.display[i] == c + 1:
                left -= 1
        for p in range(k.seats):
            left -= k.seen[p, c] if (unknown >> p) & 1 else k.hand[p, c]
        for _ in range(left):
            k.supply[n] = c + 1
            n += 1
    mix(k, n, rng)
    for p in range(k.seats):
        if (unknown >> p) & 1:
            cards = num(k.held[p])
            for c in range(COLOURS):
                k.hand[p, c] = k.seen[p, c]
                cards -= num(k.seen[p, c])
            for _ in range(cards):
                n -= 1
                k.hand[p, k.supply[n] - 1] += 1
                k.supply[n] = 0
    if k.shuffled:  # everybody knows what the new supply holds, but not its order
        n = 0
        for c in range(COLOURS):
            for _ in range(k.pool[c]):
                k.supply[n] = c + 1
                n += 1
        mix(k, n, rng)
    if k.end_in and k.left > n:
        place = spin(rng, min(num(box.end_among), k.left))
        for i in range(n, place, -1):
            k.supply[i] = k.supply[i - 1]
        k.supply[place] = END_CARD


@rule
def agrees(box: Box, k: State) -> bool:
    """Whether the player to move really has a choice: the rules play a decision with a single option themselves."""
    p = num(k.turn)
    if k.over:
        return True
    if k.decision == PAY:
        return payments(box, k, p)[0] > 1
    if k.decision == DISCARD:
        return colours_held(k, p) > 1
    return k.decision != AFTER or can_build(box, k, p)


@rule
def resample(box: Box, k: State, rng: Rng) -> None:
    """Completes a known state with a random deal that fits everything known."""
    unknown = 0
    for p in range(k.seats):
        if hidden_cards(k, p):
            unknown |= 1 << p
        elif k.held[p]:
            for c in range(COLOURS):  # everybody saw the player take every card of the hand
                k.hand[p, c] = max(k.hand[p, c], k.seen[p, c])
    for _ in range(RESAMPLE_TRIES):
        imagine(box, k, unknown, rng)
        if (unknown >> num(k.turn)) & 1 == 0 or agrees(box, k):  # nothing to check about a known hand
            return
    raise ValueError("no deal agrees with what is known")
