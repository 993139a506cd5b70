"""Pier 18: kinds of move, their codes and words, and the reasons why a move may be refused.

Codes name cards, not places in a hand or an offer: a move means the same in every deal, for a reader of a
record as for a search or a learner.
"""

from __future__ import annotations

from typing import Any

from townwright.engine.moves import Kind, Moves
from townwright.engine.texts import Texts

from .box import Face
from .state import CARDS, CHOOSE, PLAN, SECTIONS, TAKE

PHASES = {CHOOSE: "choose", TAKE: "take", PLAN: "plan"}

choose = Kind("choose", plan=CARDS, foundation=CARDS)
take = Kind("take", card=CARDS, overlap=SECTIONS, turned=2)
lay = Kind("lay", overlap=SECTIONS, turned=2)

REASONS = (
    "",
    "over",
    "not_your_turn",
    "already_chosen",
    "already_finished",
    "not_asked",
    "same_card",
    "not_in_hand",
    "not_in_offer",
    "no_rotation",
)
(
    FINE,
    OVER,
    NOT_YOUR_TURN,
    ALREADY_CHOSEN,
    ALREADY_FINISHED,
    NOT_ASKED,
    SAME_CARD,
    NOT_IN_HAND,
    NOT_IN_OFFER,
    NO_ROTATION,
) = range(len(REASONS))


def describe_choose(face: Face, plan: int, foundation: int) -> tuple[str, dict[str, Any]]:
    fields = {"plan": face.ids[plan], "foundation": face.ids[foundation]}
    return f"plan {face.ids[plan]} foundation {face.ids[foundation]}", fields


def describe_take(face: Face, card: int, overlap: int, turned: int) -> tuple[str, dict[str, Any]]:
    words = f"take {face.ids[card]} over {overlap}" + " turned" * turned
    return words, {"card": face.ids[card], "overlap": overlap, "turned": bool(turned)}


def describe_lay(face: Face, overlap: int, turned: int) -> tuple[str, dict[str, Any]]:
    return f"lay over {overlap}" + " turned" * turned, {"overlap": overlap, "turned": bool(turned)}


MOVES = Moves((choose, take, lay), {"choose": describe_choose, "take": describe_take, "lay": describe_lay})


def tell(face: Face, k: Any, kind: Kind, values: tuple[int, ...], texts: Texts) -> str:
    """A move as a sentence."""
    if kind is choose:
        plan, foundation = (texts.name(face.cards[card].name) for card in values)
        return texts("move.choose", plan=plan, foundation=foundation)
    overlap, turned = values[-2:]
    where = texts(f"over.{min(overlap, 2)}", n=overlap)
    turn = texts("over.turned") if turned else ""
    if kind is take:
        return texts("move.take", card=texts.name(face.cards[values[0]].name), where=where, turned=turn)
    return texts("move.lay", where=where, turned=turn)
