"""A game that `townwright new-game` wrote is played in the browser, without a word about it in the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.new_game import NAME, TITLE, Copy
from tests.server.process import Server

from .people import BOT, ME, Person

pytestmark = pytest.mark.xdist_group("new-game")  # one worker, compiled once


@pytest.fixture
def new_server(copy: Copy, compiled: list[str], tmp_path: Path) -> Iterator[Server]:
    """A server of the copy of the project that has the new game."""
    server = Server(tmp_path / "data", env=copy.env)
    yield server
    assert server.stop() == 0
    assert not server.complaints


def test_a_new_game_is_played_to_its_end_in_the_browser(person: Callable[..., Person], new_server: Server) -> None:
    ada = person("Ada", server=new_server)
    ada.page.goto("/")
    box = ada.page.locator(".box").filter(has=ada.page.get_by_role("heading", name=TITLE))
    expect(box.locator("svg.cover text")).to_have_text(TITLE)  # because it has no picture of its own
    code = ada.make(NAME, ME, BOT)
    ada.sit(code)
    ply = ada.turn()
    guide = ada.api("GET", f"/api/tables/{code}/box?language=en")["guide"]
    table = ada.page.locator(".generic")
    for field in guide["areas"]["Neighbour"]:
        if field["shape"] != "hidden" and ada.situation["view"]["players"][0][field["name"]]:
            expect(table.get_by_text(field["label"]).first).to_be_visible()
    while not ada.over:
        ada.page.locator('.move[data-at="0"]').click()
        ply = ada.turn(after=ply)
    ada.finds_the_result()
