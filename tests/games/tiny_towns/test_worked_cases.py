"""The worked cases T1 to T13 of the rules page."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

import townwright as tw

from .table import lines, outcomes, parts, play, player, table, total, town, words


def test_T01_the_28_point_board() -> None:
    match = table(
        "TH TV CO TV / FD CH CO FC(SBG) / TV .. WL CO / CO WL CO ..",
        "",
        cards="farm, well, chapel, tavern, bakery, warehouse",
    )
    assert lines(match) == {
        "cottages": 12,
        "wells": 5,
        "chapels": 4,
        "taverns": 9,
        "theaters": 3,
        "factories": -3,
        "empty": -2,
    }
    assert sorted(parts(match, "wells")) == [2, 3]
    assert sorted(parts(match, "cottages")) == [0, 3, 3, 3, 3]
    assert total(match) == 28


def test_T01_the_sheet_says_what_each_building_gave_and_which_cottages_are_fed() -> None:
    match = table(
        "TH TV CO TV / FD CH CO FC(SBG) / TV .. WL CO / CO WL CO ..",
        "",
        cards="farm, well, chapel, tavern, bakery, warehouse",
    )
    sheet = {line.label: [(part.label, part.points) for part in line.parts] for line in match.sheet()[0].lines}
    assert {label: found for label, found in sheet.items() if label not in ("Cottages", "Monument", "Empty")} == {
        "Grey": [("Well on c2", 3), ("Well on b1", 2)],
        "Orange": [("Chapel on b3", 4)],
        "Green": [("3 x Tavern on b4, d4, a2", 9)],
        "Yellow": [("Bakery on a4", 3)],
        "Black": [("Warehouse on d3", -3)],
    }
    cottages = [label.removeprefix("Cottage on ").split(", ") for label, _ in sheet["Cottages"]]
    assert [square for square, _ in cottages] == ["c4", "c3", "d2", "a1", "c1"]
    assert sorted(state for _, state in cottages) == ["fed", "fed", "fed", "fed", "not fed"]
    assert all(
        points == (3 if state == "fed" else 0)
        for (_, points), (_, state) in zip(sheet["Cottages"], cottages, strict=True)
    )


def test_T02_granary_fountain_temple_inn_market_trading_post() -> None:
    match = table(
        "CO CO TH .. / CH FD CO TH / CO WL WL TV / TV FC TH CO",
        "",
        cards="granary, fountain, temple, inn, market, trading_post",
    )
    assert lines(match) == {
        "cottages": 12,
        "chapels": 4,
        "wells": 4,
        "taverns": 6,
        "theaters": 5,
        "factories": 1,
        "empty": -1,
    }
    sheet = match.sheet()[0]
    assert [part.label for part in sheet.lines[0].parts if "not fed" in part.label] == ["Cottage on d1, not fed"]
    assert sorted(parts(match, "theaters")) == [1, 2, 2]
    assert total(match) == 31


def test_T03_barrett_castle() -> None:
    match = table(
        player("CO CH CO TV / WL MO CH CO / CO TH CO TV / FD FC .. ..", "barrett_castle"),
        "",
        cards="farm, well, temple, almshouse, theater, factory",
    )
    assert lines(match) == {
        "cottages": 9,
        "monument": 5,
        "chapels": 8,
        "wells": 4,
        "taverns": 5,
        "theaters": 4,
        "empty": -2,
    }
    assert total(match) == 33


def test_T04_mausoleum_and_feast_halls() -> None:
    # the right neighbour is the seat before; for seat 0 it is the last one
    match = table(
        player("CO CO CH CO / CO FD WL CO / TV TH TH MO / FC CO TV CH", "mausoleum"),
        "",
        "TV TV .. .. / .. .. .. .. / .. .. .. .. / .. .. .. ..",
        cards="greenhouse, millstone, chapel, feast_hall, tailor, bank",
    )
    assert lines(match) == {
        "cottages": 18,
        "chapels": 6,
        "wells": 2,
        "taverns": 4,
        "theaters": 6,
        "factories": 4,
    }
    assert total(match) == 40


def test_T05_archive_orchard_shed_abbey() -> None:
    match = table(
        player("CO TV CO CH / FD WL CO .. / CO MO CH FC(WW) / TH .. WL TV", "archive"),
        "",
        cards="orchard, shed, abbey, tavern, theater, warehouse",
    )
    assert lines(match) == {
        "cottages": 9,
        "wells": 2,
        "chapels": 3,
        "taverns": 5,
        "theaters": 4,
        "factories": -2,
        "monument": 7,
        "empty": -2,
    }
    assert total(match) == 26


def test_T06_silva_forum_and_cloisters() -> None:
    match = table(
        player("CH CO CO CH / TV CO TH FD / WL CO FC TH / CH .. MO TV", "silva_forum"),
        "",
        cards="farm, well, cloister, inn, bakery, trading_post",
    )
    assert lines(match) == {
        "cottages": 12,
        "chapels": 9,
        "taverns": 6,
        "theaters": 6,
        "wells": 1,
        "factories": 1,
        "monument": 5,
        "empty": -1,
    }
    assert total(match) == 39


def test_T07_cathedral() -> None:
    match = table(
        player("TV TV CO .. / TV .. FD CO / .. TH .. MO / FC .. CO ..", "cathedral"),
        "",
        cards="granary, fountain, chapel, almshouse, theater, bank",
    )
    assert lines(match) == {"cottages": 6, "taverns": -3, "theaters": 2, "factories": 4, "monument": 2}
    assert total(match) == 11


def chapel_moves(text: str) -> set[str]:
    """The ways to construct a Chapel in a town with one pattern; the cube of the round is in the last corner."""
    match = table(text, "", named="W", phase="round", hammer=1)
    play(match, "place W d1")
    return {move for move in words(match, kind="build") if move.startswith("build chapel")}


@pytest.mark.parametrize("pattern", ["..G/SGS", "SGS/..G", "SG/G./S."])
def test_T08_legal_chapels(pattern: str) -> None:
    assert len(chapel_moves(grid(pattern))) == 1


def test_T08_an_illegal_chapel() -> None:
    assert chapel_moves(grid("G../SSG")) == set()


def grid(pattern: str) -> str:
    """A small pattern in the upper left corner of a town."""
    lines = [[".." if cell == "." else cell for cell in row.ljust(4, ".")] for row in pattern.split("/")]
    lines += [[".."] * 4 for _ in range(4 - len(lines))]
    return " / ".join(" ".join(row) for row in lines)


def test_T09_trading_posts() -> None:
    match = table(
        {
            "town": ["FC B G ..", "B FC Y ..", ".. G .. CO", ".. .. S W"],
            "decision": "build",
        },
        {"town": []},
        cards="cottage, farm, well, chapel, tavern, theater, trading_post",
        phase="round",
        named="W",
    )
    builds = words(match, kind="build")
    assert len(builds) == 5
    actions = set()
    for build in builds:
        after = play(match.copy(), build)
        for target in words(after, kind="target"):
            done = play(after.copy(), target)
            actions.add((build.split()[1], tuple(town(done))))
    assert len(actions) == 11
    by_card = sorted(card for card, _ in actions)
    assert by_card == ["cottage"] * 5 + ["tavern"] * 4 + ["well"] * 2


WAREHOUSES = "FC(WG) FC(SSY) .. .. / .. .. .. CO / CO CO CO CO / CO CO CO CO"


def test_T10_warehouse_handling() -> None:
    cards = "farm, well, chapel, tavern, theater, warehouse"
    match = table(WAREHOUSES, "", cards=cards, phase="round", named="B", hammer=1)
    assert len(words(match, kind="place")) == 5
    assert words(match, kind="store") == {"store a4"}
    assert words(match, kind="swap") == {"swap a4 W", "swap a4 G", "swap b4 Y", "swap b4 S"}
    assert len(outcomes(match)) == 26
    own = table(WAREHOUSES, "", cards=cards, phase="round", named="B", hammer=0)
    assert words(own) == {f"place B {square}" for square in ("c4", "d4", "a3", "b3", "c3")}
    assert own.why_not(0, "store a4") == "That is possible only with a resource that somebody else named."
    after = play(match.copy(), "swap b4 S", "place S c4")
    assert town(after)[0] == "FC(WG) FC(YBS) S .."


def test_T10_a_free_round_of_town_hall() -> None:
    cards = "farm, well, chapel, tavern, theater, warehouse"
    match = table(WAREHOUSES, "", cards=cards, phase="round", rounds=2, options={"variant": "town_hall"})
    assert len(words(match)) == 25
    assert all(move.startswith("place") for move in words(match))


def seats_of_T11(number: int, turns: list[int]) -> list[dict[str, Any]]:
    """The four players of round `number`: C builds a Fort in round 5; a town with one square left is about to end."""
    last_round = {"A": 8, "B": 9, "C": 12, "D": 8}
    players = []
    for seat, name in enumerate("ABCD"):
        squares = [".."] * 16 if number != last_round[name] else ["W"] * 15 + [".."]
        if name == "C" and number > 5:
            squares[0] = "MO"
        fields = player(squares_as_town(squares), "fort_ironweed" if name == "C" else None, hammers=turns[seat])
        if number > last_round[name]:
            fields["place"] = {"A": 1, "B": 3, "D": 1}[name]
        players.append(fields)
    if number == 5:  # the Fort is ready to be built
        players[2]["town"] = ["Y .. B ..", "S W .. ..", ".. .. .. ..", ".. .. .. .."]
    return players


def squares_as_town(squares: list[str]) -> str:
    return " / ".join(" ".join(squares[4 * r : 4 * r + 4]) for r in range(4))


def test_T11_hammer_order_with_a_fort() -> None:
    order, turns, hammer = "", [0, 0, 0, 0], 0
    for number in range(1, 13):
        match = table(*seats_of_T11(number, turns), hammer=hammer, rounds=number - 1)
        order += "ABCD"[hammer]
        match.play(hammer, "name S")
        for seat in match.pending:
            if number == 5 and seat == 2:
                play(match, "place S c3", seat=2)
                build = next(move for move in words(match, 2, "build") if "fort_ironweed" in move)
                play(match, build, "target a4", seat=2)
            elif match.view(seat)["players"][seat]["decision"] == "handle":
                match.play(seat, match.codes(seat)[0])
            match.play(seat, "ready")
        view = match.view()
        turns, hammer = [p["hammers"] for p in view["players"]], view["hammer"]
    assert order == "ABCDABDABCCC"
    assert turns == [3, 3, 4, 2]
    assert match.over
    assert [p["place"] for p in view["players"]] == [1, 3, 4, 1]


def test_T11_starloom_by_place() -> None:
    for place, points in ((1, 6), (2, 3), (3, 2), (4, 0)):
        owner = player(squares_as_town(["MO"] + [".."] * 15), "starloom", place=place)
        match = table(owner, *({"place": 1} for _ in range(3)), over=True)
        assert lines(match).get("monument", 0) == points


def test_T11_feast_halls() -> None:
    halls = [2, 2, 1, 3]
    match = table(*(squares_as_town(["TV"] * n + [".."] * (16 - n)) for n in halls), cards="feast_hall")
    assert [lines(match, seat)["taverns"] for seat in range(4)] == [4, 4, 2, 9]


def test_T11_a_tie_goes_to_fewer_turns_with_the_hammer() -> None:
    players = [{"hammers": n, "place": place, "town": []} for n, place in ((3, 1), (3, 3), (4, 4), (2, 1))]
    match = table(*players, over=True)
    assert [sheet.total for sheet in match.sheet()] == [-16] * 4
    assert match.winners == (3,)


GUILD = "CO CO FC(WWW) MO / TV TV .. .. / FD .. .. .. / .. .. .. .."


def guild(*exchanges: str) -> int:
    """The points of the case's town after these exchanges."""
    targets = ["a4", "b4", "c4", "a3", "b3", "a2"]
    seat = player(GUILD, "architects_guild", decision="exchange", exchanges=2, targets=targets)
    match = table(
        seat,
        {"decision": "ready", "town": []},
        cards="farm, well, chapel, tavern, theater, warehouse",
        phase="round",
        named="W",
        pending=[0],
    )
    play(match, *exchanges)
    if len(exchanges) < 2:
        match.play(0, "stop")
    match.play(0, "ready")
    return total(match)


def test_T12_architects_guild() -> None:
    assert guild() == 0
    assert guild("exchange TV c4") == 7
    assert guild("exchange TV c4", "exchange TV a4") == 9


def test_T12_nine_is_the_best_possible() -> None:
    squares = ["a4", "b4", "c4", "a3", "b3", "a2"]
    types = ["CO", "FD", "WL", "CH", "TV", "TH", "FC"]
    singles = [f"exchange {kind} {square}" for kind in types for square in squares]
    best = 0
    for first, second in itertools.combinations(singles, 2):
        try:
            best = max(best, guild(first, second))
        except tw.IllegalMove:
            continue
    assert best == 9


def test_T12_illegal_exchanges() -> None:
    targets = ["a4", "b4", "c4", "a3", "b3", "a2"]
    seat = player(GUILD, "architects_guild", decision="exchange", exchanges=2, targets=targets)
    match = table(seat, "", cards="farm, well, chapel, tavern, theater, warehouse", phase="round", named="W")
    assert match.why_not(0, "exchange CO a4") == "The new building must be of another type."
    assert match.why_not(0, "exchange CO d4") == "That building may not be replaced."
    assert match.why_not(0, "exchange CO d1") == "There is no building on that square."
    play(match, "exchange TV c4")
    assert town(match)[0] == "CO CO TV MO"  # its cubes are gone
    assert match.why_not(0, "exchange WL c4") == "That building may not be replaced."  # two buildings, not one twice


def test_T13_statue() -> None:
    text = "CO CO(W) CO MO / TV TV TV TV / TV TV TV TV / .. .. .. .."
    match = table(player(text, "statue"), "", phase="round", named="W", hammer=1)
    assert len(words(match)) == 6
    assert words(match, kind="lay") == {"lay a4", "lay c4"}
    own = table(player(text, "statue"), "", phase="round", named="W", hammer=0)
    assert len(words(own)) == 4
    assert own.why_not(0, "lay a4") == "That is possible only with a resource that somebody else named."


def test_T13_a_cube_on_a_cottage_cannot_be_used() -> None:
    text = "CO W .. MO / .. .. .. .. / .. .. .. .. / .. .. .. .."
    match = table(player(text, "statue"), "", phase="round", named="S", hammer=1)
    play(match, "lay a4")
    assert town(match)[0] == "CO(S) W .. MO"
    assert words(match) == {"ready"}
    placed = play(table(player(text, "statue"), "", phase="round", named="S", hammer=1), "place S b3")
    assert words(placed, kind="build") == {"build well b4=W b3=S"}


def test_T13_factory() -> None:
    text = "FC(G) TV TV TV / TV TV TV TV / TV TV TV TV / .. .. .. .."
    match = table(text, "", phase="round", named="G", hammer=1)
    assert len(words(match)) == 20
    assert len(words(table(text, "", phase="round", named="W", hammer=1))) == 4
    assert len(words(table(text, "", phase="round", named="G", hammer=0))) == 4
