"""Foresight, forced moves and moves in words, in every game."""

from __future__ import annotations

import random
from typing import Any

import pytest

import townwright as tw
from townwright.engine.match import Match

from . import harness
from .play import FIRST_TABLES, log_lines, steps

every_count = pytest.mark.parametrize(("name", "seats", "options"), FIRST_TABLES)


def piece(view: Any, path: list[str | int]) -> Any:
    for step in path:
        view = view[step]
    return view


@every_count
def test_what_is_foreseen_comes_true(name: str, seats: int, options: dict[str, Any]) -> None:
    match, rng = tw.new(name, seats, 41, options), random.Random(41)
    for seat, code in steps(match, 41):
        if rng.random() < 0.3:
            foresight, twin = match.foresee(seat, code), match.copy()
            before = twin.sheet(seat)
            twin.play(seat, code)
            if twin.over:
                continue  # the end brings what was hidden to light
            after, view = twin.sheet(seat), twin.view(seat)
            for points, old, new in zip(foresight.points, before, after, strict=True):
                assert points is None or points == new.total - old.total
            for change in foresight.pieces:
                assert piece(view, change.path) == change.after
                assert piece(match.view(seat), change.path) == change.before
            assert foresight.reveals == (twin.revealed != match.revealed)


@every_count
def test_foresight_depends_only_on_what_the_seat_knows(name: str, seats: int, options: dict[str, Any]) -> None:
    match, rng = tw.new(name, seats, 42, options), random.Random(42)
    scramble = harness.auditor(match.game).scramble
    for seat, code in steps(match, 42):
        if rng.random() < 0.2:
            twin = match.copy()
            scramble(twin._s, seat, rng)
            assert twin.foresee(seat, code) == match.foresee(seat, code)


@every_count
def test_a_bot_gets_only_the_known_state(name: str, seats: int, options: dict[str, Any]) -> None:
    match, rng = tw.new(name, seats, 43, options), random.Random(43)
    scramble = harness.auditor(match.game).scramble
    for seat, _ in steps(match, 43, 40):
        known, twin = match.known(seat), match.copy()
        scramble(twin._s, seat, rng)
        other = twin.known(seat)
        assert known.state.tobytes() == other.state.tobytes()
        assert known.codes == match.codes(seat) == other.codes
        assert known.view == match.view(seat) == other.view
        assert known.moves() == match.moves(seat)
        assert not any(isinstance(value, Match) for value in vars(known).values())


@every_count
def test_words_in_another_order_are_understood_if_the_order_means_nothing(
    name: str, seats: int, options: dict[str, Any]
) -> None:
    match, rng = tw.new(name, seats, 44, options), random.Random(44)
    for seat, _ in steps(match, 44, 60):
        for move in rng.sample(match.moves(seat), 1):
            if match.game.moves.kind(move.code).any_order:
                first, *rest = move.words.split()
                rng.shuffle(rest)
                assert match.code(" ".join([first, *rest])) == move.code


@every_count
def test_the_error_for_unknown_words_names_the_nearest_legal_moves(
    name: str, seats: int, options: dict[str, Any]
) -> None:
    match = tw.new(name, seats, 45, options)
    words = [move.words for move in match.moves(match.pending[0])]
    with pytest.raises(tw.IllegalMove, match="the nearest legal moves are: ") as refused:
        match.play(match.pending[0], f"{words[0]} please")
    assert words[0] in str(refused.value)


@every_count
def test_forced_moves_appear_in_the_log_and_listing_them_changes_nothing(
    name: str, seats: int, options: dict[str, Any]
) -> None:
    match = tw.new(name, seats, 46, options)
    assert match.forced() == []
    for seat, code in steps(match, 46):
        state = match.state
        for turn, narrated in log_lines(match, seat, code, seat):
            assert narrated.text[0].isupper()
            assert 0 <= turn < seats
        match.forced()
        assert match.state == state


@every_count
def test_unknown_words_reveal_no_move_of_another_seat(name: str, seats: int, options: dict[str, Any]) -> None:
    match, rng = tw.new(name, seats, 47, options), random.Random(47)
    for seat, _ in steps(match, 47, 60):
        for asker in range(seats):
            words = rng.choice(match.moves(seat)).words
            with pytest.raises(tw.IllegalMove) as refused:
                match.why_not(asker, f"{words} please")
            message = str(refused.value)
            if asker not in match.pending:
                assert "nearest" not in message
            else:
                own = {move.words for move in match.moves(asker)}
                assert set(message.partition("moves are: ")[2].split(", ")) <= own


@every_count
def test_illegal_moves_have_no_foresight(name: str, seats: int, options: dict[str, Any]) -> None:
    match, rng = tw.new(name, seats, 48, options), random.Random(48)
    for seat, code in steps(match, 48, 30):
        illegal = rng.randrange(match.game.moves.size)
        if illegal not in match.codes(seat):
            with pytest.raises(tw.IllegalMove):
                match.foresee(seat, illegal)
        for other in set(range(seats)) - set(match.pending):
            with pytest.raises(tw.IllegalMove):
                match.foresee(other, code)
