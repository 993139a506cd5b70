"""Tenby: the form of a view, which is also the form of a position."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from townwright.engine.shapes import CARD, CARDS, HIDDEN, ROWS, SEAT, SEATS, SIGN, STACK, TRACK

from .state import LANDMARK_FIRST, PIER_FIRST, RESIDENTS, START_FIRST, TERRACE_FIRST

DECK_FIRST = (TERRACE_FIRST, PIER_FIRST, LANDMARK_FIRST, START_FIRST)
SHOWN = ("undecided", "secret", "open")
KEPT = (None, "first", "second")
Count = Annotated[int, Meta(ge=0, le=200)]
Seat = Annotated[int, Meta(ge=0, le=4), SEAT]
Card = Annotated[str, CARD]
RowOfCards = Annotated[list[str], CARDS]
Deck = Literal["terrace", "pier", "landmark"]
Icon = Literal["T", "P", "L", "R"]
Phase = Literal["setup", "night", "day", "visit"]
Decision = Literal["keep", "declare", "choose", "menu", "source", "place", "move", "mix", "visitor"]


class Player(Struct, forbid_unknown_fields=True, kw_only=True):
    """What belongs to one player."""

    rings: Count = 0
    streets: Annotated[list[list[str]], ROWS] = []  # left to right; moves number the cards from 1, street after street
    day: Card | None = None  # the day card with the player's piece
    residents: RowOfCards | None = None  # the cards, if known
    held: Count | None = None  # how many
    accolade: Card | None = None  # Ebb & Flow: the card dealt, if known
    shown: Literal["undecided", "secret", "open"] | None = None  # Ebb & Flow: what was decided about it


class Pile(Struct, forbid_unknown_fields=True, kw_only=True):
    """A deck: how many cards it has, and which, top first, if known."""

    left: Annotated[Count, STACK]
    cards: RowOfCards | None = None
    discards: RowOfCards = []


class DayPlace(Struct, forbid_unknown_fields=True, kw_only=True):
    """A day card of the row and the rings on it."""

    card: Card
    tokens: Annotated[int, Meta(ge=0, le=100)] = 0


class Draw(Struct, forbid_unknown_fields=True, kw_only=True):
    """A draw of residents: the two cards and which was kept, if known."""

    seat: Seat
    first: Card | None = None
    second: Card | None = None
    kept: Literal["first", "second"] | None = None


class ResidentDeck(Struct, forbid_unknown_fields=True, kw_only=True):
    """The residents: cards from the bottom up, null where unknown; every draw of the game."""

    left: Annotated[int, Meta(ge=0, le=RESIDENTS), STACK]
    from_bottom: Annotated[list[str | None], CARDS] = []
    draws: Annotated[list[Draw], Meta(max_length=RESIDENTS), HIDDEN] = []


class Visitors(Struct, forbid_unknown_fields=True, kw_only=True):
    """Cards drawn blind in Thanks for Visiting."""

    terraces: Annotated[int, Meta(ge=0, le=3)]
    piers: Annotated[int, Meta(ge=0, le=3)]
    cards: RowOfCards | None = None


class LyingAccolade(Struct, forbid_unknown_fields=True, kw_only=True):
    """An accolade that lies open, and whose counter is on it."""

    card: Card
    counter: Seat | None = None


class View(Struct, forbid_unknown_fields=True, kw_only=True):
    """The table as one observer knows it."""

    players: Annotated[list[Player], Meta(min_length=2, max_length=5)]
    phase: Phase = "day"
    decision: Annotated[Decision, HIDDEN] = "menu"
    round: Annotated[int, Meta(ge=0, le=10), TRACK] = 1
    order: Annotated[list[Seat] | None, SEATS] = None  # night order; by day the order of the day cards
    step: Annotated[int, Meta(ge=0, le=5), HIDDEN] = 0  # how many of the order have acted in this phase
    waiting: Annotated[list[Seat] | None, SEATS] = None  # who has yet to decide, while all decide at once
    over: Annotated[bool, HIDDEN] = False
    market: Annotated[dict[Deck, list[str]], ROWS] = {}
    decks: dict[Deck, Pile] = {}
    plain: dict[Literal["terrace", "pier"], Annotated[int, Meta(ge=0, le=20)]] = {}  # plain ends left
    day_row: Annotated[list[DayPlace | None], Meta(max_length=6)] = []
    day_deck: Pile | None = None
    icons: dict[Icon, Annotated[int, Meta(ge=0, le=12)]] = {}  # of the day card, still to be resolved
    icon: Annotated[Literal["T", "P", "L"] | None, SIGN] = None  # being resolved: a card is to be gained
    gained: Card | None = None  # to be placed
    residents: ResidentDeck | None = None
    visitors: Visitors | None = None
    accolades: Annotated[list[LyingAccolade], Meta(max_length=6)] = []
