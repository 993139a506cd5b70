"""The games, one folder each, all with the same rooms. No game imports another."""

from __future__ import annotations

import functools
import importlib
from pathlib import Path
from typing import TYPE_CHECKING

from townwright.engine.errors import BadCall

if TYPE_CHECKING:
    from townwright.engine.game import Game


@functools.cache
def names() -> tuple[str, ...]:
    """The public names of all games."""
    rooms = Path(__file__).parent.glob("*/box.toml")
    return tuple(sorted(room.parent.name.replace("_", "-") for room in rooms))


def load(name: str) -> Game:
    """The game of that name."""
    if not isinstance(name, str) or name not in names():
        raise BadCall(f"there is no game {name!r}; expected one of: {', '.join(names())}")
    game: Game = importlib.import_module(f"{__name__}.{name.replace('-', '_')}").GAME
    return game
