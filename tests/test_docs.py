"""The docs say what the program does now."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from townwright.cli import COMMANDS
from townwright.games import load, names

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_readme_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(code, {})
    harbour, total = capsys.readouterr().out.splitlines()
    assert len(eval(harbour)) == 7
    assert total == "0"


def test_the_readme_names_every_game_and_command() -> None:
    for name in names():
        game = load(name)
        fewest, most = game.seats
        options = len(game.open_box().options)
        assert f"| [{game.title}](docs/rules/{name}.md) | {fewest}-{most} | complete | {options} |" in README
    for command in COMMANDS:
        assert f"`townwright {command}" in README or f"`{command}`" in README


@pytest.mark.parametrize("name", names())
def test_the_rules_page_describes_every_option_with_its_default(name: str) -> None:
    page = (ROOT / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")
    for option in load(name).open_box().options:
        assert f"`{option}`" in page, option


def test_links_and_pictures_in_the_docs_exist() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_no_path_of_a_machine_and_no_left_mark_is_in_the_sources() -> None:
    for folder in ("src", "tests", "benchmarks", "docs"):
        for source in (ROOT / folder).rglob("*"):
            if source.suffix in (".py", ".toml", ".md"):
                text = source.read_text(encoding="utf-8")
                assert not re.search(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X)\b", text), source
