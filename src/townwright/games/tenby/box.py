"""Tenby: what box.toml must look like, and how it is packed. `check` says what is wrong with a file."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from townwright.engine.fields import i1, i2, layout

from .state import (
    ACCOLADES,
    CARDS,
    DAYS,
    DECKS,
    LANDMARK_FIRST,
    LANDMARKS,
    LYING,
    PIER_FIRST,
    PIERS,
    PLAIN_FIRST,
    RESIDENTS,
    SEATS,
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
MOVES_EACH = 200  # most moves of one player in a game; `check.check_income` holds every box to it

Few = Annotated[int, Meta(ge=0, le=20)]
Cost = Annotated[int, Meta(ge=1, le=20)]
Points = Annotated[int, Meta(ge=0, le=50)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Id = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,12}$")]
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
    start_rings: Annotated[str, Meta(pattern=r"^[0-9]( [0-9]){4}$")] = "1 1 2 2 3"
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
    icons: Annotated[str, Meta(pattern="^[TPLRO]{1,12}$")]


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


class Box:
    rounds = i1()
    market = i1(DECKS)  # face-up cards beyond the number of players
    size = i2(DECKS)  # cards of each town deck
    starts = i1()
    days = i1()
    residents = i1()
    accolades = i1()
    left_edge = i1(CARDS)
    right_edge = i1(CARDS)
    paint = i1(CARDS)  # the building: 0 none, 1 to 5 a colour, WHITE
    count = i1(CARDS, UNIQUE)  # how many of each thing are on a card; a white building is one of every colour
    points = i1(CARDS)  # flat points are points for the card itself, so one verb scores all: points x instances
    condition = i1(CARDS)
    reach_left = i1(CARDS)
    reach_right = i1(CARDS)
    itself = i1(CARDS)  # 1 if the card counts itself
    day_number = i2(DAYS)
    day_icons = i1(DAYS, 4)
    day_rings = i1(DAYS)
    what = i1(RESIDENTS)  # of each resident: the thing counted,
    each = i1(RESIDENTS)  # whether every street scores or the best,
    threshold = i2(RESIDENTS, TIERS)
    reward = i1(RESIDENTS, 2, TIERS)  # incomplete, completed
    metric = i1(ACCOLADES)
    cost = i1(5)  # T, P, L, R, a move
    reveal_cost = i1()
    prices = i1(LYING)
    accolade_points = i1()
    open_points = i1()
    secret_points = i1()
    start_rings = i1(SEATS)  # by night card
    plain = i1(2)  # supply of plain end terraces and piers
    counters = i1()
    mode = i1()  # options, as numbers
    open_sea = i1()
    visiting = i1()
    start_card = i1()
    start_residents = i1()
    random_night = i1()
    founding = i1()


BOX = layout(Box)


class Face:
    """The box as Python uses it: every row by its number, and the numbers by their ids."""

    def __init__(self) -> None:
        self.rounds = 0
        self.costs: list[int] = []  # rings for T, P, L, R and a move,
        self.reveal_cost = 0
        self.prices: list[int] = []  # and for each commitment of High Tide
        self.cards: dict[int, CardRow] = {}
        self.days: list[DayRow] = []
        self.residents: list[ResidentRow] = []
        self.accolades: list[AccoladeRow] = []
        self.card_numbers: dict[str, int] = {}
        self.day_numbers: dict[str, int] = {}
        self.resident_numbers: dict[str, int] = {}
        self.accolade_numbers: dict[str, int] = {}

    def card(self, number: int) -> str:
        """The id of a card; IndexError for a number this box has no card for."""
        if number not in self.cards:
            raise IndexError(number)
        return self.cards[number].id


CARD_TABLES = {
    "terrace": (TERRACE_FIRST, TERRACES),
    "pier": (PIER_FIRST, PIERS),
    "landmark": (LANDMARK_FIRST, LANDMARKS),
    "start": (START_FIRST, STARTS),
    "plain": (PLAIN_FIRST, SIDES),
}


def fill(file: File, box: Any) -> Face:
    """Fills the box record from a file without fault."""
    face, costs = Face(), file.costs
    face.rounds, face.reveal_cost, face.prices = file.game.rounds, costs.reveal, list(file.accolades.prices)
    face.costs = [costs.terrace, costs.pier, costs.landmark, costs.resident, costs.move]
    face.days = msgspec.convert(file.day, list[DayRow])
    face.residents = msgspec.convert(file.resident, list[ResidentRow])
    face.accolades = msgspec.convert(file.accolade, list[AccoladeRow])
    for table, (first, _) in CARD_TABLES.items():
        for c, row in enumerate(msgspec.convert(getattr(file, table), list[CardRow]), first):
            face.cards[c] = row
            pack_card(box, c, row, table == "landmark")
    face.card_numbers = {row.id: c for c, row in face.cards.items()}
    face.day_numbers = {row.id: n for n, row in enumerate(face.days)}
    face.resident_numbers = {row.id: n for n, row in enumerate(face.residents)}
    face.accolade_numbers = {row.id: n for n, row in enumerate(face.accolades)}
    for deck, table in enumerate(("terrace", "pier", "landmark")):
        box.size[deck] = len(getattr(file, table))
    box.starts = len(file.start)
    pack_days(face.days, box)
    pack_residents(face.residents, box)
    pack_accolades(file, face.accolades, box)
    pack_options(file, box)
    return face


def pack_card(box: Any, c: int, row: CardRow, landmark: bool) -> None:
    """A town card: its edges, what it counts as, what it scores; a white building counts as every colour (1.8)."""
    box.left_edge[c], box.right_edge[c] = (EDGES.index(edge) for edge in row.edges)
    for feature, drawn in row.features.items():
        box.count[c, FEATURES.index(feature)] = drawn
    for kind in ("town", row.base, row.subtype, "landmark" if landmark else None):
        if kind is not None:
            box.count[c, THINGS.index(kind)] = 1
    for n, colour in enumerate(COLOURS):
        if row.building in (colour, "white"):
            box.count[c, FIRST_COLOUR + n] = 1
    if row.building is not None:
        box.paint[c] = (*COLOURS, "white").index(row.building) + 1
    box.points[c] = row.points
    if row.condition is None or row.range is None:  # flat points are points for one town card, itself
        box.condition[c], box.itself[c] = THINGS.index("town"), 1
    else:
        box.condition[c] = CONDITIONS.index(row.condition)
        box.reach_left[c], box.reach_right[c], box.itself[c] = RANGES[row.range]


def pack_days(days: list[DayRow], box: Any) -> None:
    """The day cards: number, icons, rings."""
    for n, row in enumerate(days):
        box.day_number[n] = row.number
        for icon, letter in enumerate(ICON_LETTERS):
            box.day_icons[n, icon] = row.icons.count(letter)
        box.day_rings[n] = row.icons.count("O")
    box.days = len(days)


def pack_residents(residents: list[ResidentRow], box: Any) -> None:
    """The residents: a card with one threshold is a card whose other thresholds are out of reach."""
    for n, row in enumerate(residents):
        tiers = len(row.thresholds)
        box.what[n], box.each[n] = CONDITIONS.index(row.what), row.scope == "each"
        for tier in range(TIERS):
            box.threshold[n, tier] = row.thresholds[tier] if tier < tiers else UNREACHED
            box.reward[n, 0, tier] = row.incomplete[tier] if tier < tiers else 0
            box.reward[n, 1, tier] = row.completed[tier] if tier < tiers else 0
    box.residents = len(residents)


def pack_accolades(file: File, accolades: list[AccoladeRow], box: Any) -> None:
    """The accolades and what they pay."""
    for n, row in enumerate(accolades):
        box.metric[n] = METRICS.index(row.metric)
    box.accolades = len(accolades)
    paid = file.accolades
    box.accolade_points, box.open_points, box.secret_points = paid.points, paid.open, paid.secret
    for n, price in enumerate(paid.prices):
        box.prices[n] = price


def pack_options(file: File, box: Any) -> None:
    """Costs, rounds and options."""
    costs, options = file.costs, file.options
    box.rounds = file.game.rounds
    for deck in range(DECKS):
        box.market[deck] = file.game.market[deck]
    for n, cost in enumerate((costs.terrace, costs.pier, costs.landmark, costs.resident, costs.move)):
        box.cost[n] = cost
    box.reveal_cost = costs.reveal
    for n, rings in enumerate(options.start_rings.split()):
        box.start_rings[n] = int(rings)
    box.plain[0], box.plain[1], box.counters = options.plain_terraces, options.plain_piers, options.counters
    box.mode, box.open_sea = MODES.index(options.accolades), options.open_sea
    box.visiting, box.founding = options.visiting, options.founding
    box.start_card, box.start_residents = options.start_card != "none", options.start_residents != "none"
    box.random_night = options.night_order == "random"
