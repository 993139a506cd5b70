"""Tenby: everything that can be wrong with a box file, each problem with its table and row."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from fractions import Fraction
from importlib.resources import files
from typing import TypeVar

import msgspec
from msgspec import Struct

from townwright.engine.box import read_toml
from townwright.engine.converting import convert
from townwright.engine.faults import faults, sentence

from .rows import (
    CARD_TABLES,
    CONDITIONS,
    FEATURES,
    METRICS,
    MOVES_EACH,
    AccoladeRow,
    CardRow,
    DayRow,
    EdgeRow,
    File,
    ResidentRow,
)
from .state import ACCOLADES, DAYS, LYING, RESIDENTS, SEATS, SIDES, STARTS, TOWN

Row = TypeVar("Row", bound=Struct)
KINDS: dict[str, type[Struct]] = {
    **dict.fromkeys(CARD_TABLES, CardRow),
    "day": DayRow,
    "resident": ResidentRow,
    "accolade": AccoladeRow,
}


def problems_of(file: File) -> list[str]:
    """Everything that is wrong with a box file, each problem in a sentence."""
    return [
        *check_sizes(file),
        *check_maxima(file),
        *check_edges(file),
        *check_ids(file),
        *check_cards(file),
        *check_days(file),
        *check_residents(file),
        *check_accolades(file),
        *check_income(file),
    ]


@functools.cache
def printed() -> tuple[dict[str, int], list[EdgeRow]]:
    """The printed maxima and edges, always those of the game's own box."""
    own = read_toml(str(files(__package__) / "box.toml"), "the box of Tenby")
    return own["maxima"], convert(own["edge"], list[EdgeRow])


def rows_of(file: File, table: str, kind: type[Row]) -> Iterator[tuple[int, str, Row]]:
    """The well-formed rows of a table, each with its number and its name for messages."""
    for n, data in enumerate(getattr(file, table)):
        try:
            row = convert(data, kind)
        except msgspec.ValidationError:
            continue  # `misshapen` reports it
        yield n, f"table '{table}', row {n + 1} ({getattr(row, 'id', '') or getattr(row, 'name', '')})", row


def misshapen(file: File, table: str, kind: type[Struct]) -> Iterator[str]:
    """What is wrong with the other rows of a table."""
    for n, data in enumerate(getattr(file, table)):
        for fault in faults(data, kind, (table, n)):
            yield sentence(fault, "table")


def check_sizes(file: File) -> Iterator[str]:
    """Every table must have enough rows for a game, and not more than the state can hold."""
    bounds = {table: (1, most) for table, (_, most) in CARD_TABLES.items()}
    bounds |= {"start": (SEATS, STARTS), "plain": (SIDES, SIDES)}
    # enough day cards for a row of n + 1 and n in use; High Tide lays out n + 1 accolades
    bounds |= {"day": (2 * SEATS + 1, DAYS), "resident": (1, RESIDENTS), "accolade": (LYING, ACCOLADES)}
    for table, (fewest, most) in bounds.items():
        rows = len(getattr(file, table))
        if not fewest <= rows <= most:
            expected = f"{fewest} to {most}" if fewest != most else f"{most}"
            yield f"table '{table}': expected {expected} rows, got {rows}"


def check_maxima(file: File) -> Iterator[str]:
    """The table of maxima must say what is printed."""
    maxima, _ = printed()
    for feature, most in maxima.items():
        got = file.maxima.get(feature, "nothing")
        if got != most:
            yield f"table 'maxima', field '{feature}': expected {most}, the printed maximum, got {got}"
    for feature in file.maxima:
        if feature not in maxima:
            yield f"table 'maxima': expected {', '.join(FEATURES)}; got {feature!r}"


def check_edges(file: File) -> Iterator[str]:
    """The table of edges must say what is printed, so that no card has the sea on both sides (ruling 2)."""
    yield from misshapen(file, "edge", EdgeRow)
    _, edges = printed()
    known, given = {row.name: row for row in edges}, set()
    for _, where, row in rows_of(file, "edge", EdgeRow):
        given.add(row.name)
        if row.name not in known:
            yield f"{where}, field 'name': expected one of {', '.join(known)}"
        elif row != known[row.name]:
            right = known[row.name]
            yield f"{where}: expected {right.left} | {right.right} with base '{right.base}', as printed"
    missing = [name for name in known if name not in given]
    if missing:
        yield f"table 'edge': expected a row for {', '.join(missing)}"


def check_ids(file: File) -> Iterator[str]:
    """Ids must differ in all tables, apart from capitals: moves and positions name cards by nothing else."""
    owners: dict[str, str] = {}
    for table, kind in KINDS.items():
        yield from misshapen(file, table, kind)
        for _, where, row in rows_of(file, table, kind):
            name: str = row.id  # type: ignore[attr-defined]
            owner = owners.setdefault(name.lower(), where)
            if owner != where:
                yield f"{where}, field 'id': expected an id that no other row has; it is that of {owner}"


def check_cards(file: File) -> Iterator[str]:
    """Town cards must have printed edges and features, and known words."""
    _, edges = printed()
    bases = {(row.left, row.right): row.base for row in edges}
    for table in CARD_TABLES:
        for n, where, row in rows_of(file, table, CardRow):
            base = bases.get(row.edges)
            if base is None:
                pairs = ", ".join(" | ".join(pair) for pair in bases)
                yield f"{where}, field 'edges': expected one of {pairs}; got {' | '.join(row.edges)}"
            elif base != row.base:
                yield f"{where}, field 'base': expected '{base}' with these edges, got '{row.base}'"
            elif table in ("terrace", "pier") and row.base != table:
                yield f"{where}, field 'base': expected '{table}', got '{row.base}'"
            elif table == "plain" and row.base != ("terrace", "terrace", "pier", "pier")[min(n, 3)]:
                yield f"{where}, field 'base': expected two sides of a terrace, then two of a pier"
            yield from check_features(where, row)
            yield from check_condition(where, row)


def check_features(where: str, row: CardRow) -> Iterator[str]:
    """No feature may occur more often than the printed maximum."""
    maxima, _ = printed()
    for feature, drawn in row.features.items():
        if feature not in maxima:
            yield f"{where}, field 'features': expected {', '.join(FEATURES)}; got {feature!r}"
        elif drawn > maxima[feature]:
            yield f"{where}, field 'features': expected at most {maxima[feature]} {feature}, got {drawn}"


def check_condition(where: str, row: CardRow) -> Iterator[str]:
    """A card needs a condition that can be counted and a range, or neither for flat points."""
    if (row.condition is None) != (row.range is None):
        yield f"{where}: expected both 'condition' and 'range', or neither for flat points"
    if row.condition is not None and row.condition not in CONDITIONS:
        yield f"{where}, field 'condition': expected one of {', '.join(CONDITIONS)}; got {row.condition!r}"


def check_days(file: File) -> Iterator[str]:
    """The numbers of day cards must differ, because they decide the order."""
    owners: dict[int, str] = {}
    for _, where, row in rows_of(file, "day", DayRow):
        if owners.setdefault(row.number, where) != where:
            yield f"{where}, field 'number': expected a number that no other day card has, got {row.number}"


def check_residents(file: File) -> Iterator[str]:
    """A resident needs a thing that can be counted, rising thresholds, and points for each."""
    for _, where, row in rows_of(file, "resident", ResidentRow):
        if row.what not in CONDITIONS:
            yield f"{where}, field 'what': expected one of {', '.join(CONDITIONS)}; got {row.what!r}"
        if row.thresholds != sorted(set(row.thresholds)):
            yield f"{where}, field 'thresholds': expected rising numbers"
        for field, points in (("incomplete", row.incomplete), ("completed", row.completed)):
            if len(points) != len(row.thresholds):
                yield f"{where}, field '{field}': expected {len(row.thresholds)} points, one for each threshold"


def check_accolades(file: File) -> Iterator[str]:
    """An accolade needs a metric that can be measured."""
    for _, where, row in rows_of(file, "accolade", AccoladeRow):
        if row.metric not in METRICS:
            yield f"{where}, field 'metric': expected one of {', '.join(METRICS)}; got {row.metric!r}"


def most_cards(file: File, day: DayRow) -> int:
    """The most cards a town can get in a game whose best day card is this one; state.py proves the bound."""
    price = min(file.costs.terrace, file.costs.pier, file.costs.landmark)
    best = sum(price if icon in "TPL" else 1 for icon in day.icons)
    rings = file.game.rounds * best + file.game.rounds - 1 + max(int(n) for n in file.options.start_rings.split())
    return 2 + rings // price


def most_moves(file: File, day: DayRow) -> int:
    """The most moves a player can make in a game whose best day card is this one.

    An icon takes at most three moves (use, gain, place), or one for a ring. A ring buys as many as the best of reveal
    (one), move (two), T, P, L (three), R (two) or an accolade (one) gives for its price. Besides, each round has a day
    card and an end of turn; set-up has two decisions and a visit three.
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
    best = sum((worth[icon] for icon in day.icons), Fraction(0))
    free = file.game.rounds - 1 + max(int(n) for n in file.options.start_rings.split())
    return int(file.game.rounds * (best + 2) + spent * free) + 5


def check_income(file: File) -> Iterator[str]:
    """No town may outgrow the state, and no game the greatest number of moves."""
    for _, where, row in rows_of(file, "day", DayRow):
        for bound, most, noun in (
            (most_cards(file, row), TOWN, "cards in a town"),
            (most_moves(file, row), MOVES_EACH, "moves of a player"),
        ):
            if bound > most:
                yield f"{where}, field 'icons': expected icons and rings for at most {most} {noun}, got up to {bound}"
