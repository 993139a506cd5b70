"""A player's own box at a table: checked, stored, announced to everyone."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files

import pytest

import townwright as tw
from townwright.engine.errors import BadBox
from townwright.games import load

from .guests import BOT, ME, OPEN, RANDOM, Guest, play_out
from .process import Server

Guests = Callable[..., Guest]


def printed(game: str) -> str:
    return (files(load(game).package) / "box.toml").read_text(encoding="utf-8")


def own_box() -> dict[str, str]:
    contents = load("copenhagen").contents
    text, goal = printed("copenhagen"), contents["options"]
    name, value = next((key, n) for key, n in goal.items() if isinstance(n, int) and not isinstance(n, bool))
    assert f"{name} = {value}" in text
    return {"name": "Short street.toml", "toml": text.replace(f"{name} = {value}", f"{name} = {value + 1}", 1)}


def test_a_box_is_refused_in_the_same_sentences_as_on_the_command_line(guest: Guests) -> None:
    eve = guest(None)
    place = "/api/games/copenhagen/box"
    good = eve.post(place, own_box())
    assert (good["problems"], good["printed"]) == ([], False)
    assert good["options"] != load("copenhagen").contents["options"]
    assert eve.post(place, {"name": "same.toml", "toml": printed("copenhagen")})["printed"] is True
    for text in ("colours = 3\n[options]\nspeed = 'high'\n", "[[[", "a = " + "[" * 5000, "x = " + "1" * 5000):
        problems = eve.post(place, {"name": "odd.toml", "toml": text})["problems"]
        assert problems
        assert all(sentence.endswith(".") for sentence in problems)
        assert problems[0].startswith("the box of Copenhagen: ")
    with pytest.raises(BadBox) as wrong:
        load("copenhagen").open_box(box={"colours": 3, "options": {"speed": "high"}})
    problems = eve.post(place, {"name": "odd.toml", "toml": "colours = 3\n[options]\nspeed = 'high'\n"})["problems"]
    assert problems == [f"{sentence.rstrip('.')}." for sentence in wrong.value.problems]
    assert eve.post("/api/games/chess/box", own_box(), 404)["code"] == "no-game"


def test_a_box_that_is_too_large_is_refused(guest: Guests) -> None:
    ada = guest()
    for size, status in ((100_001, 400), (300_000, 413)):
        wish = {"game": "copenhagen", "seats": [ME, BOT], "box": {"name": "x", "toml": "#" * size}}
        ada.post("/api/tables", wish, status)
        ada.post("/api/games/copenhagen/box", wish["box"], status)
    ada.put("/api/me", {"name": "x" * 9000}, 413)  # other requests keep their smaller limit


def test_a_game_with_its_own_box_is_announced_stored_and_replayed(own_server: Server) -> None:
    ada, bob = Guest(own_server.url, "Ada"), Guest(own_server.url, "Bob")
    mine = own_box()
    wish = {"game": "copenhagen", "seats": [ME, OPEN, RANDOM], "pace": 0, "box": mine}
    code = ada.post("/api/tables", wish, 201)["code"]
    assert bob.join(code)["box"] == mine["name"]
    seats = [ada.sit(code), bob.sit(code)]
    for seat in seats:
        seat.until("situation")
    play_out(seats, until=8)
    own_server.kill()
    own_server.start()
    again = [ada.watch(code), bob.watch(code)]
    for seat in again:
        seat.until("situation")
    assert again[0].table["box"] == mine["name"]
    end = play_out(again)
    record = ada.get(f"/api/tables/{code}/record")
    assert record["box"]["options"] != load("copenhagen").contents["options"]
    assert [sheet.total for sheet in tw.replay(json.dumps(record)).sheet()] == [one["total"] for one in end["sheet"]]
    last = bob.get(f"/api/tables/{code}/replay?ply={end['ply']}&reader=all")
    assert last["situation"]["sheet"] == end["sheet"]
    assert bob.post(f"/api/tables/{code}/rematch", None, 201)["box"] == mine["name"]


def test_a_bad_box_makes_no_table(guest: Guests) -> None:
    ada = guest()
    wish = {"game": "copenhagen", "seats": [ME, BOT], "box": {"name": "odd.toml", "toml": "colours = 3"}}
    assert "the box of Copenhagen: " in ada.post("/api/tables", wish, 400)["message"]
    assert ada.get("/api/me")["tables"] == []


def test_a_file_of_the_printed_box_does_not_count_as_an_own_box(guest: Guests) -> None:
    ada = guest()
    code = ada.make("pier-18", ME, BOT, box={"name": "mine", "toml": printed("pier-18")})
    assert ada.get(f"/api/tables/{code}")["box"] is None
