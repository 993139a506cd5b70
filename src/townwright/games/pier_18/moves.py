"""Pier 18: kinds of move, their codes and words, and the reasons why a move may be refused.

Codes name cards, not places in a hand or an offer. So a move means the same in every deal, for readers of a record, for
the search and for learners.
"""

from __future__ import annotations

from typing import Any

from townwright.engine.moves import NOT_YOUR_TURN, Kind, Moves, Reasons
from townwright.engine.texts import Texts

from .box import Face
from .state import CARDS, CHOOSE, OFFER, PLAN, SEATS, SECTIONS, TAKE, State

PHASES = {CHOOSE: "choose", TAKE: "take", PLAN: "plan"}

choose = Kind("choose", secret="until_revealed", plan=CARDS, foundation=CARDS)
take = Kind("take", any_order=True, card=CARDS, overlap=SECTIONS, turned=2)
lay = Kind("lay", any_order=True, overlap=SECTIONS, turned=2)

NOBODY = SEATS  # stands for the leader while a tie is open
CHARACTER_LINES = ("fishers", "poets", "lovers", "sellers")
# a packed choice: upper bounds of the points of a character, of what a goal measures, of a threshold
WORTH, FOUND, LIMIT = 128, 32, 128
RACE = 1 << 13  # upper bound of a packed race: 1 + total, leader and tie; 0 for no card

REASONS = Reasons()
SAME_CARD = REASONS.add("same_card")
NOT_IN_HAND = REASONS.add("not_in_hand")
NOT_IN_OFFER = REASONS.add("not_in_offer")
NO_ROTATION = REASONS.add("no_rotation")


def describe_choose(face: Face, plan: int, foundation: int) -> tuple[str, dict[str, Any]]:
    fields = {"plan": face.ids[plan], "foundation": face.ids[foundation]}
    return f"plan {face.ids[plan]} foundation {face.ids[foundation]}", fields


def describe_take(face: Face, card: int, overlap: int, turned: int) -> tuple[str, dict[str, Any]]:
    words = f"take {face.ids[card]} over {overlap}" + " turned" * turned
    return words, {"card": face.ids[card], "overlap": overlap, "turned": bool(turned)}


def describe_lay(face: Face, overlap: int, turned: int) -> tuple[str, dict[str, Any]]:
    return f"lay over {overlap}" + " turned" * turned, {"overlap": overlap, "turned": bool(turned)}


MOVES = Moves((choose, take, lay), {"choose": describe_choose, "take": describe_take, "lay": describe_lay})


def fields(face: Face, code: int, note: int) -> dict[str, Any]:
    """The immediate consequences of a choice or a take (see `rules.note`)."""
    if choose.base <= code < choose.base + choose.size:
        return choice_fields(face, (code - choose.base) // CARDS, note)
    return take_fields(note) if take.base <= code < take.base + take.size else {}


def choice_fields(face: Face, plan: int, note: int) -> dict[str, Any]:
    """The points of the foundation by line of the sheet, and how far it is from the goal of the plan."""
    rest, met = divmod(note, 2)
    rest, limit = divmod(rest, LIMIT)
    rest, found = divmod(rest, FOUND)
    worth = {name: rest // WORTH ** (3 - c) % WORTH for c, name in enumerate(CHARACTER_LINES)}
    goal = {"found": found, "limit": limit, "at_most": face.cards[plan].goal.op == "<=", "met": bool(met)}
    return {"worth": worth, "goal": goal}


def take_fields(note: int) -> dict[str, Any]:
    """The race for each other card of the offer if it became the patron after this take."""
    races: list[dict[str, Any] | None] = []
    for i in range(OFFER):
        packed = note // RACE**i % RACE - 1
        rest, tie = divmod(packed, 2)
        total, leader = divmod(rest, SEATS + 1)
        race = {"total": total, "leader": None if leader == NOBODY else leader, "tie": bool(tie)}
        races.append(race if packed >= 0 else None)
    return {"races": races}


def say(face: Face, k: State, kind: Kind, values: tuple[int, ...], texts: Texts) -> tuple[str, dict[str, Any]]:
    """The sentence of a move: its key under [move] and [did], and what fills its places."""
    if kind is choose:
        plan, foundation = (face.name(card, texts) for card in values)
        return "choose", {"plan": plan, "foundation": foundation}
    overlap, turned = values[-2:]
    places = {
        "where": texts.count("over", overlap) if overlap else texts("over.none"),
        "turned": texts("over.turned") if turned else "",
    }
    return (kind.name, places | {"card": face.name(values[0], texts)}) if kind is take else (kind.name, places)


def because(face: Face, k: State, reason: int, kind: Kind, values: tuple[int, ...], texts: Texts) -> dict[str, Any]:
    """What fills the places of a reason's sentence: the card it is about, or what the others still do."""
    if reason == NOT_YOUR_TURN:
        return {"why": texts(f"waiting.{PHASES[k.phase]}")}
    if reason == NOT_IN_HAND:
        dealt = [card - 1 for row in k.hand.tolist() for card in row]  # players know only their own hand
        return {"card": face.name(next(card for card in values if card not in dealt), texts)}
    return {"card": face.name(values[0], texts)} if reason == NOT_IN_OFFER else {}
