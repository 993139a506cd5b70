"""The score sheet during play: what each card counted, which street a resident looks at, who reads what."""

from __future__ import annotations

from types import EllipsisType

from townwright.engine.match import Match

from .table import FACE, line, singles, table, tables, town

Reader = int | EllipsisType | None


def parts(match: Match, name: str, seat: int = 0, reader: Reader = ...) -> list[tuple[str, int]]:
    """The parts of a line of a seat's sheet as a reader sees it; everything for `...`."""
    found = next(line for line in match.sheet(reader)[seat].lines if line.name == name)
    return [(part.label, part.points) for part in found.parts]


def test_every_card_is_listed_with_the_features_it_counted() -> None:
    match = table(town("P01 L02 P02 T01 T02", "PP-L"))
    assert parts(match, "cards") == [
        ("P01 Anglers' Rail: seagulls 3 × 1", 3),  # noqa: RUF001
        ("L02 Harbour Breakwater: seagulls 5 × 1", 5),  # noqa: RUF001
        ("P02 Long Planks: benches 3 × 3", 9),  # noqa: RUF001
        ("T01 Gull Cottage: clouds 7 × 1", 7),  # noqa: RUF001
        ("T02 Crab & Quill Books: red buildings 1 × 3", 3),  # noqa: RUF001
        ("PP-L Plain end pier (left)", 2),
    ]


def test_every_resident_is_listed_with_its_streets() -> None:
    match = table(town("T65 T27 T26 T02 T72", "S1 T03 T57", residents=["R01", "R21", "R22", "R40"]))
    assert parts(match, "residents") == [
        ("R01 Retired Sailor A: no street reaches it", 0),
        ("R21 Carpenter A: shutters 11 in street 1, completed", 13),
        ("R22 Carpenter B: shutters 11 in street 1, completed", 5),
        ("R22 Carpenter B: shutters 6 in street 2, not completed", 2),
        ("R40 Town Crier: town cards 5 in street 1, completed", 4),
    ]


def test_every_accolade_in_play_is_listed_with_what_the_town_has() -> None:
    lying = [{"card": "A02"}, {"card": "A06"}]
    match = table(town("S1 T10"), town("S2"), options={"accolades": "open_sea"}, accolades=lying)
    assert parts(match, "accolades") == [
        ("A02 Landlord: homes 1", 5),
        ("A06 Long Walker: cards in the longest street 2", 10),
    ]
    assert parts(match, "accolades", 1) == [
        ("A02 Landlord: homes 1", 5),
        ("A06 Long Walker: cards in the longest street 1", 0),
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
    assert parts(match, "residents", 0, 0) == [("R40 Town Crier: town cards 2 in street 1, completed", 4)]
    assert parts(match, "accolades", 0, 0) == [("A05 Town Planner: completed streets 1", 5)]
    for reader in (1, None):
        assert parts(match, "residents", 0, reader) == parts(match, "accolades", 0, reader) == []
        assert [row.points for row in match.sheet(reader)[0].lines] == [line(match, "cards"), 0, 0]
    over = table(*players, options={"accolades": "ebb_flow"}, round=10, step=2, over=True)
    assert parts(over, "residents", 0, 1) == parts(over, "residents", 0) != []
    assert parts(over, "accolades", 0, None) == [("A05 Town Planner: completed streets 1", 5)]


def test_residents_share_rows_when_a_sheet_has_more_parts_than_room() -> None:
    data = tables()
    row = {"scope": "each", "what": "town", "thresholds": [1], "incomplete": [1], "completed": [1]}
    data["resident"] = [{"id": f"R{n:02}", "name": f"Neighbour {n}", **row} for n in range(1, 61)]
    cards = [card.id for card in FACE.cards.values() if card.id[0] == "T"][:48]
    match = table({"streets": singles(cards), "residents": [f"R{n:02}" for n in range(1, 61)]}, box=data)
    found = parts(match, "residents")
    assert sum(points for _, points in found) == line(match, "residents") == 60 * 48
    assert found[0] == ("R01 Neighbour 1: town cards 1 in street 1, not completed", 1)
    assert found[-1] == ("R60 Neighbour 60: all streets together", 48)
