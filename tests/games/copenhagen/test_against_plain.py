"""Every decision of random games against a naive model written from the rules page alone."""

from __future__ import annotations

import random
from typing import Any

import pytest

import townwright as tw

from . import plain
from .audit import VARIANTS


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_moves_payments_and_points_agree_with_a_naive_model(seats: int, options: dict[str, Any]) -> None:
    rng = random.Random(f"plain {seats} {options}")
    seen = set()
    for game in range(2):
        match = tw.new("copenhagen", seats, seed=f"plain {game}", options=options)
        while not match.over:
            seat = match.pending[0]
            if match.view()["decision"] == "main" and rng.random() < 0.7:  # so that all sets of ability tiles come up
                for tile in range(5):
                    match._s.ability[seat, tile] = rng.choice((1, 1, 2) if tile == 0 else (0, 1, 1, 2))
            view, found = match.view(seat), match.moves(seat)
            keys = [
                (m.fields["tile"], frozenset(m.fields["cells"]), m.fields["brick"]) if m.kind == "build" else m.words
                for m in found
            ]
            assert set(keys) == plain.moves(view, match.box.options)
            assert len(keys) == len(set(keys)) > 1  # the rules play forced decisions themselves
            seen.add(view["decision"])
            builds = [move for move in found if move.kind == "build"]
            match.play(seat, rng.choice(builds if builds and rng.random() < 0.6 else found))
            for sheet, player in zip(match.sheet(), match.view()["players"], strict=True):
                assert sheet.total == plain.points(player["house"])
    assert seen == {"main", "third", "discard", "after", "pay", "coat"}
