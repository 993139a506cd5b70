"""Old London Bridge: a known state as JSON for a person. `form` has its Structs, `position` reads it back."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Literal, TypeVar

from townwright.engine.shapes import Sign

from .box import COLOUR_NAMES, KIND_NAMES, SCORINGS, TYPE_NAMES, BonusName, Box, Face, TypeName, tile_name
from .form import (
    CENTRE_NAME,
    SOURCE_NAMES,
    VALUE_NAMES,
    BonusStack,
    Lowest,
    Markers,
    Player,
    SpaceName,
    Spot,
    Stack,
    Standing,
    Turn,
    View,
    scoring_name,
)
from .guide import cards
from .kinds import DECISIONS, PAIRS
from .position import read
from .rules.facts import (
    COUNT,
    DUE,
    EFFECT,
    EFFECTS,
    FIT,
    FITS,
    FULL,
    LEADER,
    MONEY,
    PAYS,
    PLACE_NOW,
    STANDING,
    STANDINGS,
    STRENGTH,
    TAKEN,
    TO,
    USES,
)
from .state import (
    BACKS,
    BONUS_STACK,
    CARDS,
    CENTRE,
    CHAPEL,
    CHOOSE,
    GATE,
    INN,
    KINDS,
    NUMBERS,
    PER_TYPE,
    PLACE,
    PRINTED,
    SLOTS,
    TYPES,
    State,
)

__all__ = ["SIGNS", "View", "asks", "cards", "read", "show", "whole"]

SIGNS: dict[str, Sign] = {
    "blue": Sign("blue", "coat"),
    "orange": Sign("yellow", "coat"),
    "grey": Sign("white", "coat"),
    "green": Sign("green", "coat"),
    **{name: Sign(glyph=name) for name in TYPE_NAMES},
    CENTRE_NAME: Sign(glyph="coin"),
}

Name = TypeVar("Name", bound=str)


def counts(names: Sequence[Name], row: Sequence[int]) -> dict[Name, int]:
    """Counts by name, zeros left out."""
    return {name: n for name, n in zip(names, row, strict=True) if n}


def show_spots(face: Face, tile: int, facts: list[int]) -> list[Spot]:
    """Where a building fits and what it does there, with its full strength and with one less."""
    spots = []
    kind = face.box.tile_type[tile]
    for less in range(2):
        effect = facts[EFFECTS + less * EFFECT :]
        if mask := facts[FULL + less]:
            spots.append(
                Spot(
                    slots=[slot + 1 for slot in range(SLOTS) if mask >> slot & 1],
                    strength=max(facts[STRENGTH] - less, 0),
                    space=effect[TO],
                    money=effect[MONEY],
                    tiles=effect[DUE] if kind == GATE else 0,
                    cards=effect[DUE] if kind == INN else 0,
                )
            )
    return spots


def show_fits(face: Face, k: State, p: int, facts: list[int]) -> dict[TypeName, list[Spot]]:
    """Where the top building of each stack fits on a bridge."""
    found: dict[TypeName, list[Spot]] = {}
    for kind, name in enumerate(TYPE_NAMES):
        tile = k.stack[kind * PER_TYPE + k.left[kind] - 1] if k.left[kind] else 0
        if tile and (spots := show_spots(face, tile, facts[FITS + (p * TYPES + kind) * FIT :])):
            found[name] = spots
    return found


def show_standing(k: State, colour: int, facts: list[int]) -> Standing:
    now = facts[STANDINGS + colour * STANDING :][:STANDING]
    ranking = k.scoring[colour] < PRINTED + 2
    return Standing(
        counts=now[COUNT:][: k.seats],
        places=now[PLACE_NOW:][: k.seats] if ranking else None,
        money=now[PAYS:][: k.seats],
        leader=now[LEADER] - 1 if now[LEADER] else None,
    )


def show_player(face: Face, k: State, p: int, facts: list[int]) -> Player:
    chosen = None
    if k.chosen[p]:
        chosen = list(PAIRS[k.chosen[p] - 1]) if k.seats == 2 else [k.chosen[p] - 1]
    return Player(
        bridge=[tile_name(tile) for tile in k.bridge.row(p)[: k.length[p]]],
        powers={name: k.crests[p] >> 8 * c & 255 for c, name in enumerate(COLOUR_NAMES)},
        money=k.money[p],
        income=counts(SOURCE_NAMES, k.earned.row(p)),
        hand=counts(VALUE_NAMES, k.hand.row(p)),
        chosen=chosen,
        tiles=counts(KIND_NAMES, k.tiles.row(p)),
        fresh=counts(KIND_NAMES, k.fresh.row(p)),
        chapel=k.space[CHAPEL, p],
        gate=k.space[GATE, p],
        pawn=space_name(k.pawn[p] - 1) if k.pawn[p] else None,
        fits=None if k.over else show_fits(face, k, p, facts),
    )


def space_name(space: int) -> SpaceName:
    return CENTRE_NAME if space == CENTRE else TYPE_NAMES[space]


def show_stack(k: State, kind: int) -> Stack:
    row = k.stack[kind * PER_TYPE : kind * PER_TYPE + k.left[kind]][::-1]
    return Stack(
        top=tile_name(row[0]) if row and row[0] else None,
        left=k.left[kind],
        tiles=[tile_name(tile) for tile in row] if all(row) else None,
    )


def show_bonus(k: State, back: int) -> BonusStack:
    row = k.bonus[back * BONUS_STACK : back * BONUS_STACK + k.bonus_left[back]][::-1]
    return BonusStack(
        top=KIND_NAMES[row[0] - 1] if row and row[0] else None,
        left=k.bonus_left[back],
        kinds=counts(KIND_NAMES, k.bonus_kinds.row(back)),
        tiles=[KIND_NAMES[tile - 1] for tile in row] if all(row) else None,
    )


def show_markers(k: State) -> Markers:
    coming = k.marker[k.round : k.rounds]
    return Markers(
        turned=[value for value in k.marker[: k.round] if value],
        left=k.rounds - k.round,
        coming=coming if all(coming) else None,
    )


def show_turn(k: State, entry: int, after: int) -> Turn:
    seat, card = divmod(entry - 1, CARDS)
    played = k.played[seat, card]
    return Turn(
        seat=seat,
        value=played - 1 if played else None,
        plus=k.plus[seat, card],
        card=card + 1,
        before=why_before(k, entry, after) if after else None,
    )


def why_before(k: State, entry: int, after: int) -> Literal["card", "chapel", "own"] | None:
    """What puts a turn before the next one (1.3, 15); None if one of the cards was taken back."""
    seat, card = divmod(entry - 1, CARDS)
    other, lower = divmod(after - 1, CARDS)
    if not k.played[seat, card] or not k.played[other, lower]:
        return None
    if k.played[seat, card] + k.plus[seat, card] != k.played[other, lower] + k.plus[other, lower]:
        return "card"
    return "own" if seat == other else "chapel"


def show_uses(facts: list[int]) -> dict[SpaceName, list[BonusName]]:
    """The bonus tiles that a placement uses up, for each space of the wheel that costs any."""
    masks = {space_name(space): facts[USES + space] for space in range(CENTRE + 1)}
    return {
        name: [KIND_NAMES[kind] for kind in range(KINDS) if mask >> kind & 1] for name, mask in masks.items() if mask
    }


def show(face: Face, box: Box, k: State, facts: list[int]) -> View:
    """The view of a known state."""
    seats = range(k.seats)
    order = [entry for entry in k.order if entry]
    return View(
        players=[show_player(face, k, p, facts) for p in seats],
        round=k.round,
        decision=DECISIONS[k.decision],
        pending=[p for p in seats if k.pending >> p & 1],
        over=bool(k.over),
        offset=k.offset,
        wheel=face.wheel(k.offset),
        stacks={name: show_stack(k, kind) for kind, name in enumerate(TYPE_NAMES)},
        taken=tile_name(k.taken) if k.taken else None,
        spots=show_spots(face, k.taken, facts[TAKEN:]) if k.taken else None,
        due=k.due,
        order=[show_turn(k, entry, after) for entry, after in itertools.pairwise([*order, 0])],
        turn=k.turn,
        placed=bool(k.placed),
        uses=show_uses(facts) if k.decision == PLACE and k.pending else None,
        lowest=Lowest(number=k.low, seat=k.low_seat - 1) if k.low_seat else None,
        bonus=[show_bonus(k, back) for back in range(BACKS)],
        supply=counts(VALUE_NAMES, list(k.supply)),
        chapel_order=list(k.line.row(CHAPEL)[: k.seats]),
        gate_order=list(k.line.row(GATE)[: k.seats]),
        scoring=[scoring_name(colour, stored) for colour, stored in enumerate(k.scoring)] if all(k.scoring) else None,
        standings=[show_standing(k, colour, facts) for colour in range(len(SCORINGS))] if all(k.scoring) else None,
        markers=show_markers(k),
        removed=[number for number in range(1, NUMBERS + 1) if k.removed >> number & 1],
        used=counts(KIND_NAMES, list(k.used)),
    )


def whole(k: State) -> bool:
    """Whether everything is known: stacks, markers, bonus tiles, scorings, the cards face down."""
    stacks = all(all(k.stack[kind * PER_TYPE : kind * PER_TYPE + k.left[kind]]) for kind in range(TYPES))
    bonus = all(all(k.bonus[back * BONUS_STACK : back * BONUS_STACK + k.bonus_left[back]]) for back in range(BACKS))
    laid = all(k.chosen[p] or k.pending >> p & 1 for p in range(k.seats)) or k.decision != CHOOSE or k.over
    return bool(stacks and bonus and laid and all(k.scoring) and all(k.marker[: k.rounds]))


def asks(k: State, seat: int) -> str:
    """The decision of a seat, as a key under [ask] and [wait]."""
    name = DECISIONS[k.decision]
    return "choose_two" if name == "choose" and k.seats == 2 else name
