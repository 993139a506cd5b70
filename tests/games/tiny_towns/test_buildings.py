"""The rulings on feeding and the shared buildings, 5.1 to 5.14, each on a small position."""

from __future__ import annotations

import pytest

from .table import ROW, building, finish, lines, parts, play, player, table, town, words


def test_5_1_castle_is_two_cottages_and_no_monument() -> None:
    castle = player("WL MO FD CH / .. TH .. .. / .. .. .. .. / .. .. .. ..", "barrett_castle")
    match = table(castle, "", cards="farm, well, chapel, theater")
    assert lines(match) == {"wells": 2, "monument": 5, "chapels": 2, "theaters": 1, "empty": -11}
    assert match.sheet()[0].ties[2].points == 2
    single = table(castle, "", cards="farm, well, chapel, theater", options={"castle_tie": False})
    assert single.sheet()[0].ties[2].points == 0


def test_5_1_a_fed_castle_alone_satisfies_a_temple() -> None:
    castle = player("CH MO .. FD" + ROW * 3, "barrett_castle")
    assert lines(table(castle, "", cards="farm, temple"))["chapels"] == 4


def test_5_2_leaving_the_castle_unfed_can_be_best() -> None:
    """One Farm, five cottages in two pairs around Temples and one more, and a castle far from any Temple."""
    text = "CO CH CO .. / .. .. .. .. / CO CH CO FD / .. .. .. MO"
    match = table(player(text, "barrett_castle"), "", cards="farm, temple")
    assert lines(match)["cottages"] == 12
    assert lines(match)["chapels"] == 8
    assert "monument" not in lines(match)


def test_5_2_greenhouses_feed_the_best_groups() -> None:
    text = "CO CO .. CO / .. .. .. CO / CO .. .. CO / .. .. FD .."
    match = table(text, "", cards="greenhouse")
    assert sorted(parts(match, "cottages")) == [0, 0, 0, 3, 3, 3]
    two = table(text.replace("FD ..", "FD FD"), "", cards="greenhouse")
    assert lines(two)["cottages"] == 15


def test_5_2_mausoleum_leaves_them_unfed_for_the_chapel() -> None:
    match = table(player("CO CO MO CH" + ROW * 3, "mausoleum"), "", cards="farm, chapel")
    assert lines(match) == {"cottages": 6, "empty": -12}


def test_5_3_unfed_cottages_still_serve_the_well() -> None:
    assert lines(table("CO WL CO .." + ROW * 3, "", cards="well")) == {"wells": 2, "empty": -13}


@pytest.mark.parametrize("kind", ["CO", "FD", "WL", "CH"])
def test_5_4_harmless_neighbours_of_an_abbey(kind: str) -> None:
    match = table(f"CH {kind} .. .." + ROW * 3, "", cards="abbey")
    assert lines(match)["chapels"] == (6 if kind == "CH" else 3)


@pytest.mark.parametrize("kind", ["TV", "TH", "FC"])
def test_5_4_neighbours_that_spoil_an_abbey(kind: str) -> None:
    assert "chapels" not in lines(table(f"CH {kind} .. .." + ROW * 3, "", cards="abbey, almshouse"))


@pytest.mark.parametrize(
    ("card", "kind", "points"),
    [
        ("bakery", "FD", 3),
        ("bakery", "FC", 3),
        ("bakery", "TV", 0),
        ("millstone", "FD", 2),
        ("millstone", "TH", 2),
        ("millstone", "FC", 0),
        ("fountain", "WL", 4),
        ("fountain", "CO", 0),
    ],
)
def test_5_4_neighbours_that_pay(card: str, kind: str, points: int) -> None:
    code, line = ("TH", "theaters") if card == "bakery" else ("WL", "wells")
    match = table(f"{code} {kind} .. .." + ROW * 3, "", cards=card)
    assert lines(match).get(line, 0) == points


def test_5_5_markets_count_one_line_only() -> None:
    match = table("TH TH TH .. / TH .. .. .. / .. .. .. .. / .. .. .. ..", "", cards="market")
    assert sorted(parts(match, "theaters")) == [2, 3, 3, 3]


def test_5_5_tailors_and_inns() -> None:
    tailors = table("TH .. .. .. / .. TH TH .. / .. .. .. .. / .. .. .. ..", "", cards="tailor")
    assert parts(tailors, "theaters") == [3, 3, 3]
    inns = table("TV .. TV .. / .. .. .. TV / .. .. .. .. / .. .. .. ..", "", cards="inn")
    assert parts(inns, "taverns") == [0, 0, 3]


def test_5_6_theaters_do_not_count_theaters() -> None:
    match = table(player("TH TH CO MO / FD .. .. .. / CO .. .. .. / .. .. .. ..", "fort_ironweed"), "", cards="theater")
    assert parts(match, "theaters") == [3, 2]


def test_5_7_with_two_players_each_is_the_others_right_neighbour() -> None:
    halls = "TV .. .. .." + ROW * 3
    match = table(halls, halls, cards="feast_hall")
    assert [lines(match, seat)["taverns"] for seat in (0, 1)] == [2, 2]


@pytest.mark.parametrize(("number", "points"), list(enumerate([2, 5, 9, 14, 20, 20, 20], 1)))
def test_5_8_taverns_together(number: int, points: int) -> None:
    assert lines(table(grid_of("TV", number), "", cards="tavern"))["taverns"] == points


@pytest.mark.parametrize(("number", "points"), list(enumerate([-1, 5, -3, 15, -5, 26, 26, 26], 1)))
def test_5_8_almshouses_together(number: int, points: int) -> None:
    assert lines(table(grid_of("TV", number), "", cards="almshouse"))["taverns"] == points


def grid_of(code: str, number: int) -> str:
    squares = [code] * number + [".."] * (16 - number)
    return " / ".join(" ".join(squares[4 * r : 4 * r + 4]) for r in range(4))


def test_5_9_forum_palace_baths() -> None:
    forum = table(player("MO .. .. .." + ROW * 3, "silva_forum"), "")
    assert lines(forum)["monument"] == 2
    palace = table(player("CO MO FD .. / .. CO .. .. / .. .. .. .. / .. .. .. ..", "mandras_palace"), "")
    assert lines(palace)["monument"] == 4
    baths = table(player("MO CO .. .." + ROW * 3, "sky_baths"), "")
    assert lines(baths)["monument"] == 12
    none = table(player("MO .. .. .." + ROW * 3, "archive"), "")
    assert "monument" not in lines(none)


def test_5_10_a_shed_can_stand_on_any_empty_square() -> None:
    match = play(building("W S B .. / CO .. .. .. / CO CO CO CO / CO CO CO CO", cards="shed"), "build shed a4=W b4=S")
    assert words(match) == {f"target {square}" for square in ("a4", "b4", "d4", "b3", "c3", "d3")}


def test_5_11_a_trading_post_can_be_used_again_and_needs_a_real_cube() -> None:
    match = building("FC S .. .. / FC FC .. .. / .. .. .. .. / .. .. .. ..", cards="trading_post")
    assert match.why_not(0, "build well a4=W a3=S") == "At least one real cube must be used."
    wells = [move for move in words(match, kind="build") if move.startswith("build well")]
    assert len(wells) == 1  # with the post beside or below, it takes the same cube
    assert match.why_not(0, "build well a4=W b4=S") == "Another placement of that card takes the very same cubes."
    play(match, *wells)
    assert town(match)[0] == "FC WL .. .."  # one target: the square of the one cube


def test_5_11_a_new_post_serves_the_next_construction() -> None:
    match = building("S W .. S / S W B .. / .. .. .. .. / .. .. .. ..", cards="trading_post")
    play(match, "build trading_post a4=S b4=W a3=S b3=W c3=B", "target b4")
    assert town(match)[:2] == [".. FC .. S", ".. .. .. .."]
    close = building("S W S .. / S W B .. / .. .. .. .. / .. .. .. ..", cards="trading_post")
    play(close, "build trading_post a4=S b4=W a3=S b3=W c3=B", "target b4")
    assert "build well b4=W c4=S" in words(close)


def test_5_11_a_town_can_end_without_an_empty_square() -> None:
    match = building("FC S CO CO / CO CO CO CO / CO CO CO CO / CO CO CO CO", cards="trading_post")
    play(match, "build well a4=W b4=S")
    finish(match)
    assert match.view()["players"][0]["place"] == 1
    assert "empty" not in lines(match)


def test_5_11_with_a_post_a_shed_can_still_stand_on_any_empty_square() -> None:
    match = building("FC S CO CO / CO CO CO CO / CO CO CO CO / CO CO CO ..", cards="trading_post, shed")
    play(match, "build shed a4=W b4=S")
    assert words(match) == {"target b4", "target d1"}  # never the square of the post


def test_5_12_banks() -> None:
    cards = "bank"
    match = building("Y Y .. .. / W G B FC(W) / .. .. .. .. / .. .. .. ..", cards=cards)
    play(match, "build bank a4=Y b4=Y a3=W b3=G c3=B", "target a4")
    assert words(match) == {"mark Y", "mark B", "mark G", "mark S"}
    assert match.why_not(0, "mark W") == "Another of your Banks has wood."
    naming = table("FC(W) FC(G) .. .." + ROW * 3, "", cards=cards)
    assert words(naming) == {"name Y", "name B", "name S"}
    assert naming.why_not(0, "name W") == "One of your Banks bars you from wood."


FIVE = "FC(W) FC(Y) FC(B) FC(G) / FC(S) .. .. .. / .. .. .. .. / .. .. .. .."


def test_5_12_no_sixth_bank() -> None:
    match = building(FIVE.replace(".. .. .. .. / .. .. .. ..", "Y Y .. .. / W G B .."), cards="bank")
    assert not any("bank" in move for move in words(match))
    assert (
        match.why_not(0, "build bank a2=Y b2=Y a1=W b1=G c1=B")
        == "Each of the five resources lies on one of your Banks already."
    )


def test_5_12_four_banks_leave_one_name_and_five_skip_the_turn() -> None:
    four = FIVE.replace("FC(S)", "..")
    match = table(four, "", hammer=1, cards="bank")
    match.play(1, "name W")
    finish(match)
    assert match.view()["named"] == "S"
    skipped = table(FIVE, "", "", hammer=2, cards="bank")
    skipped.play(2, "name W")
    finish(skipped)
    assert skipped.pending == (1,)


def test_5_12_five_banks_alone_complete_the_town() -> None:
    match = table(FIVE, {"town": ["W W W W"] * 3 + ["W W W .."]}, hammer=1, cards="bank")
    match.play(1, "name W")
    finish(match)
    assert match.over
    assert [p["place"] for p in match.view()["players"]] == [2, 1]


def test_5_12_not_even_the_last_player_may_name_a_resource_on_a_bank() -> None:
    match = table("FC(W) FC(G) .. .." + ROW * 3, {"place": 1}, hammer=0, cards="bank")
    for _ in range(2):
        assert words(match) == {"name Y", "name B", "name S"}
        assert match.why_not(0, "name G") == "One of your Banks bars you from glass."
        match.play(0, "name S")
        finish(match)


def test_5_12_beside_the_owner_of_a_fort_five_banks_complete_the_town() -> None:
    """Neither may name; the town with the Banks is completed, and the Fort's owner is the last player (5.16)."""
    fort = player("MO .. .. .." + ROW * 3, "fort_ironweed")
    match = table(FIVE, fort, {"town": ["W W W W"] * 3 + ["W W W .."]}, hammer=2, cards="bank")
    match.play(2, "name W")
    finish(match)
    assert [p["place"] for p in match.view()["players"]] == [2, None, 1]
    assert match.pending == (1,)
    assert words(match, 1) == {f"name {letter}" for letter in "WYBGS"}


def test_5_12_five_banks_take_nothing_in_a_free_round() -> None:
    options = {"variant": "town_hall"}
    free = table(FIVE, "", cards="bank", phase="round", rounds=2, options=options)
    assert words(free) == {"ready"}
    finish(free)
    assert town(free) == [row.strip() for row in FIVE.split("/")]
    drawn = table(FIVE, "", cards="bank", phase="round", named="W", options=options)
    assert len(words(drawn, kind="place")) == len(words(drawn)) == 11


def test_5_12_a_marker_is_not_a_stored_cube() -> None:
    assert lines(table(FIVE, "", cards="bank", hammer=1)) == {"factories": 20, "empty": -11}


def test_5_13_after_storing_a_player_may_construct() -> None:
    match = table("FC W S .." + ROW * 3, "", cards="warehouse", phase="round", named="B", hammer=1)
    play(match, "store a4")
    assert words(match) == {"ready", "build well b4=W c4=S"}
    assert town(match)[0] == "FC(B) W S .."


def test_5_13_swapping_for_the_same_kind_is_placing() -> None:
    match = table("FC(BBB) .. .. .." + ROW * 3, "", cards="warehouse", phase="round", named="B", hammer=1)
    assert len(words(match)) == 15
    assert match.why_not(0, "store a4") == "That Warehouse is full: it holds 3 cubes."
    assert "same" in str(match.why_not(0, "swap a4 B"))


def test_5_14_factory_markers_may_repeat() -> None:
    match = building("FC(G) W .. .. / .. B S S / .. .. .. B / .. .. .. ..")
    factory = building("W .. .. FC(G) / B S S B / .. .. .. .. / .. .. .. ..")
    play(factory, "build factory a4=W a3=B b3=S c3=S d3=B", "target a4")
    assert words(factory) == {f"mark {letter}" for letter in "WYBGS"}
    play(factory, "mark G")
    assert town(factory)[0] == "FC(G) .. .. FC(G)"
    assert not any("factory" in move for move in words(match))
