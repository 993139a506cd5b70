"""Patterns and feeding, against figures of the rules page and a search written for the tests alone."""

from __future__ import annotations

import itertools
import random

import pytest

from townwright.games import load

from .table import lines, player, table

# id: orientations / placements on the 4 x 4 board
PATTERNS = {
    "cottage": (8, 72), "farm": (4, 36), "granary": (8, 72), "greenhouse": (8, 72), "orchard": (4, 36),
    "well": (4, 48), "fountain": (4, 48), "millstone": (4, 48), "shed": (4, 48),
    "abbey": (8, 48), "chapel": (8, 48), "cloister": (8, 48), "temple": (8, 48),
    "almshouse": (4, 32), "feast_hall": (4, 32), "inn": (4, 32), "tavern": (4, 32),
    "bakery": (4, 24), "market": (4, 24), "tailor": (4, 24), "theater": (4, 24),
    "bank": (8, 48), "factory": (8, 24), "trading_post": (8, 48), "warehouse": (4, 24),
    "architects_guild": (8, 32), "archive": (8, 72), "barrett_castle": (8, 24), "cathedral": (8, 72),
    "fort_ironweed": (8, 48), "mausoleum": (8, 72), "grove_university": (4, 24), "mandras_palace": (8, 72),
    "obelisk": (8, 48), "opaleyes_watch": (8, 16), "shrine": (8, 48), "silva_forum": (8, 24),
    "sky_baths": (8, 32), "starloom": (8, 72), "statue": (8, 24),
}  # fmt: skip


def test_the_box_holds_25_buildings_and_15_monuments() -> None:
    face = load("tiny-towns").open_box().face
    assert [face.card_id(card) for card in range(40)] == list(PATTERNS)


@pytest.mark.parametrize("card", range(40))
def test_orientations_and_placements(card: int) -> None:
    box = load("tiny-towns").open_box()
    turns = box.printed.turn_first[card + 1] - box.printed.turn_first[card]
    places = box.printed.card_first[card + 1] - box.printed.card_first[card]
    assert (turns, places) == PATTERNS[box.face.card_id(card)]


def test_no_two_placements_of_a_card_are_the_same() -> None:
    placements = load("tiny-towns").open_box().face.placements
    assert len({(card, tuple(sorted(cubes.items()))) for card, cubes in placements}) == len(placements) == 1720


def test_no_two_moves_have_the_same_words() -> None:
    box = load("tiny-towns").open_box()
    moves = box.game.moves
    own = {moves.words(box.face, code).lower(): code for code in set(box.codes.values())}
    assert len(own) == moves.size - moves.kinds[-1].size + 1720
    assert all(box.codes[words] == code for words, code in own.items())


@pytest.mark.parametrize(
    ("words", "other"),
    [
        ("place B c4", "place c4 b"),
        ("swap a4 G", "swap G a4"),
        ("exchange TV d4", "exchange d4 TV"),
        ("build cottage b4=Y a3=B b3=G", "build b3=G cottage A3=B b4=Y"),
    ],
)
def test_the_parts_of_a_move_are_understood_in_any_order(words: str, other: str) -> None:
    box = load("tiny-towns").open_box()
    assert box.code(words) is not None
    assert box.code(words) == box.code(other)


def neighbours(square: int) -> set[int]:
    row, column = divmod(square, 4)
    near = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
    return {4 * r + c for r, c in near if 0 <= r < 4 and 0 <= c < 4}


def groups(squares: set[int]) -> list[set[int]]:
    """Connected groups of squares."""
    connected, rest = [], set(squares)
    while rest:
        group = {rest.pop()}
        while more := {n for square in group for n in neighbours(square)} & rest:
            group |= more
            rest -= more
        connected.append(group)
    return connected


def fed_sets(card: str, food: set[int], hungry: set[int]) -> list[set[int]]:
    """Every way to feed the cottages of a town."""
    if card == "granary":
        return [{h for h in hungry for f in food if max(abs(h // 4 - f // 4), abs(h % 4 - f % 4)) == 1}]
    if card == "orchard":
        return [{h for h in hungry for f in food if h // 4 == f // 4 or h % 4 == f % 4}]
    if card == "farm":
        number = min(4 * len(food), len(hungry))
        return [set(some) for some in itertools.combinations(sorted(hungry), number)]
    whole = groups(hungry)
    number = min(len(food), len(whole))
    return [set().union(*some) for some in itertools.combinations(whole, number)]


def worth(squares: list[str], fed: set[int], chapel: str, monument: str) -> int:
    """Points of cottages, orange buildings and a castle, if these are fed."""
    castle = {n for n, code in enumerate(squares) if code == "MO" and monument == "barrett_castle"}
    weight = {n: 2 if n in castle else 1 for n in fed}
    points = 5 * len(fed & castle)
    points += sum(3 for n, code in enumerate(squares) if code == "CO" and (n in fed or monument == "mausoleum"))
    for n, code in enumerate(squares):
        if code == "CH" and chapel == "chapel":
            points += sum(weight.values())
        elif code == "CH":
            points += 4 if sum(weight[m] for m in neighbours(n) & fed) >= 2 else 0
    return points


@pytest.mark.parametrize("food", ["farm", "granary", "greenhouse", "orchard"])
@pytest.mark.parametrize("chapel", ["chapel", "temple"])
@pytest.mark.parametrize("monument", ["barrett_castle", "mausoleum", "obelisk"])
def test_feeding_is_the_best_of_all_ways(food: str, chapel: str, monument: str) -> None:
    dice = random.Random(f"{food}{chapel}{monument}")
    for _ in range(40):
        squares = dice.choices(["CO", "CH", "FD", ".."], [6, 2, 1, 2], k=16)
        squares[dice.randrange(16)] = "MO"
        hungry = {
            n for n, code in enumerate(squares) if code == "CO" or (code == "MO" and monument == "barrett_castle")
        }
        foods = {n for n, code in enumerate(squares) if code == "FD"}
        ways = fed_sets(food, foods, hungry) if foods else [set()]
        best = max(worth(squares, fed, chapel, monument) for fed in ways)
        text = " / ".join(" ".join(squares[4 * r : 4 * r + 4]) for r in range(4))
        sheet = lines(table(player(text, monument), "", cards=f"{food}, {chapel}"))
        assert sheet.get("cottages", 0) + sheet.get("chapels", 0) + sheet.get("monument", 0) == best, text
