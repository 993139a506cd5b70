"""A naive Tiny Towns, written from the rules page alone: patterns, moves, the course of a round, points."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

Square = tuple[int, int]
Town = dict[Square, str]  # a letter for a cube, or a mark such as CO or FC(WG); empty squares are left out
Seat = dict[str, Any]

LETTERS = "WYBGS"
TYPES = ("CO", "FD", "WL", "CH", "TV", "TH", "FC")
SQUARES = [(row, column) for row in range(4) for column in range(4)]
CORNERS = [(0, 0), (0, 3), (3, 0), (3, 3)]
CENTRE = [(1, 1), (1, 2), (2, 1), (2, 2)]
PATTERNS = {
    "cottage": ".Y/BG", "farm": "YY/WW", "granary": "YY/WB", "greenhouse": "YG/WW", "orchard": "SY/YW",
    "well": "WS", "fountain": "WS", "millstone": "WS", "shed": "WS",
    "abbey": "..G/BSS", "chapel": "..G/SGS", "cloister": "..G/WBS", "temple": "..G/BBS",
    "almshouse": "SSG", "feast_hall": "WWG", "inn": "YSG", "tavern": "BBG",
    "bakery": ".Y./BGB", "market": ".W./SGS", "tailor": ".Y./SGS", "theater": ".S./WGW",
    "bank": "YY./WGB", "factory": "W.../BSSB", "trading_post": "SW./SWB", "warehouse": "YWY/B.B",
    "architects_guild": "..G/.YS/WB.", "archive": "YY/BG", "barrett_castle": "Y..S/WGGB", "cathedral": ".Y/SG",
    "fort_ironweed": "Y.B/SWS", "mausoleum": "WW/BS", "grove_university": ".B./SGS", "mandras_palace": "YG/BW",
    "obelisk": "Y../BGB", "opaleyes_watch": "W.../BGYY/S...", "shrine": "BYS/WGW", "silva_forum": "..Y./BBSW",
    "sky_baths": ".Y./SGW/B.B", "starloom": "GG/WY", "statue": "WSSG/Y...",
}  # fmt: skip


def placements(pattern: str) -> set[frozenset[tuple[Square, str]]]:
    """Every way a pattern can lie in a town, turned and mirrored."""
    cells = [(r, c, x) for r, line in enumerate(pattern.split("/")) for c, x in enumerate(line) if x != "."]
    found = set()
    for mirrored, turns in itertools.product((False, True), range(4)):
        turned = [(r, -c if mirrored else c, x) for r, c, x in cells]
        for _ in range(turns):
            turned = [(c, -r, x) for r, c, x in turned]
        for down, right in itertools.product(range(-3, 7), repeat=2):
            placed = frozenset(((r + down, c + right), x) for r, c, x in turned)
            if all(square in SQUARES for square, _ in placed):
                found.add(placed)
    return found


PLACEMENTS = {card: placements(pattern) for card, pattern in PATTERNS.items()}


def name(square: Square) -> str:
    return "abcd"[square[1]] + str(4 - square[0])


def square_of(text: str) -> Square:
    return 4 - int(text[1]), "abcd".index(text[0])


def read(rows: list[str]) -> Town:
    marks = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row.split())}
    return {square: mark for square, mark in marks.items() if mark != ".."}


def buildings(town: Town) -> Town:
    """The types of the buildings, without cubes and without what lies on them."""
    return {square: mark[:2] for square, mark in town.items() if len(mark) > 1}


def on(mark: str) -> str:
    """What lies on a building."""
    return mark[3:-1]


def empty(town: Town) -> list[Square]:
    return [square for square in SQUARES if square not in town]


def neighbours(square: Square) -> list[Square]:
    row, column = square
    near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [square for square in near if square in SQUARES]


def groups(squares: Iterable[Square]) -> list[set[Square]]:
    """Squares connected by their edges."""
    rest, found = set(squares), []
    while rest:
        group, edge = set(), {rest.pop()}
        while edge:
            group |= edge
            edge = {near for square in edge for near in neighbours(square)} & rest
            rest -= edge
        found.append(group)
    return found


class Table:
    """What a seat sees, and the options; `moves` says what it may do."""

    def __init__(self, view: dict[str, Any], seat: int, options: dict[str, Any]) -> None:
        self.view, self.seat, self.options = view, seat, options
        self.me: Seat = view["players"][seat]
        self.town = read(self.me["town"])
        self.cards = dict(zip(TYPES, view["cards"], strict=True))
        self.alone = len(view["players"]) == 1
        self.town_hall = options["variant"] == "town_hall"
        self.solo = self.alone and not self.town_hall

    def black(self, card: str) -> dict[Square, str]:
        """The black buildings and what lies on them, if this is their card."""
        return {s: on(m) for s, m in self.town.items() if m[:2] == "FC" and self.cards["FC"] == card}

    def standing(self) -> str | None:
        """The monument that stands in the town."""
        return self.me["monuments"][0] if "MO" in self.town.values() else None

    def five_banks(self) -> bool:
        return set(self.black("bank").values()) >= set(LETTERS)

    def by_others(self) -> bool:
        """Whether the resource counts as named by another player."""
        if self.town_hall:
            return self.view["named"] is not None
        return self.solo or self.view["hammer"] != self.seat

    def types(self) -> list[str]:
        """The types that an effect may bring."""
        return [kind for kind in TYPES if not (kind == "FC" and self.five_banks())]

    def handlings(self) -> set[str]:
        named, found = self.view["named"], set()
        letters = set(named or set(LETTERS) - set(self.black("bank").values()))
        if self.by_others():
            if named in self.black("factory").values():
                letters = set(LETTERS)
            for square, cubes in self.black("warehouse").items():
                if len(cubes) < 3:
                    found.add(f"store {name(square)}")
                found |= {f"swap {name(square)} {cube}" for cube in set(cubes) - {named}}
            if self.standing() == "statue":
                found |= {f"lay {name(square)}" for square, mark in self.town.items() if mark == "CO"}
            if self.options["cavern"] and self.me["cavern"] < 2 and (not self.solo or self.options["cavern_solo"]):
                found.add("cavern")
        return found | {f"place {letter} {name(square)}" for letter in letters for square in empty(self.town)}

    def builds(self) -> set[tuple[str, frozenset[Square]]]:
        """Cards and the cubes they can take."""
        cards = [self.cards[kind] for kind in self.types()]
        if self.me["monuments"] and not self.standing():
            cards.append(self.me["monuments"][0])
        posts, found = self.black("trading_post"), set()
        for card in cards:
            for placement in PLACEMENTS[card]:
                if all(self.town.get(square) == letter or square in posts for square, letter in placement):
                    cubes = frozenset(square for square, _ in placement if square not in posts)
                    if cubes:
                        found.add((card, cubes))
        return found

    def targets(self, card: str, cubes: frozenset[Square]) -> set[Square]:
        """Where the building may stand, once its cubes are gone."""
        anywhere = card == "shed" or (self.standing() == "obelisk" and card != "obelisk")
        return set(empty(self.town)) | cubes if anywhere else set(cubes)

    def moves(self, exchanged: set[Square]) -> set[Any]:
        """Words, and builds as card and cubes; not targets, because only the caller knows what was built."""
        free = [name(square) for square in empty(self.town)]
        match self.me["decision"]:
            case "keep":
                return {"keep 1", "keep 2"}
            case "name":
                return {f"name {letter}" for letter in set(LETTERS) - set(self.black("bank").values())}
            case "pick":
                return {f"pick {letter}" for letter in self.view["open"]}
            case "handle":
                return self.handlings()
            case "swap":
                return {f"place {self.me['holding']} {square}" for square in free}
            case "build":
                return {"ready"} | self.builds()
            case "mark":
                return {f"mark {letter}" for letter in set(LETTERS) - set(self.black("bank").values())}
            case "exchange":
                old = {s: kind for s, kind in buildings(self.town).items() if kind != "MO" and s not in exchanged}
                swaps = {f"exchange {t} {name(s)}" for t in self.types() for s, kind in old.items() if kind != t}
                return {"stop"} | swaps
            case "endow":
                found = {f"endow {kind} {square}" for kind in self.types() for square in free}
                return found | ({"stop"} if self.options["grove_optional"] else set())
            case "list":
                return {f"watch {kind}" for kind in TYPES if kind not in self.me["watch"]}
            case "settle":
                due = set(self.me["due"]) - set(self.me["settled"])
                found = {f"settle {kind} {square}" for kind in due for square in free}
                return found | ({"stop"} if self.options["watch_optional"] else set())
        raise AssertionError(self.me["decision"])


def due(tables: list[Table], made: list[set[str]], owners: set[int]) -> list[set[str]]:
    """What Opaleye's Watch brings to each of its owners, when everybody is ready."""
    seats, found = len(tables), []
    for seat, table in enumerate(tables):
        called = set(table.me["watch"]) & (made[seat - 1] | made[(seat + 1) % seats])
        if seat not in owners or table.me["place"] or not empty(table.town):
            called = set()
        found.append(called & set(table.types()))
    return found


def after_round(before: list[Seat], tables: list[Table], hammer: int) -> tuple[list[int | None], int | None]:
    """The places of the towns, and who holds the hammer next; the tables are those at the end of the round."""
    places: list[int | None] = [seat["place"] for seat in before]
    options, seats = tables[0].options, len(tables)

    def complete(done: list[int]) -> None:
        known = [place for place in places if place]
        earlier = max(known, default=0) if options["starloom_ranking"] == "dense" else len(known)
        for seat in done:
            places[seat] = earlier + 1

    complete([seat for seat in range(seats) if not places[seat] and not empty(tables[seat].town)])
    if tables[0].town_hall or tables[0].solo:
        return places, None
    while None in places:
        active = [seat for seat in range(seats) if not places[seat]]
        named = [
            seat
            for seat in ((hammer + step) % seats for step in range(1, seats + 1))
            if seat in active
            and not tables[seat].five_banks()
            and (active == [seat] or tables[seat].standing() != "fort_ironweed")
        ]
        if named:
            return places, named[0]
        complete([seat for seat in active if tables[seat].five_banks()])
    return places, None


def feedings(card: str, food: list[Square], hungry: list[Square]) -> Iterator[set[Square]]:
    """Every way to feed, including poor ones."""
    if card == "granary":
        yield {h for h in hungry for f in food if max(abs(h[0] - f[0]), abs(h[1] - f[1])) == 1}
    elif card == "orchard":
        yield {h for h in hungry for f in food if h[0] == f[0] or h[1] == f[1]}
    elif card == "farm":
        for number in range(min(4 * len(food), len(hungry)) + 1):
            yield from map(set, itertools.combinations(hungry, number))
    else:
        whole = groups(hungry)
        for number in range(min(len(food), len(whole)) + 1):
            for some in itertools.combinations(whole, number):
                yield set().union(*some)


def of_table(figures: list[int], number: int) -> int:
    """The points of cards that count all together, by their number."""
    return figures[min(number, len(figures)) - 1] if number else 0


class Score:
    """The points of a town from its buildings."""

    def __init__(self, table: Table, right: int, shrine: int) -> None:
        self.types, self.cards = buildings(table.town), table.cards
        self.stored = {square: len(cubes) for square, cubes in table.black("warehouse").items()}
        self.right, self.shrine, self.place = right, shrine, table.me["place"]
        self.monument = table.standing()
        self.alone, self.feast = table.alone, table.options["solo_feast_hall"]
        self.castle = {s for s in self.all("MO") if self.monument == "barrett_castle"}

    def all(self, kind: str) -> list[Square]:
        return [square for square, found in self.types.items() if found == kind]

    def as_type(self, square: Square) -> str:
        """The castle counts as a cottage and not as a monument."""
        return "CO" if square in self.castle else self.types[square]

    def weight(self, squares: Iterable[Square]) -> int:
        """Cottages among these squares; the castle is two."""
        return sum(2 if s in self.castle else self.types.get(s) == "CO" for s in squares)

    def lines_of(self, square: Square) -> list[Square]:
        return [s for s in self.types if s != square and (s[0] == square[0] or s[1] == square[1])]

    def building(self, square: Square) -> int:
        """The points of a shared building that do not depend on feeding."""
        kind = self.types[square]
        near = {self.as_type(s) for s in neighbours(square) if s in self.types}
        same = self.all(kind)
        match self.cards[kind]:
            case "well":
                return self.weight(neighbours(square))
            case "fountain":
                return 2 if "WL" in near else 0
            case "millstone":
                return 2 if near & {"FD", "TH"} else 0
            case "shed" | "trading_post":
                return 1
            case "abbey":
                return 0 if near & {"FC", "TV", "TH"} else 3
            case "cloister":
                return sum(corner in same for corner in CORNERS)
            case "feast_hall":
                return self.feast if self.alone else 3 if len(same) > self.right else 2
            case "inn":
                return 0 if any(s in same for s in self.lines_of(square)) else 3
            case "bakery":
                return 3 if near & {"FD", "FC"} else 0
            case "market":
                return max(sum(s[0] == square[0] for s in same), sum(s[1] == square[1] for s in same))
            case "tailor":
                return 1 + sum(s in same for s in CENTRE)
            case "theater":
                return len({self.as_type(s) for s in self.lines_of(square)} - {"TH"})
            case "bank":
                return 4
            case "warehouse":
                return -self.stored[square]
        return 0

    def of_monument(self) -> int:
        """The points of the monument that do not depend on feeding."""
        shared = set(self.types.values()) - {"MO"}
        match self.monument:
            case "architects_guild":
                return 1
            case "archive":
                return len(shared)
            case "cathedral":
                return 2
            case "fort_ironweed":
                return 7
            case "grove_university":
                return 3
            case "mandras_palace":
                return 2 * len({self.types[s] for s in neighbours(self.all("MO")[0]) if s in self.types})
            case "shrine":
                return self.shrine if self.shrine < 6 else 8
            case "silva_forum":
                return 1 + max(len(group) for kind in (*TYPES, "MO") for group in groups(self.all(kind)))
            case "sky_baths":
                return 2 * (7 - len(shared))
            case "starloom":
                return {1: 6, 2: 3, 3: 2}.get(self.place, 0)
        return 0

    def of_feeding(self, fed: set[Square]) -> int:
        points = 5 * len(fed & self.castle)
        points += sum(3 for s in self.all("CO") if s in fed or self.monument == "mausoleum")
        for square in self.all("CH"):
            if self.cards["CH"] == "chapel":
                points += self.weight(fed)
            elif self.cards["CH"] == "temple" and self.weight(set(neighbours(square)) & fed) >= 2:
                points += 4
        return points

    def total(self) -> int:
        points = sum(self.building(square) for square in self.types if self.types[square] != "MO")
        if self.cards["TV"] == "tavern":
            points += of_table([2, 5, 9, 14, 20], len(self.all("TV")))
        if self.cards["TV"] == "almshouse":
            points += of_table([-1, 5, -3, 15, -5, 26], len(self.all("TV")))
        if self.monument != "cathedral":
            points -= 16 - len(self.types)
        hungry = self.all("CO") + list(self.castle)
        best = max(self.of_feeding(fed) for fed in feedings(self.cards["FD"], self.all("FD"), hungry))
        return points + self.of_monument() + best


def right_of(tables: list[Table], seat: int) -> int:
    """How many green buildings the player on the right has; the hammer goes to the left."""
    return list(buildings(tables[seat - 1].town).values()).count("TV")


def winners(tables: list[Table], totals: list[int]) -> tuple[int, ...]:
    """Most points, fewest turns with the hammer, fewest empty squares, most cottages."""
    keys = []
    for table, total in zip(tables, totals, strict=True):
        types = buildings(table.town)
        castle = table.standing() == "barrett_castle" and table.options["castle_tie"]
        cottages = list(types.values()).count("CO") + (2 if castle else 0)
        keys.append((total, -table.me["hammers"], len(types), cottages))
    return tuple(seat for seat, key in enumerate(keys) if key == max(keys))
