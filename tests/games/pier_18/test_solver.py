"""The solver of the last round against a plain brute force that shares no code with it."""

from __future__ import annotations

import random

import pytest

import townwright as tw
from townwright.engine.match import Match
from townwright.games.pier_18.solve import check_given, solve

from .plain import Position, likes
from .table import table


def last_round(seed: int, seats: int, rotation: bool, takes: int) -> Match:
    """A random game up to the last round, `takes` cards of which are taken."""
    match = tw.new("pier-18", seats=seats, seed=f"last/{seed}", options={"allow_rotation": rotation})
    chance = random.Random(seed)
    while match.ply < match.game.longest[seats] - 2 * seats + takes:
        seat = match.pending[0]
        match.play(seat, chance.choice(match.codes(seat)))
    return match


# the brute force really lays all plans against each other, so three players begin late or play few games
CASES = [
    *((seed, 2, False, seed % 2) for seed in range(24)),
    *((seed, 2, True, seed % 2) for seed in range(6)),
    *((seed, 3, False, 1 + seed % 2) for seed in range(10)),
    (50, 3, False, 0),
    (51, 3, True, 2),
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
        place, lead, points = likes(outcome, seat)
        assert (option.place, option.lead, option.points[seat]) == (1 - place, lead, points), option.words
        if seats == 2:  # with three, equals for the mover may differ for the others
            assert option.points == [row[0] for row in outcome], option.words
    most = max(likes(outcome, seat) for outcome in expected.values())
    best = {words for words, outcome in expected.items() if likes(outcome, seat) == most}
    assert {option.words for option in solution.options if option.best} == best
    assert solution.options[0].best


@pytest.mark.parametrize(("seats", "rotation"), [(2, False), (2, True), (3, False), (3, True)])
def test_the_line_of_an_option_leads_to_what_it_promises(seats: int, rotation: bool) -> None:
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
    """The same table with the unused cards in another order, or not given at all, has the same solution."""
    match = last_round(3, 2, False, 0)
    view = match.view()
    for seed in range(4):
        twin = tw.position("pier-18", {"game": "pier-18", "position": view}, seed=seed)
        assert solve(twin) == solve(match)


def test_a_player_prefers_second_place_to_a_smaller_deficit_in_third() -> None:
    outcome = ((20, 15, -101), (30, 15, -202), (20, 14, -303))
    assert [likes(outcome, seat)[0] for seat in range(3)] == [-1, 0, -2]


@pytest.mark.parametrize(
    ("match", "sentence"),
    [
        (lambda: tw.new("pier-18", seed=1), "only the last round can be solved, round 4 with 2 players; this is the set-up"),
        (lambda: table("C07", "C06"), "only the last round can be solved, round 4 with 2 players; this is round 1"),
        (lambda: table("C07 C01", "C06 C02", plans=["C01", "C02"], phase="plan", over=True), "the game is over: there is nothing to solve"),
    ],
)  # fmt: skip
def test_other_positions_are_refused(match: object, sentence: str) -> None:
    with pytest.raises(tw.BadPosition) as problem:
        solve(match())  # type: ignore[operator]
    assert str(problem.value) == sentence


def test_a_seat_that_is_not_to_act_is_refused() -> None:
    match = last_round(1, 2, False, 0)
    with pytest.raises(tw.BadCall, match="is not to act"):
        solve(match, 1 - match.pending[0])


def test_what_a_position_leaves_open_is_not_guessed() -> None:
    match = last_round(4, 2, False, 0)
    view = match.view()
    check_given(view)
    for change, sentence in (
        ({"offer": []}, "field 'offer': expected the open cards in a position that is to be solved"),
        ({"players": [{**view["players"][0], "plan": None}, view["players"][1]]}, "player 0: expected a plan and a pier"),
    ):
        with pytest.raises(tw.BadPosition, match=sentence):
            check_given({**view, **change})
