"""Copenhagen: the rules.

Each decision has its listing and its handling side by side; `legal` and `apply` only dispatch. Numbers
such as P-3 or K-1 are rulings explained in docs/rules/copenhagen.md.
"""

from __future__ import annotations

import numpy as np

from townwright.engine.chance import below, shuffle, spin
from townwright.engine.compiling import num, rule
from townwright.engine.records import Codes, Rng

from . import moves
from .box import Box
from .moves import (
    ABILITY_OWNED,
    CANNOT_PAY,
    COMPULSORY,
    EMPTY_BRIDGE,
    FINE,
    NO_SUCH_CARD,
    NO_SUCH_PAYMENT,
    NO_SUPPORT,
    NO_WHITE,
    NONE_USED,
    NOT_ADJACENT,
    NOT_ASKED,
    NOT_YOUR_TURN,
    OVERLAP,
    PAIRS,
    STACK_EMPTY,
    UNKNOWN_PLACEMENT,
)
from .state import (
    ABILITIES,
    ACTIVE,
    AFTER,
    ANY,
    BOTH,
    BRIDGES,
    CELLS,
    CHANGE,
    COAT,
    COLOURS,
    COLUMNS,
    DISCARD,
    DISCOUNT,
    END_CARD,
    EXTRA,
    MAIN,
    PAY,
    ROWS,
    THIRD,
    TILES,
    UNOWNED,
    USED,
    State,
)

TAKE, CARD, DECLINE, DISCARD_CARD, END = (k.base for k in (moves.take, moves.card, moves.decline, moves.discard, moves.end))
PAY_WITH, SPECIAL, ABILITY = moves.pay.base, moves.special.base, moves.ability.base
ACTIVATE, LOSE, BUILD = moves.activate.base, moves.lose.base, moves.build.base
SWAPS = moves.pay.dims["swap"]
PAIR_FIRST = np.array([i for i, _ in PAIRS])
PAIR_SECOND = np.array([j for _, j in PAIRS])

GROUND = (1 << COLUMNS) - 1
HOUSE = (1 << CELLS) - 1
LEFT = sum(1 << (COLUMNS * y) for y in range(ROWS))  # the leftmost column
NOT_LEFT, NOT_RIGHT = HOUSE & ~LEFT, HOUSE & ~(LEFT << (COLUMNS - 1))
RESAMPLE_TRIES = 100_000


# --- the house -----------------------------------------------------------------------------------


@rule
def standing(filled: int) -> int:
    """Cells where something can stand: on the ground or directly above a filled cell (P-3)."""
    return ((filled << COLUMNS) | GROUND) & HOUSE


@rule
def touching(cells: int) -> int:
    """Cells that share a side with one of these (K-1)."""
    return (
        (cells << COLUMNS) | (cells >> COLUMNS) | ((cells & NOT_RIGHT) << 1) | ((cells & NOT_LEFT) >> 1)
    ) & HOUSE


@rule
def complete(filled: int, line: int) -> bool:
    return filled & line == line


@rule
def points(box: Box, filled: int, brick: int) -> int:
    """The points of a house: rows and columns, more if they show windows only (S-1)."""
    total = 0
    for y in range(ROWS):
        row = GROUND << (COLUMNS * y)
        if complete(filled, row):
            total += box.row_points[1 if brick & row == 0 else 0]
    for x in range(COLUMNS):
        column = LEFT << x
        if complete(filled, column):
            total += box.column_points[1 if brick & column == 0 else 0]
    return total


@rule
def lay(box: Box, s: State, p: int, cells: int, brick: int, colour: int) -> None:
    """Lays a tile in a house (white: colour -1) and notes the coats of arms it earns (C-1)."""
    before = num(s.filled[p])
    after = before | cells
    s.filled[p] = after
    s.brick[p] |= brick
    if colour >= 0:
        s.colour[p, colour] |= cells
    s.laid[p] += 1
    rest = cells
    cell = 0
    while rest:
        if rest & 1:
            s.tile[p, cell] = s.laid[p]
            if (num(box.coat_cells) >> cell) & 1:
                s.coats += 1
        rest >>= 1
        cell += 1
    for y in range(ROWS):
        row = GROUND << (COLUMNS * y)
        if box.coat_row[y] and complete(after, row) and not complete(before, row):
            s.coats += 1


# --- supply --------------------------------------------------------------------------------------


@rule
def draw(s: State) -> int:
    """Takes the top card of the supply."""
    s.left -= 1
    card = num(s.supply[s.left])
    s.supply[s.left] = 0
    if s.shuffled and card != END_CARD:
        s.pool[card - 1] -= 1
    return card


@rule
def hide_end_card(box: Box, s: State) -> None:
    """Shuffles the End card among the bottom cards of the supply (1.4)."""
    place = below(s, min(num(box.end_among), s.left + 1))
    for i in range(num(s.left), place, -1):
        s.supply[i] = s.supply[i - 1]
    s.supply[place] = END_CARD
    s.left += 1
    s.end_in = 1


@rule
def reshuffle(box: Box, s: State) -> None:
    """The discards become a new supply, with the End card near its bottom (1.4, D-4)."""
    n = 0
    for c in range(COLOURS):
        for _ in range(s.discard[c]):
            s.supply[n] = c + 1
            n += 1
        s.pool[c] = s.discard[c]
        s.discard[c] = 0
    shuffle(s, s.supply, 0, n)
    s.left = n
    s.shuffled = 1
    hide_end_card(box, s)


@rule
def refill(box: Box, s: State) -> None:
    """Fills the empty footbridges in ascending order; the End card ends the game (D-3, D-6)."""
    for i in range(BRIDGES):
        if s.display[i] == 0:
            s.revealed += 1
            if s.left == 0:
                reshuffle(box, s)
            card = draw(s)
            if card == END_CARD:
                s.end_in = 0
                s.over = 1
                s.pending = 0
                return
            s.display[i] = card
            if box.eager and s.left == 0 and s.end_in == 0:
                reshuffle(box, s)


# --- set-up --------------------------------------------------------------------------------------


@rule
def setup(box: Box, s: State) -> None:
    """Lays the table for `s.seats` players (1.2)."""
    seats = num(s.seats)
    n = 0
    for c in range(COLOURS):
        for _ in range(box.cards[seats]):
            s.supply[n] = c + 1
            n += 1
    shuffle(s, s.supply, 0, n)
    s.left = n
    for i in range(BRIDGES):
        s.display[i] = draw(s)
    for p in range(seats):
        s.held[p] = box.hands[seats, p]
        s.ability[p, ANY] = ACTIVE
        for _ in range(s.held[p]):
            s.hand[p, draw(s) - 1] += 1
    if seats == 2:
        hide_end_card(box, s)
    for t in range(TILES):
        s.stack[t] = box.copies[seats, t]
    s.whites = box.whites
    s.decision = MAIN
    s.pending = 1


# --- taking cards --------------------------------------------------------------------------------


@rule
def list_takes(s: State, p: int, out: Codes) -> int:
    """Neighbouring pairs; any pair with an active Any cards tile (D-1)."""
    n = 0
    free = s.ability[p, ANY] == ACTIVE
    for pair in range(len(PAIR_FIRST)):
        i, j = PAIR_FIRST[pair], PAIR_SECOND[pair]
        if (free or j == i + 1) and s.display[i] and s.display[j]:
            out[n] = TAKE + pair
            n += 1
    return n


@rule
def take_card(s: State, p: int, bridge: int) -> None:
    """Takes the card of a footbridge into the hand; everybody sees it."""
    c = num(s.display[bridge]) - 1
    s.display[bridge] = 0
    s.hand[p, c] += 1
    s.held[p] += 1
    s.seen[p, c] += 1


@rule
def play_take(box: Box, s: State, p: int, pair: int) -> None:
    i, j = PAIR_FIRST[pair], PAIR_SECOND[pair]
    take_card(s, p, i)
    take_card(s, p, j)
    if j != i + 1:  # an adjacent pair does not use the tile
        s.ability[p, ANY] = USED
    if s.ability[p, EXTRA] == ACTIVE:
        s.decision = THIRD
    else:
        after_cards(box, s, p)


@rule
def list_thirds(s: State, out: Codes) -> int:
    """A third card from any footbridge that still has one, or none (A-2)."""
    n = 0
    for i in range(BRIDGES):
        if s.display[i]:
            out[n] = CARD + i
            n += 1
    out[n] = DECLINE
    return n + 1


@rule
def play_third(box: Box, s: State, p: int, code: int) -> None:
    if code != DECLINE:
        take_card(s, p, code - CARD)
        s.ability[p, EXTRA] = USED
    after_cards(box, s, p)


@rule
def list_discards(s: State, p: int, out: Codes) -> int:
    """Any colour in hand, new cards included (D-2)."""
    n = 0
    for c in range(COLOURS):
        if s.hand[p, c]:
            out[n] = DISCARD_CARD + c
            n += 1
    return n


@rule
def lose_cards(s: State, p: int, c: int, cards: int) -> None:
    """Cards leave the hand for the discard pile; what was seen taken is the first to be seen gone."""
    s.hand[p, c] -= cards
    s.held[p] -= cards
    s.seen[p, c] = max(0, s.seen[p, c] - cards)
    s.discard[c] += cards


@rule
def colours_held(s: State, p: int) -> int:
    n = 0
    for c in range(COLOURS):
        if s.hand[p, c]:
            n += 1
    return n


@rule
def after_cards(box: Box, s: State, p: int) -> None:
    """After taking: the hand limit, then perhaps Both actions, else the end of the turn."""
    while s.held[p] > box.limit:
        if colours_held(s, p) > 1:
            s.decision = DISCARD
            return
        for c in range(COLOURS):
            if s.hand[p, c]:
                lose_cards(s, p, c, 1)
    if s.ability[p, BOTH] == ACTIVE and can_build(box, s, p):
        s.decision = AFTER
    else:
        end_turn(box, s, p)


# --- building ------------------------------------------------------------------------------------


@rule
def cost(box: Box, size: int, near: int, discount: int) -> int:
    """Size, less one beside the same colour, less one with the discount tile (K-1, K-3)."""
    return max(num(box.min_cost), size - near - discount)


@rule
def purse(s: State, p: int, c: int) -> int:
    """The most cards that can be paid for colour c: its own, and one other with Change of colours (K-4)."""
    own = num(s.hand[p, c])
    best = 0
    if s.ability[p, CHANGE] == ACTIVE:
        for other in range(COLOURS):
            if other != c and s.hand[p, other] > best:
                best = num(s.hand[p, other])
    return own + best


@rule
def places_for(box: Box, s: State, p: int, t: int) -> int:
    """Where the player could pay for tile t: a mask that a placement must meet, -1 anywhere, 0 nowhere."""
    if s.stack[t] == 0:
        return 0
    c, size = num(box.tile_colour[t]), num(box.tile_size[t])
    discount = 1 if s.ability[p, DISCOUNT] == ACTIVE else 0
    most = purse(s, p, c)
    if cost(box, size, 0, discount) <= most:
        return -1
    if cost(box, size, 1, discount) <= most:
        return touching(num(s.colour[p, c]))
    return 0


@rule
def fits(box: Box, k: int, filled: int, floor: int, where: int) -> bool:
    """Whether a placement is free (P-2), supported (P-3) and where it can be paid for."""
    cells = num(box.place_cells[k])
    return cells & filled == 0 and cells & floor != 0 and cells & where != 0


@rule
def list_builds(box: Box, s: State, p: int, out: Codes, n: int) -> int:
    """Every placement the player can pay for."""
    filled = num(s.filled[p])
    floor = standing(filled)
    for t in range(TILES):
        where = places_for(box, s, p, t)
        if where:
            for k in range(num(box.tile_first[t]), num(box.tile_first[t + 1])):
                if fits(box, k, filled, floor, where):
                    out[n] = BUILD + k
                    n += 1
    return n


@rule
def can_build(box: Box, s: State, p: int) -> bool:
    """Whether `list_builds` would list anything."""
    filled = num(s.filled[p])
    floor = standing(filled)
    for t in range(TILES):
        where = places_for(box, s, p, t)
        if where:
            for k in range(num(box.tile_first[t]), num(box.tile_first[t + 1])):
                if fits(box, k, filled, floor, where):
                    return True
    return False


@rule
def play_build(box: Box, s: State, p: int, k: int) -> None:
    """Chooses a tile and its place; a single way to pay is paid at once."""
    if s.decision == AFTER:
        s.ability[p, BOTH] = USED
    s.chosen = k
    t = num(box.place_tile[k])
    near = 1 if touching(num(s.colour[p, box.tile_colour[t]])) & num(box.place_cells[k]) else 0
    s.due = cost(box, num(box.tile_size[t]), near, 0)
    n, only = payments(box, s, p)
    if n == 1:
        play_pay(box, s, p, only)
    else:
        s.decision = PAY


# --- paying --------------------------------------------------------------------------------------


@rule
def can_pay(box: Box, s: State, p: int, choice: int) -> bool:
    """Whether payment (discount, swap) settles the chosen tile (K-2 to K-6)."""
    discount, swap = choice // SWAPS, choice % SWAPS
    due = num(s.due)
    if discount:
        due -= 1
        if s.ability[p, DISCOUNT] != ACTIVE or due < box.min_cost:
            return False
    c = num(box.tile_colour[box.place_tile[s.chosen]])
    if swap == 0:
        return s.hand[p, c] >= due
    other, cards = (swap - 1) // 5, (swap - 1) % 5 + 1
    return (
        s.ability[p, CHANGE] == ACTIVE
        and other != c
        and cards <= due
        and s.hand[p, other] >= cards
        and s.hand[p, c] >= due - cards
    )


@rule
def list_payments(box: Box, s: State, p: int, out: Codes) -> int:
    n = 0
    for choice in range(2 * SWAPS):
        if can_pay(box, s, p, choice):
            out[n] = PAY_WITH + choice
            n += 1
    return n


@rule
def payments(box: Box, s: State, p: int) -> tuple[int, int]:
    """How many ways there are to pay, and the last of them."""
    n, last = 0, 0
    for choice in range(2 * SWAPS):
        if can_pay(box, s, p, choice):
            n += 1
            last = choice
    return n, last


@rule
def play_pay(box: Box, s: State, p: int, choice: int) -> None:
    """Pays, uses the ability tiles that made a difference, lays the tile."""
    discount, swap = choice // SWAPS, choice % SWAPS
    k = num(s.chosen)
    t = num(box.place_tile[k])
    c = num(box.tile_colour[t])
    due = s.due - discount
    if discount:
        s.ability[p, DISCOUNT] = USED
    if swap:
        other, cards = (swap - 1) // 5, (swap - 1) % 5 + 1
        s.ability[p, CHANGE] = USED
        lose_cards(s, p, other, cards)
        due -= cards
    lose_cards(s, p, c, due)
    s.stack[t] -= 1
    s.chosen = 0
    s.due = 0
    lay(box, s, p, num(box.place_cells[k]), num(box.place_brick[k]), c)
    after_tile(box, s, p)


# --- coats of arms -------------------------------------------------------------------------------


@rule
def coat_cells(s: State, p: int) -> int:
    """Cells where a white special tile can go (C-2)."""
    return standing(num(s.filled[p])) & ~num(s.filled[p]) if s.whites else 0


@rule
def any_used(s: State, p: int) -> bool:
    for a in range(ABILITIES):
        if s.ability[p, a] == USED:
            return True
    return False


@rule
def list_coats(box: Box, s: State, p: int, out: Codes) -> int:
    """A special tile, a new ability tile, or turning the used ones; nothing only if nothing is possible (C-2, C-3)."""
    n = 0
    free = coat_cells(s, p)
    for cell in range(CELLS):
        if (free >> cell) & 1:
            out[n] = SPECIAL + cell
            n += 1
    for a in range(1, ABILITIES):
        if s.ability[p, a] == UNOWNED:
            out[n] = ABILITY + a - 1
            n += 1
    if any_used(s, p):
        out[n] = ACTIVATE
        n += 1
    if n == 0 or not box.compulsory:
        out[n] = LOSE
        n += 1
    return n


@rule
def only_coat(box: Box, s: State, p: int) -> int:
    """The code of the only thing a coat of arms can do, or -1 if there is a choice."""
    n, only = 0, 0
    free = coat_cells(s, p)
    if free:
        if free & (free - 1):
            return -1
        while (free >> only) & 1 == 0:
            only += 1
        only += SPECIAL
        n = 1
    for a in range(1, ABILITIES):
        if s.ability[p, a] == UNOWNED:
            n += 1
            only = ABILITY + a - 1
    if any_used(s, p):
        n += 1
        only = ACTIVATE
    if n == 0 or not box.compulsory:
        n += 1
        only = LOSE
    return only if n == 1 else -1


@rule
def use_coat(box: Box, s: State, p: int, code: int) -> None:
    """Carries out one coat-of-arms action; a special tile may earn more of them."""
    s.coats -= 1
    if code == ACTIVATE:
        for a in range(ABILITIES):
            if s.ability[p, a] == USED:
                s.ability[p, a] = ACTIVE
    elif code != LOSE:
        if code >= ABILITY:
            s.ability[p, code - ABILITY + 1] = ACTIVE
        else:
            s.whites -= 1
            lay(box, s, p, 1 << (code - SPECIAL), 0, -1)


@rule
def after_tile(box: Box, s: State, p: int) -> None:
    """After a tile: coats of arms while any are left, then the points, then the end of the turn (S-4)."""
    while s.coats:
        if box.per_placement and won(box, s, p):
            return
        only = only_coat(box, s, p)
        if only < 0:
            s.decision = COAT
            return
        use_coat(box, s, p, only)
    if not won(box, s, p):
        end_turn(box, s, p)


@rule
def won(box: Box, s: State, p: int) -> bool:
    """Ends the game if the player has reached the goal."""
    if points(box, num(s.filled[p]), num(s.brick[p])) < box.goal:
        return False
    s.coats = 0
    s.over = 1
    s.pending = 0
    return True


@rule
def end_turn(box: Box, s: State, p: int) -> None:
    """Refills the harbour; the next player must act."""
    refill(box, s)
    if s.over == 0:
        s.turn = (p + 1) % s.seats
        s.pending = 1 << s.turn
        s.decision = MAIN


# --- the contract --------------------------------------------------------------------------------


@rule
def legal(box: Box, s: State, seat: int, out: Codes) -> int:
    """Writes the codes that the seat may play now."""
    if s.over or s.turn != seat:
        return 0
    if s.decision == MAIN:
        return list_builds(box, s, seat, out, list_takes(s, seat, out))
    if s.decision == THIRD:
        return list_thirds(s, out)
    if s.decision == DISCARD:
        return list_discards(s, seat, out)
    if s.decision == AFTER:
        out[0] = END
        return list_builds(box, s, seat, out, 1)
    if s.decision == PAY:
        return list_payments(box, s, seat, out)
    return list_coats(box, s, seat, out)


@rule
def apply(box: Box, s: State, seat: int, code: int) -> None:
    """Plays a legal code and runs on to the next decision."""
    if code >= BUILD:
        play_build(box, s, seat, code - BUILD)
    elif s.decision == MAIN:
        play_take(box, s, seat, code - TAKE)
    elif s.decision == THIRD:
        play_third(box, s, seat, code)
    elif s.decision == DISCARD:
        lose_cards(s, seat, code - DISCARD_CARD, 1)
        after_cards(box, s, seat)
    elif s.decision == AFTER:
        end_turn(box, s, seat)
    elif s.decision == PAY:
        play_pay(box, s, seat, code - PAY_WITH)
    else:
        use_coat(box, s, seat, code)
        after_tile(box, s, seat)


@rule
def refuse(box: Box, s: State, seat: int, code: int) -> int:
    """Why the seat may not play this code now: a number of `moves.REASONS`, FINE if it may."""
    if s.over:
        return moves.OVER
    if s.turn != seat:
        return NOT_YOUR_TURN
    decision = s.decision
    if code >= BUILD:
        return refuse_build(box, s, seat, code - BUILD) if decision == MAIN or decision == AFTER else NOT_ASKED
    if code < CARD:
        return refuse_take(s, seat, code - TAKE) if decision == MAIN else NOT_ASKED
    if code <= DECLINE:
        if decision != THIRD:
            return NOT_ASKED
        return EMPTY_BRIDGE if code != DECLINE and s.display[code - CARD] == 0 else FINE
    if code < END:
        if decision != DISCARD:
            return NOT_ASKED
        return FINE if s.hand[seat, code - DISCARD_CARD] else NO_SUCH_CARD
    if code == END:
        return FINE if decision == AFTER else NOT_ASKED
    if code < SPECIAL:
        if decision != PAY:
            return NOT_ASKED
        return FINE if can_pay(box, s, seat, code - PAY_WITH) else NO_SUCH_PAYMENT
    return refuse_coat(box, s, seat, code) if decision == COAT else NOT_ASKED


@rule
def refuse_take(s: State, p: int, pair: int) -> int:
    i, j = PAIR_FIRST[pair], PAIR_SECOND[pair]
    if s.display[i] == 0 or s.display[j] == 0:
        return EMPTY_BRIDGE
    return FINE if j == i + 1 or s.ability[p, ANY] == ACTIVE else NOT_ADJACENT


@rule
def refuse_build(box: Box, s: State, p: int, k: int) -> int:
    if k >= box.tile_first[TILES]:
        return UNKNOWN_PLACEMENT
    t = num(box.place_tile[k])
    cells, filled = num(box.place_cells[k]), num(s.filled[p])
    if s.stack[t] == 0:
        return STACK_EMPTY
    if cells & filled:
        return OVERLAP
    if cells & standing(filled) == 0:
        return NO_SUPPORT
    return FINE if cells & places_for(box, s, p, t) else CANNOT_PAY


@rule
def refuse_coat(box: Box, s: State, p: int, code: int) -> int:
    if code < ABILITY:
        if s.whites == 0:
            return NO_WHITE
        cell, filled = 1 << (code - SPECIAL), num(s.filled[p])
        if cell & filled:
            return OVERLAP
        return FINE if cell & standing(filled) else NO_SUPPORT
    if code < ACTIVATE:
        return FINE if s.ability[p, code - ABILITY + 1] == UNOWNED else ABILITY_OWNED
    if code == ACTIVATE:
        return FINE if any_used(s, p) else NONE_USED
    return COMPULSORY if box.compulsory else FINE  # with nothing else possible it is played by itself


@rule
def score(box: Box, s: State, out: Codes) -> None:
    """Five lines per seat: rows, window rows, columns, window columns; then cells built, for ties (S-1, S-6)."""
    for p in range(s.seats):
        filled, brick = num(s.filled[p]), num(s.brick[p])
        for n in range(5):
            out[5 * p + n] = 0
        for y in range(ROWS):
            row = GROUND << (COLUMNS * y)
            if complete(filled, row):
                windows = 1 if brick & row == 0 else 0
                out[5 * p + windows] += box.row_points[windows]
        for x in range(COLUMNS):
            column = LEFT << x
            if complete(filled, column):
                windows = 1 if brick & column == 0 else 0
                out[5 * p + 2 + windows] += box.column_points[windows]
        for cell in range(CELLS):
            out[5 * p + 4] += (filled >> cell) & 1


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
    """How many cards of a hand the observer does not know; 0 for a hand he knows."""
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
    if k.shuffled:  # what the new supply holds is known: only its order is not
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
    """Whether the player asked has the choice that everybody saw him being asked for."""
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
    """Completes a known state with a random deal that agrees with all that is known."""
    unknown = 0
    for p in range(k.seats):
        if hidden_cards(k, p):
            unknown |= 1 << p
        elif k.held[p]:
            for c in range(COLOURS):  # every card of the hand was seen being taken
                k.hand[p, c] = max(k.hand[p, c], k.seen[p, c])
    for _ in range(RESAMPLE_TRIES):
        imagine(box, k, unknown, rng)
        if agrees(box, k):
            return
    raise ValueError("no deal agrees with what is known")
