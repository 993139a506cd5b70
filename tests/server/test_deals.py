"""Deals can be checked: commitments come first, the seed is made of everyone's part, and tampering is detected."""

from __future__ import annotations

import copy
import hashlib
import json
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.terminal import bad, good, run

import townwright as tw

from .guests import BOT, ME, OPEN, Frame, Guest, play_out
from .process import Server

Guests = Callable[..., Guest]


@pytest.fixture(scope="module")
def finished(server: Server) -> dict[str, Any]:
    """The record of a game, with what a player noted about its deal."""
    ada = Guest(server.url)
    seat = ada.sit(ada.make("pier-18", ME, BOT))
    commitment = seat.news(lambda table: True)["deal"]["commitment"]
    commitments = seat.news(lambda table: None not in table["deal"]["commitments"])["deal"]["commitments"]
    play_out([seat])
    record: dict[str, Any] = ada.get(f"/api/tables/{seat.code}/record")
    return {"record": record, "commitment": commitment, "commitments": commitments, "entropy": seat.entropy}


def refused(folder: Path, record: Any, *args: str) -> str:
    """The reason why `verify` refuses a record."""
    return bad("verify", written(folder, record), *args)


def written(folder: Path, record: Any) -> str:
    file = folder / "record.json"
    file.write_text(record if isinstance(record, str) else json.dumps(record))
    return str(file)


def test_the_commitment_is_known_before_any_entropy(guest: Guests) -> None:
    ada, bob = guest("Ada"), guest("Bob")
    code = ada.make("copenhagen", ME, OPEN)
    bob.join(code)
    first = ada.watch(code)
    promised = first.until("table")["table"]["deal"]
    nothing = [None, None]
    assert promised == {
        "commitment": promised["commitment"],
        "commitments": nothing,
        "entropy": nothing,
        "secret": None,
    }
    assert len(promised["commitment"]) == 64
    mine = hashlib.sha256(b"ab" * 8).hexdigest()
    assert first.trouble("reveal", entropy="ab" * 8) == "too-early"
    first.send("ready", commitment=mine)
    half = first.news(lambda table: table["deal"]["commitments"][0])
    assert (half["status"], half["deal"]["commitment"]) == ("open", promised["commitment"])
    assert first.trouble("reveal", entropy="ab" * 8) == "too-early"  # Bob has not promised anything yet
    second = bob.watch(code)
    second.send("ready", commitment="00" * 32)
    whole = first.news(lambda table: None not in table["deal"]["commitments"])["deal"]
    assert (whole["commitments"], whole["entropy"]) == ([mine, "00" * 32], nothing)
    assert first.trouble("reveal", entropy="cd" * 8) == "broken-promise"
    first.send("reveal", entropy="ab" * 8)
    assert first.news(lambda table: table["deal"]["entropy"][0])["status"] == "open"
    # Bob knows Ada's part: if he now promises another one, the deal starts again
    second.entropy = "ef" * 8
    second.send("ready", commitment=hashlib.sha256(b"ef" * 8).hexdigest())
    again = first.news(lambda table: table["deal"]["commitments"][0] is None)["deal"]
    assert (again["commitments"][1], again["entropy"]) == (hashlib.sha256(b"ef" * 8).hexdigest(), nothing)
    first.entropy = "12" * 8
    first.take_part(first.table or {})
    second.news(lambda table: table["status"] == "playing")
    whole = first.news(lambda table: table["status"] == "playing")["deal"]
    assert (whole["commitment"], whole["secret"]) == (promised["commitment"], None)
    assert whole["entropy"] == ["12" * 8, "ef" * 8]


def test_the_deal_starts_again_if_a_seat_changes_hands_after_a_player_revealed(guest: Guests) -> None:
    ada, bob = guest("Ada"), guest("Bob")
    code = ada.make("copenhagen", ME, OPEN)
    bob.join(code)
    first, second = ada.sit(code), bob.watch(code)
    second.send("ready", commitment="00" * 32)
    first.news(lambda table: table["deal"]["entropy"][0])  # Bob never reveals his
    bob.post(f"/api/tables/{code}/leave")
    assert first.news(lambda table: table["seats"][1]["who"] == "open")["deal"]["entropy"] == [None, None]
    first.entropy = "34" * 8  # not the one that was revealed
    first.send("ready", commitment=hashlib.sha256(b"34" * 8).hexdigest())
    bob.join(code)
    bob.sit(code).until("situation")
    assert first.news(lambda table: table["status"] == "playing")["deal"]["entropy"][0] == "34" * 8


def test_the_seed_is_made_of_the_secret_and_everybodys_entropy(finished: dict[str, Any]) -> None:
    record = finished["record"]
    deal = record["deal"]
    assert deal["commitment"] == finished["commitment"]
    assert deal["commitments"] == finished["commitments"]
    assert deal["entropy"][0] == finished["entropy"]
    assert [hashlib.sha256(part.encode()).hexdigest() for part in deal["entropy"]] == deal["commitments"]
    assert hashlib.sha256(bytes.fromhex(deal["secret"])).hexdigest() == finished["commitment"]
    assert record["seed"] == f"{deal['secret']}:{finished['entropy']}:{deal['entropy'][1]}"
    assert tw.replay(record).over


def test_verify_accepts_a_real_record(finished: dict[str, Any], tmp_path: Path) -> None:
    noted = ["--commitment", finished["commitment"], "--entropy", finished["entropy"]]
    for commitment in finished["commitments"]:
        noted += ["--seat-commitment", commitment]
    done = run("verify", written(tmp_path, finished["record"]), *noted)
    assert (done.returncode, done.stderr) == (0, "")
    assert "as promised" in done.stdout
    assert "2 of 2 seats" in done.stdout


Tamper = Callable[[dict[str, Any]], Any]


def reseed(record: dict[str, Any]) -> None:
    record["seed"] = ":".join([record["deal"]["secret"], *(part or "" for part in record["deal"]["entropy"])])


def another_secret(record: dict[str, Any]) -> None:
    record["deal"]["secret"] = secrets.token_hex(32)
    reseed(record)


def another_spelling(record: dict[str, Any]) -> None:
    record["deal"]["secret"] = record["deal"]["secret"].upper()
    reseed(record)


def spaces(record: dict[str, Any]) -> None:
    record["deal"]["secret"] = record["deal"]["secret"][:2] + " " + record["deal"]["secret"][2:]
    reseed(record)


def another_entropy(record: dict[str, Any]) -> None:
    record["deal"]["entropy"][0] = "00" * 8


def entropy_chosen_later(record: dict[str, Any]) -> None:
    """An operator who tries deals until one suits would do this: choose a bot's part last."""
    record["deal"]["entropy"][1] = secrets.token_hex(16)
    reseed(record)


def another_seed(record: dict[str, Any]) -> None:
    record["seed"] = record["seed"] + "0"


def odd_entropy(record: dict[str, Any]) -> None:
    record["deal"]["entropy"] = [record["deal"]["entropy"][0], "zz"]
    reseed(record)


def moved_entropy(record: dict[str, Any]) -> None:
    record["deal"]["entropy"] = [record["deal"]["entropy"][0] + ":", None]
    reseed(record)


def one_seat_more(record: dict[str, Any]) -> None:
    record["deal"]["entropy"].append(None)
    reseed(record)


def impossible_move(record: dict[str, Any]) -> None:
    record["moves"][3][1] += 1_000_000


def moves_of_another_order(record: dict[str, Any]) -> None:
    record["moves"] = record["moves"][::-1]


def another_game(record: dict[str, Any]) -> None:
    record["game"] = "copenhagen"


def no_deal(record: dict[str, Any]) -> None:
    del record["deal"]


def no_secret(record: dict[str, Any]) -> None:
    record["deal"]["secret"] = None


@pytest.mark.parametrize(
    ("tamper", "says"),
    [
        (another_secret, "does not fit the commitment"),
        (another_spelling, "64 hex digits in small letters"),
        (spaces, "64 hex digits in small letters"),
        (another_entropy, "does not fit its commitment"),
        (entropy_chosen_later, "does not fit its commitment"),
        (another_seed, "the seed is not made of"),
        (odd_entropy, "16 to 128 hex digits"),
        (moved_entropy, "16 to 128 hex digits"),
        (one_seat_more, "entropy for 3 seats"),
        (impossible_move, "move"),
        (moves_of_another_order, "move"),
        (another_game, ""),
        (no_deal, "no deal to verify"),
        (no_secret, "secret"),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_verify_detects_tampering(finished: dict[str, Any], tmp_path: Path, tamper: Tamper, says: str) -> None:
    record = copy.deepcopy(finished["record"])
    tamper(record)
    assert says in refused(tmp_path, record)


def test_verify_compares_with_what_a_player_noted(finished: dict[str, Any], tmp_path: Path) -> None:
    assert "not the one you noted" in refused(tmp_path, finished["record"], "--commitment", "0" * 64)
    assert "seat's commitment" in refused(tmp_path, finished["record"], "--seat-commitment", "0" * 64)
    assert "entropy you noted is not in the record" in refused(tmp_path, finished["record"], "--entropy", "0" * 16)


def test_records_of_earlier_versions_still_verify(finished: dict[str, Any], tmp_path: Path) -> None:
    """Before seats made promises, a bot had no part in the deal; and rules change."""
    record = copy.deepcopy(finished["record"])
    del record["deal"]["commitments"]
    record["deal"]["entropy"][1] = None
    reseed(record)
    record["moves"] = []
    assert "1 of 2 seats" in good("verify", written(tmp_path, record))
    record["rules"] = 0
    assert "rules version 0" in good("verify", written(tmp_path, record))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"seed": null, "deal": 7}', "\ud7ff" * 3, "[" * 100_000])
def test_verify_refuses_anything_but_a_record(tmp_path: Path, text: str) -> None:
    assert refused(tmp_path, text)


def test_a_running_game_shows_neither_seed_nor_secret_nor_hidden_moves(guest: Guests, tmp_path: Path) -> None:
    ada, bob, eve = guest("Ada"), guest("Bob"), guest("Eve")
    code = ada.make("old-london-bridge", ME, OPEN)
    bob.join(code)
    seats = [ada.sit(code), bob.sit(code)]
    play_out(seats, until=6)

    def hidden(reader: Guest) -> set[int]:
        record: Frame = reader.get(f"/api/tables/{code}/record")
        assert (record["seed"], record["deal"]["secret"]) == (None, None)
        return {seat for seat, move in record["moves"] if move is None}

    assert (hidden(ada), hidden(bob), hidden(eve)) == ({1}, {0}, {0, 1})
    assert "shown once the game is over" in refused(tmp_path, ada.get(f"/api/tables/{code}/record"))
    waiting = ada.make("copenhagen", ME, OPEN)
    assert ada.get(f"/api/tables/{waiting}/record", 409)["code"] == "not-begun"
    assert ada.get(f"/api/tables/{waiting}/replay", 409)["code"] == "not-begun"
