"""Old London Bridge: a known state as JSON for a person. Its form is in form.py, reading it in position.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from townwright.engine.shapes import Sign

from .box import COLOUR_NAMES, KIND_NAMES, TYPE_NAMES, Box, Face, tile_name
from .form import (
    CENTRE_NAME,
    SOURCE_NAMES,
    VALUE_NAMES,
    BonusStack,
    Lowest,
    Markers,
    Player,
    SpaceName,
    Stack,
    Turn,
    View,
    scoring_name,
)
from .guide import cards
from .kinds import DECISIONS, PAIRS
from .position import read
from .state import BACKS, BONUS_STACK, CARDS, CENTRE, CHAPEL, CHOOSE, GATE, NUMBERS, PER_TYPE, TYPES, State

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


def show_player(k: State, p: int) -> Player:
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


def show_turn(k: State, entry: int) -> Turn:
    seat, card = divmod(entry - 1, CARDS)
    played = k.played[seat, card]
    return Turn(seat=seat, value=played - 1 if played else None, plus=k.plus[seat, card], card=card + 1)


def show(face: Face, box: Box, k: State) -> View:
    """The view of a known state."""
    seats = range(k.seats)
    return View(
        players=[show_player(k, p) for p in seats],
        round=k.round,
        decision=DECISIONS[k.decision],
        pending=[p for p in seats if k.pending >> p & 1],
        over=bool(k.over),
        offset=k.offset,
        wheel=face.wheel(k.offset),
        stacks={name: show_stack(k, kind) for kind, name in enumerate(TYPE_NAMES)},
        taken=tile_name(k.taken) if k.taken else None,
        due=k.due,
        order=[show_turn(k, entry) for entry in k.order if entry],
        turn=k.turn,
        placed=bool(k.placed),
        lowest=Lowest(number=k.low, seat=k.low_seat - 1) if k.low_seat else None,
        bonus=[show_bonus(k, back) for back in range(BACKS)],
        supply=counts(VALUE_NAMES, list(k.supply)),
        chapel_order=list(k.line.row(CHAPEL)[: k.seats]),
        gate_order=list(k.line.row(GATE)[: k.seats]),
        scoring=[scoring_name(colour, stored) for colour, stored in enumerate(k.scoring)] if all(k.scoring) else None,
        markers=show_markers(k),
        removed=[number for number in range(1, NUMBERS + 1) if k.removed >> number & 1],
        used=counts(KIND_NAMES, list(k.used)),
    )


def whole(k: State) -> bool:
    """Whether nothing is unknown: stacks, markers, bonus tiles, scorings, the cards face down."""
    stacks = all(all(k.stack[kind * PER_TYPE : kind * PER_TYPE + k.left[kind]]) for kind in range(TYPES))
    bonus = all(all(k.bonus[back * BONUS_STACK : back * BONUS_STACK + k.bonus_left[back]]) for back in range(BACKS))
    laid = all(k.chosen[p] or k.pending >> p & 1 for p in range(k.seats)) or k.decision != CHOOSE or k.over
    return bool(stacks and bonus and laid and all(k.scoring) and all(k.marker[: k.rounds]))


def asks(k: State, seat: int) -> str:
    """What is asked of a seat."""
    name = DECISIONS[k.decision]
    return "choose_two" if name == "choose" and k.seats == 2 else name
