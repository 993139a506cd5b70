"""What is kept: lists of many tables, games of other rules, damaged rows."""

from __future__ import annotations

import contextlib
import gc
import json
import random
import sqlite3
import time
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from tests.chosen import names
from tests.terminal import bad, good

from townwright.engine.errors import CannotUndo
from townwright.engine.saving import Deal
from townwright.games import load
from townwright.server.guests import hashed
from townwright.server.play import Play
from townwright.server.rows import Chair, Entry, TableRow
from townwright.server.seats import Seats

from .guests import BOT, ME, RANDOM, Guest, play_out
from .process import PATIENCE, Server
from .test_attacks import memory

MANY = 10_000


def change(server: Server, statement: str, *values: Any) -> list[Any]:
    """Changes a database behind the server's back."""
    with contextlib.closing(sqlite3.connect(Path(server.data) / "townwright.sqlite")) as kept, kept:
        return kept.execute(statement, values).fetchall()


def at_ease(guest: Guest) -> tuple[list[Any], list[Any]]:
    """A guest's own tables and the listed ones, which must come quickly; a pause of the machine does not count."""
    took = []
    for _ in range(3):
        began = time.perf_counter()
        own, listed = guest.get("/api/me")["tables"], guest.get("/api/tables")
        took.append(time.perf_counter() - began)
    assert min(took) < 2
    return own, listed


def test_ten_thousand_stored_tables_cost_nothing_and_damaged_ones_do_not_hide_others(own_server: Server) -> None:
    ada = Guest(own_server.url)
    code = ada.make("copenhagen", ME, BOT, pace=10)
    seat = ada.sit(code)
    seat.turn()
    own_server.stop()
    now = time.time()
    letters = "ABCDEFGHJKMNPQRSTUVWXYZ"
    codes = [
        f"Z{letters[n // 23**3 % 23]}{letters[n // 23**2 % 23]}{letters[n // 23 % 23]}{letters[n % 23]}Z"
        for n in range(MANY)
    ]
    with contextlib.closing(sqlite3.connect(Path(own_server.data) / "townwright.sqlite")) as kept, kept:
        kept.executemany(
            "INSERT INTO guests (id, token, name, made) VALUES (?, ?, ?, ?)",
            [(n, hashed(str(n)), "Bob", now) for n in range(100, 600)],
        )
        kept.executemany(
            "INSERT INTO tables (code, game, rules, options, owner, listed, pace, wait, round, secret, status, made, touched, pending)"
            " VALUES (?, 'copenhagen', 1, '{}', ?, ?, 0, 120, 1, ?, ?, ?, ?, 1)",
            [
                (c, 100 + n % 500, n % 3 == 2, "ab" * 32, ("over", "playing", "open")[n % 3], now, now - n)
                for n, c in enumerate(codes)
            ],
        )
        kept.executemany(
            'INSERT INTO seats ("table", seat, guest, bot, name, wins) VALUES (?, ?, ?, ?, ?, 0)',
            [
                row
                for n, c in enumerate(codes)
                for row in ((c, 0, 100 + n % 500, None, "Bob"), (c, 1, None, None, None))
            ],
        )
        # guest 100 has the tables 0, 500, 1000, ...: some of them are damaged, one is of an unknown game
        kept.execute("UPDATE tables SET options = '{broken' WHERE code = ?", (codes[500],))
        kept.execute("UPDATE tables SET game = 'chess' WHERE code = ?", (codes[1000],))
        kept.execute('UPDATE seats SET guest = 100 WHERE seat = 1 AND "table" = ?', (codes[1500],))
        kept.execute("INSERT INTO books VALUES (?, ?)", (codes[0], b"not a book"))
        kept.execute("UPDATE tables SET status = 'over' WHERE status = 'playing' AND code != ?", (code,))
    began = time.perf_counter()
    own_server.start()
    assert time.perf_counter() - began < 30
    bob = Guest(own_server.url, None)
    bob.http.cookies.set("townwright", "100")
    own_server.load_games()
    before = memory(own_server)
    lines, listed = at_ease(bob)
    assert len(lines) == MANY // 500
    assert {line["code"] for line in lines} >= {codes[500], codes[1000], codes[1500]}
    assert next(line["title"] for line in lines if line["code"] == codes[1000]) == "chess"
    assert len(listed) == 40
    assert bob.get("/health")["tables"] == 0  # no table was loaded for the lists
    assert memory(own_server) - before < 60
    for _ in range(5):  # a hundred tables awake make no difference
        cyd = Guest(own_server.url, "Cyd")
        for _ in range(20):
            cyd.make("copenhagen", ME, BOT)
    assert list(map(len, at_ease(bob))) == [len(lines), 40]
    assert bob.get("/health")["tables"] == 100
    assert memory(own_server) - before < 60
    assert bob.http.get(f"/api/tables/{codes[500]}").json()["code"] == "damaged"
    assert bob.http.get(f"/api/tables/{codes[1000]}").json()["code"] == "no-game"
    assert ada.get("/api/me")["tables"][0]["your_turn"] is True  # noted before the stop
    own_server.stop()
    own_server.said.clear()  # its complaints about the damage are right


@pytest.mark.parametrize("name", names())
def test_a_finished_game_needs_little_memory(name: str) -> None:
    """It used to hold 380 KB until it was put away, mostly snapshots of the state before each move."""
    rng = random.Random(1)
    seats = load(name).seats[0]

    def finished() -> Play:
        chairs = [Chair(seat, guest=seat, name="Ada") for seat in range(seats)]
        row = TableRow(
            code="ABCDEF",
            game=name,
            rules=1,
            options={},
            owner=0,
            listed=False,
            pace=0,
            secret="ab" * 32,
            made=0,
            touched=0,
        )
        play = Play(
            row, load(name), Deal(commitment="", entropy=[None] * seats, secret="ab" * 32), Seats("ABCDEF", chairs)
        )
        while not play.over:
            seat = play.pending[0]
            play.push(Entry("ABCDEF", play.ply + 1, seat, "move", int(rng.choice(play.match.codes(seat))), "id", 0.0))
        return play

    kept = [finished()]  # the first also makes what all games share
    gc.collect()
    tracemalloc.start()
    kept += [finished() for _ in range(5)]
    gc.collect()
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert size / 5 < 100_000
    with pytest.raises(CannotUndo):
        kept[0].match.rewind()


def book(server: Server, code: str) -> None:
    """Waits until the book of a finished game is on disk."""
    until = time.monotonic() + PATIENCE
    while not change(server, 'SELECT 1 FROM books WHERE "table" = ?', code):
        assert time.monotonic() < until
        time.sleep(0.2)


def test_a_finished_game_stays_as_it_was_when_the_rules_change(own_server: Server, tmp_path: Path) -> None:
    ada = Guest(own_server.url)
    seat = ada.sit(ada.make("pier-18", ME, RANDOM))
    end = play_out([seat])
    here = f"/api/tables/{seat.code}"
    whole = ada.get(f"{here}/replay?ply={end['ply']}&reader=all")
    record, middle = ada.get(f"{here}/record"), ada.get(f"{here}/replay?ply=5&reader=all&language=it")
    book(own_server, seat.code)
    assert own_server.stop() == 0
    change(own_server, "UPDATE tables SET rules = 99 WHERE code = ?", seat.code)
    change(own_server, 'UPDATE log SET code = 999999 WHERE "table" = ? AND ply = 3', seat.code)  # cannot be replayed
    own_server.start()
    info = ada.get(here)
    assert (info["status"], info["deal"]["secret"]) == ("over", record["deal"]["secret"])
    assert ada.get(f"{here}/record") == record
    again = ada.get(f"{here}/replay?ply=5&reader=all&language=it")
    assert again["situation"] == middle["situation"]
    assert again["plies"] == end["ply"]
    now = ada.watch(seat.code).until("situation")
    assert (now["verdict"], now["over"], now["ply"]) == (end["verdict"], True, end["ply"])
    assert now["log"] == whole["situation"]["log"]  # every line, as a reader who sees everything has it
    assert [line["total"] for line in now["sheet"]] == [line["total"] for line in end["sheet"]]
    # without a book, the secret and the record are still there, and the deal can be verified
    own_server.stop()
    change(own_server, "DELETE FROM books")
    own_server.start()
    bare = ada.get(f"{here}/record")
    assert (bare["seed"], bare["deal"], bare["rules"]) == (record["seed"], record["deal"], 99)
    assert ada.get(here)["deal"]["secret"] == record["deal"]["secret"]
    file = tmp_path / "old.json"
    moves = record["moves"]
    for old, says in (  # what this version can say about a record of another one
        (moves, f"all {len(moves)} moves are possible and lead to the end"),
        ([*moves[:4], [0, 999_999], *moves[4:]], f"the first 4 of its {len(moves) + 1} moves are possible"),
        (moves[:-1], f"all {len(moves) - 1} moves are possible but do not lead to the end"),
    ):
        file.write_text(json.dumps(record | {"rules": 99, "moves": old}))
        verdict = good("verify", str(file))
        assert verdict.startswith("The deal is as promised")
        assert "rules version 99" in verdict
        assert says in verdict
        assert "not verified" in verdict
    file.write_text(json.dumps(record | {"rules": 99, "options": {"unknown": True}}))
    assert "cannot deal it" in good("verify", str(file))
    file.write_text(json.dumps(record | {"rules": 99, "seed": "00" * 32}))  # the deal is checked whatever the rules
    assert "the seed is not made of" in bad("verify", str(file))


@pytest.mark.parametrize("how", ["same", "other"])
def test_a_game_under_way_continues_if_new_rules_lead_to_the_same_state_and_is_frozen_otherwise(
    own_server: Server, how: str
) -> None:
    ada = Guest(own_server.url)
    seat = ada.sit(ada.make("copenhagen", ME, BOT, pace=10))
    for _ in range(3):
        seat.play()
        seat.send("pace", pace=0)
        seat.turn()
        seat.send("pace", pace=10)
    stood = seat.now
    assert stood is not None
    own_server.stop()
    change(own_server, "UPDATE tables SET rules = 99")
    if how == "other":
        change(own_server, "UPDATE tables SET state = 'another'")
    before = change(own_server, "SELECT * FROM tables"), change(own_server, "SELECT * FROM log")
    own_server.start()
    again = ada.watch(seat.code)
    now = again.until("situation")
    assert [line["text"] for line in now["log"]]
    assert now["view"] is not None
    if how == "same":
        assert again.play()["ok"]
        return
    assert ada.get(f"/api/tables/{seat.code}")["status"] == "frozen"
    assert "rules have changed" in ada.get(f"/api/tables/{seat.code}")["why_closed"]
    assert (now["ply"], now["moves"]) == (stood["ply"], [])
    answer = again.ask("play", ply=now["ply"], code=stood["moves"][0]["code"])
    assert (answer["ok"], answer["problem"]["code"]) == (False, "not-playing")
    assert ada.http.get(f"/api/tables/{seat.code}/record").status_code == 409
    own_server.stop()
    assert (change(own_server, "SELECT * FROM tables"), change(own_server, "SELECT * FROM log")) == before


def test_the_same_id_with_another_move_is_an_error(own_server: Server) -> None:
    ada = Guest(own_server.url)
    seat = ada.sit(ada.make("copenhagen", ME, BOT, pace=10))
    now = seat.turn()
    one, other = (move["code"] for move in now["moves"][:2])
    assert seat.ask("play", id="x", ply=now["ply"], code=one)["ok"]
    assert seat.ask("play", id="x", ply=now["ply"], code=one)["ok"]
    for answer in (seat.ask("play", id="x", ply=now["ply"], code=other), seat.ask("undo", id="x")):
        assert (answer["ok"], answer["problem"]["code"]) == (False, "same-id")
