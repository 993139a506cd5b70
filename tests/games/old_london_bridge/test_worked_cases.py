"""The worked cases T01 to T24 of the rules page."""

from __future__ import annotations

import itertools
import random

import pytest

from .table import (
    about_to_build,
    build,
    finals,
    finish_turns,
    lines,
    player,
    replaceable,
    row,
    seen,
    table,
    tiles,
    totals,
    words,
)


def order_of(match) -> list[int]:
    return [turn["seat"] for turn in match.view()["order"]]


def test_T01_turn_order() -> None:
    hand = {"0": 1, "2": 1, "3": 1}
    match = table(*(player(hand=hand) for _ in range(4)), chapel_order=[2, 3, 0, 1])
    for seat, card in ((3, 0), (0, 3), (2, 0), (1, 2)):
        match.play(seat, f"card {card}")
    assert order_of(match) == [0, 1, 2, 3]
    assert seen(match, 2)["hand"] == {"2": 1, "3": 1}  # the zeros are on the table
    finish_turns(match, until=2)
    for seat in (2, 3):
        assert seen(match, seat)["hand"]["0"] == 1


def test_T02_append() -> None:
    match = build("32", player("57 49"))
    mine = seen(match)
    assert mine["bridge"] == ["57", "49", "32"]
    assert mine["powers"]["blue"] == 3
    assert (mine["chapel"], mine["income"]["coins"]) == (3, 1)


def test_T03_replacement() -> None:
    assert replaceable("57 49 32 23 15 11", "20") == {"23", "15"}


def test_T04_the_running_bridge() -> None:
    bridge: list[str] = []
    chapel = gate = coins = emporia = 0
    steps = [
        # tile, slot it replaces, colour, strength, chapel, gate, coins so far, emporia so far
        ("57", None, "blue", 1, 0, 1, 0, 0),
        ("49", None, "blue", 2, 0, 1, 0, 0),
        ("32", None, "blue", 3, 3, 1, 1, 0),
        ("23", None, "blue", 4, 3, 1, 1, 0),
        ("15", None, "orange", 2, 3, 1, 1, 2),
        ("11", None, "blue", 5, 3, 6, 1, 2),
        ("20", 5, "blue", 6, 3, 6, 1, 2),
        ("G-orange", None, "orange", 2, 3, 6, 1, 2),
        ("50", None, "orange", 3, 6, 6, 3, 2),
        ("43", None, "orange", 4, 6, 6, 3, 6),
        ("36", None, "orange", 5, 6, 6, 3, 6),
    ]
    for tile, slot, colour, strength, *after in steps:
        income = {"coins": coins, "emporia": emporia}
        match = build(tile, player(" ".join(bridge), chapel=chapel, gate=gate, money=50, income=income), round=12)
        if slot is None:
            bridge.append(tile)
        else:
            match.play(0, f"replace {slot}")
            bridge[slot - 1] = tile
        if tile in ("49", "20"):
            hauls = [word.split()[1:] for word in words(match, kind="inn")]
            assert {sum(map(int, haul)) for haul in hauls} == {strength}
            match.play(0, match.moves(0)[0])
        if tile == "11":
            assert match.view()["due"] == 2
            for taken in (1, 2):
                match.play(0, "take 1")
                assert sum(seen(match)["fresh"].values()) == taken
        mine = seen(match)
        chapel, gate = mine["chapel"], mine["gate"]
        coins, emporia = mine["income"].get("coins", 0), mine["income"].get("emporia", 0)
        assert mine["bridge"] == bridge
        assert mine["powers"][colour] == strength
        assert [chapel, gate, coins, emporia] == after
        if tile == "20":
            assert mine["powers"]["orange"] == 1
    assert mine["powers"] == {"blue": 7, "orange": 5, "grey": 2, "green": 2}
    assert len(bridge) == 10
    assert coins + emporia == 9


def test_T05_gate() -> None:
    bonus = [{"tiles": ["GT2", "CH2", "CH2"]}, {"tiles": ["OCC", "X"]}, {"tiles": ["REC", "LADY"]}]
    match = build("24", player("50 43 39", gate=2), bonus=bonus)
    assert seen(match)["powers"]["orange"] == 4
    assert seen(match)["gate"] == 6
    assert [move.text for move in match.moves(0)] == [
        "Take the tile Gate +2 from bonus stack 1. In your turn: move your gate marker on by 2.",
        "Take the tile Occupied space from bonus stack 2. Place your pawn on a space where another player's pawn stands.",
        "Take the tile Recall from bonus stack 3. "
        "At the end of your turn: take the card you played back from the supply.",
    ]
    match.play(0, "take 2")
    assert match.view()["bonus"][1]["top"] == "X"  # refilled before the second is chosen
    match.play(0, "take 2")
    assert seen(match)["fresh"] == {"OCC": 1, "X": 1}
    assert match.pending == (1,)


def test_T06_emporium() -> None:
    match = build("29", player("51 48 33"))
    assert seen(match)["powers"]["grey"] == 4
    assert seen(match)["income"]["emporia"] == 4


def test_T07_inn_combinations() -> None:
    inn = {"decision": "inn", "pending": [0], "due": 6}
    mine = player("57 49 40 32 G-blue 20")  # six blue crests
    all_six = {"4 2", "4 1 1", "3 3", "3 2 1", "3 1 1 1", "2 2 2", "2 2 1 1", "2 1 1 1 1", "1 1 1 1 1 1"}
    assert words(table(mine, player(), player(), **inn)) == {f"inn {cards}" for cards in all_six}
    short = table(mine, player(), player(), supply={"1": 2, "2": 1, "4": 1}, **inn)
    assert words(short) == {"inn 4 2", "inn 4 1 1"}
    forced = about_to_build("20", player("57 49 40 32 G-blue"), supply={"1": 1, "3": 1})
    assert seen(forced)["powers"]["blue"] == 5
    forced.play(0, "space inn")  # strength 6, but 4 is all there is
    assert seen(forced)["hand"] == {"0": 1, "1": 1, "3": 1}
    assert forced.pending == (1,)


def multisets(supply: dict[str, int], strength: int) -> set[tuple[int, ...]]:
    """Every set of cards worth the strength, or the most below it that the supply allows, by trying all sets."""
    found: dict[int, set[tuple[int, ...]]] = {}
    for counts in itertools.product(*(range(supply[value] + 1) for value in "4321")):
        cards = tuple(value for value, count in zip((4, 3, 2, 1), counts, strict=True) for _ in range(count))
        found.setdefault(sum(cards), set()).add(cards)
    return found[max(total for total in found if total <= strength)]


@pytest.mark.parametrize("strength", range(1, 13))
def test_T07_an_inn_offers_exactly_the_multisets_of_its_strength(strength: int) -> None:
    rng = random.Random(strength)
    blue = ["57", "55", "49", "44", "40", "32", "30", "21", "G-blue", "G-blue", "G-blue"][: strength - 1]
    for most in (10, 6, 3, 2, 1, 1, 0):
        supply = {value: rng.randint(0, most) for value in "1234"}
        match = build("20", player(" ".join(blue)), supply=supply)
        assert seen(match)["powers"]["blue"] == strength
        expected = multisets(supply, strength)
        if len(expected) > 1:
            assert words(match) == {f"inn {' '.join(map(str, cards))}" for cards in expected}
        else:
            hand = [int(value) for value, count in seen(match)["hand"].items() for _ in range(count) if value != "0"]
            assert {tuple(sorted(hand, reverse=True))} == expected
            assert match.pending == (1,)


def test_T08_end_of_track() -> None:
    first = build("32", player("57 49 40", chapel=13, money=0), player(chapel=15), player())
    assert (seen(first)["chapel"], seen(first)["income"]["prizes"]) == (15, 10)
    assert first.view()["chapel_order"] == [1, 0, 2]
    gate = build("11", player("57 49 40 32 20", gate=11, money=0))
    assert seen(gate)["powers"]["blue"] == 6
    assert (seen(gate)["gate"], seen(gate)["income"]["prizes"]) == (15, 10)
    assert gate.view()["due"] == 1


WHEEL = {"chapel": 1, "gate": 2, "inn": "X", "emporium": 3, "guild": 1, "garden": 2}


def crowded(**mine: object):
    others = (player(pawn="emporium"), player(pawn="centre"), player())
    return table(player(money=1, **mine), *others, decision="place", pending=[0], offset=2)


def test_T09_wheel() -> None:
    markers = {"turned": [1], "coming": [2, 1, 1, 1, 1, 2, 2, 3, 3, 3, 3]}
    match = table(player(pawn="gate"), player(pawn="inn"), player(), decision="place", pending=[2], markers=markers)
    match.play(2, "space garden")
    assert (match.view()["offset"], match.view()["wheel"]) == (2, WHEEL)
    assert words(crowded()) == {"space guild", "space garden", "space chapel", "space gate"}
    pays = {"guild": 1, "garden": 2, "chapel": 1, "gate": 2}
    for stack, money in pays.items():
        after = crowded()
        after.play(0, f"space {stack}")
        assert seen(after)["income"]["wheel"] == money


def test_T10_wheel_with_tiles() -> None:
    match = crowded(tiles=tiles(OCC=1, X=1, FREE=1))
    outer = {"space guild", "space garden", "space chapel", "space gate", "space emporium", "space inn"}
    free = {f"free {stack}" for stack in ("chapel", "gate", "inn", "emporium", "guild", "garden")}
    assert words(match) == outer | free
    for move, money, left in (
        ("space emporium", 3, {"X": 1, "FREE": 1}),
        ("space inn", None, {"OCC": 1, "FREE": 1}),
        ("free garden", None, {"X": 1}),
    ):
        match = crowded(tiles=tiles(OCC=1, X=1, FREE=1))
        match.play(0, move)
        assert seen(match)["income"].get("wheel") == money
        assert "centre" not in seen(match)["income"]
        assert seen(match)["tiles"] == left


def test_T11_sections() -> None:
    assert replaceable("40 35 G-blue 50 45 G-grey 30 20", "42") == {"40", "45", "30"}


def test_T12_final_scoring_of_the_rulebook() -> None:
    paola, lisa, tommaso, fourth = 0, 1, 2, 3
    match = finals(
        player(row(11, 0), money=30, chapel=5, gate=12, hand={"0": 1}, tiles=tiles(OCC=1, PLUS=1)),
        player(row(12, 1), chapel=11, gate=5),
        player(row(12, 2), chapel=1, gate=10),
        player(row(11, 3), chapel=7, gate=5),
    )
    assert match.view()["chapel_order"] == [lisa, fourth, paola, tommaso]
    sheet = lines(match)
    assert (sheet["chapel"], sheet["gate"], sheet["inn"], sheet["bridge"]) == (1, 5, 0, 0)
    assert (sheet["slots"], sheet["tiles"]) == (-1, 2)
    assert totals(match)[paola] == 37


@pytest.mark.parametrize(("ties", "expected"), [("stack", [47, 39, 40, 34]), ("chapel", [47, 41, 38, 34])])
def test_T13_final_scoring_four_players(ties: str, expected: list[int]) -> None:
    match = finals(
        player(row(12, 0), money=34, chapel=11, gate=2, hand={"0": 1, "3": 1}),
        player(row(11, 1), money=31, chapel=5, gate=9, hand={"0": 1, "1": 1, "2": 1}, tiles=tiles(X=1)),
        player(row(11, 2), money=33, chapel=5, gate=9, tiles=tiles(PLUS=2, REC=1)),
        player(row(9, 3), money=30, gate=15, hand={"0": 1, "4": 2}),
        chapel_order=[0, 1, 2, 3],
        gate_order=[3, 2, 1, 0],
        options={"gate_ties": ties},
    )
    assert totals(match) == expected
    if ties == "stack":
        awards = [[lines(match, p)[name] for name in ("chapel", "gate", "inn", "bridge", "slots")] for p in range(4)]
        assert awards == [[5, 0, 3, 5, 0], [3, 1, 1, 3, -1], [1, 3, 0, 1, -1], [0, 5, 5, 0, -6]]


def test_T14_two_players_tie() -> None:
    match = finals(
        player(row(12, 0), money=33, chapel=6),
        player(row(11, 1), money=42, chapel=3, tiles=tiles(X=1, OCC=1)),
    )
    assert totals(match) == [43, 43]
    assert match.winners == (0,)
    assert [(lines(match, p)["gate"], lines(match, p)["inn"]) for p in (0, 1)] == [(0, 0), (0, 0)]


RUNNING = "57 49 32 23 20 11 G-orange 50 43 36"


def expert(code: str, *players: dict, **options: object):
    colour = {"C": "chapel", "G": "gate", "I": "inn", "B": "bridge"}[code[0]]
    match = finals(*players, options={f"{colour}_scoring": code, **options})
    return [lines(match, p)[colour] for p in range(len(players))]


def test_T15_expert_options() -> None:
    assert expert("C3", *(player(chapel=space) for space in (11, 7, 5, 1))) == [10, 6, 4, 0]
    assert expert("C4", player(chapel=11), player(chapel=4)) == [11, 1]
    assert expert("G3", *(player(gate=space) for space in (12, 10, 5, 3))) == [9, 9, 3, 0]
    assert expert("G4", player(tiles=tiles(X=2, REC=1)), player()) == [9, 0]
    assert expert("I3", player(hand={"0": 1, "1": 2, "4": 2}), player(), player()) == [7, 0, 0]
    assert expert("I4", player(hand={"1": 2, "2": 2}), player()) == [10, 0]
    assert expert("I4", player(hand={"1": 2, "2": 2, "3": 1, "4": 1}), player()) == [20, 0]
    assert expert("B1", player("59 51 48 33 25 6 G-blue 58"), player("60 57 50 40 30")) == [5, 0]
    assert expert("B3", player(RUNNING), player()) == [6, 0]
    assert expert("B4", player(RUNNING), player()) == [10, 0]


def test_T15_the_longest_section_is_six() -> None:
    six, five_and_one = player("59 51 48 33 25 6 G-blue 58"), player("60 57 50 40 30 G-grey 29")
    seven, another_six = player("55 54 52 49 46 44 41"), player("55 54 52 49 46 44")
    assert expert("B1", five_and_one, six, seven) == [0, 3, 5]
    assert expert("B1", another_six, six, five_and_one) == [5, 3, 0]  # a tie: the chapel order decides
    assert expert("B1", six, another_six, five_and_one) == [5, 3, 0]


def test_T16_two_player_order() -> None:
    paola, lisa = 0, 1
    match = table(player(hand={"0": 2, "4": 1, "1": 1}), player(hand={"0": 2, "3": 1, "2": 1}))
    match.play(lisa, "cards 3 2")
    match.play(paola, "cards 4 1")
    assert order_of(match) == [paola, lisa, lisa, paola]


@pytest.mark.parametrize("inns", ["printed", "I2"])
def test_T17_plus(inns: str) -> None:
    hands = [{"0": 1, "2": 1}, {"0": 1, "3": 1}, {"0": 1, "2": 1}, {"0": 1, "3": 1}]
    w, x, y, z = range(4)
    players = [player(hand=hand, money=5) for hand in hands]
    players[y]["tiles"] = tiles(PLUS=1)
    match = table(*players, chapel_order=[w, x, y, z], options={"inn_scoring": inns})
    for seat, card in enumerate((2, 3, 2, 3)):
        match.play(seat, f"card {card}")
    assert order_of(match) == [x, z, w, y]
    assert match.pending == (y,)
    assert [seen(match, p)["money"] for p in range(4)] == ([5, 7, 5, 5] if inns == "I2" else [5] * 4)
    match.play(y, "plus 1")
    assert order_of(match) == [x, y, z, w]
    assert match.pending == (x,)


def test_T18_tile_age() -> None:
    bonus = [{"tiles": ["CH2"]}, {"tiles": ["X", "OCC"]}, {"tiles": ["REC"]}]
    stacks = {"gate": {"tiles": ["57"]}}
    order = [{"seat": 0, "card": 1, "value": 0}, {"seat": 0, "card": 2, "value": 0}]
    order += [{"seat": 1, "card": 1, "value": 0}, {"seat": 1, "card": 2, "value": 0}]
    match = table(
        player("G-blue", gate=2, money=0),
        player(),
        decision="place",
        pending=[0],
        round=3,
        order=order,
        bonus=bonus,
        stacks=stacks,
        markers={"turned": [1, 1, 1], "coming": [3, 1, 1]},
    )
    match.play(0, "space gate")
    match.play(0, "take 2")
    assert seen(match)["fresh"] == {"X": 1}
    assert match.view()["wheel"]["chapel"] == "X"
    assert match.why_not(0, "space chapel") == "The wheel shows an X at that stack."
    for seat, space in ((0, "guild"), (1, "emporium"), (1, "garden")):
        match.play(seat, f"space {space}")
    assert match.view()["round"] == 4
    assert seen(match)["tiles"] == {"X": 1}
    assert (match.view()["decision"], match.pending) == ("place", (0,))
    assert match.view()["wheel"]["emporium"] == "X"
    match.play(0, "space emporium")
    assert seen(match)["tiles"] == {}
    assert match.view()["used"] == {"X": 1}


def test_T19_early_end() -> None:
    empty = {kind: {"left": 0} for kind in ("guild", "garden", "emporium")}
    others = [
        player(row(n, which), pawn=pawn, money=20)
        for n, which, pawn in ((9, 1, "gate"), (8, 2, "inn"), (7, 3, "chapel"))
    ]
    match = about_to_build("3", player(row(8, 0), money=20), *others, round=9, offset=3, stacks=empty)
    assert not match.over
    match.play(0, "centre chapel")
    assert match.over
    assert match.view()["round"] == 9
    assert [lines(match, p)["slots"] for p in range(4)] == [-6, -6, -10, -15]


def test_T20_lady() -> None:
    owners = [player(hand={"0": 1}, tiles=tiles(LADY=1)) for _ in range(2)]
    match = table(*owners, player(), decision="lady", pending=[0], supply={"2": 1})
    assert words(match) == {"lady", "done"}
    match.play(0, "lady")
    assert seen(match)["hand"] == {"0": 1, "2": 1}
    assert match.view()["supply"] == {}
    assert match.view()["decision"] == "choose"  # the second owner has no decision
    assert seen(match, 1)["tiles"] == {"LADY": 1}


def test_T21_rec() -> None:
    order = [{"seat": 1, "value": 4}, {"seat": 0, "value": 4}, {"seat": 2, "value": 0}]
    mine = player(tiles=tiles(REC=1), hand={"0": 1})
    stacks = {"garden": {"left": 12}}
    match = table(
        mine, player(), player(), decision="place", pending=[1], order=order, supply={"4": 5}, stacks=stacks, offset=0
    )
    match.play(1, "space guild")
    assert match.view()["supply"] == {"4": 6}
    match.play(0, "space garden")
    assert words(match) == {"rec", "done"}
    match.play(0, "rec")
    assert match.view()["supply"] == {"4": 5}
    assert seen(match)["hand"] == {"0": 1, "4": 1}
    assert match.pending == (2,)
    zero = build("G-blue", mine)
    assert zero.pending == (1,)  # a "0" comes back anyway, so there is no decision


def test_T22_lowest_number_of_the_round() -> None:
    def last_turn(tile: str, kind: str, mine: str, bridges: tuple[str, str, str], lowest: dict | None):
        pawns = [pawn if pawn != kind else "garden" for pawn in ("gate", "emporium", "guild")]
        return build(
            tile,
            player(mine),
            *(player(bridge, pawn=pawn, money=5) for bridge, pawn in zip(bridges, pawns, strict=True)),
            lowest=lowest,
            options={"bridge_scoring": "B2"},
        )

    w, x, y, z = 1, 2, 0, 3  # seat 0 builds last
    match = last_turn("12", "guild", "40 13 10", ("44", "G-blue", "37"), {"number": 37, "seat": z})
    match.play(y, "replace 2")
    assert [seen(match, p)["income"].get("bridge_rounds", 0) for p in (w, x, y, z)] == [0, 0, 2, 0]
    higher = last_turn("44", "chapel", "", ("12", "G-blue", "37"), {"number": 12, "seat": w})
    assert [seen(higher, p)["income"].get("bridge_rounds", 0) for p in (w, x, y, z)] == [2, 0, 0, 0]
    gardens = last_turn("G-blue", "garden", "", ("G-blue", "G-grey", "G-grey"), None)
    assert [seen(gardens, p)["income"].get("bridge_rounds", 0) for p in range(4)] == [0] * 4


def stuck(money: int, **mine: object):
    empty = {kind: {"left": 0} for kind in ("chapel", "inn")}
    others = (player(pawn="gate"), player(pawn="emporium"), player(pawn="garden"))
    return table(player(money=money, **mine), *others, decision="place", pending=[0], offset=4, stacks=empty)


def test_T23_forced_pass() -> None:
    match = stuck(1)
    assert match.view()["wheel"] == {"chapel": 1, "gate": 2, "inn": 1, "emporium": 2, "guild": "X", "garden": 3}
    assert words(match) == {"pass"}
    match.play(0, "pass")
    assert match.view()["round"] == 2
    assert seen(match)["bridge"] == []
    paying = {"centre gate", "centre emporium", "centre guild", "centre garden"}
    assert words(stuck(2)) == paying
    assert stuck(2).why_not(0, "pass") == "You may not pass while your pawn can reach a space."


def test_T23_a_forced_pass_is_played_by_the_rules() -> None:
    empty = {kind: {"left": 0} for kind in ("chapel", "inn")}
    others = (player(pawn="gate"), player(pawn="emporium"), player(money=1))
    order = [{"seat": seat, "value": value} for seat, value in ((1, 3), (2, 2), (0, 1), (3, 1))]
    match = table(
        player(), *others, decision="place", pending=[0], offset=4, stacks=empty, order=order, supply={"1": 4}
    )
    match.play(0, "space garden")
    assert match.view()["round"] == 2  # seat 3 had nothing to choose
    assert seen(match, 3)["bridge"] == []
    assert match.view()["supply"]["1"] == 5  # its card is back as usual


def brute_force(bridge: list[int], tile: int) -> set[int] | None:
    """Slots that a number may replace, found by trying them all; None if it is appended. Gardens are 0."""

    def valid(numbers: list[int]) -> bool:
        return all(not (a and b) or a > b for a, b in itertools.pairwise(numbers))

    if valid([*bridge, tile]):
        return None
    return {i for i, old in enumerate(bridge) if old and valid([*bridge[:i], tile, *bridge[i + 1 :]])}


def test_T24_every_tile_can_always_be_built() -> None:
    """The lemma on random bridges that arise by building; the audit also checks it on every state of random play."""
    rng = random.Random(7)
    most = 0
    for _ in range(3000):
        bridge: list[int] = []
        pool = rng.sample(range(1, 61), 60)
        for _ in range(11):
            if rng.random() < 0.3:
                bridge.append(0)
                continue
            tile = pool.pop()
            slots = brute_force(bridge, tile)
            if slots is None:
                bridge.append(tile)
                continue
            assert 1 <= len(slots) <= 8
            most = max(most, len(slots))
            bridge[rng.choice(sorted(slots))] = tile
    assert most >= 5


@pytest.mark.parametrize("seed", range(40))
def test_T24_replacement_offers_exactly_the_valid_slots(seed: int) -> None:
    rng = random.Random(seed)
    gardens = [f"G-{colour}" for colour in ("blue", "orange", "grey", "green")]
    names: list[str] = []
    pool = rng.sample(range(1, 61), 60)
    while len(names) < 11:
        tile = pool.pop()
        bridge = [0 if name[0] == "G" else int(name) for name in names]
        slots = brute_force(bridge, tile)
        if slots is None:
            names.append(str(tile))
        elif len(slots) > 1:
            expected = {names[slot] for slot in slots}
            assert replaceable(" ".join(names), str(tile)) == expected
            names.append(gardens[rng.randrange(4)])
            if any(names.count(garden) > 3 for garden in gardens):
                return
        else:
            names[slots.pop()] = str(tile)


def test_T24_at_most_eight_slots() -> None:
    bridge = "50 40 G-blue 51 39 G-blue 52 38 G-blue 53 37"
    assert len(replaceable(bridge, "45")) == 8


def test_T24_at_most_eighteen_placements() -> None:
    match = table(
        player(money=9, tiles=tiles(OCC=3, X=1, FREE=1)),
        player(pawn="centre"),
        player(pawn="gate"),
        player(pawn="inn"),
        decision="place",
        pending=[0],
    )
    assert len(words(match)) == 18
