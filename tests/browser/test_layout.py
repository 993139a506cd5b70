"""The page makes room for a game's own board: whatever must be seen together is, in every window."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .people import BOT, ME, Person, Position, soon, steady

WINDOWS = [(1280, 800), (1440, 900), (1024, 768), (780, 360)]
ON_TOP = """one => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
CUT = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"
CHOICE = (".plot", "[data-bridge]", ".stack", ".hand", ".ability")  # your own board, and everything to choose from


def for_four(ada: Person) -> str:
    """Four players, the computer's names and Ada's, at a turn in which a tile can be built."""
    return ada.find(lambda now: any(move["kind"] == "build" for move in now["moves"]), ME, BOT, BOT, BOT, after=24)


@pytest.fixture
def ada(person: Callable[..., Person], played: Callable[[Callable[[Person], str]], Position]) -> Person:
    position = played(for_four)
    ada = person("Ada", at=position)
    ada.sit(position.code)
    ada.turn()
    ada.page.locator("[data-bridge]").first.wait_for()
    return ada


def test_board_and_choice_are_visible_together_without_scrolling(ada: Person) -> None:
    for width, height in WINDOWS:
        ada.page.set_viewport_size({"width": width, "height": height})
        for part in CHOICE:
            for one in ada.page.locator(part).all():
                expect(one).to_be_in_viewport(ratio=0.98)
        for one in ada.page.locator(".prompt .ask, .prompt button, .side > .scores button").all():
            expect(one).to_be_in_viewport(ratio=0.98)
        assert steady(ada.page.locator(".table > .board"))["height"] >= (height - 10 if height < 480 else height * 0.75)


def test_on_a_phone_on_its_side_five_colours_in_hand_push_nothing_away(ada: Person) -> None:
    ada.sit(ada.find(lambda now: sum(n > 0 for n in now["view"]["players"][0]["hand"].values()) == 5))
    ada.turn()
    ada.page.set_viewport_size({"width": 740, "height": 360})
    expect(ada.page.locator(".hand li")).to_have_count(5)
    for one in ada.page.locator(".hand li, .ability").all():
        expect(one).to_be_in_viewport(ratio=0.98)


def test_on_a_phone_board_and_choice_are_within_one_thumb_scroll(ada: Person) -> None:
    ada.page.set_viewport_size({"width": 360, "height": 780})
    expect(ada.page.locator("html")).to_have_js_property("clientWidth", 360)
    steady(ada.page.locator(".plot"))
    boxes = [one.bounding_box() for part in CHOICE for one in ada.page.locator(part).all()]
    edges = [(box["y"], box["y"] + box["height"]) for box in boxes if box]
    free = 780 - steady(ada.page.locator(".prompt"))["height"]
    assert max(low for _, low in edges) - min(top for top, _ in edges) < free + 450  # as far as a thumb scrolls
    house, tile = steady(ada.page.locator(".plot")), steady(ada.page.locator(".stack").first)
    assert house["y"] + house["height"] - tile["y"] < free  # the whole house is visible while a tile is chosen


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
    page.get_by_role("link", name="Skip to your moves").focus()  # as a screen reader does
    page.keyboard.press("Enter")
    expect(moves).to_be_focused()
    page.reload()  # it stays open
    ada.turn()
    expect(moves).to_be_visible()
    for width, height in ((1024, 768), (360, 780), (780, 360)):  # as a drawer it does not push the board away
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#moves")).to_be_in_viewport(ratio=0.99)
    ada.button("Collapse the list").click()
    expect(moves).to_have_count(0)


def test_every_name_is_readable_and_the_whole_sheet_fits(ada: Person) -> None:
    six = ada.make("tiny-towns", ME, *[BOT] * 5)
    for windows in ((*WINDOWS, (360, 780), (320, 640)), ((1280, 800), (1024, 768), (360, 780))):
        for width, height in windows:
            ada.page.set_viewport_size({"width": width, "height": height})
            expect(ada.page.get_by_role("heading", name="If the game ended now", level=2)).to_be_visible()
            soon(lambda: ada.page.locator(".side > .scores .name").evaluate_all(CUT), [])
            ada.page.evaluate("scrollTo(0, 0)")
            ada.page.locator(".side > .scores button").first.click()
            expect(ada.page.locator("#sheet")).to_be_in_viewport(ratio=0.99)
            for part, holds in (
                ("#sheet", "one => one.scrollHeight <= one.clientHeight + 1"),
                ("#sheet .scroll", "one => one.scrollWidth <= one.clientWidth + 1"),
                ("#sheet tbody tr:first-child th", ON_TOP),
                ("#sheet tfoot tr:last-child td:last-child", ON_TOP),
            ):
                soon(lambda part=part, holds=holds: ada.page.locator(part).first.evaluate(holds))  # type: ignore[misc]
            ada.page.keyboard.press("Escape")
            ada.page.mouse.move(1, 1)
        ada.sit(six)


def test_the_result_of_six_players_fits(ada: Person) -> None:
    code = ada.make("tiny-towns", ME, *[BOT] * 5)
    ada.advance(code)
    ada.sit(code)
    for width, height in WINDOWS:
        ada.page.set_viewport_size({"width": width, "height": height})
        soon(lambda: ada.page.locator(".sheet .scroll").evaluate("one => one.scrollWidth <= one.clientWidth + 1"))
    for name in (name.split()[0] for name in ada.page.locator(".podium .who").all_inner_texts()):
        expect(ada.page.get_by_role("columnheader", name=name)).to_be_attached()  # for screen readers


def test_a_toast_covers_only_the_prompt_and_goes_with_the_situation(ada: Person) -> None:
    ada.by_hand(7000)  # after this time a toast goes
    ada.page.reload()
    ada.turn()
    tile = ada.unpaid()
    for width, height in ((1280, 800), (360, 780), (780, 360)):
        ada.page.set_viewport_size({"width": width, "height": height})
        ada.page.locator(f'[data-tile="{tile}"]').click()
        toast = ada.page.locator(".toast")
        expect(toast).to_be_in_viewport(ratio=1)
        inner, outer = steady(toast), steady(ada.page.locator(".prompt"))
        assert inner["y"] >= outer["y"] - 1
        assert inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1
        for one in ada.page.locator(".prompt .deeds button").all():
            soon(lambda one=one: one.evaluate(ON_TOP))  # type: ignore[misc]
        ada.page.locator(".toast button").click()
        expect(toast).to_have_count(0)
    ada.page.set_viewport_size({"width": 1280, "height": 800})
    code = ada.make()
    ada.sit(code)
    ada.turn()
    ada.unfold()
    ada.page.evaluate("() => { const now = Date.now(); Date.now = () => now; }")  # it cannot have been read yet
    ada.page.locator('[data-tile="P5"]').click()  # no starting hand can pay for it
    expect(toast).to_have_count(1)
    ada.pick(str(ada.moves[0]["words"]))  # the player has moved on
    expect(toast).to_have_count(0)
    ply = ada.turn()
    ada.page.locator('[data-tile="P5"]').click()
    expect(toast).to_have_count(1)
    ada.page.evaluate("() => { const now = Date.now; Date.now = () => now() + 2000; }")  # it may have been read
    ada.advance(code, ply + 1)  # from another device, so that the toast is out of date
    expect(toast).to_have_count(0)


def test_the_page_does_not_jump_when_a_dialog_closes(ada: Person) -> None:
    ada.page.set_viewport_size({"width": 360, "height": 780})
    neighbour = ada.page.locator(".others button").last
    neighbour.focus()
    for close in ("Escape", "cross"):
        neighbour.evaluate("one => one.click()")
        ada.page.locator("dialog[open]").wait_for()
        ada.page.evaluate("scrollTo(0, 500)")  # the focus is far away
        before = ada.page.evaluate("scrollY")
        if close == "Escape":
            ada.page.keyboard.press("Escape")
        else:
            ada.page.locator("dialog[open]").get_by_role("button", name="Close").click()
        expect(ada.page.locator("dialog[open]")).to_have_count(0)
        ada.page.wait_for_timeout(100)
        assert ada.page.evaluate("scrollY") == before
