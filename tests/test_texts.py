"""Every message exists, is used, and says the same in every language."""

from __future__ import annotations

import random
import re
import string
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest
from tests.chosen import names

import townwright as tw
from townwright import bots
from townwright.bots import LEVELS
from townwright.engine.match import Match
from townwright.engine.moves import Reasons
from townwright.engine.shapes import fields_of, literal_values, shape_of
from townwright.engine.texts import ENGINE, LANGUAGE, Texts, flatten, languages, table_texts
from townwright.games import load
from townwright.server.messages import EventKind

from .play import TABLES, played, steps

PACKAGES = [ENGINE, "townwright.cli", *(load(name).package for name in names())]
TRANSLATED = [(package, language) for package in PACKAGES for language in languages() if language != LANGUAGE]
TRANSLATED_TABLES = [(*table, language) for table in TABLES for language in languages() if language != LANGUAGE]
NAMES = "name."  # before the printed name of a card in box.toml

# Messages that are the same in English: titles and proper names.
SAME = {"it": {"title", "type.CO", "sign.CO", "card.cottage"}}


def patterns(folder: Path) -> set[str]:
    """The keys that the code uses, with wildcards for the parts that it fills in."""
    keys = set()
    for source in folder.rglob("*.py"):
        text = source.read_text(encoding="utf-8")
        for _, key in re.findall(r'\btexts\(\s*f?(["\'])(.+?)\1', text):
            keys.add(re.sub(r"\{[^}]*\}", "*", key))
        for _, key in re.findall(r'\btexts\.count\(\s*f?(["\'])(.+?)\1', text):
            keys |= {re.sub(r"\{[^}]*\}", "*", f"{key}.{form}") for form in ("one", "other")}
    return keys


def folder_of(package: str) -> Path:
    return Path(__import__(package, fromlist=["x"]).__file__).parent


def messages(package: str, language: str) -> dict[str, str]:
    """The messages of a file."""
    return flatten(tomllib.loads((files(package) / f"{language}.toml").read_text(encoding="utf-8")))


def placeholders(message: str) -> set[str]:
    """The placeholders of a message, indexed ones too: {cards[0]}."""
    return {field for _, field, _, _ in string.Formatter().parse(message) if field is not None}


@pytest.mark.parametrize("name", names())
def test_every_message_exists_and_is_used(name: str) -> None:
    game = load(name)
    texts = game.texts()
    known = texts.keys()
    asks = {key.removeprefix("ask.") for key in known if key.startswith("ask.")}
    declared = {"title", "summary"}
    declared |= {f"reason.{reason}" for reason in game.reasons.keys[4:]}
    declared |= {f"reason.{key}" for key in Reasons().keys} & known  # in the game's own words
    declared |= {f"kind.{kind.name}" for kind in game.moves.kinds}
    declared |= {f"sign.{token}" for token in game.signs}
    moves = {key.removeprefix("move.") for key in known if key.startswith("move.")}
    declared |= {f"{group}.{key}" for group in ("move", "did") for key in moves}
    for struct, field, kind in fields_of(game.view):
        own = f"view.{struct.__name__}.{field}"
        if shape_of(kind) != "hidden":
            declared.add(own if own in known else f"view.{field}")
        declared |= {key for value in literal_values(kind) if (key := f"value.{field}.{value}") in known}
    declared |= {f"line.{line}" for line in (*game.lines, *game.ties)}
    for field in msgspec.structs.fields(game.options):
        declared.add(f"option.{field.name}")
        if get_origin(field.type) is Literal:
            declared |= {f"choice.{field.name}.{value}" for value in get_args(field.type)}
    assert declared <= known, declared - known
    assert {f"wait.{ask}" for ask in asks - {"over"}} <= known
    wanted = patterns(folder_of(game.package))
    for key in known - declared:
        group = key.partition(".")[0]
        assert group in ("ask", "wait") or any(
            re.fullmatch(re.escape(pattern).replace(r"\*", ".+"), key) for pattern in wanted
        ), f"{key} is never used"
    for pattern in wanted:
        if "*" not in pattern:
            assert pattern in texts, f"{pattern} is missing"
    for group in ("reason", "line", "option", "choice", "kind", "sign", "view", "value", "did"):
        assert {key for key in known if key.startswith(f"{group}.")} <= declared


@pytest.mark.parametrize("package", [ENGINE, "townwright.cli"])
def test_every_message_of_engine_and_terminal_is_used(package: str) -> None:
    sources = "".join(source.read_text(encoding="utf-8") for source in folder_of("townwright").rglob("*.py"))
    derived = {f"reason.{key}" for key in Reasons().keys}
    derived |= {f"people.{kind}{ending}" for kind in get_args(EventKind) for ending in ("", "_you")}
    derived |= {f"style.{level}" for level in LEVELS}
    for key in messages(package, LANGUAGE).keys() - derived:
        assert f'"{key}"' in sources or f"'{key}'" in sources, f"{key} is never used"


def test_there_is_a_name_for_every_bot_of_a_table() -> None:
    most = max(load(name).seats[1] for name in names())
    assert len(set(bots.PEOPLE)) == len(bots.PEOPLE) >= 2 * most  # enough even if people have such names


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_has_messages_in_every_language(package: str) -> None:
    assert languages(package) == languages()


@pytest.mark.parametrize(("package", "language"), TRANSLATED)
def test_a_translation_has_the_keys_and_placeholders_of_english(package: str, language: str) -> None:
    english, other = messages(package, LANGUAGE), messages(package, language)
    own = {key for key in other if key.startswith(NAMES)}
    assert english.keys() == other.keys() - own
    for key, message in english.items():
        assert placeholders(message) == placeholders(other[key]), key
        assert other[key].strip(), key
        assert message.endswith(".") == other[key].endswith((".", "!")), key


@pytest.mark.parametrize(("package", "language"), TRANSLATED)
def test_a_translation_leaves_no_message_in_english(package: str, language: str) -> None:
    english, other = messages(package, LANGUAGE), messages(package, language)
    words = {key for key, message in english.items() if re.search("[a-z]", re.sub(r"\{[^}]*\}", "", message))}
    same = {key for key in words if english[key] == other[key]}
    assert same <= SAME[language], same


def printed_names(tables: Any) -> Iterator[str]:
    """Every display name of a box: the field `name` of rows that also have an id."""
    if isinstance(tables, dict):
        if "id" in tables and "name" in tables:
            yield tables["name"]
        tables = list(tables.values())
    if isinstance(tables, list):
        for table in tables:
            yield from printed_names(table)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("language", [language for language in languages() if language != LANGUAGE])
def test_every_name_of_the_box_is_translated(name: str, language: str) -> None:
    package = load(name).package
    tables = tomllib.loads((files(package) / "box.toml").read_text(encoding="utf-8"))
    translated = {key.removeprefix(NAMES) for key in messages(package, language) if key.startswith(NAMES)}
    assert translated == set(printed_names(tables))


def test_an_unknown_language_is_refused_with_a_list_of_languages() -> None:
    match = tw.new(names()[0], seed=1)
    for language in ("xx", "box", f"../{names()[0]}/en", ""):
        with pytest.raises(tw.BadCall, match="expected one of: en, it"):
            match.prompt(0, language=language)
        with pytest.raises(tw.BadCall, match="expected one of: en, it"):
            tw.games.rules_page(names()[0], language)


def words_of(match: Match, language: str, rng: random.Random) -> Iterator[str | None]:
    """Sentences that players and spectators may read at this moment."""
    for seat in (None, *range(match.seats)):
        yield match.prompt(seat, None, language)
    for seat in range(match.seats):
        moves = match.moves(seat, language)
        for move in rng.sample(moves, min(10, len(moves))):
            yield move.text
            yield match.narrate(seat, move.code, rng.choice([None, *range(match.seats)]), None, language).text
        for _ in range(10):
            yield match.why_not(seat, rng.randrange(match.game.moves.size), language)


def sheet_words(match: Match, language: str) -> Iterator[str]:
    for sheet in match.sheet(language=language):
        for line in (*sheet.lines, *sheet.ties):
            yield line.label
            yield from (part.label for part in line.parts)


@pytest.mark.parametrize(("name", "seats", "options", "language"), TRANSLATED_TABLES)
def test_a_whole_game_has_no_english_words_in_another_language(
    name: str, seats: int, options: dict[str, Any], language: str
) -> None:
    rng, match = random.Random(name), tw.new(name, seats, 5, options)
    sentences: set[str] = set()
    while not match.over:
        sentences |= {words for words in words_of(match, language, rng) if words}
        if match.ply % 8 == 0:
            sentences |= set(sheet_words(match, language))
        seat = rng.choice(match.pending)
        match.play(seat, rng.choice(match.codes(seat)))
    sentences |= {*sheet_words(match, language), match.verdict(None, language), match.prompt(None, None, language)}
    for words in sentences:
        assert words.strip(), "an empty sentence"
        assert not set("{}") & set(words), words
        assert not re.search(r"\b(the|and|of|with|your|is|you|for)\b", words, re.IGNORECASE), words
    english = {message for message in messages(match.game.package, LANGUAGE).values() if not placeholders(message)}
    other = set(messages(match.game.package, language).values())
    assert not sentences & (english - other), sentences & (english - other)


ADDRESSED = {
    "en": r"\b(you|your|yours)\b",
    "it": r"\b(tu|ti|tuo|tua|tuoi|tue|hai|puoi|guadagni|paghi|prendi|scegli)\b",
}


@pytest.mark.parametrize("name", names())
def test_a_line_about_another_player_does_not_address_its_reader(name: str) -> None:
    seats = load(name).seats[1]
    people = ["Ada", "Ben", "Cy", "Di", "Eve", "Flo"][:seats]
    match, rng = tw.new(name, seats, 5), random.Random(name)
    for _ in steps(match, name):
        for seat in match.pending:
            codes = match.codes(seat)
            for code in rng.sample(codes, min(5, len(codes))):
                for language in languages():
                    line = match.narrate(seat, code, seat, people, language, by_name=True).text
                    assert not re.search(ADDRESSED[language], line, re.IGNORECASE), line


@pytest.mark.parametrize("name", names())
def test_the_verdict_names_the_winner_in_every_language(name: str) -> None:
    for language in languages():
        texts: Texts = table_texts(language)
        assert texts("seat.you") in ("You", "Tu")
    match = played(name, max(2, load(name).seats[0]), {}, 3)
    names_of_seats = [f"Player {seat}" for seat in range(match.seats)]
    won, *others = match.winners
    if others:
        assert "share the victory" in match.verdict(names_of_seats)
        return
    assert match.verdict(names_of_seats) == f"{names_of_seats[won]} wins."
    assert match.verdict(names_of_seats, "it") == f"{names_of_seats[won]} vince la partita."
    names_of_seats[won] = "Tu"
    assert match.verdict(names_of_seats, "it") == "Hai vinto!"
    names_of_seats[won] = "You"
    assert match.verdict(names_of_seats) == "You win."
