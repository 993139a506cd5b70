"""Runs the command line as a user runs it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pexpect

import townwright as tw

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
