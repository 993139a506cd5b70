"""The command line."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest
from tests.chosen import names
from tests.play import played
from tests.terminal import ENV, bad, good, in_process, run, terminal

from townwright.cli import COMMANDS
from townwright.games import load


def test_help_lists_commands_and_imports_nothing_slow() -> None:
    text = good("--help")
    for command in COMMANDS:
        assert f"  {command} " in text
        assert "Usage: townwright " + command in good(command, "--help")
    code = (
        "import sys\nfrom townwright.cli import COMMANDS, main\n"
        "for args in ([], *([command] for command in COMMANDS)):\n"
        "    try: main([*args, '--help'])\n    except SystemExit: pass\n"
        "    slow = {'numba', 'numpy', *(['rich'] if not args else [])} & set(sys.modules)\n"
        "    assert not slow, (args, slow)\n"
    )
    subprocess.run([sys.executable, "-c", code], env=ENV, check=True, capture_output=True)


def test_without_arguments_help_is_shown() -> None:
    done = run()
    assert done.returncode == 2
    assert "Commands:" in done.stdout + done.stderr


@pytest.mark.parametrize("words", ["games", "play --help", "box new {}", "rules {}", "solve nowhere.json", "foo"])
def test_a_process_prints_the_same_as_a_call(words: str) -> None:
    """The other tests call the command line inside their own process; a user starts one."""
    args = words.format(names()[0]).split()
    called, started = run(*args), in_process(*args)
    assert (started.returncode, started.stdout, started.stderr) == (called.returncode, called.stdout, called.stderr)
    assert started.stdout or started.stderr


def test_games_lists_every_game() -> None:
    text = good("games")
    for name in names():
        assert name in text
        assert load(name).title in text


@pytest.mark.parametrize("name", names())
def test_rules_prints_the_page_of_the_docs(name: str) -> None:
    page = Path(__file__).parents[1] / "docs" / "rules" / f"{name}.md"
    assert good("rules", name).strip() == page.read_text(encoding="utf-8").strip()


@pytest.mark.parametrize("name", names())
def test_score_prints_the_sheet(name: str, tmp_path: Path) -> None:
    match = played(name, load(name).seats[1], {}, 9)
    file = tmp_path / "position.json"
    file.write_text(json.dumps(match.to_json()))
    sheets = match.sheet()
    text = good("score", name, str(file))
    total = next(line for line in text.splitlines() if "Total" in line)
    assert [int(n) for n in re.findall(r"-?\d+", total)] == [sheet.total for sheet in sheets]
    for line in sheets[0].lines:
        assert line.label in text
    data = json.loads(good("score", name, str(file), "--json"))
    assert [sheet["total"] for sheet in data] == [sheet.total for sheet in sheets]


@pytest.mark.parametrize("name", names())
def test_replay_shows_every_move(name: str, tmp_path: Path) -> None:
    match = played(name, load(name).seats[0], {}, 10)
    file = tmp_path / "record.json"
    file.write_text(json.dumps(match.record()))
    text = good("replay", str(file))
    assert len(re.findall(r"(?m)^ *\d+ (?:seat|Seat) \d", text)) == len(match.log)
    assert "wins." in text or "share" in text or "You reach the rank" in text
    short = good("replay", str(file), "--to", "3", "--seat", "0")
    assert len(re.findall(r"(?m)^ *\d+ (?:seat|Seat) \d", short)) == 3
    file.write_text(json.dumps({**match.record(), "moves": [[0, 999_999]]}))
    assert "move 1 of the record cannot be played" in bad("replay", str(file))


@pytest.mark.parametrize("name", names())
def test_simulate_gives_the_same_results_for_every_number_of_jobs(name: str, tmp_path: Path) -> None:
    bots = ["greedy", "random", "greedy"][: max(2, load(name).seats[0])]
    outputs = []
    for jobs in ("1", "3"):
        out = tmp_path / f"{jobs}.csv"
        text = good(
            "simulate", name, "--bots", ",".join(bots), "-n", "1100", "-j", jobs, "--seed", "s", "--out", str(out)
        )
        assert "1100 games" in text
        outputs.append((text, out.read_text()))
    assert outputs[0] == outputs[1]
    rows = list(csv.DictReader(outputs[0][1].splitlines()))
    assert len(rows) == 1100
    assert rows[7]["seed"] == "s/7"
    assert any(int(row["moves"]) > 1 for row in rows)


@pytest.mark.parametrize("name", names())
def test_a_box_written_by_box_new_is_valid_and_playable(name: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    assert "written" in good("box", "new", name, str(file))
    assert good("box", "new", name) == file.read_text()
    assert "exists already" in bad("box", "new", name, str(file))
    assert "is a playable box" in good("box", "check", name, str(file))
    bots = ",".join(["random"] * load(name).seats[0])
    assert "20 games" in good("simulate", name, "--bots", bots, "-n", "20", "--box", str(file))


@pytest.mark.parametrize("name", names())
def test_box_check_names_every_problem_of_a_file(name: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("nonsense = 1\n[options]\ncolour = 1\n")
    done = run("box", "check", name, str(file))
    assert (done.returncode, done.stdout) == (2, "")
    first, *more = done.stderr.splitlines()
    start = f"townwright: the box of {load(name).title}: "
    assert first.startswith(start)
    problems = {f"townwright: {first.removeprefix(start)}", *more}
    missing = set(load(name).contents) - {"options"}
    names_of_options = load(name).options.__struct_fields__
    assert problems == {f"townwright: table '{table}' is missing." for table in missing} | {
        f"townwright: table 'nonsense' is not known; expected one of: {', '.join(load(name).file.__struct_fields__)}.",
        f"townwright: table 'options', field 'colour' is not known; expected one of: {', '.join(names_of_options)}.",
    }
    assert len(more) + 1 == len(problems)


def test_bots_of_the_same_level_have_names_of_their_own() -> None:
    child = terminal("play", names()[0], "--seed", "1", "--pause", "0", "--bots", "casual,casual", "--name", "Ada")
    child.expect("> ")
    found = re.findall(r"^(\w+) \(casual\) plays for fun", child.before, re.MULTILINE)
    assert len({*found, "Ada"}) == 3
    child.close()


@pytest.mark.parametrize("name", names())
def test_a_game_in_the_terminal_can_be_played_by_following_hints(name: str) -> None:
    """A person who always plays the hinted move reaches the end and sees the sheet."""
    args = ["play", name, "--seed", "1", "--pause", "0", "--bots", "random", "--name", "Ada"]
    if load(name).seats[0] == 1:
        args = [
            "play",
            name,
            "--seed",
            "1",
            "--pause",
            "0",
            "--seats",
            "1",
            "--name",
            "Ada",
            "--option",
            "variant=solo",
        ]
    child = terminal(*args, "--think", "0.01")
    for _ in range(2000):
        if child.expect(["> ", r"(wins|share the victory|reach the rank of [^.]+)\."]) == 1:
            break
        child.sendline("hint")
        child.expect(r"would play ([^:]+):")
        words = child.match.group(1)
        child.expect("> ")
        child.sendline(words)
    else:
        pytest.fail("the game did not end")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
