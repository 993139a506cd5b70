"""The page gives way to a game's own board: what must be seen together is, in every window."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .people import BOT, ME, Person, Position

WINDOWS = [(1280, 800), (1440, 900), (1024, 768), (780, 360)]
CHOICE = (".plot", "[data-bridge]", ".stack", ".hand", ".ability")  # your own board, and all that is chosen from


def for_four(ada: Person) -> str:
    """Four players, the computer's names and Ada's, at a turn in which a tile can be built."""
    code = ada.make("copenhagen", ME, BOT, BOT, BOT)
    ada.advance(code, 24, lambda now: any(move["kind"] == "build" for move in now["moves"]))
    return code


@pytest.fixture
def ada(person: Callable[..., Person], played: Callable[[Callable[[Person], str]], Position]) -> Person:
    position = played(for_four)
    ada = person("Ada", at=position)
    ada.sit(position.code)
    ada.turn()
    ada.page.locator("[data-bridge]").first.wait_for()
    return ada


def test_board_and_choice_are_seen_together_without_scrolling(ada: Person) -> None:
    for width, height in WINDOWS:
        ada.page.set_viewport_size({"width": width, "height": height})
        for part in CHOICE:
            for one in ada.page.locator(part).all():
                expect(one).to_be_in_viewport(ratio=0.98)
        for one in ada.page.locator(".prompt .ask, .prompt button, .side > .scores button").all():
            expect(one).to_be_in_viewport(ratio=0.98)
        box = ada.page.locator(".table > .board").bounding_box()
        assert box
        assert box["height"] >= (height - 10 if height < 480 else height * 0.75)


def test_on_a_phone_board_and_choice_lie_within_one_thumb_scroll(ada: Person) -> None:
    ada.page.set_viewport_size({"width": 360, "height": 780})
    boxes = [one.bounding_box() for part in CHOICE for one in ada.page.locator(part).all()]
    edges = [(box["y"], box["y"] + box["height"]) for box in boxes if box]
    prompt = ada.page.locator(".prompt").bounding_box()
    assert prompt
    free = 780 - prompt["height"]
    assert max(low for _, low in edges) - min(top for top, _ in edges) < free + 450  # what a thumb scrolls at once
    house, tile = ada.page.locator(".plot").bounding_box(), ada.page.locator(".stack").first.bounding_box()
    assert house
    assert tile
    assert house["y"] + house["height"] - tile["y"] < free  # a tile is chosen with the whole house in sight


def test_the_move_list_is_folded_and_one_key_opens_it(ada: Person) -> None:
    page, moves = ada.page, ada.page.locator("#move-list")
    expect(moves).to_have_count(0)
    expect(ada.button("Moves")).to_have_attribute("aria-keyshortcuts", "M")
    expect(ada.button("Moves").locator("kbd")).to_be_visible()
    page.keyboard.press("m")
    expect(moves).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("m")
    expect(moves).to_have_count(0)
    page.get_by_role("link", name="Skip to your moves").focus()  # the way of a screen reader
    page.keyboard.press("Enter")
    expect(moves).to_be_focused()
    page.reload()  # it stays as one likes it
    ada.turn()
    expect(moves).to_be_visible()
    for width, height in ((1024, 768), (360, 780), (780, 360)):  # as a drawer it does not push the board away
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#moves")).to_be_in_viewport(ratio=0.99)
    ada.button("Fold the list").click()
    expect(moves).to_have_count(0)


def test_every_name_can_be_read_and_the_scores_say_what_they_mean(ada: Person) -> None:
    for width, height in (*WINDOWS, (360, 780), (320, 640)):
        ada.page.set_viewport_size({"width": width, "height": height})
        expect(ada.page.get_by_role("heading", name="If the game ended now")).to_be_visible()
        for name in ada.page.locator(".side > .scores .name").all():
            assert name.evaluate("one => one.scrollWidth <= one.clientWidth + 1"), (width, name.inner_text())
    for width, height in (*WINDOWS, (360, 780)):
        ada.page.set_viewport_size({"width": width, "height": height})
        ada.page.evaluate("scrollTo(0, 0)")
        ada.page.locator(".side > .scores button").first.click()
        expect(ada.page.locator("#sheet")).to_be_in_viewport(ratio=0.99)
        assert ada.page.locator("#sheet").evaluate("one => one.scrollHeight <= one.clientHeight + 1")
        ada.page.keyboard.press("Escape")
