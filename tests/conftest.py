"""Shared by all tests."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from tests.chosen import names
from tests.new_game import NAME, Copy, make_copy
from tests.server.process import LAST, STARTED, Server

from townwright.games import load


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden games")


def pytest_xdist_auto_num_workers() -> int:
    """Tests of servers and browsers often wait; one worker more than there are cores fills the gaps."""
    return (os.cpu_count() or 1) + 1


def pytest_configure(config: pytest.Config) -> None:
    """Compiles every game once, before several workers start, which would all compile the same."""
    if config.getoption("dist", "no") == "load":  # it would ignore the groups, which share servers and browsers
        raise pytest.UsageError("several workers need --dist loadgroup beside -n")
    if not hasattr(config, "workerinput") and not config.option.collectonly:
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a process started in the background ignores Ctrl-C
        for name in names():
            load(name).entry_points.warm()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds the output of the servers to a failure."""
    report = yield
    if report.failed:
        for server in STARTED:
            state = "is running" if server.alive else f"ended with {server.process.returncode}"
            report.sections.append((f"server at {server.place}, which {state}", "".join(server.said[-LAST:])))
    if report.when == "teardown":
        STARTED[:] = [server for server in STARTED if server.alive]
    return report


@pytest.fixture(scope="session")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A copy of the project with a new game."""
    return make_copy(tmp_path_factory.mktemp("project"))


@pytest.fixture(scope="session")
def compiled(copy: Copy) -> list[str]:
    """Compiles the new game, twice, into a cache outside its folder; what the terminal showed each time."""
    before = {path: path.stat().st_mtime_ns for path in copy.game.parents[1].rglob("*")}
    shown = [copy.in_terminal("warm", NAME) for _ in range(2)]
    assert {path: path.stat().st_mtime_ns for path in copy.game.parents[1].rglob("*")} == before
    return shown


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    server = Server(tmp_path / "data")
    yield server
    if server.alive:
        server.kill()
    assert not server.complaints
