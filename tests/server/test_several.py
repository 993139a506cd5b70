"""Several processes on one PostgreSQL: they serve the same tables, overwrite nothing, and may be killed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
import sqlalchemy as sa
from tests.chosen import names
from tests.terminal import bad

from townwright.server.rows import LOG
from townwright.server.storage import url_of

from .guests import BOT, ME, OPEN, Guest, Seat, play_out
from .process import PATIENCE, Server, free_port
from .test_faults import Player, check_rows
from .test_health import new_database
from .test_operation import counted

pytestmark = pytest.mark.xdist_group("storage")  # one worker, one PostgreSQL
T = TypeVar("T")


@pytest.fixture(scope="module")
def shared(postgres: str) -> Iterator[str]:
    """A database for several servers."""
    yield from new_database(postgres, "shared")


@pytest.fixture(scope="module")
def two(shared: str) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database, as on two machines."""
    servers = Server(shared), Server(shared)
    yield servers
    for server in servers:
        assert server.alive
        assert server.stop() == 0
        assert not server.complaints


def also(guest: Guest, server: Server) -> Guest:
    """The same person at another server."""
    other = Guest(server.url, None)
    other.http.cookies = guest.http.cookies
    return other


def at_once(*acts: Callable[[], T]) -> list[T]:
    """Does several things at the same moment."""
    ready, found = threading.Barrier(len(acts)), dict[int, T]()

    def do(n: int) -> None:
        ready.wait(PATIENCE)
        found[n] = acts[n]()

    threads = [threading.Thread(target=do, args=(n,)) for n in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return [found[n] for n in range(len(acts))]


def eventually(true: Callable[[], Any]) -> Any:
    until = time.monotonic() + PATIENCE
    while not (found := true()):
        assert time.monotonic() < until
        time.sleep(0.1)
    return found


def logged(place: str, code: str) -> list[Any]:
    """The log of a table on disk."""
    engine = sa.create_engine(url_of(place))
    with engine.connect() as connection:
        rows = [*connection.execute(sa.select(LOG.sql).where(LOG.c.table == code).order_by(LOG.c.ply))]
    engine.dispose()
    return rows


def apart(two: tuple[Server, Server], game: str = "copenhagen", *more: Any, **wish: Any) -> tuple[Seat, Seat]:
    """Ada at the first server and Bob at the second, at one table whose game has begun."""
    ada, bob = Guest(two[0].url, "Ada"), Guest(two[1].url, "Bob")
    code = ada.make(game, ME, OPEN, *more, **wish)
    bob.join(code)
    seats = ada.sit(code), bob.sit(code)
    for seat in seats:
        seat.reach(0)
    return seats


def test_two_players_on_different_processes_play_together_and_spectators_watch_anywhere(
    two: tuple[Server, Server], shared: str
) -> None:
    ada, bob = apart(two, "copenhagen", BOT)
    watching = [Guest(server.url, None).watch(ada.code) for server in two]
    end = play_out([ada, bob])
    for seat in (bob, *watching):
        assert seat.reach(end["ply"])["sheet"] == end["sheet"]
        # plies are compared, not lines, because a forced move has another kind of line for its own player
        assert {line["ply"] for line in seat.lines} == {line["ply"] for line in ada.lines}
    for server in two:
        eventually(lambda place=server: Guest(place.url, None).get(f"/api/tables/{ada.code}")["status"] == "over")
    rows = logged(shared, ada.code)
    assert [row.ply for row in rows] == list(range(1, end["ply"] + 1))  # so no bot has moved twice
    records = [seat.guest.get(f"/api/tables/{ada.code}/record") for seat in (ada, bob)]
    assert records[0] == records[1]
    new = [seat.guest.post(f"/api/tables/{ada.code}/rematch", None, 201)["code"] for seat in (ada, bob)]
    assert new[0] == new[1]


def test_whatever_people_do_reaches_those_at_another_process(two: tuple[Server, Server]) -> None:
    ada, bob = apart(two, wait=1)
    ada.send("say", text="hello")
    assert bob.until("chat")["lines"][-1]["text"] == "hello"
    first, second = (ada, bob) if ada.turn_now else (bob, ada)
    first.play()
    second.reach(1)
    second.play()
    first.reach(2)
    asked = first.ask("undo", id="back")
    assert asked["ok"]
    if first.reach(2)["ply"] == 2:  # the other one must agree
        other = 1 - (0 if first is ada else 1)
        assert second.until("asked", lambda frame: frame["seat"] is not None)["waiting"] == [other]
        second.send("consent", yes=True)
        first.reach(3)
    assert second.reach(3)["ply"] == first.now["ply"]
    ada.send("end", yes=True)
    assert bob.news(lambda table: table["ending"])["ending"]["waiting"] == [1]
    bob.send("end", yes=False)
    ada.news(lambda table: table["ending"] is None)
    bob.close()  # and away
    gone = ada.news(lambda table: not table["seats"][1]["here"])
    assert gone["seats"][1]["who"] == "person"
    ada.news(lambda table: table["seats"][1]["absent"])
    ada.send("remind", seat=1)
    ada.until("people", lambda frame: frame["lines"][-1]["kind"] == "reminded")
    ada.send("stand_in", seat=1)
    ada.news(lambda table: table["seats"][1]["stand_in"])
    back = bob.guest.watch(ada.code)
    assert back.until("people")["lines"]
    ada.news(lambda table: table["seats"][1]["here"] and table["seats"][1]["stand_in"] is None)
    ada.guest.put("/api/me", {"name": "Ida"})
    eve = also(ada.guest, two[1])
    assert eve.get("/api/me")["name"] == "Ida"
    eve.post(f"/api/tables/{ada.code}/leave")
    assert back.news(lambda table: table["seats"][0]["who"] == "bot")
    assert play_out([back])["over"]


def test_a_spectator_who_sits_down_through_another_process_is_here(two: tuple[Server, Server]) -> None:
    ada, bob = Guest(two[0].url, "Ada"), Guest(two[0].url, "Bob")
    code = ada.make("copenhagen", ME, OPEN)
    watching = bob.watch(code)
    elsewhere = Guest(two[1].url, None).watch(code)
    also(bob, two[1]).join(code)
    assert watching.news(lambda table: table["you"] == 1)
    elsewhere.news(lambda table: table["seats"][1]["here"])
    also(bob, two[1]).post(f"/api/tables/{code}/leave")
    watching.news(lambda table: table["you"] is None)
    elsewhere.news(lambda table: not table["seats"][1]["here"])


def test_a_reminder_reaches_a_person_at_another_process(two: tuple[Server, Server]) -> None:
    ada, bob = apart(two)
    waiting, other = (ada, bob) if not ada.turn_now else (bob, ada)
    waiting.send("remind", seat=0 if other is ada else 1)
    assert other.until("reminded")["text"]
    assert waiting.trouble("remind", seat=0 if other is ada else 1) == "reminded"


def test_a_move_acknowledged_by_one_process_gets_the_same_answer_from_another(two: tuple[Server, Server]) -> None:
    ada, bob = apart(two)
    mover = ada if ada.turn_now else bob
    now = mover.turn()
    one, other = (move["code"] for move in now["moves"][:2])
    assert mover.ask("play", id="x", ply=0, code=one)["ok"]
    for server in two:
        seat = also(mover.guest, server).watch(ada.code)
        answer = seat.ask("play", id="x", ply=0, code=one)
        assert (answer["ok"], answer["ply"]) == (True, 1)
        assert seat.ask("play", id="x", ply=0, code=other)["problem"]["code"] == "same-id"
        assert seat.ask("play", id="y", ply=0, code=one)["problem"]["code"] == "stale"


def test_of_two_moves_at_once_the_log_takes_one_and_the_other_is_stale(two: tuple[Server, Server], shared: str) -> None:
    ada, bob = apart(two)
    people = [[also(seat.guest, server).watch(ada.code) for server in two] for seat in (ada, bob)]
    both = 0  # how often both have moved, which is also the ply of the table
    while both < 40:
        now = people[0][0].reach(both)
        if now["over"]:
            break
        pair = people[now["pending"][0]]
        moves = [seat.reach(now["ply"])["moves"] for seat in pair]
        codes = [random.choice(found)["code"] for found in moves]
        answers = at_once(
            *(partial(seat.ask, "play", ply=now["ply"], code=code) for seat, code in zip(pair, codes, strict=True))
        )
        good = [answer for answer in answers if answer["ok"]]
        assert len(good) == 1, answers
        assert [answer["problem"]["code"] for answer in answers if not answer["ok"]] == ["stale"]
        both += 1
    rows = logged(shared, ada.code)
    assert [row.ply for row in rows] == list(range(1, len(rows) + 1))
    assert len(rows) == both


def test_people_who_sit_down_at_once_each_get_a_seat_or_a_refusal(two: tuple[Server, Server]) -> None:
    guests = [Guest(two[n % 2].url, name) for n, name in enumerate(("Bob", "Cyd", "Dan", "Eve"))]
    ada = Guest(two[0].url, "Ada")
    for _ in range(8):
        code = ada.make("copenhagen", ME, OPEN, OPEN)
        answers = at_once(
            *(partial(guest.http.post, f"/api/tables/{code}/join", json={"seat": None}) for guest in guests)
        )
        assert sorted(answer.status_code for answer in answers) == [200, 200, 409, 409]
        seen = [[one["name"] for one in Guest(server.url, None).get(f"/api/tables/{code}")["seats"]] for server in two]
        assert seen[0] == seen[1]
        assert sorted(seen[0]) == sorted(
            ["Ada", *(g.get("/api/me")["name"] for g, a in zip(guests, answers, strict=True) if a.is_success)]
        )
        at_once(*(partial(guest.http.post, f"/api/tables/{code}/leave") for guest in (ada, *guests)))


def test_chat_through_two_processes_is_complete_and_in_one_order(two: tuple[Server, Server]) -> None:
    ada, bob = apart(two)

    def speak(seat: Seat) -> None:
        for n in range(30):
            seat.send("say", text=f"{seat.guest.url} {n}")

    at_once(lambda: speak(ada), lambda: speak(bob))
    for seat in (ada, bob):
        lines: list[Any] = []
        while len(lines) < 60:
            lines += seat.until("chat")["lines"]
        seat.heard = [line["text"] for line in lines]
        assert [line["n"] for line in lines] == list(range(1, 61))
    assert ada.heard == bob.heard
    for seat in (ada, bob):  # each person's lines in the order in which they were sent
        mine = [text for text in ada.heard if text.startswith(seat.guest.url)]
        assert mine == [f"{seat.guest.url} {n}" for n in range(30)]


def test_two_processes_together_make_as_many_tables_as_allowed_and_not_one_more(two: tuple[Server, Server]) -> None:
    ada = Guest(two[0].url, "Ada")

    async def all_at_once() -> list[int]:
        async with contextlib.AsyncExitStack() as stack:
            https = [
                await stack.enter_async_context(
                    httpx.AsyncClient(base_url=server.url, cookies=dict(ada.http.cookies), timeout=PATIENCE)
                )
                for server in two
            ]
            wish = {"game": "copenhagen", "seats": [ME, OPEN]}
            answers = await asyncio.gather(*(https[n % 2].post("/api/tables", json=wish) for n in range(60)))
        return sorted(answer.status_code for answer in answers)

    assert asyncio.run(all_at_once()) == [201] * 40 + [429] * 20


def test_a_stalled_process_counts_as_gone_until_it_continues(two: tuple[Server, Server]) -> None:
    ada, bob = apart(two)
    bob.news(lambda table: table["seats"][0]["here"])
    two[0].process.send_signal(signal.SIGSTOP)
    try:
        bob.news(lambda table: not table["seats"][0]["here"])
        bob.send("say", text="hello?")
    finally:
        two[0].process.send_signal(signal.SIGCONT)
    bob.news(lambda table: table["seats"][0]["here"])
    assert ada.until("chat")["lines"][-1]["text"] == "hello?"
    assert play_out([ada, bob])["over"]


def test_an_analysis_is_seen_and_stopped_through_another_process(two: tuple[Server, Server]) -> None:
    ada, bob = apart(two, "copenhagen")
    play_out([ada, bob])
    path = f"/api/tables/{ada.code}/analysis"
    started = ada.guest.post(path, status=201)
    assert started["status"] == "running"
    eventually(lambda: bob.guest.get(path)["status"] == "running")
    assert bob.guest.post(path, status=201)["status"] == "running"  # not a second time
    bob.guest.ask("DELETE", path)
    assert (
        eventually(lambda: (found := ada.guest.get(path))["status"] == "stopped" and found)["done"] < started["total"]
    )


def test_a_killed_process_loses_nothing_and_its_bots_play_on_elsewhere(shared: str) -> None:
    """Players connect to three servers, which are killed under load one after another."""
    servers = [Server(shared) for _ in range(3)]
    games = names()
    players = [Player(servers[0], games[n % len(games)], servers=servers) for n in range(18)]

    async def all_of_it() -> None:
        await asyncio.gather(*(player.sit_down() for player in players))
        playing = [asyncio.ensure_future(player.play()) for player in players]
        for n in range(4):
            goal = sum(len(player.acknowledged) for player in players) + random.randrange(20, 60)
            while sum(len(player.acknowledged) for player in players) < goal and not all(p.over for p in players):
                await asyncio.sleep(random.random() * 0.02)
            victim = servers[n % 3]
            await asyncio.to_thread(victim.kill)
            so_far = [replace(player, acknowledged=dict(player.acknowledged)) for player in players]
            check_rows(await asyncio.to_thread(kept), so_far)
            before = [len(player.acknowledged) for player in players]
            async with asyncio.timeout(PATIENCE):  # the other two continue all tables
                while not all(p.over or len(p.acknowledged) > k for p, k in zip(players, before, strict=True)):
                    assert not [task for task in playing if task.done() and task.exception()]
                    await asyncio.sleep(0.05)
            await asyncio.to_thread(victim.start)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)

    def kept() -> dict[str, list[tuple[int, int, str | None]]]:
        return {
            player.code: [(row.ply, row.code, row.client) for row in logged(shared, player.code)] for player in players
        }

    try:
        asyncio.run(all_of_it())
        check_rows(kept(), players)
        assert sum(len(player.acknowledged) for player in players) > 100
    finally:
        for server in servers:
            server.kill()
    assert not [line for server in servers for line in server.complaints]


@pytest.fixture
def crowd(shared: str) -> Iterator[Server]:
    """One server of two workers."""
    server = Server(shared, "--workers", "2")
    yield server
    if server.alive:
        server.kill()


def workers(server: Server) -> list[int]:
    """The processes that serve tables, not the helper that Python starts beside them."""
    found = []
    for pid in server.children:
        with contextlib.suppress(OSError):
            if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes():
                found.append(pid)
    return found


def test_workers_share_a_port_and_a_killed_one_is_replaced(crowd: Server) -> None:
    old = workers(crowd)
    assert len(old) == 2
    ada = Guest(crowd.url)
    seats = [ada.sit(ada.make("pier-18", ME, BOT)) for _ in range(6)]
    for seat in seats:
        seat.play()
    os.kill(old[0], signal.SIGKILL)
    # its replacement starts once the killed worker is gone: from then on no client is refused
    eventually(lambda: set(workers(crowd)) - set(old))
    for seat in seats:
        again = Guest(crowd.url, None)
        again.http.cookies = ada.http.cookies
        back = again.watch(seat.code)
        assert back.reach(seat.ply)["ply"] >= seat.ply
        assert play_out([back])["over"]
    for _ in range(20):  # any worker reports the sum of all
        assert counted(Guest(crowd.url, None))["townwright_games_finished_total", "pier-18"] == 6
    (line,) = crowd.complaints
    assert "another takes its place" in line
    assert crowd.stop() == 0
    assert not [pid for pid in workers(crowd) if Path(f"/proc/{pid}").exists()]


def test_workers_end_with_their_parent(crowd: Server) -> None:
    mine = workers(crowd)
    crowd.kill()
    eventually(lambda: not any(Path(f"/proc/{pid}/exe").exists() for pid in mine))


def test_a_folder_is_for_one_process(tmp_path: Path) -> None:
    port = str(free_port())
    line = bad("serve", "--host", "127.0.0.1", "--port", port, "--data", str(tmp_path / "x"), "--workers", "2")
    assert "PostgreSQL" in line
    assert not (tmp_path / "x").exists()


def test_a_server_of_another_version_does_not_start(two: tuple[Server, Server], shared: str) -> None:
    engine = sa.create_engine(url_of(shared))

    def form(number: str) -> None:
        with engine.begin() as connection:
            connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{number}'")

    with engine.connect() as connection:
        newest = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    form("0005")
    try:
        line = bad("serve", "--host", "127.0.0.1", "--port", str(free_port()), "--data", shared)
    finally:
        form(str(newest))
        engine.dispose()
    assert "another version" in line
    assert "another server" in bad("restore", __file__, "--data", shared)


def test_a_plain_postgresql_url_is_enough() -> None:
    assert url_of("postgresql://ada@db.example/games").drivername == "postgresql+psycopg"


def test_servers_catch_up_after_their_connections_were_cut(two: tuple[Server, Server], shared: str) -> None:
    ada, bob = apart(two)
    engine = sa.create_engine(url_of(shared), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:  # every connection of every server is cut
        connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )
    engine.dispose()
    assert play_out([ada, bob])["over"]
    for server in two:
        eventually(lambda place=server: Guest(place.url, None).http.get("/health").status_code == 200)
