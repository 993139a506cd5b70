"""Loading: new matches, matches from records, matches from positions."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from . import chance
from .errors import BadCall, BadGame, BadPosition, BadRecord, IllegalMove
from .faults import convert
from .fields import Fields, blank
from .game import Game
from .match import Match
from .opened import OpenBox
from .saving import FORMAT, PositionFile, RecordFile, Seed


def new_match(
    game: Game,
    seats: int | None = None,
    seed: Seed | None = None,
    options: Mapping[str, Any] | None = None,
    box: Mapping[str, Any] | str | None = None,
    opened: OpenBox | None = None,
) -> Match:
    """A new game, set up and ready to play; `opened` saves opening the box again."""
    seats = game.check_seats(game.seats[0] if seats is None else seats)
    seed = secrets.token_hex(32) if seed is None else seed
    key = chance.deal_key(seed)
    opened = opened or game.open_box(options, box)
    state = blank(game.state_layout)
    try:
        game.entry_points.setup(opened.bytes, state, seats, key)
    except BadGame:
        raise
    except ValueError as problem:  # options that do not work for this many players
        raise BadCall(f"{game.title} cannot be set up: {problem}") from None
    return Match(game, opened, state, seed)


def as_data(data: object, error: type[BadRecord] | type[BadPosition], about: str) -> object:
    """JSON text as data; data as it is."""
    if isinstance(data, str | bytes | bytearray):
        try:
            return msgspec.json.decode(data)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as problem:
            place = re.search(r"\(byte (\d+)\)", str(problem))
            raise error(f"{about} is not JSON{f' (from byte {place[1]} on)' if place else ''}") from None
    return data


def parse(data: object, kind: type[Any], error: type[BadRecord] | type[BadPosition], about: str) -> Any:
    """JSON text or data as a Struct, or one clear sentence."""
    data = as_data(data, error, about)
    if isinstance(data, Mapping):
        wrong, name = ("position", "a position") if kind is RecordFile else ("moves", "a record")
        if wrong in data:
            raise error(f"this is {name}; expected {about.replace('the', 'a')}")
    file = convert(data, kind, error, about)
    if file.townwright != FORMAT:
        raise error(f"{about} has format {file.townwright}; expected {FORMAT}")
    return file


def replay_record(file: RecordFile, game: Game) -> Match:
    """The match of a record, with every move played again."""
    if file.rules != game.version:
        raise BadRecord(f"the record was made with rules version {file.rules} of {game.title}; expected {game.version}")
    match = new_match(game, file.seats, file.seed, file.options, file.box)
    for n, (seat, code) in enumerate(file.moves, 1):
        try:
            match.play(seat, code)
        except (IllegalMove, BadCall) as problem:
            raise BadRecord(f"move {n} of the record cannot be played: {problem}") from None
    return match


def load_position(
    file: PositionFile,
    game: Game,
    seed: Seed | None = None,
    options: Mapping[str, Any] | None = None,
    box: Mapping[str, Any] | str | None = None,
) -> Match:
    """A match that continues from a position; whatever the position leaves open is dealt at random.

    Options and box are those of the position, unless others are given.
    """
    if file.rules not in (None, game.version):
        raise BadPosition(
            f"the position was made with rules version {file.rules} of {game.title}; expected {game.version}"
        )
    opened = game.open_box(file.options if options is None else options, file.box if box is None else box)
    view = convert(file.position, game.view, BadPosition, f"the position of {game.title}")
    state = blank(game.state_layout)
    s = Fields(state, game.state_layout)
    s.ply, s.revealed = file.ply, file.revealed
    try:
        game.read(opened.face, opened.printed, view, s)
    except OverflowError:
        raise BadPosition("a number in the position is too large") from None
    seed = secrets.token_hex(32) if seed is None else seed
    if not game.whole(s):
        try:
            game.entry_points.resample(opened.bytes, state, chance.generator(seed))
        except (ValueError, IndexError) as problem:
            raise BadPosition(f"the position cannot be completed: {problem}") from None
    if file.generator is not None:
        set_generator(s, file.generator)
    else:
        for n, word in enumerate(chance.deal_key(seed).view("<u4")):
            s.deal_key[n] = word
        s.deal_count = s.deal_used = 0
    match = Match(game, opened, state, None)
    for seat in match.pending:
        if not match.codes(seat):
            raise BadPosition(f"player {seat + 1} must act in this position but has no move")
    return match


class Generator(msgspec.Struct, forbid_unknown_fields=True):
    """The dealing generator inside a position."""

    key: Annotated[list[Annotated[int, msgspec.Meta(ge=0, lt=2**32)]], msgspec.Meta(min_length=8, max_length=8)]
    block: Annotated[list[Annotated[int, msgspec.Meta(ge=0, lt=2**32)]], msgspec.Meta(min_length=16, max_length=16)]
    count: Annotated[int, msgspec.Meta(ge=0, lt=chance.BOT_STREAM)]
    used: Annotated[int, msgspec.Meta(ge=0, lt=16)]


def set_generator(s: Fields, data: dict[str, Any]) -> None:
    """Puts the generator of a position into a state."""
    generator = convert(data, Generator, BadPosition, "the generator of the position")
    for n, word in enumerate(generator.key):
        s.deal_key[n] = word
    for n, word in enumerate(generator.block):
        s.deal_block[n] = word
    s.deal_count, s.deal_used = generator.count, generator.used
