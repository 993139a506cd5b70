"""The worked cases T1 to T15 of the rules page, and the rulings that they do not cover."""

from __future__ import annotations

import copy
import itertools
from typing import Any

import pytest
from tests.play import steps

import townwright as tw
from townwright.arena import Simulation
from townwright.bots import make
from townwright.engine.match import Match
from townwright.engine.shapes import Card, Pattern, Text
from townwright.games import load

from .table import DOMINOES, HARBOUR, cost, empty, house, table, total, words

NO_SUPPORT = "A tile must stand on the ground or directly on another tile."
ALL = {"any": "active", "extra": "active", "discount": "active", "change": "active", "both": "active"}
TWO_COLUMNS = [f"{colour}2 d{y}* e{y}" for y, colour in enumerate(DOMINOES, 1)]  # T5's nine dominoes
FIRST_GREEN = ["G3 a1* b1 c1"]  # T6's first house


def test_T1_a_row_with_brickwork() -> None:
    assert cost([], "P5 a1* b1 c1 d1 e1") == 5
    match = table(hand={"P": 5})
    match.play(0, "build P5 a1* b1 c1 d1 e1")
    assert (total(match), empty(match), match.pending) == (1, 40, (1,))
    after = table("P5 a1* b1 c1 d1 e1", hand={"R": 4})
    assert after.why_not(0, "build R4 a3* b3 a4 b4") == NO_SUPPORT
    assert cost(["P5 a1* b1 c1 d1 e1"], "R4 a2* b2 a3 b3") == 4


def test_T2_support() -> None:
    assert cost([], "G3 a1* a2 a3") == 3
    assert table("G3 a1* a2 a3", hand={"R": 2}).why_not(0, "build R2 b3* c3") == NO_SUPPORT
    assert cost(["G3 a1* a2 a3"], "R2 a4 b4*") == 2


def test_T3_under_an_overhang() -> None:
    tiles = ["G3 a1* a2 a3", "R2 a4 b4*"]
    assert cost(tiles, "B2 b1* b2") == 2
    assert cost(tiles, "P3 b1* b2 b3") == 3
    match = table(*tiles, "B2 b1* b2", decision="coat", coats=1)
    assert "special b3" in words(match)
    assert (empty(match), total(match)) == (38, 0)
    assert match.view(0)["players"][0]["house"][5:] == [
        "Rw Rb .. .. ..",
        "Gw .. () .. ..",
        "Gw Bw .. .. ..",
        "Gb Bb .. .. ..",
    ]


def test_T4_two_rows_at_once_one_of_windows_and_a_coat_row() -> None:
    tiles = ["P2 a1* a2", "G2 b1* b2", "R2 c1* c2", "B2 d1* d2"]
    for n, tile in enumerate([*tiles, "Y2 e1* e2"]):
        assert cost(tiles[:n], tile) == 2
    match = table(*tiles, hand={"Y": 2})
    match.play(0, "build Y2 e1* e2")
    assert match.prompt(0) == "A coat of arms is yours: choose what to do with it."
    match.play(0, "ability extra")
    assert match.pending == (1,)  # one coat action, no more
    lines = {line.name: line.points for line in match.sheet()[0].lines}
    assert lines == {"rows": 1, "window_rows": 2, "columns": 0, "window_columns": 0}


def test_T5_two_columns_at_once() -> None:
    for n, tile in enumerate(TWO_COLUMNS):
        assert cost(TWO_COLUMNS[:n], tile) == 2
    fifth = table(*TWO_COLUMNS[:4], hand={"Y": 2})
    fifth.play(0, f"build {TWO_COLUMNS[4]}")
    assert words(fifth, kind="ability")  # covers e5: one coat
    match = table(*TWO_COLUMNS[:8], hand={"B": 2})
    match.play(0, f"build {TWO_COLUMNS[8]}")
    match.play(0, "ability extra")  # covers d9: one coat
    assert match.pending == (1,)
    lines = {line.name: line.points for line in match.sheet()[0].lines}
    assert lines == {"rows": 0, "window_rows": 0, "columns": 2, "window_columns": 4}
    assert (total(match), empty(match)) == (6, 27)


def test_T6_adjacency() -> None:
    assert cost(FIRST_GREEN, "G2 d1* d2") == 1
    assert cost(FIRST_GREEN, "G2 c2* c3") == 1
    assert cost(FIRST_GREEN, "G4 a2 b2 c2 b3*") == 3
    assert cost(FIRST_GREEN, "G5 b2 a3* b3 c3 b4") == 4
    for build in ("G2 c2* c3", "G5 b2 a3* b3 c3 b4"):
        match = table(*FIRST_GREEN, hand={"G": 5})
        match.play(0, f"build {build}")
        assert "ability both" in words(match)
    assert cost(FIRST_GREEN, "R2 d1 e1*") == 2
    full_row = [*FIRST_GREEN, "R2 d1 e1*"]
    assert total(table(*full_row)) == 1
    assert cost(full_row, "G2 d2* e2") == 2  # touches green only diagonally
    legal, near = 0, 0
    for colour in "PGRBY":
        legal += len(words(table(*full_row, hand={colour: 5}), kind="build"))
    poor = words(table(*full_row, hand={"G": 1}), kind="build")
    near = sum(words_.split()[1] == "G2" for words_ in poor)
    assert (legal, near) == (406, 12)


def test_T7_discounts_add_up_to_a_cost_of_nothing() -> None:
    have = {"any": "used", "discount": "active"}
    assert cost(FIRST_GREEN, "G2 d1* d2", abilities=have) == 0
    match = table(*FIRST_GREEN, hand={}, abilities=have)
    match.play(0, "build G2 d1* d2")
    assert match.view(0)["players"][0]["abilities"]["discount"] == "used"
    assert table(*FIRST_GREEN, hand={"G": 2}, abilities=have).why_not(0, "build G2 d2* e2") == NO_SUPPORT
    assert cost(FIRST_GREEN, "G2 e1* e2", abilities=have) == 1


@pytest.mark.parametrize(
    ("build", "payments"),
    [
        ("P5 a1* b1 c1 d1 e1", {"pay G 4"}),
        ("G5 b1 a2* b2 c2 b3", {"pay P 1"}),
        ("G4 a1 b1 c1 b2*", {"pay", "pay P 1"}),
        ("P2 a1* b1", {"pay G 1", "pay G 2"}),
        ("R4 a1* b1 a2 b2", {"pay G 4"}),
        ("R5 b1 c1 a1* b2 c2", set()),
    ],
)
def test_T8_change_of_colours(build: str, payments: set[str]) -> None:
    match = table(hand={"G": 4, "P": 1}, abilities={"any": "used", "change": "active"})
    code = next(
        (m.code for m in match.moves(0) if m.kind == "build" and set(m.words.split()) == {"build", *build.split()}),
        None,
    )
    assert (code is not None) == bool(payments)
    if code is None:
        return
    match.play(0, code)
    if len(payments) == 1:  # a single payment is paid at once
        paid = next(iter(payments)).split()[1:]
        left = {"G": 4, "P": 1}
        left[paid[0]] -= int(paid[1])
        own = build[0]
        left[own] = left.get(own, 0) - (int(build[1]) - int(paid[1]))
        assert match.view(0)["players"][0]["hand"] == {c: n for c, n in left.items() if n}
        assert match.view(0)["players"][0]["abilities"]["change"] == "used"
    else:
        assert words(match) == payments


def triples(abilities: dict[str, str]) -> set[frozenset[int]]:
    """The sets of three footbridges that can be emptied in one turn."""
    found = set()
    for move in table(abilities=abilities).moves(0):
        if move.kind != "take":
            continue
        match = table(abilities=abilities)
        match.play(0, move)
        found |= {frozenset([*move.fields["bridges"], m.fields["bridge"]]) for m in match.moves(0) if m.kind == "card"}
    return found


def test_T9_taking() -> None:
    assert words(table(), kind="take") == {f"take {i} {i + 1}" for i in range(1, 7)}
    assert "neighbouring" in str(table().why_not(0, "take 1 7"))
    pairs = [move for move in table(abilities={"any": "active"}).moves(0) if move.kind == "take"]
    assert len(pairs) == 21
    flips = 0
    for move in pairs:
        match = table(abilities={"any": "active"})
        match.play(0, move)
        flips += match.view(0)["players"][0]["abilities"]["any"] == "used"
    assert flips == 15
    some = triples({"any": "used", "extra": "active"})
    assert len(some) == 25
    assert frozenset({1, 3, 5}) not in some
    assert frozenset({1, 2, 7}) in some
    assert len(triples({"any": "active", "extra": "active"})) == 35


def test_T9_the_hand_limit() -> None:
    found = set()
    start = table(hand={"R": 3, "B": 2, "G": 2}, harbour=["R", "Y", "G", "B", "Y", "P", "R"])
    start.play(0, "take 1 2")
    for first in words(start):
        match = start.copy()
        match.play(0, first)
        for second in words(match):
            found.add("".join(sorted(first[-1] + second[-1])))
            last = match.copy()
            last.play(0, second)
            assert last.view(0)["players"][0]["cards"] == 7
    assert found == {"RR", "BB", "GG", "BR", "GR", "RY", "BG", "BY", "GY"}


TEN_POINTS = [*TWO_COLUMNS, "P3 a1* b1 c1", "G3 a2* b2 c2", "P3 a3* b3 c3", "G3 a4* b4 c4"]


def end_next(*tiles: str) -> tw.engine.match.Match:
    """T10: two red cards on footbridges 3 and 4, the End card on top of the supply."""
    position = {
        "players": [
            {**house(*tiles), "hand": {"R": 2, "B": 1}, "abilities": {"both": "active", "discount": "active"}},
            {"hand": {}, "cards": 0},
        ],
        "harbour": ["P", "G", "R", "R", "B", "Y", "P"],
        "discards": {"P": 8, "G": 9, "R": 6, "B": 12, "Y": 12},
        "supply": {
            "left": 14,
            "end_card": True,
            "cards": ["End", "P", "P", "P", "P", "G", "G", "G", "G", "R", "R", "R", "R", "Y"],
        },
    }
    return tw.position("copenhagen", {"game": "copenhagen", "position": position})


def test_T10_the_house() -> None:
    assert cost(TWO_COLUMNS, "P3 a1* b1 c1") == 2
    assert cost([*TWO_COLUMNS, "P3 a1* b1 c1"], "G3 a2* b2 c2") == 2
    assert cost(TEN_POINTS[:11], "P3 a3* b3 c3") == 3
    assert cost(TEN_POINTS[:12], "G3 a4* b4 c4") == 3
    match = end_next(*TEN_POINTS)
    assert (total(match), empty(match)) == (10, 15)


def test_T10a_both_actions_discount_and_the_end_card() -> None:
    match = end_next(*TEN_POINTS)
    match.play(0, "take 3 4")
    bricks = {
        m.fields["brick"]
        for m in match.moves(0)
        if m.kind == "build" and set(m.fields["cells"]) == {"a5", "b5", "c5", "a6", "b6"}
    }
    assert bricks == {"c5"}
    match.play(0, "build R5 a5 b5 c5* a6 b6")
    assert match.over
    me = match.view(0)["players"][0]
    assert me["abilities"] == {"both": "used", "discount": "used"}
    assert me["hand"] == {"B": 1}
    assert total(match) == 11
    assert match.view(0)["harbour"][2:4] == [None, None]
    assert match.winners == (0,)


def test_T10b_the_goal_comes_before_the_end_card() -> None:
    match = end_next(*TEN_POINTS, "W c5", "W c6")
    assert (total(match), empty(match)) == (10, 13)
    match.play(0, "take 3 4")
    match.play(0, "build R4 a5* b5 a6 b6")
    assert "pay" in words(match)
    match.play(0, "pay")
    match.play(0, "ability change")  # coat row 6
    assert match.over
    assert total(match) == 12
    assert match.winners == (0,)
    assert match.view(0)["supply"]["end_card"] is True  # never turned up


def test_T11_a_chain_through_a_special_tile() -> None:
    tiles = ["P5 a1* b1 c1 d1 e1", "G3 a2* b2 c2", "R2 d2* d3"]
    assert total(table(*tiles)) == 1
    match = table(*tiles, hand={"B": 2})
    match.play(0, "build B2 c3 c4*")
    assert words(match, kind="special") == {f"special {c}" for c in ("a3", "b3", "c5", "d4", "e2")}
    match.play(0, "special e2")
    assert words(match, kind="special") == {f"special {c}" for c in ("a3", "b3", "c5", "d4", "e3")}
    match.play(0, "ability both")
    assert match.pending == (1,)
    assert (total(match), empty(match)) == (2, 32)
    assert match.view(0)["players"][0]["abilities"]["both"] == "active"


def rows(*kinds: str) -> dict[str, object]:
    """A house from its rows, bottom first: "w" of windows, "b" with brickwork, "-3" without c, "4" four cells."""
    lines = []
    for kind in [*kinds, *["0"] * (9 - len(kinds))]:
        if kind in ("w", "b"):
            lines.append(" ".join(["Pw"] * 4 + [f"P{kind}"]))
        elif kind[0] == "-":
            lines.append(" ".join(".." if x == int(kind[1]) else "Pb" for x in range(1, 6)))
        else:
            lines.append(" ".join("Pb" if x <= int(kind) else ".." for x in range(1, 6)))
    return {"house": lines[::-1], "hand": {}}


NINE_14, NINE_12 = rows(*"wwwwb", "4", "2"), rows(*"wwwwb", "4", "4")
SEVEN_5 = rows(*"wwwb", "-1", "-3", "-5", "-2", "-4")


@pytest.mark.parametrize(
    ("houses", "scores", "winners"),
    [
        ((NINE_14, NINE_12, SEVEN_5), [(9, 14), (9, 12), (7, 5)], (1,)),
        ((NINE_12, NINE_12, SEVEN_5), [(9, 12), (9, 12), (7, 5)], (0, 1)),
        ((rows(*"wwwwwb"), rows(*"wwwww", "4", "4")), [(11, 15), (10, 12)], (0,)),
    ],
)
def test_T12_tie_break(
    houses: tuple[dict[str, object], ...], scores: list[tuple[int, int]], winners: tuple[int, ...]
) -> None:
    data = {"game": "copenhagen", "position": {"players": list(houses), "over": True}}
    match = tw.position("copenhagen", data)
    assert [(total(match, seat), empty(match, seat)) for seat in range(match.seats)] == scores
    assert match.winners == winners


@pytest.mark.parametrize(
    ("cells", "tile", "bricks"),
    [
        ("a1 b1 c1 c2", "B4", {"a1"}),
        ("a1 b1 c1 a2", "B4", {"c1"}),
        ("a1 b1 a2", "Y3", {"b1", "a2"}),
        ("b1 a2 b2 c2", "G4", {"b1"}),
        ("a1 b1 b2 c2", "Y4", {"b1", "b2"}),
    ],
)
def test_T13_orientation_and_brick(cells: str, tile: str, bricks: set[str]) -> None:
    match = table(hand={tile[0]: 5})
    found = {
        m.fields["brick"]
        for m in match.moves(0)
        if m.kind == "build" and m.fields["tile"] == tile and set(m.fields["cells"]) == set(cells.split())
    }
    assert found == bricks


def coat(abilities: dict[str, str], whites: int = 12) -> set[str]:
    match = table(seats=3, decision="coat", coats=1, abilities=abilities, whites=whites)
    return words(match)


SPECIALS = {f"special {x}1" for x in "abcde"}


def test_T14_coat_options() -> None:
    new = {"ability extra", "ability discount", "ability change", "ability both"}
    assert coat({"any": "active"}) == SPECIALS | new
    assert coat({"any": "used"}) == SPECIALS | new | {"activate"}
    assert coat(ALL) == SPECIALS  # compulsory


def test_T14c_a_coat_that_can_do_nothing_is_lost() -> None:
    match = table("P2 c1* c2", hand={"G": 2}, abilities=ALL, whites=0)
    match.play(0, "build G2 c3 c4*")
    if match.pending == (0,):
        match.play(0, "pay")
    assert match.pending == (1,)
    assert match.view(0)["players"][0]["abilities"] == ALL
    stuck = table(decision="coat", coats=1, abilities=ALL, whites=0)
    assert words(stuck) == {"lose"}
    stuck.play(0, "lose")
    assert stuck.pending == (1,)


@pytest.mark.parametrize(("seats", "supply", "tiles"), [(2, 59, 35), (3, 45, 40), (4, 51, 50)])
def test_T15_setup_counts(seats: int, supply: int, tiles: int) -> None:
    view = tw.new("copenhagen", seats=seats, seed=3).view()
    assert view["supply"]["left"] == supply
    assert sum(view["stacks"].values()) == tiles
    assert view["whites"] == 12
    assert [player["cards"] for player in view["players"]] == [2, 3, 3, 4][:seats]
    assert view["supply"]["end_card"] is (seats == 2)
    assert all(view["harbour"])
    assert all(player["abilities"] == {"any": "active"} for player in view["players"])


def test_section_2_the_generator_counts_3132_placements_and_406_on_an_empty_house() -> None:
    face = load("copenhagen").open_box().face
    assert len(face.placements) == 3132
    assert sum(any(cell < 5 for cell in cells) for _, cells, _ in face.placements) == 406
    assert len(load("copenhagen").open_box({"allow_flip": False}).face.placements) == 2352


@pytest.mark.parametrize(
    ("tiles", "ways", "places", "ground"),
    [
        ("P2 G2 R2 B2 Y2", 4, 152, 18),
        ("P3 G3", 4, 124, 16),
        ("R3 B3 Y3", 8, 256, 32),
        ("P4", 4, 96, 14),
        ("G4", 4, 104, 14),
        ("R4", 4, 128, 16),
        ("B4 Y4", 8, 208, 28),
        ("P5", 4, 68, 12),
        ("G5 B5", 4, 84, 12),
        ("R5", 8, 208, 28),
        ("Y5", 8, 168, 24),
    ],
)
def test_section_2_orientations_and_placements_of_each_tile(tiles: str, ways: int, places: int, ground: int) -> None:
    from townwright.games.copenhagen.box import orientations

    box = load("copenhagen").open_box()
    for name in tiles.split():
        t = box.face.tiles.index(name)
        mine = [cells for tile, cells, _ in box.face.placements if tile == t]
        assert len(orientations(box.file.tile[t].shape, True)) == ways
        assert len(mine) == places
        assert sum(min(cells) < 5 for cells in mine) == ground


def test_section_3_one_placement_earns_at_most_four_coats() -> None:
    tiles = ["G3 a1* b1 c1", "R2 d1* e1"]
    for y, colour in ((2, "G"), (4, "R"), (6, "B")):
        tiles += [f"{colour}2 a{y}* b{y}", f"Y2 d{y}* e{y}", f"W a{y + 1}", f"W d{y + 1}"]
    match = table(*tiles, hand={"P": 5}, seats=4)
    match.play(0, "build P5 c2* c3 c4 c5 c6")
    assert match.view(0)["coats"] == 4


def test_P3_side_contact_and_holes() -> None:
    assert table("P2 c1* c2", hand={"R": 2}).why_not(0, "build R2 d2* e2") == NO_SUPPORT
    assert "Part of that space" in str(table("P2 c1* c2", hand={"R": 2}).why_not(0, "build R2 c2* d2"))


def test_K2_the_neighbour_discount_is_automatic() -> None:
    match = table(*FIRST_GREEN, hand={"G": 2})
    match.play(0, "build G2 d1* d2")
    assert match.view(0)["players"][0]["hand"] == {"G": 1}


def test_K4_cards_not_paid_keep_their_colour_and_K5_adjacency_depends_on_tiles() -> None:
    match = table("R2 a1* a2", hand={"G": 3}, abilities={"any": "used", "change": "active"})
    match.play(0, "build P2 b1* b2")  # red cards would not help: no purple tile touches
    match.play(0, "pay G 2") if match.pending == (0,) else None
    assert match.view(0)["players"][0]["hand"] == {"G": 1}


def test_K6_a_payment_in_the_tiles_own_colour_leaves_change_of_colours_active() -> None:
    match = table(hand={"G": 4, "P": 1}, abilities={"any": "used", "change": "active"})
    match.play(0, "build G4 a1 b1 c1 b2*")
    match.play(0, "pay")
    assert match.view(0)["players"][0]["abilities"]["change"] == "active"


def test_K7_a_type_whose_stack_is_empty_cannot_be_chosen() -> None:
    match = table(hand={"P": 5}, stacks={"P4": 1})
    assert match.why_not(0, "build P5 a1* b1 c1 d1 e1") == "No tile of that kind is left."
    assert {m.fields["tile"] for m in match.moves(0) if m.kind == "build"} == {"P4"}


def test_at_most_eleven_payments_over_all_hands_and_sizes() -> None:
    most = 0
    for size in range(2, 6):
        match = table(hand={"P": 5}, abilities={**ALL, "change": "used"}, stacks={f"P{size}": 1})
        match.play(0, next(m for m in match.moves(0) if m.kind == "build"))
        assert match.view(0)["decision"] == "pay"  # with or without the discount
        match._s.ability[0, 3] = 1
        for hand in itertools.product(range(8), repeat=5):
            if sum(hand) <= 7:
                for colour, cards in enumerate(hand):
                    match._s.hand[0, colour] = cards
                most = max(most, len(match.codes(0)))
    assert most == 11


def test_D3_refill_waits_for_the_end_of_the_turn_with_both_actions() -> None:
    match = table(hand={"R": 3}, abilities={"any": "used", "both": "active"})
    match.play(0, "take 1 2")
    assert match.view(0)["harbour"][:2] == [None, None]
    match.play(0, "end")
    assert all(match.view(0)["harbour"])
    assert match.view(0)["players"][0]["abilities"]["both"] == "active"  # only a real build uses it


def test_A3_the_turn_ends_if_nothing_can_be_built() -> None:
    match = table(hand={}, harbour=["R", "G", "G", "B", "Y", "P", "R"], abilities={"any": "used", "both": "active"})
    match.play(0, "take 1 2")
    assert match.pending == (1,)


def test_A4_all_abilities_in_one_turn() -> None:
    match = table(hand={"P": 1}, abilities=ALL, harbour=["P", "R", "P", "B", "Y", "G", "R"])
    for move in ("take 1 3", "card 6", "build P5 a1* b1 c1 d1 e1"):  # 3 purple, 1 green, the discount
        match.play(0, move)
    assert set(match.view(0)["players"][0]["abilities"].values()) == {"used"}
    assert match.view(0)["players"][0]["cards"] == 0


def test_C2_activate_turns_all_used_tiles() -> None:
    used = {"any": "used", "extra": "used", "discount": "active"}
    match = table(decision="coat", coats=1, abilities=used)
    match.play(0, "activate")
    assert match.view(0)["players"][0]["abilities"] == {"any": "active", "extra": "active", "discount": "active"}


def test_C3_with_the_option_off_a_coat_may_be_given_up() -> None:
    match = table(decision="coat", coats=1, options={"coat_compulsory": False})
    assert "lose" in words(match)
    match.play(0, "lose")
    assert match.pending == (1,)
    assert table(decision="coat", coats=1).why_not(0, "lose") is not None


def reaches_goal_then_coat(timing: str) -> tw.engine.match.Match:
    """A tile that completes row 6 (a coat row) and with it the twelfth point."""
    match = end_next(*TEN_POINTS, "W c5", "W c6")
    data = match.to_json()
    data["options"]["score_timing"] = timing
    match = tw.position("copenhagen", data)
    match.play(0, "take 3 4")
    match.play(0, "build R4 a5* b5 a6 b6")
    match.play(0, "pay")
    return match


def test_S4_points_are_counted_after_the_coats_or_after_every_tile() -> None:
    assert not reaches_goal_then_coat("end_of_turn").over
    match = reaches_goal_then_coat("per_placement")
    assert match.over
    assert match.winners == (0,)


def nearly_empty_supply(reshuffle: str, left: int) -> tw.engine.match.Match:
    """Three players, `left` purple cards in the supply, two of them about to be drawn."""
    cards = {"P": 12 - left - 1, "G": 11, "R": 8, "B": 11, "Y": 11}
    position = {
        "players": [{"hand": {}}, {"hand": {}}, {"hand": {}}],
        "harbour": ["R", "R", "G", "B", "Y", "P", "R"],
        "discards": {**cards, "R": 9},
        "supply": {"left": left, "end_card": False, "cards": ["P"] * left},
    }
    data = {"game": "copenhagen", "options": {"reshuffle": reshuffle}, "position": position}
    return tw.position("copenhagen", data, seed=5)


def test_D4_the_discards_are_shuffled_when_a_card_is_needed_or_as_soon_as_the_supply_is_empty() -> None:
    lazy = nearly_empty_supply("lazy", 2)
    lazy.play(0, "take 1 2")
    assert lazy.view()["supply"] == {"left": 0, "end_card": False, "shuffled": False, "colours": None, "cards": []}
    eager = nearly_empty_supply("eager", 2)
    eager.play(0, "take 1 2")
    supply = eager.view()["supply"]
    assert supply["shuffled"] is True
    assert supply["end_card"] is True
    assert supply["left"] == 1 + sum(supply["colours"].values())
    assert eager.view()["discards"] == {}
    lazy.play(1, "take 1 2")
    assert lazy.view()["supply"]["shuffled"] is True


def test_D4_the_end_card_is_among_the_last_ten() -> None:
    for seed in range(40):
        cards = tw.new("copenhagen", seats=2, seed=seed).to_json()["position"]["supply"]["cards"]
        assert "End" in cards[-10:]


def test_K3_the_option_min_cost_raises_a_cost_of_zero() -> None:
    have = {"any": "used", "discount": "active"}
    assert cost(FIRST_GREEN, "G2 d1* d2", abilities=have, options={"min_cost": 1}) == 1
    match = table(*FIRST_GREEN, hand={"G": 1}, abilities=have, options={"min_cost": 1})
    match.play(0, "build G2 d1* d2")
    assert match.view(0)["players"][0]["abilities"]["discount"] == "active"  # it made no difference


@pytest.mark.parametrize(("seats", "least"), [(3, 32), (4, 35)])
def test_D5_D6_the_reshuffle_finds_enough_discards_and_the_end_card_ends_the_game(seats: int, least: int) -> None:
    ended = 0
    for seed in range(12):
        match = tw.new("copenhagen", seats, seed=seed)
        bots = [make("greedy" if seed % 2 else "random", seat) for seat in range(seats)]
        pile = 0
        while not match.over:
            view = match.view()
            if not view["supply"]["shuffled"]:
                pile = sum(view["discards"].values())
            seat = match.pending[0]
            match.play(seat, bots[seat].choose(match.known(seat), seat))
        view = match.view()
        if view["supply"]["shuffled"]:
            assert pile >= least - 10  # the last turn's payments come on top
        if max(sheet.total for sheet in match.sheet()) < 12:
            ended += 1
            assert None in view["harbour"]
            assert view["supply"]["end_card"] is False
    assert ended


def test_A5_a_player_can_always_take_any_ability_not_yet_owned() -> None:
    everybody = [{"hand": {}, "abilities": ALL} for _ in range(3)]
    match = table(seats=4, decision="coat", coats=1, others=everybody)
    assert {"ability extra", "ability discount", "ability change", "ability both"} <= words(match)


def test_C5_without_white_tiles_the_other_choices_remain() -> None:
    match = table(decision="coat", coats=1, whites=0, abilities={"any": "used"})
    assert not words(match, kind="special")
    assert {"activate", "ability both"} <= words(match)


def test_S4_S5_both_endings_come_up_in_greedy_play_with_either_timing() -> None:
    for timing in ("end_of_turn", "per_placement"):
        run = Simulation("copenhagen", ["greedy", "greedy"], 300, seed=timing, options={"score_timing": timing})
        best = [max(outcome.totals) for outcome in run]
        assert sum(points >= 12 for points in best) > 20
        assert sum(points < 12 for points in best) > 20


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"decision": "third"}, "expected an active 'extra' tile"),
        ({"decision": "after"}, "expected an active 'both' tile"),
        ({"decision": "discard", "hand": {"P": 2}}, "a hand of more than 7 cards"),
        ({"decision": "pay", "chosen": "P2 a2* b2", "hand": {"P": 2}}, "where it can stand"),
        ({"decision": "pay", "chosen": "P2 a1* b1", "hand": {"P": 2}, "stacks": {}}, "a tile that is left"),
        ({"decision": "pay", "chosen": "P2 a1* b1", "hand": {"P": 2}, "due": 1}, "field 'due': expected 2, got 1"),
        ({"decision": "pay", "chosen": "P9 a1"}, "expected a placement such as"),
        ({"hand": {"P": 8}}, "expected at most 7, the hand limit"),
        ({"turn": 3}, "expected a seat from 0 to 1"),
        ({"harbour": [None] * 7}, "expected seven cards"),
        ({"discards": {"P": 14}}, "expected at most 14"),
    ],
)
def test_an_impossible_position_is_refused(more: dict[str, Any], says: str) -> None:
    with pytest.raises(tw.BadPosition, match=says):
        table(**more)
    with pytest.raises(tw.BadPosition, match="expected the cells of a tile"):
        tw.position("copenhagen", {"game": "copenhagen", "position": {"players": [{"tiles": [[]]}, {}]}})


def at_the_table(first: dict[str, Any], **more: Any) -> Match:
    position = {"players": [{"hand": {}, **first}, {"hand": {}}], "harbour": HARBOUR, **more}
    return tw.position("copenhagen", {"game": "copenhagen", "position": position}, seed=1)


def windows(n: int) -> list[str]:
    """A house with n rows of windows, two points each."""
    return [".. .. .. .. .."] * (9 - n) + ["Pw Pw Pw Pw Pw"] * n


@pytest.mark.parametrize(
    ("first", "more", "says"),
    [
        ({"house": windows(6)}, {}, "field 'over': expected true, because player 1 has 12 points and 12 end the game"),
        ({"house": windows(5)}, {"over": True}, "field 'harbour': expected a gap where the End card was turned up, or a player at the goal"),
        ({"house": windows(6)}, {"over": True, "turn": 1}, "player 1: expected fewer than 12 points, because it is not their turn"),
        ({"house": [*windows(2)[:8], "Pw"]}, {}, "player 1, field 'house', row 1 from the bottom: expected 5 cells, got 'Pw'"),
        ({"house": [*windows(2)[:7], "Qw .. .. .. ..", windows(2)[8]]}, {}, "player 1, field 'house', row 2 from the bottom: expected 'Rw', 'Rb', 'Ww', '..' or the like, got 'Qw'"),
        ({}, {"due": 3}, "field 'due': expected none, because no tile is chosen, got 3"),
        ({}, {"whites": 13}, "field 'whites': expected at most 12, what the houses leave of the box, got 13"),
        (house("W a1"), {"whites": 12}, "field 'whites': expected at most 11, what the houses leave of the box, got 12"),
        ({}, {"stacks": {"P2": 9}}, "field 'stacks': expected at most 2 of P2, what the houses leave of the box, got 9"),
        (house("P2 a1* b1"), {"stacks": {"P2": 2}}, "field 'stacks': expected at most 1 of P2, what the houses leave of the box, got 2"),
        ({}, {"stacks": {"Q2": 1}}, "field 'stacks': expected one of: P2, P3, P4, P5, G2, G3, G4, G5, R2, R3, R4, R5, B2, B3, B4, B5, Y2, Y3, Y4, Y5, got 'Q2'"),
        (house("P5 a1* b1 c1 d1 e1", "P5 a2* b2 c2 d2 e2"), {}, "field 'players': expected at most 1 of P5 in the houses, got 2"),
        (house("P2 a3* b3"), {}, "player 1, field 'house': expected tiles that stand on the ground or on another tile, got nothing below a3"),
        (house("P2 a1* a2", "G2 b2* c2", "R2 b1* c1"), {}, "player 1, field 'tiles', row 2: expected a tile on the ground or on the tiles before it, got b2 c2"),
        (house("P2 a1 b1"), {}, "player 1, field 'tiles', row 1: expected a tile of the box, with its brickwork, got a1 b1"),
        (house("R4 a1* b1 c1 d1"), {}, "player 1, field 'tiles', row 1: expected a tile of the box, with its brickwork, got a1 b1 c1 d1"),
        (house("W a1 b1"), {}, "player 1, field 'tiles', row 1: expected cells of one colour, or a single white one, got a1 b1"),
    ],
)  # fmt: skip
def test_a_position_that_cannot_occur_is_refused(first: dict[str, Any], more: dict[str, Any], says: str) -> None:
    with pytest.raises(tw.BadPosition) as problem:
        at_the_table(first, **more)
    assert str(problem.value) == says


def test_the_end_card_is_in_the_supply_when_it_must_be() -> None:
    data = tw.new("copenhagen", 2, seed=1).to_json()
    data["position"]["supply"].update(left=58, end_card=False, cards=None)
    with pytest.raises(tw.BadPosition, match=r"field 'supply.end_card': expected true, because it is in the supply"):
        tw.position("copenhagen", data)
    data = tw.new("copenhagen", 3, seed=1).to_json()
    data["position"]["supply"].update(left=46, end_card=True, cards=None)
    with pytest.raises(tw.BadPosition, match=r"field 'supply.end_card': expected false, because nobody has"):
        tw.position("copenhagen", data)


def test_a_supply_names_its_colours_and_its_end_card_as_they_can_be() -> None:
    data = tw.new("copenhagen", 2, seed=1).to_json()
    supply = data["position"]["supply"]
    supply["cards"][supply["cards"].index("End")] = supply["cards"][0]
    with pytest.raises(tw.BadPosition, match=r"field 'supply.cards': expected one End card, got 0"):
        tw.position("copenhagen", data)
    supply.update(cards=None, colours={"P": 1})
    with pytest.raises(tw.BadPosition, match=r"field 'supply.colours': expected none, because the supply was not made"):
        tw.position("copenhagen", data)


def test_twelve_points_may_wait_for_coats_of_arms_only_when_points_are_counted_after_them() -> None:
    waiting = {"house": windows(6), "abilities": {"any": "used"}}
    match = at_the_table(waiting, decision="coat", coats=1)
    match.play(0, "activate")
    assert (match.over, match.winners) == (True, (0,))
    position = {"players": [{"hand": {}, **waiting}, {"hand": {}}], "decision": "coat", "coats": 1}
    data = {"game": "copenhagen", "options": {"score_timing": "per_placement"}, "position": position}
    with pytest.raises(tw.BadPosition, match="expected true, because player 1 has 12 points"):
        tw.position("copenhagen", data)


def test_tiles_left_out_of_a_position_are_those_not_in_the_houses() -> None:
    match = table("P2 a1* b1", "W c1")
    assert (match.view()["stacks"]["P2"], match.view()["stacks"]["P3"], match.view()["whites"]) == (1, 2, 11)


def test_the_cells_of_the_tile_to_pay_for_may_be_in_any_order() -> None:
    match = table(hand={"P": 2, "G": 2}, abilities={"change": "active"}, decision="pay", chosen="P2 b1 a1*")
    assert match.view()["chosen"] == "P2 a1* b1"


@pytest.mark.parametrize(
    ("more", "only"),
    [
        ({"decision": "pay", "chosen": "P2 a1* b1", "hand": {"P": 2}}, "pay"),
        ({"decision": "discard", "hand": {"P": 8}}, "discard P"),
        ({"decision": "coat", "coats": 1, "abilities": ALL, "whites": 0}, "lose"),
    ],
)
def test_a_position_may_have_a_decision_with_a_single_option(more: dict[str, Any], only: str) -> None:
    match = table(**more)
    assert words(match) == {only}
    match.play(0, only)
    assert match.pending == (1,)


def test_a_position_may_leave_out_everything_except_the_houses() -> None:
    data = {"game": "copenhagen", "position": {"players": [house("P5 a1* b1 c1 d1 e1"), {}]}}
    match = tw.position("copenhagen", data, seed=1)
    assert total(match) == 1
    assert all(match.view()["harbour"])
    assert len(match.moves(0)) == 21


def test_only_readers_who_know_the_hand_see_that_abilities_helped() -> None:
    plainly = table(hand={"P": 2})
    helped = table(hand={"P": 1}, abilities={"discount": "active"})
    for match, known in ((plainly, False), (helped, True)):
        code = match.code("build P2 a1* b1")
        assert ("ability tiles" in match.move(0, code, 0).text) is known
        assert "ability tiles" not in match.move(0, code, 1).text
        assert "ability tiles" not in match.move(0, code, None).text


def test_the_words_of_a_tile_say_if_it_costs_nothing() -> None:
    free = table(*FIRST_GREEN, hand={}, abilities={"any": "used", "discount": "active"})
    (move,) = (move for move in free.moves(0) if move.words == "build G2 d1* d2")
    assert move.text.endswith("it costs nothing with the Construction discount.")
    assert move.fields["cost"] == 0
    free.play(0, move)
    helped = table(*FIRST_GREEN, hand={"R": 1}, abilities={"any": "used", "change": "active"})
    (move,) = (move for move in helped.moves(0) if move.words == "build G2 d1* d2")
    assert move.text.endswith("for 1 green, with the help of ability tiles.")
    assert move.fields["cost"] == 1
    asked = table(*FIRST_GREEN, hand={"G": 1}, abilities={"any": "used", "discount": "active"})
    asked.play(0, "build G2 d1* d2")
    assert [move.text for move in asked.moves(0)] == ["Pay 1 green.", "Pay nothing, with the Construction discount."]


def test_the_guide_says_what_every_tile_does() -> None:
    game = load("copenhagen")
    data = copy.deepcopy(game.contents)
    data["tile"][14]["copies"] = [1, 1, 1]
    guide = game.guide(game.open_box({"min_cost": 2}, data), 2)
    assert guide.cards["B4"] == Card(
        "Blue tile of size 4",
        [
            Pattern(["..B", "bBB"]),
            Text("Costs 4 blue cards, one card less if it shares a side with blue in your house."),
            Text("A tile costs at least 2 cards."),
            Text("One cell is brickwork, the others are windows."),
            Text("There is 1 of this kind."),
        ],
    )
    assert guide.signs["b"].word == "blue brickwork"
    assert guide.cards["change"].lines[0] == Text(
        "Build a tile with cards of one other colour, as many as you like, as if they had its colour."
    )
    match = tw.new("copenhagen", 2, seed=1)
    for _ in steps(match, 1):
        for move in match.moves(match.pending[0]) if match.pending else []:
            assert {move.fields[name] for name in ("tile", "ability") if name in move.fields} <= guide.cards.keys()
    italian = game.guide(game.open_box(), 4, "it").cards
    assert (italian["Y5"].title, italian["any"].title) == ("Tessera da 5 (giallo)", "Carte qualsiasi")
