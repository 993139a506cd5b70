"""Health: the server says what is wrong with its database, loses nothing, and continues once the database recovers."""

from __future__ import annotations

import contextlib
import resource
import sqlite3
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from tests.terminal import bad, good

from townwright.server import lock

from .guests import BOT, ME, RANDOM, Guest, play_out
from .process import PATIENCE, Server, free_port

pytestmark = pytest.mark.xdist_group("storage")  # one worker, one PostgreSQL


@pytest.fixture(scope="module")
def ailing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose database tests may damage; its errors do not count."""
    server = Server(tmp_path_factory.mktemp("ailing"))
    yield server
    assert server.stop() == 0


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty place for games."""
    if request.param == "sqlite":
        yield str(tmp_path / "games")
        return
    yield from new_database(request.getfixturevalue("postgres"), "place")


def new_database(url: str, name: str) -> Iterator[str]:
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    engine.dispose()
    yield sa.make_url(url).set(database=name).render_as_string(hide_password=False)


def until(guest: Guest, path: str, status: int) -> Any:
    """Repeats a request until the answer has a status."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer = guest.http.get(path)
        if answer.status_code == status:
            return answer.json()
        time.sleep(0.2)
    raise AssertionError(f"{path} never had status {status}")


def test_a_healthy_server_says_so(ailing: Server) -> None:
    ada = Guest(ailing.url)
    assert (ada.get("/health")["ok"], ada.get("/health")["problem"]) == (True, None)
    assert until(ada, "/ready", 200) == {"ready": True, "problem": None}


def test_a_held_lock_is_reported_and_nothing_is_lost(ailing: Server) -> None:
    ada = Guest(ailing.url)
    until(ada, "/health", 200)
    with contextlib.closing(sqlite3.connect(Path(ailing.data) / "townwright.sqlite")) as other:
        other.execute("BEGIN IMMEDIATE")
        assert "database" in until(ada, "/health", 503)["problem"]
        assert ada.http.get("/ready").status_code == 503
        answer = ada.http.put("/api/me", json={"name": "Eve"})
        assert (answer.status_code, answer.json()["code"]) == (503, "storage")
        other.rollback()
    assert until(ada, "/health", 200)["ok"]
    assert ada.get("/api/me")["name"] == "Ada"


@pytest.mark.skipif(sys.platform != "linux", reason="changes the limits of another process")
def test_a_full_disk_is_reported_and_nothing_acknowledged_is_lost(ailing: Server) -> None:
    ada = Guest(ailing.url)
    seat = ada.sit(ada.make("copenhagen", ME, BOT, pace=10))
    acknowledged = seat.play()["ply"]
    pid, none = ailing.process.pid, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, none[1]))  # no file may grow
    try:
        assert until(ada, "/health", 503)["problem"] == "the database cannot be written"
        assert ada.http.put("/api/me", json={"name": "Eve"}).status_code == 503
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, none)
    until(ada, "/health", 200)
    again = ada.watch(seat.code)
    assert again.reach(acknowledged)["ply"] >= acknowledged
    assert ada.put("/api/me", {"name": "Ida"})["name"] == "Ida"


def test_a_damaged_database_is_found_at_the_start(tmp_path: Path, ailing: Server) -> None:
    folder = tmp_path / "damaged"
    good("backup", str(tmp_path / "b.sqlite"), "--data", ailing.data)
    good("restore", str(tmp_path / "b.sqlite"), "--data", str(folder))
    file = folder / "townwright.sqlite"
    text = bytearray(file.read_bytes())
    text[4096:-4096] = b"\x55" * (len(text) - 8192)
    file.write_bytes(text)
    line = bad("serve", "--host", "127.0.0.1", "--port", str(free_port()), "--data", str(folder))
    assert "damaged" in line or "malformed" in line
    assert file.read_bytes() == bytes(text)
    assert "backup" in bad("restore", str(file), "--data", str(tmp_path / "other"))


def test_a_second_server_on_the_same_folder_says_so_and_ends(tmp_path: Path) -> None:
    place = str(tmp_path / "games")
    first = Server(place)
    ada = Guest(first.url)
    seat = ada.sit(ada.make("copenhagen", ME, BOT, pace=10))
    seat.play()
    line = bad("serve", "--host", "127.0.0.1", "--port", str(free_port()), "--data", place)
    assert "another server" in line
    assert "another server" in bad("restore", __file__, "--data", place)
    assert seat.ask("why", move=0)["ok"]
    first.kill()  # the lock dies with its holder
    first.start()
    assert ada.watch(seat.code).reach(1)["ply"] >= 1
    assert first.stop() == 0
    assert not first.complaints


def test_nothing_is_restored_into_a_postgresql_that_servers_use(postgres: str) -> None:
    (place,) = new_database(postgres, "claimed")
    first, second = Server(place), Server(place)  # several servers may share it
    ada = Guest(first.url)
    seat = ada.sit(ada.make("copenhagen", ME, BOT, pace=10))
    seat.play()
    assert "another server" in bad("restore", __file__, "--data", place)
    engine = sa.create_engine(place)
    with engine.begin() as connection:  # PostgreSQL is restarted: the lock is taken again
        connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )
    engine.dispose()
    time.sleep(2 * lock.LOOK)
    assert "another server" in bad("restore", __file__, "--data", place)
    assert second.stop() == 0
    assert "another server" in bad("restore", __file__, "--data", place)
    first.kill()  # the lock dies with its holder
    assert "not a backup" in bad("restore", __file__, "--data", place)
    first.start()
    assert ada.watch(seat.code).reach(1)["ply"] >= 1
    assert first.stop() == 0
    assert not first.complaints + second.complaints


def test_a_backup_of_a_running_server_can_be_restored_into_the_other_kind_of_database(
    place: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    server = Server(place)
    ada = Guest(server.url)
    done = ada.sit(ada.make("pier-18", ME, RANDOM))
    play_out([done])
    seat = ada.sit(ada.make("tiny-towns", ME))  # alone, so no one else moves
    acknowledged = seat.play()["ply"]
    seat.send("say", text="hello")
    seat.until("chat")
    record = ada.get(f"/api/tables/{done.code}/record")
    file = tmp_path / "backup.sqlite"
    assert good("backup", str(file), "--data", place) == f"{file} holds 2 tables.\n"
    assert file.stat().st_mode & 0o77 == 0
    assert "exists already" in bad("backup", str(file), "--data", place)
    seat.play()  # after the backup
    assert server.stop() == 0
    if "://" in place:
        elsewhere = str(tmp_path / "elsewhere")
    else:
        (elsewhere,) = new_database(request.getfixturevalue("postgres"), "elsewhere")
    assert good("restore", str(file), "--data", elsewhere) == "Restored 2 tables.\n"
    assert "already" in bad("restore", str(file), "--data", elsewhere)
    server = Server(elsewhere)
    ada.http.base_url = ada.url = server.url  # the cookie is still valid
    assert ada.get(f"/api/tables/{done.code}/record") == record
    again = ada.watch(seat.code)
    assert again.until("chat")["lines"][0]["text"] == "hello"
    assert again.reach(acknowledged)["ply"] == acknowledged
    assert again.play()["ok"]
    assert Guest(server.url, "Bob").make("copenhagen", ME, BOT)  # ids continue after the restored ones
    assert server.stop() == 0
    assert not server.complaints


def test_an_empty_database_has_nothing_to_back_up(place: str, tmp_path: Path) -> None:
    assert "there are no games" in bad("backup", str(tmp_path / "b"), "--data", place)


def test_bad_backups_are_refused_in_one_sentence(tmp_path: Path) -> None:
    place, text = str(tmp_path / "place"), tmp_path / "text"
    text.write_text("not a backup" * 1000)
    assert "not a backup" in bad("restore", str(text), "--data", place)
    assert "no file" in bad("restore", str(tmp_path / "nothing"), "--data", place)
