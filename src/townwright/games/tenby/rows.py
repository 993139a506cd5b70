"""Tenby: what box.toml must look like: its tables, their rows, and the words allowed in them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from .state import (
    DECKS,
    LANDMARK_FIRST,
    LANDMARKS,
    LYING,
    PIER_FIRST,
    PIERS,
    PLAIN_FIRST,
    SIDES,
    START_FIRST,
    STARTS,
    TERRACE_FIRST,
    TERRACES,
    TOWN,
)

FEATURES = (
    "bench",
    "bin",
    "binoculars",
    "chimney",
    "cloud",
    "flower_box",
    "lamp_post",
    "lobster_box",
    "porch",
    "seagull",
    "shutters",
)
COLOURS = ("red", "yellow", "green", "blue", "purple")
KINDS = ("town", "terrace", "pier", "home", "business", "landmark")
THINGS = (*FEATURES, *COLOURS, *KINDS)  # what adds up card by card
UNIQUE = len(THINGS)  # different colours do not
CONDITIONS = (*THINGS, "unique_colour")
COMPLETED, LONGEST, BEST_CARD, BEST_COLOUR, HELD = range(UNIQUE + 1, UNIQUE + 6)
METRICS = (*CONDITIONS, "completed_street", "longest_street", "best_card", "best_colour", "resident_card")
FIRST_COLOUR = len(FEATURES)
WHITE = len(COLOURS) + 1  # paint of a white building; 1 to 5 are the colours, 0 no building
EDGES = ("terrace", "pier", "sea")
SEA = 2
ICON_LETTERS = "TPLR"
# how far a condition looks to the left and to the right, and whether the card itself counts
RANGES = {
    "white": (1, 1, 0),
    "grey_both": (2, 2, 0),
    "grey_left": (2, 0, 0),
    "grey_right": (0, 2, 0),
    "gold": (TOWN, TOWN, 1),
}
TIERS = 3
UNREACHED = 9999  # a threshold that no street reaches: TOWN cards have at most 20 of a feature each
MODES = ("none", "open_sea", "ebb_flow", "high_tide")
OPEN_SEA, EBB_FLOW, HIGH_TIDE = 1, 2, 3
MOVES_EACH = 200  # most moves of one player in a game; `check.check_income` refuses boxes that allow more

Few = Annotated[int, Meta(ge=0, le=20)]
Cost = Annotated[int, Meta(ge=1, le=20)]
Points = Annotated[int, Meta(ge=0, le=50)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Id = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,12}$", examples=["S1"])]
Edge = Literal["terrace", "pier", "sea"]
Base = Literal["terrace", "pier"]
Rows = list[dict[str, Any]]  # checked row by row, so that every problem is found


class Options(Struct, forbid_unknown_fields=True, frozen=True):
    """The choices of a table."""

    accolades: Literal["none", "open_sea", "ebb_flow", "high_tide"] = "none"
    open_sea: Annotated[int, Meta(ge=1, le=3)] = 3
    visiting: bool = False
    start_card: Literal["one_random", "none"] = "one_random"
    start_residents: Literal["draw_two_keep_one", "none"] = "draw_two_keep_one"
    start_rings: Annotated[str, Meta(pattern=r"^[0-9]( [0-9]){4}$", examples=["1 1 2 2 3"])] = "1 1 2 2 3"
    night_order: Literal["random", "seats"] = "random"
    plain_terraces: Few = 15
    plain_piers: Few = 15
    counters: Annotated[int, Meta(ge=0, le=6)] = 3
    founding: bool = True


class GameRow(Struct, forbid_unknown_fields=True):
    rounds: Annotated[int, Meta(ge=2, le=10)]
    market: Annotated[list[Annotated[int, Meta(ge=-1, le=5)]], Meta(min_length=DECKS, max_length=DECKS)]


class CostRow(Struct, forbid_unknown_fields=True):
    reveal: Cost
    move: Cost
    terrace: Cost
    pier: Cost
    landmark: Cost
    resident: Cost


class AccoladePoints(Struct, forbid_unknown_fields=True):
    points: Points
    open: Points
    secret: Points
    prices: Annotated[list[Cost], Meta(min_length=LYING, max_length=LYING)]


class File(Struct, forbid_unknown_fields=True):
    """What box.toml must look like; its rows are `CardRow`, `DayRow`, `ResidentRow`, `AccoladeRow`, `EdgeRow`."""

    options: Options
    game: GameRow
    costs: CostRow
    accolades: AccoladePoints
    maxima: dict[str, Few]
    terrace: Rows
    pier: Rows
    landmark: Rows
    start: Rows
    plain: Rows
    day: Rows
    resident: Rows
    accolade: Rows
    edge: Rows


class CardRow(Struct, forbid_unknown_fields=True, kw_only=True):
    id: Id
    name: Name
    edges: tuple[Edge, Edge]
    base: Base
    subtype: Literal["home", "business"] | None = None
    building: Literal["red", "yellow", "green", "blue", "purple", "white"] | None = None
    features: dict[str, Few] = {}
    points: Points
    condition: str | None = None
    range: Literal["white", "grey_both", "grey_left", "grey_right", "gold"] | None = None


class DayRow(Struct, forbid_unknown_fields=True):
    id: Id
    number: Annotated[int, Meta(ge=1, le=999)]
    icons: Annotated[str, Meta(pattern="^[TPLRO]{1,12}$", examples=["TPR"])]


class ResidentRow(Struct, forbid_unknown_fields=True):
    id: Id
    name: Name
    scope: Literal["best", "each"]
    what: str
    thresholds: Annotated[list[Annotated[int, Meta(ge=1, le=999)]], Meta(min_length=1, max_length=TIERS)]
    incomplete: list[Points]
    completed: list[Points]


class AccoladeRow(Struct, forbid_unknown_fields=True):
    id: Id
    name: Name
    metric: str


class EdgeRow(Struct, forbid_unknown_fields=True):
    name: Name
    left: Edge
    right: Edge
    base: Base


CARD_TABLES = {  # the first number and the capacity of each table of town cards
    "terrace": (TERRACE_FIRST, TERRACES),
    "pier": (PIER_FIRST, PIERS),
    "landmark": (LANDMARK_FIRST, LANDMARKS),
    "start": (START_FIRST, STARTS),
    "plain": (PLAIN_FIRST, SIDES),
}
