"""Safety: cookies, origins, headers, limits; markup stays text; the server survives whatever is sent."""

from __future__ import annotations

import contextlib
import hashlib
import json
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS
from websockets.exceptions import ConnectionClosed, InvalidStatus

from .guests import BOT, ME, OPEN, Guest, Seat
from .process import Server

Guests = Callable[..., Guest]


def test_scripts_and_other_sites_cannot_use_the_cookie(guest: Guests) -> None:
    answer = guest(None).http.put("/api/me", json={"name": "Ada"})
    words = [word.strip().lower() for word in answer.headers["set-cookie"].split(";")]
    assert words[0].startswith("townwright=")
    assert {"httponly", "samesite=lax", "path=/"} <= set(words)
    assert len(words[0]) > 50
    assert "secure" not in words
    behind = guest(None).http.put("/api/me", json={"name": "Ada"}, headers={"X-Forwarded-Proto": "https"})
    assert "secure" in behind.headers["set-cookie"].lower()


def test_only_a_hash_of_the_token_is_stored(guest: Guests, server: Server) -> None:
    ada = guest("Ada")
    token = ada.http.cookies["townwright"]
    with sqlite3.connect(Path(server.data) / "townwright.sqlite") as kept:
        tokens = {row[0] for row in kept.execute("SELECT token FROM guests")}
    assert hashlib.sha256(token.encode()).hexdigest() in tokens
    for file in Path(server.data).iterdir():
        assert token.encode() not in file.read_bytes()


@pytest.mark.parametrize("cookie", ["", "x", "a" * 5000, "townwright", '"', "ÿ", "0" * 64])
def test_an_unknown_cookie_is_ignored(guest: Guests, cookie: str) -> None:
    answer = guest(None).http.get("/api/me", headers={"Cookie": f"townwright={cookie}".encode("latin-1")})
    assert answer.json() == {"name": None, "tables": []}


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1", "https://", "http://[", ""])
def test_a_page_of_another_origin_can_change_nothing(guest: Guests, origin: str) -> None:
    ada = guest("Ada")
    code = ada.make("copenhagen", ME, BOT)
    answer = ada.http.put("/api/me", json={"name": "Eve"}, headers={"Origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")
    assert ada.get("/api/me")["name"] == "Ada"
    with pytest.raises(InvalidStatus) as refused:
        open_socket(ada, code, origin)
    assert refused.value.response.status_code == 403


def test_the_servers_own_page_can_change_things(guest: Guests, server: Server) -> None:
    ada = guest("Ada")
    assert ada.http.put("/api/me", json={"name": "Eve"}, headers={"Origin": server.url}).status_code == 200
    open_socket(ada, ada.make("copenhagen", ME, BOT), server.url).close()
    answer = ada.http.get("/api/me", headers={"Origin": "http://evil.example"})
    assert "access-control-allow-origin" not in answer.headers


def open_socket(guest: Guest, code: str, origin: str) -> Any:
    from websockets.sync.client import connect

    address = f"{guest.url.replace('http', 'ws')}/api/tables/{code}/socket"
    return connect(address, additional_headers={"Cookie": guest.cookie, "Origin": origin}).__enter__()


@pytest.mark.parametrize("path", ["/", "/api/me", "/nowhere", "/api/tables/ZZZZZZ", "/health", "/schema/openapi.json"])
def test_every_answer_carries_the_headers_that_keep_a_browser_safe(guest: Guests, path: str) -> None:
    headers = guest(None).http.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "object-src 'none'" in policy
    assert "unsafe-inline" not in policy.replace("style-src-attr 'unsafe-inline'", "")
    assert "unsafe-eval" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


def test_names_and_chat_with_markup_stay_text(guest: Guests) -> None:
    name, text = "<img src=x>&\"'", "</script><script>alert(1)</script>"
    ada = guest(name)
    answer = ada.http.get("/api/me")
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.json()["name"] == name
    seat = ada.sit(ada.make("copenhagen", ME, BOT))
    seat.send("say", text=text)
    (line,) = seat.until("chat")["lines"]
    assert (line["name"], line["text"]) == (name, text)
    assert "<img" not in ada.http.get(f"/t/{seat.code}").text


def test_no_path_leads_out_of_the_page(guest: Guests, server: Server) -> None:
    for path in (
        "/../pyproject.toml",
        "/assets/../../wire.py",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/wire.py",
    ):
        with socket.create_connection(("127.0.0.1", server.port)) as plain:
            plain.sendall(f"GET {path} HTTP/1.1\r\nHost: {server.place}\r\nConnection: close\r\n\r\n".encode())
            head = plain.recv(100)
        assert b" 404 " in head or b" 400 " in head


def test_a_body_that_is_too_large_is_refused_whether_it_states_its_length_or_not(guest: Guests) -> None:
    ada = guest("Ada")
    large = json.dumps({"name": "Eve", "more": "x" * 10_000}).encode()
    stated = ada.http.put("/api/me", content=large)
    assert (stated.status_code, stated.json()["code"]) == (413, "too-large")

    def chunks() -> Iterator[bytes]:
        yield b'{"name": "Eve"}'
        for _ in range(10):
            yield b" " * 1000

    unstated = ada.http.put("/api/me", content=chunks())
    assert (unstated.status_code, unstated.json()["code"]) == (413, "too-large")
    assert ada.get("/api/me")["name"] == "Ada"


def test_a_frame_that_is_too_large_is_trouble(guest: Guests) -> None:
    ada = guest("Ada")
    seat = ada.sit(ada.make("copenhagen", ME, BOT))
    for text in ("x" * 9000, "\N{PILE OF POO}" * 2100):
        seat.socket.send(json.dumps({"type": "say", "text": text}, ensure_ascii=False))
        assert seat.until("trouble")["problem"]["code"] == "too-large"
    assert seat.ask("why", move=0)["ok"]
    seat.socket.send("x" * 17_000)  # too large to be buffered
    assert not list(seat.rest())
    assert seat.socket.close_code == 1009
    assert ada.watch(seat.code).ask("why", move=0)["ok"]


def test_a_client_that_sends_too_many_frames_is_disconnected(strict: Server) -> None:
    ada, bob = Guest(strict.url, "Ada"), Guest(strict.url, "Bob")
    seat = ada.sit(ada.make("copenhagen", ME, BOT, pace=10))
    other = bob.sit(bob.make("copenhagen", ME, BOT, pace=10))
    with contextlib.suppress(ConnectionClosed):  # the server may have had enough before the last
        for n in range(3000):
            seat.send("why", id=str(n), move=0)
            seat.listen(0.002)  # a client that never reads might not learn why it is cut off
    heard = [*seat.waiting, *seat.rest()]
    codes = {frame["problem"]["code"] for frame in heard if frame["type"] == "trouble"}
    assert codes == {"too-fast"}
    assert seat.socket.close_code == 1008
    assert other.play()["ok"]
    assert ada.watch(seat.code).ask("why", move=0)["ok"]  # and may come back


def test_a_move_that_came_too_fast_is_named_and_can_be_sent_again(strict: Server) -> None:
    ada = Guest(strict.url, "Ada")
    seat = ada.sit(ada.make("copenhagen", ME, BOT, pace=10))
    now = seat.turn()
    for n in range(70):
        seat.send("why", id=str(n), move=0)
    move = {"id": "move", "ply": now["ply"], "code": now["moves"][0]["code"]}
    seat.send("play", **move)
    heard: dict[str, Any] = {}
    while len(heard) < 71:
        frame = seat.receive()
        if frame["type"] in ("answer", "trouble"):
            heard[frame["id"]] = frame
    late = {name: frame for name, frame in heard.items() if frame["type"] == "trouble"}
    assert late.keys() == {frame["id"] for frame in late.values()}
    assert {frame["problem"]["code"] for frame in late.values()} == {"too-fast"}
    if "move" in late:  # it is, unless the machine took a second for all of this
        assert 1 <= late["move"]["again"] <= 5
        time.sleep(late["move"]["again"])
    answer = seat.ask("play", **move)
    assert (answer["ok"], answer["ply"]) == (True, now["ply"] + 1)
    seat.send("reveal", entropy="zz", id="odd")
    assert (seat.until("trouble")["id"], seat.frames[-1]["again"]) == ("odd", None)


def test_too_many_changes_a_minute_are_refused_but_reading_is_not(strict: Server) -> None:
    eve = Guest(strict.url, None)
    codes = [eve.http.put("/api/me", json={"name": "Eve"}).status_code for _ in range(80)]
    assert set(codes) == {200, 429}
    assert eve.http.put("/api/me", json={"name": "Eve"}).json()["code"] == "too-fast"
    assert eve.get("/api/me")["name"] == "Eve"


REFUSED = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429", "5xx"]


@pytest.fixture(scope="module")
def api(server: Server) -> Any:
    """The document; a request that is too large also counts as refused (Schemathesis does not list 413)."""
    config = schemathesis.Config.from_dict({"checks": {"negative_data_rejection": {"expected-statuses": REFUSED}}})
    return schemathesis.openapi.from_url(f"{server.url}/schema/openapi.json", config=config)


def test_every_answer_matches_the_openapi_document(api: Any, server: Server) -> None:
    ada = Guest(server.url)
    codes = [ada.make("copenhagen", ME, OPEN), ada.make("copenhagen", ME, BOT)]
    ada.sit(codes[1]).until("situation")
    cookies = dict(ada.http.cookies.items())
    checks = CHECKS.get_all()  # every check that Schemathesis has
    for result in api.get_all_operations():
        operation = result.ok()

        @given(
            case=operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
            | operation.as_strategy(generation_mode=GenerationMode.NEGATIVE),
            n=st.integers(0, 2),
            known=st.booleans(),
        )
        @settings(
            max_examples=25, deadline=None, database=None, suppress_health_check=list(HealthCheck), derandomize=True
        )
        def ask(case: Any, n: int, known: bool) -> None:
            if n < 2 and "code" in case.path_parameters and case.meta.generation.mode.is_positive:
                case.path_parameters["code"] = codes[n]
            case.call_and_validate(cookies=cookies if known else {}, checks=checks, timeout=40)

        ask()
    assert server.alive
    assert not server.complaints


WORDS = st.sampled_from(
    [
        "type",
        "play",
        "id",
        "ply",
        "code",
        "undo",
        "why",
        "move",
        "ready",
        "entropy",
        "say",
        "text",
        "pace",
        "consent",
        "yes",
    ]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS | st.text(max_size=5), inner, max_size=4),
    max_leaves=6,
)
FRAMES = (
    st.text(max_size=60)
    | st.binary(max_size=60)
    | VALUES.map(json.dumps)
    | st.dictionaries(WORDS, VALUES, max_size=5).map(json.dumps)
    | st.tuples(
        st.sampled_from(["play", "undo", "why", "hint", "ready", "say", "pace", "consent", "situation"]),
        st.dictionaries(WORDS.filter(lambda word: word != "type"), VALUES, max_size=4),
    ).map(lambda pair: json.dumps({"type": pair[0], **pair[1]}))
    | st.sampled_from(
        ["[" * 5000, "{" * 5000, '"' + "\\u0000" * 900 + '"', '{"type":"play","type":"undo"}', "\ufeff{}"]
    )
)


def test_nonsense_frames_are_trouble_and_later_frames_still_work(guest: Guests) -> None:
    ada = guest("Ada")
    code = ada.make("copenhagen", ME, BOT, pace=10)
    seats: list[Seat] = [ada.sit(code)]

    @given(frame=FRAMES)
    @settings(max_examples=150, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    def send(frame: str | bytes) -> None:
        if len(seats[0].frames) > 20:  # before the server's patience ends
            seats[0].close()
            seats[0] = ada.watch(code)
        seats[0].socket.send(frame)
        seats[0].send("why", id="still here", move=0)
        assert seats[0].until("answer", lambda answer: answer["id"] == "still here")["ok"]

    send()
    kinds = {frame["type"] for frame in seats[0].frames}
    assert kinds <= {"table", "situation", "people", "answer", "chat", "asked", "trouble"}
    seats[0].socket.send("{")
    assert seats[0].until("trouble")["problem"]["code"] == "malformed"
    assert seats[0].ask("why", move=0)["ok"]


def test_arbitrary_bytes_are_harmless(server: Server, guest: Guests) -> None:
    ada = guest("Ada")
    code = ada.make("copenhagen", ME, BOT)
    opening = (
        f"GET /api/tables/{code}/socket HTTP/1.1\r\nHost: {server.place}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nCookie: {ada.cookie}\r\n\r\n"
    ).encode()
    for rest in (
        b"",
        b"\x81",
        b"\x81\xfe\xff",
        b"\xff" * 40,
        b"\x81\x05hello",
        b"\x88\x80\0\0\0\0",
        b"\x81\x83\0\0\0\0\xff\xff\xff",
    ):
        with socket.create_connection(("127.0.0.1", server.port), timeout=40) as plain:
            plain.sendall(opening)
            assert b" 101 " in plain.recv(1000)
            plain.sendall(rest)
    for junk in (
        b"\0" * 100,
        b"GET / HTTP/9.9\r\n\r\n",
        b"PUT /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
    ):
        with socket.create_connection(("127.0.0.1", server.port), timeout=40) as plain:
            plain.sendall(junk)
    with socket.create_connection(("127.0.0.1", server.port), timeout=40) as plain:
        plain.sendall(
            f"PUT /api/me HTTP/1.1\r\nHost: {server.place}\r\nContent-Length: \u00b2\r\n\r\n".encode("latin-1")
        )
        assert b" 400 " in plain.recv(1000)
    assert ada.sit(code).play()["ok"]
    assert server.alive
