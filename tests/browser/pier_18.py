"""Hands that play Pier 18 on its board: pieces only, never the move list."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from .people import Move, Person, soon, steady


class Pier18:
    """Plays by clicks or taps, by dragging, or by keys."""

    def __init__(self, person: Person, chance: random.Random, ways: tuple[str, ...] = ("click", "drag")) -> None:
        self.person, self.page, self.chance = person, person.page, chance
        self.done: list[str] = []  # the kinds of moves played
        self.ways = itertools.cycle(ways)

    def card(self, card: str) -> Locator:
        """A card of the offer."""
        return self.page.locator(f'button[data-card="{card}"]')

    def dealt(self, card: str) -> Locator:
        """A card of the hand, before plan and foundation are chosen."""
        return self.page.locator(f'[data-hand="{card}"]')

    @property
    def landing(self) -> Locator:
        """The end of the player's own pier."""
        return self.page.locator('[data-spot="landing"]')

    @property
    def own(self) -> Locator:
        return self.page.locator(".berth.own")

    def covered(self) -> int:
        """How many sections the card in hand covers."""
        return int(self.page.locator('[data-cover][aria-checked="true"]').get_attribute("data-cover") or 0)

    def section(self, n: float) -> tuple[float, float]:
        """A place on the player's own pier, n sections from the shore, in pixels of the page."""
        unit, sea = 44, self.own.locator("svg.pier")
        frame = sea.evaluate(
            "one => { const b = one.getBoundingClientRect(), v = one.viewBox.baseVal;"
            "return [b.left, b.top, b.width / v.width, v.x, v.y, v.width > v.height]; }"
        )
        left, top, scale, x, y, wide = frame
        at = (n * unit, 0.0) if wide else (0.0, -n * unit)
        return left + (at[0] - x) * scale, top + (at[1] - y) * scale

    def drag(self, what: Locator, to: Callable[[], tuple[float, float]]) -> None:
        """Drags with the mouse, in a few steps."""
        what.scroll_into_view_if_needed()
        box = steady(what)
        self.page.mouse.move(box["x"] + box["width"] / 3, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        self.page.mouse.move(box["x"] + box["width"] / 3 + 12, box["y"] + box["height"] / 2 - 12)
        self.page.mouse.move(*to(), steps=4)

    def finger(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """A finger slides from one place of the screen to another and is lifted there."""
        session = self.page.context.new_cdp_session(self.page)
        for n, kind in enumerate(("touchStart", "touchMove", "touchMove", "touchMove", "touchMove", "touchEnd")):
            at = {"x": start[0] + (end[0] - start[0]) * n / 4, "y": start[1] + (end[1] - start[1]) * n / 4, "id": 1}
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [] if kind == "touchEnd" else [at]})
        session.detach()

    def point(self, overlap: int) -> tuple[float, float]:
        """Where the pointer is when the card in hand covers so many sections."""
        return self.section(self.end() - overlap + 2)

    def cover(self, overlap: int) -> None:
        """Moves the pointer there, and again if the board has moved."""

        def covers() -> int:
            self.page.mouse.move(*self.point(overlap))
            return self.covered()

        soon(covers, overlap)

    def middle(self, of: Locator) -> tuple[float, float]:
        box = steady(of)
        return box["x"] + min(box["width"] / 2, 120), box["y"] + box["height"] / 2

    def end(self) -> int:
        """The length of the player's own pier."""
        view = self.person.situation["view"]
        return len(view["players"][self.person_seat()]["left"])

    def person_seat(self) -> int:
        return int(self.own.get_attribute("data-seat") or 0)

    def lay(self, overlap: int, turned: bool, way: str) -> None:
        """Lays the card in hand, after choosing how far and which way round."""
        if turned != (self.page.locator('[data-do="turn"][aria-pressed="true"]').count() > 0):
            if way == "keys":
                self.page.keyboard.press("t")
            else:
                self.person.press(self.page.locator('[data-do="turn"]'))
        if way == "keys":
            self.page.keyboard.press(str(overlap))
            soon(self.covered, overlap)
            self.page.keyboard.press("Enter")
        elif way == "tap":
            self.person.press(self.page.locator(f'[data-cover="{overlap}"]'))
            self.person.press(self.page.locator('[data-do="lay"]'))
        else:
            self.cover(overlap)
            self.page.mouse.click(*self.point(overlap))
            self.page.mouse.click(*self.point(overlap))  # the second click lays it

    def take(self, move: Move, way: str) -> None:
        card, overlap, turned = (move["fields"][name] for name in ("card", "overlap", "turned"))
        if way == "drag" and not turned:
            self.drag(self.card(card), lambda: self.point(overlap))
            self.cover(overlap)
            self.page.mouse.up()
            return
        if way == "keys":
            self.card(card).focus()
            self.page.keyboard.press("Enter")
            expect(self.landing).to_be_focused()
        else:
            self.person.press(self.card(card))
        self.lay(overlap, turned, "click" if way == "drag" else way)

    def choose(self, move: Move, way: str) -> None:
        for role in ("plan", "foundation"):
            card = self.dealt(move["fields"][role])
            if way == "drag":
                zone = self.page.locator(f'[data-drop="{role}"]')
                self.drag(card.locator(".strip"), lambda zone=zone: self.middle(zone))  # type: ignore[misc]
                self.page.mouse.up()
            elif way == "keys":
                card.locator(f'[data-role="{role}"]').focus()
                self.page.keyboard.press("Enter")
            else:
                self.person.press(card.locator(f'[data-role="{role}"]'))
        keep = self.page.locator('[data-do="keep"]')
        if way == "keys":
            keep.focus()
            self.page.keyboard.press("Enter")
        else:
            self.person.press(keep)

    def play(self, move: Move) -> None:
        """Plays a move on the board."""
        way = next(self.ways)
        self.done.append(move["kind"])
        if move["kind"] == "choose":
            self.choose(move, way)
        elif move["kind"] == "take":
            self.take(move, way)
        else:
            self.lay(move["fields"]["overlap"], move["fields"]["turned"], "click" if way == "drag" else way)

    def game(self) -> None:
        """Plays to the end."""
        ply = self.person.turn()
        while not self.person.over:
            self.play(self.chance.choice(self.person.moves))
            ply = self.person.turn(after=ply)
