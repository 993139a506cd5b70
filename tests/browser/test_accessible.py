"""Every page in light and dark, on desktop and phone: axe-core finds nothing, nothing is wider than the screen, nothing jumps."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .people import ME, OPEN, Person

SIZES = {"desktop": (1280, 800), "phone": (360, 740)}
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


def home(ada: Person) -> None:
    ada.advance(ada.make(), 4)
    ada.make("copenhagen", ME, OPEN)
    ada.page.goto("/")
    ada.page.locator(".box h3").last.wait_for()
    ada.page.locator(".line").first.wait_for()


def new_table(ada: Person) -> None:
    ada.page.goto("/new/copenhagen")
    ada.page.locator("details summary").click()


def new_other_table(ada: Person) -> None:
    ada.page.goto("/new/tiny-towns")
    ada.page.locator("h1").wait_for()


def lobby(ada: Person) -> None:
    ada.page.goto(f"/t/{ada.make('copenhagen', ME, OPEN)}")
    ada.page.locator(".qr svg").wait_for()


def copenhagen(ada: Person) -> None:
    code = ada.make()
    ada.advance(code, 16, lambda now: any(move["kind"] == "build" for move in now["moves"]))
    ada.sit(code)
    ada.turn()
    ada.page.locator("[data-bridge]").first.wait_for()


def tile_in_hand(ada: Person) -> None:
    copenhagen(ada)
    ada.page.locator(".stack.legal").first.click()
    ada.page.locator('.bar [data-do="lay"]').wait_for()


def rules_drawer(ada: Person) -> None:
    copenhagen(ada)
    ada.button("Rules").click()
    ada.page.locator("dialog[open] h2").first.wait_for()
    ada.page.locator("dialog[open] table, dialog[open] p").first.wait_for()


def settings(ada: Person) -> None:
    copenhagen(ada)
    ada.button("Settings").click()
    ada.page.locator("dialog[open]").wait_for()


def chat_and_sheet(ada: Person) -> None:
    copenhagen(ada)
    ada.page.get_by_role("tab", name="Chat").click()
    ada.page.get_by_label("Write a message").fill("Hello")
    ada.button("Send").click()
    ada.page.get_by_role("log", name="Chat").get_by_text("Hello").wait_for()
    ada.page.locator(".scores button").first.click()
    ada.page.locator("#sheet").wait_for()


def neighbour(ada: Person) -> None:
    copenhagen(ada)
    ada.page.locator(".others button").first.click()
    ada.page.locator("dialog[open]").wait_for()


def hinted(ada: Person) -> None:
    copenhagen(ada)
    ada.button("Hint").click()
    ada.page.locator(".move.hinted").wait_for()


def generic(game: str) -> Callable[[Person], None]:
    def show(ada: Person) -> None:
        code = ada.make(game)
        ada.advance(code, 20)
        ada.sit(code)
        ada.turn()
        ada.page.locator(".generic").wait_for()

    return show


def result(ada: Person) -> None:
    code = ada.make()
    ada.advance(code)
    ada.page.goto(f"/t/{code}")
    ada.page.locator(".deal span").first.wait_for()
    ada.page.locator(".street").wait_for()


def replay(ada: Person) -> None:
    code = ada.make()
    ada.advance(code)
    ada.page.goto(f"/t/{code}/replay?ply=20&reader=all")
    ada.page.locator("[data-bridge]").first.wait_for()


def rules(ada: Person) -> None:
    ada.page.goto("/rules/copenhagen")
    ada.page.locator(".sheet h2").first.wait_for()


def nothing_here(ada: Person) -> None:
    ada.expected = ("404",)
    ada.page.goto("/nothing/here")
    ada.page.locator("h1, h2").first.wait_for()


def no_table(ada: Person) -> None:
    ada.expected = ("404",)
    ada.page.goto("/t/ZZZZZZ")
    ada.page.locator("h1, h2").first.wait_for()


PAGES: dict[str, Callable[[Person], None]] = {
    "home": home,
    "new table": new_table,
    "new table of another game": new_other_table,
    "lobby": lobby,
    "Copenhagen": copenhagen,
    "Copenhagen with a tile in hand": tile_in_hand,
    "Copenhagen with the rules": rules_drawer,
    "Copenhagen with the settings": settings,
    "Copenhagen with chat and score sheet": chat_and_sheet,
    "Copenhagen with a neighbour's house": neighbour,
    "Copenhagen with a hint": hinted,
    "Old London Bridge": generic("old-london-bridge"),
    "Pier 18": generic("pier-18"),
    "Tenby": generic("tenby"),
    "Tiny Towns": generic("tiny-towns"),
    "result": result,
    "replay": replay,
    "rules": rules,
    "nothing here": nothing_here,
    "no such table": no_table,
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_accessible_and_fits_every_screen(person: Callable[..., Person], axe: str, name: str) -> None:
    ada = person("Ada")
    PAGES[name](ada)
    page = ada.page
    problems = []
    if (shift := page.evaluate(SHIFTS)) > 0.1:
        problems.append(f"the page jumps: {shift:.2f}")
    page.evaluate(axe)
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            page.locator(f'html[data-theme="{theme}"]').wait_for()
            page.evaluate("Promise.all(document.getAnimations().map(one => one.finished.catch(() => {})))")
            found = page.evaluate("axe.run({ resultTypes: ['violations'] })")
            problems += [
                f"{size} {theme}: {one['id']}: {one['help']}: {[' '.join(node['target']) if isinstance(node['target'][0], str) else node['target'] for node in one['nodes'][:3]]}"
                for one in found["violations"]
            ]
        if wide := page.evaluate(WIDE):
            problems.append(f"{size}: wider than the screen: {wide}")
    assert not problems
