"""The command line, run as a user runs it."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest
from tests.chosen import names

import townwright as tw
from townwright.games import load

from .play import played

ENV = {**os.environ, "PYTHONPATH": str(Path(tw.__file__).parents[1]), "COLUMNS": "160", "TERM": "dumb"}
COMMAND = [sys.executable, "-c", "from townwright.cli import main; main()"]


def run(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *args], capture_output=True, text=True, env=ENV, check=False, timeout=300)


def good(*args: str) -> str:
    done = run(*args)
    assert done.returncode == 0, done.stderr
    return done.stdout


def bad(*args: str) -> str:
    """Bad input: exit code 2, nothing on standard output, one sentence."""
    done = run(*args)
    assert done.returncode == 2, (done.stdout, done.stderr)
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert re.fullmatch(r"townwright: .+[.?)]", lines[0])
    return lines[0]


def test_help_is_complete_and_imports_nothing_heavy() -> None:
    text = good("--help")
    for command in ("play", "simulate", "score", "replay", "rules", "games", "warm", "box"):
        assert f"  {command} " in text
        assert "Usage: townwright " + command in good(command, "--help")
    code = (
        "import sys\nfrom townwright.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "assert not {'numba', 'numpy', 'rich'} & set(sys.modules), 'slow import'"
    )
    subprocess.run([sys.executable, "-c", code], env=ENV, check=True, capture_output=True)


def test_without_arguments_the_help_is_shown() -> None:
    done = run()
    assert done.returncode == 2
    assert "Commands:" in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["dance"], "No such command 'dance'"),
        (["play", "chess"], "There is no game 'chess'; expected one of"),
        (["play"], "Missing argument 'GAME'"),
        (["play", "copenhagen", "--seats", "9"], "for 2 to 4 players, not 9"),
        (["play", "copenhagen", "--seats", "x"], "not a valid integer"),
        (["play", "copenhagen", "--bots", "deep-thought"], "there is no bot 'deep-thought'; expected one of"),
        (["play", "copenhagen", "--bots", "greedy,greedy,greedy", "--seats", "2"], "3 bots for 2 seats"),
        (["play", "copenhagen", "--option", "flip"], "NAME=VALUE"),
        (["play", "copenhagen", "--option", "speed=9"], "has no option 'speed'"),
        (["play", "copenhagen", "--option", "min_cost=many"], "option 'min_cost'"),
        (["play", "copenhagen", "--box", "nowhere.toml"], "there is no file nowhere.toml"),
        (["play", "copenhagen", "--resume", "nowhere.json"], "nowhere.json cannot be read"),
        (["play", "copenhagen", "--resume", "x.json", "--seats", "2"], "--resume without them"),
        (["play", "copenhagen", "--bots", ","], "--bots names no bot"),
        (
            ["play", "copenhagen", "--name", "A", "--name", "B", "--seats", "2", "--bots", "random"],
            "2 names for 1 people",
        ),
        (["simulate", "copenhagen"], "Missing option '--bots'"),
        (["simulate", "copenhagen", "--bots", "greedy"], "for 2 to 4 players, not 1"),
        (["simulate", "copenhagen", "--bots", "greedy,greedy", "-n", "0"], "not in the range"),
        (["simulate", "copenhagen", "--bots", "greedy,greedy", "--out", "/nowhere/x.csv"], "cannot be written"),
        (["score", "copenhagen", "nowhere.json"], "nowhere.json cannot be read"),
        (["replay", "nowhere.json"], "nowhere.json cannot be read"),
        (["rules", "chess"], "There is no game 'chess'"),
        (["warm", "chess"], "There is no game 'chess'"),
        (["box", "check", "copenhagen", "nowhere.toml"], "there is no file"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(args: list[str], says: str) -> None:
    assert says in bad(*args)


def test_games_lists_every_game() -> None:
    text = good("games")
    for name in names():
        assert name in text
        assert load(name).title in text


@pytest.mark.parametrize("name", names())
def test_rules_are_the_docs_page(name: str) -> None:
    page = Path(__file__).parents[1] / "docs" / "rules" / f"{name}.md"
    assert good("rules", name).strip() == page.read_text(encoding="utf-8").strip()


def test_the_terminal_speaks_another_language(tmp_path: Path) -> None:
    page = Path(__file__).parents[1] / "docs" / "rules" / "it" / "pier-18.md"
    assert good("rules", "pier-18", "--language", "it").strip() == page.read_text(encoding="utf-8").strip()
    match = played("pier-18", 2, {}, 4)
    record, position = tmp_path / "record.json", tmp_path / "position.json"
    record.write_text(json.dumps(match.record()))
    position.write_text(json.dumps(match.to_json()))
    assert "Totale" in good("score", "pier-18", str(position), "--language", "it")
    text = good("replay", str(record), "--language", "it")
    assert len(re.findall(r"(?m)^ *\d+ posto \d: (Tieni|Prendi|Posa) ", text)) == len(match.log)
    assert "Mecenati" in text
    assert re.search(r"vince la partita\.|Vittoria condivisa", text)
    assert "'xx' is not one of 'en', 'it'" in bad("rules", "pier-18", "--language", "xx")


def test_a_game_is_played_in_italian(tmp_path: Path) -> None:
    child = terminal("play", "copenhagen", "--seed", "3", "--pause", "0", "--bots", "random", "--language", "it")
    child.expect("Prendi due carte vicine, oppure costruisci")
    child.expect("> ")
    for line, answer in (
        ("", "Scrivi il numero di una mossa"),
        ("dance", "Nessuna mossa corrisponde a «dance»"),
        ("99", "Non c'è una mossa numero 99"),
        ("build P5 a1* b1 c1 d1 e1", "Costa 5 \u00d7 viola; ne hai 1."),
        ("undo", "non c'è nessuna mossa da annullare"),
        ("score", "Totale"),
        ("table", "porto"),
        ("take 1", "mosse corrispondono"),
        (f"save {tmp_path / 'game.json'}", "Salvata"),
        ("quit", "Arrivederci"),
    ):
        child.sendline(line)
        child.expect_exact(answer)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_warm_says_what_is_ready() -> None:
    assert good("warm", "copenhagen") == "Copenhagen is ready.\n"


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


def test_score_takes_a_position_written_by_hand(tmp_path: Path) -> None:
    house = [".. .. .. .. .."] * 8 + ["Pb Pw Pw Pw Pw"]
    players = [{"house": house, "hand": {}}, {"hand": {}}]
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"game": "copenhagen", "position": {"players": players, "over": True}}))
    assert re.search(r"Total\D+1\D+0", good("score", "copenhagen", str(file)))
    file.write_text("{")
    assert "is not JSON" in bad("score", "copenhagen", str(file))
    file.write_text(json.dumps({"game": "copenhagen", "position": {"players": [{"house": ["x"]}, {}], "over": True}}))
    assert "player 0, field 'house': expected 9 rows" in bad("score", "copenhagen", str(file))


@pytest.mark.parametrize("name", names())
def test_replay_tells_every_move(name: str, tmp_path: Path) -> None:
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
def test_simulate_is_the_same_for_every_number_of_jobs(name: str, tmp_path: Path) -> None:
    seats = load(name).seats[1]
    bots = ",".join(["greedy", "random"] * 3).split(",")[:seats]
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
def test_a_box_written_by_box_new_is_checked_and_played(name: str, tmp_path: Path) -> None:
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
    said = {f"townwright: {first.removeprefix(start)}", *more}
    missing = set(load(name).tables) - {"options"}
    names_of_options = load(name).options.__struct_fields__
    assert said == {f"townwright: table '{table}' is missing." for table in missing} | {
        f"townwright: table 'nonsense' is not known; expected one of: {', '.join(load(name).file.__struct_fields__)}.",
        f"townwright: table 'options', field 'colour' is not known; expected one of: {', '.join(names_of_options)}.",
    }
    assert len(more) + 1 == len(said)


def terminal(*args: str) -> Any:
    child = pexpect.spawn(
        COMMAND[0],
        [*COMMAND[1:], *args],
        env=ENV,
        encoding="utf-8",
        codec_errors="replace",
        timeout=60,
        dimensions=(60, 160),
    )
    child.delaybeforesend = None
    return child


@pytest.mark.parametrize("name", names())
def test_a_whole_game_in_the_terminal_by_following_hints(name: str) -> None:
    """A person who always plays what the greedy bot hints reaches the end and sees the sheet."""
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
    child = terminal(*args)
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


def test_the_terminal_explains_undo_filters_and_wrong_words(tmp_path: Path) -> None:
    child = terminal("play", "copenhagen", "--seed", "3", "--pause", "0", "--name", "Ada", "--bots", "random")
    child.expect("Take two neighbouring cards, or build")
    child.expect("> ")
    for line, answer in (
        ("", "Type the number of a move"),
        ("dance", 'No move fits "dance"'),
        ("99", "There is no move number 99"),
        ("build P5 a1* b1 c1 d1 e1", "It costs 5 purple; you have 1."),
        ("undo", "there is no move to take back"),
        ("score", "Total"),
        ("table", "harbour"),
        ("take 1", "moves fit"),
        ("build r5", "It costs 5 red; you have"),
        ("[/b]", 'No move fits "[/b]"'),
        ("²", "No move fits"),
        ("take 1 2 oops", "No move fits"),
        (f"save {tmp_path / 'game.json'}", "Saved"),
        ("save /nowhere/at/all", "cannot be written"),
        ("quit", "Goodbye"),
    ):
        child.sendline(line)
        child.expect_exact(answer)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    again = terminal("play", "copenhagen", "--resume", str(tmp_path / "game.json"), "--bots", "random")
    again.expect("Take two neighbouring cards, or build")
    again.sendeof()
    again.expect("Goodbye")


def test_names_may_hold_anything(tmp_path: Path) -> None:
    child = terminal("play", "copenhagen", "--name", "[/b]Eve[x]", "--bots", "random", "--seed", "1", "--pause", "0")
    child.expect_exact("[/b]Eve[x]")
    child.expect("> ")
    child.sendline(f"save {tmp_path}")
    child.expect(r"is not a\s+record")
    child.sendline("take 1 2")
    child.expect_exact("[/b]Eve[x]: Take")
    child.sendline("quit")
    child.expect("Goodbye")


def test_bots_alone_can_be_watched() -> None:
    text = good("play", "copenhagen", "--seats", "3", "--bots", "greedy,random,greedy", "--pause", "0", "--seed", "4")
    assert "wins." in text or "share the victory" in text
    assert "(greedy)" in text


def test_two_people_at_one_keyboard_do_not_see_each_other(tmp_path: Path) -> None:
    child = terminal("play", "copenhagen", "--seats", "2", "--name", "Ada", "--name", "Ben", "--seed", "5")
    child.expect("> ")
    child.sendline("take 1 2")
    child.expect("Ben, it is your turn. Press Enter when only you are looking")
    child.sendline("")
    child.expect("Take two neighbouring cards")
    child.sendline("quit")
    child.expect("Goodbye")
