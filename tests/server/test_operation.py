"""Running a server: health, metrics, logs, bad starts and stopping."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import socket
import sqlite3
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from tests.terminal import ENV, bad, run
from websockets.asyncio.client import connect

from townwright.cli.serve import check_url
from townwright.server import house
from townwright.server.address import Invitation
from townwright.server.messages import NewSeat, NewTable

from .guests import BOT, ME, Guest, play_out
from .process import PATIENCE, Server
from .twins import serving


def counted(guest: Guest) -> dict[tuple[str, str], float]:
    """Every sample of the metrics, by name and first label."""
    text = guest.http.get("/metrics").text
    return {
        (sample.name, next(iter(sample.labels.values()), "")): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_a_healthy_server_reports_its_health(guest: Callable[..., Guest]) -> None:
    health = guest(None).get("/health")
    assert health["ok"] is True
    assert re.fullmatch(r"\d+\.\d+\.\d+.*", health["version"])


def test_an_open_socket_gets_signs_of_life(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "BEAT", 0.05)

    async def hear() -> None:
        async with serving(tmp_path) as (here, place):
            host, _ = await here.guests.welcome(None, "Ada")
            table = await here.make(host, NewTable(game="copenhagen", seats=[NewSeat(who="me"), NewSeat(who="open")]))
            async with connect(f"ws://{place}/api/tables/{table.code}/socket") as socket, asyncio.timeout(PATIENCE):
                while not any(frame == {"type": "beat"} for frame in json.loads(await socket.recv())):
                    pass

    asyncio.run(hear())


def test_metrics_and_logs_report_what_happens(own_server: Server) -> None:
    ada = Guest(own_server.url)
    before = counted(ada)
    seat = ada.sit(ada.make("pier-18", ME, BOT))
    end = play_out([seat])
    ada.get("/api/tables/ZZZZZZ", 404)
    after = counted(ada)

    def more(name: str, label: str = "") -> float:
        return after.get((name, label), 0) - before.get((name, label), 0)

    assert more("townwright_moves_total", "pier-18") == end["ply"]
    assert more("townwright_tables_made_total", "pier-18") == 1
    assert more("townwright_games_finished_total", "pier-18") == 1
    assert more("townwright_refused_total", "not-found") == 1
    assert more("townwright_commit_seconds_count") >= end["ply"]
    assert after["townwright_sockets", ""] == 1
    assert after["townwright_tables_in_memory", ""] == 1
    assert own_server.stop() == 0
    events = [json.loads(line) for line in own_server.said if line.startswith("{")]
    assert [event["event"] for event in events] == ["table made", "game over"]
    assert all({"level", "timestamp", "table"} <= set(event) for event in events)
    assert ada.http.cookies["townwright"] not in "".join(own_server.said)
    rest = [line for line in own_server.said if not line.startswith("{")]
    assert rest == [f"The table is at {own_server.url}/\n", "The table is closed; games continue at the next start.\n"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_server_cleanly_and_nothing_is_lost(own_server: Server, number: signal.Signals) -> None:
    ada = Guest(own_server.url)
    seat = ada.sit(ada.make("copenhagen", ME, BOT, pace=10))
    answer = seat.play()
    seat.send("say", text="hello")
    seat.until("chat")
    assert own_server.stop(number) == 0
    assert not list(seat.rest()) or seat.socket.close_code in (1000, 1001, 1012)
    assert not list(Path(own_server.data).glob("*-wal"))  # everything is in the main file
    with sqlite3.connect(Path(own_server.data) / "townwright.sqlite") as kept:
        assert kept.execute("SELECT text FROM chat").fetchall() == [("hello",)]
        assert kept.execute("SELECT max(ply) FROM log").fetchone()[0] >= answer["ply"]


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopping_while_games_compile_leaves_nothing_behind(tmp_path: Path, number: signal.Signals) -> None:
    server = Server(tmp_path / "data", env=ENV | {"TOWNWRIGHT_CACHE": str(tmp_path / "cache")})
    while not (workers := server.children):
        time.sleep(0.05)
    assert server.stop(number) == 0
    assert "Traceback" not in "".join(server.said)
    assert not server.complaints
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]


def test_a_port_in_use_is_reported_in_one_sentence(server: Server, tmp_path: Path) -> None:
    assert "cannot be used" in bad(
        "serve", "--host", "127.0.0.1", "--port", str(server.port), "--data", str(tmp_path / "x")
    )
    assert not (tmp_path / "x").exists()


def test_an_unusable_address_is_reported_in_one_sentence(tmp_path: Path) -> None:
    assert "cannot be used" in bad("serve", "--host", "192.0.2.77", "--data", str(tmp_path))


def test_unusable_data_is_reported_in_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    file = tmp_path / "file"
    file.write_text("not a folder")
    broken, newer = tmp_path / "broken", tmp_path / "newer"
    for folder in (broken, newer):
        folder.mkdir()
    (broken / "townwright.sqlite").write_text("this is not a database, and never was one" * 100)
    with sqlite3.connect(newer / "townwright.sqlite") as made_by_a_later_version:
        made_by_a_later_version.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        made_by_a_later_version.execute("INSERT INTO alembic_version VALUES ('9999')")
    for data, says in {
        str(file / "below"): "Not a directory",
        str(broken): "not a database",
        str(newer): "9999",
        "zzz://somewhere": "zzz",
        "postgresql+psycopg://ada:secret@127.0.0.1:1/games": "connection",
        "://": "",
    }.items():
        line = bad("serve", "--host", "127.0.0.1", "--port", port, "--data", data)
        assert says in line
        assert "secret" not in line


@pytest.mark.parametrize(
    ("url", "good"),
    [("https://towns.example.org/", True), ("http://10.0.0.7:8018", True), ("towns", False), ("https://a/b", False)],
)
def test_a_public_address_has_a_scheme_and_a_host_and_nothing_else(url: str, good: bool) -> None:
    if good:
        assert check_url(url) == url.rstrip("/")
    else:
        assert url in bad("serve", "--host", "127.0.0.1", "--public-url", url)


def test_an_invitation_carries_an_address_that_works_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("townwright.server.address.lan_address", lambda: "192.168.1.7")
    at_home = Invitation(None, 8018)
    for host in ("127.0.0.1:8018", "localhost:8018", "[::1]:8018", "127.3.2.1", "town.localhost:8018"):
        assert at_home.url(host) == "http://192.168.1.7:8018"
        assert Invitation().url(host) is None  # this server listens only on its own machine
    for host in ("192.168.1.7:8018", "towns.example.org", "", "[fe80::1]:8018"):
        assert at_home.url(host) is None  # this address works elsewhere already
    public = Invitation("https://towns.example.org", 8018)
    assert public.url("127.0.0.1:8018") == public.url("192.168.1.7") == "https://towns.example.org"
    assert public.names == ("towns.example.org",)


def test_a_page_on_the_servers_own_machine_gets_the_public_address(tmp_path: Path) -> None:
    server = Server(tmp_path, "--public-url", "https://towns.example.org")
    try:
        assert Guest(server.url, None).get("/api/address") == {"url": "https://towns.example.org"}
        assert "https://towns.example.org/" in server.said[0]
        answer = httpx.get(f"{server.url}/api/address", headers={"Host": "towns.example.org"})
        assert answer.status_code == 200  # the server also answers to the name in it
    finally:
        server.kill()


def test_help_lists_every_option() -> None:
    text = run("serve", "--help").stdout
    for option in (
        *("--port", "--host", "--public-url", "--data", "--open", "--changes", "--frames", "--reads", "--connections"),
        *("--proxy", "--allowed-host", "--workers"),
    ):
        assert option in text
    assert "townwright" in run("verify", "--help").stdout
