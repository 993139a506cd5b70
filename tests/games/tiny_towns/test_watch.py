"""Opaleye's Watch: ruling 5.18 and its options (8.2)."""

from __future__ import annotations

from typing import Any

import pytest

import townwright as tw
from townwright.engine.match import Match

from .table import ROW, WELL, building, play, player, table, town, words


def watch(neighbours: tuple[Any, ...], text: str = "MO .. .. .." + ROW * 3, **more: Any) -> Match:
    owner = player(text, "opaleyes_watch", watch=more.pop("watch", ["WL", "CO", "TV"]), decision="build")
    return table(owner, *neighbours, phase="round", named="B", hammer=1, **more)


def build_well(match: Match, seat: int) -> None:
    if match.view(seat)["players"][seat]["decision"] == "handle":
        match.play(seat, "place B d1")
    play(match, "build well a4=W b4=S", "target a4", "ready", seat=seat)


def test_5_18_three_different_types_are_listed() -> None:
    match = building("W .. .. .. / B G Y Y / S .. .. .. / .. .. .. ..", "opaleyes_watch")
    play(match, "build opaleyes_watch a4=W a3=B b3=G c3=Y d3=Y a2=S", "target a3")
    assert words(match) == {f"watch {code}" for code in ("CO", "FD", "WL", "CH", "TV", "TH", "FC")}
    play(match, "watch WL")
    assert match.why_not(0, "watch WL") == "The Well is on the card already."
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
    assert match.prompt(0) == "Opaleye's Watch brings you a grey building (well): choose an empty square."
    assert match.prompt(1) == "Waiting for seat 0: placing a grey building (well) from Opaleye's Watch."
    assert all(move.text.startswith("Put the Well from Opaleye's Watch on ") for move in match.moves(0))
    assert match.why_not(0, "settle CO c3") == "Opaleye's Watch does not bring you the Cottage now."
    assert match.why_not(0, "settle WL a4") == "That square is not empty."
    play(match, "settle WL c3")
    assert town(match)[1] == ".. .. WL .."
    assert match.view()["players"][0]["watch"] == ["CO", "WL", "TV"]  # the others see it when the round is over
    play(match, "ready")
    assert match.view()["players"][0]["watch"] == ["CO", "TV"]
    assert match.view()["phase"] == "name"


def test_5_18_a_player_across_the_table_does_not_trigger_it() -> None:
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
    play(match, "settle WL d4")
    assert words(match) == {"ready"}


def test_5_18_two_types_give_two_pieces_and_a_post_can_enable_a_construction() -> None:
    other = "S W W S / S W B .. / .. .. .. .. / .. .. .. .."
    match = watch((other,), "MO S .. .." + ROW * 3, cards="trading_post", watch=["WL", "FC", "TV"])
    play(match, "ready")
    play(match, "place B d1", seat=1)
    play(match, "build well c4=W d4=S", "target d4", "build trading_post a4=S b4=W a3=S b3=W c3=B", "target a4", seat=1)
    play(match, "ready", seat=1)
    play(match, "settle WL d1", "settle FC c4")
    assert town(match) == ["MO S FC ..", ".. .. .. ..", ".. .. .. ..", ".. .. .. WL"]
    play(match, "build well b4=S c4=W")
    assert town(match)[0] == "MO WL FC .."
    play(match, "ready")
    assert match.view()["phase"] == "name"


def test_5_18_it_does_not_work_in_the_round_in_which_it_was_built() -> None:
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


def test_5_18_the_rules_fill_the_only_square() -> None:
    match = watch((WELL,), FULL.replace(" W", " .."))
    play(match, "ready")
    build_well(match, 1)
    assert town(match)[3] == "CO CO CO WL"
    assert words(match) == {"ready"}
    play(match, "ready")
    assert match.view()["players"][0]["place"] == 1


TAVERN = "B B G .." + ROW * 3


def two_pieces(text: str, **options: Any) -> Match:
    """One neighbour has built a Well, the other a Tavern; the owner's card lists both, and cottages."""
    match = watch((WELL, TAVERN), text, options=options)
    play(match, "ready")
    build_well(match, 1)
    play(match, "place B d1", "build tavern a4=B b4=B c4=G", "target a4", "ready", seat=2)
    return match


@pytest.mark.parametrize(("piece", "other"), [("WL", "TV"), ("TV", "WL")])
def test_5_18_with_two_pieces_and_one_empty_square_the_owner_chooses(piece: str, other: str) -> None:
    for option, left in (("stays", {"CO", other}), ("lost", {"CO"})):
        match = two_pieces(FULL.replace(" W", " .."), watch_no_room=option)
        assert match.prompt(0) == (
            "Opaleye's Watch brings you several buildings: choose one and an empty square for it."
        )
        assert {move.words: move.text for move in match.moves(0)} == {
            "settle WL d1": "Put the Well from Opaleye's Watch on d1.",
            "settle TV d1": "Put the Tavern from Opaleye's Watch on d1.",
        }
        play(match, f"settle {piece} d1")
        assert town(match)[3] == f"CO CO CO {piece}"
        assert words(match) == {"ready"}
        play(match, "ready")
        assert set(match.view()["players"][0]["watch"]) == left
        assert match.view()["players"][0]["place"] == 1


def test_5_18_two_pieces_come_in_any_order() -> None:
    towns = set()
    for first, second in (("settle WL d1", "settle TV c1"), ("settle TV c1", "settle WL d1")):
        match = two_pieces("MO .. .. .." + ROW * 3)
        assert len(words(match)) == 2 * 15
        play(match, first)
        assert len(words(match)) == 14
        play(match, second)
        assert words(match) == {"ready"}
        towns.add(tuple(town(match)))
    assert towns == {("MO .. .. ..", ".. .. .. ..", ".. .. .. ..", ".. .. TV WL")}


def test_5_18_pieces_of_the_watch_can_be_taken_back_until_ready() -> None:
    match = two_pieces("MO .. .. .." + ROW * 3)
    start = match.state
    play(match, "settle WL d1", "settle TV c1")
    match.undo(0)
    match.undo(0)
    assert match.state == start
    with pytest.raises(tw.CannotUndo):
        match.undo(0)


BANK = "Y Y W S / W G B .. / .. .. .. .. / .. .. .. .."
BANKS = "FC(W) FC(Y) FC(B) FC(G) / FC(S) MO .. .. / .. .. .. .. / .. .. .. .."


def test_5_18_a_bank_for_an_owner_of_five_banks_stays_or_is_lost() -> None:
    for option, left in (("stays", ["CO", "WL", "FC"]), ("lost", ["CO", "WL"])):
        for well in (False, True):
            match = watch((BANK,), BANKS, cards="bank", watch=["CO", "WL", "FC"], options={"watch_no_room": option})
            play(match, "ready")
            play(match, "place B d1", "build bank a4=Y b4=Y a3=W b3=G c3=B", "target a4", "mark W", seat=1)
            if well:
                play(match, "build well c4=W d4=S", "target c4", seat=1)
            play(match, "ready", seat=1)
            if well:  # the Bank does not keep the Well away
                assert words(match) == {f"settle WL {square}" for square in EMPTY_OF_BANKS}
                play(match, "settle WL d1", "ready")
            assert match.view()["phase"] == "name"
            assert match.view()["players"][0]["watch"] == [code for code in left if not (well and code == "WL")]


EMPTY_OF_BANKS = ["c3", "d3", *(f"{column}{row}" for row in (2, 1) for column in "abcd")]


def test_5_18_the_fifth_bank_comes_with_the_last_marker() -> None:
    match = watch((BANK,), BANKS.replace("FC(S)", ".."), cards="bank", watch=["FC"])
    play(match, "ready")
    play(match, "place B d1", "build bank a4=Y b4=Y a3=W b3=G c3=B", "target a4", "mark W", "ready", seat=1)
    play(match, "settle FC a3")
    assert town(match)[1] == "FC(S) MO .. .."


def test_5_18_a_completed_town_gets_nothing() -> None:
    owner = player("MO CO .. .." + ROW * 3, "opaleyes_watch", watch=["WL", "CO", "TV"], place=1)
    match = table(owner, WELL, "", phase="round", named="B", hammer=1)
    build_well(match, 1)
    play(match, "place B d1", "ready", seat=2)
    view = match.view()
    assert view["phase"] == "name"
    assert view["players"][0]["watch"] == ["CO", "WL", "TV"]
    assert view["players"][0]["town"][0] == "MO CO .. .."


def test_5_18_an_owner_who_fills_the_town_in_this_round_gets_nothing_and_is_completed() -> None:
    match = watch((WELL,), FULL)
    play(match, "ready")
    build_well(match, 1)
    assert match.view()["players"][0]["place"] == 1
    assert match.view()["players"][0]["town"][3] == "CO CO CO W"


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


def test_8_2_of_two_pieces_one_may_be_left_on_the_card() -> None:
    match = two_pieces("MO .. .. .." + ROW * 3, watch_optional=True)
    play(match, "settle TV d1")
    assert next(move.text for move in match.moves(0) if move.kind == "stop") == "Leave the rest on Opaleye's Watch."
    play(match, "stop", "ready")
    assert match.view()["players"][0]["watch"] == ["CO", "WL"]
    none = play(two_pieces("MO .. .. .." + ROW * 3, watch_optional=True), "stop", "ready")
    assert none.view()["players"][0]["watch"] == ["CO", "WL", "TV"]
