"""Every decision of whole games against a naive model: what may be done, what it leads to, what it is worth."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

import townwright as tw
from townwright.engine.match import Match

from . import plain, plain_points
from .audit import MORE_VARIANTS, VARIANTS

DECISIONS = {"choose", "menu", "source", "place", "move", "keep"}
SHUFFLED = {2: (), 3: ("day",), 4: ("day", "landmark"), 5: ("day", "terrace", "pier", "landmark")}  # run out in a game


def choose(rng: random.Random, found: list[str]) -> str:
    """A move of a random kind; streets are made longer, rather than more, most of the time."""
    kinds = sorted({words.split()[0] for words in found})
    kind = rng.choice(kinds)
    if kind == "forfeit" and rng.random() < 0.7:
        kind = rng.choice(kinds)
    mine = [words for words in found if words.startswith(kind)]
    joining = [words for words in mine if not words.endswith("new")]
    return rng.choice(joining if joining and rng.random() < 0.9 else mine)


def check_sheets(match: Match, whole: dict[str, Any], options: dict[str, Any]) -> None:
    """Lines, ties and the part of every card with what it counted."""
    for sheet, lines, player in zip(
        match.sheet(), plain_points.points(whole, options["accolades"]), whole["players"], strict=True
    ):
        found = {line.name: line.points for line in (*sheet.lines, *sheet.ties)}
        assert tuple(found.get(name, 0) for name in (*match.game.lines, *match.game.ties)) == lines
        assert ("accolades" in found) == (options["accolades"] != "none")
        assert sheet.total == sum(lines[:3])
        cards = [(street, at) for street in player["streets"] for at in range(len(street))]
        for part, (street, at) in zip(sheet.lines[0].parts, cards, strict=True):
            assert part.label.startswith(plain.CARDS[street[at]]["name"])
            assert part.points == plain_points.card_points(street, at)
            counted = plain_points.instances(street, at)
            if counted is not None:
                numbers = [int(word) for word in part.label.split(":")[1].split() if word.isdigit()]
                assert numbers == [counted, plain.CARDS[street[at]]["points"]]


def play_beside(match: Match, rng: random.Random, met: set[str]) -> None:
    """Plays a match to its end, each decision beside the model."""
    options = match.box.options
    before = match.to_json()["position"]
    while not match.over:
        seat = rng.choice(match.pending)
        found = [match.game.moves.words(match.box.face, code) for code in match.codes(seat)]
        assert len(set(found)) == len(found)
        assert set(found) == plain.moves(match.view(seat), seat, options)  # a view is enough to know them
        words = choose(rng, sorted(found))
        met.add(before["decision"])
        match.play(seat, words)
        after = match.to_json()["position"]
        table = plain.Table(copy.deepcopy(before), options, after)
        table.play(seat, words)
        assert plain.tidy(table.t) == plain.tidy(copy.deepcopy(after)), words
        met.update(f"shuffled {deck}" for deck in table.shuffled)
        check_sheets(match, after, options)
        before = after
    assert match.winners == plain_points.winners(before, options["accolades"])


@pytest.mark.parametrize(("seats", "options"), [*VARIANTS, *MORE_VARIANTS])
def test_moves_results_and_points_agree_with_a_naive_model(seats: int, options: dict[str, Any]) -> None:
    expected = set(DECISIONS)
    if options.get("visiting"):
        expected |= {"mix", "visitor"}
    if options.get("accolades") == "ebb_flow":
        expected.add("declare")
    expected |= {f"shuffled {deck}" for deck in SHUFFLED[seats]}
    met: set[str] = set()
    rng = random.Random(f"plain {seats} {options}")
    for game in range(8):  # one is nearly always enough to meet everything
        if not expected <= met:
            match = tw.new("tenby", seats, seed=f"plain {game}", options=options)
            play_beside(match, rng, met)
    assert expected <= met
