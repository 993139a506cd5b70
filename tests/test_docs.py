"""The docs describe the program as it is."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import re
from pathlib import Path

import pytest
from tests.chosen import names

import townwright as tw
from townwright import games
from townwright.cli import COMMANDS
from townwright.engine.texts import LANGUAGE, languages
from townwright.games import load, rules_page

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


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", names())
def test_the_rules_page_describes_every_option_with_its_default(name: str, language: str) -> None:
    page = rules_page(name, language)
    for option in load(name).open_box().options:
        assert f"`{option}`" in page, option


def tables(page: str) -> list[list[list[str]]]:
    """The tables of a page: rows of cells."""
    found = re.findall(r"(?:^\|.*\|\n)+", page, re.MULTILINE)
    return [[row.strip("|").split("|") for row in table.splitlines()] for table in found]


def rulings(page: str) -> list[str]:
    """The numbers of rulings that a page names."""
    return sorted(set(re.findall(r"\b[A-Z]-\d+\b|\b\d+\.\d+\b", page)))


def figures(cell: str) -> list[str]:
    """The numbers and the code words of a cell, in sorted order."""
    return sorted(re.findall(r"`[^`]*`|\d+", cell))


@pytest.mark.parametrize("language", [language for language in languages() if language != LANGUAGE])
@pytest.mark.parametrize("name", names())
def test_a_translated_rules_page_has_the_same_parts_and_figures(name: str, language: str) -> None:
    english, other = rules_page(name), rules_page(name, language)
    assert english != other
    for mark in (r"^#+ ", r"^[-*] ", r"^\d+\. ", r"^```", r"^    \S"):
        assert len(re.findall(mark, english, re.MULTILINE)) == len(re.findall(mark, other, re.MULTILINE)), mark
    assert rulings(english) == rulings(other)
    assert len(tables(english)) == len(tables(other))
    for ours, theirs in zip(tables(english), tables(other), strict=True):
        assert len(ours) == len(theirs), ours[0]
        for row, other_row in zip(ours, theirs, strict=True):
            for cell, translated in zip(row, other_row, strict=True):
                missing = [figure for figure in figures(cell) if figure not in figures(translated)]
                assert not missing, (cell, translated)


def test_the_citation_names_this_version_and_licence() -> None:
    page = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    citation = dict(re.findall(r'^([\w-]+): *"?(.*?)"?$', page, re.MULTILINE))
    assert {"cff-version", "message", "title", "authors"} <= citation.keys()  # those that the format requires
    assert (citation["version"], citation["license"]) == (tw.__version__, "MIT")


def test_links_and_pictures_in_the_docs_exist() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_no_unfinished_work_is_marked_in_the_sources() -> None:
    for folder in ("src", "tests", "benchmarks", "docs"):
        for source in (ROOT / folder).rglob("*"):
            if source.suffix in (".py", ".toml", ".md") and "node_modules" not in source.parts:
                text = source.read_text(encoding="utf-8")
                assert not re.search(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X)\b", text), source


@pytest.mark.parametrize(
    "script", [*ROOT.glob("benchmarks/*.py"), *ROOT.glob("examples/*.py")], ids=lambda path: path.name
)
def test_what_a_script_imports_from_the_package_exists(script: Path) -> None:
    for node in ast.walk(ast.parse(script.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and str(node.module).split(".")[0] == "townwright":
            module = importlib.import_module(str(node.module))
            for alias in node.names:
                inside = f"{node.module}.{alias.name}"
                found = hasattr(module, alias.name) or (
                    hasattr(module, "__path__") and importlib.util.find_spec(inside)
                )
                assert found, f"there is no {inside}"


def test_generic_tests_name_no_game() -> None:
    """A generic test must hold for the next game too; tests of a single game are in tests/games."""
    for path in (ROOT / "tests").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        found = [name for name in games.names() if name in text or name.replace("-", "_") in text]
        assert not found or path.name in ("new_game.py", "test_new_game.py", "chosen.py"), f"{path.name} names {found}"


def test_figures_of_strength_match_the_results() -> None:
    """docs/bots.md and the rules pages have the figures of docs/results: `python benchmarks/strength.py --write`."""
    from benchmarks import strength

    for path, text in strength.pages().items():
        assert path.read_text(encoding="utf-8") == text
