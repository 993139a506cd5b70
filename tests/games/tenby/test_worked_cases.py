"""The worked cases T1 to T15 of the rules page."""

from __future__ import annotations

import pytest

from townwright.games.tenby.rows import FEATURES

from .table import (
    BUSINESSES,
    FACE,
    TERRACES,
    card_points,
    contents,
    line,
    places,
    play,
    resident,
    rings,
    shifts,
    streets,
    table,
    town,
)


def test_T1_rulebook_example() -> None:
    match = table(town("P01 L02 P02 T01 T02"))
    assert card_points(match) == [3, 5, 9, 7, 3]
    assert match.sheet()[0].total == 27
    assert line(match, "completed") == 0


def test_T2_carpenter_A() -> None:
    match = table(town("T65 T27 T26 T02 T72", residents=["R21"]))
    assert card_points(match) == [12, 6, 5, 0, 4]
    assert line(match, "cards") == 27
    assert line(match, "completed") == 1
    assert resident(town("T65 T27 T26 T02 T72"), "R21") == 13
    assert resident(town("T65 T27 T26 T02"), "R21") == 5
    assert resident(town("T65 T27 T26"), "R21") == 3
    assert resident(town("T65 T27"), "R21") == 0


def test_T3_carpenter_B() -> None:
    both = town("T65 T27 T26 T02 T72", "S1 T03 T57")
    assert resident(both, "R22") == 7
    assert resident(both, "R21") == 13
    assert resident(town("T65 T27", "S1 T03 T57"), "R22") == 2


def test_T4_wild_white() -> None:
    match = table(town("PT-L T07 L03 T03 PT-R"))
    assert card_points(match) == [2, 9, 2, 0, 2]
    assert match.sheet()[0].total == 15
    street = town("PT-L T07 L03 T03 PT-R")
    assert resident(street, "R29") == 6
    assert resident(street, "R34") == 2
    assert resident(street, "R35") == 2
    labels = [part.label for part in table({**street, "residents": ["R29", "R34", "R35"]}).sheet()[0].lines[1].parts]
    assert "different colours 5" in labels[0]
    assert "red buildings 4" in labels[1]
    assert "yellow buildings 4" in labels[2]


@pytest.mark.parametrize(
    ("street", "at", "points"),
    [
        ("T11 T10 T14", 1, 4),
        ("T11 T10 T36", 1, 2),
        ("PT-L T10 T11", 1, 4),
        ("T11 L05 T14 T13", 1, 6),
        ("T11 L03 T29 T13 PT-R", 2, 8),
    ],
)
def test_T5_unique_colours(street: str, at: int, points: int) -> None:
    assert card_points(table(town(street)))[at] == points


def test_T6_one_way_arrows() -> None:
    match = table(town("P33 P11 P25 P43"))
    assert card_points(match) == [15, 4, 6, 15]
    assert match.sheet()[0].total == 40
    assert line(match, "completed") == 1


def test_T7_gold_on_a_pier_end() -> None:
    match = table(town("L18 P04 T42 T03"))
    assert card_points(match) == [6, 9, 9, 2]
    assert match.sheet()[0].total == 26


def test_T8_placements() -> None:
    assert places("T42", "P33 P11") == {"place new", "place after 2"}
    assert places("T03", "P33 P11") == {"place new"}
    assert places("P43", "P33 P11") == {"place new", "place after 2"}
    assert places("P28", "P33 P11") == {"place new"}
    assert len(places("L16", "P33 P11")) == 2
    assert places("L16", "L18 P04") == {"place new"}
    assert places("P28", "P33 P43") == places("P02", "P33 P43") == {"place new"}
    completing = table(town("P33 P11"), decision="place", gained="P43")
    completing.play(0, "place after 2")
    assert line(completing, "completed") == 1


def test_T9_moves() -> None:
    # A = S1 T03 T57 are cards 1 to 3, B = P33 is card 4
    assert shifts("S1 T03 T57", "P33") == {
        "move 2 new",
        "move 1 new",
        "move 1 after 4",
        "move 1 after 3",
        "move 3 new",
        "move 3 before 1",
        "move 4 before 1",
    }


def test_T10_middle_and_landmarks() -> None:
    assert "move 3 before 2" in shifts("S1 T57", "T10")
    assert places("T10", "S1 T57") == {"place new"}
    # A = S1 L03 T57, B = T10 L08: L08 is card 5
    landmark = {move for move in shifts("S1 L03 T57", "T10 L08") if move.startswith("move 5 ")}
    assert landmark == {"move 5 new", "move 5 before 4"}


def test_T11_turn_account() -> None:
    match = table(
        town("S1 T57", rings=1),
        {"day": "D25"},
        phase="night",
        decision="choose",
        round=3,
        order=[1, 0],
        step=1,
        day_row=[{"card": "D24", "tokens": 2}, {"card": "D25"}, {"card": "D01"}],
        market={"terrace": ["T03", "T10", "T42"]},
    )
    match.play(0, "choose D24")
    assert rings(match) == 4
    match.play(0, "forfeit L")
    assert rings(match) == 5
    play(match, 0, "use T", "gain T03")  # fits nowhere: it founds a street by itself
    match.play(0, "reveal terrace")
    assert rings(match) == 4
    play(match, 0, "buy move", "move 3 before 2")
    assert rings(match) == 2
    assert streets(match) == [["S1", "T03", "T57"]]
    play(match, 0, "buy T", "gain T42", "place new")
    assert rings(match) == 0
    assert match.pending == (1,)  # nothing left to do: the turn has ended
    assert streets(match) == [["S1", "T03", "T57"], ["T42"]]


def test_T12_order() -> None:
    match = table(
        {},
        {},
        {},
        phase="night",
        decision="choose",
        day_row=[{"card": "D17"}, {"card": "D04"}, {"card": "D09"}, {"card": "D20"}],
    )
    match.play(0, "choose D17")
    assert match.why_not(1, "choose D17") == "There is already a piece on that day card."
    match.play(1, "choose D04")
    match.play(2, "choose D09")
    assert match.view()["order"] == [1, 2, 0]
    assert match.pending == (1,)
    play(match, 1, "forfeit R", "reveal terrace")
    assert match.pending == (2,)
    play(match, 2, "forfeit T", "forfeit P", "end")
    play(match, 0, "forfeit T", "forfeit L", "end")
    view = match.view()
    assert (view["round"], view["phase"], view["order"]) == (2, "night", [1, 2, 0])
    left = [place for place in view["day_row"] if place["card"] == "D20"]
    assert left == [{"card": "D20", "tokens": 1}]
    assert len(view["day_row"]) == 4
    assert None not in view["day_row"]


def test_T13_running_out() -> None:
    laid, market, discards, deck = TERRACES[:59], TERRACES[59:64], TERRACES[64:70], TERRACES[70:]
    towns = [{"streets": [[card] for card in laid[n::4]]} for n in range(4)]
    match = table(
        *towns,
        step=3,
        market={"terrace": market},
        decks={"terrace": {"left": 2, "cards": deck, "discards": discards}},
    )
    match.play(3, "end")
    view = match.view()
    assert len(view["market"]["terrace"]) == 5
    assert view["decks"]["terrace"]["left"] == 8
    assert view["decks"]["terrace"]["discards"] == []
    assert set(deck) <= set(view["market"]["terrace"])  # the old deck is dealt first


def businesses(*counts: int) -> list[dict[str, object]]:
    cards = iter(BUSINESSES)
    return [{"streets": [[next(cards)] for _ in range(count)]} for count in counts]


def accolade_points(counts: tuple[int, ...], options: dict[str, object], **more: object) -> list[int]:
    players = businesses(*counts)
    for player, extra in zip(players, more.pop("extras", [{}] * len(players)), strict=True):  # type: ignore[call-overload]
        player.update(extra)
    match = table(*players, options=options, **more)
    return [line(match, "accolades", seat) for seat in range(len(players))]


def test_T14_accolades() -> None:
    lying = [{"card": "A01"}]
    open_sea = {"accolades": "open_sea"}
    assert accolade_points((4, 4, 2), open_sea, accolades=lying) == [5, 5, 0]
    assert accolade_points((4, 4, 4), open_sea, accolades=lying) == [3, 3, 3]
    assert accolade_points((0, 0, 0), open_sea, accolades=lying) == [0, 0, 0]
    ebb_flow = {"accolades": "ebb_flow"}
    # Tour Guide's accolade is out of reach for all: nobody has a landmark
    others = [{"accolade": "A04", "shown": "secret"}, {"accolade": "A05", "shown": "secret"}]
    shown = [{"accolade": "A01", "shown": "open"}, *others]
    secret = [{"accolade": "A01", "shown": "secret"}, *others]
    assert accolade_points((4, 4, 2), ebb_flow, extras=shown) == [7, 7, 0]
    assert accolade_points((4, 4, 2), ebb_flow, extras=secret) == [5, 0, 0]
    assert accolade_points((4, 5, 2), ebb_flow, extras=secret) == [0, 0, 0]
    assert accolade_points((0, 0, 0), ebb_flow, extras=secret) == [0, 0, 0]


def test_T15_end() -> None:
    data = contents()
    for row in data["plain"]:
        row["points"] = 24  # two plain ends make a completed street of 48 points
    match = table(
        town("PP-L PP-R", "PP-L PP-R", residents=["R01", "R02", "R03"]),
        town("PP-L PP-R", "PP-L PP-R", residents=["R04", "R07"]),
        town("PP-L PP-R", "PP-L", "PP-R", residents=["R08", "R09", "R10", "R11", "R12"]),
        box=data,
        round=10,
        step=3,
        over=True,
    )
    sheets = match.sheet()
    assert [sheet.total for sheet in sheets] == [96, 96, 96]
    assert [[tie.points for tie in sheet.ties] for sheet in sheets] == [[2, 3], [2, 2], [1, 5]]
    assert [sheet.rank for sheet in sheets] == [1, 2, 3]
    assert match.winners == (0,)


def test_the_deck_matches_the_rules_page() -> None:
    supply = {
        feature: sum(row.features.get(feature, 0) for row in FACE.cards.values() if row.id[0] in "TPL")
        for feature in FEATURES
    }
    assert supply == {
        "bench": 59,
        "bin": 47,
        "binoculars": 21,
        "chimney": 58,
        "cloud": 152,
        "flower_box": 70,
        "lamp_post": 57,
        "lobster_box": 62,
        "porch": 28,
        "seagull": 90,
        "shutters": 67,
    }
    decks = [row.id[0] for row in FACE.cards.values()]
    assert [decks.count(letter) for letter in "TLS"] == [72, 24, 5]
    assert decks.count("P") == 48 + 4
    assert (len(FACE.days), len(FACE.residents), len(FACE.accolades)) == (30, 40, 12)
