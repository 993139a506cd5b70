"""The compile cache: its key has sources, versions and flags; it is outside the package; old folders are removed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import townwright
from townwright import games
from townwright.engine import cache

FIRST, OTHER = (name.replace("-", "_") for name in games.names()[:2])  # two folders of games
PACKAGE = Path(townwright.__file__).parent


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package, as if installed somewhere else."""
    place = tmp_path / "site" / "townwright"
    shutil.copytree(PACKAGE, place, ignore=shutil.ignore_patterns("__pycache__"))
    return place


def environment(package: Path, tmp_path: Path, **more: str) -> dict[str, str]:
    base = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA_", "TOWNWRIGHT_"))}
    own = {
        "PYTHONPATH": str(package.parent),
        "PYTHONDONTWRITEBYTECODE": "1",
        "TOWNWRIGHT_CACHE": str(tmp_path / "cache"),
        "TERM": "xterm-256color",
        "COLUMNS": "120",
    }
    return {**base, **own, **more}


def fingerprint(env: dict[str, str], *flags: object, part: str = FIRST) -> str:
    code = f"from townwright.engine import cache; print(cache.PACKAGE, cache.fingerprint({part!r}, *{flags!r}))"
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    place, found = done.stdout.split()
    assert place == env["PYTHONPATH"] + "/townwright"
    return found


def test_the_key_depends_on_sources_flags_and_settings(package: Path, tmp_path: Path) -> None:
    env = environment(package, tmp_path)
    first = fingerprint(env, True)
    assert fingerprint(env, True) == first
    assert fingerprint(env, False) != first
    assert fingerprint({**env, "NUMBA_OPT": "2"}, True) != first
    other = fingerprint(env, True, part=OTHER)
    helper = next((package / "games" / FIRST).rglob("*.py"))
    helper.write_text(helper.read_text() + "\n# changed\n")
    changed = fingerprint(env, True)
    assert changed != first
    assert fingerprint(env, True, part=OTHER) == other  # another game stays compiled
    engine = package / "engine" / "bits.py"
    engine.write_text(engine.read_text() + "\n# changed\n")
    assert fingerprint(env, True, part=OTHER) != other
    changed = fingerprint(env, True)
    (package / "cli" / "play.py").write_text("# not compiled code\n")
    assert fingerprint(env, True) == changed


def test_the_key_includes_every_compiled_module_of_the_engine() -> None:
    sources = {path.stem: path.read_text() for path in (PACKAGE / "engine").glob("*.py")}
    compiled = {name for name, text in sources.items() if re.search(r"(?m)^\s*@(rule|entry_point|intrinsic)\b", text)}
    assert compiled | {"fields", "clocks"} == set(cache.COMPILED)  # compiled code uses constants of these two


def test_an_unusable_cache_folder_falls_back_to_a_temporary_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("TOWNWRIGHT_CACHE", str(blocked / "below"))
    place = cache.root()
    assert place.is_dir()
    assert os.access(place, os.W_OK)
    assert blocked not in place.parents


def test_old_folders_are_removed(tmp_path: Path) -> None:
    now = time.time()
    ages = {"mine": 0, "ancient": 15 * 86400, "yesterday": 86400}
    ages |= {f"recent{n}": 60 * n for n in range(50)}
    ages |= {f"older{n}": 7200 + n for n in range(3)}
    for name, age in ages.items():
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (now - age, now - age))
    (tmp_path / "a file").write_text("stays")
    cache.clear_old(tmp_path, tmp_path / "mine")
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"mine", "a file"} | {f"recent{n}" for n in range(50)}  # in use within the hour, however many


CALLS = """
from townwright.engine.compiling import entry_point, prepare

@entry_point("int -> int")
def inner(x):
    return x + 1

@entry_point("int -> int")
def outer(x):
    return inner(x)

prepare(outer)  # compiles both
prepare(inner)
inner(1.5)  # would be compiled for reals
print(len(inner.signatures))
"""


def test_an_entry_point_has_one_signature_even_if_another_one_compiled_it(package: Path, tmp_path: Path) -> None:
    script = tmp_path / "calls.py"
    script.write_text(CALLS)
    env = environment(package, tmp_path)
    done = subprocess.run([sys.executable, str(script)], env=env, capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"
