"""Cavern, Town Hall and Solo: sections 1.8 to 1.10."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

import townwright as tw
from townwright.games import load

from .table import ROW, finish, lines, play, player, table, total, town, words


def test_1_8_cavern_twice_and_only_for_cubes_of_others() -> None:
    options = {"cavern": True}
    match = table("", "", phase="round", named="W", hammer=1, options=options)
    assert "cavern" in words(match)
    assert "cavern" not in words(match, 1)
    assert match.why_not(1, "cavern") == "That is possible only with a resource that somebody else named."
    play(match, "cavern")
    assert words(match) == {"ready"}  # the player may still construct
    assert town(match) == [".. .. .. .."] * 4
    full = table({"cavern": 2}, "", phase="round", named="W", hammer=1, options=options)
    assert full.why_not(0, "cavern") == "Your cavern is full: it holds 2 cubes."
    without = table("", "", phase="round", named="W", hammer=1)
    assert without.why_not(0, "cavern") == "The cavern is not in play."


def test_1_9_town_hall_draws_two_cards_then_everybody_chooses() -> None:
    match = tw.new("tiny-towns", 2, seed=3, options={"variant": "town_hall", "monuments": False})
    named = []
    for _ in range(6):
        named.append(match.view()["named"] is not None)
        finish(match)
    assert named == [True, True, False, True, True, False]
    assert all(p["hammers"] == 0 for p in match.view()["players"])


def test_1_9_the_pile_is_shuffled_again_before_round_16() -> None:
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
    assert match.why_not(0, "place W c4") == "One of your Banks bars you from wood."
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


STORE = "FC(G) .. .. .." + ROW * 3
STATUE = "CO CO(W) MO .." + ROW * 3
SQUARES = [f"{column}{row}" for row in (4, 3, 2, 1) for column in "abcd"]


def test_1_9_the_warehouse_works_in_drawn_rounds_only() -> None:
    options = {"variant": "town_hall"}
    drawn = table(STORE, "", cards="warehouse", phase="round", named="B", options=options)
    assert words(drawn) == {f"place B {square}" for square in SQUARES[1:]} | {"store a4", "swap a4 G"}
    play(drawn, "swap a4 G", "place G d1")
    assert (town(drawn)[0], town(drawn)[3]) == ("FC(B) .. .. ..", ".. .. .. G")
    free = table(STORE, "", cards="warehouse", phase="round", rounds=2, options=options)
    assert words(free) == {f"place {letter} {square}" for letter in "WYBGS" for square in SQUARES[1:]}
    assert free.why_not(0, "store a4") == "That is possible only with a resource that somebody else named."


def test_1_9_the_statue_works_in_drawn_rounds_only() -> None:
    options = {"variant": "town_hall"}
    drawn = table(player(STATUE, "statue"), "", phase="round", named="B", options=options)
    assert words(drawn) == {f"place B {square}" for square in SQUARES[3:]} | {"lay a4"}
    play(drawn, "lay a4")
    assert town(drawn)[0] == "CO(B) CO(W) MO .."
    free = table(player(STATUE, "statue"), "", phase="round", rounds=2, options=options)
    assert words(free) == {f"place {letter} {square}" for letter in "WYBGS" for square in SQUARES[3:]}
    assert free.why_not(0, "lay a4") == "That is possible only with a resource that somebody else named."


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
        assert known == picks[-12:]  # the cards that the player has put under the pile, in order
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


def test_1_10_warehouse_and_statue_work_on_every_pick() -> None:
    match = table(STORE, cards="warehouse", open=["B", "W", "Y"])
    play(match, "pick B")
    assert words(match) == {f"place B {square}" for square in SQUARES[1:]} | {"store a4", "swap a4 G"}
    play(match, "store a4", "ready")
    assert town(match)[0] == "FC(BG) .. .. .."
    match = table(player(STATUE, "statue"), open=["B", "W", "Y"])
    play(match, "pick W")
    assert words(match) == {f"place W {square}" for square in SQUARES[3:]} | {"lay a4"}
    play(match, "lay a4", "ready")
    assert town(match)[0] == "CO(W) CO(W) MO .."


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
    game, face, box = done.game, done.box.face, done.box.printed
    console = Console(record=True, width=100, file=io.StringIO())
    console.print(game.draw(game.show(face, box, done._s), ["Ada"], face, game.texts()))
    assert "Rank: Master Architect" in console.export_text()
    assert done.verdict() == "You reach the rank of Master Architect."
