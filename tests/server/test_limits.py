"""Limits: what one address, one guest or one table may use, so that enough is left for the others."""

from __future__ import annotations

import asyncio
import functools
import socket
import time
from collections.abc import Callable, Iterator

import httpx
import pytest

from townwright.server.archive import Archive
from townwright.server.play import MOST_UNDOS

from .guests import BOT, ME, OPEN, Guest
from .process import PATIENCE, Server

Guests = Callable[..., Guest]


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with its default limits, behind a proxy at 127.0.0.1."""
    server = Server(
        tmp_path_factory.mktemp("behind"), "--proxy", "127.0.0.1", "--allowed-host", "table.example", fast=False
    )
    yield server
    assert server.stop() == 0
    assert not server.complaints


def by_way_of(server: Server, address: str) -> Guest:
    """A guest whose requests a proxy forwards."""
    guest = Guest(server.url, None)
    guest.http.headers["X-Forwarded-For"] = f"198.51.100.7, {address}"  # the first is what the client claims
    return guest


def until_refused(ask: Callable[[int], httpx.Response], at_once: int, a_second: float, fine: int = 200) -> None:
    """Repeats a request until it is refused: not before the limit, and not long after it."""
    began = time.monotonic()
    for n in range(10 * at_once):
        answer = ask(n)
        if answer.status_code == 429:
            break
        assert answer.status_code == fine
    assert answer.status_code == 429
    assert at_once <= n <= at_once + a_second * (time.monotonic() - began) + 1


def hurried(server: Server, path: str, count: int) -> bytes:
    """All answers to many requests, ten at a time, until one is refused."""
    request = f"GET {path} HTTP/1.1\r\nHost: {server.place}\r\nX-Forwarded-For: 203.0.113.30\r\n\r\n".encode()
    found = b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as plain:
        for n in range(10, count + 1, 10):
            plain.sendall(request * 10)
            while found.count(b"HTTP/1.1 ") < n and (part := plain.recv(1 << 16)):
                found += part
            if b" 429 " in found:
                break
    return found


def test_behind_a_proxy_limits_apply_to_the_address_that_it_names(behind: Server) -> None:
    eve, ada = by_way_of(behind, "203.0.113.1"), by_way_of(behind, "203.0.113.2")
    until_refused(lambda _: eve.http.put("/api/me", json={"name": "Eve"}), 60, 1)
    assert ada.http.put("/api/me", json={"name": "Ada"}).status_code == 200
    whole_network = [by_way_of(behind, f"2001:db8::{n}") for n in range(1, 4)]
    until_refused(
        lambda n: whole_network[n % 3].http.put("/api/me", json={"name": "X"}), 60, 1
    )  # with IPv6, the network


def test_without_a_trusted_proxy_no_client_can_choose_its_address(strict: Server) -> None:
    eve = Guest(strict.url, None)
    claims = {"X-Forwarded-For": "203.0.113.9", "X-Real-IP": "203.0.113.9", "Forwarded": "for=203.0.113.9"}
    until_refused(
        lambda n: eve.http.put("/api/me", json={"name": "E"}, headers=claims | {"X-Forwarded-For": f"203.0.113.{n}"}),
        60,
        1,
    )


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "a b", "192.0.2.1"])
def test_a_foreign_host_name_is_refused(server: Server, host: str) -> None:
    answer = httpx.get(f"{server.url}/api/me", headers={"Host": host})
    assert answer.status_code in (400, 421)
    assert "access-control-allow-origin" not in answer.headers
    assert answer.status_code == 400 or answer.json()["code"] == "host"


def test_own_and_allowed_host_names_are_accepted(behind: Server) -> None:
    port = behind.port
    for host in (f"127.0.0.1:{port}", f"localhost:{port}", "table.example", "TABLE.example:443", f"[::1]:{port}"):
        answer = httpx.get(f"{behind.url}/api/me", headers={"Host": host, "X-Forwarded-For": "203.0.113.77"})
        assert answer.status_code == 200
        policy = answer.headers["content-security-policy"]
        assert f"connect-src 'self' ws://{host} wss://{host};" in policy


def test_requests_at_once_make_as_many_tables_as_allowed_and_not_one_more(guest: Guests) -> None:
    ada = guest("Ada")

    async def all_at_once(listed: bool, count: int) -> list[int]:
        async with httpx.AsyncClient(base_url=ada.url, cookies=dict(ada.http.cookies), timeout=PATIENCE) as http:
            wish = {"game": "copenhagen", "seats": [ME, OPEN], "listed": listed}
            answers = await asyncio.gather(*(http.post("/api/tables", json=wish) for _ in range(count)))
        return [answer.status_code for answer in answers]

    assert sorted(asyncio.run(all_at_once(True, 20))) == [201] * 3 + [429] * 17  # no guest can fill the public list
    assert sorted(asyncio.run(all_at_once(False, 60))) == [201] * 37 + [429] * 23


def test_codes_cannot_be_guessed_in_bulk(behind: Server) -> None:
    ada, eve = by_way_of(behind, "203.0.113.20"), by_way_of(behind, "203.0.113.21")
    ada.put("/api/me", {"name": "Ada"})
    eve.put("/api/me", {"name": "Eve"})
    code, own = ada.make("copenhagen", ME, OPEN), eve.make("copenhagen", ME, OPEN)
    until_refused(lambda n: eve.http.get(f"/api/tables/AAAAA{'ABCDEFGHJK'[n % 10]}"), 30, 0.1, 404)
    assert eve.http.get(f"/api/tables/{code}").status_code == 429  # even a right code
    assert eve.get(f"/api/tables/{own}")["code"] == own  # but she can return to the table where she sits
    assert ada.get(f"/api/tables/{own}")["code"] == own


def test_reading_is_limited_and_replays_more_so(behind: Server) -> None:
    eve = by_way_of(behind, "203.0.113.30")
    eve.put("/api/me", {"name": "Eve"})
    code = eve.make("copenhagen", BOT, BOT)
    assert b" 429 " in hurried(behind, f"/api/tables/{code}/replay?ply=0", 400)
    assert eve.http.get("/api/me").status_code == 200
    assert b" 429 " in hurried(behind, "/api/me", 1500)
    assert by_way_of(behind, "203.0.113.31").http.get("/health").status_code == 200


def test_players_do_not_get_the_chat_of_spectators_during_a_game(guest: Guests) -> None:
    ada, eve, fay = guest("Ada"), guest("Eve"), guest("Fay")
    code = ada.make("pier-18", ME, BOT, pace=10)
    before = eve.watch(code)
    player = ada.watch(code)
    before.send("say", text="may I watch?")
    player.until("chat", lambda frame: frame["lines"][-1]["text"] == "may I watch?")  # the game has not begun
    player.entropy = "ab" * 16
    player.take_part(player.table or {})
    player.until("situation")
    before.until("situation")
    watching = fay.watch(code)
    before.send("say", text="take the red one")
    assert watching.until("chat", lambda frame: frame["lines"][-1]["n"] == 2)["lines"][-1]["text"] == "take the red one"
    player.send("say", text="hello")
    assert [line["text"] for line in player.until("chat")["lines"]] == ["hello"]
    assert watching.until("chat", lambda frame: frame["lines"][-1]["text"] == "hello")
    again = ada.watch(code)  # nor does a player who comes back
    assert [line["text"] for line in again.until("chat")["lines"]] == ["hello"]


def test_one_guest_cannot_fill_the_chat(guest: Guests) -> None:
    ada, eve = guest("Ada"), guest("Eve")
    seat = ada.watch(ada.make("copenhagen", ME, OPEN))
    loud = eve.watch(seat.code)
    for n in range(301):
        loud.send("say", text=str(n))
    assert loud.until("trouble")["problem"]["code"] == "too-much-chat"
    seat.send("say", text="still room")
    seat.until("chat", lambda frame: frame["lines"][-1]["text"] == "still room")
    assert len(ada.watch(seat.code).until("chat")["lines"]) == 200


def test_a_page_is_made_once_for_all_requests() -> None:
    archive, made = Archive(), list[str]()

    def make(key: str) -> str:
        made.append(key)
        return key

    async def ask(keys: str) -> list[bytes]:
        return await asyncio.gather(*(archive.page(key, functools.partial(make, key)) for key in keys))

    async def twice() -> list[bytes]:
        return await ask("aab") + await ask("ba")

    assert asyncio.run(twice()) == [b'"a"', b'"a"', b'"b"', b'"b"', b'"a"']
    assert made == ["a", "b"]
    archive.close()


def test_a_log_cannot_grow_without_end_and_replaying_it_holds_no_one_up(guest: Guests, server: Server) -> None:
    ada, bob = guest("Ada"), guest("Bob")
    seat = ada.sit(ada.make("copenhagen", ME, BOT, pace=10))
    code = seat.turn()["moves"][0]["code"]
    undos = 0
    while True:  # play and take back, until that is no longer allowed
        now = seat.turn()
        assert seat.ask("play", ply=now["ply"], code=code)["ok"]
        answer = seat.ask("undo")
        if not answer["ok"]:
            break
        undos += 1
        seat.reach(answer["ply"])
    assert undos == MOST_UNDOS
    assert answer["problem"]["code"] == "no-undo"
    plies = seat.reach(2 * MOST_UNDOS + 1)["ply"]  # perhaps a bot has moved by now

    async def ask_for_replays() -> float:
        """The longest time that another client waits while many replays are made."""
        slowest, done = 0.0, asyncio.Event()

        async def another_client(http: httpx.AsyncClient) -> None:
            nonlocal slowest
            while not done.is_set():
                began = time.perf_counter()
                (await http.get("/api/me")).raise_for_status()
                slowest = max(slowest, time.perf_counter() - began)

        async with httpx.AsyncClient(base_url=bob.url, timeout=PATIENCE) as http:
            other = asyncio.ensure_future(another_client(http))
            paths = [f"/api/tables/{seat.code}/replay?ply={plies - n % 4}&language=it" for n in range(12)]
            paths += [f"/api/tables/{seat.code}/record"] * 5
            answers = await asyncio.gather(*map(http.get, paths))
            done.set()
            await other
        assert {answer.status_code for answer in answers} == {200}
        return slowest

    assert asyncio.run(ask_for_replays()) < 3  # it used to take 14 seconds
    again = bob.get(f"/api/tables/{seat.code}/replay?ply={plies}&language=it")
    assert len(again["situation"]["log"]) >= plies
    assert ada.watch(seat.code, language="it").reach(plies)["ply"] >= plies
