"""Tenby: a known state as JSON for a person. `position` reads the same form back."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from .box import ICON_LETTERS, Face
from .moves import DECISIONS, DECK_NAMES, PHASES
from .state import DECKS, DECLARE, KEEP, LANDMARK_FIRST, LYING, PIER_FIRST, RESIDENTS, START_FIRST, TERRACE_FIRST

DECK_FIRST = (TERRACE_FIRST, PIER_FIRST, LANDMARK_FIRST, START_FIRST)
SHOWN = ("undecided", "secret", "open")
Count = Annotated[int, Meta(ge=0, le=200)]
Seat = Annotated[int, Meta(ge=0, le=4)]
Deck = Literal["terrace", "pier", "landmark"]
Icon = Literal["T", "P", "L", "R"]
Phase = Literal["setup", "night", "day", "visit"]
Decision = Literal["keep", "declare", "choose", "menu", "source", "place", "move", "mix", "visitor"]


class Player(Struct, forbid_unknown_fields=True, kw_only=True):
    """What one player has before him."""

    rings: Count = 0
    streets: list[list[str]] = []  # cards from left to right; moves number them from 1, street after street
    day: str | None = None  # the day card with the player's piece
    residents: list[str] | None = None  # the cards, if known
    held: Count | None = None  # how many
    accolade: str | None = None  # Ebb & Flow: the card dealt, if known
    shown: Literal["undecided", "secret", "open"] = "undecided"


class Pile(Struct, forbid_unknown_fields=True, kw_only=True):
    """A deck: how many cards, and which, top first, if known."""

    left: Count
    cards: list[str] | None = None
    discards: list[str] = []


class DayPlace(Struct, forbid_unknown_fields=True, kw_only=True):
    """A day card of the row and the rings on it."""

    card: str
    tokens: Annotated[int, Meta(ge=0, le=100)] = 0


class Draw(Struct, forbid_unknown_fields=True, kw_only=True):
    """A draw of residents: the two cards and which was kept, if known."""

    seat: Seat
    first: str | None = None
    second: str | None = None
    kept: Literal["first", "second"] | None = None


class ResidentDeck(Struct, forbid_unknown_fields=True, kw_only=True):
    """The residents: cards from the bottom up, null where unknown; every draw of the game."""

    left: Annotated[int, Meta(ge=0, le=60)]
    from_bottom: list[str | None] = []
    draws: Annotated[list[Draw], Meta(max_length=RESIDENTS)] = []


class Visitors(Struct, forbid_unknown_fields=True, kw_only=True):
    """Cards drawn blind in Thanks for Visiting."""

    terraces: Annotated[int, Meta(ge=0, le=3)]
    piers: Annotated[int, Meta(ge=0, le=3)]
    cards: list[str] | None = None


class LyingAccolade(Struct, forbid_unknown_fields=True, kw_only=True):
    """An accolade that lies open, and whose counter is on it."""

    card: str
    counter: Seat | None = None


class View(Struct, forbid_unknown_fields=True, kw_only=True):
    """The table as one observer knows it."""

    players: Annotated[list[Player], Meta(min_length=2, max_length=5)]
    phase: Phase = "day"
    decision: Decision = "menu"
    round: Annotated[int, Meta(ge=0, le=10)] = 1
    order: list[Seat] | None = None  # night order; by day the order of the day cards
    step: Annotated[int, Meta(ge=0, le=5)] = 0  # how many of the order have acted in this phase
    waiting: list[Seat] | None = None  # who must still decide, while all decide at once
    over: bool = False
    market: dict[Deck, list[str]] = {}
    decks: dict[Deck, Pile] = {}
    plain: dict[Literal["terrace", "pier"], Annotated[int, Meta(ge=0, le=20)]] = {}  # plain ends left
    day_row: Annotated[list[DayPlace | None], Meta(max_length=6)] = []
    day_deck: Pile | None = None
    icons: dict[Icon, Annotated[int, Meta(ge=0, le=12)]] = {}  # of the day card, still to be resolved
    icon: Literal["T", "P", "L"] | None = None  # being resolved: a card is to be gained
    gained: str | None = None  # to be placed
    residents: ResidentDeck | None = None
    visitors: Visitors | None = None
    accolades: Annotated[list[LyingAccolade], Meta(max_length=6)] = []


def members(face: Face, of: Any, d: int) -> list[str]:
    """The cards of a deck that are in a set."""
    return [face.card(c) for c in range(DECK_FIRST[d], DECK_FIRST[d + 1]) if of[c >> 5] >> (c & 31) & 1]


def show_streets(face: Face, k: Any, p: int) -> list[list[str]]:
    """A town as lists of cards, street by street."""
    streets: list[list[str]] = []
    for i in range(k.cards[p]):
        if k.begins[p] >> i & 1:
            streets.append([])
        streets[-1].append(face.card(k.town[p, i] - 1))
    return streets


def show_player(face: Face, box: Any, k: Any, p: int) -> Player:
    known = bin(k.hand[p]).count("1") == k.held[p]
    return Player(
        rings=k.rings[p],
        streets=show_streets(face, k, p),
        day=face.days[k.row[k.picked[p] - 1] - 1].id if k.picked[p] else None,
        residents=[row.id for r, row in enumerate(face.residents) if k.hand[p] >> r & 1] if known else None,
        held=k.held[p],
        accolade=face.accolades[k.dealt[p] - 1].id if k.dealt[p] else None,
        shown=SHOWN[k.shown[p]],  # type: ignore[arg-type]
    )


def show_residents(face: Face, k: Any) -> ResidentDeck:
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
            kept=(None, "first", "second")[k.kept[e]],  # type: ignore[arg-type]
        )
        for e in range(k.draws)
    ]
    return ResidentDeck(left=k.residents_left, from_bottom=bottom, draws=draws)


def show_pile(left: int, top_first: list[str | None], discards: list[str]) -> Pile:
    cards = [card for card in top_first if card is not None]
    return Pile(left=left, cards=cards if len(cards) == left else None, discards=discards)


def show(face: Face, box: Any, k: Any) -> View:
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
        icon=ICON_LETTERS[k.level] if DECISIONS[k.decision] == "source" else None,  # type: ignore[arg-type]
        gained=face.card(k.gained - 1) if k.gained else None,
        residents=show_residents(face, k),
        visitors=Visitors(terraces=k.visiting[0], piers=k.visiting[1], cards=visitors or None)
        if DECISIONS[k.decision] == "visitor"
        else None,
        accolades=[
            LyingAccolade(card=face.accolades[k.lying[n] - 1].id, counter=k.counter[n] - 1 if k.counter[n] else None)
            for n in range(LYING)
            if k.lying[n]
        ],
    )


def whole(k: Any) -> bool:
    """Whether nothing is unknown: decks, hands, draws, visitors, accolades."""
    decks = all(k.deck[DECK_FIRST[d] + i] for d in range(DECKS) for i in range(k.left[d]))
    days = all(k.day_deck[i] for i in range(k.day_left))
    residents = all(k.residents[i] for i in range(k.residents_left))
    hands = all(bin(k.hand[p]).count("1") == k.held[p] for p in range(k.seats))
    draws = all(k.drawn_first[e] and (k.kept[e] or (k.decision == KEEP and e == k.draws - 1)) for e in range(k.draws))
    visitors = sum(k.visitors[i] > 0 for i in range(3)) == k.visiting[0] + k.visiting[1]
    dealt = all(k.dealt[p] for p in range(k.seats)) or not any(k.dealt[p] or k.shown[p] for p in range(k.seats))
    shown = k.decision != DECLARE or all(k.shown[p] or k.pending >> p & 1 for p in range(k.seats))
    return decks and days and residents and hands and draws and visitors and shown and dealt


def asks(k: Any, seat: int) -> str:
    """What is asked of a seat."""
    return DECISIONS[k.decision]
