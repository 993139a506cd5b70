"""What is printed on the components of a game, as it is sent to clients."""

from __future__ import annotations

import functools
import hashlib
from typing import Any

import msgspec

from townwright.engine.opened import OpenBox
from townwright.engine.shapes import Guide

from .messages import BoxInfo


class Encoded:
    """A message as it is sent, with the tag by which a client checks whether its copy is still good."""

    def __init__(self, message: msgspec.Struct) -> None:
        self.body = msgspec.json.encode(message)
        self.tag = f'"{hashlib.sha256(self.body).hexdigest()[:32]}"'


NOTHING = Encoded(BoxInfo(contents={}, guide=Guide(areas={}, kinds={}, signs={}, cards={})))


@functools.lru_cache(100)
def box_info(box: OpenBox, seats: int, language: str) -> Encoded:
    """The contents of a box, and the guide that lets a client show its game."""
    contents: dict[str, Any] = msgspec.to_builtins(box.file)
    contents.pop("options", None)
    return Encoded(BoxInfo(contents=contents, guide=box.game.guide(box, seats, language)))
