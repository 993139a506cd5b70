"""What is printed on the components of a game, as it is sent to clients."""

from __future__ import annotations

import functools
import hashlib
from typing import Any

import msgspec

from townwright.engine.game import Box

from .messages import BoxInfo

WORDS = ("name", "card", "about", "printed", "choice")  # groups of the message file that belong to cards


class Encoded:
    """A message as it is sent, with the tag by which a client asks whether its copy is still good."""

    def __init__(self, message: msgspec.Struct) -> None:
        self.body = msgspec.json.encode(message)
        self.tag = f'"{hashlib.sha256(self.body).hexdigest()[:32]}"'


NOTHING = Encoded(BoxInfo(tables={}))


@functools.lru_cache(100)
def box_info(box: Box, language: str) -> Encoded:
    """The tables of a box and its words: "name.<printed name>", "card.<id>", "about.<id>", choices of options."""
    texts = box.game.texts(language)
    tables: dict[str, Any] = msgspec.to_builtins(box.file)
    tables.pop("options", None)
    keys = [key for key in sorted(texts.keys()) if key.partition(".")[0] in WORDS]
    return Encoded(BoxInfo(tables={**tables, "words": {key: texts(key) for key in keys}}))
