"""People in front of a page: what they see, and what their hands do."""

from __future__ import annotations

import functools
import itertools
import json
import random
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, WebSocket, expect
from tests.server.guests import Seat

PATIENCE = 60_000.0  # milliseconds to wait for anything
ME, OPEN = {"who": "me"}, {"who": "open"}
BOT, RANDOM = {"who": "bot", "bot": "greedy"}, {"who": "bot", "bot": "random"}
LAID = ":not(:has(> .board > .wait))"  # once the board, which loads after the page, is there
COLOURS = {"P": "purple", "G": "green", "R": "red", "B": "blue", "Y": "yellow"}

Move = dict[str, Any]

HEAR = """(event) => {
  window.heard = false;
  addEventListener(event, () => setTimeout(() => (window.heard = true)), { capture: true, once: true });
}"""
STEADY = """(one) => new Promise((done, fail) => {
  let [before, same, seen] = ["", 0, 0];
  const look = () => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const now = [x, y, width, height].join();
    same = now === before ? same + 1 : 0;
    before = now;
    if (same === 3) done({ x, y, width, height });
    else if (++seen > 1000) fail(new Error(`${one.className} moves without end`));
    else requestAnimationFrame(look);
  };
  look();
})"""
# Timers of a given length go off when due() is called, so that a slow machine misses nothing.
BY_HAND = """((wanted) => {
  const [later, never] = [window.setTimeout, window.clearTimeout];
  const waiting = new Map();
  let n = 0;
  window.setTimeout = (f, ms, ...more) => (ms === wanted ? (waiting.set(--n, f), n) : later(f, ms, ...more));
  window.clearTimeout = (id) => void (waiting.delete(id) || never(id));
  window.due = () => [...waiting].forEach(([id, f]) => waiting.delete(id) && f());
})"""


def soon(look: Callable[[], Any], wanted: Any = True) -> None:
    """Looks until the wanted value appears: a page may need some frames to settle."""
    end = time.monotonic() + PATIENCE / 1000
    while (found := look()) != wanted:
        assert time.monotonic() < end, f"{found!r} never became {wanted!r}"
        time.sleep(0.05)


def steady(thing: Locator) -> dict[str, float]:
    """The box of an element, once it has not moved for three frames."""
    box: dict[str, float] = thing.evaluate(STEADY)
    return box


@dataclass(frozen=True)
class Position:
    """A table in a position that a person has played to, and that person's browser profile."""

    code: str
    profile: dict[str, Any]


class Person:
    """A person with a browser profile, and every warning and error of their pages."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        name: str | None,
        *,
        phone: bool = False,
        dark: bool = False,
        still: bool = True,
        size: tuple[int, int] | None = None,
        **more: Any,
    ) -> None:
        width, height = size or ((360, 740) if phone else (1280, 800))
        self.context = browser.new_context(
            base_url=url,
            viewport={"width": width, "height": height},
            has_touch=phone,
            is_mobile=phone,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if still else "no-preference",
            locale=more.pop("locale", "en-GB"),
            **more,
        )
        self.context.set_default_timeout(PATIENCE)
        self.name = name
        self.url = url
        self.phone = phone
        self.complaints: list[str] = []
        self.expected: tuple[str, ...] = ()  # complaints that the test expects
        self.situation: dict[str, Any] = {}  # the latest that the page received
        self.log: list[dict[str, Any]] = []  # every line of the log that the page received
        self.sent: list[dict[str, Any]] = []  # the frames that the page sent
        self.page = self.context.new_page()
        self.listen(self.page)
        if name is not None:
            self.api("PUT", "/api/me", {"name": name})

    def listen(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(f"{self.name}: {error}"))
        page.on("websocket", self._socket)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(part in message.text for part in self.expected):
            self.complaints.append(f"{self.name}: {message.type}: {message.text} ({message.location.get('url')})")

    def _socket(self, socket: WebSocket) -> None:
        def received(payload: str | bytes) -> None:
            for frame in json.loads(payload):
                if frame["type"] == "situation":
                    self.situation = frame
                    self.log += frame["log"]

        socket.on("framereceived", received)
        socket.on("framesent", lambda payload: self.sent.append(json.loads(payload)))

    def api(self, method: str, path: str, body: Any = None) -> Any:
        """An HTTP request with this person's cookie."""
        answer = self.context.request.fetch(path, method=method, data=body, max_retries=2)  # a wire may have been cut
        assert answer.ok, (method, path, answer.status, answer.text()[:500])
        return answer.json()

    def make(self, game: str = "copenhagen", *seats: dict[str, str], pace: float = 0, **more: Any) -> str:
        """Makes a table over HTTP; returns its code."""
        wish = {"game": game, "seats": list(seats or (ME, BOT)), "pace": pace, **more}
        return str(self.api("POST", "/api/tables", wish)["code"])

    def sit(self, code: str) -> None:
        """Opens a table and waits for its game to begin."""
        self.page.goto(f"/t/{code}")
        self.page.locator(f".table{LAID}").wait_for()

    @property
    def table(self) -> Locator:
        return self.page.locator(".table")

    @property
    def ply(self) -> int:
        return int(self.table.get_attribute("data-ply") or 0)

    @property
    def over(self) -> bool:
        return self.page.locator(".table.over").count() > 0

    @property
    def moves(self) -> list[Move]:
        """The legal moves, as the page received them."""
        return list(self.situation["moves"])

    def updated_by(self, deed: Callable[[], Any]) -> None:
        """Does something elsewhere that makes the server send the situation again, and waits until the page has it."""
        before = self.situation
        deed()
        end = time.monotonic() + PATIENCE / 1000
        while self.situation is before:
            assert time.monotonic() < end, "the page received nothing"
            self.page.wait_for_timeout(20)
        self.look()

    def turn(self, after: int = -1) -> int:
        """Waits until the page shows a later ply at which this person acts or the game is over; returns the ply."""
        self.page.locator(f'.table{LAID}:not([data-ply="{after}"]):is(.over, :not([data-choices="0"]))').wait_for()
        return self.ply

    def unfold(self) -> None:
        """Opens the move list, which is folded beside a game's own board."""
        if not self.page.locator("#move-list").count():
            self.press(self.button("Moves"))
            self.page.locator("#move-list").wait_for()

    def pick(self, words: str) -> None:
        """Plays a move by clicking it in the list."""
        before = self.turn()
        self.unfold()
        self.press(self.page.locator(f'.move[data-words="{words}"]'))
        self.page.locator(f'.table:not([data-ply="{before}"])').wait_for()

    def press(self, what: Locator, at: tuple[float, float] | None = None) -> None:
        """A click or a tap, perhaps at a place within the element."""
        where = None if at is None else {"x": at[0], "y": at[1]}
        if self.phone:
            if at is not None:  # a finger first scrolls the place to the middle of the screen, clear of prompt and bar
                what.evaluate("(one, y) => scrollBy(0, one.getBoundingClientRect().top + y - innerHeight / 2)", at[1])
            self.heard("click", lambda: what.tap(position=where))  # type: ignore[arg-type]
        else:
            what.click(position=where)  # type: ignore[arg-type]

    def heard(self, event: str, deed: Callable[[], None]) -> None:
        """Does something and waits for its event, which may come later: a tap becomes a click when the finger is lifted."""
        self.page.evaluate(HEAR, event)
        deed()
        self.page.wait_for_function("() => window.heard !== false")

    def by_hand(self, milliseconds: int) -> None:
        """From the next page on, timers of this many milliseconds wait for `due`."""
        self.page.add_init_script(f"{BY_HAND}({milliseconds})")

    def due(self) -> None:
        self.page.evaluate("due()")

    def stop_motion(self) -> None:
        """Prefers reduced motion from now on; the page notices it with its next frame."""
        self.page.emulate_media(reduced_motion="reduce")
        self.look()

    def look(self) -> None:
        """Waits until the page has drawn two frames."""
        self.page.evaluate("() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def protocol(self, code: str) -> Seat:
        """This person's seat over the protocol, which is much quicker than clicking."""
        cookies = "; ".join(f"{one['name']}={one['value']}" for one in self.context.cookies())
        seat = Seat(SimpleNamespace(url=self.url, cookie=cookies), code, {})  # type: ignore[arg-type]
        seat.entropy = secrets.token_hex(16)
        seat.until("table")
        return seat

    def advance(
        self,
        code: str,
        until: int = 10**9,
        good: Callable[[dict[str, Any]], bool] = lambda now: True,
        choose: Callable[[dict[str, Any]], Move] | None = None,
    ) -> int:
        """Plays over the protocol past a ply until the situation is good, or to the end; returns the ply."""
        seat = self.protocol(code)
        now = seat.turn()
        while not now["over"] and not (now["ply"] >= until and now["moves"] and good(now)):
            builds = [move for move in now["moves"] if move["kind"] == "build"]
            if choose is not None:
                seat.play(choose(now)["code"])
            else:
                seat.play(max(builds, key=lambda move: len(str(move["fields"])))["code"] if builds else None)
            now = seat.turn()
        seat.close()
        return int(now["ply"])

    def find(
        self,
        good: Callable[[dict[str, Any]], bool],
        *seats: dict[str, str],
        game: str = "copenhagen",
        after: int = 0,
        choose: Callable[[dict[str, Any]], Move] | None = None,
        **more: Any,
    ) -> str:
        """The code of a table whose situation is good, past a ply: plays tables until one comes to it."""
        for _ in range(100):  # a table that does not come to it is played to its end
            code = self.make(game, *seats, **more)
            self.advance(code, after, good, choose)
            if self.api("GET", f"/api/tables/{code}")["status"] == "playing":
                return code
        raise AssertionError("no table came to such a situation")

    def seek(self, good: Callable[[Move], bool], *wishes: str, **options: Any) -> Move:
        """Sits down at a table of Copenhagen where a good move can be played, and returns that move.

        Makes and plays tables until one comes up, collecting the wished abilities on the way.
        """
        choose = functools.partial(towards, wishes=wishes)
        self.sit(self.find(lambda now: any(map(good, now["moves"])), choose=choose, options=options))
        self.turn()
        return next(filter(good, self.moves))

    def unpaid(self) -> str:
        """A large tile of Copenhagen that is left and that this person cannot pay for."""
        left = [tile for tile, n in self.situation["view"]["stacks"].items() if n]
        return next(
            tile for tile in sorted(left, key=lambda one: -int(one[1])) if f"build {tile}" not in str(self.moves)
        )

    def toast(self) -> Locator:
        """The sentence that screen readers announce."""
        return self.page.locator('.toasts[role="status"]')

    def finds_the_result(self) -> None:
        """Checks that the page shows the winner and the score sheet."""
        expect(self.page.locator(".result h1")).to_be_visible()
        total = self.page.locator(".result tfoot tr").first.locator("td")
        assert [int(cell) for cell in total.all_inner_texts()] == [one["total"] for one in self.situation["sheet"]]
        lines = self.page.locator(".result tbody tr th").all_inner_texts()
        assert lines == [line["label"] for line in self.situation["sheet"][0]["lines"]]

    def saves_the_picture(self) -> str:
        """Saves the first picture of the result as PNG and as SVG; returns the SVG, which is self-contained."""
        with self.page.expect_download() as png:
            self.page.get_by_role("button", name="PNG").first.click()
        data = Path(png.value.path()).read_bytes()
        assert data.startswith(b"\x89PNG")
        width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
        assert max(width, height) == 2000
        assert len(data) > 50_000  # it is not empty
        with self.page.expect_download() as svg:
            self.page.get_by_role("button", name="SVG").first.click()
        picture = Path(svg.value.path()).read_text()
        assert "var(--" not in picture
        lines = {line["label"]: line["points"] for line in self.situation["sheet"][0]["lines"]}
        for label, points in lines.items():
            assert not points or f"{label} {points}".replace("-", "\N{MINUS SIGN}") in picture
        return picture


def together(code: str, *people: Person, until: int) -> int:
    """Lets people play on over the protocol until one of them has this many points; returns the ply."""
    seats = [person.protocol(code) for person in people]
    now = [seat.until("situation") for seat in seats]
    while not now[0]["over"] and max(sheet["total"] for sheet in now[0]["sheet"]) < until:
        mover = next(seat for seat, situation in zip(seats, now, strict=True) if situation["moves"])
        moves = now[seats.index(mover)]["moves"]
        builds = [move for move in moves if move["kind"] == "build"]
        mover.play((max(builds, key=worth) if builds else random.choice(moves))["code"])
        now = [seat.reach(now[0]["ply"] + 1) for seat in seats]
    for seat in seats:
        seat.close()
    return int(now[0]["ply"])


def normal(cells: Iterable[str]) -> list[tuple[int, int]]:
    """Cells such as a1 and b1, moved to the lower left corner."""
    places = [(ord(cell[0]) - ord("a"), int(cell[1]) - 1) for cell in cells]
    left, low = min(x for x, _ in places), min(y for _, y in places)
    return sorted((x - left, y - low) for x, y in places)


def worth(move: Move) -> tuple[int, int, int]:
    """What a building brings, for comparing it with others."""
    fields = move["fields"]
    return fields.get("coats", 0), fields.get("points", 0), len(fields["cells"])


def towards(now: dict[str, Any], wishes: tuple[str, ...]) -> Move:
    """A move of Copenhagen that leads to some abilities and then, with many cards, to a tile."""
    player = now["view"]["players"][0]
    kinds: dict[str, list[Move]] = {}
    for move in now["moves"]:
        kinds.setdefault(move["kind"], []).append(move)
    for move in kinds.get("ability", []):
        if move["fields"]["ability"] in wishes:
            return move
    saving = wishes and player["cards"] < 6 and all(wish in player["abilities"] for wish in wishes)
    if "build" in kinds and not (saving and "take" in kinds):
        return max(kinds["build"], key=worth)
    return random.choice(kinds.get("take", now["moves"]))


class Copenhagen:
    """Plays on Copenhagen's board: pieces only, never the move list."""

    def __init__(self, person: Person, chance: random.Random) -> None:
        self.person, self.page, self.chance = person, person.page, chance
        self.done: list[str] = []  # the kinds of moves played
        self.wall = self.page.locator('button[data-spot="house"]')
        by_key = [] if person.phone else [lambda: self.page.keyboard.press("r"), self.wheel]
        self.turns = itertools.cycle([*by_key, lambda: self.button("Turn right (R)")])
        by_key = [] if person.phone else [lambda: self.page.keyboard.press("f")]
        self.flips = itertools.cycle([*by_key, lambda: self.button("Flip (F)")])
        self.turned = 0

    def button(self, name: str) -> None:
        self.person.press(self.page.locator(".bar").get_by_role("button", name=name, exact=True))

    def wheel(self) -> None:
        self.wall.hover()
        self.page.wait_for_timeout(160)  # because the page takes a burst of wheel events as one turn
        self.person.heard("wheel", lambda: self.page.mouse.wheel(0, 100))

    def bridge(self, n: int) -> None:
        self.person.press(self.page.locator(f'[data-bridge="{n}"]'))

    def ghost(self) -> list[str]:
        """The cells of the ghost."""
        words = self.wall.get_attribute("aria-label") or ""
        return words.split(" · ")[0].split(", ") if words[1:2].isdigit() else []

    def place(self, cells: Iterable[str]) -> tuple[float, float]:
        """The middle of the smallest rectangle around some cells, in pixels of the wall."""
        box = self.wall.bounding_box()
        assert box
        xs, ys = [ord(cell[0]) - ord("a") for cell in cells], [int(cell[1]) - 1 for cell in cells]
        x, y = (min(xs) + max(xs) + 1) / 2, (min(ys) + max(ys) + 1) / 2
        return x / 5 * box["width"], (9 - y) / 9 * box["height"]

    def orient(self, cells: list[str]) -> None:
        """Turns and flips the tile in hand until it has the wanted shape."""
        for n in range(12):
            if normal(self.ghost()) == normal(cells):
                return
            if n in (4, 9):
                next(self.flips)()
            else:
                next(self.turns)()
                self.turned += 1
        raise AssertionError(f"the tile cannot be turned to {cells}; it lies on {self.ghost()}")

    def build(self, move: Move) -> None:
        tile, cells = move["fields"]["tile"], [cell.rstrip("*") for cell in move["fields"]["cells"]]
        self.person.press(self.page.locator(f'[data-tile="{tile}"]'))
        if "build" not in self.done[:-1]:  # the first time, tries every way to turn it
            next(self.flips)()
            next(self.flips)()
            self.button("Turn left")
        self.orient(cells)
        self.lay(cells)

    def lay(self, cells: list[str]) -> None:
        at = self.place(cells)
        if not self.person.phone:
            self.wall.hover(position={"x": at[0], "y": at[1]})
            soon(lambda: set(self.ghost()), set(cells))
        self.person.press(self.wall, at)
        soon(lambda: set(self.ghost()), set(cells))
        if self.chance.random() < 0.5:
            self.person.press(self.wall, self.place(cells[:1]))  # the second click confirms
        else:
            self.person.press(self.page.locator('.bar [data-do="lay"]'))

    def play(self, move: Move) -> None:
        """Plays a move on the board."""
        kind, fields = move["kind"], move["fields"]
        self.done.append(kind)
        if kind == "take":
            for n in fields["bridges"]:
                self.bridge(n)
            if "uses" in fields:  # an ability tile, which must be confirmed
                self.person.press(self.page.locator('.bar [data-do="uses"]'))
        elif kind == "card":
            self.bridge(fields["bridge"])
        elif kind == "build":
            self.build(move)
        elif kind == "special":
            self.lay([fields["cell"]])
        elif kind == "pay":
            self.person.press(self.page.locator(f'.bar [data-do="{move["words"]}"]'))
        elif kind == "discard":
            name = f"Discard a {COLOURS[fields['colour']]} card"
            self.person.press(self.page.locator(".hand").get_by_role("button", name=name))
        elif kind == "ability":
            self.person.press(self.page.locator(f'[data-ability="{fields["ability"]}"]'))
        else:
            self.person.press(self.page.locator(f'.bar [data-do="{kind}"]'))

    def choose(self) -> Move:
        """A move worth testing: cards until one must be discarded, then the largest tiles and kinds not played yet."""
        moves = self.person.moves
        kinds = {move["kind"] for move in moves}
        fresh = [move for move in moves if move["kind"] not in self.done]
        builds = [move for move in moves if move["kind"] == "build"]
        if builds and "discard" in self.done:
            best = max(map(worth, builds))
            return self.chance.choice([move for move in builds if worth(move) == best])
        if kinds & {"take"}:
            return self.chance.choice([move for move in moves if move["kind"] == "take"])
        return self.chance.choice(fresh or moves)

    def game(self) -> None:
        """Plays to the end."""
        ply = self.person.turn()
        while not self.person.over:
            self.play(self.choose())
            ply = self.person.turn(after=ply)


class Keys:
    """A player who uses only the keyboard."""

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def on(self, selector: str) -> bool:
        return bool(self.page.evaluate("selector => document.activeElement.matches(selector)", selector))

    def tab_to(self, selector: str) -> None:
        for _ in range(150):
            if self.on(selector):
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")


def seated(person: Callable[..., Person], position: Position, drawn: str, **how: Any) -> Person:
    """Ada, to move at a table in a position, once the element of a selector is drawn."""
    ada: Person = person("Ada", at=position, **how)
    ada.sit(position.code)
    ada.turn()
    ada.page.locator(drawn).first.wait_for()
    return ada
