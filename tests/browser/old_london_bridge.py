"""Hands that play Old London Bridge on its board: pieces only, never the move list."""

from __future__ import annotations

import itertools
import random
from typing import Any

from playwright.sync_api import Locator, expect

from .people import Move, Person

PLACES = ("space", "centre", "free")
TILE_OF = {"ch2": "CH2", "gt2": "GT2", "rec": "REC", "lady": "LADY", "plus": "PLUS"}


def uses(view: dict[str, Any], move: Move) -> list[str]:
    """The bonus tiles that a move uses up."""
    if move["kind"] in TILE_OF:
        return [TILE_OF[move["kind"]]]
    if move["kind"] not in PLACES:
        return []
    at = move["fields"]["stack"] if move["kind"] == "space" else "centre"
    return [*(view["uses"] or {}).get(at, []), *(["FREE"] if move["kind"] == "free" else [])]


class OldLondonBridge:
    """Plays by clicks or taps, or by keys."""

    def __init__(self, person: Person, chance: random.Random, keys: bool = False) -> None:
        self.person, self.page, self.chance, self.keys = person, person.page, chance, keys
        self.done: list[str] = []  # the kinds of moves played
        self.again = itertools.cycle((False, True))  # confirmed by the button, or by a second click on the piece
        self.tiles = itertools.cycle((True, False))  # the bonus tile is clicked first, or the space

    def stack(self, name: str) -> Locator:
        return self.page.locator(f'[data-stack="{name}"] .cover')

    def card(self, value: int) -> Locator:
        return self.page.locator(f'.hand [data-card="{value}"]')

    def tile(self, kind: str) -> Locator:
        return self.page.locator(f'[data-bonus="{kind}"][data-fresh="false"]')

    def gift(self, back: int) -> Locator:
        return self.page.locator(f'[data-gift="{back}"]')

    def slot(self, n: int) -> Locator:
        return self.page.locator(f'.home [data-slot="{n}"]')

    def deed(self, name: str) -> Locator:
        return self.page.locator(f'[data-do="{name}"]')

    def press(self, what: Locator) -> None:
        if self.keys:
            what.focus()
            self.page.keyboard.press("Enter")
        else:
            self.person.press(what)

    def confirm(self, piece: Locator | None = None) -> None:
        """Confirms by the button, or by a second click on the piece."""
        if piece is None or self.keys or next(self.again):
            self.press(self.deed("confirm"))
        else:
            self.press(piece)

    def pick(self, what: Locator) -> None:
        self.press(what)
        self.confirm(what)

    def play(self, move: Move) -> None:
        """Plays a move on the board."""
        self.done.append(move["kind"])
        fields: dict[str, Any] = move["fields"]
        match move["kind"]:
            case "card":
                self.pick(self.card(fields["value"]))
            case "cards" | "inn":
                for value in fields.get("values") or fields["cards"]:
                    self.digit(value)
                self.confirm()
            case "space":
                if not self.keys:
                    self.arm([kind for kind in uses(self.person.situation["view"], move) if next(self.tiles)])
                self.place(fields["stack"])
            case "free" if next(self.tiles):
                self.press(self.tile("FREE"))
                self.place(fields["stack"])
            case "centre" | "free":
                self.press(self.page.locator("[data-hub]"))
                if self.deed("free").count():
                    self.press(self.deed("free" if move["kind"] == "free" else "pay"))
                self.place(fields["stack"])
            case "replace":
                self.pick(self.slot(fields["slot"]))
            case "take":
                self.pick(self.gift(fields["stack"]))
            case "plus":
                self.pick(self.page.locator(f'[data-plus="{fields["card"]}"]'))
            case "done" | "pass":
                self.press(self.deed(move["kind"]))
            case kind:
                self.pick(self.tile(TILE_OF[kind]))

    def arm(self, kinds: list[str]) -> None:
        """Clicks a bonus tile first; then only spaces that use it shine."""
        for kind in kinds[:1]:
            self.press(self.tile(kind))
            view = self.person.situation["view"]
            open_stacks = {
                one["fields"]["stack"]
                for one in self.person.moves
                if one["kind"] == "space" and kind in uses(view, one)
            }
            shining = self.page.locator(".stack.open [data-stack]")
            expect(shining).to_have_count(len(open_stacks))
            assert {one.get_attribute("data-stack") for one in shining.all()} == open_stacks

    def digit(self, value: int) -> None:
        """Chooses a card; its value is also its key."""
        if self.keys:
            self.page.keyboard.press(str(value))
        else:
            self.press(self.card(value))

    def place(self, stack: str) -> None:
        if self.keys:
            self.page.locator(f'[data-stack="{stack}"]').focus()
            self.page.keyboard.press("Enter")
            self.confirm()
        else:
            self.pick(self.stack(stack))

    def choose(self) -> Move:
        """A move worth testing: kinds that were not played yet, then moves that use a bonus tile, then any."""
        moves = self.person.moves
        fresh = [move for move in moves if move["kind"] not in self.done]
        dear = [move for move in moves if uses(self.person.situation["view"], move)]
        return self.chance.choice(fresh or dear or moves)

    def game(self) -> None:
        """Plays to the end."""
        ply = self.person.turn()
        while not self.person.over:
            self.play(self.choose())
            ply = self.person.turn(after=ply)
