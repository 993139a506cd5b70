"""The rules play decisions with a single option, and the log shows them; a position may still offer them."""

from __future__ import annotations

import pytest
from tests.play import log_lines

from townwright.engine.match import Match

from .table import ROW, WELL, building, play, player, table, town, words

NAMES = ["Ada", "Ben", "Cas"]
ALMOST = "CO CO CO CO / CO CO CO CO / CO CO CO CO / CO CO CO .."
FOUR_BANKS = "FC(W) FC(Y) FC(B) FC(G)" + ROW * 3


def log_of(match: Match, seat: int, move: str, reader: int | None) -> list[str]:
    """The log of the moves that the rules play after a move; "sealed" for those that are revealed later."""
    lines = log_lines(match, seat, move, reader, NAMES)[1:]
    return ["sealed" if line.sealed else line.text for _, line in lines]


def test_a_cube_for_the_only_square_is_placed_while_others_have_a_choice() -> None:
    for towns in ((ALMOST, ""), (ALMOST, "", ALMOST)):
        match = table(*towns, hammer=1)
        assert log_of(match, 1, "name W", 0)[0] == "You placed wood on d1."
        assert log_of(match, 1, "name W", 1)[0] == "sealed"
        assert len(log_of(match, 1, "name W", None)) == len(towns) - 1
        match.play(1, "name W")
        assert words(match) == {"ready"}


def test_the_only_resource_that_may_be_named() -> None:
    match = table(FOUR_BANKS, {"town": ["W W W W"] * 3 + ["W W W .."]}, hammer=1, cards="bank")
    play(match, "name W", seat=1)
    play(match, "place W a1", "ready")
    assert log_of(match, 1, "ready", 1) == ["Ada named stone."]


def test_three_equal_cards_of_solo() -> None:
    match = table("", open=["W", "W", "Y"], pile=["W", *[None] * 11])
    play(match, "pick Y", "place Y a4")
    assert log_of(match, 0, "ready", 0) == ["You picked wood."]


def test_a_cube_swapped_out_of_a_warehouse_with_one_square_left() -> None:
    match = table(ALMOST.replace("CO", "FC(G)", 1), "", cards="warehouse", phase="round", named="B", hammer=1)
    assert log_of(match, 0, "swap a4 G", 0) == ["You placed glass on d1."]


def test_a_building_with_one_square_to_stand_on() -> None:
    match = building("FC S .. .." + ROW * 3, cards="trading_post, well")
    assert log_of(match, 0, "build well a4=W b4=S", 0) == ["You put the Well on b4."]


def test_the_last_marker() -> None:
    match = building("FC(W) FC(Y) FC(B) FC(G) / Y Y .. .. / W G B .." + ROW, cards="bank")
    play(match, "build bank a3=Y b3=Y a2=W b2=G c2=B")
    assert log_of(match, 0, "target a3", 0) == ["You marked the building with stone."]


def test_the_only_square_for_the_piece_of_the_watch() -> None:
    owner = player(ALMOST.replace("CO", "MO", 1), "opaleyes_watch", watch=["WL"], decision="build")
    match = table(owner, WELL, phase="round", named="B", hammer=1)
    play(match, "ready")
    play(match, "place B d1", "build well a4=W b4=S", "target a4", seat=1)
    assert log_of(match, 1, "ready", 0) == ["You put the Well from Opaleye's Watch on d1."]


def test_a_sealed_move_is_worded_as_its_player_knew_it() -> None:
    """Both are choosing a square. The log shows Ben what Ada built, not the building that he is about to place."""
    match = table(WELL, "B B G .." + ROW * 3, phase="round", named="B", cards="tavern, well")
    play(match, "place B d1", "build well a4=W b4=S")
    play(match, "place B d1", "build tavern a4=B b4=B c4=G", seat=1)
    line = match.narrate(0, match.code("target b4"), 1, NAMES)
    assert line.sealed
    assert line.sealed[0] == "Ada put the Well on b4."


def test_the_log_shows_nothing_more_if_nothing_is_forced() -> None:
    match = table("", "")
    assert log_of(match, 0, "name W", 0) == []


@pytest.mark.parametrize(
    ("match", "move"),
    [
        (table(player(ALMOST, decision="handle"), "", phase="round", named="W", hammer=1), "place W d1"),
        (table(FOUR_BANKS, "", cards="bank"), "name S"),
        (table("", open=["W", "W", "W"]), "pick W"),
        (
            table(
                player(ALMOST, decision="swap", holding="G"), "", cards="warehouse", phase="round", named="B", hammer=1
            ),
            "place G d1",
        ),
        (
            building(".. S .. .." + ROW * 3, cards="well", decision="target", making="well", targets=["a4"]),
            "target a4",
        ),
        (
            building("FC(W) FC(Y) FC(B) FC(G) / FC .. .. .." + ROW * 2, cards="bank", decision="mark", spot="a3"),
            "mark S",
        ),
    ],
)
def test_a_position_may_offer_a_forced_move(match: Match, move: str) -> None:
    before = town(match)
    assert words(match) == {move}
    match.play(0, move)
    assert town(match) != before or match.view()["named"] is not None
