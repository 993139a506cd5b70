"""Townwright: town-building tabletop games.

    import townwright as tw

    match = tw.new("copenhagen", seats=3, seed=7)
    match.play(0, match.moves(0)[0])

`tw.games.names()` lists the games.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from townwright import games
from townwright.engine.errors import (
    BadBox,
    BadCall,
    BadPosition,
    BadRecord,
    CannotUndo,
    IllegalMove,
    TownwrightError,
)

if TYPE_CHECKING:
    from townwright.engine.match import Match

__version__ = "0.1.0"
__all__ = [
    "BadBox",
    "BadCall",
    "BadPosition",
    "BadRecord",
    "CannotUndo",
    "IllegalMove",
    "TownwrightError",
    "games",
    "new",
    "position",
    "replay",
]

# The engine is imported on first use, because importing Numba takes a third of a second.


def new(
    game: str,
    seats: int | None = None,
    seed: int | str | None = None,
    options: Mapping[str, Any] | None = None,
    box: Mapping[str, Any] | str | None = None,
) -> Match:
    """A new game, set up and ready to play.

    By default `seats` is the fewest players that the game allows and `seed` is random. `box` is the path of a TOML file
    (or its contents) that replaces the printed components.
    """
    from townwright.engine.loading import new_match

    return new_match(games.load(game), seats, seed, options, box)


def replay(record: Mapping[str, Any] | str | bytes) -> Match:
    """The match of a record, with every move played again."""
    from townwright.engine.loading import parse, replay_record
    from townwright.engine.saving import RecordFile

    file = parse(record, RecordFile, BadRecord, "the record")
    return replay_record(file, games.load(file.game))


def position(
    game: str,
    data: Mapping[str, Any] | str | bytes,
    seed: int | str | None = None,
    options: Mapping[str, Any] | None = None,
    box: Mapping[str, Any] | str | None = None,
) -> Match:
    """A match that continues from a position or a view; whatever is unknown in it is dealt at random from `seed`.

    `data` is the result of `match.to_json()` or of `match.view(seat)`, or a position written by hand. A view contains
    neither options nor box, so pass those of its table.
    """
    from townwright.engine.loading import as_data, load_position, parse
    from townwright.engine.saving import PositionFile

    loaded = games.load(game)
    given = as_data(data, BadPosition, "the position")
    if isinstance(given, Mapping) and "players" in given:  # a view, from `match.view(seat)`
        given = {"game": loaded.name, "position": given}
    file = parse(given, PositionFile, BadPosition, "the position")
    if file.game != loaded.name:
        raise BadPosition(f"this is a position of {file.game!r}; expected {loaded.name!r}")
    return load_position(file, loaded, seed, options, box)
