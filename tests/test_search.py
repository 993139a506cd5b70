"""The search and the levels: honest, within their budget, reproducible."""

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
from townwright.engine.thinking import NODES, Budget, Thinker
from townwright.games import load

from .play import FIRST_TABLES, steps


def moments(
    name: str, seats: int, options: dict[str, object], count: int, seed: int = 3
) -> list[tw.engine.match.Match]:
    """A match at some moments of its first sixty random moves."""
    match = tw.new(name, seats, seed, options)
    found = [match.copy() for _ in steps(match, seed, 60)]
    return found[:: -(-len(found) // count)]


@pytest.mark.parametrize(("name", "seats", "options"), FIRST_TABLES)
def test_states_that_look_the_same_get_the_same_move(name: str, seats: int, options: dict[str, object]) -> None:
    """Same seed and budget: whatever the search judges follows from what its seat knows."""
    for match in moments(name, seats, options, 6):
        for seat in match.pending:
            position = {"game": name, "position": match.view(seat), "options": options}
            twin = tw.position(name, position, seed="another deal")
            here, there = (Thinker("s").think(one.known(seat), seat, Budget(simulations=12)) for one in (match, twin))
            assert [(m.code, m.visits, m.worth) for m in here.moves] == [
                (m.code, m.visits, m.worth) for m in there.moves
            ]
            assert {move.code for move in here.moves} == set(match.codes(seat))


EVERY_LEVEL = ("random", "greedy", "beginner", "casual", "strong:20", "expert:20", "plain:20")


@pytest.mark.parametrize(("name", "seats", "options"), FIRST_TABLES)
def test_no_level_knows_more_than_its_seat(name: str, seats: int, options: dict[str, object]) -> None:
    """At random moments of a whole game, dealt anew where the seat cannot see: every bot plays the same move."""
    match, draw = tw.new(name, seats, 11, options), random.Random(name)
    others = 0  # deals that were really other ones
    for seat, _ in steps(match, 11, 1000):
        if draw.random() > 0.06 or len(match.codes(seat)) < 2:
            continue
        position = {"game": name, "position": match.view(seat), "options": options}
        twin = tw.position(name, position, seed=f"another deal {match.ply}")
        others += bytes(twin._state) != bytes(match._state)
        for bot in EVERY_LEVEL:
            here, there = (bots.make(bot, "s").choose(one.known(seat), seat) for one in (match, twin))
            assert here == there, (bot, match.ply)
    assert others


SEALING = [name for name in names() if any(kind.secret == "until_revealed" for kind in load(name).moves.kinds)]


@pytest.mark.parametrize("name", SEALING)
def test_seats_that_have_sealed_a_choice_are_asked_again(name: str) -> None:
    """The last to choose thinks about what the others may have chosen, with its own sense, not about a random choice."""
    match = tw.new(name, load(name).seats[1], 8)
    for seat, _ in steps(match, 2, 300):
        known = match.known(seat)
        hidden = match.game.entry_points.sealed(known.box.bytes, known.state) & ~(1 << seat)
        assert hidden & sum(1 << other for other in match.pending) == 0
        if hidden and len(match.codes(seat)) > 1:
            thinker = Thinker("s")
            thinker.think(known, seat, Budget(simulations=30, hurry=False))
            tree = thinker._trees[0]
            asked = {int(tree.nodes[child, search.SEAT]) for child in tree.children(tree.root)}
            assert asked >= {other for other in range(match.seats) if hidden >> other & 1}
            return
    raise AssertionError("nobody ever sealed a choice")


@pytest.mark.parametrize("name", names())
def test_simulations_give_the_same_on_any_number_of_threads(name: str) -> None:
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


def test_other_threads_run_while_it_thinks_and_can_stop_it() -> None:
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


def test_a_full_tree_stops_growing_and_goes_on() -> None:
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
def test_what_comes_to_light_has_nodes_of_its_own_where_that_is_wanted(name: str) -> None:
    most = dict.fromkeys((False, True), 0)  # how often one of them was met
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


def test_the_tree_is_kept_while_a_turn_goes_on() -> None:
    """A later decision of the same turn begins with what was found before; another seat's or after a reveal it does not."""
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
    """A few mirrored games with a small budget; the real figures are in docs/bots.md."""
    from townwright.arena.tournament import Plan, Tournament

    seats = max(2, load(name).seats[0])
    plan = Plan(game=name, version=load(name).version, bots=["expert:16", "beginner"], seats=seats, seed="t", cpu=True)
    run = Tournament(plan, 6)
    assert len(list(run)) == 6
    assert run.standings()[0].bot == "expert:16"
    assert run.standings()[0].points > run.standings()[1].points


@pytest.mark.parametrize("name", names())
def test_a_beginner_overlooks_moves_but_no_kind_of_move(name: str) -> None:
    """What it plays is as good, by its own sense, as the worst move of any kind; it is not always the best."""
    overlooked = 0
    match = tw.new(name, max(2, load(name).seats[0]), 6)
    bot, kind = LevelBot("beginner", 6), match.game.moves.kind
    while not match.over and match.ply < 300:
        seat = match.pending[0]
        known = match.known(seat)
        thought = Thinker(0).think(known, seat, Budget(simulations=1))
        played = bot._glimpse(known, thought)
        for one in {kind(move.code) for move in thought.moves}:
            assert played.promise >= min(move.promise for move in thought.moves if kind(move.code) is one)
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
    told = [[move.code, move.visits, round(move.worth, 9) if move.visits else 0] for move in thought.moves]
    assert json.loads(run.stdout) == told


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
        bots.check("strong:0.25s")  # what a server asks: guests may not set budgets
    with pytest.raises(tw.BadCall, match="one of them"):
        Budget()
