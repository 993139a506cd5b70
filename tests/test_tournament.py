"""The arena's tournaments: mirrored deals, balanced seats, resumable, bots from outside."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from tests.chosen import names

import townwright as tw
from townwright.arena.tournament import Plan, Tournament, interval
from townwright.games import load

from .terminal import COMMAND, ENV

NAME = names()[0]
SEATS = max(2, load(NAME).seats[0])


def plan(*bots: str, seats: int = SEATS, seed: str = "t") -> Plan:
    return Plan(game=NAME, version=load(NAME).version, bots=list(bots), seats=seats, seed=seed, cpu=True)


def test_every_deal_is_played_in_every_seating() -> None:
    run = Tournament(plan("greedy", "random", seats=2), 7)
    played = sorted(run, key=lambda game: game.number)
    assert len(played) == 8  # whole rounds
    seats = Counter((bot, seat) for game in played for seat, bot in enumerate(game.line_up))
    assert set(seats.values()) == {4}
    assert [game.seed for game in played] == [f"t/{n // 2}" for n in range(8)]


def test_with_fewer_bots_than_seats_the_first_bot_meets_the_others() -> None:
    line_ups = plan("a", "b", seats=3).line_ups()
    assert sorted(line_ups) == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    assert len(plan("a", "b", "c").line_ups()) == 3 * SEATS


def test_a_tournament_resumes_where_it_was_stopped(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    first = Tournament(plan("greedy", "random", seats=2), 6, file)
    for n, _ in enumerate(first, 1):
        if n == 3:
            break
    with file.open("ab") as out:
        out.write(b'{"number": 5, "cut off')
    again = Tournament(plan("greedy", "random", seats=2), 6, file)
    assert sorted(again.played) == [0, 1, 2]
    assert [game.number for game in again] == [3, 4, 5]
    whole = Tournament(plan("greedy", "random", seats=2), 6)
    list(whole)
    assert [one.points for one in whole.standings()] == [one.points for one in again.standings()]
    with pytest.raises(tw.TownwrightError, match=r'another tournament: seed is "t" there, "other" here$'):
        Tournament(plan("greedy", "random", seats=2, seed="other"), 6, file)
    for broken in (b"no\n", b'"\xff"\n', b"\n\n"):
        file.write_bytes(broken)
        with pytest.raises(tw.TownwrightError, match="not a file of a tournament"):
            Tournament(plan("greedy", "random", seats=2), 6, file)


def test_the_better_bot_is_rated_higher() -> None:
    run = Tournament(plan("random", "greedy", seats=2), 20)
    list(run)
    best, worst = run.standings()
    assert (best.bot, worst.bot) == ("greedy", "random")
    assert best.rating > worst.rating
    assert best.low < best.wins < best.high or best.wins == 1
    assert best.wins + worst.wins == pytest.approx(1)


def test_intervals_are_those_of_wilson() -> None:
    assert interval(0, 20)[0] == 0  # and not a little less
    assert interval(20, 20)[1] <= 1
    low, high = interval(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.49, 0.943)


OUTSIDE = """
class First:
    def choose(self, known, seat):
        return known.codes[0]

class Cheat:
    def choose(self, known, seat):
        return -1


class Tampers:
    def choose(self, known, seat):
        known.codes[:] = [10**9]
        return known.codes[0]


class Halves:
    def choose(self, known, seat):
        return known.codes[0] + 0.0


class Stumbles:
    def choose(self, known, seat):
        raise ValueError("too hard")


class Leaves:
    def choose(self, known, seat):
        raise SystemExit(3)


class Forgets:
    def choose(self, known):
        return known.codes[0]


class Wants:
    def __init__(self, model):
        self.model = model

    def choose(self, known, seat):
        return known.codes[0]
"""


def test_a_class_from_outside_takes_part(tmp_path: Path) -> None:
    (tmp_path / "my_bots.py").write_text(OUTSIDE)

    def arena(bots: str, *more: str) -> subprocess.CompletedProcess[str]:
        words = [
            sys.executable,
            "-c",
            "from townwright.cli import main; main()",
            "arena",
            NAME,
            "--bots",
            bots,
            "-n",
            "4",
            "--json",
            *more,
        ]
        return subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)

    done = arena("random,my_bots:First", "--csv", "out.csv", "--picture", "out.svg")
    assert done.returncode == 0, done.stderr
    assert {one["bot"] for one in json.loads(done.stdout)} == {"random", "my_bots:First"}
    assert (tmp_path / "out.csv").read_text().startswith("bot,games,wins")
    assert "my_bots:First" in (tmp_path / "out.svg").read_text()
    (tmp_path / "spoilt.py").write_text("def choose(:\n")
    for bot, says in (
        ("my_bots:Cheat", "'my_bots:Cheat' played -1, which is not a legal move of seat"),
        ("my_bots:Tampers", "'my_bots:Tampers' played 1000000000, which is not a legal move of seat"),
        ("my_bots:Halves", ".0, which is not a legal move of seat"),
        ("my_bots:Leaves", "'my_bots:Leaves' failed: SystemExit: 3 (my_bots.py, line "),
        ("my_bots:Forgets", "takes 2 positional arguments but 3 were given."),
        ("my_bots:Stumbles", "'my_bots:Stumbles' failed: ValueError: too hard (my_bots.py, line "),
        ("my_bots:Wants", "'my_bots:Wants' cannot be made: TypeError"),
        ("spoilt:Bot", "'spoilt:Bot' cannot be imported: SyntaxError"),
    ):
        refused = arena(f"random,{bot}")
        assert refused.returncode == 2
        assert says in refused.stderr
        assert "Traceback" not in refused.stderr
    for where in ("--csv", "--picture"):  # before a game is played
        assert "cannot be written" in arena("random,greedy", where, "my_bots.py/out").stderr
    assert "cannot be imported" in arena("random,nowhere:First").stderr
    assert "no bot 'elephant'" in arena("random,elephant").stderr
    assert "--program is NAME=COMMAND" in arena("random,greedy", "--program", "robo=play {server} {code}").stderr


@pytest.mark.skipif(sys.platform == "win32", reason="no Ctrl-C to send")
def test_ctrl_c_waits_for_no_thought(tmp_path: Path) -> None:
    """A bot that would think for minutes stops at once, and finished games are kept."""
    out = tmp_path / "results.jsonl"
    words = ["arena", NAME, "--bots", "greedy,expert:600s", "--clock", "wall", "--out", str(out), "-n", "2", "-j", "2"]
    arena = subprocess.Popen([*COMMAND, *words], stderr=subprocess.PIPE, text=True, env=ENV)
    while not out.exists():
        assert arena.poll() is None
        time.sleep(0.05)
    time.sleep(2)  # it thinks
    arena.send_signal(signal.SIGINT)
    start = time.monotonic()
    _, errors = arena.communicate(timeout=120)
    assert time.monotonic() - start < 60
    assert arena.returncode == 130, errors
    assert "Traceback" not in errors
    assert list(Tournament(plan("greedy", "random", seats=2), 2))  # and the next one plays


BOT = Path(__file__).parents[1] / "examples" / "bot.py"


@pytest.mark.parametrize("seats", [2, 3])
def test_a_program_takes_part_through_the_table_protocol(seats: int) -> None:
    """It sits at a table of a real server, against bots of ours that see what the server sends their seats."""
    command = f"{sys.executable} {BOT} {{server}} {{code}}"
    bots = ["greedy", "robo"]
    seats = min(seats, load(NAME).seats[1])
    setup = Plan(
        game=NAME, version=load(NAME).version, bots=bots, seats=seats, seed="t", cpu=True, programs={"robo": command}
    )
    run = Tournament(setup, seats)
    played = list(run)
    assert len(played) == seats
    assert {bot for game in played for bot in game.line_up} == set(bots)
    seats_of_robo = sorted(game.line_up.index("robo") for game in played) if seats == 2 else [0, 1]
    assert seats_of_robo == [0, 1]
    assert all(game.moves > 5 and min(game.places) == 1 for game in played)  # played to the end
    assert {one.bot for one in run.standings()} == set(bots)


LEAVES = """
import json, sys
from urllib.request import Request, urlopen
server, code = sys.argv[1:]
head = {"Content-Type": "application/json"}
me = urlopen(Request(f"{server}/api/me", b'{"name": "Robo"}', head, method="PUT"))
head["Cookie"] = me.headers["Set-Cookie"].partition(";")[0]
urlopen(Request(f"{server}/api/tables/{code}/join", b"{}", head, method="POST"))
"""


def test_a_program_that_does_not_play_ends_the_tournament_with_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "leaves.py").write_text(LEAVES)
    for command, says in (
        (f"{sys.executable} {tmp_path / 'leaves.py'} {{server}} {{code}}", "ended before the game was over"),
        ("no-such-program {server} {code}", "cannot be started"),
        (f"{sys.executable} -c pass {{server}} {{code}}", "did not sit down"),
        (f"{sys.executable}", "the placeholders"),
        ("'play {server} {code}", "the placeholders"),
    ):
        with pytest.raises(tw.TownwrightError, match=says):
            list(
                Tournament(
                    Plan(
                        game=NAME,
                        version=load(NAME).version,
                        bots=["greedy", "robo"],
                        seats=2,
                        seed="t",
                        cpu=True,
                        programs={"robo": command},
                    ),
                    2,
                )
            )
