"""Hints and analysis: in words, from what a seat knows, with figures that add up."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.chosen import names
from tests.terminal import COMMAND, ENV, good

import townwright as tw
from townwright import bots
from townwright.arena.analysing import judgements
from townwright.arena.curve import HEIGHT, TOP, curve_picture
from townwright.arena.workers import Here
from townwright.engine import search
from townwright.engine.analysis import Analysis, Decision, analyse, judge, part, report
from townwright.engine.hints import best_moves, in_words
from townwright.engine.moves import Move
from townwright.engine.thinking import Budget, Judged, Thinker
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
    """The tree of one move does not fill up, so the moves after it are planned too."""
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
    """A game and its continuation get the same judgements for the moves they share."""
    match = played(name, max(2, load(name).seats[0]), {}, 3, most=12)
    longer = match.copy()
    for _ in steps(longer, 9, 4):
        pass
    budget = Budget(simulations=12)
    short, more = list(analyse(match, budget)), list(analyse(longer, budget))
    assert short == more[: len(short)]
    assert all(decision.loss >= 0 for decision in more)
    assert all(len(decision.points) == len(decision.points_after) == match.seats for decision in more)
    judged = {(decision.ply, decision.seat, decision.move.code) for decision in more}
    assert judged <= {(n, *move) for n, move in enumerate(longer.log)}
    shares = report(longer, more).accuracy
    assert all(share is None or 0 <= share <= 100 for share in shares)


@pytest.mark.parametrize("name", names())
def test_whoever_plays_the_best_move_found_loses_nothing(name: str) -> None:
    """Also by the clock, where a second look at the same move ends with other figures."""

    class Wavering(Thinker):
        """Judges every further look at a move as worse than the one before."""

        looks = 0

        def weigh(self, *args: Any) -> Judged:
            Wavering.looks += 1
            judged = super().weigh(*args)
            return msgspec.structs.replace(judged, worth=-float(Wavering.looks))

    match = tw.new(name, max(2, load(name).seats[0]), 5)
    seat, budget = match.pending[0], Budget(simulations=40)
    found = Thinker("analysis/0").think(match.known(seat), seat, part(budget, 0.5)).best
    judged = judge(match, 0, seat, found, budget, "en", Wavering)
    assert (judged.loss, judged.turning) == (0, False)
    assert judged.best == judged.move
    assert judged.chance == judged.after


def test_better_play_is_more_accurate(tmp_path: Path) -> None:
    name = names()[0]
    match = tw.new(name, max(2, load(name).seats[0]), 5)
    players = [bots.make("expert:60" if seat == 0 else "random", seat) for seat in range(match.seats)]
    while not match.over and match.ply < 60:
        seat = match.pending[0]
        match.play(seat, players[seat].choose(match.known(seat), seat))
    (tmp_path / "record.json").write_text(json.dumps(match.record()))
    picture = tmp_path / "curve.svg"
    out = good("analyse", str(tmp_path / "record.json"), "--simulations", "40", "--json", "--picture", str(picture))
    shares = json.loads(out)["accuracy"]
    assert shares[0] > shares[1]
    assert "<polyline" in picture.read_text()


def test_the_curve_of_a_game_played_alone_shows_points_also_below_zero() -> None:
    """Every point and every turning point is inside the frame, and a turning point is on the line."""
    move = Move(code=0, words="pass", text="You pass.", kind="pass", fields={})
    points = [-4.0, 12.0, -1.0]
    decisions = [Decision(n, 0, move, move, [1.0], [value], [1.0], 9.0, n == 1) for n, value in enumerate(points)]
    picture = curve_picture("Alone", ["You"], Analysis("any", 1, decisions, [50.0]))
    line = [tuple(map(float, pair.split(","))) for pair in re.findall(r'points="([^"]+)"', picture)[0].split()]
    assert [y for _, y in line] == [TOP + HEIGHT, TOP, pytest.approx(TOP + HEIGHT * 13 / 16, abs=0.1)]
    (dot,) = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', picture)
    assert tuple(map(float, dot)) == line[1]
    flat = [Decision(0, 0, move, move, [1.0], [0.0], [1.0], 0.0, False)]
    assert "<polyline" in curve_picture("Alone", ["You"], Analysis("any", 1, flat, [100.0]))


def test_an_analysis_resumes_where_it_was_stopped(tmp_path: Path) -> None:
    """Kept judgements are read and the rest are made; the whole equals an analysis in one go."""
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


@pytest.mark.skipif(sys.platform == "win32", reason="no Ctrl-C to send")
def test_ctrl_c_stops_an_analysis_at_once(tmp_path: Path) -> None:
    match = played(names()[0], max(2, load(names()[0]).seats[0]), {}, 5, most=6)
    (tmp_path / "record.json").write_text(json.dumps(match.record()))
    words = ["analyse", str(tmp_path / "record.json"), "--seconds", "60", "--keep", str(tmp_path / "judged")]
    analysis = subprocess.Popen([*COMMAND, *words], stderr=subprocess.PIPE, text=True, env=ENV)
    while not (tmp_path / "judged").exists():
        assert analysis.poll() is None
        time.sleep(0.05)
    time.sleep(2)  # it thinks
    analysis.send_signal(signal.SIGINT)
    start = time.monotonic()
    _, errors = analysis.communicate(timeout=150)
    assert time.monotonic() - start < 25
    assert analysis.returncode == 130, errors
    assert "Traceback" not in errors
