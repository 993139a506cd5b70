"""Old London Bridge: the parts of a score sheet. What was counted, at which place, and what that pays."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from townwright.engine.sheets import Part
from townwright.engine.texts import Texts

from .box import SCORINGS, TYPE_NAMES, Face
from .state import (
    BRIDGE_SCORING,
    CENTRE_COST,
    CHAPEL,
    CHAPEL_SCORING,
    COINS,
    GARDEN,
    GATE,
    GATE_SCORING,
    INN_SCORING,
    KINDS,
    PRINTED,
    PRIZES,
    ROUNDS,
    SOURCES,
    TYPES,
    VALUES,
)
from .view import scoring_name


def bridge_of(s: Any, p: int) -> list[int]:
    return [s.bridge[p, slot] for slot in range(s.length[p])]


def buildings(box: Any, s: Any, p: int, kind: int) -> int:
    """How many buildings of a type stand on a bridge."""
    return sum(box.tile_type[tile] == kind for tile in bridge_of(s, p))


def section(s: Any, p: int) -> int:
    """The longest run of numbers between gardens."""
    runs = groupby(bridge_of(s, p), key=lambda tile: tile >= GARDEN)
    return max((len(list(run)) for gap, run in runs if not gap), default=0)


def unused(s: Any, p: int) -> int:
    return sum(s.tiles[p, kind] + s.fresh[p, kind] for kind in range(KINDS))


# --- rankings ------------------------------------------------------------------------------------


def counted(box: Any, s: Any, colour: int, p: int) -> int:
    """What a ranking counts: that of the base game, or option 1 of its colour."""
    if s.scoring[colour] != PRINTED:
        return section(s, p) if colour == BRIDGE_SCORING else buildings(box, s, p, colour)
    if colour == INN_SCORING:
        return sum(value * s.hand[p, value] for value in range(VALUES))
    return int(s.length[p] if colour == BRIDGE_SCORING else s.space[colour, p])


def ranked(box: Any, s: Any, colour: int) -> list[int]:
    """The seats of a ranking from first to last, those left out who have nothing to show."""
    own = colour == GATE_SCORING and s.scoring[colour] == PRINTED and not box.gate_chapel
    line = [s.line[GATE if own else CHAPEL, place] for place in range(s.seats)]
    least = 0 if colour == BRIDGE_SCORING else 1
    return sorted((p for p in line if counted(box, s, colour, p) >= least), key=lambda p: -counted(box, s, colour, p))


def ranking_part(box: Any, s: Any, colour: int, p: int, texts: Texts) -> Part:
    """The place of a player in a ranking, and what was counted."""
    name = SCORINGS[colour] if s.scoring[colour] == PRINTED else scoring_name(colour, s.scoring[colour])
    what = texts(f"counted.{name}", n=counted(box, s, colour, p))
    places = ranked(box, s, colour)
    if p not in places:
        return Part(texts("part.unranked", what=what), 0)
    place = places.index(p)
    return Part(texts("part.place", place=place + 1, what=what), box.award[s.seats, place])


# --- the other scorings --------------------------------------------------------------------------


def chapel_parts(box: Any, s: Any, option: int, p: int, texts: Texts) -> list[Part]:
    """C3: the lead over the last marker. C4: every coin once more."""
    mine = s.space[CHAPEL, p]
    if option == 3:
        lead = mine - min(s.space[CHAPEL, q] for q in range(s.seats))
        return [Part(texts("part.C3", n=lead), lead * box.lead)]
    coins = [Part(texts("part.coin", space=n), box.coin[n]) for n in range(1, mine + 1) if box.coin[n]]
    return coins + ([Part(texts("part.chapel_prize"), box.prize)] if box.c4_end and mine == box.last[CHAPEL] else [])


def gate_parts(box: Any, s: Any, option: int, p: int, texts: Texts) -> list[Part]:
    """G3: spaces moved. G4: unused bonus tiles."""
    if option == 3:
        return [Part(texts("part.G3", n=s.space[GATE, p]), box.moved[s.space[GATE, p]])]
    return [Part(texts("part.unused", n=unused(s, p)), box.unused[min(unused(s, p), len(box.unused) - 1)])]


def inn_parts(box: Any, s: Any, option: int, p: int, texts: Texts) -> list[Part]:
    """I3: the number of cards. I4: sets of cards from 1 on."""
    hand = [s.hand[p, value] for value in range(VALUES)]
    if option == 3:
        return [Part(texts("part.I3", n=sum(hand)), box.held[min(sum(hand), len(box.held) - 1)])]
    parts = []
    for last in (4, 3, 2):
        sets = min(hand[1 : last + 1])
        hand[1 : last + 1] = [count - sets for count in hand[1 : last + 1]]
        if sets:
            cards = "+".join(map(str, range(1, last + 1)))
            parts.append(Part(texts("part.I4", n=sets, cards=cards), sets * box.sets[last - 2]))
    return parts


def bridge_parts(box: Any, s: Any, option: int, p: int, texts: Texts) -> list[Part]:
    """B3: low numbers. B4: sets of all types."""
    if option == 3:
        low = sum(tile <= box.low_number for tile in bridge_of(s, p))
        return [Part(texts("part.B3", n=low, number=box.low_number), low * box.low_money)]
    sets = min(buildings(box, s, p, kind) for kind in range(TYPES))
    return [Part(texts("part.B4", n=sets), sets * box.all_types)]


def scoring_parts(box: Any, s: Any, colour: int, p: int, texts: Texts) -> list[Part]:
    """What the scoring of a colour has paid during the rounds, and pays at the end."""
    option = s.scoring[colour] - PRINTED
    parts = []
    if option == 2 or s.earned[p, ROUNDS + colour]:
        code = scoring_name(colour, PRINTED + 2)
        parts.append(Part(texts("part.rounds", code=code), s.earned[p, ROUNDS + colour]))
    if option < 2:
        return [*parts, ranking_part(box, s, colour, p, texts)]
    if option == 2:
        return parts
    kinds = {
        CHAPEL_SCORING: chapel_parts,
        GATE_SCORING: gate_parts,
        INN_SCORING: inn_parts,
        BRIDGE_SCORING: bridge_parts,
    }
    return parts + kinds[colour](box, s, option, p, texts)


# --- the sheet -----------------------------------------------------------------------------------


def track_parts(box: Any, s: Any, p: int, texts: Texts) -> dict[str, list[Part]]:
    """The coins and prizes that the markers have passed."""
    spaces = {CHAPEL: s.space[CHAPEL, p], GATE: s.space[GATE, p]}
    coins = [Part(texts("part.coin", space=n), box.coin[n]) for n in range(1, spaces[CHAPEL] + 1) if box.coin[n]]
    prizes = [
        Part(texts(f"part.{TYPE_NAMES[track]}_prize"), box.prize)
        for track, space in spaces.items()
        if space == box.last[track]
    ]
    # a position written by hand may hold money of other origin than its markers tell
    found = (("coins", COINS, coins), ("prizes", PRIZES, prizes))
    return {name: parts for name, at, parts in found if sum(part.points for part in parts) == s.earned[p, at]}


def centre_parts(box: Any, s: Any, p: int, texts: Texts) -> list[Part]:
    """How often the centre was paid for."""
    paid = -s.earned[p, CENTRE_COST]
    if not paid or not box.centre_cost or paid % box.centre_cost:
        return []
    return [Part(texts("part.centre", n=paid // box.centre_cost, cost=box.centre_cost), -paid)]


def slot_parts(box: Any, s: Any, p: int, before: int, texts: Texts) -> list[Part]:
    """The price of empty slots, of which nobody pays more than he has."""
    empty = box.slots - s.length[p]
    price = box.penalty[empty]
    if not empty:
        return []
    if price > before:
        return [Part(texts("part.slots_all", n=empty, price=price), -max(0, before))]
    return [Part(texts("part.slots", n=empty), -price)]


def tile_parts(box: Any, s: Any, p: int, texts: Texts) -> list[Part]:
    """The worth of unused bonus tiles, unless the gate scoring G4 has counted them."""
    if not unused(s, p):
        return []
    if s.scoring[GATE_SCORING] == PRINTED + 4:
        return [Part(texts("part.by_G4", n=unused(s, p)), 0)]
    return [Part(texts("part.unused", n=unused(s, p)), unused(s, p) * box.tile_worth)]


def explain(face: Face, box: Any, s: Any, seat: int, texts: Texts) -> dict[str, list[Part]]:
    """Coins, prizes, the centre, the four scorings, empty slots and tiles behind the lines of a seat."""
    found = track_parts(box, s, seat, texts)
    found["centre"] = centre_parts(box, s, seat, texts)
    before: int = sum(s.earned[seat, source] for source in range(ROUNDS))
    for colour, name in enumerate(SCORINGS):
        found[name] = scoring_parts(box, s, colour, seat, texts)
        before += sum(part.points for part in found[name])
    found["slots"] = slot_parts(box, s, seat, before, texts)
    found["tiles"] = tile_parts(box, s, seat, texts)
    return {name: parts for name, parts in found.items() if parts}


assert ROUNDS + len(SCORINGS) == SOURCES
