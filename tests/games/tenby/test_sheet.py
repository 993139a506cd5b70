"""The score sheet during play: what each card counted, which street a resident looks at, who reads what."""

from __future__ import annotations

from types import EllipsisType

import townwright as tw
from townwright.engine.match import Match

from .table import FACE, contents, line, singles, table, town

Reader = int | EllipsisType | None


def parts(match: Match, name: str, seat: int = 0, reader: Reader = ...) -> list[tuple[str, int]]:
    """The parts of a line of a seat's sheet as a reader sees it; everything for `...`."""
    found = next(line for line in match.sheet(reader)[seat].lines if line.name == name)
    return [(part.label, part.points) for part in found.parts]


def test_every_card_is_listed_with_the_features_it_counted() -> None:
    match = table(town("P01 L02 P02 T01 T02", "PP-L"))
    assert parts(match, "cards") == [
        ("Anglers' Rail: seagulls 3 × 1", 3),  # noqa: RUF001
        ("Harbour Breakwater: seagulls 5 × 1", 5),  # noqa: RUF001
        ("Long Planks: benches 3 × 3", 9),  # noqa: RUF001
        ("Gull Cottage: clouds 7 × 1", 7),  # noqa: RUF001
        ("Crab & Quill Books: red buildings 1 × 3", 3),  # noqa: RUF001
        ("Plain end pier (left)", 2),
    ]


def test_every_resident_is_listed_with_its_streets() -> None:
    match = table(town("T65 T27 T26 T02 T72", "S1 T03 T57", residents=["R01", "R21", "R22", "R40"]))
    assert parts(match, "residents") == [
        ("Retired Sailor A: no street reaches it", 0),
        ("Carpenter A: shutters 11 in street 1, completed", 13),
        ("Carpenter B: shutters 11 in street 1, completed", 5),
        ("Carpenter B: shutters 6 in street 2, not completed", 2),
        ("Town Crier: town cards 5 in street 1, completed", 4),
    ]


def test_every_accolade_in_play_is_listed_with_what_the_town_has() -> None:
    lying = [{"card": "A02"}, {"card": "A06"}]
    match = table(town("S1 T10"), town("S2"), options={"accolades": "open_sea"}, accolades=lying)
    assert parts(match, "accolades") == [
        ("Landlord: homes 1", 5),
        ("Long Walker: cards in the longest street 2", 10),
    ]
    assert parts(match, "accolades", 1) == [
        ("Landlord: homes 1", 5),
        ("Long Walker: cards in the longest street 1", 0),
    ]


def test_the_sheet_changes_with_every_move() -> None:
    match = table(town("P33 P11", rings=2, residents=["R40"]), icons={"P": 1}, market={"pier": ["P43"]})
    assert (line(match, "cards"), line(match, "residents"), line(match, "completed")) == (9, 0, 0)
    for move in ("use P", "gain P43", "place after 2"):
        match.play(0, move)
    # three seagulls lie within reach of both ends; no lamp beside P11
    assert (line(match, "cards"), line(match, "residents"), line(match, "completed")) == (18, 4, 1)
    for move in ("buy move", "move 3 new"):
        match.play(0, move)
    assert (line(match, "cards"), line(match, "residents"), line(match, "completed")) == (9, 0, 0)


def test_a_sheet_shows_the_readers_own_secrets_at_once_and_those_of_others_at_the_end() -> None:
    players = [
        town("P33 P43", residents=["R40"], accolade="A05", shown="secret"),
        town("P30 P38", residents=["R39"], accolade="A03", shown="secret"),
    ]
    match = table(*players, options={"accolades": "ebb_flow"})
    assert parts(match, "residents", 0, 0) == [("Town Crier: town cards 2 in street 1, completed", 4)]
    assert parts(match, "accolades", 0, 0) == [("Town Planner: completed streets 1", 5)]
    for reader in (1, None):
        assert parts(match, "residents", 0, reader) == parts(match, "accolades", 0, reader) == []
        assert [row.points for row in match.sheet(reader)[0].lines] == [line(match, "cards"), 0, 0]
        assert match.sheet(reader)[0].unseen == ["a secret resident", "a secret accolade"]
    assert match.sheet(0)[0].unseen == []
    assert [row.unseen for row in match.sheet(0, "it")[1].lines] == [
        "",
        "un residente segreto",
        "un'onorificenza segreta",
    ]
    over = table(*players, options={"accolades": "ebb_flow"}, round=10, step=2, over=True)
    assert [one.unseen for reader in (0, 1, None) for one in over.sheet(reader)] == [[]] * 6
    assert parts(over, "residents", 0, 1) == parts(over, "residents", 0) != []
    assert parts(over, "accolades", 0, None) == [("Town Planner: completed streets 1", 5)]


def test_what_is_not_counted_follows_from_what_all_may_know() -> None:
    seats = [
        town("P33", residents=["R40", "R01"], accolade="A02", shown="open"),
        town("P30", accolade="A03", shown="open"),
        town("P11", accolade="A01", shown="open"),
    ]
    match = table(*seats, options={"accolades": "ebb_flow"})
    assert [one.unseen for one in match.sheet(1)] == [["2 secret residents"], [], []]
    match = tw.new("tenby", 3, 1, {"accolades": "ebb_flow"})
    while match.view()["decision"] != "declare":
        seat = match.pending[0]
        match.play(seat, match.codes(seat)[0])
    match.play(0, "hide")  # whether an accolade is secret is known once all have decided
    assert [one.unseen for one in match.sheet(1)] == [["a secret resident"], [], ["a secret resident"]]
    match.play(1, "show")
    match.play(2, "hide")
    assert [one.unseen for one in match.sheet(2)] == [
        ["a secret resident", "a secret accolade"],
        ["a secret resident"],
        [],
    ]


def test_without_accolades_the_sheet_has_no_line_of_them() -> None:
    for accolades in ("none", "open_sea", "ebb_flow", "high_tide"):
        names = [row.name for row in tw.new("tenby", 2, 1, {"accolades": accolades}).sheet()[0].lines]
        assert names == ["cards", "residents", "accolades"][: 2 if accolades == "none" else 3]


def test_cards_with_the_same_name_are_named_with_their_ids() -> None:
    data = contents()
    for row in data["terrace"][:2]:
        row["name"] = "Bench"
    match = table(town("S1"), box=data, market={"terrace": ["T01", "T02", "T03"]}, icons={"T": 1})
    match.play(0, "use T")
    assert [move.text for move in match.moves(0, "it")][:3] == [
        "Ottieni Bench (T01).",
        "Ottieni Bench (T02).",
        "Ottieni La Focaccina Salata.",
    ]


def test_a_card_that_stands_twice_in_a_town_is_named_with_its_number() -> None:
    match = table(town("PT-L", "PT-L", "PT-R"), gained="T14", decision="place")
    assert sorted(move.text for move in match.moves(0)) == [
        "Place Samphire House alone as a new street.",
        "Place Samphire House to the left of Plain end terrace (right).",
        "Place Samphire House to the right of Plain end terrace (left), card 1.",
        "Place Samphire House to the right of Plain end terrace (left), card 2.",
    ]


def test_residents_share_rows_when_a_sheet_has_more_parts_than_room() -> None:
    data = contents()
    row = {"scope": "each", "what": "town", "thresholds": [1], "incomplete": [1], "completed": [1]}
    data["resident"] = [{"id": f"R{n:02}", "name": f"Neighbour {n}", **row} for n in range(1, 61)]
    cards = [card.id for card in FACE.cards.values() if card.id[0] == "T"][:48]
    match = table({"streets": singles(cards), "residents": [f"R{n:02}" for n in range(1, 61)]}, box=data)
    found = parts(match, "residents")
    assert sum(points for _, points in found) == line(match, "residents") == 60 * 48
    assert found[0] == ("Neighbour 1: town cards 1 in street 1, not completed", 1)
    assert found[-1] == ("Neighbour 60: all streets together", 48)
