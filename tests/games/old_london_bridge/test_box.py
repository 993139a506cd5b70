"""The box file: which files are refused, in which words, and where its figures come from."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import townwright as tw
from townwright.games import load
from townwright.games.old_london_bridge.kinds import HAUL_FIRST, HAULS

NAME = "old-london-bridge"
CONTENTS = tomllib.loads((files("townwright.games.old_london_bridge") / "box.toml").read_text(encoding="utf-8"))
GAME = load(NAME)


def problem(change: Callable[[dict[str, Any]], object]) -> str:
    """The error message about a box with this change."""
    contents = copy.deepcopy(CONTENTS)
    change(contents)
    with pytest.raises(tw.BadBox) as error:
        GAME.open_box(box=contents)
    return str(error.value)


WRONG = [
    (lambda t: t["setup"].pop(), "table 'setup': expected three rows, for 2, 3 and 4 players in this order"),
    (lambda t: t["setup"][0].update(rounds=7), "table 'setup', row 1, field 'rounds': expected at most 6, got 7"),
    (lambda t: t["setup"][0].update(turns=1), "table 'setup', row 1, field 'turns': expected 2, got 1"),
    (lambda t: t["setup"][1].update(turns=2), "table 'setup', row 2, field 'turns': expected 1, got 2"),
    (lambda t: t["game"].update(slots=11), "table 'setup', row 2, field 'rounds': expected at most 11, got 12"),
    (lambda t: t["game"].update(slots=13), "table 'game', field 'slots': expected"),
    (lambda t: t["effects"].update(LADY=5), "table 'effects', field 'LADY': expected"),
    (lambda t: t["effects"].update(CH2=0), "table 'effects', field 'CH2': expected"),
    (
        lambda t: t["effects"]["sources"].pop("PLUS"),
        "table 'effects', field 'sources': expected the origin of PLUS",
    ),
    (lambda t: t["setup"][0].update(zeros=1), "table 'setup', row 1, field 'zeros': expected at least 2, got 1"),
    (
        lambda t: t["setup"][0].update(awards=[1, 1, 1]),
        "table 'setup', row 1, field 'awards': expected at most 2 places",
    ),
    (lambda t: t["wheel"].update(spaces=[1] * 6), "table 'wheel', field 'spaces': expected exactly one X"),
    (
        lambda t: t["wheel"].update(stacks=["inn"] * 6),
        "table 'wheel', field 'stacks': expected each of the six types of building once",
    ),
    (
        lambda t: t["marker"][0].update(copies=1),
        "table 'marker', field 'copies': expected 12 to 15 markers together, got 11",
    ),
    (
        lambda t: t["chapel_track"].update(coins=[1]),
        "table 'chapel_track', field 'coins': expected one coin for each of 'coin_spaces'",
    ),
    (
        lambda t: t["gate_track"].update(bonus_spaces=[3, 15]),
        "table 'gate_track', field 'bonus_spaces': expected different spaces before the last, 15",
    ),
    (lambda t: t["bonus"][0].update(copies=9), "table 'bonus': expected at most 12 tiles with back 1, got 13"),
    (lambda t: t["card"].pop(), "table 'card': expected four rows, for the values 1 to 4 in this order"),
    (
        lambda t: t["card"][3].update(copies=4),
        "table 'card', row 4, field 'copies': expected at least 5, dealt to the steps",
    ),
    (lambda t: t["step"].pop(), "table 'step': expected 4 rows, front step first, got 3"),
    (lambda t: t["penalty"].pop(0), "table 'penalty': expected rows for 1, 2, 3, ... empty slots in this order"),
    (
        lambda t: t["expert"].update(G3=[[7, 5], [4, 3]]),
        "table 'expert', field 'G3': expected rows [from, money] in rising order",
    ),
    (
        lambda t: t["buildings"]["tile"][0].update(number=2),
        "table 'buildings', field 'tile': expected each number from 1 to 60 once",
    ),
    (
        lambda t: t["buildings"]["tile"][0].update(type="inn"),
        "table 'buildings', field 'tile': expected 12 tiles of type inn, got 13",
    ),
    (
        lambda t: t["buildings"]["tile"][0].update(crest="all"),
        "table 'buildings', field 'tile', row 1, field 'crest': expected 'all' for a guild, else one colour",
    ),
    (
        lambda t: t["buildings"]["garden"][0].update(copies=4),
        "table 'buildings', field 'garden': expected rows for blue, orange, grey, green, 12 gardens together",
    ),
    (
        lambda t: t["game"]["sources"].pop("centre_cost"),
        "table 'game', field 'sources': expected the origin of centre_cost",
    ),
    (
        lambda t: t["expert"]["sources"].update(C9="stated"),
        "table 'expert', field 'sources': expected figures of the table, got C9",
    ),
    (lambda t: t["marker"][1].pop("source"), "table 'marker', row 2, field 'source' is missing"),
    (lambda t: t["step"][1].update(cards=[1, 5]), "table 'step', row 2, field 'cards', row 2: expected"),
]


@pytest.mark.parametrize(("change", "sentence"), WRONG, ids=[sentence[:60] for _, sentence in WRONG])
def test_a_box_that_cannot_be_played_is_refused_with_the_table_and_row(change: Any, sentence: str) -> None:
    assert sentence in problem(change)


def test_several_problems_are_reported_together() -> None:
    def two(contents: dict[str, Any]) -> None:
        contents["wheel"]["spaces"] = [1] * 6
        contents["card"][3]["copies"] = 1

    assert len(problem(two).split("; ")) == 2


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"gate_ties": "coin"}, "option 'gate_ties' of Old London Bridge"),
        ({"chapel_scoring": "G1"}, "option 'chapel_scoring' of Old London Bridge"),
        ({"c4_counts_end": 3}, "option 'c4_counts_end' of Old London Bridge"),
        ({"ladies": True}, "Old London Bridge has no option 'ladies'"),
    ],
)
def test_an_unknown_option_is_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(tw.BadCall, match=sentence):
        tw.new(NAME, options=options)


def sources(contents: Any) -> list[str]:
    """Every tag in the file."""
    if isinstance(contents, dict):
        here = [contents[key] for key in ("source", "crest_source") if key in contents]
        here += list(contents.get("sources", {}).values())
        return here + [tag for key, value in contents.items() if key != "sources" for tag in sources(value)]
    return [tag for row in contents for tag in sources(row)] if isinstance(contents, list) else []


def test_every_figure_says_where_it_comes_from() -> None:
    tags = sources(CONTENTS)
    assert set(tags) == {"stated", "public", "derived", "reconstructed"}
    figures, rows, buildings = 6 + 2 + 3 + 2 + 4 + 12, 3 + 3 + 8 + 4 + 4 + 5, 60 + 1 + 4
    assert len(tags) == figures + rows + buildings


def test_tiles_that_a_source_names_have_its_tag() -> None:
    tagged = {row["number"]: row["source"] for row in CONTENTS["buildings"]["tile"]}
    assert {n for n, source in tagged.items() if source == "stated"} == {20, 32, 43}
    assert {n for n, source in tagged.items() if source == "public"} == {18, 38}
    assert CONTENTS["buildings"]["tile"][49]["crest_source"] == "derived"


def test_types_and_colours_are_balanced_as_reconstructed() -> None:
    tiles = CONTENTS["buildings"]["tile"]
    for key, names in (
        ("type", ("chapel", "gate", "inn", "emporium", "guild")),
        ("crest", ("blue", "orange", "grey", "green", "all")),
    ):
        for name in names:
            numbers = [row["number"] for row in tiles if row[key] == name]
            assert (len(numbers), sum(numbers)) == (12, 366)


def test_the_wheel_as_the_rules_page_lists_it() -> None:
    assert GAME.open_box().face.pays == [
        [-1, 3, 1, 2, 1, 2],
        [2, -1, 3, 1, 2, 1],
        [1, 2, -1, 3, 1, 2],
        [2, 1, 2, -1, 3, 1],
        [1, 2, 1, 2, -1, 3],
        [3, 1, 2, 1, 2, -1],
    ]


def test_a_wheel_printed_from_another_space_is_the_same_wheel() -> None:
    contents = copy.deepcopy(CONTENTS)
    contents["wheel"]["spaces"] = [1, 2, "X", 3, 1, 2]
    assert GAME.open_box(box=contents).face.pays == GAME.open_box().face.pays


def test_the_hauls_of_an_inn_are_the_partitions_into_cards() -> None:
    per_total = [int(HAUL_FIRST[total + 1] - HAUL_FIRST[total]) for total in range(1, 13)]
    assert per_total == [1, 2, 3, 5, 6, 9, 11, 15, 18, 23, 27, 34]
    assert len(set(HAULS)) == len(HAULS) == 154


@pytest.mark.parametrize(("seats", "supply"), [(4, [11, 9, 7, 5]), (3, [12, 10, 8, 7]), (2, [13, 11, 10, 8])])
def test_set_up(seats: int, supply: list[int]) -> None:
    match = tw.new(NAME, seats=seats, seed=3)
    view = match.view()
    assert [view["supply"][str(value)] for value in range(1, 5)] == supply
    hands = [view["players"][seat]["hand"] for seat in view["chapel_order"]]
    zeros = 2 if seats == 2 else 1
    steps = ["11234", "12234", "12334", "12344"]
    for hand, step in zip(hands, steps, strict=False):
        assert "".join(value * n for value, n in hand.items() if value != "0") == step
        assert hand["0"] == zeros
    assert [player["money"] for player in view["players"]] == [5] * seats
    assert [stack["left"] for stack in view["stacks"].values()] == [12] * 6
    assert [stack["left"] for stack in view["bonus"]] == [8, 8, 8]
    assert view["markers"]["left"] == (5 if seats == 2 else 11)
    assert match.pending == tuple(range(seats))


def test_the_effects_of_bonus_tiles_come_from_the_box() -> None:
    contents = copy.deepcopy(CONTENTS)
    contents["effects"].update(CH2=3, GT2=1, PLUS=2, LADY=4)
    owned = {"CH2": 1, "GT2": 1, "PLUS": 1, "LADY": 1}
    position = {"players": [{"tiles": owned}, {}, {}], "decision": "lady", "pending": [0], "round": 2}
    match = tw.position(NAME, {"game": NAME, "box": contents, "position": position}, seed=1)
    assert match.moves(0)[1].text == "Use a Lady tile: take a card of value 4 from the supply."
    match.play(0, "lady")
    assert match.view()["players"][0]["hand"] == {"0": 1, "4": 1}
    match.play(0, "card 0")
    assert match.moves(0)[1].text == "Use a Card +2 tile on your card of value 0: it counts 2."
    match.play(0, "plus 1")
    assert match.view()["order"][0] == {"seat": 0, "value": 0, "plus": 2, "card": 1, "before": "card"}
    texts = {move.words: move.text for move in match.moves(0)}
    assert texts["ch2"] == "Use a Chapel +3 tile: chapel marker to space 3, £1 in coins."
    match.play(0, "ch2")
    match.play(0, "gt2")
    assert (match.view()["players"][0]["chapel"], match.view()["players"][0]["gate"]) == (3, 1)
    assert tw.position(NAME, match.to_json()).state == match.state


def test_a_bridge_with_fewer_slots() -> None:
    contents = copy.deepcopy(CONTENTS)
    contents["game"]["slots"] = 4
    for row in contents["setup"]:
        row["rounds"] = 4 // row["turns"]
    match = tw.new(NAME, seats=3, seed=1, box=contents)
    while not match.over:
        match.play(match.pending[0], match.codes(match.pending[0])[0])
    lengths = [len(player["bridge"]) for player in match.view()["players"]]
    paid = {line.name: line.points for line in match.sheet()[0].lines}["slots"]
    assert max(lengths) <= 4
    assert paid == -(0, 1, 3, 6)[4 - lengths[0]]
    position = {"players": [{"bridge": ["60", "50", "40", "30", "20"]}, {}, {}]}
    with pytest.raises(tw.BadPosition, match="player 1, field 'bridge': expected at most 4 buildings, got 5"):
        tw.position(NAME, {"game": NAME, "box": contents, "position": position})


def test_a_custom_box_can_be_played() -> None:
    contents = copy.deepcopy(CONTENTS)
    contents["game"]["start_money"] = 9
    contents["setup"][0]["rounds"] = 2
    match = tw.new(NAME, seats=2, seed=1, box=contents)
    assert match.view()["players"][0]["money"] == 9
    while not match.over:
        match.play(match.pending[0], match.codes(match.pending[0])[0])
    assert match.view()["round"] == 2
    assert tw.replay(match.record()).state == match.state


PAGE = (Path(__file__).parents[3] / "docs" / "rules" / f"{NAME}.md").read_text(encoding="utf-8")
UNCERTAIN = {  # a row of the players' page, and the tag of the same figure in the box
    "slots of a bridge": CONTENTS["game"]["sources"]["slots"],
    "type and crest of 18, 38": CONTENTS["buildings"]["tile"][17]["source"],
    "crest of 50": CONTENTS["buildings"]["tile"][49]["crest_source"],
    "49, 23, 11": CONTENTS["buildings"]["tile"][22]["source"],
    "type and crest of all other buildings": CONTENTS["buildings"]["tile"][0]["source"],
    "wheel": CONTENTS["wheel"]["sources"]["spaces"],
    "order of the stacks around the wheel": CONTENTS["wheel"]["sources"]["stacks"],
    "turn markers": CONTENTS["marker"][0]["source"],
    "where the coins lie": CONTENTS["chapel_track"]["sources"]["coin_spaces"],
    "bonus spaces of the gate track": CONTENTS["gate_track"]["sources"]["bonus_spaces"],
    "length of both tracks": CONTENTS["gate_track"]["sources"]["last"],
    "how many of each kind, and on which back": CONTENTS["bonus"][0]["source"],
    "how many cards": CONTENTS["card"][0]["source"],
    "starting hands": CONTENTS["step"][0]["source"],
    "the front step": CONTENTS["step"][0]["source"],
    "price of 2, 3, 4, 5 and more": CONTENTS["penalty"][1]["source"],
    "the top value of I3": CONTENTS["expert"]["sources"]["I3"],
}


def test_the_rules_page_names_every_uncertain_figure_with_its_tag() -> None:
    rows = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in PAGE.splitlines() if line[:1] == "|"]
    tags = {cells[0]: cells[2] for cells in rows if len(cells) == 3}
    assert {name: tags.get(name) for name in UNCERTAIN} == UNCERTAIN
    assert "stated" not in UNCERTAIN.values()


def test_the_rules_page_lists_our_own_readings() -> None:
    readings = PAGE.partition("## Our readings")[2].partition("\n## ")[0]
    for point in (
        "Ties on the gate track",
        "C4 and the end of the chapel track",
        "The last gate space",
        "C2 and G2",
        "C1, G1 and I1",
        "G4",
        "Ladies",
        "Card +1 tiles",
        "Recall",
        "Effects",
        "No voluntary replacement",
        "Inns",
        "Pass",
    ):
        assert f"**{point}**" in readings, point
    for option in ("gate_ties", "c4_counts_end", "last_gate_space"):
        assert f"`{option}`" in readings
