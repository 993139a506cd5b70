"""Tiny Towns by hand: every building and every question on the board, and games to the end by mouse, touch and keys."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.test_random_play import SOAK

from .people import BOT, ME, OPEN, Keys, Move, Person, soon, steady
from .tiny_towns import SQUARES, TYPES, Builders, TinyTowns, unhurried

LATE = 50 if SOAK == 1 else 0  # moves made before touch and keys take over
SETS = [
    ("farm", "well", "abbey", "almshouse", "bakery", "bank", "architects_guild"),
    ("granary", "fountain", "chapel", "feast_hall", "market", "factory", "grove_university"),
    ("greenhouse", "millstone", "cloister", "inn", "tailor", "trading_post", "opaleyes_watch"),
    ("orchard", "shed", "temple", "tavern", "theater", "warehouse", "statue"),
]


class Site:
    """Ada's page, her hands, and seats over the protocol that lay cubes for her."""

    def __init__(self, ada: Person, monument: str, buildings: tuple[str, ...]) -> None:
        self.ada, self.page = ada, ada.page
        self.both = Builders(ada, monument=monument, buildings=", ".join(buildings))
        unhurried(ada).sit(self.both.code)
        self.hands = TinyTowns(ada, random.Random(monument))

    def moves(self, kind: str) -> list[Move]:
        return [move for move in self.ada.moves if move["kind"] == kind]

    def do(self, words: str) -> None:
        self.hands.step(next(move for move in self.ada.moves if move["words"] == words))

    def ready(self) -> None:
        self.do("ready")
        self.both.see()

    def label(self, square: str, text: str) -> None:
        expect(self.page.locator(f'.home [data-square="{square}"]')).to_have_attribute("aria-label", re.compile(text))

    def build(self, card: str) -> str:
        """Lays the pattern over the protocol, then builds on the board; returns the square."""
        cubes = self.both.prepare(card)
        self.hands.step(
            next(
                one
                for one in self.moves("build")
                if one["fields"]["squares"] == cubes and one["fields"]["card"] == card
            )
        )
        square = min((one["fields"]["square"] for one in self.moves("target")), key=SQUARES.index)
        self.do(f"target {square}")
        self.label(square, self.hands.named(square, card))
        return square


@pytest.mark.parametrize("cards", SETS, ids=lambda cards: cards[-1])
def test_every_building_is_built_and_every_question_answered_by_pointing(
    person: Callable[..., Person], cards: tuple[str, ...]
) -> None:
    site = Site(person("Ada"), cards[-1], cards[:-1])
    expect(site.page.locator(".row .signs:has(*)")).to_have_count(8)  # signs for what each card scores or does
    questions = {
        "bank": bank,
        "factory": factory,
        "warehouse": warehouse,
        "architects_guild": guild,
        "grove_university": grove,
        "opaleyes_watch": watch,
        "statue": statue,
    }
    *most, black, monument = cards
    order = ["cottage", monument, black, most[0], *reversed(most[1:])]  # questions first, because Ben's town fills up
    if black == "bank":
        order = [
            "bakery",
            "almshouse",
            monument,
            "cottage",
            "abbey",
            "well",
            "farm",
            "bank",
        ]  # last, because it bars a cube
    for card in order:
        square = site.build(card)
        if card in questions:
            questions[card](site, square)
        else:
            site.ready()


def bank(site: Site, square: str) -> None:
    expect(site.page.locator(".question")).to_contain_text("Bank: which cube marks it?")
    site.do("mark G")
    site.label(square, "with glass on it")
    site.ready()
    if "name" not in site.both.kinds(0):
        site.both.round("W", site.both.free()[-1])
        site.both.show()
    site.hands.cube("G")
    expect(site.ada.toast()).to_contain_text("One of your Banks bars you from glass.")
    site.do("name W")  # the end of this town


def factory(site: Site, square: str) -> None:
    site.do("mark G")
    site.label(square, "with glass on it")
    site.ready()
    site.both.named_by_ben("G")
    place = site.both.free()[-1]
    site.do(f"place S {place}")
    site.label(place, f"^{place}, stone$")
    site.ready()


def warehouse(site: Site, square: str) -> None:
    site.ready()
    site.both.named_by_ben("G")
    site.do(f"store {square}")
    site.label(square, "with glass on it")
    site.ready()
    site.both.named_by_ben("S")
    site.do(f"swap {square} G")
    site.label(square, "with stone on it")
    place = site.both.free()[-1]
    site.do(f"place G {place}")
    site.label(place, f"^{place}, glass$")
    site.ready()


def guild(site: Site, _square: str) -> None:
    """One building by the question on its square, one by its card."""
    town = site.both.town
    for kind, by_card in (("CO", False), ("CH", True)):
        old = next(name for name, token in town.items() if token in TYPES and token not in ("CO", "CH", "FC"))
        del town[old]
        if by_card:
            site.hands.card(site.hands.card_of(kind))
            ply = site.ada.ply
            site.hands.square(old)
            site.page.locator(f'.table:not([data-ply="{ply}"])').wait_for()
        else:
            site.do(f"exchange {kind} {old}")
        site.label(old, site.hands.named(old, site.hands.card_of(kind)))
    site.ready()


def grove(site: Site, _square: str) -> None:
    place = next(one["fields"]["square"] for one in site.moves("endow"))
    site.do(f"endow TV {place}")
    site.label(place, f"^{place}, Feast Hall, ")
    site.ready()


def watch(site: Site, _square: str) -> None:
    for kind in ("CO", "WL", "FD"):
        site.do(f"watch {kind}")
    site.ready()
    site.both.until_ben_builds()  # and the Watch also brings Ada one
    site.both.show()
    place = site.moves("settle")[0]["fields"]["square"]
    site.do(f"settle WL {place}")
    site.label(place, f"^{place}, Millstone")
    site.ready()


def statue(site: Site, _square: str) -> None:
    site.ready()
    site.both.named_by_ben("G")
    move = site.moves("lay")[0]
    site.hands.step(move)
    site.label(move["fields"]["square"], "with glass on it")
    site.ready()


def test_with_the_obelisk_and_a_trading_post_a_building_goes_to_any_square(person: Callable[..., Person]) -> None:
    site = Site(person("Ada"), "obelisk", ("trading_post",))
    site.build("trading_post")
    site.ready()
    site.build("obelisk")
    expect(site.page.locator('.row [data-card="obelisk"] .lock')).to_have_count(0)
    site.ready()
    site.both.prepare("cottage")
    site.hands.step(site.moves("build")[-1])  # perhaps with the Trading Post
    far = site.both.free()[-1]
    site.hands.hover(far)
    expect(site.page.locator(".hand .summary")).to_contain_text("Empty +1")
    expect(site.page.locator(f'[data-square="{far}"] .ghost')).to_be_visible()
    site.do(f"target {far}")
    site.label(far, f"^{far}, Cottage, not fed")


def test_overlapping_places_of_a_pattern_are_told_apart(person: Callable[..., Person]) -> None:
    """One wood between three stones is a Well in three ways; they stay visible while Ben plays."""
    site = Site(person("Ada"), "cathedral", ("well",))
    site.both.lay({"b2": "W", "b3": "S", "b1": "S"})
    site.both.name("S")
    site.both.play(0, "place S a2")
    site.both.show()
    hands, page = site.hands, site.page
    hands.card("well")
    expect(page.locator(".home .number")).to_have_count(3)
    site.both.ben_plays()
    site.both.show()
    ply = site.ada.ply
    expect(page.locator(".home .number")).to_have_count(3)
    first = hands.chosen()  # one place is chosen from the start
    assert len(first) == 2
    for square in ("a2", "b1", "b3"):  # each is shown where the pointer is
        hands.hover(square)
        soon(hands.chosen, {"b2", square})
    hands.square("b2")  # all three include it, so one is shown, not built
    expect(page.locator(".home .taken")).to_have_count(2)
    seen = set()
    for n in range(3):
        page.locator(".home .number").nth(n).locator("text").click()
        expect(page.get_by_text(f"place {n + 1} of 3")).to_be_visible()
        seen.add(frozenset(hands.chosen()))
    assert len(seen) == 3
    assert site.ada.ply == ply
    wanted = hands.chosen()
    hands.deed("build")
    page.locator(f'.table:not([data-ply="{ply}"])').wait_for()
    assert {one["fields"]["square"] for one in site.moves("target")} == wanted


# Notes every piece of the town that moves: its square, and how it comes or goes.
NOTE_MOVEMENT = """() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, { duration }) {
    const square = this.closest(".home [data-square]")?.dataset.square;
    const first = frames[0]?.transform ?? "";
    const how = first.includes("-90px") ? "drops" : first.includes("scaleY(0.35)") ? "rises" : "sinks";
    if (square && duration) window.moved.push(`${square} ${how}`);
    return animate.apply(this, arguments);
  };
}"""


def test_cubes_drop_and_buildings_rise_unless_motion_is_reduced(person: Callable[..., Person]) -> None:
    ada = person("Ada", still=False)
    site = Site(ada, "cathedral", ("well",))
    ada.page.evaluate(NOTE_MOVEMENT)
    square = site.build("well")  # with its wood and its stone
    moved = {
        f"{square} drops",
        f"{square} sinks",
        f"{square} rises",
        *(f"{other} {how}" for other in ("a4", "b4") if other != square for how in ("drops", "sinks")),
    }
    soon(lambda: set(ada.page.evaluate("window.moved")), moved)
    site.ready()
    ada.stop_motion()
    ada.page.evaluate("window.moved = []")
    site.build("well")
    ada.look()
    assert ada.page.evaluate("window.moved") == []


def test_a_whole_game_is_played_by_clicking_the_board(person: Callable[..., Person]) -> None:
    ada = unhurried(person("Ada", still=False))
    ada.sit(ada.make("tiny-towns", ME, BOT, options={"cavern": True}))
    hands = TinyTowns(ada, random.Random(1))
    hands.game()
    print(Counter(hands.done))
    assert {"keep", "name", "place", "ready"} <= set(hands.done)
    ada.finds_the_result()


def test_a_game_is_played_to_its_end_by_touch_at_360_pixels(person: Callable[..., Person]) -> None:
    ada = unhurried(person("Ada", phone=True))
    code = ada.make("tiny-towns")
    ada.advance(code, LATE)
    ada.sit(code)
    hands = TinyTowns(ada, random.Random(2))
    hands.game()
    print(Counter(hands.done))
    ada.finds_the_result()


class KeysOnBoard(Keys):
    """A player of Tiny Towns who uses only the keyboard, on the board."""

    def walk(self, square: str) -> None:
        """Moves the focus to a square with the arrow keys, then presses Enter."""
        self.tab_to(".home [data-square]")
        at = self.page.evaluate("document.activeElement.dataset.square")
        across, up = ord(square[0]) - ord(at[0]), int(square[1]) - int(at[1])
        self.press(*["ArrowRight" if across > 0 else "ArrowLeft"] * abs(across))
        self.press(*["ArrowUp" if up > 0 else "ArrowDown"] * abs(up))
        assert self.on(f'[data-square="{square}"]')
        self.press("Enter")

    def build(self, move: Move) -> None:
        """Chooses the card by Enter, then steps through its places."""
        card = move["fields"]["card"]
        places = [one for one in self.person.moves if one["kind"] == "build" and one["fields"]["card"] == card]
        self.tab_to(f'[data-card="{card}"]')
        self.press("Enter")
        self.page.wait_for_function("() => document.activeElement.closest('.home [data-square]')")
        if len(places) > 1:
            self.tab_to('[aria-label="Next place"]')
            self.press(*["Enter"] * places.index(move))
        self.tab_to('[data-do="build"]')
        self.press("Enter")

    def play(self, move: Move) -> None:
        kind, fields = move["kind"], move["fields"]
        if kind == "name":
            self.press(str("WYBGS".index(fields["resource"]) + 1))
        elif kind == "ready":
            self.press("r")
        elif kind == "keep":
            self.tab_to(f'[data-keep="{fields["which"]}"]')
            self.press("Enter", "Enter")
        elif kind == "build":
            self.build(move)
        elif kind == "watch":
            self.tab_to(f'[data-card="{self.person.situation["view"]["cards"][TYPES.index(fields["type"])]}"]')
            self.press("Enter")
        elif kind in ("place", "target", "store", "swap", "lay", "exchange", "endow", "settle"):
            if kind == "place" and self.page.locator(".hand [data-resource]").count() > 1:
                self.tab_to(f'[data-resource="{fields["resource"]}"]')
                self.press("Enter")
            self.walk(fields["square"])
            due = {one["fields"].get("type") for one in self.person.moves}
            if kind not in ("place", "target") and (kind != "settle" or len(due) > 1):
                self.tab_to(f'.question [data-do="{move["words"]}"]')
                self.press("Enter")
        else:
            self.tab_to(f'[data-do="{move["words"]}"]')
            self.press("Enter")


def test_a_game_is_played_to_its_end_by_keyboard_alone(person: Callable[..., Person]) -> None:
    ada = unhurried(person("Ada"))
    code = ada.make("tiny-towns")
    ada.advance(code, LATE)
    ada.sit(code)
    keys, hands = KeysOnBoard(ada), TinyTowns(ada, random.Random(4))
    done: Counter[str] = Counter()
    ply = ada.turn()
    while not ada.over:
        move = hands.choose()
        done[move["kind"]] += 1
        keys.play(move)
        ply = ada.turn(after=ply)
    print(done)
    assert done["place"]
    assert done["ready"]
    ada.finds_the_result()


def test_solo_is_played_to_its_rank(person: Callable[..., Person]) -> None:
    ada = unhurried(person("Ada"))
    code = ada.make("tiny-towns", ME)
    ada.advance(code, LATE // 2)
    ada.sit(code)
    expect(ada.page.locator(".ranks li")).to_have_count(6)
    hands = TinyTowns(ada, random.Random(5))
    hands.game()
    assert {"pick", "place", "ready"} <= set(hands.done)
    expect(ada.page.locator(".medal strong")).to_be_visible()
    ada.finds_the_result()


def test_town_hall_draws_cards_and_lets_everyone_choose(person: Callable[..., Person]) -> None:
    ada = unhurried(person("Ada"))
    ada.sit(ada.make("tiny-towns", ME, BOT, options={"variant": "town_hall", "monuments": False}))
    hands = TinyTowns(ada, random.Random(6))
    for _ in range(3):
        ada.turn()
        drawn = ada.situation["view"]["named"]
        expect(ada.page.locator(".status .named, .status .free")).to_have_count(1)
        expect(ada.page.locator(".hand [data-resource]")).to_have_count(1 if drawn else 5)
        hands.step(hands.chance.choice([move for move in ada.moves if move["kind"] == "place"]))
        while ada.turn() and ada.moves[0]["kind"] != "place":
            hands.step()


def test_two_people_see_who_is_ready_and_the_towns_at_the_end_of_the_round(person: Callable[..., Person]) -> None:
    ada, ben = person("Ada"), unhurried(person("Ben"))
    ada.by_hand(2000)  # after this time Ready presses itself
    code = ada.make("tiny-towns", ME, OPEN, options={"monuments": False})
    ben.api("POST", f"/api/tables/{code}/join", {"seat": None})
    ada.page.goto(f"/t/{code}")
    ben.sit(code)
    hands = [TinyTowns(one, random.Random(7)) for one in (ada, ben)]
    ada.turn()
    hands[0].step(next(move for move in ada.moves if move["words"] == "name B"))
    for one in (ada, ben):
        one.page.locator('.hand[data-decision="handle"]').wait_for()
        expect(one.page.locator(".others .neighbour.busy")).to_be_visible()
    hands[0].do_place({}, {"resource": "B", "square": "b3"})
    expect(ada.page.locator('.home [data-square="b3"]')).to_have_attribute("aria-label", "b3, brick")
    expect(ada.page.locator("[data-do=ready].counting")).to_be_visible()
    ada.button("Undo").click()  # before Ready presses itself
    expect(ada.page.locator('.home [data-square="b3"]')).to_have_attribute("aria-label", "b3, empty")
    ada.due()
    hands[0].do_place({}, {"resource": "B", "square": "c2"})
    expect(ada.page.locator("[data-do=ready].counting")).to_be_visible()
    expect(ben.page.locator(".others .neighbour.busy")).to_be_visible()
    ada.due()
    expect(ben.page.locator(".others .neighbour.ready")).to_be_visible()  # Ready has pressed itself
    ada.button("Undo").click()
    expect(ben.page.locator(".others .neighbour.busy")).to_be_visible()
    ready = ada.page.locator("[data-do=ready]")
    expect(ready).to_be_visible()
    ada.updated_by(lambda: hands[1].do_place({}, {"resource": "B", "square": "a1"}))
    expect(ready).not_to_have_class(re.compile("counting"))  # after an undo it no longer presses itself
    ready.click()
    expect(ben.page.locator(".others .neighbour.ready")).to_be_visible()
    assert not ben.page.locator(".others .picture .piece").count()  # her move is not revealed yet
    ben.page.locator("[data-do=ready]").click()
    expect(ben.page.locator('.others [data-square="c2"] .piece')).to_be_visible()
    expect(ben.page.locator('.others [data-square="c2"] .mark')).to_have_attribute("data-recent", "0")
    expect(ada.page.locator('.others [data-square="a1"] .piece')).to_be_visible()


def test_illegal_clicks_and_buildings_explain_themselves(person: Callable[..., Person]) -> None:
    site = Site(person("Ada"), "cathedral", ("farm", "factory"))
    square = site.build("cottage")
    site.label(square, f"^{square}, Cottage, not fed, 0 points$")
    site.hands.hover(square)
    expect(site.page.locator(".hand .summary")).to_contain_text("3 points if it is fed")
    site.ready()
    farm = site.build("farm")
    site.label(square, f"^{square}, Cottage, fed, 3 points$")
    site.ready()
    site.both.named_by_ben("G")
    site.hands.square(farm)
    expect(site.ada.toast()).to_contain_text("That square is not empty.")
    site.hands.card("cottage")
    expect(site.ada.toast()).to_contain_text("Place your cube first")
    place = site.both.free()[-1]
    site.do(f"place G {place}")
    site.hands.card("cottage")
    expect(site.ada.toast()).to_contain_text("its pattern is not in your town yet")


SEEN = """(names) => names.flatMap((name) => [...document.querySelectorAll(name)]).filter((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
}).map((one) => one.className?.baseVal ?? one.className)"""


def test_with_six_players_town_cards_and_question_are_visible_together(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    code = ada.make("tiny-towns", ME, *[BOT] * 5, options={"variant": "town_hall", "cavern": True})
    ada.advance(code, 0, lambda now: len({move["fields"].get("resource") for move in now["moves"]}) == 5)
    ada.sit(code)
    ada.turn()
    for width, height in ((1280, 800), (1440, 900), (1024, 768), (780, 360)):
        ada.page.set_viewport_size({"width": width, "height": height})
        ada.page.evaluate("scrollTo(0, 0)")
        soon(lambda: ada.page.evaluate(SEEN, [".home .ground", ".hand", ".row .card"]), [])
    ada.page.set_viewport_size({"width": 360, "height": 780})
    expect(ada.page.locator("html")).to_have_js_property("clientWidth", 360)
    top, cards = steady(ada.page.locator(".home")), steady(ada.page.locator(".row"))
    assert cards["y"] + cards["height"] - top["y"] < 780  # within one scroll


def test_the_finished_towns_are_pictures(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    code = ada.make("tiny-towns")
    ada.advance(code)
    ada.page.goto(f"/t/{code}")
    expect(ada.page.locator("svg[data-picture]")).to_have_count(2)
    assert ada.saves_the_picture().count("<path") > 40
