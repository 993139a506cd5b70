"""Inns: which cards they give (1.6, 17)."""

from __future__ import annotations

from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.forcing import forced
from townwright.engine.moves import FINE

from .. import kinds
from ..kinds import HAUL_COUNTS, HAUL_FIRST, HAUL_PACKED, SUPPLY_SHORT, WRONG_TOTAL
from ..state import CARDS_TAKE, VALUES, State
from .cards import ask

HAUL = kinds.inn.base
HIGH_BITS = 0x80808080


@rule
def supply_bytes(s: State) -> int:
    """The supply with a byte for each value; the high bit of each is set, so that hauls can be subtracted."""
    packed = HIGH_BITS
    for value in range(1, VALUES):
        packed += num(s.supply[value]) << (8 * (value - 1))
    return packed


@rule
def in_supply(packed: int, haul: int) -> bool:
    """Whether the supply holds all cards of a haul."""
    return (packed - num(HAUL_PACKED[haul])) & HIGH_BITS == HIGH_BITS


@rule
def worth_of_cards(s: State, strength: int) -> int:
    """The total of the cards an inn gives: its strength, or as near below it as the supply allows (17)."""
    packed = supply_bytes(s)
    for total in range(strength, 0, -1):
        for haul in range(HAUL_FIRST[total], HAUL_FIRST[total + 1]):
            if in_supply(packed, haul):
                return total
    return 0


@rule
def ask_inn(s: State, p: int, strength: int) -> bool:
    """Asks for cards worth what the supply allows; a single possible haul is taken at once (17)."""
    total = worth_of_cards(s, strength)
    if total == 0:
        return False
    packed, hauls, only = supply_bytes(s), 0, 0
    for haul in range(HAUL_FIRST[total], HAUL_FIRST[total + 1]):
        if in_supply(packed, haul):
            hauls += 1
            only = haul
            if hauls > 1:
                break
    if hauls > 1 or not forced(s):
        s.due = total
        return ask(s, p, CARDS_TAKE)
    take_haul(s, p, only)
    return False


@rule
def list_hauls(s: State, out: Codes) -> int:
    n = 0
    packed = supply_bytes(s)
    for haul in range(HAUL_FIRST[s.due], HAUL_FIRST[s.due + 1]):
        if in_supply(packed, haul):
            out[n] = HAUL + haul
            n += 1
    return n


@rule
def refuse_haul(s: State, haul: int) -> int:
    if not HAUL_FIRST[s.due] <= haul < HAUL_FIRST[s.due + 1]:
        return WRONG_TOTAL
    return FINE if in_supply(supply_bytes(s), haul) else SUPPLY_SHORT


@rule
def take_haul(s: State, p: int, haul: int) -> None:
    for value in range(1, VALUES):
        s.supply[value] -= HAUL_COUNTS[haul, value]
        s.hand[p, value] += HAUL_COUNTS[haul, value]
