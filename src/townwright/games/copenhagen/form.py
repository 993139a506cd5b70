"""Copenhagen: the form of a view, which is also the form of a position."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from townwright.engine.shapes import GRID, HIDDEN, SEAT, SIGN_ROW, STACK

COAT_MARK, EMPTY = "()", ".."
Small = Annotated[int, Meta(ge=0, le=100)]
Colour = Literal["P", "G", "R", "B", "Y"]
Ability = Literal["any", "extra", "discount", "change", "both"]
Decision = Literal["main", "third", "discard", "after", "pay", "coat"]


class Player(Struct, forbid_unknown_fields=True, kw_only=True):
    """What lies before a player."""

    # nine rows, top first, five cells each: "Rw" window, "Rb" brickwork, ".." empty, "()" a coat of arms
    house: Annotated[list[str], GRID] = []
    tiles: Annotated[list[list[str]], HIDDEN] = []  # the cells of each tile in the order laid, if known
    hand: dict[Colour, Small] | None = None  # the cards, if known
    cards: Small | None = None  # how many
    seen: dict[Colour, Small] = {}  # of these, what everybody saw the player take
    abilities: dict[Ability, Literal["active", "used"]] = field(default_factory=lambda: {"any": "active"})


class Supply(Struct, forbid_unknown_fields=True, kw_only=True):
    """The face-down cards."""

    left: Annotated[int, Meta(ge=0, le=71), STACK]  # cards, the End card included
    end_card: bool  # whether the End card is among them
    shuffled: Annotated[bool, HIDDEN] = False  # whether the discards were shuffled into it
    colours: dict[Colour, Small] | None = None  # what it holds, once everybody knows
    cards: Annotated[list[Literal["P", "G", "R", "B", "Y", "End"]] | None, SIGN_ROW] = None  # top first, if known


class View(Struct, forbid_unknown_fields=True, kw_only=True):
    """The table as one observer knows it."""

    players: Annotated[list[Player], Meta(min_length=2, max_length=4)]
    turn: Annotated[int, Meta(ge=0, le=3), SEAT] = 0
    decision: Annotated[Decision, HIDDEN] = "main"
    over: Annotated[bool, HIDDEN] = False
    harbour: Annotated[list[Colour | None], Meta(min_length=7, max_length=7), SIGN_ROW] | None = None
    supply: Supply | None = None
    discards: dict[Colour, Small] = {}
    stacks: dict[str, Small] | None = None  # tiles left of each type: "P2"
    whites: Small | None = None  # white special tiles left
    coats: Annotated[int, Meta(ge=0, le=54)] = 0  # coat-of-arms actions still to be used
    chosen: str | None = None  # the tile and place to be paid for: "P2 a1* b1"
    due: Annotated[int, Meta(ge=0, le=5), HIDDEN] | None = None  # its cost before the discount tile
