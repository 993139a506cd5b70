"""A person who plays Tenby on its board: takes every decision on the pieces, by mouse, by touch or by keyboard."""

from __future__ import annotations

import itertools
import random
import re
import time
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

import townwright.games.tenby as game

from .people import LAID, PATIENCE, Move, Person, steady

SHOWN = """table => [table.dataset.ply, Number(table.dataset.choices),
                     !!table.querySelector('[data-running="yes"]'), table.classList.contains("over")]"""
LEVEL = {"T": 0, "P": 1, "L": 2}
DECKS = ("terrace", "pier", "landmark")
BOX = (Path(game.__file__).parent / "box.toml").read_text()


def short_box(rounds: int, cost: int | None = None) -> dict[str, str]:
    """The box with fewer rounds; `cost` gives everything that rings buy the same price."""
    text = re.sub(r"(?m)^rounds = 10", f"rounds = {rounds}", BOX)
    if cost is not None:
        costs = text[text.index("[costs]") : text.index("[accolades]")]
        text = text.replace(costs, re.sub(r"(?m)= \d+$", f"= {cost}", costs))
    return {"name": "Short", "toml": text}


def full_box() -> dict[str, str]:
    """A player's own box: other names, and every town card shows as many of every feature as may be printed."""
    maxima = tomllib.loads(BOX)["maxima"]
    features = "features = { " + ", ".join(f"{thing} = {n}" for thing, n in maxima.items()) + " }"
    start, end = BOX.index("terrace = ["), BOX.index("plain = [")
    rows = re.sub(r"features = \{[^}]*\}", features, BOX[start:end])
    rows = re.sub(r'name = "[^"]*"', lambda found: f'name = "Number {found.start()}"', rows)
    return {"name": "Full", "toml": BOX[:start] + rows + BOX[end:]}


class Tenby:
    """The hands of a person at a table of Tenby. `chance` decides what they do."""

    def __init__(self, person: Person, chance: random.Random, ways: Iterable[str] = ("click",)) -> None:
        self.person, self.page, self.chance = person, person.page, chance
        self.ways = itertools.cycle(ways)
        self.way = "click"
        self.done: list[str] = []

    def card(self, card: str) -> Locator:
        """A card of the market, a plain end or a visitor."""
        return self.page.locator(f'[data-market="{card}"]')

    @property
    def spots(self) -> list[str]:
        """The places that glow, as moves name them."""
        self.page.locator(".spot").first.wait_for()
        return [str(spot.get_attribute("data-spot")) for spot in self.page.locator(".spot").all()]

    def spot(self, words: str) -> Locator:
        return self.page.locator(f'.spot[data-spot="{words}"]')

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.person.situation["view"]
        return view

    @property
    def drawn(self) -> int:
        """How many cards all players have drawn unseen."""
        return sum(1 for line in self.person.log if (line["move"] or {}).get("kind") == "blind")

    def press(self, what: Locator) -> None:
        if self.way == "keys":
            what.focus()
            self.page.keyboard.press("Enter")
        else:
            self.person.press(what)

    def confirm(self) -> None:
        self.press(self.page.locator('[data-do="confirm"]'))

    def lay(self, words: str) -> None:
        """Lays the card in hand at a place that glows."""
        self.press(self.spot(words))
        expect(self.page.locator(".ghost")).to_have_count(1)
        self.confirm()

    def drag(self, what: Locator, words: str) -> None:
        """Drags a card to a place, which glows once the card is lifted."""
        box = steady(what)
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 14, y + 14)
        target = steady(self.spot(words))
        self.page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2 + 4, steps=3)
        expect(self.page.locator(".ghost")).to_have_count(1)
        self.page.mouse.up()

    def sources(self, level: int) -> list[str]:
        """What an icon of this level can gain: face-up cards, decks, plain ends."""
        view, found = self.view, []
        for deck in DECKS[: level + 1]:
            found += view["market"][deck]
            if view["decks"][deck]["left"]:
                found.append(f"blind {deck}")
            if view["plain"].get(deck):
                found += ["PT-L", "PT-R"] if deck == "terrace" else ["PP-L", "PP-R"]
        return found

    def gain(self, level: int) -> None:
        """Gains a random card for the icon in use and lays it at a random place."""
        source = self.chance.choice(self.sources(level))
        if source.startswith("blind "):
            self.press(self.page.locator(f'[data-deck="{source[6:]}"]'))
            before = self.drawn
            self.confirm()
            end = time.monotonic() + PATIENCE / 1000
            while self.drawn == before:
                assert time.monotonic() < end, "the card was not drawn"
                self.page.wait_for_timeout(20)
            if self.view["gained"]:  # a card that fits nowhere is placed automatically, and that may end the turn
                self.lay(self.chance.choice(self.spots))
            return
        if self.way == "drag" and len(source) == 3:
            spots = self.places(source)
            self.drag(self.card(source), self.chance.choice(spots))
            return
        self.press(self.card(source))
        self.lay(self.chance.choice(self.spots))

    def places(self, card: str) -> list[str]:
        """Where a card could be laid: lifts it and puts it back."""
        self.press(self.card(card))
        found = self.spots
        self.page.keyboard.press("Escape")
        return found

    def act(self, move: Move) -> None:
        """Makes a move on the board; with an icon, all of its steps."""
        fields, kind = move["fields"], move["kind"]
        self.done.append(" ".join(move["words"].split()[:2]) if kind in ("use", "buy") else kind)
        if kind == "choose":
            day = self.page.locator(f'[data-day="{fields["day"]}"]')
            self.press(day)
            self.press(day) if self.way == "click" else self.confirm()  # a second click confirms, too
        elif kind == "keep":
            self.press(self.page.locator(f'[data-keep="{fields["resident"]}"]'))
            self.confirm()
        elif kind in ("show", "hide"):
            at_once = self.view["decision"] == "declare"
            self.press(self.page.locator(f'[data-declare="{kind}"]' if at_once else '[data-deed="show"]'))
            self.confirm()
        elif kind == "forfeit":
            self.press(self.page.locator(f'[data-forfeit="{fields["icon"]}"]').first)
            self.confirm()
        elif kind == "reveal":
            self.press(self.page.locator('[data-buy="reveal"]'))
            self.press(self.page.locator(f'[data-deck="{fields["deck"]}"]'))
            self.confirm()
        elif kind == "commit":
            self.press(self.page.locator(f'[data-deed="{move["words"]}"]'))
            self.confirm()
        elif kind == "mix":
            self.press(self.page.locator(f'[data-mix="{fields["terraces"]}"]'))
            self.confirm()
        elif kind == "end":
            self.press(self.page.locator('[data-do="end"]'))
        elif kind == "gain":
            self.press(self.card(fields["card"]))
            self.lay(self.chance.choice(self.spots))
        elif kind == "place":
            self.lay(move["words"].removeprefix("place "))
        else:
            self.arm(kind, fields.get("icon") or fields["action"])

    def arm(self, how: str, action: str) -> None:
        """An icon, or what rings buy."""
        if self.way == "drag" and how == "use" and action in LEVEL:
            self.gain_without_arming(action)
            return
        self.press(self.page.locator(f'[data-{how}="{action}"]').first)
        if action == "R":
            self.confirm()
        elif action == "move":
            self.move()
        else:
            self.gain(LEVEL[action])

    def gain_without_arming(self, icon: str) -> None:
        """Drags a card of the market to a street; the page spends the lowest icon that is enough."""
        cards = [card for deck in DECKS[: LEVEL[icon] + 1] for card in self.view["market"][deck]]
        if cards:
            card = self.chance.choice(cards)
            self.drag(self.card(card), self.chance.choice(self.places(card)))
        else:
            self.press(self.page.locator(f'[data-use="{icon}"]').first)
            self.gain(LEVEL[icon])

    def move(self) -> None:
        """Moves a random card of the town to a gap that glows."""
        expect(self.page.locator(".town .card.can")).not_to_have_count(0)
        card = self.chance.choice(self.page.locator(".town .card.can").all())
        place = card.get_attribute("data-place")
        self.press(self.page.locator(f'.town [data-place="{place}"]'))
        self.lay(self.chance.choice(self.spots))

    def settled(self, after: int) -> int:
        """Waits until all moves of what was confirmed are played and this person acts again, or the game is over."""
        self.page.locator(
            f'.table{LAID}:not([data-ply="{after}"]):is(.over, :not([data-choices="0"])):has([data-running="no"])'
        ).wait_for()
        return self.person.ply

    def play(self, choose: Callable[[list[Move]], Move] | None = None) -> None:
        """Plays one move with all of its steps."""
        self.way = next(self.ways)
        ply = self.person.turn()
        self.act((choose or self.chance.choice)(self.person.moves))
        self.settled(ply)

    def game(self) -> None:
        """Plays to the end."""
        self.person.turn()
        while not self.person.over:
            self.play(self.sensible)

    def sensible(self, moves: list[Move]) -> Move:
        """Mostly uses icons, and spends rings now and then."""
        wanted = {"use": 6, "buy": 2, "end": 3}
        return self.chance.choices(moves, [wanted.get(move["kind"], 1) for move in moves])[0]


def to_the_end(*players: Tenby) -> None:
    """Lets people at one table play, each in a browser of their own, until the game is over on all pages."""
    while not all(player.person.over for player in players):
        mover = mover_of(players)
        if mover is not None:
            mover.way = next(mover.ways)
            mover.act(mover.sensible(mover.person.moves))


def mover_of(players: tuple[Tenby, ...]) -> Tenby | None:
    """The player who can move, once all pages show the same ply; None if the game is over."""
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        shown = [player.person.table.evaluate(SHOWN) for player in players]
        if all(over for _, _, _, over in shown):
            return None
        if len({ply for ply, *_ in shown}) == 1 and not any(running for _, _, running, _ in shown):
            for player, (ply, choices, _, _) in zip(players, shown, strict=True):
                if choices and player.person.situation["ply"] == int(ply):
                    return player
        players[0].page.wait_for_timeout(20)
    raise AssertionError(f"no player can move: {shown}")


def settler(now: dict[str, Any]) -> Move:
    """Builds few and long streets, and keeps the rings."""
    moves = now["moves"]
    for kind in ("place", "use", "end"):
        some = [move for move in moves if move["kind"] == kind]
        if kind == "place":
            some = [move for move in some if move["fields"]["where"] != "new"] or some
        if some:
            return random.Random(str(now["ply"])).choice(some)
    faces = [move for move in moves if move["kind"] == "gain" and len(move["fields"]["card"]) == 3]
    return random.Random(str(now["ply"])).choice(faces or moves)
