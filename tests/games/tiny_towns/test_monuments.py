"""The rulings on the monuments, 5.15 to 5.24, each on a small position. Opaleye's Watch: test_watch.py."""

from __future__ import annotations

from typing import Any

import pytest

from townwright.engine.match import Match

from .table import NOTHING, ROW, building, finish, lines, play, player, table, town, words


def guild(text: str, cards: str, **more: Any) -> Match:
    """The Guild has just been built; the other buildings are in the top row."""
    squares = [f"{column}4" for column, cell in zip("abcd", text.split(" / ")[0].split(), strict=True) if cell != "MO"]
    seat = player(text, "architects_guild", decision="exchange", exchanges=2, targets=squares)
    return table(seat, "", cards=cards, phase="round", named="W", hammer=1, **more)


def test_5_15_a_new_bank_gets_a_marker_and_a_new_warehouse_is_empty() -> None:
    match = guild("CO FC(W) TV MO" + ROW * 3, "bank")
    play(match, "exchange FC a4")
    assert words(match) == {"mark Y", "mark B", "mark G", "mark S"}
    play(match, "mark S", "exchange TV b4")
    assert town(match)[0] == "FC(S) TV TV MO"
    assert words(match) == {"ready"}
    plain = play(guild("CO FC(W) TV MO" + ROW * 3, "bank", options={"effect_markers": False}), "exchange FC a4", "stop")
    assert town(plain)[0] == "FC FC(W) TV MO"
    store = play(guild("CO FC(WG) TV MO" + ROW * 3, "warehouse"), "exchange FC a4", "exchange CO b4")
    assert town(store)[0] == "FC CO TV MO"


def test_5_15_without_another_building_there_is_no_decision() -> None:
    match = building(".. .. G .. / .. Y S .. / W B .. .. / .. .. .. ..", "architects_guild")
    play(match, "build architects_guild c4=G b3=Y c3=S a2=W b2=B", "target a2")
    assert words(match) == {"ready"}
    with_one = building(".. .. G CO / .. Y S .. / W B .. .. / .. .. .. ..", "architects_guild")
    play(with_one, "build architects_guild c4=G b3=Y c3=S a2=W b2=B", "target a2")
    assert with_one.prompt(0) == "Architect's Guild: replace up to two of your buildings, or stop."
    play(with_one, "exchange TV d4")
    assert words(with_one) == {"ready"}


def test_5_16_the_owner_of_a_fort_never_gets_the_hammer_again() -> None:
    fort = player("MO .. .. .." + ROW * 3, "fort_ironweed")
    match = table(fort, "", hammer=1)
    match.play(1, "name W")
    finish(match)
    assert match.pending == (1,)
    handled = table(fort, "", hammer=1)
    handled.play(1, "name W")
    assert 0 in handled.pending


def test_5_16_the_builder_finishes_the_round_and_names_again_as_the_last_player() -> None:
    seat = player("Y .. B .. / S W .. .. / .. .. .. .. / .. .. .. ..", "fort_ironweed")
    match = table(seat, "", hammer=0)
    play(match, "name S", "place S c3", "build fort_ironweed a4=Y c4=B a3=S b3=W c3=S", "target a4")
    finish(match)
    assert match.pending == (1,)
    alone = table(player("MO .. .. .." + ROW * 3, "fort_ironweed"), {"town": ["W W W W"] * 3 + ["W W W .."]}, hammer=1)
    alone.play(1, "name W")
    finish(alone)
    assert alone.pending == (0,)
    assert len(words(alone)) == 5


def test_5_17_obelisk() -> None:
    match = building("Y .. .. W / B G B S / .. .. .. .. / .. .. .. ..", "obelisk")
    play(match, "build obelisk a4=Y a3=B b3=G c3=B")
    assert words(match) == {"target a4", "target a3", "target b3", "target c3"}
    play(match, "target a3", "build well d4=W d3=S")
    assert len(words(match)) == 15


def test_5_17_with_a_trading_post_the_obelisk_still_allows_any_empty_square() -> None:
    match = building("MO FC S CO / CO CO CO CO / CO CO CO CO / CO CO .. W", "obelisk", cards="trading_post")
    play(match, "build well b4=W c4=S")
    assert words(match) == {"target c4", "target c1"}  # never the square of the post
    play(match, "target c1")
    assert town(match) == ["MO FC .. CO", "CO CO CO CO", "CO CO CO CO", "CO CO WL W"]


def grove(options: dict[str, Any] | None = None, cards: str = "bank") -> Match:
    match = building(
        ".. B .. .. / S G S .. / .. .. .. .. / .. .. .. W", "grove_university", cards=cards, options=options
    )
    return play(match, "build grove_university b4=B a3=S b3=G c3=S", "target b3")


def test_5_19_grove_university_brings_any_shared_building() -> None:
    match = grove()
    assert len(words(match)) == 7 * 14
    assert match.why_not(0, "stop") == "That may not be declined."
    assert match.why_not(0, "endow CO b3") == "That square is not empty."
    play(match, "endow FC a4", "mark W")
    assert town(match)[0] == "FC(W) .. .. .."


def test_5_19_it_may_be_optional() -> None:
    match = grove({"grove_optional": True})
    play(match, "stop")
    assert words(match) == {"ready"}


def test_5_19_without_an_empty_square_grove_university_brings_nothing() -> None:
    town_of_posts = "CO B CO CO / FC FC FC CO / CO CO CO CO / CO CO CO CO"
    match = building(town_of_posts, "grove_university", cards="trading_post")
    play(match, "build grove_university b4=B a3=S b3=G c3=S")
    assert town(match)[0] == "CO MO CO CO"
    assert words(match) == {"ready"}
    play(match, "ready")
    finish(match)
    assert match.view()["players"][0]["place"] == 1


@pytest.mark.parametrize(("others", "points"), [(0, 1), (1, 2), (4, 5), (5, 8), (9, 8)])
def test_5_20_the_shrine_counts_the_buildings_when_it_is_built(others: int, points: int) -> None:
    squares = ["B", "Y", "S", "..", "W", "G", "W", "..", *["TV"] * others, *[".."] * (8 - others)]
    if others > 8:
        squares[3] = "TV"
    text = " / ".join(" ".join(squares[4 * r : 4 * r + 4]) for r in range(4))
    match = building(text, "shrine", cards="inn")
    play(match, "build shrine a4=B b4=Y c4=S a3=W b3=G c3=W", "target a4", "ready")
    finish(match)
    assert lines(match)["monument"] == points


def test_5_20_building_the_others_first_gives_more() -> None:
    text = "B Y S W / W G W S / TV TV TV TV / .. .. .. .."
    shrine = ("build shrine a4=B b4=Y c4=S a3=W b3=G c3=W", "target a4")
    well = ("build well d4=W d3=S", "target d4")
    for order, points in (((*well, *shrine), 8), ((*shrine, *well), 5)):
        match = building(text, "shrine", cards="inn")
        play(match, *order, "ready")
        finish(match)
        assert lines(match)["monument"] == points


def test_5_20_later_buildings_do_not_count() -> None:
    match = table(player("MO TV TV TV / TV TV TV .. / .. .. .. .. / .. .. .. ..", "shrine", shrine=2), "", cards="inn")
    assert lines(match)["monument"] == 2


def test_5_21_same_round_same_place_then_the_third() -> None:
    full = {"town": ["W W W W"] * 3 + ["W W W .."]}
    for ranking, place in (("competition", 3), ("dense", 2)):
        match = table(
            full, full, {"town": ["W W W W"] * 3 + ["W W .. .."]}, hammer=0, options={"starloom_ranking": ranking}
        )
        match.play(0, "name W")
        finish(match)
        finish(match)
        assert [p["place"] for p in match.view()["players"]] == [1, 1, place]


def test_5_21_an_unbuilt_starloom_gives_nothing() -> None:
    assert lines(table(player(NOTHING, "starloom", place=1), {"place": 1}, over=True)) == {"empty": -16}


def test_5_22_a_cottage_with_a_cube_remains_a_cottage() -> None:
    match = table(player("CO(W) WL MO FD" + ROW * 3, "statue"), "")
    assert lines(match) == {"cottages": 3, "wells": 1, "empty": -12}


def test_5_23_the_cathedral_spares_only_its_owner() -> None:
    match = table(player("MO .. .. .." + ROW * 3, "cathedral"), "")
    assert lines(match) == {"monument": 2}
    assert lines(match, 1) == {"empty": -16}
    unbuilt = table(player(NOTHING, "cathedral"), "")
    assert lines(unbuilt) == {"empty": -16}


def test_5_23_buildings_placed_by_effects_count_like_any_other() -> None:
    """The Well of the University counts for the Theater, gives its point for the cottage, and fills its square.

    No test shows that such buildings count for a Shrine only if they stand when it is built, because they never meet in
    one town: the owner of the Shrine has neither University nor Guild nor Watch.
    """
    match = building("CO B .. TH / S G S .. / .. .. .. .. / .. .. .. ..", "grove_university")
    play(match, "build grove_university b4=B a3=S b3=G c3=S", "target b3", "endow WL b4", "ready")
    finish(match)
    assert match.view()["players"][0]["town"][0] == "CO WL .. TH"
    assert lines(match) == {"wells": 1, "theaters": 2, "monument": 3, "empty": -12}
