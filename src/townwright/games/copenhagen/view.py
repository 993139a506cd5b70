"""Copenhagen: a known state as JSON for a person. `position` reads the same form back."""

from __future__ import annotations

import functools
from typing import Any, Literal

from townwright.engine.bounded import BoundedCache
from townwright.engine.shapes import Piece, Sign

from .box import CELL_NAMES, LETTERS, Box, Face
from .cards import cards
from .form import COAT_MARK, EMPTY, Ability, Colour, Player, Supply, View
from .moves import ABILITY_NAMES, DECISIONS, placement_words
from .position import read
from .state import ACTIVE, CELLS, COLOURS, COLUMNS, END_CARD, PAY, ROWS, UNOWNED, State

__all__ = ["SIGNS", "View", "asks", "cards", "read", "show", "whole"]

KEPT = 10_000  # pieces of a view: every reader needs them after every move, and few of them change
COLOUR_PIECES: dict[str, Piece] = {
    "P": "purple",
    "G": "green",
    "R": "red",
    "B": "blue",
    "Y": "yellow",
    "W": "white",
}
SIGNS = {
    **{letter: Sign(piece) for letter, piece in COLOUR_PIECES.items()},
    **{f"{letter}w": Sign(piece, "glass", building=True) for letter, piece in COLOUR_PIECES.items()},
    **{f"{letter}b": Sign(piece, "brick", building=True) for letter, piece in COLOUR_PIECES.items() if letter != "W"},
    # on cards, where a cell is one letter: brickwork
    **{letter.lower(): Sign(piece, "brick", building=True) for letter, piece in COLOUR_PIECES.items() if letter != "W"},
    COAT_MARK: Sign(glyph="coat"),
    "End": Sign(glyph="star"),
}


@functools.lru_cache(KEPT)
def counts(row: bytes) -> dict[Colour, int]:
    """A row of colour counts as a mapping, zeros left out."""
    return {LETTERS[c]: n for c, n in enumerate(row) if n}  # type: ignore[misc]


def show_house(box: Box, k: State, p: int) -> list[str]:
    """A house as nine lines of text, top row first."""
    filled, brick, coats = k.filled[p], k.brick[p], box.coat_cells
    marks = [COAT_MARK if coats >> cell & 1 else EMPTY for cell in range(CELLS)]
    for letter, cells in zip("W" + LETTERS, [filled, *k.colour.row(p)], strict=True):
        while cells:
            cell = cells.bit_length() - 1
            marks[cell] = letter + ("b" if brick >> cell & 1 else "w")
            cells ^= 1 << cell
    return [" ".join(marks[COLUMNS * y : COLUMNS * (y + 1)]) for y in reversed(range(ROWS))]


def show_tiles(k: State, p: int) -> list[list[str]]:
    """The cells of each tile, in the order laid."""
    tiles: list[list[str]] = [[] for _ in range(k.laid[p])]
    for cell, tile in enumerate(k.tile.row(p)):
        if tile:
            tiles[tile - 1].append(CELL_NAMES[cell])
    return tiles


def show_abilities(k: State, p: int) -> dict[Ability, Literal["active", "used"]]:
    """The ability tiles that a player owns, and their sides."""
    return {
        ABILITY_NAMES[a]: "active" if side == ACTIVE else "used"  # type: ignore[misc]
        for a, side in enumerate(k.ability.row(p))
        if side != UNOWNED
    }


BUILT = ("filled", "brick", "colour", "laid", "tile", "ability")
OWNED = ("hand", "held", "seen", *BUILT)
Built = tuple[list[str], list[list[str]], dict[Ability, Literal["active", "used"]]]
built: BoundedCache[tuple[int, bytes], Built] = BoundedCache(KEPT)
players: BoundedCache[tuple[int, bytes], Player] = BoundedCache(KEPT)


def show_player(box: Box, k: State, p: int) -> Player:
    owned = k.bytes_of(OWNED, p)
    return players.get((box.coat_cells, owned), lambda: make_player(box, k, p, owned))


def make_player(box: Box, k: State, p: int, owned: bytes) -> Player:
    """A player, from the bytes of what the player owns."""
    hand, held, seen = owned[:COLOURS], owned[COLOURS], owned[COLOURS + 1 : 2 * COLOURS + 1]
    house, tiles, abilities = built.get(
        (box.coat_cells, owned[2 * COLOURS + 1 :]),
        lambda: (show_house(box, k, p), show_tiles(k, p), show_abilities(k, p)),
    )
    # a hand is known to its owner, or if all of it was seen
    known = hand if sum(hand) == held else seen if sum(seen) == held else None
    return Player(
        house=house,
        tiles=tiles,
        hand=None if known is None else counts(known),
        cards=held,
        seen=counts(seen),
        abilities=abilities,
    )


MIDDLE = ("display", "supply", "left", "end_in", "shuffled", "pool", "discard", "stack")
middles: BoundedCache[bytes, dict[str, Any]] = BoundedCache(KEPT)  # the tiles of every box have the same names


def show_middle(face: Face, k: State) -> dict[str, Any]:
    """What lies between the players."""
    known = k.supply[: k.left]
    return {
        "harbour": [LETTERS[card - 1] if card else None for card in k.display],
        "supply": Supply(
            left=k.left,
            end_card=bool(k.end_in),
            shuffled=bool(k.shuffled),
            colours=counts(bytes(k.pool)) if k.shuffled else None,
            cards=None if 0 in known else [LETTERS[c - 1] if c != END_CARD else "End" for c in reversed(known)],  # type: ignore[misc]
        ),
        "discards": counts(bytes(k.discard)),
        "stacks": dict(zip(face.tiles, k.stack, strict=True)),
    }


def show(face: Face, box: Box, k: State) -> View:
    """The view of a known state."""
    return View(
        players=[show_player(box, k, p) for p in range(k.seats)],
        turn=k.turn,
        decision=DECISIONS[k.decision],  # type: ignore[arg-type]
        over=bool(k.over),
        whites=k.whites,
        coats=k.coats,
        chosen=placement_words(face, k.chosen) if k.decision == PAY and not k.over else None,
        due=k.due if k.decision == PAY and not k.over else None,
        **middles.get(k.bytes_of(MIDDLE), lambda: show_middle(face, k)),
    )


def whole(k: State) -> bool:
    """Whether everything is known: every hand and the order of the supply."""
    hands = all(sum(k.hand.tolist()[p]) == k.held[p] for p in range(k.seats))
    return hands and all(k.supply[i] for i in range(k.left))


def asks(k: State, seat: int) -> str:
    """The decision of a seat, as a key under [ask] and [wait]."""
    return DECISIONS[k.decision]
