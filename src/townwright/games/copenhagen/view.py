"""Copenhagen: a known state as JSON for a person, the same form as a position, and the score sheet."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from townwright.engine.errors import BadPosition
from townwright.engine.game import Part
from townwright.engine.texts import Texts

from .box import CELL_NAMES, LETTERS, Face
from .moves import ABILITY_NAMES, DECISIONS, placement_words
from .state import ABILITIES, ACTIVE, BRIDGES, CELLS, COLOURS, COLUMNS, END_CARD, PAY, ROWS, TILES, UNOWNED, USED

COAT_MARK, EMPTY = "()", ".."
Small = Annotated[int, Meta(ge=0, le=20)]
Colour = Literal["P", "G", "R", "B", "Y"]
Ability = Literal["any", "extra", "discount", "change", "both"]
Decision = Literal["main", "third", "discard", "after", "pay", "coat"]


class Player(Struct, forbid_unknown_fields=True, kw_only=True):
    """What one player has before him."""

    house: list[str] = []  # nine rows, top first, five cells each: "Rw" window, "Rb" brick, ".." empty, "()" coat
    tiles: list[list[str]] = []  # the cells of each tile in the order laid, if known
    hand: dict[Colour, Small] | None = None  # the cards, if known
    cards: Small | None = None  # how many
    seen: dict[Colour, Small] = {}  # of these, what everybody saw the player take
    abilities: dict[Ability, Literal["active", "used"]] = {"any": "active"}


class Supply(Struct, forbid_unknown_fields=True, kw_only=True):
    """The face-down cards."""

    left: Annotated[int, Meta(ge=0, le=71)]  # cards, the End card included
    end_card: bool  # whether the End card is among them
    shuffled: bool = False  # whether the discards were shuffled into it
    colours: dict[Colour, Small] | None = None  # what it holds, once everybody knows
    cards: list[Literal["P", "G", "R", "B", "Y", "End"]] | None = None  # top first, if known


class View(Struct, forbid_unknown_fields=True, kw_only=True):
    """The table as one observer knows it."""

    players: Annotated[list[Player], Meta(min_length=2, max_length=4)]
    turn: Annotated[int, Meta(ge=0, le=3)] = 0
    decision: Decision = "main"
    over: bool = False
    harbour: Annotated[list[Colour | None], Meta(min_length=7, max_length=7)] | None = None
    supply: Supply | None = None
    discards: dict[Colour, Small] = {}
    stacks: dict[str, Small] | None = None  # tiles left of each type: "P2"
    whites: Small | None = None  # white special tiles left
    coats: Annotated[int, Meta(ge=0, le=7)] = 0  # coat-of-arms actions still to be carried out
    chosen: str | None = None  # the tile and place to be paid for: "P2 a1* b1"
    due: Annotated[int, Meta(ge=0, le=5)] = 0  # what it costs before the discount tile


def counts(of: Any, *at: int) -> dict[Colour, int]:
    """A row of colour counts as a mapping, zeros left out."""
    return {LETTERS[c]: of[(*at, c)] for c in range(COLOURS) if of[(*at, c)]}  # type: ignore[misc]


def show_house(box: Any, k: Any, p: int) -> list[str]:
    """A house as nine lines of text, top row first."""
    lines = []
    for y in reversed(range(ROWS)):
        cells = []
        for cell in range(COLUMNS * y, COLUMNS * (y + 1)):
            bit = 1 << cell
            if not k.filled[p] & bit:
                cells.append(COAT_MARK if box.coat_cells & bit else EMPTY)
            else:
                colour = next((LETTERS[c] for c in range(COLOURS) if k.colour[p, c] & bit), "W")
                cells.append(colour + ("b" if k.brick[p] & bit else "w"))
        lines.append(" ".join(cells))
    return lines


def show_player(box: Any, k: Any, p: int) -> Player:
    hand = counts(k.hand, p)
    tiles: list[list[str]] = [[] for _ in range(k.laid[p])]
    for cell in range(CELLS):
        if k.tile[p, cell]:
            tiles[k.tile[p, cell] - 1].append(CELL_NAMES[cell])
    return Player(
        house=show_house(box, k, p),
        tiles=tiles,
        hand=hand if sum(hand.values()) == k.held[p] else None,
        cards=k.held[p],
        seen=counts(k.seen, p),
        abilities={
            ABILITY_NAMES[a]: "active" if k.ability[p, a] == ACTIVE else "used"  # type: ignore[misc]
            for a in range(ABILITIES)
            if k.ability[p, a] != UNOWNED
        },
    )


def show(face: Face, box: Any, k: Any) -> View:
    """The view of a known state."""
    known = [k.supply[i] for i in reversed(range(k.left))]
    cards: Any = [LETTERS[c - 1] if c != END_CARD else "End" for c in known if c]
    return View(
        players=[show_player(box, k, p) for p in range(k.seats)],
        turn=k.turn,
        decision=DECISIONS[k.decision],  # type: ignore[arg-type]
        over=bool(k.over),
        harbour=[LETTERS[k.display[i] - 1] if k.display[i] else None for i in range(BRIDGES)],  # type: ignore[misc]
        supply=Supply(
            left=k.left,
            end_card=bool(k.end_in),
            shuffled=bool(k.shuffled),
            colours=counts(k.pool) if k.shuffled else None,
            cards=cards if len(cards) == k.left else None,
        ),
        discards=counts(k.discard),
        stacks={face.tiles[t]: k.stack[t] for t in range(TILES)},
        whites=k.whites,
        coats=k.coats,
        chosen=placement_words(face, k.chosen) if k.decision == PAY and not k.over else None,
        due=k.due,
    )
