"""Research environments: one core of numbers, and the checks of PettingZoo and Gymnasium."""

from __future__ import annotations

import importlib.util
import os
import random
import re
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.chosen import names

import townwright as tw
from townwright.arena import Simulation
from townwright.engine.fields import Fields
from townwright.engine.tables import FINISHED, ILLEGAL
from townwright.envs.setting import Setting, Table
from townwright.envs.tables import Tables
from townwright.games import load

from . import harness

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test  # noqa: E402
from pettingzoo.test.state_test import state_test  # noqa: E402
from pettingzoo.utils.conversions import aec_to_parallel, parallel_to_aec  # noqa: E402

from townwright.envs import pettingzoo  # noqa: E402
from townwright.envs.gymnasium import name_of  # noqa: E402

ROOT = Path(__file__).parents[1]
SOAK = "TOWNWRIGHT_SOAK" in os.environ
EVERY = [(name, seats) for name in names() for seats in range(load(name).seats[0], load(name).seats[1] + 1)]
# the default suite runs the fewest seats that play against each other, `make soak` every number
SEATED = EVERY if SOAK else [(name, max(2, load(name).seats[0])) for name in names()]
CYCLES = 300 if SOAK else 40


def legal(mask: Any, rng: random.Random) -> int:
    return rng.choice(np.flatnonzero(mask).tolist())


def illegal(mask: Any) -> int:
    """The first code that may not be played."""
    if np.all(mask):
        pytest.skip("every move of this game is legal here")
    return int(np.flatnonzero(mask == 0)[0])


def played(table: Table, moves: int, seed: int) -> Table:
    """A table after some random moves."""
    rng = random.Random(seed)
    table.lay(seed)
    for _ in range(moves):
        if not table.pending:
            break
        seat = rng.choice(table.pending)
        assert table.play(seat, legal(table.look(seat)[1], rng))
    return table


@pytest.mark.parametrize(("name", "seats"), SEATED)
def test_a_table_shows_what_a_match_shows(name: str, seats: int) -> None:
    table = played(Table(Setting(name, seats)), 9, 4)
    match = table.match()
    for seat in range(seats):
        seen, mask = table.look(seat)
        known = match.known(seat)
        assert (seen * table.setting.scale == known.numbers).all()
        assert np.flatnonzero(mask).tolist() == sorted(known.codes)
        assert table.codes(seat) == known.codes


@pytest.mark.parametrize(("name", "seats"), SEATED)
def test_twins_that_differ_in_what_is_hidden_have_the_same_tensors(name: str, seats: int) -> None:
    """All environments take their numbers from this look at a table."""
    setting, rng, differing = Setting(name, seats), random.Random(3), 0
    for moves in (0, 5, 11, 17):
        table = played(Table(setting), moves, moves)
        if not table.pending:
            continue
        seat, twin = table.pending[0], Table(setting)
        twin.put(table.state)
        harness.auditor(setting.game).scramble(Fields(twin.state, setting.game.state_layout), seat, rng)
        differing += bool((twin.state != table.state).any())
        for one, other in zip(table.look(seat), twin.look(seat), strict=True):
            assert (one == other).all()
    assert differing


@pytest.mark.parametrize(("name", "seats"), [(name, seats) for name, seats in SEATED if seats > 1])
def test_rewards_follow_the_sheets(name: str, seats: int) -> None:
    for seed in range(6):
        match = played(Table(Setting(name, seats)), 10**6, seed).match()
        found = {}
        for reward in ("win", "rank", "margin"):
            table = Table(Setting(name, seats, reward=reward))
            table.put(match.state)
            found[reward] = table.rewards()
        sheets = match.sheet()
        winners = [sheet.rank == 1 for sheet in sheets]
        assert sum(found["win"]) == pytest.approx(0)
        assert sum(found["rank"]) == pytest.approx(0)
        for seat, sheet in enumerate(sheets):
            share = winners[seat] / sum(winners)
            assert found["win"][seat] == pytest.approx((share * seats - 1) / (seats - 1))
            level = sum(other.rank == sheet.rank for other in sheets) - 1
            assert found["rank"][seat] == pytest.approx(1 - 2 * (sheet.rank - 1 + level / 2) / (seats - 1))
            best = max(other.total for other in sheets if other.seat != seat)
            assert found["margin"][seat] == sheet.total - best


def test_alone_the_reward_is_the_points() -> None:
    for name in names():
        if load(name).seats[0] == 1:
            table = played(Table(Setting(name, 1)), 10**6, 1)
            assert table.rewards() == [table.match().sheet()[0].total]


@pytest.mark.parametrize("name", names())
def test_wrong_settings_are_refused_in_a_sentence(name: str) -> None:
    most = load(name).seats[1]
    for make, reason in (
        (lambda: Setting(name, most + 1), f"players, not {most + 1}"),
        (lambda: Setting(name, reward="glory"), "a reward is one of: win, rank, margin; not 'glory'"),
        (lambda: pettingzoo.env(name, dtype="float64"), "a dtype is one of: float32, int8"),
        (lambda: Tables(Setting(name), 2, seat=9), 'a seat is 0 to 1, "any" or None, not 9'),
        (lambda: gymnasium.make(name_of(name), opponents="nobody"), "there is no bot 'nobody'"),
        (lambda: gymnasium.make(name_of(name), opponents=["casual"]), "opponents are one text"),
        (
            lambda: gymnasium.make(name_of(name), opponents="casual,strong", seats=2),
            "or one for each of the 1 other seats, not 2",
        ),
        (lambda: gymnasium.make(name_of(name), seat=True), "or None, not True"),
        (lambda: gymnasium.make_vec(name_of(name), 2, opponents="casual"), "Other bots play in gymnasium.make"),
        (lambda: gymnasium.make_vec(name_of(name), 2, opponents="all", seat=1), "expected no seat, not 1"),
        (lambda: gymnasium.make_vec(name_of(name), 0), "the number of tables is at least 1, not 0"),
        (lambda: Tables(Setting(name), 2, threads=-1), "the number of threads is at least 1, not -1"),
    ):
        with pytest.raises(tw.BadCall) as refused:
            make()
        assert reason in str(refused.value)


@pytest.mark.parametrize("name", names())
def test_many_tables_play_as_single_matches_do(name: str) -> None:
    """Every table of a batch, followed move by move at a single table, through ends and new games."""
    setting = Setting(name, load(name).seats[1])
    tables, rng, ends = Tables(setting, 16, seed=2), random.Random(1), 0
    single = Table(setting)
    for _ in range(60):
        before = tables.states.copy()
        moves = [legal(mask, rng) for mask in tables.mask]
        seats = tables.turn.copy()
        tables.step(moves)
        for row in range(tables.count):
            single.put(before[row])
            assert single.play(int(seats[row]), moves[row])
            if tables.ended[row]:
                ends += 1
                assert not single.pending
                assert tables.ended[row] == FINISHED
                assert tables.rewards[row] == pytest.approx(single.rewards())
            else:
                assert (single.state == tables.states[row]).all()
                assert not tables.rewards[row].any()
            single.put(tables.states[row])
            assert tables.turn[row] == single.pending[0]
            seen, mask = single.look(single.pending[0])
            assert (seen == tables.seen[row]).all()
            assert (mask == tables.mask[row]).all()
    assert ends or setting.game.seats[1] > 3


@pytest.mark.parametrize("name", names())
def test_the_number_of_threads_changes_nothing(name: str) -> None:
    found = []
    for threads in (1, 2):
        tables = Tables(Setting(name), 128, seed=7, seat="any", rivals="greedy", last=True, threads=threads)
        for _ in range(8):
            tables.step([int(np.flatnonzero(mask)[-1]) for mask in tables.mask])
        found.append([array.tobytes() for array in (tables.states, tables.seen, tables.mask, tables.last, tables.turn)])
        tables.close()
    assert found[0] == found[1]


@pytest.mark.parametrize("name", names())
def test_a_learner_with_one_seat_plays_that_seat_alone(name: str) -> None:
    tables, rng = Tables(Setting(name), 12, seed=3, seat=1, last=True), random.Random(2)
    finished = 0
    for _ in range(200):
        assert (tables.turn == 1).all()
        tables.step([legal(mask, rng) for mask in tables.mask])
        over = tables.ended == FINISHED
        finished += int(over.sum())
        assert (tables.last[over][:, 0] == 1).all()  # the first number is 1 once a game has ended
        assert (tables.seen[:, 0] == 0).all()
    assert finished


@pytest.mark.parametrize("name", names())
def test_an_illegal_move_at_one_of_many_tables_ends_that_game_alone(name: str) -> None:
    tables, rng = Tables(Setting(name), 4, seed=5), random.Random(2)
    moves = [legal(mask, rng) for mask in tables.mask]
    culprit = int(tables.turn[2])
    moves[2] = illegal(tables.mask[2])
    tables.step(moves)
    assert tables.ended.tolist() == [0, 0, ILLEGAL, 0]
    assert tables.rewards[2].tolist() == [-1.0 * (seat == culprit) for seat in range(2)]
    tables.step([legal(mask, rng) for mask in tables.mask])
    assert not tables.ended.any()
    for wrong in (-1, 10**6):
        tables.step([wrong] * 4)
        assert (tables.ended == ILLEGAL).all()


def test_many_tables_take_one_whole_code_each() -> None:
    tables = Tables(Setting(names()[0]), 3)
    before = tables.states.copy()
    for wrong in (0, [0], [0] * 4, [[0, 0, 0]], [0.5] * 3, [True] * 3, [None] * 3, "abc"):
        with pytest.raises(tw.BadCall, match="a step is 3 move codes, one for each table"):
            tables.step(wrong)
    assert (tables.states == before).all()
    legal_codes = [int(np.flatnonzero(mask)[0]) for mask in tables.mask]
    tables.step(np.array(legal_codes) + 2**32)  # cut to 32 bits they would be legal
    assert (tables.ended == ILLEGAL).all()


def test_many_tables_take_a_seed_for_each() -> None:
    envs = gymnasium.make_vec(name_of(names()[0]), 4, opponents="all")
    with pytest.raises(tw.BadCall, match="no game has begun; call reset"):
        envs.step([0] * 4)
    seen = envs.reset(seed=[7, 8, 7, None])[0].copy()
    assert (seen[0] == seen[2]).all()
    assert (seen[0] != seen[1]).any()
    assert (seen[1] == envs.reset(seed=[8] * 4)[0][3]).all()
    with pytest.raises(tw.BadCall, match="4 tables need a seed for each, not 2"):
        envs.reset(seed=[1, 2])
    envs.close()
    for use in (envs.reset, lambda: envs.step([0] * 4)):
        with pytest.raises(tw.BadCall, match="closed"):
            use()


@pytest.mark.parametrize(("name", "seats"), SEATED)
def test_pettingzoo_finds_nothing_wrong(name: str, seats: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of dictionaries, which its own games with masks use too
        for form in ("flat", "fields"):
            api_test(pettingzoo.env(name, seats, observation=form), num_cycles=CYCLES)
            parallel_api_test(pettingzoo.parallel_env(name, seats, observation=form), num_cycles=CYCLES)
        seed_test(lambda: pettingzoo.env(name, seats), num_cycles=CYCLES)
        parallel_seed_test(lambda: pettingzoo.parallel_env(name, seats), num_cycles=CYCLES)
        state_test(pettingzoo.env(name, seats), pettingzoo.parallel_env(name, seats), num_cycles=CYCLES)


@pytest.mark.parametrize("name", names())
def test_pettingzoo_converts_the_parallel_form_and_refuses_the_other(name: str) -> None:
    """Its converter needs agents that act in a fixed cycle."""
    env = parallel_to_aec(pettingzoo.parallel_env(name))
    env.reset(seed=3)
    for agent in env.agent_iter():
        seen, _, over, _, _ = env.last()
        env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
    assert not env.agents
    with pytest.raises(AssertionError, match="is_parallelizable"):
        aec_to_parallel(pettingzoo.env(name))


@pytest.mark.parametrize(("name", "seats"), SEATED)
def test_pettingzoo_renders(name: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    pictures = []

    def colourful(picture: Any) -> bool:
        pictures.append(picture)
        return picture.shape[1] > 500 and len(np.unique(picture @ np.array([65536, 256, 1]))) > 2

    render_test(
        lambda render_mode: pettingzoo.env(name, seats, render_mode=render_mode),
        {"svg": lambda svg: svg.startswith("<svg") and "player_0" in svg, "rgb_array": colourful},
    )
    assert pictures
    assert "player_0" in capsys.readouterr().out


@pytest.mark.parametrize("name", names())
def test_an_illegal_action_costs_its_player_one_and_ends_the_game(name: str) -> None:
    env = pettingzoo.env(name)
    env.reset(seed=1)
    culprit = env.agent_selection
    wrong = illegal(env.observe(culprit)["action_mask"])
    env.step(wrong)
    assert env.rewards == {agent: -1.0 * (agent == culprit) for agent in env.possible_agents}
    assert all(env.terminations.values())
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.possible_agents)
    for action in (None, "x", 0.5, [1], -1, 10**6, 2**40, 10**30):
        env.reset(seed=1)
        env.step(action)
        assert env.rewards[culprit] == -1.0


@pytest.mark.parametrize("name", names())
def test_in_parallel_every_illegal_action_costs_its_player_one(name: str) -> None:
    env = pettingzoo.parallel_env(name)
    env.reset(seed=1)
    pending, wait = env.table.pending, env.setting.actions
    seen, rewards, over, _, _ = env.step(dict.fromkeys(env.possible_agents, wait))  # only a seat with nothing to do may
    assert rewards == {agent: -1.0 * (seat in pending) for seat, agent in enumerate(env.possible_agents)}
    assert all(over.values())
    assert not env.agents
    for one in seen.values():
        assert np.flatnonzero(one["action_mask"]).tolist() == [wait]


def test_in_parallel_a_missing_action_changes_nothing() -> None:
    """Even if another seat that acts at the same time has given a legal one."""
    together = 0
    for name in names():
        env, rng = pettingzoo.parallel_env(name), random.Random(5)
        seen, _ = env.reset(seed=5)
        while env.agents:
            actions = {agent: legal(one["action_mask"], rng) for agent, one in seen.items()}
            asked, before = [env.possible_agents[seat] for seat in env.table.pending], env.snapshot()
            together += len(asked) > 1
            for wrong, reason in (
                ({agent: actions[agent] for agent in asked[:-1]}, f"{asked[-1]} must act"),
                ({**actions, "nobody": 0}, "there is no agent 'nobody'"),
            ):
                with pytest.raises(tw.BadCall, match=reason):
                    env.step(wrong)
                assert env.snapshot() == before
            seen, *_ = env.step(actions)
    assert together or len(names()) == 1


def test_a_wrong_use_of_pettingzoo_is_refused_in_a_sentence() -> None:
    name, most = names()[0], load(names()[0]).seats[1]
    env, parallel = pettingzoo.env(name, most), pettingzoo.parallel_env(name, most)
    for early in (lambda: env.step(0), env.last, env.snapshot):
        with pytest.raises(AttributeError, match="before the first game; call reset"):
            early()
    for early in (lambda: parallel.step({}), parallel.snapshot):
        with pytest.raises(tw.BadCall, match="no game has begun"):
            early()
    env.reset(seed=1)
    parallel.reset(seed=1)
    for ask in (env.observe, env.action_space, lambda agent: env.imagine(agent, 1)):
        with pytest.raises(tw.BadCall, match="there is no agent 'nobody'; expected one of: player_0, "):
            ask("nobody")
    other = pettingzoo.env(name, most - 1)
    other.reset(seed=1)
    kept, before = other.snapshot(), env.snapshot()
    with pytest.raises(tw.BadCall, match=f"this table has {most} seats, the snapshot {most - 1}"):
        env.restore(kept)
    with pytest.raises(tw.BadCall, match="expected a snapshot from snapshot"):
        env.restore(kept.state)
    with pytest.raises(tw.BadCall, match="not ParallelSnapshot"):
        env.restore(parallel.snapshot())
    with pytest.raises(tw.BadCall, match="not Snapshot"):
        parallel.restore(before)
    assert env.snapshot() == before
    with pytest.raises(tw.BadCall, match="a mapping of agents to actions"):
        parallel.step([0] * most)
    env.step(-1)
    while env.agents:
        env.step(None)
    with pytest.raises(tw.BadCall, match="the game is over; call reset"):
        env.step(None)


@pytest.mark.parametrize("name", names())
def test_clones_restored_and_imagined_games_are_independent(name: str) -> None:
    env, rng = pettingzoo.env(name, dtype="int8"), random.Random(4)
    env.reset(seed=2)
    for _ in range(6):
        env.step(legal(env.observe(env.agent_selection)["action_mask"], rng))
    kept, agent = env.snapshot(), env.agent_selection
    seen = env.observe(agent)
    twin, dream = env.clone(), env.imagine(agent, seed=1)
    for one, other in zip(seen.values(), dream.observe(agent).values(), strict=True):
        assert (one == other).all()
    assert dream.table.state.tobytes() != kept.state  # at least the coming deals differ
    actions = []
    while env.agents and not env.terminations[env.agent_selection]:
        actions.append(legal(env.observe(env.agent_selection)["action_mask"], rng))
        env.step(actions[-1])
    assert twin.snapshot() == kept
    end = env.snapshot()
    env.restore(kept)
    for action in actions:
        env.step(action)
        twin.step(action)
    assert env.snapshot() == twin.snapshot() == end
    with pytest.raises(tw.BadCall, match="bytes"):
        env.restore(kept._replace(state=b"x"))


@pytest.mark.parametrize("name", names())
def test_parallel_environments_are_cloned_restored_and_imagined(name: str) -> None:
    env, rng = pettingzoo.parallel_env(name, dtype="int8"), random.Random(4)
    seen, _ = env.reset(seed=2)
    for _ in range(3):
        seen, *_ = env.step({agent: legal(one["action_mask"], rng) for agent, one in seen.items()})
    kept, agent = env.snapshot(), env.agents[-1]
    twin, dream, fresh = env.clone(), env.imagine(agent, seed=1), pettingzoo.parallel_env(name, dtype="int8")
    for one, other in zip(seen[agent].values(), dream.observe(agent).values(), strict=True):
        assert (one == other).all()
    assert dream.snapshot() != kept
    steps = []
    while env.agents:
        steps.append({agent: legal(one["action_mask"], rng) for agent, one in seen.items()})
        seen, gains, *_ = env.step(steps[-1])
    assert twin.snapshot() == kept
    end = env.snapshot()
    for other in (env, fresh):
        other.restore(kept)
    for other in (env, twin, fresh):
        for actions in steps:
            _, rewards, *_ = other.step(actions)
        assert other.snapshot() == end
        assert rewards == gains


@pytest.mark.parametrize("name", names())
def test_what_is_hidden_changes_no_imagined_game(name: str) -> None:
    """Imagined from twins that differ only in what is hidden, with one seed, games are the same byte for byte."""
    rng, differing = random.Random(7), 0
    for moves in (0, 5, 9):
        env = pettingzoo.env(name)
        env.reset(seed=moves)
        for _ in range(moves):
            env.step(legal(env.observe(env.agent_selection)["action_mask"], rng))
        for seat, agent in enumerate(env.possible_agents):
            twin = env.clone()
            fields = Fields(twin.table.state, env.setting.game.state_layout)
            harness.auditor(env.setting.game).scramble(fields, seat, rng)
            differing += twin.snapshot() != env.snapshot()
            assert twin.imagine(agent, 3).snapshot() == env.imagine(agent, 3).snapshot()
    assert differing


@pytest.mark.parametrize("name", names())
def test_in_parallel_a_seat_with_nothing_to_do_waits(name: str) -> None:
    env, rng = pettingzoo.parallel_env(name), random.Random(6)
    seen, _ = env.reset(seed=3)
    wait, steps = env.setting.actions, 0
    while env.agents:
        asked = env.table.pending
        for seat, agent in enumerate(env.possible_agents):
            assert seen[agent]["action_mask"][wait] == (seat not in asked)
        before = env.table.match().ply
        actions = {agent: legal(one["action_mask"], rng) for agent, one in seen.items()}
        seen, rewards, terminated, _, _ = env.step(actions)
        assert env.table.match().ply >= before + len(asked)  # every seat that had to act has acted
        steps += 1
    assert all(terminated.values())
    assert rewards == dict(zip(env.possible_agents, env.table.rewards(), strict=True))
    env.reset()
    with pytest.raises(tw.BadCall, match=r"player_. must act"):
        env.step({})


@pytest.mark.parametrize(("name", "seats"), SEATED)
def test_gymnasium_finds_nothing_wrong(name: str, seats: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for dtype in ("float32", "int8"):
            check_env(gymnasium.make(name_of(name), seats=seats, opponents="random", dtype=dtype).unwrapped)


@pytest.mark.parametrize("name", names())
def test_one_seat_plays_against_bots_to_the_end(name: str) -> None:
    env, rng = gymnasium.make(name_of(name), opponents="casual:3", seat=1), random.Random(8)
    _, info = env.reset(seed=4)
    over, reward = False, 0.0
    while not over:
        assert not reward
        _, reward, over, cut, info = env.step(legal(info["action_mask"], rng))
        assert not cut
    table = env.unwrapped.table
    assert reward == table.rewards()[1]
    assert not info["action_mask"].any()
    with pytest.raises(tw.BadCall, match="reset"):
        env.unwrapped.step(0)
    assert "player_1" in gymnasium.make(name_of(name), render_mode="ansi").unwrapped.render()


@pytest.mark.parametrize("name", names())
def test_nothing_is_played_before_a_game_nor_after_an_illegal_action(name: str) -> None:
    env = gymnasium.make(name_of(name), opponents="random").unwrapped
    with pytest.raises(tw.BadCall, match="no game has begun"):
        env.step(0)
    _, info = env.reset(seed=1)
    legal_code = int(np.flatnonzero(info["action_mask"])[0])
    _, reward, over, _, info = env.step(illegal(info["action_mask"]))
    assert (reward, over) == (-1.0, True)
    assert not info["action_mask"].any()
    assert not env.action_masks().any()
    with pytest.raises(tw.BadCall, match="the game is over; call reset"):
        env.step(legal_code)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("opponents", ["greedy", "all"])
def test_a_vector_environment_is_made_by_name(name: str, opponents: str) -> None:
    envs, rng = gymnasium.make_vec(name_of(name), 32, opponents=opponents, dtype="float32"), random.Random(8)
    seen, info = envs.reset(seed=1)
    first = seen.copy()
    ends = 0
    for _ in range(30):
        assert seen in envs.observation_space
        mover = info["seat"].copy()
        seen, rewards, over, cut, info = envs.step(np.array([legal(mask, rng) for mask in info["action_mask"]]))
        assert not cut.any()
        assert not rewards[~over].any()
        ends += int(over.sum())
        if opponents == "all":
            assert (rewards == info["rewards"][np.arange(32), mover]).all()
        elif over.any():
            assert (info["final_obs"][over][:, 0] == 1).all()
            assert (info["_final_obs"] == over).all()
    seen, _ = envs.reset(seed=1)
    assert (seen == first).all()
    envs.close()


@pytest.mark.parametrize(
    ("module", "package"), [("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("open_spiel", "pyspiel")]
)
def test_a_missing_package_is_reported_with_what_to_install(
    module: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    plan = importlib.util.find_spec(f"townwright.envs.{module}")
    assert plan is not None
    assert plan.loader is not None
    with pytest.raises(ImportError, match=re.escape("pip install 'townwright[research]'")):
        plan.loader.exec_module(importlib.util.module_from_spec(plan))


def test_the_page_for_researchers_lists_every_game() -> None:
    page = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
    for name in names():
        game = load(name)
        numbers = range(game.seats[0], game.seats[1] + 1)
        sizes = ", ".join(str(game.open_box().encoding(seats).size) for seats in numbers)
        facts = f"| `{name}` | {game.seats[0]}-{game.seats[1]} | {game.moves.size} | {sizes} | "
        (row,) = (line for line in page.splitlines() if line.startswith(f"| `{name}` |"))
        assert row.startswith(facts)
        margin, length = (float(number) for number in re.findall(r"margin ([\d.]+) \| (\d+) \(", row)[0])
        greedy, chance = ([*Simulation(name, [bot] * 2, 400)] for bot in ("greedy", "random"))
        assert np.std([game.totals[0] - game.totals[1] for game in greedy]) == pytest.approx(margin, rel=0.1)
        assert np.mean([game.moves for game in chance]) == pytest.approx(length, rel=0.03)
        assert row.endswith(f"({harness.auditor(game).LONGEST[2]}) | {game.version} |")


def test_the_scripts_of_the_page_run_as_they_stand() -> None:
    page = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
    scripts = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(scripts) == 3
    for script in scripts:
        if any(name in script or name_of(name) in script for name in names()) or len(names()) > 1:
            exec(script, {})
