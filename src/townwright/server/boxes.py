"""Players' own boxes: printed components that a player has changed, sent as a TOML file."""

from __future__ import annotations

from typing import Any

from townwright.engine.box import parse_toml
from townwright.engine.errors import BadBox
from townwright.engine.game import Game
from townwright.engine.opened import OpenBox

from .messages import BoxCheck, OwnBox


def read_box(game: Game, own: OwnBox | None, options: dict[str, Any]) -> OpenBox:
    """The game's own box, or a player's, with these options."""
    if own is None:
        return game.open_box(options)
    return OpenBox(game, options, parse_toml(own.toml, own.name, f"the box of {game.title}"))


def check_box(game: Game, own: OwnBox) -> BoxCheck:
    """What `townwright box check` says about a file, sentence by sentence."""
    try:
        opened = read_box(game, own, {})
    except BadBox as problem:
        return BoxCheck(problems=[f"{sentence.rstrip('.')}." for sentence in problem.problems])
    return BoxCheck(problems=[], options=opened.options, printed=opened.own is None)
