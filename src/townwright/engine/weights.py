"""Learned weights: a file in a game's folder, made by `townwright tune`, which says how it was made."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from .errors import BadGame

FILE = "weights.json"


class Weights(Struct, kw_only=True, forbid_unknown_fields=True):
    """The weights of a game's `value`, one for each number of its `encode`, and how they were learned."""

    how: str  # the command
    games: int
    seed: str
    error: float  # mean squared error of the guesses in the last tenth, in points
    weights: list[float]


def place(package: str) -> Path:
    return Path(str(files(package))) / FILE


def load_weights(package: str, numbers: int) -> Any:
    """The weights of a game as an array; of no length if nothing was learned."""
    path = place(package)
    if not numbers or not path.is_file():
        return np.zeros(0)
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Weights)
    except msgspec.DecodeError as problem:
        raise BadGame(f"games/{path.parent.name}/{FILE}: {problem}") from None
    if len(found.weights) != numbers:
        told = f"expected {numbers} weights, one for each number of encode, not {len(found.weights)}"
        raise BadGame(f"games/{path.parent.name}/{FILE}: {told}; make them again with: townwright tune")
    return np.array(found.weights, np.float64)


def save_weights(package: str, weights: Weights) -> Path:
    path = place(package)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(weights)) + b"\n")
    return path
