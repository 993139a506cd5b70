"""The score sheet: every source of money, and what each line is made of."""

from __future__ import annotations

import random
from typing import Any

import pytest

import townwright as tw
from townwright.engine.match import Match

from .audit import VARIANTS
from .table import NAME, finals, player, row, seen, tiles


def parts(match: Match, seat: int = 0) -> dict[str, list[tuple[str, int]]]:
    """The parts of a seat's lines."""
    sheet = match.sheet()[seat]
    return {line.name: [(part.label, part.points) for part in line.parts] for line in sheet.lines if line.parts}


def test_the_sheet_shows_every_source_of_money() -> None:
    income = {"start": 5, "wheel": 20, "centre": -4, "coins": 6, "prizes": 10, "emporia": 7, "inn_rounds": 4}
    mine = player(row(11, 0), income=income, chapel=8, gate=15, tiles=tiles(X=1))
    match = finals(mine, player(), options={"inn_scoring": "I2"})
    assert seen(match)["money"] == 48
    sheet = match.sheet()[0]
    assert {line.name: line.points for line in sheet.lines if line.points} == {
        "start": 5,
        "wheel": 20,
        "centre": -4,
        "coins": 6,
        "prizes": 10,
        "emporia": 7,
        "chapel": 5,
        "gate": 5,
        "inn": 4,
        "bridge": 5,
        "slots": -1,
        "tiles": 1,
    }
    assert parts(match) == {
        "start": [("at the start", 5)],
        "wheel": [("from outer spaces", 20)],
        "centre": [("2 times £2", -4)],
        "coins": [("space 2", 1), ("space 5", 2), ("space 8", 3)],
        "prizes": [("gate track", 10)],
        "emporia": [("from emporia", 7)],
        "chapel": [("place 1: space 8", 5)],
        "gate": [("place 1: space 15", 5)],
        "inn": [("I2, in the rounds", 4)],
        "bridge": [("place 1: 11 buildings", 5)],
        "slots": [("1 empty slot", -1)],
        "tiles": [("1 unused tile", 1)],
    }
    assert sheet.total == 63


def test_the_sheet_of_the_rulebook_example() -> None:
    match = finals(
        player(row(11, 0), money=30, chapel=5, gate=12, hand={"0": 1}, tiles=tiles(OCC=1, PLUS=1)),
        player(row(12, 1), chapel=11, gate=5),
        player(row(12, 2), chapel=1, gate=10),
        player(row(11, 3), chapel=7, gate=5),
    )
    assert parts(match) == {
        "start": [("at the start", 30)],
        "chapel": [("place 3: space 5", 1)],
        "gate": [("place 1: space 12", 5)],
        "inn": [("no place: cards worth 0", 0)],
        "bridge": [("place 4: 11 buildings", 0)],
        "slots": [("1 empty slot", -1)],
        "tiles": [("2 unused tiles", 2)],
    }
    assert match.sheet()[0].total == 37


EXPERT = [
    ("C1", player("58 50 32"), [("place 1: C1, 3 chapels", 5)]),
    ("C3", player(chapel=7), [("C3: 7 spaces ahead of the last marker", 7)]),
    ("C4", player(chapel=6), [("space 2", 1), ("space 5", 2)]),
    ("G1", player("57"), [("place 1: G1, 1 gate", 5)]),
    ("G3", player(gate=10), [("G3: 10 spaces moved", 9)]),
    ("G4", player(tiles=tiles(CH2=2), fresh=tiles(X=1)), [("G4: 3 unused tiles", 9)]),
    ("I1", player(), [("no place: I1, 0 inns", 0)]),
    ("I3", player(hand={"0": 2, "4": 3}), [("I3: 5 cards in hand", 7)]),
    (
        "I4",
        player(hand={"0": 2, "1": 4, "2": 3, "3": 2, "4": 1}),
        [("I4: 1 set of 1+2+3+4", 15), ("I4: 1 set of 1+2+3", 10), ("I4: 1 set of 1+2", 5)],
    ),
    ("B1", player("50 40 G-blue 30"), [("place 1: B1, a section of 2 numbers", 5)]),
    ("B3", player("31 30 G-blue 1"), [("B3: 2 numbers up to 30", 4)]),
    ("B4", player("57 49 32 23 15 G-blue"), [("B4: 1 set of all six types", 10)]),
]


@pytest.mark.parametrize(("code", "mine", "expected"), EXPERT, ids=[code for code, _, _ in EXPERT])
def test_an_expert_scoring_shows_what_it_counts(code: str, mine: dict[str, Any], expected: list[Any]) -> None:
    colour = {"C": "chapel", "G": "gate", "I": "inn", "B": "bridge"}[code[0]]
    match = finals(mine, player(), options={f"{colour}_scoring": code})
    assert parts(match)[colour] == expected


def test_the_end_of_the_chapel_track_is_a_part_of_C4_by_option() -> None:
    match = finals(player(chapel=15), player(), options={"chapel_scoring": "C4", "c4_counts_end": True})
    assert parts(match)["chapel"] == [
        ("space 2", 1),
        ("space 5", 2),
        ("space 8", 3),
        ("space 11", 5),
        ("chapel track", 10),
    ]


@pytest.mark.parametrize(("code", "what"), [("printed", "0 buildings"), ("B1", "B1, a section of 0 numbers")])
def test_a_bridge_without_numbers_is_ranked_too(code: str, what: str) -> None:
    mine = player("" if code == "printed" else "G-blue G-grey")
    match = finals(mine, player("40 30 20"), player("50"), chapel_order=[0, 1, 2], options={"bridge_scoring": code})
    assert parts(match)["bridge"] == [(f"place 3: {what}", 0)]
    two = finals(mine, player(bridge=""), player("50"), chapel_order=[0, 1, 2], options={"bridge_scoring": code})
    assert parts(two)["bridge"] == [(f"place 2: {what}", 3)]


def test_the_sheet_explains_a_reduced_penalty_and_tiles_counted_by_G4() -> None:
    rich = player(row(12, 1), chapel=1, gate=1, hand={"0": 2, "1": 1})
    match = finals(player("60", money=4, tiles=tiles(X=1)), rich, options={"gate_scoring": "G4"})
    assert parts(match)["slots"] == [("11 empty slots; £15 would be more than the player has", -5)]
    assert parts(match)["tiles"] == [("1 tile, counted by G4", 0)]


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_parts_sum_to_their_lines_in_whole_games(seats: int, options: dict[str, Any]) -> None:
    rng = random.Random(f"sheet {seats}")
    match = tw.new(NAME, seats=seats, seed="sheet", options=options)
    while True:
        if match.over or rng.random() < 0.1:
            for sheet in match.sheet():
                for line in sheet.lines:
                    assert sum(part.points for part in line.parts) == line.points, line.name
                assert sum(line.points for line in sheet.lines) == sheet.total
        if match.over:
            return
        seat = rng.choice(match.pending)
        match.play(seat, rng.choice(match.codes(seat)))
