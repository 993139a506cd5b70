"""The moves of the others are shown one by one, marked on the board and put in words; a player who looks away is called."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from .people import BOT, ME, Person, soon

WATCH = """() => {
  window.shown = [];
  const marks = () => [...table.querySelectorAll(".board [data-recent]")].map((one) => Number(one.dataset.recent));
  const look = () => window.shown.push([Number(table.dataset.ply), performance.now(), marks()]);
  const table = document.querySelector(".table");
  new MutationObserver(look).observe(table, { attributes: true, attributeFilter: ["data-ply"] });
}"""
ELSEWHERE = """
  window.elsewhere = false;
  window.notes = 0;
  Object.defineProperty(document, "hidden", { get: () => window.elsewhere });
  const plain = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { window.notes += 1; return plain.call(this); };
"""


def slowed(ada: Person, pace: float) -> None:
    """Makes her page believe in a pace while the bots move at once, so that several moves arrive together."""

    def connect(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def forward(message: str | bytes) -> None:
            frames: list[dict[str, Any]] = json.loads(message)
            for frame in frames:
                if frame["type"] == "table":
                    frame["table"]["pace"] = pace
            page.send(json.dumps(frames))

        server.on_message(forward)

    ada.page.route_web_socket(re.compile("/socket"), connect)


def test_moves_of_bots_that_arrive_together_are_shown_one_by_one_and_can_be_skipped(
    person: Callable[..., Person],
) -> None:
    ada = person("Ada")
    slowed(ada, 0.5)
    code = ada.make("copenhagen", ME, BOT, BOT, BOT)
    ada.sit(code)
    ply = ada.turn()
    ada.page.evaluate(WATCH)
    ada.pick("take 1 2")
    ada.turn(after=ply + 1)
    shown: list[tuple[int, float, list[int]]] = ada.page.evaluate("window.shown")
    assert [ply for ply, *_ in shown] == list(range(shown[0][0], shown[-1][0] + 1))  # none is left out
    assert len(shown) >= 4
    for (_, before, _), (_, after, _) in itertools.pairwise(shown[1:]):
        assert after - before > 200
    assert shown[0][2] == []  # the player's own move clears all marks
    assert set(shown[1][2]) == {1}
    assert 3 in shown[-1][2]
    assert 0 not in shown[-1][2]
    expect(ada.page.locator(".prompt .latest")).to_contain_text(ada.log[-1]["text"])

    slowed(ada, 10)  # too slow to wait for
    ada.page.reload()
    ply = ada.turn()
    ada.pick("take 6 7")
    ada.button("Skip").click()
    assert ada.turn(after=ply + 1) == ada.situation["ply"]
    expect(ada.button("Skip")).to_have_count(0)


def test_a_bot_that_must_move_shows_that_it_thinks(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.sit(ada.make(pace=10))
    bot = ada.page.locator(".scores .thinking")
    ada.turn()
    expect(bot).to_have_count(0)
    ada.pick(ada.moves[0]["words"])
    expect(bot).to_be_visible()
    expect(ada.page.locator(".scores").get_by_text("thinking")).to_have_count(1)  # for a screen reader


def test_the_pace_is_set_at_the_table_and_kept(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    code = ada.make()
    ada.sit(code)
    ada.button("Settings").click()
    ada.page.get_by_label("slow").check()
    soon(lambda: ada.api("GET", f"/api/tables/{code}")["pace"], 2)
    ada.page.goto("/new/copenhagen")
    expect(ada.page.get_by_label("slow")).to_be_checked()


def test_a_player_who_looks_elsewhere_is_called_when_it_is_their_turn(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.page.add_init_script(ELSEWHERE)
    code = ada.make(pace=0.4)
    ada.sit(code)
    ply = ada.turn()
    icon = ada.page.locator('link[rel="icon"]')
    expect(icon).to_have_attribute("href", "/favicon.svg")
    ada.page.locator(".prompt").click()
    ada.page.evaluate("window.elsewhere = true; document.dispatchEvent(new Event('visibilitychange'))")
    ada.advance(code, ply + 2)  # from another device
    ada.turn(after=ply)
    expect(icon).to_have_attribute("href", "/favicon-turn.svg")
    assert ada.page.title().startswith("● Your turn")
    assert ada.page.evaluate("window.notes") == 2
    ada.page.evaluate("window.elsewhere = false; document.dispatchEvent(new Event('visibilitychange'))")
    expect(icon).to_have_attribute("href", "/favicon.svg")
    before = ada.ply
    ada.advance(code, before + 2)  # looking at the page: no sound
    ada.turn(after=before)
    assert ada.page.evaluate("window.notes") == 2


def delayed(ada: Person) -> None:
    """Holds situations back from her page until her next turn, as after a lost connection."""

    def connect(page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        kept: list[dict[str, Any]] = []

        def forward(message: str | bytes) -> None:
            frames: list[dict[str, Any]] = json.loads(message)
            for frame in frames:
                if frame["type"] == "situation":
                    kept.extend(frame["log"])
                    frame["log"] = list(kept)
            page.send(json.dumps([frame for frame in frames if frame["type"] != "situation" or frame["moves"]]))

        server.on_message(forward)

    ada.page.route_web_socket(re.compile("/socket"), connect)


def test_a_turn_that_arrives_together_with_the_last_one_also_calls(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.page.add_init_script(ELSEWHERE)
    delayed(ada)
    code = ada.make(pace=0.4)
    ada.sit(code)
    ply = ada.turn()
    ada.page.locator(".prompt").click()
    ada.page.evaluate("window.elsewhere = true; document.dispatchEvent(new Event('visibilitychange'))")
    ada.advance(code, ply + 2)  # from another device
    ada.turn(after=ply)
    assert ada.page.evaluate("window.notes") == 2


def test_sound_and_confirmation_are_switched_at_the_table_and_kept(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.page.add_init_script(ELSEWHERE)
    code = ada.make(pace=0.4)
    ada.sit(code)
    ply = ada.turn()
    ada.button("Settings").click()
    ada.page.get_by_label("soft sound").uncheck()
    ada.page.get_by_label("Confirm moves").check()
    ada.page.keyboard.press("Escape")
    ada.page.reload()
    ada.turn()
    ada.page.locator(".prompt").click()
    ada.page.evaluate("window.elsewhere = true; document.dispatchEvent(new Event('visibilitychange'))")
    ada.advance(code, ply + 2)  # from another device
    ada.turn(after=ply)
    assert ada.page.title().startswith("● Your turn")
    assert ada.page.evaluate("window.notes") == 0
    ada.button("Settings").click()
    expect(ada.page.get_by_label("Confirm moves")).to_be_checked()
