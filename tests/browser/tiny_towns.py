"""Hands that play Tiny Towns on its board: pieces only, never the move list. And a quick way to lay cubes before a test."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator
from tests.server.guests import Guest

import townwright as tw

from .people import ME, OPEN, Move, Person

BOX = tomllib.loads((Path(tw.__file__).parent / "games" / "tiny_towns" / "box.toml").read_text())
PATTERNS: dict[str, list[str]] = {row["id"]: row["pattern"] for row in BOX["building"] + BOX["monument"]}
TYPES = ("CO", "FD", "WL", "CH", "TV", "TH", "FC")
SQUARES = [f"{column}{row}" for row in (4, 3, 2, 1) for column in "abcd"]

# A point of a square that a pointer can reach, once nothing moves: tall buildings hide part of the squares behind them.
REACH = """([name, top, bottom]) => {
  const square = document.querySelector(`.home [data-square="${name}"]`);
  const moves = (one) => one.playState === "running" && one.effect.getComputedTiming().endTime < Infinity;
  if (document.querySelector(".home").getAnimations({ subtree: true }).some(moves)) return null;
  const ground = () => square.querySelector(".ground").getBoundingClientRect();
  const box = ground();
  if (box.top < top || box.bottom > innerHeight - bottom) scrollBy(0, box.top + box.height / 2 - (innerHeight + top) / 2);
  const { left, top: y0, width, height } = ground();
  const middle = [[0.5, 0.5], [0.5, 0.75], [0.3, 0.55], [0.7, 0.55], [0.5, 0.3]];
  const edge = [[0.2, 0.5], [0.8, 0.5], [0.5, 0.9], [0.12, 0.5], [0.88, 0.5]];
  for (const [u, v] of [...middle, ...edge]) {
    const [x, y] = [left + u * width, y0 + v * height];
    if (document.elementFromPoint(x, y)?.closest("[data-square]") === square) return [x, y];
  }
  return null;
}"""


def unhurried(person: Person) -> Person:
    """A person whose Ready never presses itself, because on a busy machine it may be quicker than the test."""
    person.context.add_init_script("localStorage.setItem('townwright.towns.ready', 'false')")
    return person


class TinyTowns:
    """Plays on the board of Tiny Towns."""

    def __init__(self, person: Person, chance: random.Random) -> None:
        self.person, self.page, self.chance = person, person.page, chance
        self.done: list[str] = []  # the kinds of moves played

    def at(self, square: str) -> tuple[float, float]:
        """A point in the window where a square can be reached."""
        margins = [120 if self.person.phone else 0, 20]
        found = self.page.wait_for_function(REACH, arg=[square, *margins]).json_value()
        return found[0], found[1]

    def hover(self, square: str) -> None:
        self.page.mouse.move(*self.at(square))

    def square(self, name: str) -> None:
        """Chooses a square: by one click, or by one tap to see and one to confirm."""
        x, y = self.at(name)
        if not self.person.phone:
            self.page.mouse.click(x, y)
            return
        for _ in range(2):
            self.person.heard("click", lambda: self.page.touchscreen.tap(x, y))
            if self.page.locator(".question").count() or self.person.table.get_attribute("data-choices") == "0":
                break

    def card(self, name: str) -> None:
        self.person.press(self.page.locator(f'.row [data-card="{name}"]'))

    def cube(self, resource: str) -> None:
        self.person.press(self.page.locator(f'.hand [data-resource="{resource}"]').first)

    def answer(self, words: str) -> None:
        self.person.press(self.page.locator(f'.question [data-do="{words}"]'))

    def deed(self, name: str) -> None:
        self.person.press(self.page.locator(f'.hand [data-do="{name}"]'))

    def card_of(self, kind: str) -> str:
        """The card of a shared type in this game."""
        return str(self.person.situation["view"]["cards"][TYPES.index(kind)])

    def named(self, square: str, card: str) -> str:
        """A pattern for the start of the label of a square with a card's building."""
        title = self.page.locator(f'.row [data-card="{card}"] .title').inner_text()
        return f"^{square}, {re.escape(title)}"

    def play(self, move: Move) -> None:
        """Plays a move on the board."""
        self.done.append(move["kind"])
        getattr(self, f"do_{move['kind']}")(move, move["fields"])

    def do_keep(self, move: Move, fields: dict[str, Any]) -> None:
        self.person.press(self.page.locator(f'.hand [data-keep="{fields["which"]}"]'))
        self.deed("keep")

    def do_name(self, move: Move, fields: dict[str, Any]) -> None:
        self.cube(fields["resource"])
        if self.person.phone:
            self.deed("confirm")

    do_pick = do_name

    def do_place(self, move: Move, fields: dict[str, Any]) -> None:
        places = [one for one in self.person.moves if one["kind"] == "place"]
        if len({one["fields"]["resource"] for one in places}) > 1:
            self.cube(fields["resource"])
        self.square(fields["square"])

    def ask(self, move: Move, fields: dict[str, Any]) -> None:
        self.square(fields["square"])
        self.answer(move["words"])

    do_store = do_swap = do_lay = ask

    def do_cavern(self, move: Move, fields: dict[str, Any]) -> None:
        if self.chance.random() < 0.5:
            self.deed("cavern")
        else:
            self.person.press(self.page.locator('[data-spot="cavern"]'))

    def do_build(self, move: Move, fields: dict[str, Any]) -> None:
        others = [one["fields"] for one in self.person.moves if one["kind"] == "build" and one != move]
        twins = [one["squares"] for one in others if one["card"] == fields["card"]]
        own = [name for name in fields["squares"] if not any(name in other for other in twins)]
        self.card(fields["card"])
        if own and not self.person.phone:
            self.square(own[0])  # the pointer shows which place is meant
            return
        for _ in twins:
            if set(fields["squares"]) == self.chosen():
                break
            self.person.press(self.page.get_by_role("button", name="Next place"))
        if twins and set(fields["squares"]) != self.chosen():
            self.person.press(self.page.get_by_role("button", name="Next place"))
        assert self.chosen() == set(fields["squares"])
        self.deed("build")

    def chosen(self) -> set[str]:
        """The squares whose cubes would be taken."""
        return set(
            self.page.eval_on_selector_all(
                ".home .taken", "all => all.map((one) => one.closest('[data-square]').dataset.square)"
            )
        )

    def do_target(self, move: Move, fields: dict[str, Any]) -> None:
        self.square(fields["square"])

    def do_mark(self, move: Move, fields: dict[str, Any]) -> None:
        self.answer(move["words"])

    def effect(self, move: Move, fields: dict[str, Any]) -> None:
        """Answers by the card first, or by the square and its question."""
        types = {one["fields"]["type"] for one in self.person.moves if one["kind"] == move["kind"]}
        if len(types) == 1:
            self.square(fields["square"])
        elif self.chance.random() < 0.5:
            self.card(self.card_of(fields["type"]))
            self.square(fields["square"])
        else:
            self.ask(move, fields)

    do_exchange = do_endow = do_settle = effect

    def do_watch(self, move: Move, fields: dict[str, Any]) -> None:
        self.card(self.card_of(fields["type"]))

    def do_stop(self, move: Move, fields: dict[str, Any]) -> None:
        self.deed("stop")

    def do_ready(self, move: Move, fields: dict[str, Any]) -> None:
        self.deed("ready")

    def choose(self) -> Move:
        """Builds if possible, otherwise plays anything."""
        moves = self.person.moves
        builds = [move for move in moves if move["kind"] == "build"]
        return self.chance.choice(builds or moves)

    def step(self, move: Move | None = None) -> None:
        """Plays a move and waits until it has arrived."""
        ply = self.person.turn()
        self.play(move or self.choose())
        self.page.locator(f'.table:not([data-ply="{ply}"])').wait_for()

    def game(self, choose: Callable[[], Move] | None = None) -> None:
        """Plays to the end."""
        ply = self.person.turn()
        while not self.person.over:
            self.play((choose or self.choose)())
            ply = self.person.turn(after=ply)

    def lit(self) -> Locator:
        return self.page.locator(".home .lit")


def fit(card: str, free: Collection[str]) -> dict[str, str]:
    """Squares for the cubes of a card's pattern, turned or mirrored, as far up and left as possible."""
    rows = PATTERNS[card]
    cells = {(r, c): letter for r, line in enumerate(rows) for c, letter in enumerate(line) if letter != "."}
    best: dict[str, str] = {}
    for turn in range(8):
        cells = {(c, -r): letter for (r, c), letter in cells.items()}
        if turn == 4:
            cells = {(r, -c): letter for (r, c), letter in cells.items()}
        for down in range(-4, 8):
            for right in range(-4, 8):
                placed = {(r + down, c + right): letter for (r, c), letter in cells.items()}
                if all(0 <= r < 4 and 0 <= c < 4 and SQUARES[4 * r + c] in free for r, c in placed):
                    found = {SQUARES[4 * r + c]: letter for (r, c), letter in placed.items()}
                    best = min(best or found, found, key=lambda one: sorted(SQUARES.index(name) for name in one))
    assert best, f"no room for {card} on {sorted(free)}"
    return best


def sensible(now: dict[str, Any]) -> Move:
    """A move that develops a town: it builds, and puts cubes where they serve a pattern."""
    moves: list[Move] = now["moves"]
    builds = [move for move in moves if move["kind"] == "build"]
    if builds:
        return max(builds, key=lambda move: len(move["fields"]["squares"]))
    if moves[0]["kind"] in ("name", "pick"):
        return max(moves, key=lambda move: (len(move["fields"]["completes"]), random.random()))
    places = [move for move in moves if move["kind"] == "place"]
    town = " ".join(now["view"]["players"][0]["town"])
    if "CO" in town and "FD" not in town:  # they are hungry
        return min(places or moves, key=lambda move: (move["fields"].get("lacks", {}).get("FD", 9), random.random()))
    return min(
        places or moves, key=lambda move: (sorted(move["fields"].get("lacks", {}).values()) or [9], random.random())
    )


class Builders:
    """Ada and Ben over the protocol: together they lay whatever cubes a test needs, and Ada's page shows it."""

    def __init__(self, ada: Person, *, monument: str | None = None, **options: Any) -> None:
        self.ada, ben = ada, Guest(ada.url, "Ben")
        for _ in range(100):
            self.code = ada.make("tiny-towns", ME, OPEN, options={"monuments": monument is not None, **options})
            ben.join(self.code)
            self.seats = [ada.protocol(self.code), ben.sit(self.code)]
            self.now = [seat.until("situation") for seat in self.seats]
            if monument is None or self.keep(monument):
                return
            for seat in self.seats:  # because the number of unfinished tables is limited
                seat.send("end", yes=True)
            for seat in self.seats:
                seat.until("table", lambda frame: frame["table"]["status"] == "over")
                seat.close()
        raise AssertionError(f"Ada was never dealt {monument}")

    def keep(self, monument: str) -> bool:
        dealt = self.now[0]["view"]["players"][0]["monuments"]
        if monument not in dealt:
            return False
        self.play(0, f"keep {dealt.index(monument) + 1}")
        self.play(1, "keep 1")
        return True

    def play(self, seat: int, words: str) -> None:
        move = next(one for one in self.now[seat]["moves"] if one["words"] == words)
        self.seats[seat].play(move["code"])
        ply = self.now[seat]["ply"] + 1
        self.now = [one.reach(ply) for one in self.seats]

    def kinds(self, seat: int) -> set[str]:
        return {one["kind"] for one in self.now[seat]["moves"]}

    def named_by_ben(self, resource: str) -> None:
        """Ben names a cube; then it is Ada's turn to do something with it on her page."""
        if "name" in self.kinds(0):
            self.round("W", self.free()[-1])
        self.round(resource, None)
        self.show()

    def name(self, resource: str) -> None:
        """The player with the hammer names a cube."""
        self.play(0 if "name" in self.kinds(0) else 1, f"name {resource}")

    def round(self, resource: str, square: str | None, *, ready: bool = True) -> None:
        """The player with the hammer names a cube; Ada places it on a square, and Ben somewhere."""
        self.name(resource)
        self.ben_plays()
        if square is None:
            return
        self.play(0, f"place {resource} {square}")
        if ready:
            self.play(0, "ready")

    def lay(self, cubes: dict[str, str], *, ready: bool = True) -> None:
        """Lays cubes on squares of Ada's town; after the last one she can build."""
        *most, last = cubes.items()
        for square, resource in most:
            self.round(resource, square)
        self.round(last[1], last[0], ready=ready)

    def ben_plays(self) -> None:
        """Ben places his cube where it serves a grey building, and builds it, so that his town does not fill up."""
        places = [one for one in self.now[1]["moves"] if one["kind"] == "place"]
        if places:
            self.play(1, min(places, key=lambda one: one["fields"]["lacks"].get("WL", 9))["words"])
        grey = self.now[1]["view"]["cards"][TYPES.index("WL")]
        while builds := [one for one in self.now[1]["moves"] if one["words"].startswith(f"build {grey} ")]:
            self.play(1, builds[0]["words"])
            self.play(1, self.now[1]["moves"][0]["words"])
        if "ready" in self.kinds(1):
            self.play(1, "ready")

    def until_ben_builds(self) -> None:
        """Names wood and stone, and Ada only places, until Ben has one more grey building."""
        before = self.greys()
        while self.greys() == before:
            for resource in "WS":
                if self.greys() == before:
                    self.name(resource)
                    self.play(0, f"place {resource} {self.free()[-1]}")
                    self.play(0, "ready")
                    self.ben_plays()

    def greys(self) -> int:
        return " ".join(self.now[1]["view"]["players"][1]["town"]).count("WL")

    @property
    def town(self) -> dict[str, str]:
        """Ada's town: the token of each square."""
        rows = self.now[0]["view"]["players"][0]["town"]
        return dict(zip(SQUARES, " ".join(rows).split(), strict=True))

    def free(self) -> list[str]:
        return [name for name, token in self.town.items() if token == ".."]

    def prepare(self, card: str) -> dict[str, str]:
        """Lays the pattern of a card, so that Ada can build it; returns its cubes."""
        cubes = fit(card, self.free())
        self.lay(cubes, ready=False)
        self.show()
        return cubes

    def show(self) -> None:
        """Waits until Ada's page shows what was done over the protocol."""
        self.ada.page.locator(f'.table[data-ply="{self.now[0]["ply"]}"]').wait_for()

    def see(self) -> None:
        """Waits until the seats know what Ada did on her page."""
        ply = self.ada.situation["ply"]
        for n, seat in enumerate(self.seats):
            if self.now[n]["ply"] < ply:
                self.now[n] = seat.reach(ply)
