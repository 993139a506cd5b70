"""Tenby: the packed box. `rows` says what box.toml must look like, `check` what is wrong with a file."""

from __future__ import annotations

from collections import Counter

from townwright.engine.converting import convert
from townwright.engine.errors import BadBox
from townwright.engine.fields import i1, i2, layout

from .check import problems_of
from .rows import (
    CARD_TABLES,
    COLOURS,
    CONDITIONS,
    EDGES,
    FEATURES,
    FIRST_COLOUR,
    ICON_LETTERS,
    METRICS,
    MODES,
    RANGES,
    THINGS,
    TIERS,
    UNIQUE,
    UNREACHED,
    AccoladeRow,
    CardRow,
    DayRow,
    File,
    Options,
    ResidentRow,
)
from .state import ACCOLADES, CARDS, DAYS, DECKS, LANDMARK_FIRST, LYING, RESIDENTS, SEATS, START_FIRST

__all__ = ["BOX", "Box", "Face", "File", "Options", "pack"]


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
    points = i1(CARDS)  # flat points are points for the card itself, so one formula fits all: points x instances
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

    def __init__(self, file: File) -> None:
        costs, paid = file.costs, file.accolades
        self.rounds = file.game.rounds
        # rings for T, P, L, R, a move; for revealing; for each commitment of High Tide
        self.costs = [costs.terrace, costs.pier, costs.landmark, costs.resident, costs.move]
        self.reveal_cost = costs.reveal
        self.prices = list(paid.prices)
        self.mode = file.options.accolades
        self.accolade_points = {"points": paid.points, "open": paid.open, "secret": paid.secret}
        self.cards: dict[int, CardRow] = {}
        for table, (first, _) in CARD_TABLES.items():
            self.cards |= dict(enumerate(convert(getattr(file, table), list[CardRow]), first))
        self.days = convert(file.day, list[DayRow])
        self.residents = convert(file.resident, list[ResidentRow])
        self.accolades = convert(file.accolade, list[AccoladeRow])
        self.card_numbers = {row.id: c for c, row in self.cards.items()}
        self.day_numbers = {row.id: n for n, row in enumerate(self.days)}
        self.resident_numbers = {row.id: n for n, row in enumerate(self.residents)}
        self.accolade_numbers = {row.id: n for n, row in enumerate(self.accolades)}
        named: list[CardRow | ResidentRow | AccoladeRow] = [*self.cards.values(), *self.residents, *self.accolades]
        names = Counter(row.name for row in named)
        self.shared_names = {name for name, n in names.items() if n > 1}  # several cards have each of these

    def card(self, number: int) -> str:
        """The id of a card; IndexError for a number this box has no card for."""
        if number not in self.cards:
            raise IndexError(number)
        return self.cards[number].id


def pack(file: File, box: Box) -> Face:
    """Fills the packed box; raises one BadBox with everything that is wrong."""
    if problems := problems_of(file):
        raise BadBox(*problems)
    face = Face(file)
    for c, row in face.cards.items():
        pack_card(box, c, row, LANDMARK_FIRST <= c < START_FIRST)
    for deck, table in enumerate(("terrace", "pier", "landmark")):
        box.size[deck] = len(getattr(file, table))
    box.starts = len(file.start)
    pack_days(face.days, box)
    pack_residents(face.residents, box)
    pack_accolades(file, face.accolades, box)
    pack_options(file, box)
    return face


def pack_card(box: Box, c: int, row: CardRow, landmark: bool) -> None:
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


def pack_days(days: list[DayRow], box: Box) -> None:
    """The day cards: number, icons, rings."""
    for n, row in enumerate(days):
        box.day_number[n] = row.number
        for icon, letter in enumerate(ICON_LETTERS):
            box.day_icons[n, icon] = row.icons.count(letter)
        box.day_rings[n] = row.icons.count("O")
    box.days = len(days)


def pack_residents(residents: list[ResidentRow], box: Box) -> None:
    """The residents; thresholds that a card does not have are out of reach."""
    for n, row in enumerate(residents):
        tiers = len(row.thresholds)
        box.what[n], box.each[n] = CONDITIONS.index(row.what), row.scope == "each"
        for tier in range(TIERS):
            box.threshold[n, tier] = row.thresholds[tier] if tier < tiers else UNREACHED
            box.reward[n, 0, tier] = row.incomplete[tier] if tier < tiers else 0
            box.reward[n, 1, tier] = row.completed[tier] if tier < tiers else 0
    box.residents = len(residents)


def pack_accolades(file: File, accolades: list[AccoladeRow], box: Box) -> None:
    """The accolades and what they pay."""
    for n, row in enumerate(accolades):
        box.metric[n] = METRICS.index(row.metric)
    box.accolades = len(accolades)
    paid = file.accolades
    box.accolade_points, box.open_points, box.secret_points = paid.points, paid.open, paid.secret
    for n, price in enumerate(paid.prices):
        box.prices[n] = price


def pack_options(file: File, box: Box) -> None:
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
