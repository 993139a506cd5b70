"""Tiny Towns by hand: every building and every question on the board, and games to their end by mouse, touch and keys."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .people import Move, Person
from .tiny_towns import SQUARES, Builders, TinyTowns

SETS = [
    ("farm", "well", "abbey", "almshouse", "bakery", "bank"),
    ("granary", "fountain", "chapel", "feast_hall", "market", "factory"),
    ("greenhouse", "millstone", "cloister", "inn", "tailor", "trading_post"),
    ("orchard", "shed", "temple", "tavern", "theater", "warehouse"),
]


def moves_of(ada: Person, kind: str) -> list[Move]:
    return [move for move in ada.moves if move["kind"] == kind]


def construct(ada: Person, hands: TinyTowns, both: Builders, card: str) -> str:
    """Lays the pattern by protocol, then builds on the board; gives the square."""
    cubes = both.prepare(card)
    ada.page.locator(f'.table[data-ply="{both.now[0]["ply"]}"]').wait_for()
    move = next(one for one in moves_of(ada, "build") if one["fields"]["squares"] == cubes and one["fields"]["card"] == card)
    hands.step(move)
    targets = [one["fields"]["square"] for one in moves_of(ada, "target")]
    square = min(targets, key=SQUARES.index)
    hands.step(next(one for one in moves_of(ada, "target") if one["fields"]["square"] == square))
    return square


@pytest.mark.parametrize("cards", SETS, ids=lambda cards: cards[-1])
def test_every_building_is_built_by_pointing(person: Callable[..., Person], cards: tuple[str, ...]) -> None:
    ada, ben = person("Ada"), person("Ben")
    both = Builders(ada, ben, buildings=", ".join(cards))
    ada.sit(both.code)
    hands = TinyTowns(ada, random.Random(cards[0]))
    largest_first = [*reversed(cards), "cottage"]
    if "bank" in cards:
        largest_first = [*largest_first[1:], "bank"]  # it bars a cube that the others need
    for card in largest_first:
        square = construct(ada, hands, both, card)
        if moves_of(ada, "mark"):
            hands.step(hands.chance.choice(moves_of(ada, "mark")))
        title = ada.page.locator(f'.row [data-card="{card}"] .title').inner_text()
        said = re.compile(f"^{square}, {re.escape(title)}")
        expect(ada.page.locator(f'.home [data-square="{square}"]')).to_have_attribute("aria-label", said)
        hands.step(moves_of(ada, "ready")[0])
        both.see()
    both.close()



def test_a_factory_lets_you_choose_another_cube(person: Callable[..., Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    both = Builders(ada, ben, buildings="factory")
    ada.sit(both.code)
    hands = TinyTowns(ada, random.Random(1))
    square = construct(ada, hands, both, "factory")
    expect(ada.page.locator(".question")).to_contain_text("Factory: which cube marks it?")
    hands.step(next(one for one in moves_of(ada, "mark") if one["fields"]["resource"] == "G"))
    expect(ada.page.locator(f'.home [data-square="{square}"]')).to_have_attribute("aria-label", re.compile("with glass on it"))
    hands.step(moves_of(ada, "ready")[0])
    both.see()
    if "name" in both.kinds(0):
        both.round("W", "d1")
    both.round("G", None)
    ada.page.locator(f'.table[data-ply="{both.now[0]["ply"]}"]').wait_for()
    hands.step(next(one for one in moves_of(ada, "place") if one["words"] == "place S d2"))
    expect(ada.page.locator('.home [data-square="d2"]')).to_have_attribute("aria-label", "d2, stone")


def test_a_warehouse_stores_and_swaps_cubes(person: Callable[..., Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    both = Builders(ada, ben, buildings="warehouse")
    ada.sit(both.code)
    hands = TinyTowns(ada, random.Random(1))
    square = construct(ada, hands, both, "warehouse")
    hands.step(moves_of(ada, "ready")[0])
    both.see()
    if "name" in both.kinds(0):
        both.round("W", "d1")
    both.round("G", None)
    ada.page.locator(f'.table[data-ply="{both.now[0]["ply"]}"]').wait_for()
    hands.step(moves_of(ada, "store")[0])
    label = ada.page.locator(f'.home [data-square="{square}"]')
    expect(label).to_have_attribute("aria-label", re.compile("with glass on it"))
    hands.step(moves_of(ada, "ready")[0])
    both.see()
    both.round("W", "d2")
    both.round("S", None)
    ada.page.locator(f'.table[data-ply="{both.now[0]["ply"]}"]').wait_for()
    hands.step(moves_of(ada, "swap")[0])
    expect(label).to_have_attribute("aria-label", re.compile("with stone on it"))
    hands.step(next(one for one in moves_of(ada, "place") if one["words"] == "place G c1"))
    expect(ada.page.locator('.home [data-square="c1"]')).to_have_attribute("aria-label", "c1, glass")


def test_a_bank_bars_a_cube_and_a_trading_post_stands_for_any(person: Callable[..., Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    both = Builders(ada, ben, buildings="bank")
    ada.sit(both.code)
    hands = TinyTowns(ada, random.Random(1))
    construct(ada, hands, both, "bank")
    hands.step(next(one for one in moves_of(ada, "mark") if one["fields"]["resource"] == "G"))
    hands.step(moves_of(ada, "ready")[0])
    both.see()
    if "name" not in both.kinds(0):
        both.round("W", "d1")
    ada.page.locator(f'.table[data-ply="{both.now[0]["ply"]}"]').wait_for()
    hands.cube("G")
    expect(ada.toast()).to_contain_text("One of your Banks bars you from glass.")
    hands.step(next(one for one in moves_of(ada, "name") if one["fields"]["resource"] == "W"))


MONUMENTS = {
    "architects_guild": ("exchange", "exchange", "mark"),
    "grove_university": ("endow",),
    "opaleyes_watch": ("watch", "watch", "watch"),
    "statue": (),
    "obelisk": (),
}


@pytest.mark.parametrize("monument", MONUMENTS)
def test_monuments_ask_their_questions_on_the_board(person: Callable[..., Person], monument: str) -> None:
    ada, ben = person("Ada"), person("Ben")
    both = Builders(ada, ben, monument=monument, buildings="farm, shed, chapel, tavern, theater, factory")
    ada.sit(both.code)
    hands = TinyTowns(ada, random.Random(monument))
    if monument in ("statue", "architects_guild"):
        construct(ada, hands, both, "cottage")
        hands.step(moves_of(ada, "ready")[0])
        both.see()
    construct(ada, hands, both, monument)
    while {"exchange", "endow", "watch", "mark"} & {one["kind"] for one in ada.moves}:
        hands.step(hands.chance.choice([one for one in ada.moves if one["kind"] != "stop"]))
    hands.step(moves_of(ada, "ready")[0])
    both.see()
    asked = Counter(hands.done)
    for kind in set(MONUMENTS[monument]) - {"mark", "exchange"}:
        assert asked[kind] == MONUMENTS[monument].count(kind)
    if monument == "statue":
        if "name" in both.kinds(0):
            both.round("W", "d1")
        both.round("G", None)
        ada.page.locator(f'.table[data-ply="{both.now[0]["ply"]}"]').wait_for()
        hands.step(moves_of(ada, "lay")[0])
    elif monument == "architects_guild":
        assert asked["exchange"]
    elif monument == "obelisk":
        construct(ada, hands, both, "cottage")
        assert len(both.now[0]["moves"]) >= 0
    elif monument == "opaleyes_watch":
        pass


class Keys:
    """A player of Tiny Towns who uses the keyboard only, on the board."""

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page
        self.by_list = 0

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

    def walk(self, square: str) -> None:
        """Arrow keys from where the focus is to a square."""
        if not self.on(".home [data-square]"):
            self.tab_to(".home [data-square]")
        at = self.page.evaluate("document.activeElement.dataset.square")
        across, up = ord(square[0]) - ord(at[0]), int(square[1]) - int(at[1])
        self.press(*["ArrowRight" if across > 0 else "ArrowLeft"] * abs(across))
        self.press(*["ArrowUp" if up > 0 else "ArrowDown"] * abs(up))
        assert self.on(f'[data-square="{square}"]')

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
            self.tab_to(f'[data-card="{fields["card"]}"]')
            self.press("Enter")
            self.page.wait_for_function("document.activeElement.closest('.home [data-square]')")
            places = [one for one in self.person.moves if one["kind"] == "build" and one["fields"]["card"] == fields["card"]]
            if len(places) > 1:
                self.tab_to('[aria-label="Next place"]')
                self.press(*["Enter"] * (places.index(move) + 1))
            self.tab_to('[data-do="build"]')
            self.press("Enter")
        elif kind in ("place", "target"):
            if len({one["fields"]["resource"] for one in self.person.moves if one["kind"] == "place"}) > 1:
                self.tab_to(f'[data-resource="{fields["resource"]}"]')
                self.press("Enter")
            self.walk(fields["square"])
            self.press("Enter")
        elif kind in ("store", "swap", "lay", "exchange", "endow"):
            self.walk(fields["square"])
            self.press("Enter")
            self.tab_to(f'.question [data-do="{move["words"]}"]')
            self.press("Enter")
        elif kind == "watch":
            cards = self.person.situation["view"]["cards"]
            self.tab_to(f'[data-card="{cards["CO FD WL CH TV TH FC".split().index(fields["type"])]}"]')
            self.press("Enter")
        else:
            self.tab_to(f'[data-do="{move["words"]}"]')
            self.press("Enter")


def test_a_game_is_played_to_its_end_by_keyboard_alone(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    code = ada.make("tiny-towns")
    ada.advance(code, 40, hints=True)
    ada.sit(code)
    keys, hands = Keys(ada), TinyTowns(ada, random.Random(4))
    done: Counter[str] = Counter()
    ply = ada.turn()
    while not ada.over:
        move = hands.choose()
        done[move["kind"]] += 1
        keys.play(move)
        ply = ada.turn(after=ply)
    print(done)
    assert done["name"] and done["place"] and done["ready"]
    ada.finds_the_result()


def test_a_game_is_played_to_its_end_by_touch_at_360_pixels(person: Callable[..., Person]) -> None:
    ada = person("Ada", phone=True)
    code = ada.make("tiny-towns")
    ada.advance(code, 40, hints=True)
    ada.sit(code)
    hands = TinyTowns(ada, random.Random(2))
    hands.game()
    print(Counter(hands.done))
    ada.finds_the_result()


def test_solo_is_played_to_its_rank(person: Callable[..., Person]) -> None:
    ada = person("Ada", still=False)
    code = ada.make("tiny-towns", {"who": "me"})
    ada.advance(code, 50, hints=True)
    ada.sit(code)
    expect(ada.page.locator(".ranks li")).to_have_count(6)
    hands = TinyTowns(ada, random.Random(5))
    hands.game()
    assert {"pick", "place", "ready"} <= set(hands.done)
    expect(ada.page.locator(".rank .medal strong")).to_be_visible()
    ada.finds_the_result()
