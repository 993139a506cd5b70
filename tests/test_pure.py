"""The pure-Python mode runs the same rules uncompiled, with the same results byte for byte."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.chosen import names

import townwright as tw
from townwright import bots
from townwright.engine import chance

from .play import TABLES, steps

PROGRAM = """
import hashlib, json, sys
import townwright as tw
from townwright import bots
from townwright.engine import chance
from townwright.engine.compiling import PURE
assert PURE
for table in json.load(sys.stdin):
    match = tw.replay(table["record"])
    known = match._known(0)
    imagined = known.bytes.copy()
    match._call.resample(match.box.bytes, imagined, chance.generator(3))
    guess = [0.0] * match.seats
    match._call.estimate(match.box.bytes, match._state, guess)
    print(json.dumps({
        "state": hashlib.sha256(match.state).hexdigest(),
        "known": hashlib.sha256(known.bytes.tobytes()).hexdigest(),
        "imagined": hashlib.sha256(imagined.tobytes()).hexdigest(),
        "codes": [match.codes(seat) for seat in range(match.seats)],
        "sheet": [sheet.total for sheet in match.sheet()],
        "numbers": hashlib.sha256(match.known(0).numbers.tobytes()).hexdigest(),
        "guess": [round(value, 9) for value in guess],
        "greedy": [bots.make("greedy", 7).choose(match.known(seat), seat) for seat in match.pending],
    }))
"""


def facts(match: tw.engine.match.Match) -> dict[str, object]:
    """The same facts, compiled."""
    known = match._known(0)
    imagined = known.bytes.copy()
    match._call.resample(match.box.bytes, imagined, chance.generator(3))
    guess = np.zeros(match.seats)
    match._call.estimate(match.box.bytes, match._state, guess)
    return {
        "state": hashlib.sha256(match.state).hexdigest(),
        "known": hashlib.sha256(known.bytes.tobytes()).hexdigest(),
        "imagined": hashlib.sha256(imagined.tobytes()).hexdigest(),
        "codes": [match.codes(seat) for seat in range(match.seats)],
        "sheet": [sheet.total for sheet in match.sheet()],
        "numbers": hashlib.sha256(match.known(0).numbers.tobytes()).hexdigest(),
        "guess": [round(value, 9) for value in guess],
        "greedy": [bots.make("greedy", 7).choose(match.known(seat), seat) for seat in match.pending],
    }


@pytest.mark.parametrize("name", names())
def test_uncompiled_games_are_byte_for_byte_the_same(name: str) -> None:
    tables, expected = [], []
    for n, (game, seats, options) in enumerate(TABLES):
        if game == name:
            match = tw.new(game, seats, f"pure{n}", options)
            for ply, _ in enumerate(steps(match, n)):
                if ply == 25:  # in the middle, and at the end
                    tables.append({"record": match.record()})
                    expected.append(facts(match))
            tables.append({"record": match.record()})
            expected.append(facts(match))
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps(tables),
        capture_output=True,
        text=True,
        env={**os.environ, "TOWNWRIGHT_PURE": "1", "PYTHONPATH": str(Path(tw.__file__).parents[1])},
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert [json.loads(line) for line in run.stdout.splitlines()] == expected
