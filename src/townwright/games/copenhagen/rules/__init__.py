"""Copenhagen: the rules.

`OFFERS` says what each decision offers. `legal`, `apply` and `refuse` only dispatch: listing, reasons and handling of a
decision stand side by side in one module. Numbers such as P-3 or K-1 are rulings explained in docs/rules/copenhagen.md.
"""

from __future__ import annotations

from townwright.engine.bits import count
from townwright.engine.chance import shuffle
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.moves import FINE, Offer

from .. import moves
from ..box import Box
from ..moves import EMPTY_BRIDGE, NO_SUCH_CARD, NO_SUCH_PAYMENT
from ..state import (
    ACTIVE,
    AFTER,
    ANY,
    BRIDGES,
    COAT,
    COLOURS,
    DISCARD,
    MAIN,
    PAY,
    THIRD,
    TILES,
    State,
)
from .building import BUILD, PAY_WITH, can_pay, list_builds, list_payments, play_build, play_pay, refuse_build
from .coats import after_tile, list_coats, refuse_coat, use_coat
from .foresight import note
from .harbour import draw, end_turn, hide_end_card, lose_cards
from .house import line_points, parts
from .knowledge import observe, resample
from .taking import (
    CARD,
    DECLINE,
    DISCARD_CARD,
    TAKE,
    after_cards,
    list_discards,
    list_takes,
    list_thirds,
    play_take,
    play_third,
    refuse_take,
)

__all__ = ["OFFERS", "apply", "decision", "legal", "note", "observe", "parts", "refuse", "resample", "score", "setup"]

END = moves.end.base

OFFERS = (
    Offer(moves.take, MAIN),
    Offer(moves.build, MAIN, AFTER),
    Offer(moves.card, THIRD),
    Offer(moves.decline, THIRD),
    Offer(moves.discard, DISCARD),
    Offer(moves.end, AFTER),
    Offer(moves.pay, PAY),
    Offer(moves.special, COAT),
    Offer(moves.ability, COAT),
    Offer(moves.activate, COAT),
    Offer(moves.lose, COAT),
)


@rule
def decision(s: State, seat: int) -> int:
    """The decision that a seat must make."""
    return num(s.decision)


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


@rule
def legal(box: Box, s: State, seat: int, out: Codes) -> int:
    """Writes the codes that the seat may play now."""
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
    """Plays a legal code and continues to the next decision."""
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
    """Why the seat may not play this code, which answers its decision: a number of `moves.REASONS`, FINE if it may."""
    if code >= BUILD:
        return refuse_build(box, s, seat, code - BUILD)
    if s.decision == MAIN:
        return refuse_take(s, seat, code - TAKE)
    if s.decision == THIRD:
        return EMPTY_BRIDGE if code != DECLINE and s.display[code - CARD] == 0 else FINE
    if s.decision == DISCARD:
        return FINE if s.hand[seat, code - DISCARD_CARD] else NO_SUCH_CARD
    if s.decision == PAY:
        return FINE if can_pay(box, s, seat, code - PAY_WITH) else NO_SUCH_PAYMENT
    return refuse_coat(box, s, seat, code) if s.decision == COAT else FINE


@rule
def score(box: Box, s: State, out: Codes) -> None:
    """Five lines per seat: rows, window rows, columns, window columns; then cells built, for ties (S-1, S-6)."""
    for p in range(s.seats):
        filled, brick = num(s.filled[p]), num(s.brick[p])
        for line in range(4):
            out[5 * p + line] = line_points(box, filled, brick, line)
        out[5 * p + 4] = count(filled)
