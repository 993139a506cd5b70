"""Texts: every sentence of a game lives in a message file of its folder, one file per language."""

from __future__ import annotations

import functools
import tomllib
from importlib.resources import files
from typing import Any

from .errors import BadCall

LANGUAGE = "en"


class Texts:
    """The messages of one game in one language: `texts("prompt.main", name="Ada")`."""

    def __init__(self, messages: dict[str, Any]) -> None:
        self._messages = flatten(messages)

    def __call__(self, key: str, **values: object) -> str:
        return self._messages[key].format(**values)

    def __contains__(self, key: str) -> bool:
        return key in self._messages

    def keys(self) -> set[str]:
        return set(self._messages)


def flatten(messages: dict[str, Any], prefix: str = "") -> dict[str, str]:
    """Nested tables as dotted keys."""
    flat: dict[str, str] = {}
    for key, value in messages.items():
        if isinstance(value, dict):
            flat |= flatten(value, f"{prefix}{key}.")
        else:
            flat[prefix + key] = value
    return flat


@functools.cache
def load_texts(package: str, language: str = LANGUAGE) -> Texts:
    """The messages of a game folder in a language."""
    path = files(package) / f"{language}.toml"
    if not path.is_file():
        raise BadCall(f"there are no texts in language {language!r}; expected one of: en")
    return Texts(tomllib.loads(path.read_text(encoding="utf-8")))
