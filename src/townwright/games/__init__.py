"""The games, one folder each, all with the same rooms. No game imports another."""

from __future__ import annotations

import functools
import importlib
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from townwright.engine.errors import BadCall, BadGame, TownwrightError
from townwright.engine.texts import LANGUAGE, check_language

if TYPE_CHECKING:
    from townwright.engine.game import Game


@functools.cache
def names() -> tuple[str, ...]:
    """The public names of all games."""
    here = Path(__file__).parent
    rooms = {file.parent.name for name in ("__init__.py", "box.toml") for file in here.glob(f"*/{name}")}
    return tuple(sorted(room.replace("_", "-") for room in rooms))


def check_name(name: str) -> str:
    """The name, if there is such a game."""
    if not isinstance(name, str) or name not in names():
        raise BadCall(f"there is no game {name!r}; expected one of: {', '.join(names())}")
    return name


def load(name: str) -> Game:
    """The game of that name; BadGame with a sentence for everything that is wrong in its folder."""
    folder = check_name(name).replace("-", "_")
    try:
        module = importlib.import_module(f"{__name__}.{folder}")
    except TownwrightError:
        raise
    except Exception as problem:
        from townwright.engine.rooms import failure

        raise BadGame(failure(problem, Path(__file__).parent / folder)) from problem
    game: Game | None = getattr(module, "GAME", None)
    if game is None:
        raise BadGame(f"games/{folder}/__init__.py: expected GAME = Game(__name__, title=..., seats=..., ...)")
    return game


def rules_page(name: str, language: str = LANGUAGE) -> str:
    """The rules of a game as Markdown, the same text as docs/rules: in an installed package, or in the project."""
    place = Path("rules", "" if check_language(language) == LANGUAGE else language, f"{check_name(name)}.md")
    for folder in (Path(str(files("townwright"))) / "docs", Path(__file__).resolve().parents[3] / "docs"):
        if (folder / place).is_file():
            return (folder / place).read_text(encoding="utf-8")
    raise BadCall(f"the rules page of {name} is missing from this installation")
