"""The games that generic tests run on: all, or the one that GAME names (`make test GAME=copenhagen`)."""

from __future__ import annotations

import os

from townwright import games


def names() -> tuple[str, ...]:
    game = os.environ.get("GAME")
    return (games.check_name(game),) if game else games.names()
