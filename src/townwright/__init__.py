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

# The engine is imported when first used: Numba takes a third of a second.


def new(
    game: str,
    seats: int | None = None,
    seed: int | str | None = None,
    options: Mapping[str, Any] | None = None,
    box: Mapping[str, Any] | str | None = None,
) -> Match:
    """A new game, the table laid.

    `seats` is by default the fewest players, `seed` is drawn from the system, `box` is the path of a TOML
    file (or its contents) that replaces the printed components.
    """
    from townwright.engine.loading import new_match

    return new_match(games.load(game), seats, seed, options, box)


def replay(record: Mapping[str, Any] | str | bytes) -> Match:
    """The match of a record, every move played again."""
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
    """The match that goes on from a position, or from a view; what it leaves open is dealt at random from `seed`.

    `data` is what `match.to_json()` gives, what `match.view(seat)` gives, or a position written by hand. A view says
    nothing of options and box: name those of its table.
    """
    from townwright.engine.loading import as_data, load_position, parse
    from townwright.engine.saving import PositionFile

    found = games.load(game)
    given = as_data(data, BadPosition, "the position")
    if isinstance(given, Mapping) and "players" in given:  # a view: what `match.view(seat)` gives
        given = {"game": found.name, "position": given}
    file = parse(given, PositionFile, BadPosition, "the position")
    if file.game != found.name:
        raise BadPosition(f"this is a position of {file.game!r}; expected {found.name!r}")
    return load_position(file, found, seed, options, box)
