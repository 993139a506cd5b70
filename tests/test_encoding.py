"""What a seat knows, as numbers for learners: all of it, nothing hidden, the observer first."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.chosen import names

import townwright as tw
from townwright.engine.encoding import COMMON, LINES
from townwright.engine.fields import Header, layout
from townwright.games import load
from townwright.games import names as all_names

from . import harness
from .play import TABLES, steps


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_what_is_hidden_changes_no_number(name: str, seats: int, options: dict[str, Any]) -> None:
    """Twins that differ in nothing but what the seat cannot know have the same numbers."""
    match, rng, game = tw.new(name, seats, 5, options), random.Random(1), load(name)
    differing = 0
    for ply, (seat, _) in enumerate(steps(match, 3, 60)):
        if ply % 5:
            continue
        twin = match.copy()
        harness.auditor(game).scramble(twin._s, seat, rng)
        differing += bool((twin._state != match._state).any())
        assert (match.known(seat).numbers == twin.known(seat).numbers).all()
    assert differing


@pytest.mark.parametrize("name", names())
def test_every_field_of_the_state_is_encoded_or_left_out_for_a_reason(name: str) -> None:
    game = load(name)
    if game.encoding_parts is None:
        return  # every field is written as plain numbers
    encoded = {part.field for part in (*COMMON, *game.encoding_parts)}
    left_out = game.rooms.encoding.LEFT_OUT
    own = set(game.state_layout.names or ()) - set(layout(Header).names or ())
    assert own <= encoded | set(left_out)
    assert not encoded & set(left_out)
    assert all(left_out.values())


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_positions_that_look_different_have_different_numbers(name: str, seats: int, options: dict[str, Any]) -> None:
    match, seen = tw.new(name, seats, 6, options), {}
    for _ in steps(match, 4, 80):
        for observer in range(seats):
            known = match.known(observer)
            fields = known.box.game.state_layout
            encoded = [part.field for part in (*COMMON, *(match.game.encoding_parts or ()))]
            looks = b"".join(
                known.state[fields.fields[f][1] :][: fields.fields[f][0].itemsize].tobytes() for f in encoded
            )
            key = (observer, known.numbers.tobytes())
            assert seen.setdefault(key, looks) == looks
    assert len(seen) >= 20


@pytest.mark.parametrize("name", names())
def test_the_observer_comes_first(name: str) -> None:
    """Who must act is encoded from each seat's own point of view, and so are the sheets."""
    game = load(name)
    match = tw.new(name, game.seats[1], 8)
    encoding = match.known(0).box.encoding(match.seats)
    for _ in steps(match, 5, 40):
        for seat in range(match.seats):
            fields = encoding.fields(match.known(seat).numbers)
            assert fields["pending"].tolist() == [
                float((seat + n) % match.seats in match.pending) for n in range(match.seats)
            ]
            own = [line.points / 10 for line in (*match.sheet()[seat].lines, *match.sheet()[seat].ties)]
            if match.over:
                assert fields[LINES][0].tolist() == pytest.approx(own)


@pytest.mark.parametrize("name", names())
def test_every_number_belongs_to_one_block_and_is_small(name: str) -> None:
    game = load(name)
    match = tw.new(name, game.seats[1], 9)
    encoding = match.known(0).box.encoding(match.seats)
    assert [block.at for block in encoding.blocks[1:]] == [block.at + block.size for block in encoding.blocks[:-1]]
    assert encoding.blocks[-1].at + encoding.blocks[-1].size == encoding.size
    assert len({block.name for block in encoding.blocks}) == len(encoding.blocks)
    assert all(block.meaning for block in encoding.blocks)
    used = np.zeros(encoding.size, bool)
    for seat, _ in steps(match, 6):
        found = match.known(seat).numbers
        assert np.isfinite(found).all()
        assert np.abs(found).max() <= 50
        used |= found != 0
    assert used.mean() > 0.03


def test_a_game_that_lists_nothing_tells_every_field(monkeypatch: pytest.MonkeyPatch) -> None:
    name = names()[0]
    game = load(name)
    monkeypatch.setattr(game, "encoding_parts", None)
    match = tw.new(name, game.seats[0], 1, box=game.contents)
    encoding = match.known(0).box.encoding(match.seats)
    own = set(game.state_layout.names or ()) - set(layout(Header).names or ())
    assert own < {block.name for block in encoding.blocks}
    assert np.isfinite(match.known(0).numbers).all()


def test_the_document_tells_every_block(request: pytest.FixtureRequest) -> None:
    """docs/encoding.md, written anew by `pytest tests/test_encoding.py --update-golden`."""
    page = Path(__file__).parents[1] / "docs" / "encoding.md"
    head = page.read_text(encoding="utf-8").partition("\n## ")[0].rstrip("\n") + "\n"
    for name in all_names():
        game = load(name)
        encoding = game.open_box().encoding(max(2, game.seats[0]))
        head += f"\n## {game.title}: {encoding.size} numbers\n\n{encoding.described()}"
    if request.config.getoption("--update-golden"):
        page.write_text(head, encoding="utf-8")
    assert page.read_text(encoding="utf-8") == head
