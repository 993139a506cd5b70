"""Hints and analysis: from what a seat knows, in words, with figures that add up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.chosen import names
from tests.terminal import good

import townwright as tw
from townwright import bots
from townwright.arena.analysing import judgements
from townwright.arena.workers import Here
from townwright.engine import search
from townwright.engine.analysis import analyse, report
from townwright.engine.hints import best_moves, in_words
from townwright.engine.thinking import Budget, Thinker
from townwright.games import load

from .play import played, steps


@pytest.mark.parametrize("name", names())
def test_hints_are_legal_and_their_chances_sum_to_one(name: str) -> None:
    match = tw.new(name, max(2, load(name).seats[0]), 5)
    for n, (seat, _) in enumerate(steps(match, 5, 30)):
        if n % 10 == 9:
            known = match.known(seat)
            hints = in_words(known, best_moves(known, Budget(simulations=24)))
            assert 1 <= len(hints) <= 3
            for hint in hints:
                assert hint.move.code in known.codes
                assert len(hint.points) == match.seats
                assert sum(hint.chances) == pytest.approx(1, abs=0.01)
                sure = match.foresee(seat, hint.move.code).lines[seat]
                assert (hint.why is None) == (not sure)
            assert sum(hint.share for hint in hints) == pytest.approx(1, abs=0.01)


def test_a_seat_that_need_not_act_gets_no_hint() -> None:
    name = names()[0]
    match = tw.new(name, max(2, load(name).seats[0]), 5)
    while len(match.pending) == match.seats:
        match.play(match.pending[0], match.codes(match.pending[0])[0])
    other = next(seat for seat in range(match.seats) if seat not in match.pending)
    with pytest.raises(tw.BadCall, match="not to move"):
        match.hints(other, 0.01)
    assert match.hints(match.pending[0], 0.01)[0].move.words


@pytest.mark.parametrize("name", names())
def test_a_move_is_weighed_with_room_for_the_whole_budget(name: str) -> None:
    """The tree of one move does not fill up: what follows the move is planned, too."""
    match = tw.new(name, max(2, load(name).seats[0]), 5)
    for _ in steps(match, 5, 6):
        pass
    seat = match.pending[0]
    thinker = Thinker("weigh")
    judged = thinker.weigh(match.known(seat), seat, match.codes(seat)[0], Budget(simulations=400))
    assert judged.visits >= 400
    for tree in thinker._trees:
        assert tree.control[search.USED] < len(tree.nodes)


@pytest.mark.parametrize("name", names())
def test_an_analysis_judges_every_choice_and_never_with_hindsight(name: str) -> None:
    """Two games that are the same so far get the same judgement of what they have in common."""
    match = played(name, max(2, load(name).seats[0]), {}, 3, most=12)
    longer = match.copy()
    for _ in steps(longer, 9, 4):
        pass
    budget = Budget(simulations=12)
    short, more = list(analyse(match, budget)), list(analyse(longer, budget))
    assert short == more[: len(short)]
    assert all(one.loss >= 0 for one in more)
    assert all(len(one.points) == len(one.points_after) == match.seats for one in more)
    assert {(one.ply, one.seat, one.move.code) for one in more} <= {(n, *log) for n, log in enumerate(longer.log)}
    shares = report(longer, more).accuracy
    assert all(share is None or 0 <= share <= 100 for share in shares)


def test_better_play_is_more_accurate(tmp_path: Path) -> None:
    name = names()[0]
    match = tw.new(name, max(2, load(name).seats[0]), 5)
    players = [bots.make("expert:60" if seat == 0 else "random", seat) for seat in range(match.seats)]
    while not match.over and match.ply < 60:
        seat = match.pending[0]
        match.play(seat, players[seat].choose(match.known(seat), seat))
    (tmp_path / "record.json").write_text(json.dumps(match.record()))
    picture = tmp_path / "curve.svg"
    told = good("analyse", str(tmp_path / "record.json"), "--simulations", "40", "--json", "--picture", str(picture))
    shares = json.loads(told)["accuracy"]
    assert shares[0] > shares[1]
    assert "<polyline" in picture.read_text()


def test_an_analysis_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    """What was judged before is read, the rest judged: all as in one go, and as the engine judges it."""
    name = names()[0]
    match = tw.new(name, max(2, load(name).seats[0]), 5)
    for _ in steps(match, 5, 10):
        pass
    record, budget, keep = json.dumps(match.record()).encode(), Budget(simulations=8), tmp_path / "judged"
    whole = list(judgements(record, budget, "en", Here(1)))
    assert whole == list(analyse(match, budget))
    assert next(judgements(record, budget, "en", Here(1), keep)) == whole[0]
    with keep.open() as file:
        assert len(file.readlines()) == 2  # what is analysed, and one judgement
    assert list(judgements(record, budget, "en", Here(2), keep)) == whole
    with pytest.raises(tw.TownwrightError, match="holds another analysis"):
        list(judgements(record, Budget(simulations=9), "en", Here(1), keep))
