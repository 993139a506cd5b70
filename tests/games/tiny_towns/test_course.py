"""The course of the game, section 1: setting up, placing, constructing, completing, hammer, ties."""

from __future__ import annotations

import townwright as tw

from .table import ROW, building, finish, lines, play, player, table, town, words


def test_1_2_each_pile_gives_one_card_and_everybody_two_monuments() -> None:
    seen: set[str] = set()
    for seed in range(60):
        match = tw.new("tiny-towns", 6, seed=seed)
        view = match.view()
        assert view["cards"][0] == "cottage"
        seen |= set(view["cards"])
        dealt = [name for seat in range(6) for name in match.view(seat)["players"][seat]["monuments"]]
        assert len(set(dealt)) == 12
    assert len(seen) == 25


def test_1_2_without_monuments_the_game_begins_with_naming() -> None:
    match = tw.new("tiny-towns", 3, seed=1, options={"monuments": False, "buildings": "recommended"})
    assert match.pending == (0,)
    assert match.view()["cards"] == ["cottage", "farm", "well", "chapel", "tavern", "theater", "factory"]
    assert match.prompt(0) == "You hold the hammer: name the resource that everybody must place."


def test_1_2_the_hammer_may_start_anywhere() -> None:
    starts = {
        tw.new("tiny-towns", 4, seed=seed, options={"monuments": False, "hammer": "random"}).pending
        for seed in range(40)
    }
    assert starts == {(0,), (1,), (2,), (3,)}


def test_1_3_constructing_before_the_cube_is_placed_is_illegal() -> None:
    match = table("W S .. .." + ROW * 3, "", phase="round", named="W", hammer=1)
    assert match.why_not(0, "build well a4=W b4=S") == "That is not possible now."
    play(match, "place W c4")
    assert match.why_not(0, "build well a4=W b4=S") is None


def test_1_3_several_constructions_in_one_round() -> None:
    match = building("W S W S" + ROW * 3)
    play(match, "build well a4=W b4=S", "target a4", "build well c4=W d4=S", "target d4")
    assert town(match)[0] == "WL .. .. WL"


def test_1_4_the_building_stands_on_a_square_whose_cube_was_removed() -> None:
    match = play(building("W S .. .." + ROW * 3), "build well a4=W b4=S")
    assert words(match) == {"target a4", "target b4"}
    assert match.why_not(0, "target c4") == "The building may not stand on that square."


def test_1_4_other_squares_of_the_pattern_may_hold_anything() -> None:
    match = building(".. W G .. / S G S .. / .. .. .. .. / .. .. .. ..")
    assert "build chapel c4=G a3=S b3=G c3=S" in words(match)


def test_1_5_a_full_town_is_completed_even_if_something_could_be_built() -> None:
    seat = player("W S .. CO / CO CO CO CO / CO CO CO CO / CO CO CO CO")
    match = table(seat, "", phase="round", named="W", hammer=1)
    finish(match)
    assert match.view()["players"][0]["place"] == 1


def test_1_5_the_rules_fill_the_only_empty_square() -> None:
    match = table("CO CO CO CO / CO CO CO CO / CO CO CO CO / CO CO CO ..", "", phase="round", named="W", hammer=1)
    assert words(match) == {"ready"}
    assert town(match)[3] == "CO CO CO W"


def test_1_5_spare_room_does_not_keep_a_full_town_in_the_game() -> None:
    match = table(
        "FC CO CO CO / CO CO CO CO / CO CO CO CO / CO CO CO ..",
        "",
        cards="warehouse",
        phase="round",
        named="W",
        hammer=1,
    )
    play(match, "place W d1")
    finish(match)
    assert match.view()["players"][0]["place"] == 1


def test_1_5_a_single_player_left_names_alone() -> None:
    match = table({"place": 1}, "", hammer=1, rounds=7)
    play(match, "name W", "place W a4", "ready", seat=1)
    assert match.pending == (1,)
    assert match.view()["hammer"] == 1


def test_1_6_the_hammer_goes_to_the_left_past_completed_towns() -> None:
    match = table("", {"place": 1}, "", hammer=0)
    match.play(0, "name W")
    finish(match)
    assert match.view()["hammer"] == 2


def test_1_7_ties_fewer_hammers_then_fewer_empty_squares_then_more_cottages() -> None:
    cards = "farm, shed, inn"
    a = player("CO .. .. .." + ROW * 3, place=1)  # 0 - 15
    b = player("TV TV .. .." + ROW * 3, place=1)  # 0 - 14
    plain = table(a, a, cards=cards, over=True)
    assert plain.winners == (0, 1)
    assert table(a | {"hammers": 3}, a | {"hammers": 2}, cards=cards, over=True).winners == (1,)
    c = player("FD .. .. .." + ROW * 3, place=1)
    assert table(a, c, cards=cards, over=True).winners == (0,)  # a cottage more
    worth = player("WL FD FD FD" + ROW * 3, place=1)  # 1 - 12
    same = player("TV WL WL .." + ROW * 3, place=1)  # 3 + 2 - 13 = -8
    assert [sheet.ties[1].points for sheet in table(worth, same, b, cards=cards, over=True).sheet()] == [-12, -13, -14]


def test_1_7_cubes_are_taken_away_at_the_end() -> None:
    match = table({"town": ["W W W W"] * 4, "place": 1}, {"place": 1}, over=True)
    assert lines(match) == {"empty": -16}
