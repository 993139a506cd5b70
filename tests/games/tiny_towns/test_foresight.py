"""What moves and sheets have for a board: patterns that a cube would complete, the squares of a part, who is fed."""

from __future__ import annotations

import random

import townwright as tw
from townwright.engine.match import Match

from .table import WELL, play, player, table

TYPES = ("CO", "FD", "WL", "CH", "TV", "TH", "FC", "MO")


def through(match: Match, seat: int) -> set[tuple[str, str]]:
    """Types and squares of the patterns that a seat can construct now."""
    view = match.view(seat)
    cards = [*view["cards"], *view["players"][seat]["monuments"][:1]]
    builds = [move.fields for move in match.moves(seat) if move.kind == "build"]
    return {(TYPES[cards.index(build["card"])], square) for build in builds for square in build["squares"]}


def test_a_pattern_that_a_cube_completes_can_be_built_once_it_is_placed() -> None:
    chance, completed = random.Random(7), 0
    for seed in range(12):
        match = tw.new("tiny-towns", seats=2, seed=f"foretold {seed}")
        while not match.over:
            seat = match.pending[0]
            moves = match.moves(seat)
            move = chance.choice([move for move in moves if move.kind == "build"] or moves)
            expected = None
            if move.kind == "place":
                lacks = move.fields["lacks"]
                assert set(lacks.values()) <= {0, 1, 2}
                expected = {kind for kind, n in lacks.items() if n == 0}
            square = move.fields.get("square")
            match.play(seat, move.code)
            acting = not match.over and seat in match.pending
            building = acting and any(move.kind == "ready" for move in match.moves(seat))
            if expected is not None and building:
                assert expected == {kind for kind, where in through(match, seat) if where == square}
                completed += len(expected)
    assert completed > 30


def test_naming_a_cube_shows_where_it_would_complete_a_pattern() -> None:
    match = table(WELL, "", cards="shed", hammer=0)
    named = {move.fields["resource"]: move.fields for move in match.moves(0)}
    assert named["B"]["completes"] == []
    assert named["W"]["completes"] == ["WL"]
    assert named["W"]["on"] == ["c4", "b3"]  # beside the stone
    assert named["S"]["on"] == ["a3"]


def test_a_pattern_that_a_post_helps_to_complete_counts() -> None:
    match = table("FC W .. .. / .. .. .. .. / .. .. .. .. / .. .. .. ..", "", cards="shed, trading_post", hammer=0)
    play(match, "name S")
    assert "WL" in {kind for move in match.moves(0) for kind, n in move.fields["lacks"].items() if n == 0}


def test_parts_of_a_sheet_name_their_squares_and_who_is_fed() -> None:
    town = "CO CO .. .. / .. .. .. .. / CO CO CO FD / TV TV .. .."
    match = table(player(town), "", cards="farm, tavern", hammer=0)
    lines = {line.name: line for line in match.sheet()[0].lines}
    fed = [part.pieces for part in lines["cottages"].parts if "fed" in part.pieces]
    assert len(fed) == 4
    assert {pieces[0] for part in lines["cottages"].parts for pieces in [part.pieces]} == {"a4", "b4", "a2", "b2", "c2"}
    assert lines["taverns"].parts[0].pieces == ["a1", "b1"]
    assert len(lines["empty"].parts[0].pieces) == 8


def test_the_patterns_of_a_move_never_depend_on_other_players() -> None:
    """Two deals that a seat cannot tell apart give it the same moves."""
    ours, theirs = (
        table(player(WELL), player(other), cards="shed", hammer=0)
        for other in ("", "S W .. .. / .. .. .. .. / .. .. .. .. / .. .. .. ..")
    )
    assert [move.fields for move in ours.moves(0)] == [move.fields for move in theirs.moves(0)]
