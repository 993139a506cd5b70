"""Learned weights: a file in a game's folder, written by `townwright tune`. It records the command that made it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from .errors import BadGame

FILE = "weights.json"


class Weights(Struct, kw_only=True, forbid_unknown_fields=True):
    """The weights of a game's `value` for a number of players, by name, and how they were learned."""

    how: str  # the command
    games: int  # of self-play
    lead: float  # over a player with the weights set by hand, in games like those; alone, the mean points
    weights: dict[str, float]


_decode = msgspec.json.Decoder(dict[int, Weights]).decode


def place(package: str) -> Path:
    return Path(str(files(package))) / FILE


def read_weights(package: str) -> dict[int, Weights]:
    """The learned weights, by the number of players."""
    path = place(package)
    if not path.is_file():
        return {}
    try:
        return _decode(path.read_bytes())
    except msgspec.DecodeError as problem:
        raise BadGame(f"games/{path.parent.name}/{FILE}: {problem}") from None


def load_weights(package: str | None, by_hand: Mapping[str, float], seats: int) -> Any:
    """The weights for a number of players as an array: learned for it, or for the nearest number, or set by hand.

    Without a package they are those set by hand.
    """
    learned = read_weights(package) if package else {}
    if not package or not learned or not by_hand:
        return np.array(list(by_hand.values()), np.float64)
    nearest = learned[min(learned, key=lambda n: (abs(n - seats), n))].weights
    if list(nearest) != list(by_hand):
        expected = f"expected weights for: {', '.join(by_hand)}; make them again with: townwright tune"
        raise BadGame(f"games/{place(package).parent.name}/{FILE}: {expected}")
    return np.array(list(nearest.values()), np.float64)


def save_weights(package: str, seats: int, weights: Weights) -> Path:
    """Saves the weights for a number of players and keeps those for other numbers."""
    path, learned = place(package), read_weights(package) | {seats: weights}
    whole = {str(n): learned[n] for n in sorted(learned)}
    path.write_bytes(msgspec.json.format(msgspec.json.encode(whole)) + b"\n")
    return path
