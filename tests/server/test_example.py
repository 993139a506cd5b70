"""The example and the protocol document are enough to write a client."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import msgspec
from jsonschema import Draft202012Validator

from townwright.server import messages

from .guests import ME, OPEN, Guest, play_out
from .process import ENV, PATIENCE, Server

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "protocol.md").read_text()


def bot(server: Server, code: str, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(ROOT / "examples" / "bot.py"), server.url, code, "--name", "Robo", *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENV, cwd=ROOT)


def test_the_example_plays_a_whole_game_against_a_person(server: Server, guest: Callable[..., Guest]) -> None:
    ada = guest("Ada")
    code = ada.make("copenhagen", ME, OPEN)
    program = bot(server, code)
    end = play_out([ada.sit(code)])
    out, wrong = program.communicate(timeout=PATIENCE)
    assert (program.returncode, wrong) == (0, "")
    assert out.strip() == end["verdict"]
    assert ada.get(f"/api/tables/{code}")["seats"][1]["name"] == "Robo"


def test_a_bot_of_the_arena_sits_at_a_table(server: Server, guest: Callable[..., Guest]) -> None:
    """The trained player of examples/train_ppo.py sees only what the server sends to its seat."""
    ada = guest("Ada")
    code = ada.make("pier-18", ME, OPEN)
    program = bot(server, code, "--bot", "examples.train_ppo:Player")
    end = play_out([ada.sit(code)])
    out, wrong = program.communicate(timeout=PATIENCE)
    assert (program.returncode, wrong) == (0, "")
    assert out.strip() == end["verdict"]


def test_the_example_says_why_it_cannot_sit_down(server: Server, guest: Callable[..., Guest]) -> None:
    for code in ("ZZZZZZ", guest().make("copenhagen", ME, {"who": "bot"})):
        out, wrong = (program := bot(server, code)).communicate(timeout=PATIENCE)
        assert (program.returncode, out) == (1, "")
        assert len(wrong.splitlines()) == 1


def types(union: object) -> dict[str, set[str]]:
    """The frames of a direction, with their fields."""
    return {
        kind.__struct_config__.tag: {field.encode_name for field in msgspec.structs.fields(kind)}
        for kind in get_args(union)
    }


def part(name: str) -> str:
    """A section of the document."""
    found = re.search(rf"### {name}\n(.*?)\n(?:\*\*|##)", TEXT, re.S)
    assert found
    return found[1]


def test_the_document_lists_exactly_the_existing_frames() -> None:
    for name, union in (("From the server", messages.FromServer), ("From the client", messages.FromClient)):
        assert set(re.findall(r"^\| `(\w+)` \|", part(name), re.M)) == set(types(union))


def test_the_document_lists_every_field_of_the_clients_frames() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]*) \|", part("From the client"), re.M))
    assert {kind: set(re.findall(r"`(\w+)`", words)) for kind, words in rows.items()} == types(messages.FromClient)


def test_the_document_lists_exactly_the_existing_routes(server: Server, guest: Callable[..., Guest]) -> None:
    document = guest(None).get("/schema/openapi.json")
    served = {
        f"{method.upper()} {re.sub(r':[a-z]+', '', path)}"
        for path, methods in document["paths"].items()
        for method in methods
    }
    listed = set(re.findall(r"`((?:GET|PUT|POST|DELETE) /[^`?]*)[^`]*`", TEXT.split("## Over the socket")[0]))
    assert listed - {"GET /metrics"} == served


def test_the_frames_of_a_game_match_the_schema_of_the_socket(guest: Callable[..., Guest]) -> None:
    schema = guest(None).get("/schema/socket.json")
    sent = Draft202012Validator({"$ref": "#/$defs/FromClient", "$defs": schema["$defs"]})
    received = Draft202012Validator({"$ref": "#/$defs/ServerMessage", "$defs": schema["$defs"]})
    ada = guest("Ada")
    seat = ada.sit(ada.make("copenhagen", ME, OPEN))
    eve = guest("Eve")
    eve.join(seat.code)
    other = eve.sit(seat.code)
    play_out([seat, other], until=8)
    seat.send("say", text="hello")
    seat.until("chat")
    seat.ask("hint") if seat.now and seat.now["moves"] else other.ask("hint")
    seat.ask("undo")
    seat.trouble("say", text="")
    kinds = {frame["type"] for frame in seat.frames}
    assert kinds >= {"table", "situation", "answer", "chat", "trouble"}
    for frame in seat.frames:
        received.validate([frame])
    assert not received.is_valid([{"type": "situation"}])
    sent.validate({"type": "play", "id": "1", "ply": 0, "code": 3})
    sent.validate({"type": "ready", "commitment": "0" * 64})
    for wrong in ({"type": "play"}, {"type": "ready", "commitment": "x"}, {"type": "dance"}, []):
        assert not sent.is_valid(wrong)


def test_every_shape_in_the_document_exists() -> None:
    for name in re.findall(r"`\[?([A-Z][A-Za-z]+)\]?`", TEXT):
        if name not in ("Origin", "Host", "ETag", "ABCDEFGHJKMNPQRSTUVWXYZ"):
            assert hasattr(messages, name), name
