"""Pier 18: a known state as JSON for a person. `position` reads the same form back."""

from __future__ import annotations

from townwright.engine.shapes import Sign

from .box import Box, Face
from .cards import cards
from .form import Choice, Deck, Goal, Laid, Player, Race, View, show_sides
from .moves import NOBODY, PHASES
from .position import read
from .rules.facts import FOUND, LEADER, MET, RACES, TIE, WIDTH
from .state import CARDS, CHOOSE, DEALT, OFFER, TAKE, State

__all__ = ["SIGNS", "View", "asks", "cards", "read", "show", "whole"]

SIGNS = {
    "F": Sign("blue", "fisher"),
    "P": Sign("purple", "poet"),
    "L": Sign("red", "lovers"),
    "S": Sign("yellow", "garden"),
}


def name(face: Face, card: int) -> str | None:
    """The id of a card as it is stored, None for no card or an unknown one."""
    return face.ids[card - 1] if card else None


def names(face: Face, cards: list[int]) -> list[str]:
    return [face.ids[card - 1] for card in cards]


def show_choice(face: Face, choice: int) -> Choice | None:
    if not choice:
        return None
    plan, foundation = divmod(choice - 1, CARDS)
    return Choice(plan=face.ids[plan], foundation=face.ids[foundation])


def show_goal(box: Box, k: State, p: int, facts: list[int]) -> Goal | None:
    """The goal of a player's plan, and how near the pier is to it."""
    if not k.plan[p]:
        return None
    plan = k.plan[p] - 1
    limit, at_most = box.threshold[plan, k.seats], bool(box.at_most[plan])
    return Goal(found=facts[FOUND + p], limit=limit, at_most=at_most, met=bool(facts[MET + p]))


def show_race(k: State, place: int, facts: list[int]) -> Race | None:
    """Everybody's points for a card of the offer as a patron, and who would get it now."""
    if not k.offer[place]:
        return None
    race = facts[RACES + place * WIDTH :][:WIDTH]
    leader = None if race[LEADER] == NOBODY else race[LEADER]
    return Race(totals=race[: k.seats], leader=leader, tie=bool(race[TIE]))


def show_player(face: Face, box: Box, k: State, p: int, facts: list[int]) -> Player:
    left, right = show_sides(k, p)
    hand = [k.hand[p, n] for n in range(DEALT)]
    return Player(
        plan=name(face, k.plan[p]),
        pier=[
            Laid(card=face.ids[k.pier[p, n] - 1], overlap=k.overlap[p, n], turned=bool(k.turned[p, n]))
            for n in range(k.laid[p])
        ],
        left=left,
        right=right,
        goal=show_goal(box, k, p, facts),
        patrons=names(face, [k.patrons[p, n] for n in range(k.won[p])]),
        third=name(face, k.third[p]),
        hand=names(face, hand) if all(hand) else None,
        chosen=k.phase == CHOOSE and not k.pending >> p & 1,
        choice=show_choice(face, k.choice[p]),
    )


def show(face: Face, box: Box, k: State, facts: list[int]) -> View:
    """The view of a known state."""
    taking = k.phase == TAKE
    deck = [k.deck[i] for i in reversed(range(k.left))]
    return View(
        players=[show_player(face, box, k, p, facts) for p in range(k.seats)],
        phase=PHASES[k.phase],  # type: ignore[arg-type]
        round=k.rounds + 1 if taking else None,
        start=k.start,
        turn=k.turn if taking else None,
        offer=[name(face, k.offer[i]) for i in range(k.seats + 1)] if taking else [],
        races=[show_race(k, i, facts) for i in range(k.seats + 1)] if taking else [],
        deck=Deck(left=k.left, cards=names(face, deck) if all(deck) else None),
        over=bool(k.over),
    )


def whole(k: State) -> bool:
    """Whether everything is known: hands and choices, or third cards, and the order of the deck."""
    if not all(k.deck[i] for i in range(k.left)):
        return False
    if k.phase == CHOOSE:
        chosen = all(k.choice[p] or k.pending >> p & 1 for p in range(k.seats))
        return chosen and all(k.hand[p, n] for p in range(k.seats) for n in range(DEALT))
    offer = k.seats + 1 - (k.turn - k.start) % k.seats if k.phase == TAKE else 0
    return sum(k.offer[i] > 0 for i in range(OFFER)) == offer and all(
        k.plan[p] and k.laid[p] and k.third[p] for p in range(k.seats)
    )


def asks(k: State, seat: int) -> str:
    """The decision of a seat, as a key under [ask] and [wait]."""
    return PHASES[k.phase]
