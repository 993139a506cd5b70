"""Custom boxes and options."""

from __future__ import annotations

import copy
import tomllib
from importlib.resources import files
from typing import Any

import pytest

import townwright as tw
from townwright.games import load

from .table import words

CONTENTS = tomllib.loads((files("townwright.games.tiny_towns") / "box.toml").read_text(encoding="utf-8"))


def changed(change: Any) -> dict[str, Any]:
    contents = copy.deepcopy(CONTENTS)
    change(contents)
    return contents


def row(contents: dict[str, Any], name: str) -> dict[str, Any]:
    """The row of a card."""
    rows = (row for kind in ("building", "monument") for row in contents[kind])
    return next(row for row in rows if row["id"] == name)


WRONG = {
    "table 'building', row 6 (well), field 'pattern': expected lines": lambda t: row(t, "well").update(pattern=["WX"]),
    "(farm), field 'pattern': expected lines of equal length": lambda t: row(t, "farm").update(pattern=["YY", "W"]),
    "(shrine), field 'pattern'": lambda t: row(t, "shrine").update(pattern=["WWWW", "WWWW"]),
    "table 'building', row 2, field 'points': expected a whole number": lambda t: row(t, "farm").update(points="many"),
    "table 'building': expected 1 to 4 cards of type FD, got 5": lambda t: row(t, "well").update(
        type="FD", feeds="around", verb="nothing"
    ),
    "expected 1 card of type CO, got 0": lambda t: t["building"].pop(0),
    "field 'id': expected an id of small letters that no other card has": lambda t: row(t, "well").update(id="farm"),
    "field 'ability': expected 'guild' on a card of type MO": lambda t: row(t, "well").update(ability="guild"),
    "table 'monument': expected each ability on one card": lambda t: row(t, "archive").update(ability="fort"),
    "table 'monument': expected 12 to 15 cards": lambda t: t["monument"].__delitem__(slice(0, 5)),
    "field 'table': expected the figures": lambda t: row(t, "tavern").pop("table"),
    "field 'feeds': expected on cards of type FD": lambda t: row(t, "farm").pop("feeds"),
    "field 'verb': expected 'fed' on the cottage": lambda t: row(t, "well").update(verb="fed"),
    "field 'verb': expected none on a card of type FD": lambda t: row(t, "farm").update(verb="each"),
    "table 'rank': expected rows with falling points": lambda t: t["rank"].reverse(),
    "table 'recommended', field 'buildings': there is no building 'castle'": lambda t: t["recommended"].update(
        buildings=["castle"]
    ),
    "type FC that Solo does not leave out": lambda t: [
        row(t, name).update(solo=False) for name in ("factory", "trading_post", "warehouse")
    ],
    "two cards that Solo does not leave out": lambda t: [row.update(solo=False) for row in t["monument"]],
}


@pytest.mark.parametrize("sentence", WRONG)
def test_a_wrong_box_is_refused_with_table_row_and_what_is_expected(sentence: str) -> None:
    with pytest.raises(tw.BadBox) as problem:
        load("tiny-towns").open_box(box=changed(WRONG[sentence]))
    assert sentence in str(problem.value)


def test_every_problem_of_a_box_is_reported() -> None:
    def twice(contents: dict[str, Any]) -> None:
        row(contents, "well").update(pattern=["WX"])
        row(contents, "tavern").pop("table")

    with pytest.raises(tw.BadBox) as problem:
        load("tiny-towns").open_box(box=changed(twice))
    assert len(problem.value.problems) == 2


def test_a_custom_box_can_be_played() -> None:
    def other(contents: dict[str, Any]) -> None:
        row(contents, "tavern").update(id="pub", pattern=["BGB"], table=[1, 2])
        contents["recommended"]["buildings"][3] = "pub"

    match = tw.new(
        "tiny-towns", 2, seed=1, box=changed(other), options={"buildings": "recommended", "monuments": False}
    )
    assert match.view()["cards"][4] == "pub"
    seat = {"town": ["B G B ..", *[".. .. .. .."] * 3], "decision": "build"}
    position = {"players": [seat, {}], "cards": ["pub"], "phase": "round", "named": "W"}
    data = {"game": "tiny-towns", "box": changed(other), "options": {"monuments": False}, "position": position}
    match = tw.position("tiny-towns", data)
    assert words(match) == {"ready", "build pub a4=B b4=G c4=B"}
    assert match.moves(0)[1].text == "Construct the pub from brick on a4, glass on b4, brick on c4."


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"buildings": "castle"}, "option 'buildings': there is no building 'castle'"),
        ({"buildings": "farm, orchard"}, "option 'buildings': expected one card of type FD, got 'farm' and 'orchard'"),
        ({"variant": "solo"}, "Tiny Towns cannot be set up: the solo variant is for one player"),
        ({"variant": "duel"}, "option 'variant'"),
        ({"cavern": 3}, "option 'cavern'"),
        ({"dragons": True}, "has no option 'dragons'"),
    ],
)
def test_impossible_options_are_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(tw.BadCall) as problem:
        tw.new("tiny-towns", 2, options=options)
    assert sentence in str(problem.value)


def test_choosing_a_building_that_solo_leaves_out_is_refused() -> None:
    with pytest.raises(tw.BadCall, match="a chosen building is left out of the solo variant"):
        tw.new("tiny-towns", 1, options={"buildings": "inn"})
    assert (
        tw.new("tiny-towns", 1, options={"buildings": "inn", "solo_without": "feast_hall"}).view()["cards"][4] == "inn"
    )


@pytest.mark.parametrize("chosen", ["Feast Hall, trading-post", ["feast_hall", "trading_post"]])
def test_buildings_not_chosen_are_random(chosen: Any) -> None:
    views = [tw.new("tiny-towns", 2, seed=n, options={"buildings": chosen}).view()["cards"] for n in range(20)]
    assert all((cards[4], cards[6]) == ("feast_hall", "trading_post") for cards in views)
    assert len({cards[1] for cards in views}) > 1
