"""Copenhagen in the terminal: dialogues, and bad input."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pexpect
import pytest
from tests.play import played
from tests.terminal import bad, good, terminal


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
def test_bad_input_is_refused_in_one_sentence_with_exit_code_2(args: list[str], says: str) -> None:
    assert says in bad(*args)


def test_the_terminal_speaks_another_language(tmp_path: Path) -> None:
    page = Path(__file__).parents[3] / "docs" / "rules" / "it" / "copenhagen.md"
    assert good("rules", "copenhagen", "--language", "it").strip() == page.read_text(encoding="utf-8").strip()
    match = played("copenhagen", 2, {}, 4)
    record, position = tmp_path / "record.json", tmp_path / "position.json"
    record.write_text(json.dumps(match.record()))
    position.write_text(json.dumps(match.to_json()))
    assert "Totale" in good("score", "copenhagen", str(position), "--language", "it")
    text = good("replay", str(record), "--language", "it")
    assert len(re.findall(r"(?m)^ *\d+ [Pp]osto \d ha ", text)) == len(match.log)
    assert "Righe con mattoni" in text
    assert re.search(r"vince la partita\.|Vittoria condivisa", text)
    assert "'xx' is not one of 'en', 'it'" in bad("rules", "copenhagen", "--language", "xx")


def test_a_game_is_played_in_italian(tmp_path: Path) -> None:
    child = terminal("play", "copenhagen", "--seed", "3", "--pause", "0", "--bots", "random", "--language", "it")
    child.expect("Prendi due carte vicine, oppure costruisci")
    child.expect("> ")
    for line, answer in (
        ("", "Scrivi il numero di una mossa"),
        ("dance", "Nessuna mossa corrisponde a «dance»"),
        ("99", "Non c'è una mossa numero 99"),
        ("build P5 a1* b1 c1 d1 e1", "Costa 5 \u00d7 viola; ne hai 1 (ne mancano 4)."),
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


def test_score_takes_a_position_written_by_hand(tmp_path: Path) -> None:
    house = [".. .. .. .. .."] * 8 + ["Pb Pw Pw Pw Pw"]
    players = [{"house": house, "hand": {}}, {"hand": {}}]
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"game": "copenhagen", "position": {"players": players, "over": True}}))
    assert re.search(r"Total\D+1\D+0", good("score", "copenhagen", str(file)))
    file.write_text("{")
    assert "is not JSON" in bad("score", "copenhagen", str(file))
    file.write_text(json.dumps({"game": "copenhagen", "position": {"players": [{"house": ["x"]}, {}], "over": True}}))
    assert "player 1, field 'house': expected 9 rows" in bad("score", "copenhagen", str(file))


def test_the_terminal_explains_undo_filters_and_wrong_words(tmp_path: Path) -> None:
    child = terminal("play", "copenhagen", "--seed", "3", "--pause", "0", "--name", "Ada", "--bots", "random")
    child.expect("Take two neighbouring cards, or build")
    child.expect("> ")
    for line, answer in (
        ("", "Type the number of a move"),
        ("dance", 'No move fits "dance"'),
        ("99", "There is no move number 99"),
        ("build P5 a1* b1 c1 d1 e1", "It costs 5 purple; you have 1 (4 more needed)."),
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


def test_names_may_contain_anything(tmp_path: Path) -> None:
    child = terminal("play", "copenhagen", "--seats", "2", "--name", "[/b]Eve[x]", "--name", "Ben", "--seed", "1")
    child.expect_exact("[/b]Eve[x]")
    child.expect("> ")
    child.sendline(f"save {tmp_path}")
    child.expect(r"is\s+not\s+a\s+record")
    child.sendline("take 1 2")
    child.expect_exact("You took")
    child.expect("Ben, it is your turn")
    child.sendline("")
    child.expect("> ")
    child.sendline("score")
    child.expect_exact("[/b]Eve[x]")
    child.sendline("quit")
    child.expect("Goodbye")


def test_bots_alone_can_be_watched() -> None:
    text = good("play", "copenhagen", "--seats", "3", "--bots", "greedy,random,greedy", "--pause", "0", "--seed", "4")
    assert "wins." in text or "share the victory" in text
    assert "(greedy)" in text


def test_bots_introduce_themselves() -> None:
    args = ("play", "copenhagen", "--seats", "3", "--bots", "beginner,casual:20,random", "--pause", "0", "--seed", "4")
    text = good(*args)
    assert "Nino (beginner) has just learned the rules" in text
    assert "plays for fun" in text
    assert "Nino (beginner) ha appena imparato le regole" in good(*args, "--language", "it")


def test_two_people_at_one_keyboard_do_not_see_each_other(tmp_path: Path) -> None:
    child = terminal("play", "copenhagen", "--seats", "2", "--name", "Ada", "--name", "Ben", "--seed", "5")
    child.expect("> ")
    child.sendline("take 1 2")
    child.expect("Ben, it is your turn. Press Enter when only you are looking")
    child.sendline("")
    child.expect("Take two neighbouring cards")
    child.sendline("quit")
    child.expect("Goodbye")
