"""Tenby: a known state as JSON for a person. `forms` has its Structs, `position` reads it back, `cards` explains it."""

from __future__ import annotations

from typing import Any

from townwright.engine.fields import Array
from townwright.engine.shapes import Sign

from .box import Box, Face
from .cards import cards
from .forms import (
    DECK_FIRST,
    KEPT,
    SHOWN,
    DayPlace,
    Draw,
    LyingAccolade,
    Pile,
    Player,
    ResidentDeck,
    View,
    Visitors,
)
from .moves import DECISIONS, DECK_NAMES, PHASES
from .position import read
from .rows import EBB_FLOW, ICON_LETTERS
from .state import DECKS, DECLARE, KEEP, LYING, SOURCE, VISITOR, State

__all__ = ["SIGNS", "View", "asks", "cards", "read", "show", "whole"]

SIGNS = {
    "T": Sign("red", "house"),
    "P": Sign("blue", "pier"),
    "L": Sign("yellow", "star"),
    "R": Sign("purple", "person"),
    "O": Sign("white", "ring"),
}


def members(face: Face, of: Array, d: int) -> list[str]:
    """The cards of a deck that are in a set."""
    return [face.card(c) for c in range(DECK_FIRST[d], DECK_FIRST[d + 1]) if of[c >> 5] >> (c & 31) & 1]


def show_streets(face: Face, k: State, p: int) -> list[list[str]]:
    """A town as lists of cards, street by street."""
    streets: list[list[str]] = []
    for i in range(k.cards[p]):
        if k.begins[p] >> i & 1:
            streets.append([])
        streets[-1].append(face.card(k.town[p, i] - 1))
    return streets


def show_player(face: Face, box: Box, k: State, p: int) -> Player:
    known = k.hand[p].bit_count() == k.held[p]
    return Player(
        rings=k.rings[p],
        streets=show_streets(face, k, p),
        day=face.days[k.row[k.picked[p] - 1] - 1].id if k.picked[p] else None,
        residents=[row.id for r, row in enumerate(face.residents) if k.hand[p] >> r & 1] if known else None,
        held=k.held[p],
        accolade=face.accolades[k.dealt[p] - 1].id if k.dealt[p] else None,
        shown=SHOWN[k.shown[p]] if box.mode == EBB_FLOW else None,  # type: ignore[arg-type]
    )


def show_residents(face: Face, k: State) -> ResidentDeck:
    def name(card: int) -> str | None:
        return face.residents[card - 1].id if card else None

    bottom = [name(k.residents[i]) for i in range(k.residents_left)]
    while bottom and bottom[-1] is None:
        bottom.pop()
    draws = [
        Draw(
            seat=k.drawn_by[e] - 1,
            first=name(k.drawn_first[e]),
            second=name(k.drawn_second[e]),
            kept=KEPT[k.kept[e]],  # type: ignore[arg-type]
        )
        for e in range(k.draws)
    ]
    return ResidentDeck(left=k.residents_left, from_bottom=bottom, draws=draws)


def show_pile(left: int, top_first: list[str | None], discards: list[str]) -> Pile:
    cards = [card for card in top_first if card is not None]
    return Pile(left=left, cards=cards if len(cards) == left else None, discards=discards)


def show(face: Face, box: Box, k: State) -> View:
    """The view of a known state."""
    decks: dict[Any, Pile] = {}
    for d in range(DECKS):
        cards = [k.deck[DECK_FIRST[d] + i] for i in reversed(range(k.left[d]))]
        names = [face.card(c - 1) if c else None for c in cards]
        decks[DECK_NAMES[d]] = show_pile(k.left[d], names, members(face, k.discards, d))
    days = [k.day_deck[i] for i in reversed(range(k.day_left))]
    visitors = [face.card(k.visitors[i] - 1) for i in range(3) if k.visitors[i]]
    return View(
        players=[show_player(face, box, k, p) for p in range(k.seats)],
        phase=PHASES[k.phase],  # type: ignore[arg-type]
        decision=DECISIONS[k.decision],  # type: ignore[arg-type]
        round=k.rounds,
        order=[k.night[n] for n in range(k.seats)],
        step=k.step,
        waiting=[p for p in range(k.seats) if k.pending >> p & 1] if k.decision == DECLARE else None,
        over=bool(k.over),
        market={name: members(face, k.market, d) for d, name in enumerate(DECK_NAMES)},  # type: ignore[misc]
        decks=decks,
        plain={"terrace": k.plain[0], "pier": k.plain[1]},
        day_row=[
            DayPlace(card=face.days[k.row[n] - 1].id, tokens=k.tokens[n]) if k.row[n] else None
            for n in range(k.seats + 1)
        ],
        day_deck=show_pile(
            k.day_left,
            [face.days[c - 1].id if c else None for c in days],
            [row.id for day, row in enumerate(face.days) if k.day_discards >> day & 1],
        ),
        icons={letter: k.icons[n] for n, letter in enumerate(ICON_LETTERS) if k.icons[n]},  # type: ignore[misc]
        icon=ICON_LETTERS[k.level] if k.decision == SOURCE else None,  # type: ignore[arg-type]
        gained=face.card(k.gained - 1) if k.gained else None,
        residents=show_residents(face, k),
        visitors=Visitors(terraces=k.visiting[0], piers=k.visiting[1], cards=visitors or None)
        if k.decision == VISITOR
        else None,
        accolades=[
            LyingAccolade(card=face.accolades[k.lying[n] - 1].id, counter=k.counter[n] - 1 if k.counter[n] else None)
            for n in range(LYING)
            if k.lying[n]
        ],
    )


def whole(k: State) -> bool:
    """Whether everything is known: decks, hands, draws, visitors, accolades."""
    decks = all(k.deck[DECK_FIRST[d] + i] for d in range(DECKS) for i in range(k.left[d]))
    days = all(k.day_deck[i] for i in range(k.day_left))
    residents = all(k.residents[i] for i in range(k.residents_left))
    hands = all(k.hand[p].bit_count() == k.held[p] for p in range(k.seats))
    draws = all(k.drawn_first[e] and (k.kept[e] or (k.decision == KEEP and e == k.draws - 1)) for e in range(k.draws))
    visitors = sum(k.visitors[i] > 0 for i in range(3)) == k.visiting[0] + k.visiting[1]
    used = k.decision == DECLARE or any(k.dealt[p] or k.shown[p] for p in range(k.seats))
    dealt = not used or all(k.dealt[p] for p in range(k.seats))
    shown = k.decision != DECLARE or all(k.shown[p] or k.pending >> p & 1 for p in range(k.seats))
    return decks and days and residents and hands and draws and visitors and shown and dealt


def asks(k: State, seat: int) -> str:
    """The decision of a seat, as a key under [ask] and [wait]."""
    return DECISIONS[k.decision]
