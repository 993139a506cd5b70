"""Runs the command line: as a user does, or inside this process, which is faster."""

from __future__ import annotations

import contextlib
import io
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pexpect

import townwright as tw
from townwright.cli import main

ENV = {**os.environ, "PYTHONPATH": str(Path(tw.__file__).parents[1]), "COLUMNS": "160", "TERM": "dumb"}
ENV["PYTHONFAULTHANDLER"] = "1"  # a process that crashes says where
COMMAND = [sys.executable, "-c", "from townwright.cli import main; main()"]


def in_process(*args: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own."""
    return subprocess.run([*COMMAND, *args], capture_output=True, text=True, env=ENV, check=False, timeout=300)


def run(*args: str) -> subprocess.CompletedProcess[str]:
    """A command in this process, where Python and the compiled code are already loaded."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    with patch.dict(os.environ, ENV), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main(list(args))
        except SystemExit as end:
            code = int(end.code or 0)
    return subprocess.CompletedProcess(list(args), code, out.getvalue(), err.getvalue())


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


def accept_ctrl_c() -> None:
    """Lets the child react to Ctrl-C: processes that a shell starts in the background ignore it, and so do theirs."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def terminal(*args: str, kind: str = "dumb") -> Any:
    child = pexpect.spawn(
        COMMAND[0],
        [*COMMAND[1:], *args],
        env={**ENV, "TERM": kind},
        encoding="utf-8",
        codec_errors="replace",
        timeout=60,
        dimensions=(60, 160),
        preexec_fn=accept_ctrl_c,
    )
    child.delaybeforesend = None
    return child
