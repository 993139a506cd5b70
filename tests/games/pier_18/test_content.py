"""Every card, goal and reason occurs in random games, and a plain model scores them the same."""

from __future__ import annotations

import datetime
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import townwright as tw
from townwright.engine import chance
from townwright.engine.shapes import Pattern, Strip, Text
from townwright.games import load
from townwright.games.pier_18 import moves
from townwright.games.pier_18.box import METRICS
from townwright.games.pier_18.view import show_sides

from .audit import VARIANTS
from .plain import CARDS, goal_met, points, standing
from .table import box_with, table

IDS = list(CARDS)
GAMES = 3000
PAGE = Path(__file__).resolve().parents[3] / "docs/rules/pier-18.md"

pytestmark = pytest.mark.xdist_group("pier_18 content")  # the tests share the games played


def finished(seats: int, options: dict[str, Any], games: int) -> tuple[Any, Any]:
    """Random games played to the end: their states as one record array, and the sheets' lines."""
    game = load("pier-18")
    box = game.open_box(options)
    states = np.zeros((games, game.state_layout.itemsize), np.uint8)
    rngs = np.stack([chance.generator(f"content/{n}") for n in range(games)])
    for n in range(games):
        game.entry_points.setup(box.bytes, states[n], seats, chance.deal_key(f"content/{n}"))
    game.entry_points.playouts(box.bytes, states, rngs, np.zeros(game.moves.size, np.int32), np.zeros(games, np.int32))
    lines = np.zeros((games, seats * 8), np.int32)
    for n in range(games):
        game.entry_points.score(box.bytes, states[n], lines[n])
    return states.view(game.state_layout)[:, 0], lines.reshape(games, seats, 8)


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_every_goal_is_met_and_missed(seats: int, options: dict[str, Any]) -> None:
    states, lines = finished(seats, options, GAMES)
    met, missed = set(), set()
    for state, sheet in zip(states, lines, strict=True):
        for seat in range(seats):
            (met if sheet[seat, 5] else missed).add(IDS[state["plan"][seat] - 1])
    assert met == missed == set(IDS)


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_every_card_plays_every_role(seats: int, options: dict[str, Any]) -> None:
    """As foundation, taken card, patron, plan and third card, with every overlap, upright and turned."""
    states, _ = finished(seats, options, GAMES)
    parts: dict[str, set[int]] = {name: set() for name in ("foundation", "taken", "patron", "plan", "third")}
    ways = set()
    for state in states:
        for seat in range(seats):
            pier = [int(card) for card in state["pier"][seat][: state["laid"][seat]]]
            parts["foundation"].add(pier[0])
            parts["taken"] |= set(pier[1:-1])
            parts["plan"].add(pier[-1])
            parts["third"].add(int(state["third"][seat]))
            parts["patron"] |= {int(card) for card in state["patrons"][seat] if card}
            ways |= set(zip(state["overlap"][seat][1:].tolist(), state["turned"][seat][1:].tolist(), strict=True))
    assert all(cards == set(range(1, 19)) for cards in parts.values())
    turns = (0, 1) if options["allow_rotation"] else (0,)
    assert ways == {(overlap, turned) for overlap in range(4) for turned in turns}


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_a_plain_model_scores_every_game_the_same(seats: int, options: dict[str, Any]) -> None:
    states, lines = finished(seats, options, 500)
    for state, sheet in zip(states, lines, strict=True):
        for seat in range(seats):
            pier = show_sides(Seen(state), seat)
            plan, won = IDS[state["plan"][seat] - 1], int(state["won"][seat])
            assert sheet[seat, :4].tolist() == [points(pier, kind) for kind in "FPLS"]
            assert sheet[seat, 4:6].tolist() == [won, 4 * goal_met(pier, won, plan, seats)]
            total, shown, _ = standing(pier, won, plan, seats)
            assert (sheet[seat, :6].sum(), sheet[seat, 6]) == (total, shown)


class Seen:
    """A row of states as the view reads it."""

    def __init__(self, row: Any) -> None:
        self.length = [int(n) for n in row["length"]]
        self.crowd = {(p, c): int(row["crowd"][p, c]) for p in range(3) for c in range(4)}


def test_the_house_deck_is_as_balanced_as_its_page_says() -> None:
    """72 characters, 3 to 5 on a card, 36 a side, 18 in each section; every character wanted by six patrons."""
    rows = list(CARDS.values())
    everyone = "".join(row["left"] + row["right"] for row in rows).replace(".", "")
    assert [everyone.count(kind) for kind in "PFLS"] == [24, 21, 16, 11]
    assert {8 - (row["left"] + row["right"]).count(".") for row in rows} == {3, 4, 5}
    assert [sum(4 - row[side].count(".") for row in rows) for side in ("left", "right")] == [36, 36]
    for n in range(4):
        assert sum((row["left"][n] != ".") + (row["right"][n] != ".") for row in rows) == 18
    patrons = [frozenset(row["patron"]) for row in rows]
    assert sorted(len(patron) for patron in patrons) == [1] * 12 + [2] * 6
    assert len({patron for patron in patrons if len(patron) == 2}) == 6
    assert all(sum(patron == {kind} for patron in patrons) == 3 for kind in "FPLS")
    assert [row["date"] for row in rows] == sorted(row["date"] for row in rows)
    assert {row["goal"]["metric"] for row in rows} == set(METRICS)


def test_the_rules_page_shows_the_deck_of_the_box() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if re.match(r"\| C\d", line)]
    assert len(rows) == 18
    for line, card in zip(rows, CARDS.values(), strict=True):
        title, date, left, right, patron, goal, two, three = (cell.strip() for cell in line.strip("|").split("|"))
        assert title == f"{card['id']} {card['name']}"
        assert datetime.datetime.strptime(f"2000 {date}", "%Y %d %b").strftime("%m-%d") == card["date"]
        assert (left, right, patron.replace(" ", "")) == (f"`{card['left']}`", f"`{card['right']}`", card["patron"])
        assert goal.endswith("at most" if card["goal"]["op"] == "<=" else "at least")
        assert (int(two), int(three)) == (card["goal"]["two"], card["goal"]["three"])


def test_every_reason_is_given() -> None:
    match = tw.new("pier-18", seats=2, seed=1)
    given = {match.why_not(0, "plan C01 foundation C01"), match.why_not(0, "lay over 0")}
    other = match.view(1)["players"][1]["hand"]
    given.add(match.why_not(0, f"plan {other[0]} foundation {other[1]}"))
    match.play(0, match.moves(0)[0])
    given.add(match.why_not(0, "plan C01 foundation C02"))
    taking = table("C07", "C06", offer=["C12", "C17", "C05"])
    given |= {taking.why_not(1, "take C12 over 0"), taking.why_not(0, "take C01 over 0")}
    given.add(taking.why_not(0, "take C12 over 0 turned"))
    plans = table("C07", "C06", plans=["C01", "C02"], phase="plan")
    plans.play(0, "lay over 0")
    given.add(plans.why_not(0, "lay over 0"))
    plans.play(1, "lay over 0")
    given.add(plans.why_not(0, "lay over 0"))
    assert given == {
        "The game is over.",
        "That is not possible now.",
        "Plan and foundation must be two different cards.",
        f"You were not dealt {CARDS[other[0]]['name']}.",
        "Sea Views is not in the offer.",
        "Cards may not be turned at this table.",
        "You have already chosen; somebody else is still choosing.",
        "It is not your turn.",
        "You have already laid your plan; somebody else is still laying theirs.",
    }
    assert len(given) == len(moves.REASONS) - 1 + 2  # FINE is not a reason, and "not your turn" has three sentences


def test_the_guide_says_what_every_card_does() -> None:
    game = load("pier-18")
    contents = box_with(C05={"name": "Rose Pier", "goal": {"metric": "poets", "op": "<=", "two": 1, "three": 3}})
    contents["points"] |= {"patron": 2, "goal": 1}
    card = game.guide(game.open_box(box=contents), 3, "en").cards["C05"]
    assert card.title == "Rose Pier"
    assert card.lines == [
        Pattern([".S.P", "L..."]),
        Text("28 Mar; the earlier date wins ties.", "date"),
        Strip("FP", "Patron:"),
        Text("Won by the most points for fishers and poets; worth 2 points.", "patron"),
        Text("Plan: 1 point if its goal is met.", "plan"),
        Text("Visible poets: at most 3.", "goal"),
    ]
    for seats, found in ((2, "at least 7"), (3, "at least 6")):
        guide = game.guide(game.open_box(), seats, "en")
        assert set(guide.cards) == set(IDS)
        assert found in str(guide.cards["C01"].lines[-1])
    italian = game.guide(game.open_box(), 2, "it")
    assert italian.cards["C01"].title == "Vista mare"
    assert [field.label for field in italian.areas["Deck"]] == ["Carte rimaste", "Carte, dalla prima"]
