"""A copy of the project with a game that `townwright new-game` wrote."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import sys
from pathlib import Path

import pexpect

PROJECT = Path(__file__).resolve().parents[1]
NAME, TITLE = "river-town", "River Town"


class Copy:
    """A copy of the project, and commands that run in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.announced = ""  # the output of new-game
        self.game = root / "src" / "townwright" / "games" / "river_town"
        self.env = {**os.environ, "PYTHONPATH": str(root / "src"), "COLUMNS": "200", "PYTHONDONTWRITEBYTECODE": "1"}

    def run(self, *args: str, **env: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-P", *args]
        return subprocess.run(
            command, cwd=self.root, env={**self.env, **env}, capture_output=True, text=True, timeout=600
        )

    def townwright(self, *args: str) -> str:
        """What a command prints, errors included."""
        done = self.run("-c", "from townwright.cli import main; main()", *args)
        return done.stdout + done.stderr

    def replace(self, file: str, old: str, new: str) -> None:
        path = self.game / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    def in_terminal(self, *args: str) -> str:
        """What a command shows in a terminal."""
        command = ["-P", "-c", "from townwright.cli import main; main()", *args]
        env = {**self.env, "TERM": "xterm-256color"}
        child = pexpect.spawn(sys.executable, command, cwd=str(self.root), env=env, encoding="utf-8", timeout=300)
        child.expect(pexpect.EOF)
        return str(child.before)


def make_copy(root: Path) -> Copy:
    """A copy with a new game that is in no cache and calls its Struct of players Neighbour."""
    skip = shutil.ignore_patterns("__pycache__", "node_modules", ".hypothesis")
    for folder in ("src", "tests", "docs/rules"):
        shutil.copytree(PROJECT / folder, root / folder, ignore=skip)
    shutil.copy(PROJECT / "pyproject.toml", root)
    copy = Copy(root)
    copy.announced = copy.townwright("new-game", NAME)
    for old in ("class Player(", "list[Player]", " Player("):
        copy.replace("view.py", old, old.replace("Player", "Neighbour"))
    with (copy.game / "rules.py").open("a", encoding="utf-8") as rules:
        rules.write(f"# {secrets.token_hex(8)}\n")
    return copy
