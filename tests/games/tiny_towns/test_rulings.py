"""The rulings that no worked case touches, each on a small position, and the switches of the box."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

import townwright as tw
from townwright.engine.match import Match
from townwright.games import load

from .table import lines, parts, play, player, table, total, town, words

ROW = " / .. .. .. .."
NOTHING = ".. .. .. .." + ROW * 3
FIRST = "farm, well, chapel, tavern, theater, factory"


def building(text: str, monument: str | None = None, others: tuple[Any, ...] = ("",), **more: Any) -> Match:
    """Seat 0 has handled its cube and may construct; the others have still to act."""
    fields = {key: more.pop(key) for key in list(more) if key in ("watch", "cavern", "decision", "due", "before")}
    seat = player(text, monument, **{"decision": "build", **fields})
    return table(seat, *others, phase="round", named="W", hammer=min(1, len(others)), **more)


def finish(match: Match) -> Match:
    """Everybody does something and is ready, until the round is over."""
    rounds = match.view()["rounds"]
    while match.view()["rounds"] == rounds and not match.over:
        seat = match.pending[0]
        ready = "ready" in words(match, seat)
        match.play(seat, "ready" if ready else match.codes(seat)[0])
    return match


# --- the course of the game ----------------------------------------------------------------------


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


def test_1_2_without_monuments_the_first_naming_comes_at_once() -> None:
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
    assert match.why_not(0, "build well a4=W b4=S") == "That is not what is asked now."
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


def test_1_5_the_only_empty_square_is_filled_by_the_rules_themselves() -> None:
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


def test_1_8_cavern_twice_and_only_for_cubes_of_others() -> None:
    options = {"cavern": True}
    match = table("", "", phase="round", named="W", hammer=1, options=options)
    assert "cavern" in words(match)
    assert "cavern" not in words(match, 1)
    assert match.why_not(1, "cavern") == "That is possible only with a resource that somebody else named."
    play(match, "cavern")
    assert words(match) == {"ready"}  # and may still construct
    assert town(match) == [".. .. .. .."] * 4
    full = table({"cavern": 2}, "", phase="round", named="W", hammer=1, options=options)
    assert full.why_not(0, "cavern") == "Nothing more may go to the cavern."
    assert table("", "", phase="round", named="W", hammer=1).why_not(0, "cavern") is not None


def test_1_9_town_hall_draws_two_cards_then_everybody_chooses() -> None:
    match = tw.new("tiny-towns", 2, seed=3, options={"variant": "town_hall", "monuments": False})
    named = []
    for _ in range(6):
        named.append(match.view()["named"] is not None)
        finish(match)
    assert named == [True, True, False, True, True, False]
    assert all(p["hammers"] == 0 for p in match.view()["players"])


def test_1_9_the_pile_is_shuffled_anew_before_round_16() -> None:
    discards = [None] * 5 + list("YYYBBBGGGW")
    match = table("", "", options={"variant": "town_hall"}, phase="round", rounds=13, named="W", discards=discards)
    assert match.view()["pile"] == []
    finish(match)
    assert match.view()["named"] is None  # round 15 is free
    finish(match)
    view = match.view()
    assert (view["rounds"], len(view["discards"]), len(view["pile"])) == (15, 6, 9)
    assert view["discards"] == [None] * 5 + [view["named"]]


def test_1_9_a_whole_pass_has_ten_draws() -> None:
    match = tw.new("tiny-towns", 1, seed=5, options={"variant": "town_hall", "monuments": False, "cavern": True})
    seen = []
    while len(seen) < 12 and not match.over:
        view = match.view()
        if view["named"]:
            seen.append((view["named"], len(view["discards"])))
        finish(match)
    assert [n for _, n in seen][:11] == [*range(6, 16), 6][: len(seen)]


def test_1_9_bank_and_fort_in_free_rounds() -> None:
    options = {"variant": "town_hall"}
    cards = "bank"
    match = table("FC(W) FC(G) .. .." + ROW * 3, "", cards=cards, phase="round", rounds=2, options=options)
    assert {move.split()[1] for move in words(match)} == {"Y", "B", "S"}
    assert match.why_not(0, "place W c4") == "That resource lies on one of your Banks."
    fort = table(player("MO .. .. .." + ROW * 3, "fort_ironweed"), "", phase="round", rounds=2, options=options)
    assert words(fort) == {"ready"}
    alone = table(
        player("MO .. .. .." + ROW * 3, "fort_ironweed"), {"place": 1}, phase="round", rounds=2, options=options
    )
    assert len(words(alone)) == 75


def test_1_9_factory_warehouse_statue_and_cavern_work_in_drawn_rounds_only() -> None:
    options = {"variant": "town_hall", "cavern": True}
    drawn = table("FC(W) .. .. .." + ROW * 3, "", phase="round", named="W", options=options)
    assert len(words(drawn)) == 76
    free = table("FC(W) .. .. .." + ROW * 3, "", phase="round", rounds=2, options=options)
    assert len(words(free)) == 75
    assert "cavern" not in words(free)


def test_1_10_solo_leaves_four_cards_out() -> None:
    cards, monuments = set(), set()
    for seed in range(150):
        view = tw.new("tiny-towns", 1, seed=seed).view(0)
        cards |= set(view["cards"])
        monuments |= set(view["players"][0]["monuments"])
    assert len(cards) == 23
    assert not cards & {"inn", "bank"}
    assert len(monuments) == 13
    assert not monuments & {"fort_ironweed", "opaleyes_watch"}


def test_1_10_a_card_comes_back_as_the_refill_after_pick_thirteen() -> None:
    match = tw.new("tiny-towns", 1, seed=8, options={"monuments": False, "cavern": True, "cavern_solo": True})
    refills, picks = [], []
    while len(refills) < 15 and not match.over:
        view = match.view(0)
        if view["phase"] == "name":
            match.play(0, match.codes(0)[0])
        named = match.view(0)["named"]
        picks.append(named)
        place = match.view(0)["picked"]
        finish(match)
        refills.append(match.view(0)["open"][place - 1])
        known = [card for card in match.view(0)["pile"] if card]
        assert known == picks[-12:]  # what the player has put under the pile, in order
    assert len(refills) > 12
    assert refills[12:] == picks[: len(refills) - 12]


def test_1_10_equal_open_cards_are_one_choice() -> None:
    match = table("", open=["W", "W", "G"])
    assert words(match) == {"pick W", "pick G"}
    other = table("", open=["W", "W", "G"], pile=["W", *[None] * 11])
    play(other, "pick G", "place G a4", "ready")
    assert other.view()["open"] == ["W", "W", "W"]
    assert other.view()["named"] == "W"  # three equal cards leave no choice


def test_1_10_abilities_work_on_every_pick_and_starloom_is_six() -> None:
    match = table("FC(G) .. .. .." + ROW * 3, phase="round", named="G")
    assert len(words(match)) == 75
    assert "cavern" not in words(table("", phase="round", named="G", options={"cavern": True}))
    done = table(player("MO CO CO CO / CO CO CO CO / CO CO CO CO / CO CO CO CO", "starloom", place=1), over=True)
    assert lines(done) == {"monument": 6}


@pytest.mark.parametrize(
    ("points", "rank"),
    [
        (60, "master_architect"),
        (38, "master_architect"),
        (37, "town_planner"),
        (32, "town_planner"),
        (31, "engineer"),
        (25, "engineer"),
        (24, "carpenter"),
        (18, "carpenter"),
        (17, "builders_apprentice"),
        (10, "builders_apprentice"),
        (9, "aspiring_architect"),
        (-16, "aspiring_architect"),
    ],
)
def test_1_10_ranks(points: int, rank: str) -> None:
    assert load("tiny-towns").open_box().face.rank(points) == rank


def test_1_10_the_rank_is_shown_at_the_end() -> None:
    done = table({"town": ["CO CO CO CO", "FD TV TV TV", "TV TV CO CO", "CO CO FD CH"], "place": 1}, over=True)
    assert total(done) == 8 * 3 + 20 + 8
    assert done.view()["rank"] == "master_architect"
    game, face, box = done.game, done.box.face, done.box.record
    console = Console(record=True, width=100, file=io.StringIO())
    console.print(game.draw(game.show(face, box, done._s), ["Ada"], face, game.texts()))
    assert "Rank: Master Architect" in console.export_text()


# --- buildings and monuments ---------------------------------------------------------------------


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


def test_5_2_it_can_be_right_to_leave_the_castle_unfed() -> None:
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


def test_5_10_a_shed_stands_on_any_empty_square() -> None:
    match = play(building("W S B .. / CO .. .. .. / CO CO CO CO / CO CO CO CO", cards="shed"), "build shed a4=W b4=S")
    assert words(match) == {f"target {square}" for square in ("a4", "b4", "d4", "b3", "c3", "d3")}


def test_5_11_a_trading_post_works_again_and_needs_a_real_cube() -> None:
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


def test_5_12_banks() -> None:
    cards = "bank"
    match = building("Y Y .. .. / W G B FC(W) / .. .. .. .. / .. .. .. ..", cards=cards)
    play(match, "build bank a4=Y b4=Y a3=W b3=G c3=B", "target a4")
    assert words(match) == {"mark Y", "mark B", "mark G", "mark S"}
    assert match.why_not(0, "mark W") == "That resource lies on another of your Banks."
    naming = table("FC(W) FC(G) .. .." + ROW * 3, "", cards=cards)
    assert words(naming) == {"name Y", "name B", "name S"}
    assert naming.why_not(0, "name W") == "That resource lies on one of your Banks."


FIVE = "FC(W) FC(Y) FC(B) FC(G) / FC(S) .. .. .. / .. .. .. .. / .. .. .. .."


def test_5_12_no_sixth_bank() -> None:
    match = building(FIVE.replace(".. .. .. .. / .. .. .. ..", "Y Y .. .. / W G B .."), cards="bank")
    assert not any("bank" in move for move in words(match))
    assert (
        match.why_not(0, "build bank a2=Y b2=Y a1=W b1=G c1=B")
        == "Each of the five resources lies on one of your Banks already."
    )


def test_5_12_four_banks_name_by_themselves_and_five_are_skipped() -> None:
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


def test_5_13_after_storing_a_player_may_construct() -> None:
    match = table("FC W S .." + ROW * 3, "", cards="warehouse", phase="round", named="B", hammer=1)
    play(match, "store a4")
    assert words(match) == {"ready", "build well b4=W c4=S"}
    assert town(match)[0] == "FC(B) W S .."


def test_5_13_swapping_for_the_same_kind_is_placing() -> None:
    match = table("FC(BBB) .. .. .." + ROW * 3, "", cards="warehouse", phase="round", named="B", hammer=1)
    assert len(words(match)) == 15
    assert match.why_not(0, "store a4") == "That Warehouse is full."
    assert "same" in str(match.why_not(0, "swap a4 B"))


def test_5_14_factory_markers_may_repeat() -> None:
    match = building("FC(G) W .. .. / .. B S S / .. .. .. B / .. .. .. ..")
    factory = building("W .. .. FC(G) / B S S B / .. .. .. .. / .. .. .. ..")
    play(factory, "build factory a4=W a3=B b3=S c3=S d3=B", "target a4")
    assert words(factory) == {f"mark {letter}" for letter in "WYBGS"}
    play(factory, "mark G")
    assert town(factory)[0] == "FC(G) .. .. FC(G)"
    assert not any("factory" in move for move in words(match))


def guild(text: str, cards: str, **more: Any) -> Match:
    """The Guild was just built; the other buildings stand in the top row."""
    squares = [f"{column}4" for column, cell in zip("abcd", text.split(" / ")[0].split(), strict=True) if cell != "MO"]
    seat = player(text, "architects_guild", decision="exchange", exchanges=2, targets=squares)
    return table(seat, "", cards=cards, phase="round", named="W", **more)


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


def test_5_15_without_another_building_nothing_is_asked() -> None:
    match = building(".. .. G .. / .. Y S .. / W B .. .. / .. .. .. ..", "architects_guild")
    play(match, "build architects_guild c4=G b3=Y c3=S a2=W b2=B", "target a2")
    assert words(match) == {"ready"}
    with_one = building(".. .. G CO / .. Y S .. / W B .. .. / .. .. .. ..", "architects_guild")
    play(with_one, "build architects_guild c4=G b3=Y c3=S a2=W b2=B", "target a2")
    assert with_one.prompt(0) == "Architect's Guild: replace up to two of your buildings, or stop."
    play(with_one, "exchange TV d4")
    assert words(with_one) == {"ready"}


def test_5_16_the_fort_ends_the_hammer_from_the_next_pass_on() -> None:
    fort = player("MO .. .. .." + ROW * 3, "fort_ironweed")
    match = table(fort, "", hammer=0)
    match.play(0, "name W")
    finish(match)
    match.play(1, "name W")
    finish(match)
    assert match.pending == (1,)
    handled = table(fort, "", hammer=1)
    handled.play(1, "name W")
    assert 0 in handled.pending


def test_5_17_obelisk() -> None:
    match = building("Y .. .. W / B G B S / .. .. .. .. / .. .. .. ..", "obelisk")
    play(match, "build obelisk a4=Y a3=B b3=G c3=B")
    assert words(match) == {"target a4", "target a3", "target b3", "target c3"}
    play(match, "target a3", "build well d4=W d3=S")
    assert len(words(match)) == 15


def watch(neighbours: tuple[Any, ...], text: str = "MO .. .. .." + ROW * 3, **more: Any) -> Match:
    owner = player(text, "opaleyes_watch", watch=more.pop("watch", ["WL", "CO", "TV"]), decision="build")
    return table(owner, *neighbours, phase="round", named="B", hammer=1, **more)


WELL = "W S .. .." + ROW * 3


def build_well(match: Match, seat: int) -> None:
    if match.view(seat)["players"][seat]["decision"] == "handle":
        match.play(seat, "place B d1")
    play(match, "build well a4=W b4=S", "target a4", "ready", seat=seat)


def test_5_18_three_different_types_are_listed() -> None:
    match = building("W .. .. .. / B G Y Y / S .. .. .. / .. .. .. ..", "opaleyes_watch")
    play(match, "build opaleyes_watch a4=W a3=B b3=G c3=Y d3=Y a2=S", "target a3")
    assert words(match) == {f"watch {code}" for code in ("CO", "FD", "WL", "CH", "TV", "TH", "FC")}
    play(match, "watch WL")
    assert match.why_not(0, "watch WL") == "That type is on the card already."
    play(match, "watch TV", "watch CO")
    assert words(match) == {"ready"}


@pytest.mark.parametrize("neighbour", [1, 3])
def test_5_18_a_neighbour_on_either_side_triggers_it(neighbour: int) -> None:
    match = watch(("", "", "")[: neighbour - 1] + (WELL,) + ("",) * (3 - neighbour))
    play(match, "ready")
    build_well(match, neighbour)
    for seat in match.pending:
        play(match, "place B d1", "ready", seat=seat)
    assert match.pending == (0,)
    assert match.prompt(0) == "Opaleye's Watch brings you a building: choose an empty square."
    assert match.prompt(1) == "Waiting for seat 0: placing a building from Opaleye's Watch."
    play(match, "settle c3")
    assert town(match)[1] == ".. .. WL .."
    assert match.view()["players"][0]["watch"] == ["CO", "WL", "TV"]  # the others see it when the round is over
    play(match, "ready")
    assert match.view()["players"][0]["watch"] == ["CO", "TV"]
    assert match.view()["phase"] == "name"


def test_5_18_a_player_across_the_table_does_not() -> None:
    match = watch(("", WELL, ""))
    play(match, "ready")
    build_well(match, 2)
    for seat in match.pending:
        play(match, "place B d1", "ready", seat=seat)
    assert match.view()["phase"] == "name"


def test_5_18_two_neighbours_with_the_same_type_give_one_piece() -> None:
    match = watch((WELL, WELL))
    play(match, "ready")
    build_well(match, 1)
    build_well(match, 2)
    play(match, "settle d4")
    assert words(match) == {"ready"}


def test_5_18_two_types_give_two_pieces_and_a_post_can_enable_a_construction() -> None:
    other = "S W W S / S W B .. / .. .. .. .. / .. .. .. .."
    match = watch((other,), "MO S .. .." + ROW * 3, cards="trading_post", watch=["WL", "FC", "TV"])
    play(match, "ready")
    play(match, "place B d1", seat=1)
    play(match, "build well c4=W d4=S", "target d4", "build trading_post a4=S b4=W a3=S b3=W c3=B", "target a4", seat=1)
    play(match, "ready", seat=1)
    play(match, "settle d1", "settle c4")
    assert town(match) == ["MO S FC ..", ".. .. .. ..", ".. .. .. ..", ".. .. .. WL"]
    play(match, "build well b4=S c4=W")
    assert town(match)[0] == "MO WL FC .."
    play(match, "ready")
    assert match.view()["phase"] == "name"


def test_5_18_not_in_the_round_in_which_it_was_built() -> None:
    def built_this_round(**options: Any) -> Match:
        owner = player(
            "MO .. .. .." + ROW * 3,
            "opaleyes_watch",
            watch=["WL", "CO", "TV"],
            decision="build",
            before={"town": ["W .. .. ..", "B G Y Y", "S .. .. ..", ".. .. .. .."]},
        )
        match = table(owner, WELL, phase="round", named="B", hammer=1, options=options)
        play(match, "ready")
        build_well(match, 1)
        return match

    assert built_this_round().view()["phase"] == "name"
    assert built_this_round(watch_delay=False).pending == (0,)


FULL = "MO CO CO CO / CO CO CO CO / CO CO CO CO / CO CO CO W"


def test_5_18_without_an_empty_square_the_piece_stays_or_is_lost() -> None:
    for option, left in (("stays", ["CO", "WL", "TV"]), ("lost", ["CO", "TV"])):
        match = watch((WELL,), FULL, options={"watch_no_room": option})
        play(match, "ready")
        build_well(match, 1)
        assert match.view()["players"][0]["watch"] == left
        assert match.view()["players"][0]["place"] == 1


def test_5_18_the_only_square_is_taken_by_the_rules_themselves() -> None:
    match = watch((WELL,), FULL.replace(" W", " .."))
    play(match, "ready")
    build_well(match, 1)
    assert town(match)[3] == "CO CO CO WL"
    assert words(match) == {"ready"}
    play(match, "ready")
    assert match.view()["players"][0]["place"] == 1


def test_5_18_pieces_placed_by_effects_trigger_it_by_option_only() -> None:
    for option, phase in ((False, "name"), (True, "watch")):
        other = player(".. B .. .. / S G S .. / .. .. .. .. / .. .. .. ..", "grove_university")
        match = watch((other,), options={"watch_effects": option})
        play(match, "ready")
        play(
            match,
            "place B d1",
            "build grove_university b4=B a3=S b3=G c3=S",
            "target b3",
            "endow WL a4",
            "ready",
            seat=1,
        )
        assert match.view()["phase"] == phase


def test_8_2_the_watch_may_be_optional() -> None:
    match = watch((WELL,), options={"watch_optional": True})
    play(match, "ready")
    build_well(match, 1)
    play(match, "stop", "ready")
    assert match.view()["players"][0]["watch"] == ["CO", "WL", "TV"]
    must = watch((WELL,))
    play(must, "ready")
    build_well(must, 1)
    assert must.why_not(0, "stop") == "That may not be declined."


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


def test_5_24_cubes_are_taken_away_at_the_end() -> None:
    match = table({"town": ["W W W W"] * 4, "place": 1}, {"place": 1}, over=True)
    assert lines(match) == {"empty": -16}


def test_8_1_a_feast_hall_alone() -> None:
    halls = "TV TV .. .." + ROW * 3
    assert lines(table(halls, cards="feast_hall"))["taverns"] == 6
    assert lines(table(halls, cards="feast_hall", options={"solo_feast_hall": 2}))["taverns"] == 4
    for without, kept in (("inn", {"feast_hall"}), ("feast_hall", {"inn"}), ("both", set())):
        found = {
            tw.new("tiny-towns", 1, seed=n, options={"solo_without": without}).view()["cards"][4] for n in range(60)
        }
        assert found & {"inn", "feast_hall"} == kept


def test_8_9_the_cavern_in_solo_by_option() -> None:
    assert "cavern" in words(table("", phase="round", named="G", options={"cavern": True, "cavern_solo": True}))


# --- acting at the same time ---------------------------------------------------------------------


def test_nothing_of_a_round_is_seen_before_everybody_is_ready() -> None:
    match = table(player(WELL, "statue"), player("", "shrine"), phase="round", named="B", hammer=1)
    before = match.view(1)["players"][0]
    sheet = total(match)
    play(match, "place B c4", "build well a4=W b4=S", "target b4")
    assert match.view(1)["players"][0] == before
    assert match.view()["players"][0] == before
    assert total(match) == sheet
    play(match, "ready")
    assert match.view(1)["players"][0] == before
    play(match, "place B a4", "ready", seat=1)
    assert match.view(1)["players"][0]["town"][0] == ".. WL B .."


def test_ready_can_be_taken_back_until_the_last_seat_is_ready() -> None:
    match = table("", "", "", phase="round", named="B", hammer=1)
    start = match.state
    play(match, "place B c4", "ready")
    play(match, "place B a1", seat=1)
    match.undo(0)
    match.undo(0)
    match.undo(1)
    assert match.state == start
    for seat in range(3):
        play(match, "place B c4", "ready", seat=seat)
    with pytest.raises(tw.CannotUndo):
        match.undo(0)


def test_the_pick_of_solo_can_be_taken_back_until_ready() -> None:
    match = table("", open=["W", "Y", "B"])
    start = match.state
    play(match, "pick W", "place W a4")
    match.undo()
    match.undo()
    assert match.state == start


def test_the_kept_monument_is_hidden_in_view_moves_log_and_position_of_others() -> None:
    match = tw.new("tiny-towns", 3, seed=4)
    mine = match.view(0)["players"][0]["monuments"]
    assert len(mine) == 2
    assert {move.words for move in match.moves(0)} == {"keep 1", "keep 2"}
    assert any("Keep the monument" in move.text for move in match.moves(0))
    match.play(0, "keep 2")
    assert match.view(0)["players"][0]["monuments"] == mine[::-1]
    for viewer in (1, 2, None):
        assert not set(mine) & set(str(match.view(viewer)).replace("'", " ").split())
        assert match.view(viewer)["players"][0]["monuments"] == []
    assert match.log == [(0, 1)]  # which of two cards that nobody else has seen


def test_what_a_player_does_in_a_round_is_told_to_nobody_else() -> None:
    match = table(player(WELL, "statue"), player("", "shrine"), phase="round", named="B", hammer=1)
    code = match.code("place B c4")
    assert match.tell(0, code, 0) == "Place brick on c4."
    assert match.tell(0, code, 1) is None
    assert match.tell(0, code) is None
    naming = table("", "")
    assert naming.tell(0, naming.code("name W"), 1) == "Name wood."


def test_a_monument_is_public_once_its_round_is_over() -> None:
    seat = player("G G .. .. / W Y .. .. / .. .. .. .. / .. .. .. ..", "starloom", decision="build")
    match = table(seat, player("", "shrine"), phase="round", named="W", hammer=1)
    play(match, "build starloom a4=G b4=G a3=W b3=Y", "target a4")
    assert match.view(1)["players"][0]["monuments"] == []
    finish(match)
    assert match.view(1)["players"][0]["monuments"] == ["starloom"]
    assert match.view()["players"][1]["monuments"] == []
