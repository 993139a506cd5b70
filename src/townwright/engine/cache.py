"""Where compiled code is kept: a folder of the user's cache for each game and each state of its sources.

Numba's own cache notices neither a change in another file nor a changed flag, so the folder's name is a hash of the
sources of engine and game, of versions and flags. A change in one game leaves the others compiled. The folders are
outside the package, so a read-only install works.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import os
import platform
import shutil
import tempfile
import time
from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).resolve().parents[1]
ENGINE = "engine"
COMPILED = (
    "bits",
    "chance",
    "clocks",
    "compiling",
    "entry_points",
    "fields",
    "forcing",
    "learning",
    "loops",
    "quick",
    "search",
    "tables",
)
KEEP_DAYS, KEEP_MOST, KEEP_HOURS = 14, 48, 1


def part_of(module: str) -> str:
    """The part of the package that a module's compiled code belongs to: the engine, or one game."""
    top, *names = module.split(".")
    if top == "townwright_entry_points":
        return names[0]
    return names[1] if names[:1] == ["games"] else ENGINE


def fingerprint(part: str, *flags: object) -> str:
    """A hash of everything that the compiled code of a part depends on."""
    import llvmlite
    import numba
    import numpy as np

    digest = hashlib.sha256()
    sources = [PACKAGE / ENGINE / f"{name}.py" for name in COMPILED]
    if part != ENGINE:
        sources += sorted((PACKAGE / "games" / part).rglob("*.py"))
    for source in sources:
        digest.update(source.relative_to(PACKAGE).as_posix().encode() + b"\0" + source.read_bytes() + b"\0")
    versions = (numba.__version__, llvmlite.__version__, np.__version__, platform.python_version())
    settings = sorted((k, v) for k, v in os.environ.items() if k.startswith("NUMBA_"))
    digest.update(repr((versions, platform.machine(), settings, flags)).encode())
    return digest.hexdigest()[:20]


def root() -> Path:
    """The folder that holds the compiled code of all versions: TOWNWRIGHT_CACHE or the user's cache."""
    chosen = os.environ.get("TOWNWRIGHT_CACHE")
    wanted = Path(chosen) if chosen else platformdirs.user_cache_path("townwright", appauthor=False)
    try:
        wanted.mkdir(parents=True, exist_ok=True, mode=0o700)
        if os.access(wanted, os.W_OK):
            return wanted
    except OSError:
        pass
    return last_resort()


@functools.cache
def last_resort() -> Path:
    """A temporary folder for this process and the workers it starts, for when the cache cannot be written.

    Its name must be unpredictable, because code in a cache is executed.
    """
    place = tempfile.mkdtemp(prefix="townwright-")
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    os.environ["TOWNWRIGHT_CACHE"] = place
    return Path(place)


@functools.cache
def folder(part: str, *flags: object) -> Path:
    """The folder for the compiled code of a part; when it is new, old folders are removed."""
    home = root()
    mine = home / f"{part}-{fingerprint(part, *flags)}"
    if not mine.is_dir():
        mine.mkdir(exist_ok=True)
        clear_old(home, mine)
    os.utime(mine)
    return mine


def clear_old(home: Path, mine: Path) -> None:
    """Removes folders that were not used for two weeks, or that are too many and were not used within the hour."""
    others = [(place.stat().st_mtime, place) for place in home.iterdir() if place.is_dir() and place != mine]
    now = time.time()
    for rank, (used, place) in enumerate(sorted(others, reverse=True)):
        age = now - used
        if age > KEEP_DAYS * 86400 or (rank >= KEEP_MOST and age > KEEP_HOURS * 3600):
            shutil.rmtree(place, ignore_errors=True)
