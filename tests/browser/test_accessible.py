"""Every page, light on a desktop and dark on a phone: axe-core finds no problem, everything fits the screen, nothing jumps."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page
from playwright.sync_api import Error as PlaywrightError
from tests.server.process import Server

from .people import BOT, ME, OPEN, Person, Position
from .tenby import short_box
from .tiny_towns import sensible

Play = Callable[[Person], str]
SIZES = {"desktop": (1280, 800), "phone": (360, 740)}
SEEN = (("desktop", "light"), ("phone", "dark"))
STILL = """async () => {
  // an inherited colour changes after its source
  while (document.getAnimations().length) await Promise.all(document.getAnimations().map(one => one.finished.catch(() => {})));
}"""
SHIFTS = """() => new Promise(resolve => {
  let sum = 0;
  new PerformanceObserver(list => { for (const one of list.getEntries()) if (!one.hadRecentInput) sum += one.value; })
    .observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => setTimeout(() => resolve(sum), 50));
})"""
WIDE = """() => {
  const most = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= most) return [];
  return [...document.querySelectorAll("body *")].filter(one => one.getBoundingClientRect().right > most + 1)
    .slice(0, 8).map(one => `${one.tagName}.${one.className?.baseVal ?? one.className}`);
}"""


def copenhagen(ada: Person) -> str:
    """Plays Copenhagen to a turn in which a tile can be built."""
    return ada.find(lambda now: any(move["kind"] == "build" for move in now["moves"]), after=16)


def finished(ada: Person) -> str:
    code = ada.make()
    ada.advance(code)
    return code


def old_london_bridge(ada: Person) -> str:
    """Plays Old London Bridge for four, with an expert builder of every colour, to a placement late in the game."""
    experts = dict.fromkeys(("chapel_scoring", "gate_scoring", "inn_scoring", "bridge_scoring"), "random")
    seats = (ME, BOT, BOT, BOT)
    return ada.find(
        lambda now: now["view"]["decision"] == "place", *seats, game="old-london-bridge", after=40, options=experts
    )


def old_london_bridge_finished(ada: Person) -> str:
    code = ada.make("old-london-bridge")
    ada.advance(code)
    return code


def pier_18(ada: Person) -> str:
    """Plays Pier 18 to the third round."""
    code = ada.make("pier-18", options={"allow_rotation": True})
    ada.advance(code, 6)
    return code


def pier_18_dealt(ada: Person) -> str:
    return ada.make("pier-18")


def pier_18_finished(ada: Person) -> str:
    code = ada.make("pier-18")
    ada.advance(code)
    return code


def tenby(ada: Person) -> str:
    """Plays Tenby for four to a turn in which a terrace can be gained."""
    seats, options = (ME, BOT, BOT, BOT), {"accolades": "high_tide"}
    return ada.find(
        lambda now: any(move["words"] == "use T" for move in now["moves"]),
        *seats,
        game="tenby",
        after=60,
        options=options,
    )


def tenby_dealt(ada: Person) -> str:
    return ada.make("tenby")


def tenby_finished(ada: Person) -> str:
    code = ada.make("tenby", box=short_box(2))
    ada.advance(code)
    return code


def tiny_towns(ada: Person) -> str:
    """Plays Tiny Towns for four to a moment in which something can be built."""
    seats, options = (ME, BOT, BOT, BOT), {"cavern": True}
    return ada.find(
        lambda now: any(move["kind"] == "build" for move in now["moves"]),
        *seats,
        game="tiny-towns",
        after=8,
        choose=sensible,
        options=options,
    )


def tiny_towns_free(ada: Person) -> str:
    """Plays Town Hall to a round in which everyone chooses a cube."""
    code = ada.make("tiny-towns", options={"variant": "town_hall"})
    ada.advance(code, 0, lambda now: len({move["fields"].get("resource") for move in now["moves"]}) == 5)
    return code


def tiny_towns_finished(ada: Person) -> str:
    code = ada.make("tiny-towns", ME)
    ada.advance(code, choose=sensible)
    return code


def table(ada: Person, code: str) -> None:
    ada.sit(code)
    ada.turn()


def card_chosen(ada: Person, code: str) -> None:
    table(ada, code)
    ada.page.locator(".row .card.open").first.click()
    ada.page.locator(".home .match").first.wait_for()


def question(ada: Person, code: str) -> None:
    table(ada, code)
    ada.page.locator('.home [data-square="d1"] .ground').click()
    ada.page.locator(".question").wait_for()


def street_end(ada: Person, code: str) -> None:
    """A terrace in hand, its ghost at the end of a street."""
    table(ada, code)
    ada.page.locator('[data-use="T"]').first.click()
    ada.page.locator(".market .face-up.can").first.click()
    ada.page.locator(".spot").first.click()
    ada.page.locator('[data-do="confirm"]').wait_for()
    ada.page.mouse.move(2, 2)


def streets(ada: Person, code: str) -> None:
    ada.page.goto(f"/t/{code}")
    ada.page.locator(".finish .town").last.wait_for()


def towns(ada: Person, code: str) -> None:
    ada.page.goto(f"/t/{code}")
    ada.page.locator(".medal").wait_for()


def home(ada: Person, _code: str) -> None:
    ada.make("copenhagen", ME, OPEN)
    ada.page.goto("/")
    ada.page.locator(".box h3").last.wait_for()
    ada.page.locator(".line").first.wait_for()


def new_table(ada: Person, _code: str) -> None:
    ada.page.goto("/new/copenhagen")
    ada.page.locator("details summary").last.click()


def new_other_table(ada: Person, _code: str) -> None:
    ada.page.goto("/new/tiny-towns")
    ada.page.locator("h1").wait_for()


def lobby(ada: Person, _code: str) -> None:
    ada.page.goto(f"/t/{ada.make('copenhagen', ME, OPEN)}")
    ada.page.locator(".qr svg").wait_for()


def tile_in_hand(ada: Person, code: str) -> None:
    table(ada, code)
    ada.page.locator(".stack.legal").first.click()
    ada.page.locator('.bar [data-do="lay"]').wait_for()


def dealt(ada: Person, code: str) -> None:
    ada.sit(code)
    ada.page.locator("[data-role=plan]").first.click()
    ada.page.locator('[data-do="keep"]').wait_for()


def card_in_hand(ada: Person, code: str) -> None:
    table(ada, code)
    ada.page.locator("[data-card]").first.click()
    ada.page.locator('[data-do="lay"]').wait_for()


def space_chosen(ada: Person, code: str) -> None:
    table(ada, code)
    ada.page.locator(".stack.open .cover").first.click()
    ada.page.locator('[data-do="confirm"]').wait_for()


def scorings(ada: Person, code: str) -> None:
    table(ada, code)
    ada.page.locator("[data-scoring]").first.click()
    ada.page.locator("dialog[open]").wait_for()


def piers(ada: Person, code: str) -> None:
    ada.page.goto(f"/t/{code}")
    ada.page.locator("svg[data-picture]").last.wait_for()


def rules_drawer(ada: Person, code: str) -> None:
    table(ada, code)
    ada.button("Rules").click()
    ada.page.locator("dialog[open] h2").first.wait_for()
    ada.page.locator("dialog[open] table, dialog[open] p").first.wait_for()


def settings(ada: Person, code: str) -> None:
    table(ada, code)
    ada.button("Settings").click()
    ada.page.locator("dialog[open]").wait_for()


def chat_and_sheet(ada: Person, code: str) -> None:
    table(ada, code)
    ada.page.get_by_role("tab", name="Chat").click()
    ada.page.get_by_label("Write a message").fill("Hello")
    ada.button("Send").click()
    ada.page.get_by_role("log", name="Chat").get_by_text("Hello").wait_for()
    ada.page.locator(".scores button").first.click()
    ada.page.locator("#sheet").wait_for()


def neighbour(ada: Person, code: str) -> None:
    table(ada, code)
    ada.page.locator(".others button").first.click()
    ada.page.locator("dialog[open]").wait_for()


def hinted(ada: Person, code: str) -> None:
    table(ada, code)
    ada.unfold()
    ada.button("Hint").click()
    ada.page.locator(".move.hinted").wait_for()


def result(ada: Person, code: str) -> None:
    ada.page.goto(f"/t/{code}")
    ada.page.locator(".deal span").first.wait_for()
    ada.page.locator(".street").wait_for()


def replay(ada: Person, code: str) -> None:
    ada.page.goto(f"/t/{code}/replay?ply=20&reader=all")
    ada.page.locator("[data-bridge]").first.wait_for()


def rules(ada: Person, _code: str) -> None:
    ada.page.goto("/rules/copenhagen")
    ada.page.locator(".sheet h2").first.wait_for()


def nothing_here(ada: Person, _code: str) -> None:
    ada.page.goto("/nothing/here")
    ada.page.locator("h1, h2").first.wait_for()


def no_table(ada: Person, _code: str) -> None:
    ada.page.goto("/t/ZZZZZZ")
    ada.page.locator("h1, h2").first.wait_for()


class Look(NamedTuple):
    """A page, or some parts of one if another look covers the rest."""

    show: Callable[[Person, str], None]
    play: Play | None = None  # plays to the position that is shown
    parts: tuple[str, ...] = ()


LOOKS = {
    "home": Look(home, copenhagen),
    "new table": Look(new_table),
    "new table of another game": Look(new_other_table),
    "lobby": Look(lobby),
    "Copenhagen": Look(table, copenhagen),
    "a tile in hand": Look(tile_in_hand, copenhagen, (".layout > .bar", ".home", ".market")),
    "the rules drawer": Look(rules_drawer, copenhagen, ("dialog[open]",)),
    "the settings": Look(settings, copenhagen, ("dialog[open]",)),
    "chat and score sheet": Look(chat_and_sheet, copenhagen, (".talk", ".side > .scores")),
    "a neighbour's house": Look(neighbour, copenhagen, ("dialog[open]",)),
    "a hint": Look(hinted, copenhagen, (".moves",)),
    "Old London Bridge": Look(table, old_london_bridge),
    "Old London Bridge, a space chosen": Look(space_chosen, old_london_bridge, (".board",)),
    "Old London Bridge, the scorings": Look(scorings, old_london_bridge, ("dialog[open]",)),
    "Old London Bridge, another bridge": Look(neighbour, old_london_bridge, ("dialog[open]",)),
    "Old London Bridge, finished": Look(piers, old_london_bridge_finished, (".board",)),
    "Pier 18": Look(table, pier_18),
    "Pier 18, three cards dealt": Look(dealt, pier_18_dealt, (".board",)),
    "Pier 18, a card in hand": Look(card_in_hand, pier_18, (".board",)),
    "Pier 18, finished": Look(piers, pier_18_finished, (".board",)),
    "Tenby": Look(table, tenby),
    "Tenby, a card in hand": Look(street_end, tenby, (".board",)),
    "Tenby, two residents": Look(table, tenby_dealt, (".board",)),
    "Tenby, finished": Look(streets, tenby_finished, (".board",)),
    "Tiny Towns": Look(table, tiny_towns),
    "Tiny Towns, a card chosen": Look(card_chosen, tiny_towns, (".board",)),
    "Tiny Towns, a question": Look(question, tiny_towns_free, (".board",)),
    "Tiny Towns, another town": Look(neighbour, tiny_towns, ("dialog[open]",)),
    "Tiny Towns, finished": Look(towns, tiny_towns_finished, (".board",)),
    "result": Look(result, finished),
    "replay": Look(replay, finished),
    "rules": Look(rules),
    "nothing here": Look(nothing_here),
    "no such table": Look(no_table),
}


def named(node: dict[str, Any]) -> str:
    """Where an element is."""
    return " ".join(map(str, node["target"]))


def too_wide(page: Page) -> list[str]:
    """The elements that are wider than the screen once the page has settled at a new size."""
    with contextlib.suppress(PlaywrightError):
        page.wait_for_function(f"() => !({WIDE})().length", timeout=20_000)
    return list(page.evaluate(WIDE))


class Viewer:
    """One person for each position, who shows one look after another, so that a browser loads the page only once."""

    def __init__(self, browser: Browser, url: str, played: Callable[[Play], Position]) -> None:
        self._browser, self._url, self._played = browser, url, played
        self._people: dict[Play | None, Person] = {}

    def show(self, look: Look) -> Person:
        position = self._played(look.play) if look.play else None
        if look.play not in self._people:
            profile = {"storage_state": position.profile} if position else {}
            self._people[look.play] = Person(self._browser, self._url, None if position else "Ada", **profile)
        ada = self._people[look.play]
        ada.expected = ("404",)
        ada.page.set_viewport_size(dict(zip(("width", "height"), SIZES["desktop"], strict=True)))  # type: ignore[arg-type]
        ada.page.emulate_media(color_scheme="light")
        look.show(ada, position.code if position else "")
        return ada

    def leave(self) -> None:
        for one in self._people.values():
            one.context.close()


@pytest.fixture(scope="module")
def viewer(browser: Browser, server: Server, played: Callable[[Play], Position]) -> Iterator[Viewer]:
    viewer = Viewer(browser, server.url, played)
    yield viewer
    viewer.leave()


@pytest.mark.parametrize("name", LOOKS)
def test_a_page_is_accessible_and_fits_every_screen(viewer: Viewer, axe: str, name: str) -> None:
    look = LOOKS[name]
    ada = viewer.show(look)
    page = ada.page
    problems = []
    if (shift := page.evaluate(SHIFTS)) > 0.1:
        problems.append(f"the page jumps: {shift:.2f}")
    page.evaluate(axe)
    for size, theme in SEEN:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.locator(f'html[data-theme="{theme}"]').wait_for()
        page.evaluate(STILL)
        where = {"include": [[part] for part in look.parts]} if look.parts else {"include": [["html"]]}
        found = page.evaluate("where => axe.run(where, { resultTypes: ['violations'] })", where)
        assert found["passes"], "axe found nothing to look at"
        problems += [
            f"{size} {theme}: {one['id']}: {one['help']}: {[named(node) for node in one['nodes'][:3]]}"
            for one in found["violations"]
        ]
        if wide := too_wide(page):
            problems.append(f"{size}: wider than the screen: {wide}")
    page.set_viewport_size({"width": 320, "height": 640})  # the narrowest phone
    page.wait_for_function("() => innerWidth === 320 && matchMedia('(max-width: 20rem)').matches")
    if wide := too_wide(page):
        problems.append(f"320 pixels: wider than the screen: {wide}")
    page.goto("about:blank")  # the next look starts from scratch, and all complaints of this one have arrived
    problems += ada.complaints
    ada.complaints.clear()
    assert not problems
