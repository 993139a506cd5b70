"""Tenby: reads box.toml, checks every row against the printed maxima and edges, and packs it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from townwright.engine.box import spoken
from townwright.engine.errors import BadBox
from townwright.engine.records import i1, i2, layout

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
MOVES_EACH = 200  # most moves of one player in a game; `check_income` holds every box to it

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
Row = TypeVar("Row", bound=Struct)


def rows_of(file: File, table: str, kind: type[Row], problems: list[str]) -> Iterator[tuple[int, str, Row]]:
    """The rows of a table that are well formed, with their place; what is wrong with the others is a problem."""
    for n, data in enumerate(getattr(file, table)):
        try:
            row = msgspec.convert(data, kind)
        except msgspec.ValidationError as error:
            what, at, path = str(error).partition(" - at `$")
            problems.append(
                spoken(msgspec.ValidationError(f"{what} - at `$.{table}[{n}]{path if at else '`'}"), "table")
            )
        else:
            yield n, f"table '{table}', row {n + 1} ({getattr(row, 'id', '') or getattr(row, 'name', '')})", row


def pack(file: File, box: Any) -> Face:
    """Fills the box record; raises one BadBox with everything that is wrong."""
    problems: list[str] = []
    face = Face()
    face.rounds, costs = file.game.rounds, file.costs
    face.costs = [costs.terrace, costs.pier, costs.landmark, costs.resident, costs.move]
    face.reveal_cost = costs.reveal
    if not check_sizes(file, problems):
        raise BadBox(*problems)
    maxima = check_maxima(file, problems)
    edges = check_edges(file, problems)
    pack_cards(file, box, face, maxima, edges, problems)
    pack_days(file, box, face, problems)
    pack_residents(file, box, face, problems)
    pack_accolades(file, box, face, problems)
    pack_options(file, box)
    face.prices = [box.prices[n] for n in range(LYING)]
    if not problems:
        check_income(file, face, problems)
    if problems:
        raise BadBox(*problems)
    return face


def check_sizes(file: File, problems: list[str]) -> bool:
    """Every table has a number of rows that the game can be played with; whether the state can hold them."""
    fits = True
    bounds = {table: (1, most) for table, (_, most) in CARD_TABLES.items()}
    bounds |= {"start": (SEATS, STARTS), "plain": (SIDES, SIDES)}
    # a row of n + 1 and n cards in use never run dry; High Tide lays out n + 1 accolades
    bounds |= {
        "day": (2 * SEATS + 1, DAYS),
        "resident": (1, RESIDENTS),
        "accolade": (LYING, ACCOLADES),
        "edge": (1, 20),
    }
    for table, (fewest, most) in bounds.items():
        rows = len(getattr(file, table))
        if not fewest <= rows <= most:
            expected = f"{fewest} to {most}" if fewest != most else f"{most}"
            problems.append(f"table '{table}': expected {expected} rows, got {rows}")
        fits = fits and rows <= most
    return fits


def check_maxima(file: File, problems: list[str]) -> dict[str, int]:
    """The printed maxima: exactly the eleven features."""
    if set(file.maxima) != set(FEATURES):
        problems.append(f"table 'maxima': expected exactly the features {', '.join(FEATURES)}")
    return file.maxima


def check_edges(file: File, problems: list[str]) -> dict[tuple[str, str], str]:
    """The edge table: the base of every pair of edges that a card may have."""
    found: dict[tuple[str, str], str] = {}
    for _, where, row in rows_of(file, "edge", EdgeRow, problems):
        if row.left == row.right == "sea":  # a single card is never a completed street (ruling 2)
            problems.append(f"{where}: expected at most one side at the sea")
        found[row.left, row.right] = row.base
    return found


def new_id(where: str, name: str, number: int, numbers: dict[str, int], problems: list[str]) -> None:
    """Ids differ, whatever their capitals: a move is written with them."""
    if name.lower() in (known.lower() for known in numbers):
        problems.append(f"{where}, field 'id': expected an id that no other row has")
    numbers[name] = number


def pack_cards(
    file: File,
    box: Any,
    face: Face,
    maxima: dict[str, int],
    edges: dict[tuple[str, str], str],
    problems: list[str],
) -> None:
    """The town cards: edges, what they count as, what they score."""
    for table, (first, _) in CARD_TABLES.items():
        for n, where, row in rows_of(file, table, CardRow, problems):
            c = first + n
            new_id(where, row.id, c, face.card_numbers, problems)
            face.cards[c] = row
            if row.edges not in edges:
                problems.append(f"{where}, field 'edges': expected a pair of table 'edge', got {' | '.join(row.edges)}")
            elif edges[row.edges] != row.base:
                problems.append(
                    f"{where}, field 'base': expected '{edges[row.edges]}' with these edges, got '{row.base}'"
                )
            elif table in ("terrace", "pier") and row.base != table:
                problems.append(f"{where}, field 'base': expected '{table}', got '{row.base}'")
            elif table == "plain" and row.base != ("terrace", "terrace", "pier", "pier")[n]:
                problems.append(f"{where}, field 'base': expected two sides of a terrace, then two of a pier")
            for feature, drawn in row.features.items():
                if feature not in FEATURES:
                    problems.append(f"{where}, field 'features': expected {', '.join(FEATURES)}; got '{feature}'")
                elif drawn > maxima.get(feature, drawn):
                    problems.append(
                        f"{where}, field 'features': expected at most {maxima[feature]} {feature}, got {drawn}"
                    )
                else:
                    box.count[c, FEATURES.index(feature)] = drawn
            pack_kinds(box, c, row, table == "landmark")
            pack_condition(box, c, row, where, problems)
    for deck, table in enumerate(("terrace", "pier", "landmark")):
        box.size[deck] = len(getattr(file, table))
    box.starts = len(file.start)


def pack_kinds(box: Any, c: int, row: CardRow, landmark: bool) -> None:
    """What a card counts as besides its features; a white building counts as every colour (1.8)."""
    box.left_edge[c], box.right_edge[c] = (EDGES.index(edge) for edge in row.edges)
    for kind in ("town", row.base, row.subtype, "landmark" if landmark else None):
        if kind is not None:
            box.count[c, THINGS.index(kind)] = 1
    for n, colour in enumerate(COLOURS):
        if row.building in (colour, "white"):
            box.count[c, FIRST_COLOUR + n] = 1
    if row.building is not None:
        box.paint[c] = (*COLOURS, "white").index(row.building) + 1


def pack_condition(box: Any, c: int, row: CardRow, where: str, problems: list[str]) -> None:
    """Points for each instance in range; flat points are points for one town card, itself."""
    box.points[c] = row.points
    if (row.condition is None) != (row.range is None):
        problems.append(f"{where}: expected both 'condition' and 'range', or neither for flat points")
    elif row.condition is not None and row.condition not in CONDITIONS:
        problems.append(f"{where}, field 'condition': expected one of {', '.join(CONDITIONS)}; got '{row.condition}'")
    elif row.condition is None or row.range is None:
        box.condition[c], box.itself[c] = THINGS.index("town"), 1
    else:
        box.condition[c] = CONDITIONS.index(row.condition)
        box.reach_left[c], box.reach_right[c], box.itself[c] = RANGES[row.range]


def pack_days(file: File, box: Any, face: Face, problems: list[str]) -> None:
    """The day cards: number, icons, rings."""
    taken: set[int] = set()
    for n, where, row in rows_of(file, "day", DayRow, problems):
        new_id(where, row.id, n, face.day_numbers, problems)
        if row.number in taken:
            problems.append(f"{where}, field 'number': expected a number that no other day card has, got {row.number}")
        taken.add(row.number)
        face.days.append(row)
        box.day_number[n] = row.number
        for icon, letter in enumerate(ICON_LETTERS):
            box.day_icons[n, icon] = row.icons.count(letter)
        box.day_rings[n] = row.icons.count("O")
    box.days = len(file.day)


def pack_residents(file: File, box: Any, face: Face, problems: list[str]) -> None:
    """The residents: a card with one threshold is a card whose other thresholds are out of reach."""
    for n, where, row in rows_of(file, "resident", ResidentRow, problems):
        new_id(where, row.id, n, face.resident_numbers, problems)
        face.residents.append(row)
        tiers = len(row.thresholds)
        if row.what not in CONDITIONS:
            problems.append(f"{where}, field 'what': expected one of {', '.join(CONDITIONS)}; got '{row.what}'")
            continue
        if row.thresholds != sorted(set(row.thresholds)):
            problems.append(f"{where}, field 'thresholds': expected rising numbers")
        if not len(row.incomplete) == len(row.completed) == tiers:
            problems.append(
                f"{where}: expected {tiers} points in 'incomplete' and in 'completed', one for each threshold"
            )
            continue
        box.what[n], box.each[n] = CONDITIONS.index(row.what), row.scope == "each"
        for tier in range(TIERS):
            box.threshold[n, tier] = row.thresholds[tier] if tier < tiers else UNREACHED
            box.reward[n, 0, tier] = row.incomplete[tier] if tier < tiers else 0
            box.reward[n, 1, tier] = row.completed[tier] if tier < tiers else 0
    box.residents = len(file.resident)


def pack_accolades(file: File, box: Any, face: Face, problems: list[str]) -> None:
    """The accolades and what they pay."""
    for n, where, row in rows_of(file, "accolade", AccoladeRow, problems):
        new_id(where, row.id, n, face.accolade_numbers, problems)
        face.accolades.append(row)
        if row.metric not in METRICS:
            problems.append(f"{where}, field 'metric': expected one of {', '.join(METRICS)}; got '{row.metric}'")
        else:
            box.metric[n] = METRICS.index(row.metric)
    box.accolades = len(file.accolade)
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


def most_cards(file: File, days: list[DayRow]) -> int:
    """The most cards a town can get in a game: the bound proved in state.py."""
    price = min(file.costs.terrace, file.costs.pier, file.costs.landmark)
    best = max(sum(price if icon in "TPL" else 1 for icon in day.icons) for day in days)
    rings = file.game.rounds * best + file.game.rounds - 1 + max(int(n) for n in file.options.start_rings.split())
    return 2 + rings // price


def most_moves(file: File, days: list[DayRow]) -> int:
    """The most moves a player can make in a game.

    An icon takes at most three (use, gain, place), or one and a ring; a ring buys at most so many as the best of
    reveal (one), move (two), T, P, L (three), R (two), an accolade (one) gives for its price. Besides, each round has
    a day card and an end of turn; set-up has two decisions and a visit three.
    """
    costs = file.costs
    spent = max(
        Fraction(1, costs.reveal),
        Fraction(2, costs.move),
        Fraction(3, min(costs.terrace, costs.pier, costs.landmark)),
        Fraction(2, costs.resident),
        Fraction(1, min(1, *file.accolades.prices)),
    )
    worth = {"O": spent, "R": max(Fraction(2), 1 + spent)} | dict.fromkeys("TPL", max(Fraction(3), 1 + spent))
    best = max(sum((worth[icon] for icon in day.icons), Fraction(0)) for day in days)
    free = file.game.rounds - 1 + max(int(n) for n in file.options.start_rings.split())
    return int(file.game.rounds * (best + 2) + spent * free) + 5


def check_income(file: File, face: Face, problems: list[str]) -> None:
    """No town outgrows the state and no game its longest length."""
    for found, most, what in (
        (most_cards(file, face.days), TOWN, "cards in a town"),
        (most_moves(file, face.days), MOVES_EACH, "moves of a player"),
    ):
        if found > most:
            problems.append(f"table 'day': expected icons and rings for at most {most} {what}, got up to {found}")
