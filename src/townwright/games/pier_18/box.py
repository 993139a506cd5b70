"""Pier 18: reads box.toml and packs it, every card as masks, upright and turned."""

from __future__ import annotations

import datetime
import re
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from townwright.engine.errors import BadBox
from townwright.engine.fields import i1, i2, i8
from townwright.engine.texts import Texts

from .state import CARDS, CHARACTERS, RIGHT, SEATS, SECTIONS

LETTERS = "FPLS"  # characters in the order of their numbers
EMPTY = "."
LEAP_YEAR = 2000  # the year is ignored (9); a leap year has every day
YEAR = 366
LONGEST_NAME = 40

Metric = Literal[
    "empty_sections",
    "length",
    "characters",
    "largest_seller_group",
    "lovers",
    "full_sections",
    "least_common_character",
    "seller_groups",
    "twin_sections",
    "side_difference",
    "scoring_lovers",
    "sellers",
    "fishers_richer_side",
    "patrons",
    "fishers_poorer_side",
    "poets",
]
METRICS: tuple[str, ...] = get_args(Metric)  # in the order of `pier.measure`
Few = Annotated[int, Meta(ge=0, le=20)]


class Options(Struct, forbid_unknown_fields=True, frozen=True):
    """The choices of a table."""

    allow_rotation: bool = False


class PointsRow(Struct, forbid_unknown_fields=True):
    poets_per_point: Annotated[int, Meta(ge=1, le=20)]
    lovers: Few
    patron: Few
    goal: Few


class GoalRow(Struct, forbid_unknown_fields=True):
    metric: Metric
    op: Literal[">=", "<="]
    two: Annotated[int, Meta(ge=0, le=99)]  # the threshold with two players
    three: Annotated[int, Meta(ge=0, le=99)]  # and with three


class CardRow(Struct, forbid_unknown_fields=True):
    id: str
    name: Annotated[str, Meta(min_length=1)]
    date: str
    left: str
    right: str
    patron: str
    goal: GoalRow


class File(Struct, forbid_unknown_fields=True):
    """What box.toml must look like."""

    options: Options
    points: PointsRow
    card: list[CardRow]


class Box:
    rotation = i1()  # 1 if a card may be laid with a half-turn
    poets_per_point = i1()
    lover_points = i1()
    patron_points = i1()
    goal_points = i1()
    crowd = i8(2, CARDS, CHARACTERS)  # spaces with each character, upright and turned: left bit n, right bit 32 + n
    patron = i1(CARDS)  # bit mask of the characters that the card wants to see as a patron
    date = i2(CARDS)  # day of the year
    metric = i1(CARDS)  # what its goal measures
    at_most = i1(CARDS)  # 1 if the goal sets a maximum, 0 if a minimum
    threshold = i1(CARDS, SEATS + 1)  # by players


class Face:
    """The box as Python uses it: the cards as printed."""

    def __init__(self, file: File) -> None:
        self.cards, self.points, self.rotation = file.card, file.points, file.options.allow_rotation
        self.ids = [row.id for row in file.card]
        self.numbers = {id: n for n, id in enumerate(self.ids)}

    def name(self, card: int, texts: Texts) -> str:
        """The name of a card in the language of the texts."""
        return texts.name(self.cards[card].name)


def sides(row: CardRow, turned: bool) -> tuple[str, str]:
    """The two sides from the shore; a half-turn reverses both and swaps them (2)."""
    return (row.right[::-1], row.left[::-1]) if turned else (row.left, row.right)


def pack(file: File, box: Box) -> Face:
    """Fills the packed box; checks what types cannot express."""
    if problems := check_cards(file.card):
        raise BadBox(*problems)
    box.rotation = file.options.allow_rotation
    box.poets_per_point, box.lover_points = file.points.poets_per_point, file.points.lovers
    box.patron_points, box.goal_points = file.points.patron, file.points.goal
    for n, row in enumerate(file.card):
        for turned in (False, True):
            left, right = sides(row, turned)
            for c, letter in enumerate(LETTERS):
                mask = sum(1 << i for i, mark in enumerate(left) if mark == letter)
                mask |= sum(1 << (RIGHT + i) for i, mark in enumerate(right) if mark == letter)
                box.crowd[int(turned), n, c] = mask
        box.patron[n] = sum(1 << LETTERS.index(letter) for letter in row.patron)
        box.date[n] = day_of_year(row.date)
        box.metric[n] = METRICS.index(row.goal.metric)
        box.at_most[n] = row.goal.op == "<="
        box.threshold[n, 2], box.threshold[n, 3] = row.goal.two, row.goal.three
    return Face(file)


def day_of_year(date: str) -> int:
    """The number of a day written MM-DD, 0 if there is no such day."""
    if not re.fullmatch(r"[0-9]{2}-[0-9]{2}", date):
        return 0
    try:
        return datetime.date.fromisoformat(f"{LEAP_YEAR}-{date}").timetuple().tm_yday
    except ValueError:
        return 0


def check_cards(cards: list[CardRow]) -> list[str]:
    """A sentence for each thing wrong with the cards."""
    if len(cards) != CARDS:
        return [f"table 'card': expected {CARDS} rows, got {len(cards)}"]
    problems: list[str] = []
    for n, row in enumerate(cards, 1):
        where = f"table 'card', row {n}"
        if not re.fullmatch(r"[A-Za-z0-9]{1,8}", row.id):
            problems.append(f"{where}, field 'id': expected 1 to 8 letters and figures, got {row.id!r}")
        if not row.name.isprintable() or len(row.name) > LONGEST_NAME:
            problems.append(f"{where}, field 'name': expected at most {LONGEST_NAME} letters, got {row.name!r}")
        for side, spaces in (("left", row.left), ("right", row.right)):
            if len(spaces) != SECTIONS or set(spaces) - set(LETTERS + EMPTY):
                problems.append(f"{where}, field '{side}': expected {SECTIONS} of F, P, L, S and '.', got {spaces!r}")
        if len(row.patron) not in (1, 2) or set(row.patron) - set(LETTERS) or len(set(row.patron)) != len(row.patron):
            problems.append(f"{where}, field 'patron': expected one or two different of F, P, L, S, got {row.patron!r}")
        if not day_of_year(row.date):
            problems.append(f"{where}, field 'date': expected a day such as '03-28', got {row.date!r}")
    for field, values in (("id", [row.id.lower() for row in cards]), ("date", [row.date for row in cards])):
        for n, value in enumerate(values, 1):
            if value in values[: n - 1]:
                first = values.index(value) + 1
                where = f"table 'card', row {n}, field '{field}'"
                problems.append(f"{where}: expected one that no other row has, got {value!r} as in row {first}")
    return problems
