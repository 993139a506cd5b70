"""Reloads, lost connections and a killed server: the game continues."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect
from tests.server.process import Server

from .people import Person, soon
from .wire import Wire

LOST = ("WebSocket connection to", "Failed to load resource")  # Chromium's own complaints about an unreachable server


def seen(person: Person) -> dict[str, Any]:
    """Everything that the table shows: prompt, board, scores, list and log."""
    page = person.page
    person.unfold()
    return {
        "prompt": page.locator(".prompt p").first.inner_text(),
        "pieces": page.locator(".board button, .board [role=img]").evaluate_all("all => all.map(one => one.ariaLabel)"),
        "scores": page.locator(".scores > ul, .scores > .scores > ul").first.inner_text(),
        "moves": page.locator(".move").all_inner_texts(),
        "log": page.locator("[role=log] li").all_inner_texts(),
    }


def test_a_reload_in_the_middle_of_a_turn_shows_the_same_table(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.sit(ada.find(lambda now: now["view"]["decision"] != "main", after=8))  # a discard, a payment, a coat of arms
    ada.turn()
    expect(ada.page.locator("[data-bridge]")).to_have_count(7)
    before = seen(ada)
    assert before["log"]
    ada.page.reload()
    ada.turn()
    expect(ada.page.locator("[data-bridge]")).to_have_count(7)
    soon(lambda: seen(ada), before)


@pytest.fixture
def wire(server: Server) -> Iterator[Wire]:
    wire = Wire(server.port)
    yield wire
    wire.close()


@pytest.mark.parametrize("deaf", [False, True], ids=["chosen while offline", "answer lost"])
def test_a_move_made_while_the_connection_is_lost_is_played_once(
    person: Callable[..., Person], wire: Wire, deaf: bool
) -> None:
    ada = person("Ada", server=wire)
    ada.expected = LOST
    code = ada.make()
    ada.sit(code)
    before = ada.turn()
    ada.unfold()
    words = ada.moves[0]["words"]
    kept = ada.page.get_by_text("Your move is saved and will be sent")
    if deaf:
        wire.deaf = True
        ada.page.locator(f'.move[data-words="{words}"]').click()
        expect(ada.page.get_by_text("Sending your move")).to_be_visible()
        outside = person("Ben")  # to see that the server has the move
        expect_plies(outside, code, before + 1)
        wire.cut()
    else:
        wire.cut()
        expect(ada.page.get_by_text("Connection lost. Reconnecting")).to_be_visible()
        ada.page.locator(f'.move[data-words="{words}"]').click()
    expect(kept).to_be_visible()
    wire.mend()
    expect(kept).to_be_hidden()
    ada.turn(after=before)
    played = [seat for seat, _code in ada.api("GET", f"/api/tables/{code}/record")["moves"]]
    assert played.count(0) == 1
    expect(ada.page.locator("[role=log] li").filter(has_text="You took")).to_have_count(1)


def test_a_silent_connection_counts_as_lost(person: Callable[..., Person], wire: Wire) -> None:
    ada = person("Ada", server=wire)
    ada.expected = LOST
    ada.page.clock.install()
    opened: list[str] = []
    ada.page.on("websocket", lambda socket: opened.append(socket.url))
    code = ada.make()
    ada.sit(code)
    before = ada.turn()
    wire.deaf = True
    ada.page.clock.fast_forward(30_000)  # not long enough to give up
    assert len(opened) == 1
    ada.page.clock.fast_forward(16_000)
    expect(ada.page.get_by_text("Connection lost. Reconnecting")).to_be_visible()
    wire.cut()
    wire.mend()
    ada.page.clock.fast_forward(20_000)
    expect(ada.page.get_by_text("Connection lost. Reconnecting")).to_be_hidden()
    assert ada.turn() == before
    assert len(opened) > 1


def expect_plies(person: Person, code: str, least: int) -> None:
    for _ in range(600):
        if person.api("GET", f"/api/tables/{code}/replay?ply=0&reader=none")["plies"] >= least:
            return
        person.page.wait_for_timeout(100)
    raise AssertionError("the server never got the move")


def test_the_page_recovers_after_the_server_was_killed_and_restarted(
    person: Callable[..., Person], own_server: Server
) -> None:
    ada = person("Ada", server=own_server)
    ada.expected = LOST
    code = ada.make()
    ada.sit(code)
    ply = ada.turn()
    for _ in range(3):
        ada.pick(ada.moves[0]["words"])
        ply = ada.turn(after=ply)
    before = seen(ada)
    own_server.kill()
    expect(ada.page.get_by_role("alert")).to_contain_text("Connection lost")
    own_server.start()
    expect(ada.page.get_by_role("alert")).to_be_hidden()
    assert ada.ply == ply
    soon(lambda: seen(ada), before)
    ada.pick(ada.moves[0]["words"])
    ada.advance(code)
    expect(ada.page.locator(".result h1")).to_be_visible()
    ada.finds_the_result()


def test_a_move_that_was_sent_too_fast_is_sent_again_automatically(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    sent: list[str] = []

    def connect(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def ask(message: str | bytes) -> None:
            frame = json.loads(message)
            if frame["type"] != "play":
                server.send(message)
                return
            sent.append(frame["id"])
            if len(sent) == 1:
                problem = {"code": "too-fast", "message": "at most 20 frames a second"}
                page.send(json.dumps([{"type": "trouble", "problem": problem, "id": frame["id"], "again": 0.5}]))
            else:
                server.send(message)

        page.on_message(ask)
        server.on_message(page.send)

    ada.page.route_web_socket(re.compile("/socket"), connect)
    ada.sit(ada.make())
    ply = ada.turn()
    ada.pick("take 1 2")
    ada.turn(after=ply + 1)
    assert len(sent) == 2
    assert sent[0] == sent[1]
