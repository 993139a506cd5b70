"""The report of a simulation, opened as a file: on a phone and on a desktop, dark and light."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.chosen import names

from townwright.arena import Simulation
from townwright.arena.report import report_page
from townwright.arena.running import Run
from townwright.games import load


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    name = names()[0]
    table = Simulation(name, ["random"] * max(2, load(name).seats[0]), 1000)
    run = Run(table, things=True)
    for _ in run:
        pass
    file = tmp_path_factory.mktemp("report") / "out.html"
    file.write_text(report_page(run.kept, table), encoding="utf-8")
    return file


@pytest.mark.parametrize(("width", "scheme"), [(375, "dark"), (1200, "light")])
def test_the_report_fits_the_screen_and_is_readable(browser: Browser, report: Path, width: int, scheme: str) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(report.as_uri())
    assert requests == [report.as_uri()]  # it needs nothing else
    assert page.evaluate("document.documentElement.scrollWidth") == width
    # tables of things are not cut off; letters in pictures are not scaled down much
    assert page.evaluate("[...document.querySelectorAll('section .wide')].every(e => e.scrollWidth <= e.clientWidth)")
    heights = page.evaluate("[...document.querySelectorAll('svg text')].map(e => e.getBoundingClientRect().height)")
    assert min(heights) > 9
    paper, ink = page.evaluate("(s => [s.backgroundColor, s.color])(getComputedStyle(document.body))")
    dark = [sum(map(int, colour[4:-1].split(", "))) < 384 for colour in (paper, ink)]
    assert dark == [scheme == "dark", scheme != "dark"]
    context.close()
