"""Every message of a game exists and is used."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from townwright.games import load, names


def patterns(folder: Path) -> set[str]:
    """The keys that the code asks for, holes as wildcards."""
    found = set()
    for source in folder.rglob("*.py"):
        for key in re.findall(r'\btexts\(\s*f?"([^"]+)"', source.read_text()):
            found.add(re.sub(r"\{[^}]*\}", "*", key))
    return found


@pytest.mark.parametrize("name", names())
def test_every_message_exists_and_is_used(name: str) -> None:
    game = load(name)
    texts = game.texts()
    known = texts.keys()
    folder = Path(__import__(game.package, fromlist=["x"]).__file__).parent
    asks = {key.removeprefix("ask.") for key in known if key.startswith("ask.")}
    declared = {"title", "summary", "ask.over"}
    declared |= {f"reason.{reason}" for reason in game.reasons if reason}
    declared |= {f"line.{line}" for line in (*game.lines, *game.ties)}
    declared |= {f"option.{field.name}" for field in msgspec.structs.fields(game.options)}
    assert declared <= known, declared - known
    assert {f"wait.{ask}" for ask in asks - {"over"}} <= known
    wanted = patterns(folder)
    for key in known - declared:
        group = key.partition(".")[0]
        assert group in ("ask", "wait") or any(
            re.fullmatch(re.escape(pattern).replace(r"\*", ".+"), key) for pattern in wanted
        ), f"{key} is never used"
    for pattern in wanted:
        if "*" not in pattern:
            assert pattern in texts, f"{pattern} is missing"
    for group in ("reason", "line", "option"):
        assert {key for key in known if key.startswith(f"{group}.")} <= declared
