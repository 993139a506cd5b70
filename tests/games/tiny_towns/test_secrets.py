"""Acting at the same time: what others see, what can be taken back, and what stays hidden (5.26)."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import msgspec
import pytest

import townwright as tw
from townwright.engine.match import Match
from townwright.games import load
from townwright.games.tiny_towns.state import MO

from .table import ROW, WELL, finish, play, player, table, words


def test_nobody_sees_the_round_of_another_player_before_everybody_is_ready() -> None:
    match = table(player(WELL, "statue"), player("", "shrine"), phase="round", named="B", hammer=1)
    before, sheets = match.view(1)["players"][0], [match.sheet(reader) for reader in (1, None)]
    play(match, "place B c4", "build well a4=W b4=S", "target b4")
    assert match.view(1)["players"][0] == before
    assert match.view()["players"][0] == before
    assert [match.sheet(reader) for reader in (1, None)] == sheets
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
    assert match.view(0)["players"][0]["monuments"] == mine[1:]
    for viewer in (1, 2, None):
        assert not set(mine) & set(str(match.view(viewer)).replace("'", " ").split())
        assert match.view(viewer)["players"][0]["monuments"] == []
    assert match.log == [(0, 1)]  # the first or the second of two cards that nobody else has seen


def test_the_moves_of_a_round_are_secret_in_the_log_of_others() -> None:
    match = table(player(WELL, "statue"), player("", "shrine"), phase="round", named="B", hammer=1)
    code = match.code("place B c4")
    assert match.narrate(0, code, 0).text == "You placed brick on c4."
    assert match.narrate(0, code, 1, ["Ada", "Ben"]).text == "Ada made a choice in secret."
    assert match.narrate(0, code, None, ["Ada", "Ben"]).text == "Ada made a choice in secret."
    naming = table("", "")
    assert naming.narrate(0, naming.code("name W"), 1, ["Ada", "Ben"]).text == "Ada named wood."


def test_a_monument_is_public_once_its_round_is_over() -> None:
    seat = player("G G .. .. / W Y .. .. / .. .. .. .. / .. .. .. ..", "starloom", decision="build")
    match = table(seat, player("", "shrine"), phase="round", named="W", hammer=1)
    play(match, "build starloom a4=G b4=G a3=W b3=Y", "target a4")
    assert match.view(1)["players"][0]["monuments"] == []
    finish(match)
    assert match.view(1)["players"][0]["monuments"] == ["starloom"]
    assert match.view()["players"][1]["monuments"] == []


@pytest.mark.parametrize(
    ("seat", "moves"),
    [
        (player("FC(G) .. .. .." + ROW * 3), ["swap a4 G", "place G b4"]),
        (player("FC(G) .. .. .." + ROW * 3), ["store a4"]),
        (player("CO MO .. .." + ROW * 3, "statue"), ["lay a4"]),
        (player(""), ["cavern"]),
        (player("W S .. W" + ROW * 3), ["place B c4", "build well a4=W b4=S", "target b4"]),
        (
            player(".. B .. .. / S G S .. / .. .. .. .. / .. .. .. ..", "grove_university"),
            ["place B d1", "build grove_university b4=B a3=S b3=G c3=S", "target b3", "endow TV a4"],
        ),
        (
            player("CO .. G .. / .. Y S .. / W B .. .. / .. .. .. ..", "architects_guild"),
            ["place B d1", "build architects_guild c4=G b3=Y c3=S a2=W b2=B", "target a2", "exchange TV a4"],
        ),
        (
            player("W .. .. .. / B G Y Y / S .. .. .. / .. .. .. ..", "opaleyes_watch"),
            ["place B d1", "build opaleyes_watch a4=W a3=B b3=G c3=Y d3=Y a2=S", "target a3", "watch CO", "watch WL"],
        ),
    ],
)
def test_every_move_of_a_round_can_be_taken_back_until_ready(seat: dict[str, Any], moves: list[str]) -> None:
    match = table(seat, "", cards="warehouse", phase="round", named="B", hammer=1, options={"cavern": True})
    states = [match.state]
    for move in moves:
        play(match, move)
        states.append(match.state)
    if "ready" in words(match):
        play(match, "ready")
        match.undo(0)
    for state in reversed(states):
        assert match.state == state
        if match.log:
            match.undo(0)


def test_a_marker_can_be_taken_back() -> None:
    match = table("Y Y .. .. / W G B .." + ROW * 2, "", cards="bank", phase="round", named="B", hammer=1)
    play(match, "place B d1", "build bank a4=Y b4=Y a3=W b3=G c3=B", "target a4")
    asked = match.state
    play(match, "mark S")
    match.undo(0)
    assert match.state == asked


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (3, {"variant": "town_hall"}), (4, {"cavern": True})])
def test_a_hidden_monument_appears_nowhere_until_it_stands(seats: int, options: dict[str, Any]) -> None:
    """View, observation, sheet, log and record of a running game name no monument of another player."""
    match = tw.new("tiny-towns", seats, seed=12, options=options)
    dealt = [set(match.view(seat)["players"][seat]["monuments"]) for seat in range(seats)]
    names = {name: load("tiny-towns").texts()(f"card.{name}") for cards in dealt for name in cards}
    rng = random.Random(12)
    secret_moves = 0
    while not match.over:
        for reader in (*range(seats), None):
            known, view = match._known(-1 if reader is None else reader), match.view(reader)
            record = match.record(reader)
            assert record["seed"] is None
            assert all(code is None for seat, code in record["moves"] if seat != reader and not is_open(match, code))
            seen = json.dumps([view, record, msgspec.to_builtins(match.sheet(reader))])
            seen = re.sub(r'"shrine": (null|[0-9])', "", seen)  # a field of every player, not the card
            for seat in set(range(seats)) - {reader}:
                standing = bool(match._s.shown_built[seat, MO])
                assert (known.dealt[seat, 0] != 0) == standing
                assert known.dealt[seat, 1] == 0  # the one given back stays unseen
                hidden = dealt[seat] - set(view["players"][seat]["monuments"])
                assert len(hidden) == 2 - standing
                assert not any(f'"{name}"' in seen or names[name] in seen for name in hidden)
        seat = rng.choice(match.pending)
        kinds = {code: match.game.moves.kind(code).name for code in match.codes(seat)}
        own = [code for code in kinds if kinds[code] == "build" and match.box.words(code).split()[1] in dealt[seat]]
        code = rng.choice(own or list(kinds))
        if own or kinds[code] == "keep":
            secret_moves += 1
            lines = {match.narrate(seat, code, reader).text for reader in (*range(seats), None) if reader != seat}
            assert lines == {f"Seat {seat} made a choice in secret."}
        match.play(seat, code)
    assert secret_moves >= seats


def is_open(match: Match, code: int | None) -> bool:
    """Whether everybody may know a move at once."""
    return code is not None and match.game.moves.kind(code).name in ("name", "pick", "ready")
