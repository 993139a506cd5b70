"""Pier 18 written a second time, as plainly as possible: piers are two strings, scores are counted space by space.

It follows the rules page alone and serves only the tests, as a judge of the compiled rules and of the solver.
"""

from __future__ import annotations

import functools
import itertools
from typing import Any

from townwright.games import load

Sides = tuple[str, str]
Outcome = tuple[tuple[int, int, int], ...]  # of each seat: points, characters, minus the plan's date
CARDS: dict[str, Any] = {row["id"]: row for row in load("pier-18").contents["card"]}


@functools.cache
def lay(pier: Sides, card: str, overlap: int, turned: bool) -> Sides:
    left, right = CARDS[card]["left"], CARDS[card]["right"]
    if turned:
        left, right = right[::-1], left[::-1]
    stop = len(pier[0]) - overlap
    return pier[0][:stop] + left, pier[1][:stop] + right


def groups(side: str) -> list[str]:
    return [run for run in side.replace(".", " ").split() if "S" in run]


def unaccompanied(side: str, n: int) -> bool:
    return all(side[m] == "." for m in range(max(0, n - 2), min(len(side), n + 3)) if m != n)


@functools.cache
def points(pier: Sides, kind: str) -> int:
    if kind == "F":
        return max(side.count("F") for side in pier)
    if kind == "P":
        return sum(side.count("P") for side in pier) // 2
    if kind == "L":
        return 2 * sum(unaccompanied(side, n) for side in pier for n in range(len(side)) if side[n] == "L")
    return sum(len(run) - 1 for side in pier for run in groups(side))


def metric(pier: Sides, patrons: int, name: str) -> int:
    both = "".join(pier)
    sections = list(zip(*pier, strict=True))
    found = {
        "empty_sections": sum(a == b == "." for a, b in sections),
        "length": len(sections),
        "characters": len(both) - both.count("."),
        "largest_seller_group": max((len(run) for side in pier for run in groups(side)), default=0),
        "lovers": both.count("L"),
        "full_sections": sum(a != "." and b != "." for a, b in sections),
        "least_common_character": min(both.count(kind) for kind in "FPLS"),
        "seller_groups": sum(len(run) >= 2 for side in pier for run in groups(side)),
        "twin_sections": sum(a == b != "." for a, b in sections),
        "side_difference": abs(pier[0].count(".") - pier[1].count(".")),
        "scoring_lovers": points(pier, "L") // 2,
        "sellers": both.count("S"),
        "fishers_richer_side": max(side.count("F") for side in pier),
        "patrons": patrons,
        "fishers_poorer_side": min(side.count("F") for side in pier),
        "poets": both.count("P"),
    }
    return found[name]


@functools.cache
def goal_met(pier: Sides, patrons: int, plan: str, seats: int) -> bool:
    goal = CARDS[plan]["goal"]
    limit = goal["two"] if seats == 2 else goal["three"]
    found = metric(pier, patrons, goal["metric"])
    return found >= limit if goal["op"] == ">=" else found <= limit


@functools.cache
def standing(pier: Sides, patrons: int, plan: str, seats: int) -> tuple[int, int, int]:
    """Points, characters and date of a finished pier, in the order that decides."""
    total = sum(points(pier, kind) for kind in "FPLS") + patrons + 4 * goal_met(pier, patrons, plan, seats)
    month, day = map(int, CARDS[plan]["date"].split("-"))
    return total, sum(space != "." for side in pier for space in side), -(100 * month + day)


def patron_winner(piers: list[Sides], taken: list[str], patron: str) -> int:
    def claim(seat: int) -> tuple[int, list[int]]:
        total = sum(points(piers[seat], kind) for kind in CARDS[patron]["patron"])
        return -total, [int(part) for part in CARDS[taken[seat]]["date"].split("-")]

    return min(range(len(piers)), key=claim)


def value(outcome: Outcome, seat: int) -> tuple[int, int, int]:
    """The value of an outcome for a seat: its place, its lead, its points."""
    place = sorted(outcome, reverse=True).index(outcome[seat])
    lead = outcome[seat][0] - max(row[0] for other, row in enumerate(outcome) if other != seat)
    return -place, lead, outcome[seat][0]


def ways(rotation: bool) -> list[tuple[int, bool]]:
    return list(itertools.product(range(4), (False, True) if rotation else (False,)))


class Position:
    """A last round: piers, plans, patrons won so far, the cards still on offer, whose turn it is."""

    def __init__(self, view: dict[str, Any], rotation: bool) -> None:
        players = view["players"]
        self.seats, self.rotation = len(players), rotation
        self.piers: list[Sides] = [(player["left"], player["right"]) for player in players]
        self.plans = [player["plan"] for player in players]
        self.patrons = [len(player["patrons"]) for player in players]
        self.taken = [player["pier"][-1]["card"] for player in players]
        self.offer = [card for card in view["offer"] if card is not None]
        self.order = [(view["turn"] + n) % self.seats for n in range(len(self.offer) - 1)]

    def options(self) -> dict[str, Outcome]:
        """Every move of the seat to act, and the outcome if everybody plays best after it."""
        outcomes = {}
        for card, (overlap, turned) in itertools.product(self.offer, ways(self.rotation)):
            words = f"take {card} over {overlap}" + " turned" * turned
            outcomes[words] = self.play(0, self.piers, self.taken, self.offer, card, overlap, turned)
        return outcomes

    def play(
        self, n: int, piers: list[Sides], taken: list[str], offer: list[str], card: str, overlap: int, turned: bool
    ) -> Outcome:
        seat = self.order[n]
        piers, taken = list(piers), list(taken)
        piers[seat], taken[seat] = lay(piers[seat], card, overlap, turned), card
        offer = [other for other in offer if other != card]
        if n + 1 == len(self.order):
            return self.lay_plans(piers, taken, offer[0])
        mover = self.order[n + 1]
        outcomes = [
            self.play(n + 1, piers, taken, offer, other, *way)
            for other, way in itertools.product(offer, ways(self.rotation))
        ]
        return max(outcomes, key=lambda outcome: value(outcome, mover))

    def lay_plans(self, piers: list[Sides], taken: list[str], patron: str) -> Outcome:
        """Lays the plans one after another; each seat tries every way against every answer of the seats after it."""
        patrons = list(self.patrons)
        patrons[patron_winner(piers, taken, patron)] += 1
        ends = [
            [
                standing(lay(piers[seat], self.plans[seat], *way), patrons[seat], self.plans[seat], self.seats)
                for way in ways(self.rotation)
            ]
            for seat in range(self.seats)
        ]
        return self.lay_from(0, ends, ())

    def lay_from(self, seat: int, ends: list[list[tuple[int, int, int]]], laid: Outcome) -> Outcome:
        if seat == self.seats:
            return laid
        outcomes = [self.lay_from(seat + 1, ends, (*laid, end)) for end in ends[seat]]
        return max(outcomes, key=lambda outcome: value(outcome, seat))


class Game:
    """A whole game that follows given moves: who must act, what they may do, who gets patrons, who wins."""

    def __init__(self, hands: list[list[str]], rotation: bool) -> None:
        self.hands, self.rotation, self.seats = hands, rotation, len(hands)
        self.rounds = {2: 4, 3: 3}[self.seats]
        self.phase, self.round, self.start = "choose", 0, -1
        self.waiting = list(range(self.seats))  # in the order of their turns, or at once
        self.plans, self.taken = [""] * self.seats, [""] * self.seats
        self.piers: list[Sides] = [("", "")] * self.seats
        self.patrons: list[list[str]] = [[] for _ in range(self.seats)]
        self.offer: list[str] = []
        self.ties = 0

    def pending(self) -> list[int]:
        return self.waiting[:1] if self.phase == "take" else sorted(self.waiting)

    def moves(self, seat: int) -> set[str]:
        if self.phase == "choose":
            pairs = itertools.permutations(self.hands[seat], 2)
            return {f"plan {plan} foundation {foundation}" for plan, foundation in pairs}
        laid = {f"over {overlap}" + " turned" * turned for overlap, turned in ways(self.rotation)}
        if self.phase == "plan":
            return {f"lay {way}" for way in laid}
        return {f"take {card} {way}" for card in self.offer for way in laid}

    def play(self, seat: int, move: str) -> None:
        words = move.split()
        self.waiting.remove(seat)
        if self.phase == "choose":
            self.plans[seat], foundation = words[1], words[3]
            self.piers[seat], self.taken[seat] = lay(("", ""), foundation, 0, False), foundation
            if not self.waiting:
                self.phase = "take"
                self.next_round(min(range(self.seats), key=lambda p: CARDS[self.taken[p]]["date"]))
            return
        card = self.plans[seat] if self.phase == "plan" else words[1]
        overlap = int(words[words.index("over") + 1])
        self.piers[seat] = lay(self.piers[seat], card, overlap, words[-1] == "turned")
        if self.phase == "take":
            self.offer.remove(card)
            self.taken[seat] = card
            if not self.waiting:
                self.end_round()
        elif not self.waiting:
            self.phase = "over"

    def next_round(self, start: int) -> None:
        """Begins a round; the caller fills in the offer."""
        self.start, self.round, self.offer = start, self.round + 1, []
        self.waiting = [(start + n) % self.seats for n in range(self.seats)]

    def end_round(self) -> None:
        [patron] = self.offer
        totals = [sum(points(pier, kind) for kind in CARDS[patron]["patron"]) for pier in self.piers]
        self.ties += totals.count(max(totals)) > 1
        self.patrons[patron_winner(self.piers, self.taken, patron)].append(patron)
        if self.round < self.rounds:
            self.next_round((self.start + 1) % self.seats)
        else:
            self.phase, self.waiting = "plan", list(range(self.seats))

    def standings(self) -> Outcome:
        return tuple(
            standing(pier, len(patrons), plan, self.seats)
            for pier, patrons, plan in zip(self.piers, self.patrons, self.plans, strict=True)
        )

    def ranks(self) -> list[int]:
        rows = self.standings()
        return [1 + sum(other > row for other in rows) for row in rows]
