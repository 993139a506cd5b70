"""Shared by all tests."""

from __future__ import annotations

import pytest
from tests.chosen import names

from townwright.games import load


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden games anew")


def pytest_configure(config: pytest.Config) -> None:
    """Keeps browsers to few workers; compiles every game once, before workers start and would all compile the same."""
    if config.getoption("dist", "no") == "load":
        config.option.dist = "loadgroup"
    if not hasattr(config, "workerinput") and not config.option.collectonly:
        for name in names():
            load(name).entry_points.warm()
