"""Pier 18: the form of a view, which is also the form of a position."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from townwright.engine.shapes import CARD, CARDS, HIDDEN, SEAT, STACK, STRIP

from .box import EMPTY, LETTERS
from .state import CARDS as DECK
from .state import CHARACTERS, DEALT, LAID, MOST_ROUNDS, OFFER, RIGHT, SEATS, State

Seat = Annotated[int, Meta(ge=0, le=SEATS - 1), SEAT]
Id = Annotated[str, CARD]


class Laid(Struct, forbid_unknown_fields=True, kw_only=True):
    """A card of a pier."""

    card: Id
    overlap: Annotated[int, Meta(ge=0, le=3)] = 0  # how many sections of the card before it are covered
    turned: bool = False  # whether it lies with a half-turn


class Choice(Struct, forbid_unknown_fields=True, kw_only=True):
    """What a player has chosen, before the choices are shown."""

    plan: Id
    foundation: Id


class Goal(Struct, forbid_unknown_fields=True, kw_only=True):
    """What the goal of a plan measures now. It follows from the rest, so a position may leave it out."""

    found: int
    limit: int
    at_most: bool  # whether the limit is a maximum
    met: bool


class Race(Struct, forbid_unknown_fields=True, kw_only=True):
    """Who would win a card of the offer if it became the patron now. It follows from the rest, too."""

    totals: list[int]  # the points of each seat for what the patron wants to see
    leader: Seat | None = None  # who would get it; None while a tie depends on a card that is not taken yet
    tie: bool = False  # whether dates decide


class Player(Struct, forbid_unknown_fields=True, kw_only=True):
    """What lies before a player."""

    plan: Id | None = None
    pier: Annotated[list[Laid], Meta(max_length=LAID)] = []  # from the shore; everybody may look at what is covered
    left: Annotated[str, STRIP] | None = None  # the left side of the pier, from the shore: F, P, L, S, "." for nobody
    right: Annotated[str, STRIP] | None = None  # and its right side
    goal: Goal | None = None  # of the plan
    patrons: Annotated[list[str], Meta(max_length=MOST_ROUNDS), CARDS] = []
    third: Id | None = None  # the card returned at the start, if known
    hand: Annotated[list[str], Meta(min_length=DEALT, max_length=DEALT), CARDS] | None = None  # the deal, if known
    chosen: bool = False  # whether the choice is made (phase "choose" only)
    choice: Choice | None = None  # and which, if known


class Deck(Struct, forbid_unknown_fields=True, kw_only=True):
    """The face-down cards."""

    left: Annotated[int, Meta(ge=0, le=DECK), STACK]
    cards: Annotated[list[str], CARDS] | None = None  # top first, if known


class View(Struct, forbid_unknown_fields=True, kw_only=True):
    """The table as one observer knows it."""

    players: Annotated[list[Player], Meta(min_length=2, max_length=SEATS)]
    phase: Literal["choose", "take", "plan"] = "take"
    round: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] | None = None  # phase "take" only
    start: Seat = 0  # who takes first in this round
    turn: Seat | None = None  # whose turn it is; None for the start player, or when everybody is asked
    offer: Annotated[list[str | None], Meta(max_length=OFFER), CARDS] = []  # None for a card that was taken
    races: Annotated[list[Race | None], Meta(max_length=OFFER)] = []  # for each place of the offer
    deck: Deck | None = None
    over: Annotated[bool, HIDDEN] = False


def show_sides(k: State, p: int) -> tuple[str, str]:
    """What the two sides of a pier show, from the shore."""
    sides = []
    for shift in (0, RIGHT):
        side = [EMPTY] * k.length[p]
        for c in range(CHARACTERS):
            for n in range(k.length[p]):
                if k.crowd[p, c] >> shift + n & 1:
                    side[n] = LETTERS[c]
        sides.append("".join(side))
    return sides[0], sides[1]
