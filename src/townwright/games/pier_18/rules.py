"""Pier 18: the rules.

Each decision has its listing, its handling and its refusals side by side; `legal`, `apply` and `refuse`
only dispatch. Numbers such as 1.4 or 8 are sections and rulings of docs/rules/pier-18.md.
"""

from __future__ import annotations

from townwright.engine.chance import below, shuffle, spin
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes, Rng

from . import moves
from .box import YEAR, Box
from .moves import (
    ALREADY_CHOSEN,
    ALREADY_FINISHED,
    FINE,
    NO_ROTATION,
    NOT_ASKED,
    NOT_IN_HAND,
    NOT_IN_OFFER,
    NOT_YOUR_TURN,
    OVER,
    SAME_CARD,
)
from .pier import LENGTH, characters, extended, meets_goal, pier_of, worth
from .state import CARDS, CHARACTERS, CHOOSE, DEALT, OFFER, PLAN, ROUNDS, SECTIONS, TAKE, State

CHOICE, TAKING, LAYING = moves.choose.base, moves.take.base, moves.lay.base
WAYS = 2 * SECTIONS  # ways to lay a card: overlap 0 to 3, upright or turned
LINES = 8  # of the score sheet of a seat, ties included


# --- set-up --------------------------------------------------------------------------------------


@rule
def draw(s: State) -> int:
    """Takes the top card of the deck."""
    s.left -= 1
    card = num(s.deck[s.left])
    s.deck[s.left] = 0
    return card


@rule
def setup(box: Box, s: State) -> None:
    """Shuffles and deals three cards to each player, who all choose at once (1.2).

    Only the cards dealt are mixed: the rest is shuffled when the third cards have come back.
    """
    for card in range(CARDS):
        s.deck[card] = card + 1
    s.left = CARDS
    for p in range(s.seats):
        for n in range(DEALT):
            at, top = below(s, num(s.left)), s.left - 1
            card = s.deck[at]
            s.deck[at] = s.deck[top]
            s.deck[top] = card
            s.hand[p, n] = draw(s)
    s.phase = CHOOSE
    s.pending = (1 << s.seats) - 1


@rule
def list_choices(s: State, p: int, out: Codes) -> int:
    """Any card of the hand as plan, any other as foundation (1.2)."""
    n = 0
    for i in range(DEALT):
        for j in range(DEALT):
            if i != j:
                out[n] = CHOICE + (s.hand[p, i] - 1) * CARDS + s.hand[p, j] - 1
                n += 1
    return n


@rule
def holds(s: State, p: int, card: int) -> bool:
    """Whether a card was dealt to a player."""
    return s.hand[p, 0] == card + 1 or s.hand[p, 1] == card + 1 or s.hand[p, 2] == card + 1


@rule
def refuse_choice(s: State, p: int, choice: int) -> int:
    plan, foundation = choice // CARDS, choice % CARDS
    if plan == foundation:
        return SAME_CARD
    return FINE if holds(s, p, plan) and holds(s, p, foundation) else NOT_IN_HAND


@rule
def play_choice(box: Box, s: State, p: int, code: int) -> None:
    """Keeps the choice secret until everybody has chosen."""
    s.choice[p] = code - CHOICE + 1
    s.pending &= ~(1 << p)
    if s.pending == 0:
        show_choices(box, s)


@rule
def show_choices(box: Box, s: State) -> None:
    """All choices are shown, the third cards go back, the earliest foundation starts (1.2, 15)."""
    s.revealed += 1
    for p in range(s.seats):
        choice = num(s.choice[p]) - 1
        plan, foundation = choice // CARDS, choice % CARDS
        for n in range(DEALT):
            card = num(s.hand[p, n])
            if card != plan + 1 and card != foundation + 1:
                s.third[p] = card
                s.deck[s.left] = card
                s.left += 1
            s.hand[p, n] = 0
        s.choice[p] = 0
        s.plan[p] = plan + 1
        lay(box, s, p, foundation, 0, 0)
    shuffle(s, s.deck, 0, num(s.left))
    for p in range(1, s.seats):
        if latest_date(box, s, p) < latest_date(box, s, num(s.start)):
            s.start = p
    s.phase = TAKE
    open_round(s)


# --- the pier ------------------------------------------------------------------------------------


@rule
def lay(box: Box, s: State, p: int, card: int, overlap: int, turned: int) -> None:
    """Lays a card onto the seaward end of a pier, over its last sections (1.4)."""
    pier = extended(box, pier_of(s, p), card, overlap, turned)
    for c in range(CHARACTERS):
        s.crowd[p, c] = pier[c]
    s.length[p] = pier[LENGTH]
    n = num(s.laid[p])
    s.pier[p, n] = card + 1
    s.overlap[p, n] = overlap
    s.turned[p, n] = turned
    s.laid[p] = n + 1


@rule
def latest_date(box: Box, s: State, p: int) -> int:
    """The date of the card laid last."""
    return num(box.date[s.pier[p, s.laid[p] - 1] - 1])


@rule
def list_ways(box: Box, base: int, n: int, out: Codes) -> int:
    """Every overlap, upright and if allowed turned, added to a list of n codes (1.4, 2)."""
    for way in range(0, WAYS, 1 if box.rotation else 2):
        out[n] = base + way
        n += 1
    return n


# --- a round -------------------------------------------------------------------------------------


@rule
def open_round(s: State) -> None:
    """Turns up one card more than there are players (1.3)."""
    s.revealed += 1
    for i in range(s.seats + 1):
        s.offer[i] = draw(s)
    s.turn = s.start
    s.pending = 1 << s.start


@rule
def list_takes(box: Box, s: State, out: Codes) -> int:
    """Any card of the offer with any overlap (1.3, 1.4)."""
    n = 0
    for i in range(OFFER):
        if s.offer[i]:
            n = list_ways(box, TAKING + (s.offer[i] - 1) * WAYS, n, out)
    return n


@rule
def offered(s: State, card: int) -> int:
    """The place of a card in the offer, -1 if it is not there."""
    for i in range(OFFER):
        if s.offer[i] == card + 1:
            return i
    return -1


@rule
def refuse_take(box: Box, s: State, taking: int) -> int:
    if offered(s, taking // WAYS) < 0:
        return NOT_IN_OFFER
    return NO_ROTATION if taking & 1 and box.rotation == 0 else FINE


@rule
def play_take(box: Box, s: State, p: int, taking: int) -> None:
    """Takes a card and lays it; the card that is left when all have taken is the patron (1.3)."""
    card, way = taking // WAYS, taking % WAYS
    s.offer[offered(s, card)] = 0
    lay(box, s, p, card, way >> 1, way & 1)
    s.turn = (p + 1) % s.seats
    s.pending = 1 << s.turn
    if s.turn == s.start:
        close_round(box, s)


@rule
def close_round(box: Box, s: State) -> None:
    """The patron chooses; then the next round begins, or everybody lays the plan (1.3, 1.7)."""
    for i in range(OFFER):
        if s.offer[i]:
            p = patron_for(box, s, s.offer[i] - 1)
            s.patrons[p, s.won[p]] = s.offer[i]
            s.won[p] += 1
            s.offer[i] = 0
    s.rounds += 1
    if s.rounds < ROUNDS[s.seats]:
        s.start = (s.start + 1) % s.seats
        open_round(s)
    else:
        s.start = 0
        s.turn = 0
        s.phase = PLAN
        s.pending = (1 << s.seats) - 1


@rule
def patron_total(box: Box, s: State, p: int, patron: int) -> int:
    """The points a player has now for the characters a patron wants to see (1.5, 10)."""
    pier, total = pier_of(s, p), 0
    for c in range(CHARACTERS):
        if (num(box.patron[patron]) >> c) & 1:
            total += worth(box, pier, c)
    return total


@rule
def patron_for(box: Box, s: State, patron: int) -> int:
    """Who gets the patron: the highest total; if tied, the earliest card taken this round (1.5, 8)."""
    best, most = 0, patron_total(box, s, 0, patron)
    for p in range(1, s.seats):
        total = patron_total(box, s, p, patron)
        if total > most or (total == most and latest_date(box, s, p) < latest_date(box, s, best)):
            best, most = p, total
    return best


# --- the plan ------------------------------------------------------------------------------------


@rule
def play_plan(box: Box, s: State, p: int, way: int) -> None:
    """The plan is the last card of a pier; the game is over when all lie (1.7, 11)."""
    lay(box, s, p, s.plan[p] - 1, way >> 1, way & 1)
    s.finished[p] = 1
    s.pending &= ~(1 << p)
    if s.pending == 0:
        s.revealed += 1
        s.over = 1


# --- the contract --------------------------------------------------------------------------------


@rule
def legal(box: Box, s: State, seat: int, out: Codes) -> int:
    """The codes that the seat may play now."""
    if (s.pending >> seat) & 1 == 0:
        return 0
    if s.phase == CHOOSE:
        return list_choices(s, seat, out)
    if s.phase == TAKE:
        return list_takes(box, s, out)
    return list_ways(box, LAYING, 0, out)


@rule
def apply(box: Box, s: State, seat: int, code: int) -> None:
    """Plays a code that is legal now, and runs on to the next decision."""
    if s.phase == CHOOSE:
        play_choice(box, s, seat, code)
    elif s.phase == TAKE:
        play_take(box, s, seat, code - TAKING)
    else:
        play_plan(box, s, seat, code - LAYING)


@rule
def refuse(box: Box, s: State, seat: int, code: int) -> int:
    """Why the seat may not play this code now: a number of `moves.REASONS`, FINE if it may."""
    if s.over:
        return OVER
    if (s.pending >> seat) & 1 == 0:
        if s.phase == TAKE:
            return NOT_YOUR_TURN
        return ALREADY_CHOSEN if s.phase == CHOOSE else ALREADY_FINISHED
    if code < TAKING:
        return refuse_choice(s, seat, code - CHOICE) if s.phase == CHOOSE else NOT_ASKED
    if code < LAYING:
        return refuse_take(box, s, code - TAKING) if s.phase == TAKE else NOT_ASKED
    if s.phase != PLAN:
        return NOT_ASKED
    return NO_ROTATION if (code - LAYING) & 1 and box.rotation == 0 else FINE


@rule
def score(box: Box, s: State, out: Codes) -> None:
    """Six lines per seat: the four characters, patrons, goal; for ties the characters shown and how early the
    plan's date is, as the days from it to the end of the year (1.6, 1.7)."""
    for p in range(s.seats):
        pier, at, plan = pier_of(s, p), LINES * p, num(s.plan[p]) - 1
        for c in range(CHARACTERS):
            out[at + c] = worth(box, pier, c)
        out[at + 4] = num(s.won[p]) * num(box.patron_points)
        out[at + 5] = 0
        if s.finished[p] and meets_goal(box, num(s.seats), pier, num(s.won[p]), plan):
            out[at + 5] = box.goal_points
        out[at + 6] = characters(pier)
        out[at + 7] = YEAR - num(box.date[plan]) if plan >= 0 else 0


# --- knowledge -----------------------------------------------------------------------------------


@rule
def observe(box: Box, s: State, seat: int, k: State) -> None:
    """Everything but the order of the deck, the other hands and choices, and the others' third cards (4)."""
    k.phase = s.phase
    k.start = s.start
    k.turn = s.turn
    k.rounds = s.rounds
    k.plan = s.plan
    k.laid = s.laid
    k.pier = s.pier
    k.overlap = s.overlap
    k.turned = s.turned
    k.length = s.length
    k.crowd = s.crowd
    k.finished = s.finished
    k.won = s.won
    k.patrons = s.patrons
    k.offer = s.offer
    k.left = s.left
    if seat >= 0:
        k.choice[seat] = s.choice[seat]
        k.third[seat] = s.third[seat]
        for n in range(DEALT):
            k.hand[seat, n] = s.hand[seat, n]


@rule
def placed(k: State) -> int:
    """The cards whose place is known, as a mask."""
    cards = 0
    for p in range(k.seats):
        for n in range(DEALT):
            cards |= 1 << k.hand[p, n]
        for n in range(k.laid[p]):
            cards |= 1 << k.pier[p, n]
        for n in range(k.won[p]):
            cards |= 1 << k.patrons[p, n]
        cards |= 1 << k.plan[p]
    for i in range(OFFER):
        cards |= 1 << k.offer[i]
    for i in range(k.left):
        cards |= 1 << k.deck[i]
    return cards >> 1  # place 0 stood for no card


@rule
def kept(k: State) -> int:
    """Plans, foundations and known third cards, as a mask: no card was two of these."""
    cards = 0
    for p in range(k.seats):
        cards |= 1 << k.plan[p]
        cards |= 1 << k.pier[p, 0]
        cards |= 1 << k.third[p]
    return cards >> 1


@rule
def pick(cards: int, rng: Rng) -> int:
    """A random card that is not in the mask."""
    free = 0
    for card in range(CARDS):
        free += 1 - ((cards >> card) & 1)
    if free == 0:
        raise ValueError("there are too few cards")
    nth = spin(rng, free)
    for card in range(CARDS):
        if (cards >> card) & 1 == 0:
            if nth == 0:
                return card
            nth -= 1
    return -1


@rule
def resample(box: Box, k: State, rng: Rng) -> None:
    """Completes a known state: hands and choices before the choices are shown, third cards after it, and
    the deck, which holds all cards that lie nowhere else (4)."""
    cards = placed(k)
    cards = imagine_hands(k, cards, rng) if k.phase == CHOOSE else imagine_table(box, k, cards, rng)
    if k.left and k.deck[0] == 0:
        imagine_deck(k, cards, rng)


@rule
def imagine_deck(k: State, cards: int, rng: Rng) -> None:
    """Shuffles all cards that are not in the mask into the deck."""
    n = 0
    for card in range(CARDS):
        if (cards >> card) & 1 == 0:
            at = spin(rng, n + 1)
            k.deck[n] = k.deck[at]
            k.deck[at] = card + 1
            n += 1


@rule
def imagine_hands(k: State, cards: int, rng: Rng) -> int:
    """Deals the unknown hands, and lets those who have chosen choose at random."""
    for p in range(k.seats):
        for n in range(DEALT):
            if k.hand[p, n] == 0:
                card = pick(cards, rng)
                cards |= 1 << card
                k.hand[p, n] = card + 1
        if (k.pending >> p) & 1 == 0 and k.choice[p] == 0:
            plan = spin(rng, DEALT)
            foundation = (plan + 1 + spin(rng, DEALT - 1)) % DEALT
            k.choice[p] = (k.hand[p, plan] - 1) * CARDS + k.hand[p, foundation]
    return cards


@rule
def imagine_table(box: Box, k: State, cards: int, rng: Rng) -> int:
    """The third cards. In a position written by hand also plans, foundations and offers it leaves out."""
    for p in range(k.seats):
        if k.plan[p] == 0:
            card = pick(cards | kept(k), rng)
            cards |= 1 << card
            k.plan[p] = card + 1
        if k.laid[p] == 0:
            card = pick(cards | kept(k), rng)
            cards |= 1 << card
            lay(box, k, p, card, 0, 0)
    if k.phase == TAKE:
        missing = k.seats + 1 - (k.turn - k.start) % k.seats
        for i in range(OFFER):
            missing -= 1 if k.offer[i] else 0
        for i in range(OFFER):
            if missing > 0 and k.offer[i] == 0:
                card = pick(cards, rng)
                cards |= 1 << card
                k.offer[i] = card + 1
                missing -= 1
    for p in range(k.seats):
        if k.third[p] == 0:
            k.third[p] = pick(kept(k), rng) + 1
    return cards
