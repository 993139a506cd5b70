"""Forced moves: the rules play a decision with a single option, and the move appears in the log."""

from __future__ import annotations

from typing import Any

from tests.play import log_lines

from townwright.engine.match import Match

from .table import about_to_build, player, seen, table

NAMES = ["Ann", "Ben", "Cy"]


def log_of(match: Match, words: str, seat: int = 0) -> list[str]:
    """The log of a move: the move itself, then what it forces."""
    return [line.text for _, line in log_lines(match, seat, words, None, NAMES)]


def test_a_forced_replacement_gets_a_line_of_its_own_in_the_log() -> None:
    match = about_to_build("58", player("40 30"), offset=1)
    assert log_of(match, "space chapel") == [
        "Ann went to the chapel space, gained £2 and took chapel 58 (green).",
        "Ann replaced inn 40 (blue) in slot 1 with chapel 58 (green). Strength 1: chapel marker to space 1.",
    ]
    match.play(0, "space chapel")
    assert seen(match)["bridge"] == ["58", "30"]
    assert match.pending == (1,)


def test_a_replacement_with_a_choice_of_slots_is_not_forced() -> None:
    match = about_to_build("20", player("57 49 32 23 15 11"), offset=0)
    assert log_of(match, "space inn") == ["Ann went to the inn space, gained £1 and took inn 20 (blue)."]


def test_the_only_cards_of_an_inn_appear_in_the_log() -> None:
    match = about_to_build("20", player("57 49"), offset=5, supply={"2": 4})
    assert log_of(match, "space inn") == [
        "Ann went to the inn space, gained £2 and built inn 20 (blue). Strength 3: a card of value 2.",
        "Ann took a card of value 2.",
    ]


def test_the_tiles_of_the_only_bonus_stack_appear_in_the_log_one_by_one() -> None:
    bonus = [{"tiles": []}, {"tiles": ["X", "OCC", "FREE"]}, {"tiles": []}]
    match = about_to_build("24", player("50 43 39", gate=2), offset=0, bonus=bonus)
    assert log_of(match, "space gate")[1:] == [
        "Ann took the tile X space from bonus stack 2.",
        "Ann took the tile Occupied space from bonus stack 2.",
    ]


def test_a_forced_pass_appears_in_the_log() -> None:
    stacks: dict[str, Any] = {name: {"left": 0} for name in ("chapel", "inn", "guild", "garden")}
    stacks |= {"gate": {"left": 1}, "emporium": {"left": 1}}
    match = table(player(), player(money=0), player(money=0), decision="place", pending=[0], stacks=stacks, offset=1)
    assert log_of(match, "space emporium")[1:] == [
        "Ben had to pass: the pawn could not reach any space.",
        "Cy had to pass: the pawn could not reach any space.",
    ]


def test_the_only_card_of_a_hand_is_laid_and_logged_while_others_choose() -> None:
    """Seat 1 alone has a choice in the next round; the others lay their zeros."""
    match = about_to_build("G-blue", player(), player(pawn="inn", hand={"0": 1, "3": 1}), player(pawn="guild"))
    (own, mine), (other, sealed) = log_lines(match, 0, "space garden", 0, NAMES)[1:]
    assert (own, mine.text) == (0, "You laid a card of value 0.")
    assert (other, sealed.text, sealed.move) == (2, "Cy made a choice in secret.", None)
    assert sealed.sealed
    assert sealed.sealed[0] == "Cy laid a card of value 0."
    match.play(0, "space garden")
    assert (match.view()["round"], match.pending) == (2, (1,))
