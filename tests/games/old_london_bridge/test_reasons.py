"""Why a move may not be played: every reason has its own sentence."""

from __future__ import annotations

import pytest

from townwright.games import load

from .table import NAME, build, placing, player, table, tiles

REASONS = set(load(NAME).reasons.keys) - {"fine"}
TEXTS = load(NAME).texts()


def after(played: int, supply: dict[str, int] | None = None, **mine: int):
    order = [{"seat": 0, "value": played}, {"seat": 1, "value": 0}, {"seat": 2, "value": 0}]
    return table(
        player(tiles=tiles(CH2=1, **mine)),
        player(),
        player(),
        decision="after",
        pending=[0],
        order=order,
        supply={} if supply is None else supply,
    )


def taking(**supply: int):
    counts = {name[1:]: n for name, n in supply.items()}
    return table(player("57 49 20"), player(), player(), decision="inn", pending=[0], due=3, supply=counts)


def choosing(seats: int):
    return table(*(player() for _ in range(seats)))


def raising(hand: str):
    order = [{"seat": 0, "card": 1, "value": int(hand[0])}, {"seat": 0, "card": 2, "value": int(hand[1])}]
    order += [{"seat": 1, "card": card, "value": 0} for card in (1, 2)]
    return table(player(tiles=tiles(PLUS=1)), player(), decision="plus", pending=[0], order=order)


CASES = {
    "over": (lambda: table(player(), player(), over=True), "card 0"),
    "not_your_turn": (lambda: table(player(chosen=[0]), player(), player()), "card 0"),
    "not_asked": (lambda: choosing(3), "pass"),
    "no_such_card": (lambda: choosing(3), "card 4"),
    "one_card": (lambda: choosing(3), "cards 0 0"),
    "two_cards": (lambda: choosing(2), "card 0"),
    "no_tile": (lambda: placing(player(fresh=tiles(CH2=1))), "ch2"),
    "no_lady_card": (lambda: table(player(tiles=tiles(LADY=1)), player(), supply={"1": 3}), "lady"),
    "at_end": (lambda: placing(player(chapel=15, tiles=tiles(CH2=1))), "ch2"),
    "zero_returns": (lambda: after(0, REC=1), "rec"),
    "card_gone": (lambda: after(3, REC=1), "rec"),
    "stack_empty": (lambda: placing(player(), stacks={"inn": {"left": 0}}), "space inn"),
    "occupied": (lambda: placing(player(), player(pawn="inn"), player()), "space inn"),
    "own_space": (lambda: table(player(pawn="inn"), player(), decision="place", pending=[0]), "space inn"),
    "at_x": (lambda: placing(player()), "space chapel"),
    "cannot_pay": (lambda: placing(player(money=1)), "centre chapel"),
    "can_place": (lambda: placing(player()), "pass"),
    "no_building": (lambda: build("20", player("57 49 32 23 15 11")), "replace 7"),
    "is_garden": (lambda: build("60", player("50 G-blue 40 30")), "replace 2"),
    "breaks_row": (lambda: build("20", player("57 49 32 23 15 11")), "replace 1"),
    "wrong_total": (lambda: taking(_1=9, _2=9, _3=9), "inn 2 2"),
    "supply_short": (lambda: taking(_1=9, _2=9), "inn 3"),
    "bonus_empty": (
        lambda: build("57", player(gate=2), bonus=[{"tiles": []}, {"tiles": ["X"]}, {"tiles": ["REC"]}]),
        "take 1",
    ),
    "same_card": (lambda: raising("33"), "plus 2"),
}


FIGURES = {
    "cannot_pay": "The centre costs £2; you have £1.",
    "wrong_total": "The cards must add up to 3.",
    "breaks_row": "20 does not fit in slot 1: between gardens the numbers must fall from left to right.",
}


def test_every_reason_has_a_case() -> None:
    assert set(CASES) == REASONS


@pytest.mark.parametrize("reason", sorted(CASES))
def test_reason(reason: str) -> None:
    position, move = CASES[reason]
    match = position()
    before = match.state
    assert match.why_not(0, move) == FIGURES.get(reason, TEXTS(f"reason.{reason}"))
    assert match.state == before


def test_a_recalled_card_cannot_be_recalled_again() -> None:
    match = after(3, {"3": 2}, REC=2)
    match.play(0, "rec")
    assert match.why_not(0, "rec") == TEXTS("reason.card_gone")
    match.play(0, "done")
    assert match.pending == (1,)
