"""The solver of the last round against a plain brute force that shares no code with it."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import townwright as tw
from townwright.engine.match import Match
from townwright.games.pier_18.solve import Ending, check_given, solve

from .audit import LONGEST
from .plain import Position, value
from .table import table


def last_round(seed: int, seats: int, rotation: bool, takes: int) -> Match:
    """A random game up to the last round, `takes` cards of which are taken."""
    match = tw.new("pier-18", seats=seats, seed=f"last/{seed}", options={"allow_rotation": rotation})
    chance = random.Random(seed)
    while match.ply < LONGEST[seats] - 2 * seats + takes:
        seat = match.pending[0]
        match.play(seat, chance.choice(match.codes(seat)))
    return match


# Brute force really lays all plans against each other, which gives 6 million endings for three players with rotation.
# So these cases begin after the first card.
CASES = [
    *((seed, 2, False, seed % 2) for seed in range(30)),
    *((seed, 2, True, seed % 2) for seed in range(10)),
    *((seed, 3, False, seed % 3) for seed in range(15)),
    *((seed, 3, True, 1 + seed % 2) for seed in range(4)),
]


@pytest.mark.parametrize(("seed", "seats", "rotation", "takes"), CASES)
def test_the_solver_agrees_with_brute_force_on_every_move(seed: int, seats: int, rotation: bool, takes: int) -> None:
    match = last_round(seed, seats, rotation, takes)
    before = match.state
    solution = solve(match)
    assert match.state == before
    expected = Position(match.view(), rotation).options()
    seat = solution.seat
    assert {option.words for option in solution.options} == set(expected)
    for option in solution.options:
        outcome = expected[option.words]
        place, lead, points = value(outcome, seat)
        assert (option.place, option.lead, option.points[seat]) == (1 - place, lead, points), option.words
        assert option.points == [row[0] for row in outcome], option.words
    most = max(value(outcome, seat) for outcome in expected.values())
    best = {words for words, outcome in expected.items() if value(outcome, seat) == most}
    assert {option.words for option in solution.options if option.best} == best
    assert solution.options[0].best


@pytest.mark.parametrize(("seats", "rotation"), [(2, False), (2, True), (3, False), (3, True)])
def test_the_line_of_an_option_leads_to_its_result(seats: int, rotation: bool) -> None:
    for seed in range(3):
        match = last_round(seed, seats, rotation, 0)
        for option in solve(match).options[::7]:
            twin = match.copy()
            for step in option.line:
                twin.play(step.seat, step.code)
            assert twin.over
            assert [sheet.total for sheet in twin.sheet()] == option.points
            assert [sheet.rank for sheet in twin.sheet()] == option.places


@pytest.mark.parametrize("seats", [2, 3])
def test_plans_are_solved_for_each_seat(seats: int) -> None:
    match = last_round(9, seats, True, seats)
    for seat in range(seats):
        solution = solve(match, seat)
        points = {}
        for option in solution.options:
            twin = match.copy()
            twin.play(seat, option.words)
            points[option.words] = (twin.sheet()[seat].total, twin.sheet()[seat].ties[0].points)
            assert option.points[seat] == twin.sheet()[seat].total
        assert points[solution.options[0].words] == max(points.values())


def test_nothing_hidden_matters() -> None:
    """The same position with the unused cards in another order, or left out, has the same solution."""
    match = last_round(3, 2, False, 0)
    view = match.view()
    for seed in range(4):
        twin = tw.position("pier-18", {"game": "pier-18", "position": view}, seed=seed)
        assert solve(twin) == solve(match)


def test_place_comes_before_lead_and_lead_before_points() -> None:
    second = Ending([(20, 15, 200), (30, 15, 100), (20, 14, 300)], [])
    third = Ending([(29, 15, 200), (30, 15, 100), (30, 14, 300)], [])
    assert [second.place(seat) for seat in range(3)] == [2, 1, 3]
    assert (second.lead(0), third.lead(0)) == (-10, -1)
    assert second.value(0) > third.value(0)
    near, far = Ending([(25, 9, 1), (24, 9, 2)], []), Ending([(22, 9, 1), (19, 9, 2)], [])
    assert far.value(0) > near.value(0)
    rich, poor = Ending([(25, 9, 1), (24, 9, 2)], []), Ending([(22, 9, 1), (21, 9, 2)], [])
    assert rich.value(0) > poor.value(0)


ONLY = "only the last round can be solved, round 4 with 2 players; this is "


@pytest.mark.parametrize(
    ("match", "sentence"),
    [
        (lambda: tw.new("pier-18", seed=1), ONLY + "the set-up"),
        (lambda: table("C07", "C06"), ONLY + "round 1"),
        (
            lambda: table("C07 C01", "C06 C02", plans=["C01", "C02"], phase="plan", over=True),
            "the game is over: there is nothing to solve",
        ),
    ],
)
def test_other_positions_are_refused(match: Callable[[], Match], sentence: str) -> None:
    with pytest.raises(tw.BadPosition) as problem:
        solve(match())
    assert str(problem.value) == sentence


def test_a_seat_that_is_not_to_act_is_refused() -> None:
    match = last_round(1, 2, False, 0)
    with pytest.raises(tw.BadCall, match="is not to move"):
        solve(match, 1 - match.pending[0])


def test_the_solver_refuses_positions_that_leave_out_what_counts() -> None:
    match = last_round(4, 2, False, 0)
    view = match.view()
    check_given(view)
    for change, sentence in (
        ({"offer": []}, "field 'offer': expected the open cards in a position that is to be solved"),
        (
            {"players": [{**view["players"][0], "plan": None}, view["players"][1]]},
            "player 1: expected a plan and a pier",
        ),
    ):
        with pytest.raises(tw.BadPosition, match=sentence):
            check_given({**view, **change})
