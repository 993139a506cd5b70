"""Every decision of random games against a naive model written from the rules page alone."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import townwright as tw

from . import plain
from .audit import VARIANTS

TILE_WORDS = ("lady", "plus", "rec", "ch2", "gt2", "free")
DRAINED = ("guild", "garden", "emporium")


def agree(match: tw.Match, model: plain.Game) -> None:
    """The tables are alike, and everybody who must act has the same moves."""
    view = match.view()
    assert match.over == (model.asked is None)
    if model.asked is not None:
        decision, words = model.asked
        assert (view["decision"], set(match.pending)) == (decision, set(words))
        for seat, expected in words.items():
            found = [move.words for move in match.moves(seat)]
            assert set(found) == expected
            assert len(found) == len(expected)
    assert (view["round"], view["offset"]) == (model.round, model.offset)
    assert (view["chapel_order"], view["gate_order"]) == (model.line["chapel"], model.line["gate"])
    assert cards(view["supply"]) == +model.supply
    assert set(view["removed"]) == model.removed
    for seat, player in enumerate(view["players"]):
        assert player["money"] == model.money[seat]
        assert (player["bridge"], player["pawn"]) == (model.bridge[seat], model.pawn[seat])
        assert (player["chapel"], player["gate"]) == (model.space["chapel"][seat], model.space["gate"][seat])
        assert cards(player["hand"]) == +model.hand[seat]
        now = Counter(kind for kind, gained in model.tiles[seat] if gained < model.round or match.over)
        assert Counter(player["tiles"]) + Counter(player["fresh"] if match.over else ()) == now
        if not match.over:
            assert Counter(player["fresh"]) == Counter(k for k, gained in model.tiles[seat] if gained == model.round)
    for stack, tiles in model.stacks.items():
        assert (view["stacks"][stack]["left"], view["stacks"][stack]["top"]) == (len(tiles), next(iter(tiles), None))
    assert [stack["top"] for stack in view["bonus"]] == [next(iter(stack), None) for stack in model.bonus]


def cards(counts: dict[Any, int]) -> Counter[int]:
    return +Counter({int(value): count for value, count in counts.items()})


def at_random(words: list[str], rng: random.Random) -> str:
    return rng.choice(words)


def for_tiles(words: list[str], rng: random.Random) -> str:
    """Gathers bonus tiles and uses them."""
    for wanted in (
        [word for word in words if word.split()[0] in TILE_WORDS],
        [word for word in words if word.split()[-1] in ("gate", "guild")],
    ):
        if wanted and rng.random() < 0.7:
            return rng.choice(wanted)
    return rng.choice(words)


def draining(words: list[str], rng: random.Random) -> str:
    """Empties three stacks as fast as it can, through the centre first."""
    wanted = [word for word in words if word.split()[-1] in DRAINED]
    return rng.choice([word for word in wanted if not word.startswith("space")] or wanted or words)


def play(match: tw.Match, model: plain.Game, policy: Any, rng: random.Random) -> Counter[str]:
    """Plays a game in the match and in the model; counts the decisions and the moves chosen."""
    seen: Counter[str] = Counter()
    agree(match, model)
    while model.asked is not None:
        decision, asked = model.asked
        seat = rng.choice(sorted(asked))
        words = policy(sorted(asked[seat]), rng)
        seen.update((decision, words.split()[0]))
        seen["only placement"] += decision == "place" and len(asked[seat]) == 1
        match.play(seat, words)
        model.answer(seat, words)
        agree(match, model)
    assert [sheet.total for sheet in match.sheet()] == model.final()
    assert match.winners == (model.winner(),)
    seen["early end"] = model.round < model.rounds
    seen["forced pass"] = model.passes
    return seen


def start(seats: int, options: dict[str, Any], seed: str) -> tuple[tw.Match, plain.Game]:
    match = tw.new("old-london-bridge", seats, seed=seed, options=options)
    return match, plain.Game(match.to_json()["position"], options)


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_every_decision_and_the_scoring_agree_with_a_naive_model(seats: int, options: dict[str, Any]) -> None:
    rng = random.Random(f"plain {seats} {options}")
    seen: Counter[str] = Counter()
    for game, policy in enumerate((at_random, for_tiles)):
        seen += play(*start(seats, options, f"plain {game}"), policy, rng)
    assert {"choose", "place", "replace", "bonus", "inn", "space", "centre"} <= set(seen)


def test_every_bonus_tile_is_used() -> None:
    rng = random.Random("tiles")
    seen: Counter[str] = Counter()
    for game in range(6):
        seen += play(*start(2 + game % 3, {"gate_ties": "chapel"}, f"tiles {game}"), for_tiles, rng)
    assert set(seen) >= {*TILE_WORDS, "done", "after"}


def test_stacks_run_out() -> None:
    """Three empty stacks end a game early; before that, some players have no placement left."""
    rng = random.Random("drain")
    seen: Counter[str] = Counter()
    for game in range(15):
        seen += play(*start(4, {"bridge_scoring": "B2"}, f"drain {game}"), draining, rng)
    assert seen["early end"]
    assert seen["forced pass"]
    assert seen["only placement"]
