"""The worked cases P1 to P12 of the rules page, and the rulings that they do not cover."""

from __future__ import annotations

import itertools

import pytest

import townwright as tw
from townwright.engine.match import Match

from .table import box_with, characters, lines, sides, table, total, words


def test_P1_two_cards_without_overlap() -> None:
    match = table("C07 C12", "C06")
    assert sides(match) == ("L....PS.", ".PSF.LF.")
    assert characters(match) == (2, 1, 2, 3)
    assert total(match) == 8


def test_P2_the_same_with_overlap_1() -> None:
    match = table("C07 C12/1", "C06")
    assert sides(match) == ("L...PS.", ".PS.LF.")
    assert characters(match) == (1, 1, 2, 2)
    assert total(match) == 6


@pytest.mark.parametrize(
    ("left", "right", "points"), [("PSFP", "....", 3), ("SFSP", "....", 3), ("S...", "....", 0), ("S...", "P...", 0)]
)
def test_P3_groups_with_sellers(left: str, right: str, points: int) -> None:
    match = table("C01", "C02", box=box_with(C01={"left": left, "right": right}))
    assert lines(match)["sellers"] == points


def test_P4_free_lovers() -> None:
    match = table("C06", "C07")
    assert sides(match)[1] == "L..L"
    assert characters(match) == (0, 1, 4, 0)
    assert total(match) == 5


def test_P5_covering_a_neighbour_frees_the_lovers() -> None:
    apart = table("C06 C05", "C07")
    assert sides(apart)[1] == "L..LL..."
    assert characters(apart) == (0, 1, 2, 0)
    assert total(apart) == 3
    over = table("C06 C05/1", "C07")
    assert sides(over)[1] == "L..L..."
    assert characters(over) == (0, 1, 4, 0)
    assert total(over) == 5


def test_P6_fishers_count_on_the_better_side() -> None:
    match = table("C04 C10", "C06")
    assert sides(match) == (".P..SP.F", "F.F.F...")
    assert characters(match) == (3, 1, 0, 1)
    assert total(match) == 5


@pytest.mark.parametrize(("patron", "winner"), [("C17", 1), ("C02", 0)])
def test_P7_the_patron_and_its_tie(patron: str, winner: int) -> None:
    """C17 counts 4 + 0 against 2 + 3; C02 counts 1 against 1, and 28 March is before 31 July."""
    match = table("C06 C05/1", "C07", offer=["C12", patron, None], turn=1)
    match.play(1, "take C12 over 0")
    assert sides(match, 1) == ("L....PS.", ".PSF.LF.")
    won = [player["patrons"] for player in match.view()["players"]]
    assert won[winner] == [patron]
    assert won[1 - winner] == []


@pytest.mark.parametrize(("seats", "counts", "rounds"), [(2, [12, 8], 4), (3, [16, 12, 8], 3)])
def test_P8_options_and_rounds(seats: int, counts: list[int], rounds: int) -> None:
    match = tw.new("pier-18", seats=seats, seed="P8")
    for seat in range(seats):
        assert len(match.moves(seat)) == 6
        match.play(seat, match.moves(seat)[0])
    for n in range(rounds):
        assert match.view()["round"] == n + 1
        for count in counts:
            seat = match.pending[0]
            assert len(match.moves(seat)) == count
            card = match.moves(seat)[0].fields["card"]
            with pytest.raises(tw.IllegalMove):
                match.play(seat, f"take {card} over 4")
            match.play(seat, f"take {card} over 0")
    assert match.view()["phase"] == "plan"
    assert match.pending == tuple(range(seats))
    assert all(words(match, seat) == [f"lay over {k}" for k in range(4)] for seat in range(seats))
    assert match.view()["deck"]["left"] == (2 if seats == 2 else 0)


P9 = {"plans": ["C11", "C01"], "patrons": ["C02 C03"], "phase": "plan"}


def test_P9_a_whole_pier() -> None:
    match = table("C04 C08 C17/1 C10/2 C15", "C06", **P9)
    match.play(0, "lay over 0")
    assert sides(match) == (".P..F...LSP.FPFL...FS", "F.F.PF.S.F....F.PP..F")
    assert lines(match) == {"fishers": 6, "poets": 3, "lovers": 0, "sellers": 3, "patrons": 2, "goal": 0, "total": 14}
    shown = sides(match)
    assert [len(side) - side.count(".") for side in shown] == [11, 10]


def test_P9_no_overlap_evens_the_sides() -> None:
    found = []
    for overlap in range(4):
        match = table("C04 C08 C17/1 C10/2 C15", "C06", **P9)
        match.play(0, f"lay over {overlap}")
        left, right = sides(match)
        found.append((abs(left.count(".") - right.count(".")), lines(match)["goal"]))
        if overlap == 1:
            assert (lines(match)["poets"], total(match)) == (2, 13)
    assert found == [(1, 0), (2, 0), (1, 0), (1, 0)]


def test_P10_twins() -> None:
    case = {"plans": ["C10", "C01"], "patrons": ["C02"], "phase": "plan"}
    match = table("C15 C16", "C06", **case)
    match.play(0, "lay over 0")
    assert sides(match) == ("PFL.F.LPSP.F", ".F.P.S.PF...")
    assert lines(match) == {"fishers": 3, "poets": 2, "lovers": 0, "sellers": 3, "patrons": 1, "goal": 4, "total": 13}
    other = table("C15 C16", "C06", **case)
    other.play(0, "lay over 1")
    assert lines(other)["goal"] == 0


def test_P11_lovers_and_a_lone_seller() -> None:
    cards = {"C01": {"left": "S.PP", "right": "FF.."}, "C02": {"left": ".L..", "right": "L..L"}}
    match = table("C01 C02", "C03", box=box_with(**cards))
    assert sides(match) == ("S.PP.L..", "FF..L..L")
    assert characters(match) == (2, 1, 4, 0)
    assert total(match) == 7


def test_P12_the_earliest_plan_breaks_the_last_tie() -> None:
    piers = ["C01 C12 C06/3 C10/2 C08/3 C04", "C07 C13/3 C16/1 C14/2 C03 C02/3"]
    match = table(*piers, plans=["C04", "C02"], phase="plan", over=True)
    sheets = match.sheet()
    assert [sheet.total for sheet in sheets] == [12, 12]
    assert [sheet.ties[0].points for sheet in sheets] == [15, 15]
    assert match.winners == (1,)
    assert [sheet.rank for sheet in sheets] == [2, 1]


def test_choices_are_shown_together_and_the_earliest_foundation_starts() -> None:
    data = {
        "players": [
            {"hand": ["C05", "C09", "C14"]},
            {"hand": ["C02", "C07", "C18"], "chosen": True, "choice": {"plan": "C02", "foundation": "C07"}},
        ],
        "phase": "choose",
    }
    match = tw.position("pier-18", {"game": "pier-18", "position": data}, seed=1)
    assert match.pending == (0,)
    assert match.why_not(1, "plan C02 foundation C07") == "You have already chosen; somebody else is still choosing."
    assert match.why_not(0, "plan C05 foundation C05") == "Plan and foundation must be two different cards."
    assert match.why_not(0, "plan C05 foundation C07") == "You were not dealt Shoulder to Shoulder."
    match.play(0, "plan C14 foundation C09")
    view = match.view()
    assert [player["plan"] for player in view["players"]] == ["C14", "C02"]
    assert [player["pier"][0]["card"] for player in view["players"]] == ["C09", "C07"]
    assert (view["start"], view["turn"], match.pending) == (1, 1, (1,))  # 1 May is before 6 June
    assert [match.view(seat)["players"][seat]["third"] for seat in (0, 1)] == ["C05", "C18"]
    assert view["deck"]["left"] == 14 - 3


def test_choices_can_be_taken_back_until_all_are_made() -> None:
    match = tw.new("pier-18", seats=3, seed=3)
    start = match.state
    first = match.moves(1)[0]
    match.play(1, first)
    match.undo(1)
    assert match.state == start
    for seat in range(3):
        match.play(seat, match.moves(seat)[0])
    with pytest.raises(tw.CannotUndo):
        match.undo(1)


@pytest.mark.parametrize("seats", [2, 3])
def test_each_round_starts_one_seat_further(seats: int) -> None:
    match = tw.new("pier-18", seats=seats, seed=8)
    for seat in range(seats):
        match.play(seat, match.moves(seat)[0])
    first = match.view()["start"]
    order = []
    while match.view()["phase"] == "take":
        order.append(match.pending[0])
        match.play(match.pending[0], match.moves(match.pending[0])[0])
    rounds = len(order) // seats
    assert order == [(first + n + turn) % seats for n in range(rounds) for turn in range(seats)]


def test_ruling_2_no_rotation_unless_it_is_allowed() -> None:
    match = table("C07", "C06", offer=["C12", "C17", "C05"])
    assert match.why_not(0, "take C12 over 0 turned") == "Cards may not be turned at this table."
    plans = table("C07 C01", "C06", plans=["C11", "C12"], phase="plan")
    assert plans.why_not(0, "lay over 2 turned") == "Cards may not be turned at this table."
    with pytest.raises(tw.BadPosition, match="cards lie upright at this table"):
        table("C07 C12/0t", "C06")


def test_ruling_2_a_half_turn_reverses_and_swaps_the_sides() -> None:
    allowed = {"allow_rotation": True}
    match = table("C07", "C06", offer=["C12", "C17", "C05"], options=allowed)
    assert len(match.moves(0)) == 24
    match.play(0, "take C17 over 1 turned")  # .LF. and S.PF become FP.S and .FL.
    assert sides(match) == ("L..FP.S", ".PS.FL.")
    plans = table("C07", "C06", plans=["C17", "C12"], phase="plan", options=allowed)
    assert len(plans.moves(0)) == 8
    plans.play(0, "lay over 1 turned")
    assert sides(plans) == sides(match)


def test_ruling_2_a_foundation_is_upright() -> None:
    match = tw.new("pier-18", seed=1, options={"allow_rotation": True})
    assert len(match.moves(0)) == 6
    with pytest.raises(tw.BadPosition, match="a foundation that lies upright"):
        table("C07/0t", "C06", options={"allow_rotation": True})


def test_rulings_3_and_4_the_new_card_is_on_top_and_older_cards_stay() -> None:
    match = table("C07 C12/3 C05/3 C10/3", "C06")
    assert sides(match) == ("L" + "." + "." + "SP.F", "." + "." + "L" + "F...")
    assert [laid["card"] for laid in match.view()["players"][0]["pier"]] == ["C07", "C12", "C05", "C10"]


def test_ruling_8_the_date_decides_who_gets_a_patron_that_counts_nothing() -> None:
    nobody = {"left": "....", "right": "...."}
    cards = dict.fromkeys(("C04", "C06", "C07", "C12", "C05"), nobody)
    match = table("C06 C12", "C07", offer=["C05", "C04", None], turn=1, box=box_with(**cards))
    match.play(1, "take C05 over 0")
    assert [player["patrons"] for player in match.view()["players"]] == [[], ["C04"]]


def test_the_date_of_the_card_taken_this_round_breaks_the_tie_not_an_older_one() -> None:
    nobody = {"left": "....", "right": "...."}
    cards = dict.fromkeys(("C01", "C10", "C07", "C12", "C04"), nobody)
    match = table("C01 C12", "C07", offer=["C10", "C04", None], turn=1, box=box_with(**cards))
    match.play(1, "take C10 over 0")  # 24 June against 31 July, though seat 0 began on 14 January
    assert [player["patrons"] for player in match.view()["players"]] == [[], ["C04"]]


def test_three_players_tied_for_a_patron() -> None:
    nobody = {"left": "....", "right": "...."}
    cards = {f"C{n:02}": nobody for n in range(1, 19)}
    match = table("C06 C12", "C07 C03", "C08", offer=["C05", "C04", None], turn=2, box=box_with(**cards))
    match.play(2, "take C05 over 0")
    assert [player["patrons"] for player in match.view()["players"]] == [[], ["C04"], []]


def test_ruling_10_plan_and_goal_do_not_count_before_the_end() -> None:
    """Any short pier meets Cosy Pier, but the goal counts only once the plan is laid; its seller does not help with a patron."""
    match = table("C06 C05/1", "C07", plans=["C02", "C01"], offer=["C12", "C17", None], turn=1)
    assert lines(match)["goal"] == 0
    match.play(1, "take C12 over 0")
    assert match.view()["players"][1]["patrons"] == ["C17"]


def test_ruling_11_plans_are_laid_in_any_order_and_openly() -> None:
    results = []
    for order in itertools.permutations(range(3)):
        match = table("C07 C12", "C06 C05", "C08 C09", plans=["C01", "C02", "C03"], phase="plan", deck=None)
        for seat in order:
            assert seat in match.pending
            match.play(seat, f"lay over {seat + 1}")
            assert match.view()["players"][seat]["pier"][-1]["overlap"] == seat + 1
        assert match.over
        results.append(match.state)
    assert len(set(results)) == 1
    again = table("C07 C12", "C06 C05", plans=["C01", "C02"], phase="plan")
    again.play(1, "lay over 0")
    assert again.why_not(1, "lay over 0") == "You have already laid your plan; somebody else is still laying theirs."
    again.undo(1)
    assert again.pending == (0, 1)


@pytest.mark.parametrize(
    ("seats", "patrons", "goal"), [(2, "C01 C02 C03", 4), (2, "C01 C02", 0), (3, "C01 C02", 4), (3, "C01", 0)]
)
def test_ruling_12_patrons_already_won_count_for_the_goal(seats: int, patrons: str, goal: int) -> None:
    match = table(*["C04 C05", "C06", "C07"][:seats], plans=["C16"], patrons=[patrons], phase="plan")
    match.play(0, "lay over 0")
    assert lines(match)["goal"] == goal
    assert lines(match)["patrons"] == len(patrons.split())


@pytest.mark.parametrize(("overlap", "goal"), [(0, 4), (1, 4), (2, 0), (3, 0)])
def test_ruling_12_the_plan_itself_is_part_of_the_finished_pier(overlap: int, goal: int) -> None:
    """Grand Pier wants 23 sections: five cards have 20, the plan adds 4 to 1."""
    match = table("C01 C02 C03 C05 C06", "C07", plans=["C04"], phase="plan")
    match.play(0, f"lay over {overlap}")
    assert len(sides(match)[0]) == 24 - overlap
    assert lines(match)["goal"] == goal


def test_ruling_13_unused_cards_stay_unseen() -> None:
    match = tw.new("pier-18", seats=2, seed=4)
    while not match.over:
        match.play(match.pending[0], match.moves(match.pending[0])[0])
    for seat in (None, 0, 1):
        assert match.view(seat)["deck"] == {"left": 2, "cards": None}


def test_the_most_points_win_and_then_the_most_characters() -> None:
    piers = ["C01 C12 C06/3 C10/2 C08/3 C04", "C07 C13/3 C16/1 C14/2 C03 C02/3"]
    richer = table(*piers, plans=["C04", "C02"], patrons=["C05"], phase="plan", over=True)
    assert richer.winners == (0,)
    crowded = box_with(C04={"left": ".P.F"})  # a fisher more, on the side that has fewer
    match = table(*piers, plans=["C04", "C02"], phase="plan", over=True, box=crowded)
    sheets = match.sheet()
    assert [(sheet.total, sheet.ties[0].points) for sheet in sheets] == [(12, 16), (12, 15)]
    assert match.winners == (0,)


def parts(match: Match, seat: int = 0) -> dict[str, list[tuple[str, int]]]:
    return {line.name: [(part.label, part.points) for part in line.parts] for line in match.sheet()[seat].lines}


def test_the_sheet_says_what_gave_the_points() -> None:
    match = table("C07 C12", "C06", patrons=["C02"], plans=["C11"])
    assert parts(match) == {
        "fishers": [("0 on the left, 2 on the right", 2)],
        "poets": [("2 on the pier", 1)],
        "lovers": [("left, section 1", 2)],
        "sellers": [("left, sections 6 to 7: 2 in a row", 1), ("right, sections 2 to 4: 3 in a row", 2)],
        "patrons": [("Cosy Pier", 1)],
        "goal": [],
    }


def test_the_sheet_of_a_finished_pier_says_how_the_goal_was_met_or_missed() -> None:
    piers = {"plans": ["C02", "C04"], "phase": "plan"}
    match = table("C07", "C06", **piers)
    match.play(0, "lay over 0")
    assert parts(match)["goal"] == [("Cosy Pier: 8 (goal: at most 15)", 4)]
    match.play(1, "lay over 3")
    assert parts(match, 1)["goal"] == [("Grand Pier: 5 (goal: at least 23)", 0)]


def test_the_sheet_shows_a_group_along_the_whole_pier() -> None:
    crowded = {f"C{n:02}": {"left": "FPLS", "right": "...."} for n in range(1, 19)}
    match = table("C01 C02 C03 C04 C05", "C06", plans=["C07"], phase="plan", box=box_with(**crowded))
    match.play(0, "lay over 0")
    assert parts(match)["sellers"] == [("left, sections 1 to 24: 24 in a row", 23)]
