"""Old London Bridge: a known state as JSON for a person, and the same form as a position."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from .box import COLOUR_NAMES, KIND_NAMES, SCORINGS, TYPE_NAMES, Face, tile_name
from .moves import DECISIONS, PAIRS
from .state import (
    BACKS,
    BONUS_STACK,
    CARDS,
    CENTRE,
    CHAPEL,
    CHOOSE,
    COLOURS,
    GATE,
    KINDS,
    MARKERS,
    NUMBERS,
    PER_TYPE,
    PRINTED,
    ROUNDS,
    SEATS,
    SLOTS,
    SOURCES,
    SPACES,
    TYPES,
    VALUES,
)

SOURCE_NAMES = (
    "start",
    "wheel",
    "centre",
    "coins",
    "prizes",
    "emporia",
    "chapel_rounds",
    "gate_rounds",
    "inn_rounds",
    "bridge_rounds",
)
LINES = (*SOURCE_NAMES[:ROUNDS], *SCORINGS, "slots", "tiles")
CENTRE_NAME = "centre"

TypeName = Literal["chapel", "gate", "inn", "emporium", "guild", "garden"]
SpaceName = Literal["chapel", "gate", "inn", "emporium", "guild", "garden", "centre"]
Kind = Literal["CH2", "GT2", "OCC", "FREE", "X", "PLUS", "LADY", "REC"]
Value = Literal["0", "1", "2", "3", "4"]
SourceName = Literal[
    "start",
    "wheel",
    "centre",
    "coins",
    "prizes",
    "emporia",
    "chapel_rounds",
    "gate_rounds",
    "inn_rounds",
    "bridge_rounds",
]
Decision = Literal["choose", "lady", "plus", "place", "replace", "inn", "bonus", "after"]
Count = Annotated[int, Meta(ge=0, le=99)]
Seat = Annotated[int, Meta(ge=0, le=SEATS - 1)]
Space = Annotated[int, Meta(ge=0, le=SPACES - 1)]
Money = Annotated[int, Meta(ge=-9999, le=9999)]
Card = Annotated[int, Meta(ge=0, le=VALUES - 1)]
Marker = Annotated[int, Meta(ge=1, le=9)]
Seats = Annotated[list[Seat], Meta(max_length=SEATS)]


class Player(Struct, forbid_unknown_fields=True, kw_only=True):
    """What one player has before him."""

    bridge: Annotated[list[str], Meta(max_length=SLOTS)] = []  # from left to right: "57", "G-blue" for a garden
    powers: dict[str, Count] | None = None  # crests of each colour on it
    money: Annotated[int, Meta(ge=0, le=9999)] | None = None
    income: dict[SourceName, Money] | None = None  # where the money came from
    hand: dict[Value, Count] | None = None  # cards by value, without those laid on the table
    tiles: dict[Kind, Count] = {}  # bonus tiles that can be used
    fresh: dict[Kind, Count] = {}  # bonus tiles gained in this round
    chapel: Space = 0  # space of the marker on the chapel track
    gate: Space = 0  # and on the gate track
    pawn: SpaceName | None = None  # where it stands on the wheel
    chosen: Annotated[list[Card], Meta(max_length=CARDS)] | None = None  # the cards face down, if known


class Stack(Struct, forbid_unknown_fields=True, kw_only=True):
    """A stack of buildings."""

    left: Annotated[int, Meta(ge=0, le=PER_TYPE)] | None = None
    top: str | None = None  # the building everybody sees
    tiles: Annotated[list[str], Meta(max_length=PER_TYPE)] | None = None  # all of them, top first, if known


class BonusStack(Struct, forbid_unknown_fields=True, kw_only=True):
    """A stack of bonus tiles."""

    left: Annotated[int, Meta(ge=0, le=BONUS_STACK)] | None = None
    top: Kind | None = None  # the tile that lies face up
    kinds: dict[Kind, Count] | None = None  # what the stack holds, as everybody can tell
    tiles: Annotated[list[Kind], Meta(max_length=BONUS_STACK)] | None = None  # top first, if the order is known


class Markers(Struct, forbid_unknown_fields=True, kw_only=True):
    """The row of turn markers."""

    turned: Annotated[list[Marker], Meta(max_length=MARKERS)]  # up to now, one for each round
    left: Annotated[int, Meta(ge=0, le=MARKERS)] | None = None
    coming: Annotated[list[Marker], Meta(max_length=MARKERS)] | None = None  # the rest, if known


class Turn(Struct, forbid_unknown_fields=True, kw_only=True):
    """A turn of the round: whose, and for which card."""

    seat: Seat
    value: Card | None = None  # printed on the card; None once it was taken back
    plus: Annotated[int, Meta(ge=0, le=127)] = 0  # added by bonus tiles
    card: Annotated[int, Meta(ge=1, le=CARDS)] = 1  # with two players: 1 the higher card, 2 the lower


class Lowest(Struct, forbid_unknown_fields=True, kw_only=True):
    """The lowest number built in this round."""

    number: Annotated[int, Meta(ge=1, le=NUMBERS)]
    seat: Seat


class View(Struct, forbid_unknown_fields=True, kw_only=True):
    """The table as one observer knows it."""

    players: Annotated[list[Player], Meta(min_length=2, max_length=SEATS)]
    round: Annotated[int, Meta(ge=1, le=SLOTS)] | None = None
    decision: Decision = "choose"
    pending: Seats | None = None  # the seats that must act
    over: bool = False
    offset: Annotated[int, Meta(ge=0, le=TYPES - 1)] = (
        0  # spaces the wheel has turned since the X pointed to the first stack
    )
    wheel: dict[TypeName, Count | Literal["X"]] | None = None  # what the wheel pays at each stack
    stacks: dict[TypeName, Stack] = {}
    removed: Annotated[
        list[Annotated[int, Meta(ge=1, le=NUMBERS)]], Meta(max_length=NUMBERS)
    ] = []  # replaced buildings
    markers: Markers | None = None
    bonus: Annotated[list[BonusStack], Meta(min_length=BACKS, max_length=BACKS)] | None = None
    used: dict[Kind, Count] = {}  # bonus tiles that have left the game
    supply: dict[Value, Count] | None = None  # cards in the common supply
    scoring: Annotated[list[str], Meta(min_length=4, max_length=4)] | None = None  # chapel, gate, inn, bridge
    chapel_order: Seats | None = None  # seats from front to back
    gate_order: Seats | None = None
    order: Annotated[list[Turn], Meta(max_length=SEATS)] | None = None  # the turns of this round
    turn: Annotated[int, Meta(ge=0, le=SEATS)] | None = None  # which of them is being taken, from 1
    placed: bool | None = None  # whether the pawn of this turn stands
    taken: str | None = None  # the building that must replace another
    due: Annotated[int, Meta(ge=0, le=SPACES)] = 0  # bonus tiles to be taken, or total of the cards to be taken
    lowest: Lowest | None = None


# --- showing -------------------------------------------------------------------------------------


def counts(names: tuple[str, ...], row: list[int]) -> dict[Any, int]:
    """Counts by name, zeros left out."""
    return {name: n for name, n in zip(names, row, strict=True) if n}


VALUE_NAMES = tuple(str(value) for value in range(VALUES))


def scoring_name(colour: int, stored: int) -> str:
    """A scoring as people write it: "printed", "C3"."""
    return "printed" if stored == PRINTED else f"{'CGIB'[colour]}{stored - PRINTED}"


def show_player(k: Any, p: int) -> Player:
    pawn = k.pawn[p] - 1
    chosen = None
    if k.chosen[p]:
        chosen = list(PAIRS[k.chosen[p] - 1]) if k.seats == 2 else [k.chosen[p] - 1]
    return Player(
        bridge=[tile_name(k.bridge[p, slot]) for slot in range(k.length[p])],
        powers={name: k.crests[p] >> 8 * c & 255 for c, name in enumerate(COLOUR_NAMES)},
        money=k.money[p],
        income=counts(SOURCE_NAMES, [k.earned[p, n] for n in range(SOURCES)]),
        hand=counts(VALUE_NAMES, [k.hand[p, value] for value in range(VALUES)]),
        tiles=counts(KIND_NAMES, [k.tiles[p, kind] for kind in range(KINDS)]),
        fresh=counts(KIND_NAMES, [k.fresh[p, kind] for kind in range(KINDS)]),
        chapel=k.space[CHAPEL, p],
        gate=k.space[GATE, p],
        pawn=None if pawn < 0 else CENTRE_NAME if pawn == CENTRE else TYPE_NAMES[pawn],  # type: ignore[arg-type]
        chosen=chosen,
    )


def known(row: list[int]) -> bool:
    """Whether every place of a row is known."""
    return all(row)


def show_stack(k: Any, kind: int) -> Stack:
    row = [k.stack[kind * PER_TYPE + i] for i in reversed(range(k.left[kind]))]
    return Stack(
        left=k.left[kind],
        top=tile_name(row[0]) if row and row[0] else None,
        tiles=[tile_name(tile) for tile in row] if known(row) else None,
    )


def show_bonus(k: Any, back: int) -> BonusStack:
    row: list[Any] = [k.bonus[back * BONUS_STACK + i] for i in reversed(range(k.bonus_left[back]))]
    return BonusStack(
        left=k.bonus_left[back],
        top=KIND_NAMES[row[0] - 1] if row and row[0] else None,  # type: ignore[arg-type]
        kinds=counts(KIND_NAMES, [k.bonus_kinds[back, kind] for kind in range(KINDS)]),
        tiles=[KIND_NAMES[tile - 1] for tile in row] if known(row) else None,  # type: ignore[misc]
    )


def show_markers(k: Any) -> Markers:
    coming = [k.marker[i] for i in range(k.round, k.rounds)]
    return Markers(
        turned=[k.marker[i] for i in range(k.round) if k.marker[i]],
        left=k.rounds - k.round,
        coming=coming if known(coming) else None,
    )


def show_turn(k: Any, entry: int) -> Turn:
    seat, card = divmod(entry - 1, CARDS)
    played = k.played[seat, card]
    return Turn(seat=seat, value=played - 1 if played else None, plus=k.plus[seat, card], card=card + 1)


def show(face: Face, box: Any, k: Any) -> View:
    """The view of a known state."""
    seats = range(k.seats)
    pays: dict[Any, Any] = {name: face.pay_mark(k.offset, kind) for kind, name in enumerate(TYPE_NAMES)}
    scored = [k.scoring[colour] for colour in range(4)]
    return View(
        players=[show_player(k, p) for p in seats],
        round=k.round,
        decision=DECISIONS[k.decision],  # type: ignore[arg-type]
        pending=[p for p in seats if k.pending >> p & 1],
        over=bool(k.over),
        offset=k.offset,
        wheel=pays,
        stacks={name: show_stack(k, kind) for kind, name in enumerate(TYPE_NAMES)},  # type: ignore[misc]
        removed=[number for number in range(1, NUMBERS + 1) if k.removed >> number & 1],
        markers=show_markers(k),
        bonus=[show_bonus(k, back) for back in range(BACKS)],
        used=counts(KIND_NAMES, [k.used[kind] for kind in range(KINDS)]),
        supply=counts(VALUE_NAMES, [k.supply[value] for value in range(VALUES)]),
        scoring=[scoring_name(colour, stored) for colour, stored in enumerate(scored)] if known(scored) else None,
        chapel_order=[k.line[CHAPEL, place] for place in seats],
        gate_order=[k.line[GATE, place] for place in seats],
        order=[show_turn(k, k.order[i]) for i in range(SEATS) if k.order[i]],
        turn=k.turn,
        placed=bool(k.placed),
        taken=tile_name(k.taken) if k.taken else None,
        due=k.due,
        lowest=Lowest(number=k.low, seat=k.low_seat - 1) if k.low_seat else None,
    )


def whole(k: Any) -> bool:
    """Whether nothing is unknown: stacks, markers, bonus tiles, scorings, the cards face down."""
    stacks = all(k.stack[kind * PER_TYPE + i] for kind in range(TYPES) for i in range(k.left[kind]))
    bonus = all(k.bonus[back * BONUS_STACK + i] for back in range(BACKS) for i in range(k.bonus_left[back]))
    scored = all(k.scoring[colour] for colour in range(4))
    laid = all(k.chosen[p] or k.pending >> p & 1 for p in range(k.seats)) or k.decision != CHOOSE or k.over
    markers = all(k.marker[i] for i in range(k.rounds))
    return bool(stacks and bonus and scored and laid and markers)


def asks(k: Any, seat: int) -> str:
    """What is asked of a seat."""
    name = DECISIONS[k.decision]
    return "choose_two" if name == "choose" and k.seats == 2 else name


assert len(LINES) == ROUNDS + 6
assert len(SOURCE_NAMES) == SOURCES
assert len(COLOUR_NAMES) == COLOURS
