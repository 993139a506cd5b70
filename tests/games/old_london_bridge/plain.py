"""Old London Bridge written a second time, naively, from the rules page alone: the whole game as one long function.

Only the set-up (what was shuffled) comes from a match; this model works out everything after it.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Generator
from typing import Any

Asked = tuple[str, dict[int, set[str]]]  # a decision, and for each seat that has it the words of its moves
Answer = tuple[int, str]
Story = Generator[Asked, Answer, None]

STACKS = ("chapel", "gate", "inn", "emporium", "guild", "garden")  # clockwise around the wheel
WHEEL = ("X", 3, 1, 2, 1, 2)  # clockwise from the X
COLOURS = ("blue", "orange", "grey", "green")
NUMBERED = {
    "chapel": "3 grey, 6 blue, 14 green, 16 orange, 25 grey, 28 green, 32 blue, 39 orange, 44 blue, 50 orange, 51 grey, 58 green",
    "gate": "5 orange, 7 green, 11 blue, 17 grey, 24 orange, 30 blue, 35 green, 37 grey, 42 green, 48 grey, 53 orange, 57 blue",
    "inn": "4 green, 8 orange, 13 grey, 20 blue, 22 green, 26 orange, 33 grey, 40 blue, 41 grey, 49 blue, 54 green, 56 orange",
    "emporium": "1 blue, 9 grey, 15 orange, 18 green, 21 blue, 29 grey, 31 orange, 38 green, 43 orange, 46 green, 55 blue, 60 grey",
}
GUILDS = "2 10 12 19 23 27 34 36 45 47 52 59"
TYPE: dict[str, str] = {}
CRESTS: dict[str, tuple[str, ...]] = {}
for _type, _tiles in NUMBERED.items():
    for _number, _colour in map(str.split, _tiles.split(", ")):
        TYPE[_number], CRESTS[_number] = _type, (_colour,)
for _number in GUILDS.split():
    TYPE[_number], CRESTS[_number] = "guild", COLOURS
for _colour in COLOURS:
    TYPE[f"G-{_colour}"], CRESTS[f"G-{_colour}"] = "garden", (_colour,)

CARDS = {1: 16, 2: 14, 3: 12, 4: 10}
HANDS = ([1, 1, 2, 3, 4], [1, 2, 2, 3, 4], [1, 2, 3, 3, 4], [1, 2, 3, 4, 4])  # by step, the front one first
COINS = {2: 1, 5: 2, 8: 3, 11: 5}
BONUS_SPACES = (3, 6, 9, 12)
LAST, PRIZE, CENTRE_COST = 15, 10, 2
AWARDS = {2: [5], 3: [5, 3], 4: [5, 3, 1]}
PENALTY = (0, 1, 3, 6, 10, 15)  # for empty slots


def garden(tile: str) -> bool:
    return TYPE[tile] == "garden"


def valid(row: list[str]) -> bool:
    """Numbers fall, and start again after a garden."""
    return all(garden(a) or garden(b) or int(a) > int(b) for a, b in itertools.pairwise(row))


def slots(row: list[str], tile: str) -> list[int]:
    """Where a tile may go: the next free slot, otherwise every slot of a building that it may replace."""
    if valid([*row, tile]):
        return [len(row)]
    return [n for n, old in enumerate(row) if not garden(old) and valid([*row[:n], tile, *row[n + 1 :]])]


def strength(row: list[str], colour: str) -> int:
    return sum(colour in CRESTS[tile] for tile in row)


def hauls(supply: Counter[int], worth: int) -> set[str]:
    """The words of every set of cards worth this much, or the most below it that the supply allows."""
    for total in range(worth, 0, -1):
        ways = set()
        for counts in itertools.product(*(range(min(supply[value], total // value) + 1) for value in (4, 3, 2, 1))):
            cards = [value for value, count in zip((4, 3, 2, 1), counts, strict=True) for _ in range(count)]
            if sum(cards) == total:
                ways.add(" ".join(["inn", *map(str, cards)]))
        if ways:
            return ways
    return set()


class Card:
    """A card on the table: its printed value, what bonus tiles added, its owner."""

    def __init__(self, value: int, seat: int) -> None:
        self.value, self.plus, self.seat = value, 0, seat

    def counts(self) -> int:
        return self.value + self.plus


class Game:
    """A game from its set-up. `asked` is the decision that it waits for (None at the end); `answer` plays one."""

    def __init__(self, setup: dict[str, Any], options: dict[str, Any]) -> None:
        self.options = options
        self.seats = len(setup["players"])
        self.rounds, zeros = (6, 2) if self.seats == 2 else (12, 1)
        self.stacks = {stack: list(setup["stacks"][stack]["tiles"]) for stack in STACKS}
        self.bonus = [list(stack["tiles"]) for stack in setup["bonus"]]
        self.offset, self.markers = setup["offset"], list(setup["markers"]["coming"])
        self.chapel_scoring, self.gate_scoring, self.inn_scoring, self.bridge_scoring = setup["scoring"]
        self.line = {"chapel": list(setup["chapel_order"]), "gate": list(setup["gate_order"])}  # front and top first
        self.space = {track: [0] * self.seats for track in ("chapel", "gate")}
        self.supply = Counter(CARDS)
        self.hand: list[Counter[int]] = [Counter() for _ in range(self.seats)]
        for step, seat in enumerate(self.line["chapel"]):
            self.hand[seat] = Counter(HANDS[step] + [0] * zeros)
            self.supply.subtract(HANDS[step])
        self.money = [5] * self.seats
        self.bridge: list[list[str]] = [[] for _ in range(self.seats)]
        self.tiles: list[list[tuple[str, int]]] = [[] for _ in range(self.seats)]  # kind, round gained
        self.pawn: list[str | None] = [None] * self.seats
        self.removed: set[int] = set()
        self.round, self.passes = 1, 0
        self.numbers: list[tuple[int, int]] = []  # number and seat of what was built this round
        self.asked: Asked | None = None
        self.story = self.play()
        self.advance(lambda: next(self.story))

    def advance(self, step: Callable[[], Asked]) -> None:
        try:
            self.asked = step()
        except StopIteration:
            self.asked = None

    def answer(self, seat: int, words: str) -> None:
        self.advance(lambda: self.story.send((seat, words)))

    def ask(self, decision: str, seat: int, words: set[str]) -> Generator[Asked, Answer, str]:
        """The seat's choice; with a single option there is no decision."""
        if len(words) == 1:
            return min(words)
        _, answer = yield decision, {seat: words}
        return answer

    def usable(self, seat: int, kind: str) -> int:
        return sum(tile == kind and gained < self.round for tile, gained in self.tiles[seat])

    def use(self, seat: int, kind: str) -> None:
        self.tiles[seat].remove(next(tile for tile in self.tiles[seat] if tile[0] == kind and tile[1] < self.round))

    def walkers(self, seat: int) -> set[str]:
        """The tiles for markers that have not reached the end."""
        tracks = {"ch2": "chapel", "gt2": "gate"}
        return {
            word for word, track in tracks.items() if self.usable(seat, word.upper()) and self.space[track][seat] < LAST
        }

    def walk_by_tile(self, seat: int, word: str) -> Story:
        self.use(seat, word.upper())
        yield from self.walk(seat, {"ch2": "chapel", "gt2": "gate"}[word], 2)

    def walk(self, seat: int, track: str, steps: int) -> Story:
        space, line, due = self.space[track], self.line[track], 0
        if space[seat] == LAST:
            return
        for _ in range(min(steps, LAST - space[seat])):
            space[seat] += 1
            if track == "chapel":
                self.money[seat] += COINS.get(space[seat], 0)
            else:
                due += space[seat] in BONUS_SPACES
        if space[seat] == LAST:
            self.money[seat] += PRIZE
            due += track == "gate" and self.options.get("last_gate_space") == "prize_and_tile"
        line.remove(seat)
        ahead = [p for p in line if space[p] > space[seat] or (space[p] == space[seat] == LAST)]
        line.insert(len(ahead), seat)
        for _ in range(due):
            piles = {f"take {n}" for n, pile in enumerate(self.bonus, 1) if pile}
            if piles:
                word = yield from self.ask("bonus", seat, piles)
                self.tiles[seat].append((self.bonus[int(word[-1]) - 1].pop(0), self.round))

    def gate_line(self) -> list[int]:
        """Front to back on the gate track, by the option for ties."""
        ties = self.line["chapel" if self.options.get("gate_ties") == "chapel" else "gate"]
        return sorted(range(self.seats), key=lambda p: (-self.space["gate"][p], ties.index(p)))

    def play(self) -> Story:
        while True:
            self.numbers = []
            yield from self.ladies()
            cards = yield from self.cards()
            for card in cards:
                yield from self.turn(card)
            self.round_scoring()
            self.pawn = [None] * self.seats
            if self.round == self.rounds or sum(not stack for stack in self.stacks.values()) >= 3:
                return
            self.round += 1
            self.offset = (self.offset + self.markers.pop(0)) % len(WHEEL)

    def ladies(self) -> Story:
        for seat in list(self.line["chapel"]):
            while self.usable(seat, "LADY") and self.supply[2]:
                if (yield from self.ask("lady", seat, {"lady", "done"})) == "done":
                    break
                self.use(seat, "LADY")
                self.supply[2] -= 1
                self.hand[seat][2] += 1

    def choices(self, seat: int) -> set[str]:
        cards = sorted(self.hand[seat].elements(), reverse=True)
        if self.seats == 2:
            return {f"cards {a} {b}" for a, b in itertools.combinations(cards, 2)}
        return {f"card {value}" for value in cards}

    def cards(self) -> Generator[Asked, Answer, list[Card]]:
        """Everybody's cards, chosen at once, in the order of their turns."""
        waiting = {seat: self.choices(seat) for seat in range(self.seats)}
        chosen = {seat: min(waiting.pop(seat)) for seat in range(self.seats) if len(waiting[seat]) == 1}
        while waiting:
            seat, words = yield "choose", waiting
            chosen[seat] = words
            del waiting[seat]
        table = [Card(int(value), seat) for seat, words in chosen.items() for value in words.split()[1:]]
        for card in table:
            self.hand[card.seat][card.value] -= 1

        def early(card: Card) -> tuple[int, int, int]:
            return -card.counts(), self.line["chapel"].index(card.seat), -card.value

        table.sort(key=early)
        if self.inn_scoring == "I2":
            self.money[table[0].seat] += 2
        for seat in dict.fromkeys(card.seat for card in table):
            own = sorted((card for card in table if card.seat == seat), key=lambda card: -card.value)
            yield from self.raise_cards(seat, own)
        return sorted(table, key=early)

    def raise_cards(self, seat: int, own: list[Card]) -> Story:
        while self.usable(seat, "PLUS"):
            words = {"plus 1", "done"}
            if len({(card.value, card.plus) for card in own}) == 2:
                words.add("plus 2")
            word = yield from self.ask("plus", seat, words)
            if word == "done":
                return
            self.use(seat, "PLUS")
            own[int(word[-1]) - 1].plus += 1

    def round_scoring(self) -> None:
        for code, track, front in (
            (self.chapel_scoring, "chapel", self.line["chapel"][0]),
            (self.gate_scoring, "gate", self.gate_line()[0]),
        ):
            if code in ("C2", "G2") and self.space[track][front]:
                self.money[front] += 1
        if self.bridge_scoring == "B2" and self.numbers:
            self.money[min(self.numbers)[1]] += 2

    def pays(self, stack: str) -> Any:
        return WHEEL[(STACKS.index(stack) - self.offset) % len(WHEEL)]

    def taken(self, seat: int, space: str) -> bool:
        return any(self.pawn[other] == space for other in range(self.seats) if other != seat)

    def placements(self, seat: int) -> set[str]:
        words = set()
        for stack in STACKS:
            if not self.stacks[stack]:
                continue
            needs = ["OCC"] * self.taken(seat, stack) + ["X"] * (self.pays(stack) == "X")
            if self.pawn[seat] != stack and all(self.usable(seat, kind) for kind in needs):
                words.add(f"space {stack}")
            if self.pawn[seat] != "centre" and (not self.taken(seat, "centre") or self.usable(seat, "OCC")):
                if self.money[seat] >= CENTRE_COST:
                    words.add(f"centre {stack}")
                if self.usable(seat, "FREE"):
                    words.add(f"free {stack}")
        return words

    def turn(self, card: Card) -> Story:
        seat = card.seat
        (self.supply if card.value else self.hand[seat])[card.value] += 1
        while (word := (yield from self.place(seat))) in ("ch2", "gt2"):
            yield from self.walk_by_tile(seat, word)
        if word == "pass":
            self.passes += 1
        else:
            kind, stack = word.split()
            self.move_pawn(seat, kind, stack)
            yield from self.build(seat, self.stacks[stack].pop(0))
        regained = False
        while True:
            words = self.walkers(seat) | {"done"}
            if card.value and self.supply[card.value] and self.usable(seat, "REC") and not regained:
                words.add("rec")
            word = yield from self.ask("after", seat, words)
            if word == "done":
                return
            if word == "rec":
                self.use(seat, "REC")
                self.supply[card.value] -= 1
                self.hand[seat][card.value] += 1
                regained = True
            else:
                yield from self.walk_by_tile(seat, word)

    def place(self, seat: int) -> Generator[Asked, Answer, str]:
        """A placement is always a decision, even the only one; a pass without a choice is not."""
        words = (self.placements(seat) or {"pass"}) | self.walkers(seat)
        if words == {"pass"}:
            return "pass"
        _, word = yield "place", {seat: words}
        return word

    def move_pawn(self, seat: int, kind: str, stack: str) -> None:
        space = stack if kind == "space" else "centre"
        if self.taken(seat, space):
            self.use(seat, "OCC")
        if kind == "free":
            self.use(seat, "FREE")
        elif kind == "centre":
            self.money[seat] -= CENTRE_COST
        elif self.pays(stack) == "X":
            self.use(seat, "X")
        else:
            self.money[seat] += self.pays(stack)
        self.pawn[seat] = space

    def build(self, seat: int, tile: str) -> Story:
        row = self.bridge[seat]
        where = slots(row, tile)
        if where == [len(row)]:
            row.append(tile)
        else:
            word = yield from self.ask("replace", seat, {f"replace {slot + 1}" for slot in where})
            slot = int(word.split()[1]) - 1
            self.removed.add(int(row[slot]))
            row[slot] = tile
        if not garden(tile):
            self.numbers.append((int(tile), seat))
        worth = strength(row, CRESTS[tile][0])
        match TYPE[tile]:
            case "chapel" | "gate" as track:
                yield from self.walk(seat, track, worth)
            case "emporium":
                self.money[seat] += worth
            case "inn":
                ways = hauls(self.supply, worth)
                if ways:
                    word = yield from self.ask("inn", seat, ways)
                    cards = [int(value) for value in word.split()[1:]]
                    self.supply.subtract(cards)
                    self.hand[seat].update(cards)

    def award(self, money: list[int], values: list[int], line: list[int] | None = None, least: int = 1) -> None:
        """Pays the awards of a ranking. A line (the chapel order) breaks ties; seats below the least are skipped."""
        line = self.line["chapel"] if line is None else line
        ranked = sorted(line, key=lambda p: -values[p])  # stable: ties stay in line
        for seat, award in zip((p for p in ranked if values[p] >= least), AWARDS[self.seats], strict=False):
            money[seat] += award

    def count(self, stack: str) -> list[int]:
        return [sum(TYPE[tile] == stack for tile in row) for row in self.bridge]

    def final(self) -> list[int]:
        """Everybody's money after the final scoring."""
        money = list(self.money)
        extra = [[0] * self.seats]
        chapel, gate = self.space["chapel"], self.space["gate"]
        match self.chapel_scoring:
            case "C0":
                self.award(money, chapel)
            case "C1":
                self.award(money, self.count("chapel"))
            case "C3":
                extra.append([space - min(chapel) for space in chapel])
            case "C4":
                coins = COINS | ({LAST: PRIZE} if self.options.get("c4_counts_end") else {})
                extra.append([sum(coin for at, coin in coins.items() if at <= space) for space in chapel])
        match self.gate_scoring:
            case "G0":
                self.award(money, gate, self.gate_line())
            case "G1":
                self.award(money, self.count("gate"))
            case "G3":
                steps = {4: 3, 7: 5, 10: 9, 13: 12}
                extra.append([max((worth for at, worth in steps.items() if space >= at), default=0) for space in gate])
        match self.inn_scoring:
            case "I0":
                self.award(money, [sum(hand.elements()) for hand in self.hand])
            case "I1":
                self.award(money, self.count("inn"))
            case "I3":
                steps = {3: 4, 5: 7, 8: 11}
                extra.append(
                    [max((w for at, w in steps.items() if hand.total() >= at), default=0) for hand in self.hand]
                )
            case "I4":
                extra.append([sets(hand) for hand in self.hand])
        match self.bridge_scoring:
            case "B0":
                self.award(money, [len(row) for row in self.bridge], least=0)
            case "B1":
                self.award(money, [longest_section(row) for row in self.bridge], least=0)
            case "B3":
                extra.append([2 * sum(not garden(tile) and int(tile) <= 30 for tile in row) for row in self.bridge])
            case "B4":
                extra.append([10 * min(counts) for counts in zip(*map(self.count, STACKS), strict=True)])
        totals = []
        for seat in range(self.seats):
            total = money[seat] + sum(row[seat] for row in extra)
            total = max(0, total - PENALTY[min(5, 12 - len(self.bridge[seat]))])
            unused = len(self.tiles[seat])
            totals.append(total + ((0, 1, 4, 9, 16)[min(4, unused)] if self.gate_scoring == "G4" else unused))
        return totals

    def winner(self) -> int:
        totals = self.final()
        return next(seat for seat in self.line["chapel"] if totals[seat] == max(totals))


def sets(hand: Counter[int]) -> int:
    """Scoring I4, set by set: the longest run of cards that begins with 1 and 2, again and again."""
    left, total = Counter(hand), 0
    while left[1] and left[2]:
        run = next((n for n in (2, 3) if not left[n + 1]), 4)
        left.subtract(range(1, run + 1))
        total += 5 * (run - 1)
    return total


def longest_section(row: list[str]) -> int:
    return max(len(list(run)) if not gap else 0 for gap, run in itertools.groupby([*row, "G-blue"], key=garden))
