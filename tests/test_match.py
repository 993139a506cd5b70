"""Matches in Python, in every game with every number of players."""

from __future__ import annotations

import json
import random
import threading
from typing import Any

import msgspec
import numpy as np
import pytest
from tests.chosen import names

import townwright as tw
from townwright.engine.bounded import BoundedCache
from townwright.engine.fields import Snapshot
from townwright.engine.match import Match
from townwright.engine.texts import languages
from townwright.games import load

from . import harness
from .play import FIRST_TABLES, TABLES, is_sampled, played, steps

every_table = pytest.mark.parametrize(("name", "seats", "options"), TABLES)
every_count = pytest.mark.parametrize(("name", "seats", "options"), FIRST_TABLES)


@every_table
def test_a_whole_game_can_be_played_worded_and_shown(name: str, seats: int, options: dict[str, Any]) -> None:
    match = tw.new(name, seats, 11, options)
    assert match.seats == seats
    for seat, code in steps(match, 11):
        assert seat in match.pending
        if match.ply % 9 == 0:
            moves = match.moves(seat)
            assert code in [move.code for move in moves]
            assert len({move.words for move in moves}) == len(moves)
            for language in languages():
                assert len({move.text for move in match.moves(seat, language)}) == len(moves)
            for move in moves:
                assert match.code(move.words) == match.code(move) == move.code
                assert move.text[0].isupper()
                assert "{" not in move.text
            for reader in range(seats):
                json.dumps(match.view(reader))
                assert match.prompt(reader)[-1] in ".?!"
            json.dumps(match.view())
            assert match.prompt()[-1] in ".?!"
    assert match.over
    assert match.pending == ()
    assert match.winners
    assert all(match.moves(seat) == [] for seat in range(seats))


@every_table
def test_sheets_add_up_and_rank(name: str, seats: int, options: dict[str, Any]) -> None:
    match = tw.new(name, seats, 5, options)
    for _ in steps(match, 5):
        if match.ply % 13 == 0:
            check_sheets(match)
    check_sheets(match)


def check_sheets(match: Match) -> None:
    sheets = match.sheet()
    names = [line.name for line in sheets[0].lines]
    assert names == [name for name in match.game.lines if name in names]
    for sheet in sheets:
        assert not sheet.unseen  # without a reader everything counts
        assert [line.name for line in sheet.lines] == names
        assert sheet.total == sum(line.points for line in sheet.lines)
        for line in sheet.lines:
            assert not line.parts or sum(part.points for part in line.parts) == line.points, line
    order = sorted(sheets, key=lambda sheet: (sheet.total, *(tie.points for tie in sheet.ties)), reverse=True)
    assert order[0].rank == 1
    assert [sheet.rank for sheet in order] == sorted(sheet.rank for sheet in sheets)


@every_table
def test_a_record_replays_to_the_same_bytes(name: str, seats: int, options: dict[str, Any]) -> None:
    match = played(name, seats, options, 21)
    record = match.record()
    for form in (record, json.dumps(record), json.dumps(record).encode()):
        assert tw.replay(form).state == match.state


@every_count
def test_the_record_of_a_running_game_keeps_secrets_from_its_readers(
    name: str, seats: int, options: dict[str, Any]
) -> None:
    match = tw.new(name, seats, 22, options)
    for _ in steps(match, 22):
        for reader in (*range(seats), None):
            record = match.record(reader)
            assert record["seed"] is None
            for (seat, code), (recorded_seat, recorded_code) in zip(match.log, record["moves"], strict=True):
                secret = match.game.moves.kind(code).secret is not None
                assert recorded_seat == seat
                assert recorded_code == (None if secret and seat != reader else code)
    assert match.record(0) == match.record()


@every_table
def test_a_saved_position_loads_to_the_same_state(name: str, seats: int, options: dict[str, Any]) -> None:
    match = tw.new(name, seats, 31, options)
    for _ in steps(match, 31):
        if match.ply % 17 == 3:
            again = tw.position(name, json.dumps(match.to_json()))
            assert again.state == match.state
    again = tw.position(name, match.to_json())
    assert again.state == match.state
    assert again.over


@every_table
def test_a_view_can_be_loaded_and_its_gaps_are_dealt_at_random(name: str, seats: int, options: dict[str, Any]) -> None:
    match = tw.new(name, seats, 41, options)
    for _ in steps(match, 41):
        if match.ply % 11 == 5:
            seat = match.ply % seats
            data = {"game": name, "options": options, "position": match.view(seat)}
            imagined = tw.position(name, data, seed=match.ply)
            assert imagined.view(seat) == match.view(seat)
            assert imagined.codes(seat) == match.codes(seat)


@every_count
def test_the_same_seed_gives_the_same_game_on_any_thread(name: str, seats: int, options: dict[str, Any]) -> None:
    expected = played(name, seats, options, 7).state
    states: list[bytes] = []
    threads = [threading.Thread(target=lambda: states.append(played(name, seats, options, 7).state)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert states == [expected] * 4
    assert played(name, seats, options, 8).state != expected


@every_count
def test_copies_do_not_change_when_the_original_continues(name: str, seats: int, options: dict[str, Any]) -> None:
    match = tw.new(name, seats, 51, options)
    copies = []
    for _ in steps(match, 51):
        copies.append((match.copy(), match.state))
    for copy, state in copies:
        assert copy.state == state
    middle, state = copies[len(copies) // 2]
    for _ in steps(middle, 99):
        pass
    assert match.copy().state == match.state
    assert middle.state != state


@every_table
def test_undo_restores_the_exact_state_but_not_past_a_revelation(
    name: str, seats: int, options: dict[str, Any]
) -> None:
    match = tw.new(name, seats, 61, options)
    undone = refused = 0
    rng = random.Random(61)
    for _ in range(5000):
        if match.over:
            break
        seat = rng.choice(match.pending)
        together = len(match.pending) > 1
        before, revealed, log = match.state, match._s.revealed, match.log
        match.play(seat, rng.choice(match.codes(seat)))
        if match._s.revealed == revealed:
            match.undo(seat)
            assert match.state == before
            assert match.log == log
            undone += 1
            match.play(seat, rng.choice(match.codes(seat)))
        else:
            after = match.state
            with pytest.raises(tw.CannotUndo, match=r"hidden|acted"):
                match.undo(seat)
            assert match.state == after
            refused += 1
        if not together and not match.over and match.pending != (seat,) and match._s.revealed == revealed:
            other = match.pending[0]
            code = rng.choice(match.codes(other))
            trial = match.copy()
            trial.play(other, code)
            if other != seat:
                with pytest.raises(tw.CannotUndo):
                    trial.undo(seat)
    assert refused
    assert undone or getattr(harness.auditor(match.game), "NO_UNDO", False)


@every_count
def test_undo_without_a_move_is_refused(name: str, seats: int, options: dict[str, Any]) -> None:
    match = tw.new(name, seats, 1, options)
    with pytest.raises(tw.CannotUndo, match="no move to take back"):
        match.undo()
    match.play(match.pending[0], match.codes(match.pending[0])[0])
    idle = next(seat for seat in reversed(range(seats))) if seats > 1 else None
    if idle is not None and idle not in [seat for seat, _ in match.log]:
        with pytest.raises(tw.CannotUndo, match="has made no move"):
            match.undo(idle)


@every_table
def test_a_seat_does_not_see_changes_of_what_it_cannot_know(name: str, seats: int, options: dict[str, Any]) -> None:
    """The game's `scramble` changes what a seat cannot know; the seat sees no difference."""
    match = tw.new(name, seats, 71, options)
    scramble = harness.auditor(match.game).scramble
    rng, differ = random.Random(71), 0
    for _ in filter(lambda _: is_sampled(match), steps(match, 71)):
        for seat in (*range(seats), -1):
            twin = match.copy()
            for _ in range(3):
                scramble(twin._s, seat, rng)
            differ += twin.state != match.state
            assert twin._known(seat).bytes.tobytes() == match._known(seat).bytes.tobytes()
            if seat >= 0:
                assert twin.codes(seat) == match.codes(seat)
    assert differ > 10


@every_table
def test_a_sheet_shows_a_reader_no_more_than_the_reader_knows(name: str, seats: int, options: dict[str, Any]) -> None:
    match = tw.new(name, seats, 91, options)
    scramble = harness.auditor(match.game).scramble
    rng = random.Random(91)
    for _ in filter(lambda _: is_sampled(match), steps(match, 91)):
        for reader in (*range(seats), None):
            twin = match.copy()
            scramble(twin._s, -1 if reader is None else reader, rng)
            assert twin.sheet(reader) == match.sheet(reader)
        if match.ply % 10 == 0:
            for reader in range(seats):
                assert match.sheet(reader)[reader].seat == reader
    assert match.sheet(0) == match.sheet()  # nothing is hidden at the end


@every_count
def test_the_log_shows_a_secret_move_only_to_its_player(name: str, seats: int, options: dict[str, Any]) -> None:
    match = tw.new(name, seats, 81, options)
    for seat, code in steps(match, 81):
        secret = match.game.moves.kind(code).secret
        hidden = secret is not None and (secret != "while_others_choose" or len(match.pending) > 1)
        for reader in (*range(seats), None):
            line = match.narrate(seat, code, reader).text
            assert ("made a choice in secret" in line) == (hidden and reader != seat)


@pytest.mark.parametrize("name", names())
def test_without_a_seed_every_game_is_different(name: str) -> None:
    assert tw.new(name).state != tw.new(name).state


@pytest.mark.parametrize("name", names())
def test_the_declaration_of_a_game_is_sound(name: str) -> None:
    game = tw.games.load(name)
    assert game.name == name
    assert 1 <= game.seats[0] <= game.seats[1]
    assert game.state_layout.itemsize % 8 == 0
    assert game.state_layout.itemsize <= 2048
    assert len(set(game.moves.kinds)) == len(game.moves.kinds)
    for kind in game.moves.kinds:
        for code in (kind.base, kind.base + kind.size - 1):
            assert game.moves.kind(code) is kind
            assert kind.code(*kind.values(code)) == code


def everything_shown(match: Match) -> list[Any]:
    """All that readers see now, in every language."""
    shown: list[Any] = []
    for reader in (None, *range(match.seats)):
        shown.append(match.view(reader))
        for language in languages():
            shown += [match.sheet(reader, language), match.prompt(reader, None, language)]
            if reader in match.pending:
                moves = match.moves(reader, language)
                encoded = [bytes(move) for move in match.encoded_moves(reader, language)]
                assert encoded == [msgspec.json.encode(move) for move in moves]
                shown += [moves, match.narrate(reader, moves[0].code, None, None, language)]
    return shown


@pytest.mark.parametrize(("name", "seats", "options"), [table for table in TABLES if load(table[0]).scored])
def test_a_sheet_depends_only_on_the_fields_that_its_game_names(name: str, seats: int, options: dict[str, Any]) -> None:
    match = tw.new(name, seats, 5, options)
    game, sheets = match.game, dict[Any, bytes]()
    lines = np.zeros(seats * game.width, np.int32)
    for _ in steps(match, 5):
        for seat in range(seats):
            state = match.known(seat).state
            game.entry_points.score(match.box.bytes, state, lines)
            key = seat, Snapshot(state, game.state_layout).bytes_of(game.scored)
            assert sheets.setdefault(key, lines.tobytes()) == lines.tobytes()


@every_count
def test_cached_answers_equal_fresh_ones(
    name: str, seats: int, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in (21, 22):
        match = tw.new(name, seats, seed, options)
        for _ in steps(match, seed):
            if match.ply % 11 < 2:
                cached = everything_shown(match)
                with monkeypatch.context() as without:
                    without.setattr(BoundedCache, "get", lambda self, key, make: make())
                    without.setattr(BoundedCache, "all", lambda self, keys, make: [make(key) for key in keys])
                    assert everything_shown(match.copy()) == cached
