"""Copenhagen's board shows what a step costs and brings before it is made, and the prompt follows the step."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .people import Copenhagen, Person, Position


def beginning(ada: Person) -> str:
    return ada.make()


def completing(ada: Person) -> str:
    """A turn in which some tile completes a row or a column."""
    return ada.find(lambda now: any(m["kind"] == "build" and m["fields"].get("points") for m in now["moves"]), after=8)


@pytest.fixture
def at(
    person: Callable[..., Person], played: Callable[[Callable[[Person], str]], Position]
) -> Callable[[Callable[[Person], str]], Person]:
    def sit(play: Callable[[Person], str]) -> Person:
        position = played(play)
        ada = person("Ada", at=position)
        ada.sit(position.code)
        ada.turn()
        ada.page.locator("[data-bridge]").first.wait_for()
        return ada

    return sit


def test_a_pair_that_uses_up_an_ability_looks_different_and_asks(
    at: Callable[[Callable[[Person], str]], Person],
) -> None:
    ada = at(beginning)
    bridge = [ada.page.locator(f'[data-bridge="{n}"]') for n in range(8)]
    prompt = ada.page.locator(".prompt .ask")
    bridge[3].click()
    expect(prompt).to_contain_text("second card")
    expect(ada.page.locator(".bridge.dear")).to_have_count(4)  # all but the two neighbours
    for n in (2, 4):
        expect(bridge[n]).not_to_have_class("dear")
    bridge[6].click()
    expect(prompt).to_contain_text("Use up Any cards")
    expect(ada.page.locator(".bar .summary")).to_contain_text("Footbridges 3 and 6 are not neighbours")
    assert not [frame for frame in ada.sent if frame["type"] == "play"]
    ada.page.locator('.bar [data-do="cancel"]').click()
    expect(prompt).to_have_text(ada.situation["prompt"])
    for key in ("m", "3", "6"):  # by their numbers, from the move list; the question gets the focus
        ada.page.keyboard.press(key)
    expect(ada.page.locator('.bar [data-do="uses"]')).to_be_focused()
    ada.page.locator('.bar [data-do="cancel"]').click()
    bridge[3].click()
    bridge[6].click()
    ada.page.locator('.bar [data-do="uses"]').click()
    ada.turn(after=0)
    assert [line["text"] for line in ada.log if line["seat"] == 0][-1].endswith("using Any cards.")


def test_a_tile_shows_which_cards_are_missing(at: Callable[[Callable[[Person], str]], Person]) -> None:
    ada = at(completing)
    stack = ada.page.locator(f'[data-tile="{ada.unpaid()}"]')
    stack.hover()
    expect(stack.get_by_role("tooltip")).to_contain_text("more needed")
    ada.page.mouse.move(1, 1)
    expect(stack.get_by_role("tooltip")).to_have_count(0)
    stack.click()
    expect(ada.toast()).to_contain_text("more needed")


def test_rows_and_columns_that_can_be_completed_show_their_points(
    at: Callable[[Callable[[Person], str]], Person],
) -> None:
    ada = at(completing)
    move = next(m for m in ada.moves if m["kind"] == "build" and m["fields"].get("points"))
    expect(ada.page.locator(".plot .line")).not_to_have_count(0)
    hands = Copenhagen(ada, random.Random(5))
    ada.press(ada.page.locator(f'[data-tile="{move["fields"]["tile"]}"]'))
    expect(ada.page.locator(".prompt .ask")).to_contain_text("Choose a place for the tile")
    hands.orient(move["fields"]["cells"])
    ada.press(hands.wall, hands.place(move["fields"]["cells"]))
    sure = ada.page.locator(".plot .line.sure text").all_text_contents()
    points = re.search(r"(\d+) point", hands.wall.get_attribute("aria-label") or "")
    assert points
    assert sum(map(int, sure)) == int(points[1]) > 0


UNCOVERED = """() => {
  const bar = document.querySelector(".layout > .bar").getBoundingClientRect();
  const all = [...document.querySelectorAll(".ability, .stack, [data-bridge], .hand, .others button")];
  return all.length >= 20 && all.every((one) => {
    const box = one.getBoundingClientRect();
    return box.top >= bar.bottom - 1 || box.right <= bar.left + 1;
  });
}"""


def test_the_bar_covers_nothing_that_can_be_chosen(at: Callable[[Callable[[Person], str]], Person]) -> None:
    ada = at(completing)
    ada.page.locator(".stack.legal").first.click()
    ada.page.locator('.bar [data-do="lay"]').wait_for()
    for width, height in ((1280, 800), (1440, 900), (1024, 768), (768, 1024), (780, 360)):
        ada.page.set_viewport_size({"width": width, "height": height})
        ada.page.wait_for_function(UNCOVERED)  # the page settles, perhaps scrolled elsewhere


def test_on_a_phone_the_page_returns_to_the_harbour_after_building(
    at: Callable[[Callable[[Person], str]], Person], person: Callable[..., Person]
) -> None:
    ada = person("Ada", phone=True)
    ada.sit(
        ada.find(lambda now: any(m["kind"] == "build" and m["fields"]["coats"] == 0 for m in now["moves"]), after=6)
    )
    ply = ada.turn()
    harbour = ada.page.locator(".harbour")
    hands = Copenhagen(ada, random.Random(6))
    hands.build(next(m for m in ada.moves if m["kind"] == "build" and m["fields"]["coats"] == 0))
    ada.page.locator(f'.table:not([data-ply="{ply}"])').wait_for()
    while ada.situation["view"]["decision"] == "pay" and ada.situation["moves"]:
        ply = ada.turn()
        ada.press(ada.page.locator(".bar .pay").first)
        ada.turn(after=ply)
    expect(harbour).to_be_in_viewport(ratio=0.9)
