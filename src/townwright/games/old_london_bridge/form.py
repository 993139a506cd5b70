"""Old London Bridge: the form of a view, which is also the form of a position."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from townwright.engine.shapes import CARD, CARDS, COUNTS, HIDDEN, SEAT, SEATS, STACK, TRACK

from .box import BonusName, Crest, TypeName
from .kinds import Decision
from .state import BACKS, BONUS_STACK, MARKERS, NUMBERS, PER_TYPE, PRINTED, SLOTS, SOURCES, SPACES, TYPES, VALUES
from .state import CARDS as CARDS_LAID
from .state import SEATS as MOST_SEATS

SpaceName = Literal["chapel", "gate", "inn", "emporium", "guild", "garden", "centre"]
Value = Literal["0", "1", "2", "3", "4"]
Source = Literal[
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

CENTRE_NAME: SpaceName = "centre"
VALUE_NAMES: tuple[Value, ...] = ("0", "1", "2", "3", "4")
SOURCE_NAMES: tuple[Source, ...] = (
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

Count = Annotated[int, Meta(ge=0, le=99)]
Seat = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1), SEAT]
Space = Annotated[int, Meta(ge=0, le=SPACES - 1), TRACK]
Money = Annotated[int, Meta(ge=-9999, le=9999)]
Card = Annotated[int, Meta(ge=0, le=VALUES - 1)]
Marker = Annotated[int, Meta(ge=1, le=9)]
Seats = Annotated[list[Seat], Meta(max_length=MOST_SEATS), SEATS]


def scoring_name(colour: int, stored: int) -> str:
    """The name of a scoring: "C3"; "C0" is the printed one."""
    return f"{'CGIB'[colour]}{stored - PRINTED}"


class Spot(Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Where a building may stand, and what it would do there now."""

    # the next free slot, or those of buildings it may replace
    slots: Annotated[list[Annotated[int, Meta(ge=1, le=SLOTS)]], HIDDEN]
    strength: Annotated[int, Meta(ge=0, le=SLOTS), HIDDEN] = 0  # none for guilds and gardens
    space: Annotated[int, Meta(ge=0, le=SPACES - 1), HIDDEN] = 0  # that the marker reaches
    money: Annotated[int, Meta(ge=0, le=9999), HIDDEN] = 0  # of emporia, coins and the prize
    tiles: Annotated[int, Meta(ge=0, le=SPACES), HIDDEN] = 0  # bonus tiles to be taken
    cards: Annotated[int, Meta(ge=0, le=SLOTS), HIDDEN] = 0  # total of the cards to be taken


Spots = Annotated[list[Spot], HIDDEN]


class Player(Struct, forbid_unknown_fields=True, kw_only=True):
    """What belongs to one player."""

    bridge: Annotated[list[str], Meta(max_length=SLOTS), CARDS] = []  # from left to right: "57", "G-blue" for a garden
    powers: dict[Crest, Count] | None = None  # crests of each colour on it
    money: Annotated[int, Meta(ge=0, le=9999)] | None = None
    income: dict[Source, Money] | None = None  # where the money came from
    hand: dict[Value, Count] | None = None  # cards by value, without those laid on the table
    chosen: Annotated[list[Card], Meta(max_length=CARDS_LAID)] | None = None  # the cards chosen face down, if known
    tiles: dict[BonusName, Count] = {}  # bonus tiles that can be used
    fresh: dict[BonusName, Count] = {}  # bonus tiles gained in this round
    chapel: Space = 0  # space of the marker on the chapel track
    gate: Space = 0  # and on the gate track
    pawn: SpaceName | None = None  # where it stands on the wheel
    fits: Annotated[dict[TypeName, Spots] | None, HIDDEN] = None  # where the open buildings may stand on the bridge


class Stack(Struct, forbid_unknown_fields=True, kw_only=True):
    """A stack of buildings."""

    top: Annotated[str | None, CARD] = None  # the building everybody sees
    left: Annotated[int, Meta(ge=0, le=PER_TYPE), STACK] | None = None
    tiles: Annotated[list[str], Meta(max_length=PER_TYPE), HIDDEN] | None = None  # all of them, top first, if known


class BonusStack(Struct, forbid_unknown_fields=True, kw_only=True):
    """A stack of bonus tiles."""

    top: Annotated[BonusName | None, CARD] = None  # the tile that lies face up
    left: Annotated[int, Meta(ge=0, le=BONUS_STACK), STACK] | None = None
    kinds: Annotated[dict[BonusName, Count] | None, HIDDEN] = None  # what the stack holds, as everybody can work out
    tiles: Annotated[list[BonusName], Meta(max_length=BONUS_STACK), HIDDEN] | None = None  # top first, if it is known


class Markers(Struct, forbid_unknown_fields=True, kw_only=True):
    """The row of turn markers."""

    turned: Annotated[list[Marker], Meta(max_length=MARKERS)]  # up to now, one for each round
    left: Annotated[int, Meta(ge=0, le=MARKERS), STACK] | None = None
    coming: Annotated[list[Marker], Meta(max_length=MARKERS), HIDDEN] | None = None  # the rest, if known


class Turn(Struct, forbid_unknown_fields=True, kw_only=True):
    """A turn of the round: whose, and for which card."""

    seat: Seat
    value: Card | None = None  # printed on the card; None once it was taken back
    plus: Annotated[int, Meta(ge=0, le=127)] = 0  # added by bonus tiles
    card: Annotated[int, Meta(ge=1, le=CARDS_LAID), HIDDEN] = 1  # with two players: 1 the higher card, 2 the lower
    # why it comes before the next turn: a higher card, or for equal cards the chapel track; None for the last turn
    before: Annotated[Literal["card", "chapel", "own"] | None, HIDDEN] = None


class Lowest(Struct, forbid_unknown_fields=True, kw_only=True):
    """The lowest number built in this round."""

    number: Annotated[int, Meta(ge=1, le=NUMBERS)]
    seat: Seat


class Standing(Struct, forbid_unknown_fields=True, kw_only=True):
    """How the scoring of a colour stands, by seat."""

    counts: Annotated[list[int], HIDDEN]  # what it counts
    places: Annotated[list[int] | None, HIDDEN] = None  # in a ranking, from 1; 0 means not ranked
    money: Annotated[list[int], HIDDEN] = []  # what it would pay if the game ended now
    # whom a scoring of every round would pay if the round ended now
    leader: Annotated[Seat | None, HIDDEN] = None


class View(Struct, forbid_unknown_fields=True, kw_only=True):
    """The table as one observer knows it."""

    players: Annotated[list[Player], Meta(min_length=2, max_length=MOST_SEATS)]
    round: Annotated[int, Meta(ge=1, le=SLOTS)] | None = None
    decision: Annotated[Decision, HIDDEN] = "choose"
    pending: Annotated[list[Seat], Meta(max_length=MOST_SEATS), HIDDEN] | None = None  # the seats that must act
    over: Annotated[bool, HIDDEN] = False
    # spaces the wheel has turned since the X pointed to the first stack
    offset: Annotated[int, Meta(ge=0, le=TYPES - 1), HIDDEN] = 0
    wheel: Annotated[dict[TypeName, Count | Literal["X"]] | None, COUNTS] = None  # what it pays at each stack
    stacks: dict[TypeName, Stack] = {}
    taken: Annotated[str | None, CARD] = None  # the building that must replace another
    spots: Annotated[Spots | None, HIDDEN] = None  # where it may stand
    # bonus tiles to be taken, or total of the cards to be taken
    due: Annotated[int, Meta(ge=0, le=SPACES), HIDDEN] = 0
    order: Annotated[list[Turn], Meta(max_length=MOST_SEATS)] | None = None  # the turns of this round
    turn: Annotated[int, Meta(ge=0, le=MOST_SEATS), HIDDEN] | None = None  # which of them is being taken, from 1
    placed: Annotated[bool | None, HIDDEN] = None  # whether the pawn of this turn stands
    # bonus tiles that a placement on each space uses up, while a pawn is to be placed
    uses: Annotated[dict[SpaceName, list[BonusName]] | None, HIDDEN] = None
    lowest: Lowest | None = None
    bonus: Annotated[list[BonusStack], Meta(min_length=BACKS, max_length=BACKS)] | None = None
    supply: dict[Value, Count] | None = None  # cards in the common supply
    chapel_order: Seats | None = None  # seats from front to back
    gate_order: Seats | None = None
    # chapel, gate, inn, bridge: "C0" or "printed" is the printed one
    scoring: Annotated[list[str], Meta(min_length=4, max_length=4), CARDS] | None = None
    standings: Annotated[list[Standing] | None, HIDDEN] = None  # of these scorings
    markers: Markers | None = None
    # replaced buildings
    removed: Annotated[list[Annotated[int, Meta(ge=1, le=NUMBERS)]], Meta(max_length=NUMBERS), CARDS] = []
    used: dict[BonusName, Count] = {}  # bonus tiles that have left the game


assert len(SOURCE_NAMES) == SOURCES
