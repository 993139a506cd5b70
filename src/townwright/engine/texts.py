"""Texts: every sentence of a game is in a message file of its folder, one file per language.

Sentences that all games share are in the message files of this folder.
"""

from __future__ import annotations

import functools
import string
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from .errors import BadCall, BadGame

LANGUAGE = "en"
ENGINE = "townwright.engine"


class Texts:
    """The messages of one game in one language: `texts("wait.main", name="Ada")`.

    Sentences that all games share come from the engine's file.
    """

    def __init__(self, messages: dict[str, Any], shared: Texts | None = None, file: str = "") -> None:
        self._own, self._file = flatten(messages), file
        self._messages: dict[str, str] = ({} if shared is None else shared._messages) | self._own

    def __call__(self, key: str, **values: object) -> str:
        try:
            message = self._messages[key]
            return message.format(**values) if values else message
        except KeyError as problem:
            if key not in self._messages:
                raise BadGame(f"{self._file}: expected a message {key!r}") from None
            places = ", ".join(f"{{{name}}}" for name in values)
            raise BadGame(
                f"{self._file}: {key!r} has a placeholder {{{problem.args[0]}}}; expected: {places}"
            ) from None

    def count(self, key: str, n: int, **values: object) -> str:
        """A sentence about n things: `key.one` or `key.other`, with the placeholder {n}."""
        return self(f"{key}.one" if n == 1 else f"{key}.other", n=n, **values)

    def __contains__(self, key: str) -> bool:
        return key in self._messages

    def name(self, own: str) -> str:
        """The name of a card in this language; a card of a player's own box keeps the name that it has there."""
        return self._messages.get(f"name.{own}", own)

    def keys(self) -> set[str]:
        """The keys of the game's own messages."""
        return set(self._own)


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
def languages(package: str = ENGINE) -> tuple[str, ...]:
    """The languages that a folder has messages in: en, it. Every game has those of the engine."""
    names = [path.name for path in files(package).iterdir() if path.name.endswith(".toml") and path.name != "box.toml"]
    return tuple(sorted(name.removesuffix(".toml") for name in names))


def check_language(language: str, package: str = ENGINE) -> str:
    """The language, or BadCall if there are no messages in it."""
    if language not in languages(package):
        raise BadCall(f"there are no texts in language {language!r}; expected one of: {', '.join(languages(package))}")
    return language


@functools.cache
def load_texts(package: str, language: str = LANGUAGE) -> Texts:
    """The messages of a game folder in a language."""
    path = files(package) / f"{check_language(language, package)}.toml"
    file = f"{package.removeprefix('townwright.').replace('.', '/')}/{path.name}"
    shared = None if package == ENGINE else load_texts(ENGINE, language)
    try:
        messages = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as problem:
        raise BadGame(f"{file}: expected TOML ({problem})") from None
    if problems := [f"{file}: {key!r}: {problem}" for key, problem in faults(flatten(messages))]:
        raise BadGame(*problems)
    return Texts(messages, shared, file)


def faults(messages: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What is wrong with messages, each with its key."""
    for key, message in messages.items():
        if not isinstance(message, str):
            yield key, f"expected a text, got {message!r}"
            continue
        try:
            names = [name for _, name, _, _ in string.Formatter().parse(message) if name is not None]
        except ValueError:
            names = [""]
        if not all(name[:1].isalpha() for name in names):
            yield key, "expected placeholders with names, such as {name}"


def table_texts(language: str = LANGUAGE) -> Texts:
    """The sentences that all games share: names of seats, who won."""
    return load_texts(ENGINE, language)


@functools.lru_cache(1000)
def who(name: str | None, language: str = LANGUAGE) -> str:
    """The beginning of a sentence in the past tense: "Ada" or "You"; in Italian "Ada ha" or "Hai"."""
    texts = table_texts(language)
    return texts("who.you") if name is None else texts("who.name", name=name)
