"""Every decision, every round and every score of random games against a naive model written from the rules page
alone."""

from __future__ import annotations

import functools
import random
from typing import Any

import pytest

import townwright as tw
from townwright.engine.match import Match
from townwright.games.tiny_towns.box import LETTERS

from . import plain
from .audit import VARIANTS
from .table import player, table

TOWNS = 8  # how many are completed in each variant, in whole games


class Referee:
    """Follows a game: what each seat built this round, and what must result from it."""

    def __init__(self, match: Match, rng: random.Random) -> None:
        self.match, self.rng, self.seats = match, rng, match.seats
        self.shrines = [0] * self.seats
        self.seen: set[str] = set()  # decisions compared and cards built
        self.new_round()

    def new_round(self) -> None:
        self.before = self.match.view()
        self.made: list[set[str]] = [set() for _ in range(self.seats)]
        self.exchanged: list[set[plain.Square]] = [set() for _ in range(self.seats)]
        self.targets: list[set[plain.Square]] = [set() for _ in range(self.seats)]
        towns = [plain.read(player["town"]) for player in self.before["players"]]
        self.owners = {seat for seat in range(self.seats) if "MO" in towns[seat].values()}

    def table(self, seat: int, view: Any = None) -> plain.Table:
        return plain.Table(self.match.view(seat) if view is None else view, seat, self.match.box.options)

    def tables(self) -> list[plain.Table]:
        """The towns as everybody sees them."""
        view = self.match.view()
        return [self.table(seat, view) for seat in range(self.seats)]

    def give(self, seat: int, table: plain.Table) -> None:
        """Puts the cubes of a pattern into the town, so that rare buildings come up."""
        s = self.match._s
        cards = [table.cards[kind] for kind in table.types()]
        if table.me["monuments"] and not table.standing() and self.rng.random() < 0.5:
            cards = table.me["monuments"][:1]
        places = [
            placement
            for placement in sorted(map(sorted, plain.PLACEMENTS[self.rng.choice(cards)]))
            if all(table.town.get(square) in (None, letter) for square, letter in placement)
        ]
        if not places:
            return
        wanted = [(square, letter) for square, letter in self.rng.choice(places) if square not in table.town]
        if len(plain.empty(table.town)) - len(wanted) < 2:
            return
        for (row, column), letter in wanted:
            bit = 1 << (4 * row + column)
            s.cube[seat, LETTERS.index(letter)] |= bit
            s.shown_cube[seat, LETTERS.index(letter)] |= bit
        self.match._put(s.bytes)

    def step(self) -> None:
        """Compares the moves of a random seat, and plays one."""
        match, rng = self.match, self.rng
        seat = rng.choice(match.pending)
        table = self.table(seat)
        if table.me["decision"] == "handle" and rng.random() < 0.5:
            self.give(seat, table)
            table = self.table(seat)
        decision, posts = table.me["decision"], table.black("trading_post")
        if decision == "target":
            expected: set[Any] = {f"target {plain.name(square)}" for square in self.targets[seat]}
        else:
            expected = table.moves(self.exchanged[seat])
        found: dict[Any, int] = {}
        for move in match.moves(seat):
            if move.kind == "build":
                cubes = frozenset(map(plain.square_of, move.fields["squares"])).difference(posts)
                found[move.fields["card"], cubes] = move.code
            else:
                found[move.words] = move.code
        assert found.keys() == expected
        assert len(found) == len(match.codes(seat))
        assert len(found) > 1 or decision == "build"  # the rules play forced decisions themselves, except being ready
        self.seen.add(decision)
        builds = [key for key in found if isinstance(key, tuple)]
        choice = rng.choice(builds if builds and rng.random() < 0.8 else list(found))
        match.play(seat, found[choice])
        self.follow(seat, table, choice)

    def follow(self, seat: int, table: plain.Table, choice: Any) -> None:
        """Checks what the move did to the town, and keeps what it means for the round."""
        words = choice.split() if isinstance(choice, str) else []
        now = self.table(seat)
        if isinstance(choice, tuple):
            card, cubes = choice
            self.seen.add(card)
            kind = next((kind for kind in plain.TYPES if table.cards[kind] == card), "MO")
            if kind != "MO":
                self.made[seat].add(kind)
            self.targets[seat] = table.targets(card, cubes)
            assert not any(now.town.get(square) == table.town[square] for square in cubes)
            if len(self.targets[seat]) == 1:
                assert plain.buildings(now.town)[self.targets[seat].copy().pop()] == kind
        if words[:1] == ["exchange"]:
            self.exchanged[seat].add(plain.square_of(words[2]))
        if words[:1] in (["exchange"], ["endow"], ["settle"]):
            assert plain.buildings(now.town)[plain.square_of(words[2])] == words[1]
            if self.match.box.options["watch_effects"]:
                self.made[seat].add(words[1])
        if now.standing() and not table.standing():
            self.shrines[seat] = len(plain.buildings(now.town))

    def check_round(self) -> None:
        """After a move: checks what Opaleye's Watch brings, which towns are completed, who names."""
        view = self.match.view()
        if view["phase"] == "watch" and self.before["phase"] != "watch":
            self.check_watch(plain.due(self.tables(), self.made, self.watchers()))
            self.before = {**self.before, "phase": "watch"}
        elif view["rounds"] != self.before["rounds"]:
            tables = self.tables()
            if self.before["phase"] != "watch":
                assert not any(plain.due(tables, self.made, self.watchers()))
            places, hammer = plain.after_round(self.before["players"], tables, self.before["hammer"])
            assert [player["place"] for player in view["players"]] == places
            assert self.match.over == (None not in places)
            if hammer is not None:
                assert view["hammer"] == hammer
            self.check_points(tables)
            self.new_round()

    def watchers(self) -> set[int]:
        """The seats whose Watch would work already."""
        return self.owners if self.match.box.options["watch_delay"] else set(range(self.seats))

    def check_watch(self, expected: list[set[str]]) -> None:
        self.seen.add("watch")
        assert [set(player["due"]) for player in self.match.view()["players"]] == expected
        assert set(self.match.pending) == {seat for seat in range(self.seats) if expected[seat]}

    def check_points(self, tables: list[plain.Table]) -> None:
        totals = [
            plain.Score(table, plain.right_of(tables, seat), self.shrines[seat]).total()
            for seat, table in enumerate(tables)
        ]
        assert [sheet.total for sheet in self.match.sheet()] == totals
        if self.match.over:
            assert self.match.winners == plain.winners(tables, totals)


@functools.cache
def compared(number: int) -> frozenset[str]:
    """Plays games of one variant; returns the decisions and cards that came up."""
    seats, options = VARIANTS[number]
    rng, seen = random.Random(f"plain {number}"), set()
    for game in range(-(-TOWNS // seats)):
        match = tw.new("tiny-towns", seats, seed=f"plain {number} {game}", options=options)
        referee = Referee(match, rng)
        while not match.over:
            if referee.before["phase"] == "keep" and match.view()["phase"] != "keep":
                referee.new_round()
            referee.step()
            referee.check_round()
        seen |= referee.seen
    return frozenset(seen)


@pytest.mark.parametrize("number", range(len(VARIANTS)))
def test_moves_rounds_and_points_agree_with_a_naive_model(number: int) -> None:
    assert compared(number) >= {"handle", "build", "target", "cottage"}


def test_the_comparison_met_every_decision_and_every_card() -> None:
    seen = frozenset().union(*(compared(number) for number in range(len(VARIANTS))))
    decisions = {"keep", "name", "pick", "handle", "swap", "build", "target", "mark"}
    decisions |= {"exchange", "endow", "list", "settle", "watch"}
    assert seen == decisions | plain.PATTERNS.keys()


PILES = [
    ["farm", "granary", "greenhouse", "orchard"],
    ["well", "fountain", "millstone", "shed"],
    ["abbey", "chapel", "cloister", "temple"],
    ["almshouse", "feast_hall", "inn", "tavern"],
    ["bakery", "market", "tailor", "theater"],
    ["bank", "factory", "trading_post", "warehouse"],
]
MONUMENTS = list(plain.PATTERNS)[25:]
NOT_SOLO = {"inn", "bank", "fort_ironweed", "opaleyes_watch"}  # left out in Solo (1.10)


def random_town(rng: random.Random, warehouse: bool, monument: bool) -> str:
    """A possible town at the end: many cottages, with cubes and empty squares among the buildings."""
    marks = rng.choices(["CO", *plain.TYPES, "..", "W"], [4, 2, 2, 2, 3, 2, 2, 2, 2, 1], k=16)
    if warehouse:
        marks = [f"FC({'WGS'[: rng.randrange(4)]})" if mark == "FC" else mark for mark in marks]
    if monument:
        marks[rng.randrange(16)] = "MO"
    return " / ".join(" ".join(marks[row : row + 4]) for row in range(0, 16, 4)).replace("()", "")


@pytest.mark.parametrize("monument", [None, *MONUMENTS])
def test_finished_towns_score_as_in_the_naive_model(monument: str | None) -> None:
    rng = random.Random(f"towns {monument}")
    for _ in range(200):
        cards, seats = [rng.choice(pile) for pile in PILES], rng.randint(1, 4)
        players = []
        for seat in range(seats):
            standing = monument is not None and seat == 0 and rng.random() < 0.9
            text = random_town(rng, cards[5] == "warehouse", standing)
            players.append(
                player(text, monument if seat == 0 else None, place=rng.randint(1, 6), hammers=rng.randrange(3))
            )
        shrine = rng.randint(1, 9)
        if "MO" in str(players[0]["town"]):
            players[0]["shrine"] = shrine
        if seats == 1 and (NOT_SOLO & set(cards) or monument in NOT_SOLO):
            continue
        match = table(*players, cards=", ".join(cards), over=True)
        view = match.view()
        tables = [plain.Table(view, seat, match.box.options) for seat in range(seats)]
        totals = [plain.Score(town, plain.right_of(tables, seat), shrine).total() for seat, town in enumerate(tables)]
        assert [sheet.total for sheet in match.sheet()] == totals, players
        assert match.winners == plain.winners(tables, totals)
