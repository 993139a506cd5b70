"""One table of bots, played to its end in Python: for bots that are not compiled into `contest`."""

from __future__ import annotations

from collections.abc import Sequence

from townwright.bots import Bot
from townwright.engine.loading import new_match
from townwright.engine.match import Match
from townwright.engine.opened import OpenBox


def play_table(box: OpenBox, seed: str, players: Sequence[Bot]) -> Match:
    """The finished game of a seed. Each bot gets what its seat knows."""
    match = new_match(box.game, len(players), seed, opened=box)
    while not match.over:
        seat = match.pending[0]
        match.play(seat, players[seat].choose(match.known(seat), seat))
    return match
