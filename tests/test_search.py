"""The search and the levels: they know only what their seat knows, keep their budget and are reproducible."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from tests.chosen import names

import townwright as tw
from townwright import bots
from townwright.bots.levels import LevelBot
from townwright.engine import search
from townwright.engine.analysis import judge
from townwright.engine.hints import best_moves, in_words
from townwright.engine.match import Match
from townwright.engine.thinking import NODES, Budget, Thinker
from townwright.games import load

from .play import FIRST_TABLES, steps


def moments(name: str, seats: int, options: dict[str, object], count: int, seed: int = 3) -> list[Match]:
    """A match at some moments of its first sixty random moves."""
    match = tw.new(name, seats, seed, options)
    copies = [match.copy() for _ in steps(match, seed, 60)]
    return copies[:: -(-len(copies) // count)]


@pytest.mark.parametrize(("name", "seats", "options"), FIRST_TABLES)
def test_states_that_look_the_same_get_the_same_move(name: str, seats: int, options: dict[str, object]) -> None:
    """With the same seed and budget, all that the search finds follows from what its seat knows."""
    for match in moments(name, seats, options, 6):
        for seat in match.pending:
            twin = twin_of(match, seat, "another deal")
            here, there = (Thinker("s").think(m.known(seat), seat, Budget(simulations=12)) for m in (match, twin))
            assert [(m.code, m.visits, m.worth) for m in here.moves] == [
                (m.code, m.visits, m.worth) for m in there.moves
            ]
            assert {move.code for move in here.moves} == set(match.codes(seat))


EVERY_LEVEL = ("random", "greedy", "beginner", "casual", "strong:20", "expert:20", "plain:20")
SEALING = [name for name in names() if any(kind.secret == "until_revealed" for kind in load(name).moves.kinds)]


def sealed(match: Match, seat: int) -> int:
    """The other seats that have sealed a choice, as a mask."""
    known = match.known(seat)
    return int(match.game.entry_points.sealed(known.box.bytes, known.state)) & ~(1 << seat)


def twin_of(match: Match, seat: int, seed: str) -> Match:
    """A match that looks the same to a seat: the rest is dealt from another seed."""
    position = {"game": match.game.name, "position": match.view(seat), "options": match.box.options}
    return tw.position(match.game.name, position, seed=seed)


@pytest.mark.parametrize(("name", "seats", "options"), FIRST_TABLES)
def test_no_level_knows_more_than_its_seat(name: str, seats: int, options: dict[str, object]) -> None:
    """At random moments of a whole game, also amid simultaneous choices: every bot plays the same move, hints are the
    same and a move is judged the same if the cards that the seat cannot see are dealt differently."""
    match, draw = tw.new(name, seats, 11, options), random.Random(name)
    different, amid = 0, 0  # twins that really differed; moments at which others had sealed a choice
    budget = Budget(simulations=6)
    for seat, move in steps(match, 11, 1000):
        wanted = not different or (sealed(match, seat) and amid < 3)
        if len(match.codes(seat)) < 2 or draw.random() > (0.3 if wanted else 0.06):
            continue
        twin = twin_of(match, seat, f"another deal {match.ply}")
        different += match.to_json()["position"] != twin.to_json()["position"]
        amid += sealed(match, seat) != 0
        for bot in EVERY_LEVEL:
            here, there = (bots.make(bot, "s").choose(m.known(seat), seat) for m in (match, twin))
            assert here == there, (bot, match.ply)
        advice = [in_words(m.known(seat), best_moves(m.known(seat), budget)) for m in (match, twin)]
        assert advice[0] == advice[1], match.ply
        judged = [judge(m, match.ply, seat, move, budget, "en") for m in (match, twin)]
        assert judged[0] == judged[1], match.ply
    assert different
    assert amid or seats == 1 or name not in SEALING


@pytest.mark.parametrize("name", SEALING)
def test_seats_that_have_sealed_a_choice_choose_again_in_the_search(name: str) -> None:
    """The last seat to choose expects sensible choices of the others, not random ones."""
    match = tw.new(name, load(name).seats[1], 8)
    for seat, _ in steps(match, 2, 300):
        known, hidden = match.known(seat), sealed(match, seat)
        assert hidden & sum(1 << other for other in match.pending) == 0
        if hidden and len(match.codes(seat)) > 1:
            thinker = Thinker("s")
            thinker.think(known, seat, Budget(simulations=30, hurry=False))
            tree = thinker._trees[0]
            choosing = {int(tree.nodes[child, search.SEAT]) for child in tree.children(tree.root)}
            assert choosing >= {other for other in range(match.seats) if hidden >> other & 1}
            return
    raise AssertionError("no seat ever sealed a choice")


@pytest.mark.parametrize("name", names())
def test_a_budget_of_simulations_gives_the_same_result_every_time_also_on_several_threads(name: str) -> None:
    match = moments(name, max(2, load(name).seats[0]), {}, 3)[1]
    seat, budget = match.pending[0], Budget(simulations=60)
    alone = [Thinker("x", trees=1).think(match.known(seat), seat, budget) for _ in range(2)]
    assert alone[0] == alone[1]
    several = [Thinker("x", trees=3).think(match.known(seat), seat, budget) for _ in range(2)]
    assert several[0] == several[1]
    assert sum(move.visits for move in several[0].moves) == 60


def test_time_is_kept_and_a_clear_choice_takes_less() -> None:
    name = names()[0]
    match = tw.new(name, max(2, load(name).seats[0]), 4)
    seat = match.pending[0]
    known = match.known(seat)
    Thinker(0).think(known, seat, Budget(simulations=1))
    start = time.thread_time()
    Thinker(0).think(known, seat, Budget(seconds=0.1, cpu=True, hurry=False))
    assert 0.09 < time.thread_time() - start < 0.2
    start = time.monotonic()
    Thinker(0).think(known, seat, Budget(seconds=0.1, hurry=False))
    assert 0.09 < time.monotonic() - start < 5
    clear = Thinker(0, {"explore": 0.0}).think(known, seat, Budget(simulations=4000))
    assert clear.simulations < 3000


def test_other_threads_run_during_a_search_and_can_stop_it() -> None:
    name = names()[0]
    match = tw.new(name, max(2, load(name).seats[0]), 4)
    seat, bot = match.pending[0], LevelBot("expert", 1, "60s")
    known = match.known(seat)
    Thinker(0).think(known, seat, Budget(simulations=1))
    answers: list[int] = []
    thread = threading.Thread(target=lambda: answers.append(bot.choose(known, seat)))
    start = time.monotonic()
    thread.start()
    time.sleep(0.2)  # returns only if the interpreter is free
    bot.stop()
    thread.join(20)
    assert answers
    assert answers[0] in match.codes(seat)
    assert time.monotonic() - start < 20


def test_after_an_hour_the_search_still_grows() -> None:
    """A search that has marked moves more often than 32 bits can count finds the same as a fresh one."""
    name = names()[0]
    match = tw.new(name, max(2, load(name).seats[0]), 4)
    seat, known, fresh, late = match.pending[0], match.known(match.pending[0]), Thinker(0), Thinker(0)
    late._trees = late._new_trees(known, Budget(simulations=60))
    late._trees[0].control[search.TICK] = 2**31 - 20
    late._kept = (seat, match.ply, int(known.header.revealed))
    budget = Budget(simulations=60)
    assert late.think(known, seat, budget) == fresh.think(known, seat, budget)


def test_a_search_continues_with_a_full_tree() -> None:
    name = names()[0]
    match = tw.new(name, max(2, load(name).seats[0]), 4)
    seat, thinker = match.pending[0], Thinker(0)
    known = match.known(seat)
    thinker.think(known, seat, Budget(simulations=1))
    tree = thinker._trees[0]
    tree.nodes, tree.sums = tree.nodes[:100], tree.sums[:100]
    tree.search(
        known, seat, match.game.weights(match.seats), thinker.settings(match.game).numbers, Budget(simulations=200), 200
    )
    assert tree.control[search.USED] <= 100
    assert tree.control[search.DONE] > 100
    assert NODES * (24 + 8 * 7) < 32 * 2**20


@pytest.mark.parametrize("name", names())
def test_what_comes_to_light_has_nodes_of_its_own_if_the_setting_asks_for_them(name: str) -> None:
    most = dict.fromkeys((False, True), 0)  # visits of the most visited node of this kind
    for match in moments(name, max(2, load(name).seats[0]), {}, 8):
        seat = match.pending[0]
        for apart in most:
            thinker = Thinker(0, {"apart": apart})
            thinker.think(match.known(seat), seat, Budget(simulations=200, hurry=False))
            tree = thinker._trees[0]
            nodes = tree.nodes[1 : tree.control[search.USED]]
            met = nodes[nodes[:, search.SEAT] == search.NOBODY, search.VISITS]
            most[apart] = max(most[apart], *met, 0)
    assert most[False] == 0
    assert most[True] > 1


def test_the_tree_is_kept_while_a_turn_continues() -> None:
    """A later decision of the same turn begins with the visits found before."""
    kept = 0
    for name in names():
        match = tw.new(name, max(2, load(name).seats[0]), 4)
        thinkers = {seat: Thinker(seat) for seat in range(match.seats)}
        for _ in range(40):
            if match.over:
                break
            seat = match.pending[0]
            known, thinker = match.known(seat), thinkers[seat]
            thought = thinker.think(known, seat, Budget(simulations=30, hurry=False))
            visits = sum(move.visits for move in thought.moves)
            assert visits >= thought.simulations
            kept += visits > thought.simulations
            thinker.keep(known, seat, thought.best)
            match.play(seat, thought.best)
    assert kept


@pytest.mark.parametrize("name", names())
def test_a_little_search_beats_a_beginner(name: str) -> None:
    """A few mirrored games with a small budget; docs/bots.md has the real figures."""
    from townwright.arena.tournament import Plan, Tournament

    seats = max(2, load(name).seats[0])
    plan = Plan(game=name, version=load(name).version, bots=["expert:16", "beginner"], seats=seats, seed="t", cpu=True)
    run = Tournament(plan, 6)
    assert len(list(run)) == 6
    assert run.standings()[0].bot == "expert:16"
    assert run.standings()[0].points > run.standings()[1].points


@pytest.mark.parametrize("name", names())
def test_a_beginner_overlooks_moves_but_never_a_whole_kind(name: str) -> None:
    """By its own sense it plays no worse than the worst move of each kind, but not always the best move."""
    overlooked = 0
    match = tw.new(name, max(2, load(name).seats[0]), 6)
    bot, kind = LevelBot("beginner", 6), match.game.moves.kind
    while not match.over and match.ply < 300:
        seat = match.pending[0]
        known = match.known(seat)
        thought = Thinker(0).think(known, seat, Budget(simulations=1))
        played = bot._glimpse(known, thought)
        for every in {kind(move.code) for move in thought.moves}:
            assert played.promise >= min(move.promise for move in thought.moves if kind(move.code) is every)
        overlooked += played.promise < max(move.promise for move in thought.moves)
        match.play(seat, played.code)
    assert overlooked


PROGRAM = """
import json, sys
import townwright as tw
from townwright.engine.thinking import Budget, Thinker
given = json.load(sys.stdin)
match = tw.replay(given["record"])
seat = match.pending[0]
thought = Thinker("pure", {"plies": 3}).think(match.known(seat), seat, Budget(simulations=4))
print(json.dumps([[move.code, move.visits, round(move.worth, 9) if move.visits else 0] for move in thought.moves]))
"""


@pytest.mark.parametrize("name", names())
def test_uncompiled_it_finds_the_same(name: str) -> None:
    match = moments(name, load(name).seats[0], {}, 3)[-1]
    seat = match.pending[0]
    thought = Thinker("pure", {"plies": 3}).think(match.known(seat), seat, Budget(simulations=4))
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps({"record": match.record()}),
        capture_output=True,
        text=True,
        env={**os.environ, "TOWNWRIGHT_PURE": "1", "PYTHONPATH": str(Path(tw.__file__).parents[1])},
        check=False,
    )
    assert run.returncode == 0, run.stderr
    judged = [[move.code, move.visits, round(move.worth, 9) if move.visits else 0] for move in thought.moves]
    assert json.loads(run.stdout) == judged


def test_budgets_and_names_are_checked() -> None:
    for name, says in (
        ("elephant", "no bot 'elephant'"),
        ("greedy:2s", "takes no time"),
        ("expert:soon", "seconds or simulations"),
        ("expert:0s", "more than 0"),
        ("expert:0", "1 to a billion"),
    ):
        with pytest.raises(tw.BadCall, match=says):
            bots.check_budget(name)
    assert bots.check_budget("strong:0.25s") == "strong:0.25s"
    with pytest.raises(tw.BadCall, match="there is no bot"):
        bots.check("strong:0.25s")  # guests of a server may not set budgets
    with pytest.raises(tw.BadCall, match="one of them"):
        Budget()
