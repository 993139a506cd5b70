"""Makes the pictures of the README: `make pictures`."""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Browser, sync_playwright
from rich.console import Console

import townwright as tw
from townwright import bots

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.browser.conftest import CHROMIUM
from tests.browser.people import BOT, ME, OPEN, Person
from tests.browser.tiny_towns import sensible
from tests.server.process import Server

HERE = Path(__file__).parent
DESKTOP, PHONE = (1440, 960), (390, 844)
SMALL = 300_000  # bytes of a picture, at most


def terminal() -> None:
    """A Copenhagen table late in a game, as `townwright play` draws it."""
    names = ["Ada", "Ben", "Cleo"]
    match = tw.new("copenhagen", seats=3, seed="picture")
    players = [bots.make("greedy", name) for name in names]
    while match.ply < 84 or match.pending != (0,) or match.view(0)["decision"] != "main":
        seat = match.pending[0]
        match.play(seat, players[seat].choose(match.known(seat), seat))
    console = Console(record=True, width=112, file=Path("/dev/null").open("w"), force_terminal=True)  # noqa: SIM115
    view = msgspec.convert(match.view(0), match.game.view)
    console.print(match.game.draw(view, names, match.box.face, match.game.texts()))
    console.print(f"[b]{match.prompt(0, names)}[/b]")
    for number, move in enumerate(match.moves(0)[:4], 1):
        console.print(f"{number:4} [cyan]{move.words}[/cyan]  {move.text}", highlight=False)
    console.save_svg(str(HERE / "terminal.svg"), title="townwright play copenhagen")


class Photographer:
    """Opens pages in every look and keeps pictures of them."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url

    def take(
        self, name: str, prepare: Callable[[Person], None], looks: str = "desktop phone", whole: bool = False
    ) -> None:
        """One page in several looks, such as "desktop", "phone" or "desktop-dark"."""
        ada = Person(self.browser, self.url, "Ada", size=DESKTOP)
        ada.expected = ("404",)
        prepare(ada)
        for look in looks.split():
            phone, dark = look.startswith("phone"), look.endswith("dark")
            width, height = PHONE if phone else DESKTOP
            ada.page.set_viewport_size({"width": width, "height": height})
            ada.page.emulate_media(color_scheme="dark" if dark else "light")
            ada.page.locator(f'html[data-theme="{"dark" if dark else "light"}"]').wait_for()
            ada.page.evaluate("document.fonts.ready")
            ada.page.evaluate(
                "document.querySelector('.wall.holding')?.scrollIntoView({ block: 'center' }) ?? scrollTo(0, 0)"
            )
            ada.page.wait_for_timeout(400)  # what moves comes to rest
            self.keep(ada, f"{name}-{look}", 1.5 if phone else 1, whole and phone)
        ada.context.close()
        assert not ada.complaints, ada.complaints

    def keep(self, ada: Person, name: str, scale: float, whole: bool) -> None:
        session = ada.context.new_cdp_session(ada.page)
        size = ada.page.evaluate("[innerWidth, document.documentElement.scrollHeight, innerHeight, scrollY]")
        clip = {
            "x": 0,
            "y": 0 if whole else size[3],
            "width": size[0],
            "height": size[1 if whole else 2],
            "scale": scale,
        }
        for quality in (84, 70, 50, 30):
            shot: dict[str, Any] = {"format": "webp", "quality": quality, "clip": clip, "captureBeyondViewport": whole}
            picture = base64.b64decode(session.send("Page.captureScreenshot", shot)["data"])
            if len(picture) < SMALL:
                break
        (HERE / f"{name}.webp").write_bytes(picture)
        print(f"{name}.webp {len(picture) / 1000:.0f} KB")


def advance(
    ada: Person, code: str, until: int = 10**9, good: Callable[[dict[str, Any]], bool] = lambda now: True
) -> int:
    """Plays what the hints say past a ply until the situation is good, or to the end; gives the ply."""
    seat = ada.protocol(code)
    now = seat.turn()
    while not now["over"] and not (now["ply"] >= until and now["moves"] and good(now)):
        seat.play(seat.ask("hint")["move"]["code"])
        now = seat.turn()
    seat.close()
    return int(now["ply"])


def home(ada: Person) -> None:
    code = ada.make()
    ada.advance(code, 10)
    ada.page.goto("/")
    ada.page.locator(".box h3").last.wait_for()


def new_table(ada: Person) -> None:
    ada.page.goto("/new/copenhagen")
    ada.page.get_by_role("button", name="Add a player").click()
    ada.page.get_by_label("Seat 3").select_option("bot:strong")
    ada.page.locator("h1").click()


def lobby(ada: Person) -> None:
    ada.page.goto(f"/t/{ada.make('copenhagen', ME, OPEN, BOT)}")
    ada.page.locator(".qr svg").wait_for()


def rich(now: dict[str, Any]) -> bool:
    """A late moment with much to choose from."""
    return now["view"]["decision"] == "main" and any(move["kind"] == "build" for move in now["moves"])


def copenhagen(ada: Person) -> None:
    code = ada.make("copenhagen", ME, BOT, BOT)
    advance(ada, code, 54, rich)
    ada.sit(code)
    ada.page.locator("[data-bridge]").first.wait_for()


def ghost(ada: Person) -> None:
    copenhagen(ada)
    ada.page.locator(".stack.legal").last.click()
    ada.page.locator('.bar [data-do="lay"]').wait_for()


def pier_18(ada: Person) -> None:
    """A late round, with a card in hand over the end of the pier."""
    code = ada.make("pier-18")
    advance(ada, code, 8, lambda now: now["view"]["phase"] == "take")
    ada.sit(code)
    ada.page.locator("[data-card]").first.click()
    ada.page.locator('[data-cover="1"]').click()
    ada.page.mouse.move(2, 2)


def finished_piers(ada: Person) -> None:
    code = ada.make("pier-18", ME, BOT, BOT)
    advance(ada, code)
    ada.page.goto(f"/t/{code}")
    ada.page.locator("svg[data-picture]").last.wait_for()


def old_london_bridge(ada: Person) -> None:
    """A late turn with expert builders: a house as a ghost on the bridge, its strength counted crest by crest."""
    experts = dict.fromkeys(("chapel_scoring", "gate_scoring", "inn_scoring", "bridge_scoring"), "random")

    def strong(now: dict[str, Any]) -> str | None:
        """A stack whose house would be strong on Ada's bridge."""
        fits = now["view"]["players"][0]["fits"]
        stacks = {move["fields"]["stack"] for move in now["moves"] if move["kind"] == "space"}
        return next((name for name in stacks & {"chapel", "gate"} if fits[name][0].get("strength", 0) > 2), None)

    code = ada.make("old-london-bridge", ME, BOT, BOT, BOT, options=experts)
    advance(ada, code, 50, lambda now: now["view"]["decision"] == "place" and strong(now) is not None)
    ada.sit(code)
    ada.turn()
    ada.page.locator(f'[data-stack="{strong(ada.situation) or "chapel"}"] .cover').click()
    ada.page.mouse.move(2, 2)


def finished_bridges(ada: Person) -> None:
    code = ada.make("old-london-bridge", ME, BOT, BOT)
    advance(ada, code)
    ada.page.goto(f"/t/{code}")
    ada.page.locator("svg[data-picture]").last.wait_for()


def streets(ada: Person) -> None:
    """A late round with a card in hand, its ghost at the end of a street."""
    code = ada.make("tenby", ME, BOT, BOT, options={"accolades": "open_sea"})
    advance(ada, code, 90, lambda now: any(move["words"] == "use T" for move in now["moves"]))
    ada.sit(code)
    ada.page.locator(".market .face-up.can:not(.cropped)").first.click()
    ada.page.locator(".spot").first.click()
    ada.page.mouse.move(2, 2)


def finished_streets(ada: Person) -> None:
    code = ada.make("tenby")
    advance(ada, code)
    ada.page.goto(f"/t/{code}")
    ada.page.locator(".finish .town").last.wait_for()


def town(ada: Person) -> None:
    """A town with something to build, the pattern shining."""
    code = ada.make("tiny-towns", ME, BOT, BOT, options={"cavern": True, "buildings": "recommended"})
    ada.advance(code, 90, lambda now: any(move["kind"] == "build" for move in now["moves"]), sensible)
    ada.sit(code)
    ada.page.locator(".row .card.open").first.click()
    ada.page.locator(".home .match").first.wait_for()


def towns(ada: Person) -> None:
    code = ada.make("tiny-towns", ME, BOT)
    advance(ada, code)
    ada.page.goto(f"/t/{code}")
    ada.page.locator(".finished").last.wait_for()


def result(ada: Person) -> None:
    code = ada.make("copenhagen", ME, BOT, BOT)
    advance(ada, code)
    ada.page.goto(f"/t/{code}")
    ada.page.locator(".street").wait_for()


def replay(ada: Person) -> None:
    code = ada.make()
    plies = advance(ada, code)
    ada.page.goto(f"/t/{code}/replay?ply={plies * 3 // 4}&reader=all")
    ada.page.locator("[data-bridge]").first.wait_for()


def rules(ada: Person) -> None:
    ada.page.goto("/rules/copenhagen")
    ada.page.locator(".sheet h2").first.wait_for()


def page() -> None:
    """Every page, and tables in the middle of a game."""
    assert CHROMIUM, "the pictures need Chromium: make browser"
    every = "desktop phone desktop-dark phone-dark"
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(data)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        photographer = Photographer(browser, server.url)
        try:
            photographer.take("home", home, every)
            photographer.take("new", new_table)
            photographer.take("lobby", lobby)
            photographer.take("copenhagen", copenhagen, every, whole=True)
            photographer.take("copenhagen-building", ghost, every)
            photographer.take("tiny-towns", town, every)
            photographer.take("tiny-towns-finished", towns, every)
            photographer.take("result", result, every)
            photographer.take("replay", replay)
            photographer.take("rules", rules)
            photographer.take("pier-18", pier_18)
            photographer.take("pier-18-finished", finished_piers, "desktop-dark")
            photographer.take("old-london-bridge", old_london_bridge, every)
            photographer.take("old-london-bridge-finished", finished_bridges, "desktop-dark phone")
            photographer.take("tenby", streets, every)
            photographer.take("tenby-finished", finished_streets, every)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    terminal()
    page()
