"""Copenhagen: a known state as JSON for a person; the same form is a position."""

from __future__ import annotations

import functools
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from townwright.engine.bounded import BoundedCache
from townwright.engine.compiling import uncompiled
from townwright.engine.errors import BadPosition
from townwright.engine.shapes import GRID, HIDDEN, SEAT, STACK, Piece, Sign
from townwright.engine.shapes import SIGNS as SIGNS_ROW

from .box import CELL_NAMES, LETTERS, Box, Face
from .moves import ABILITY_NAMES, DECISIONS, cost_before_abilities, placement_words
from .rules.house import standing
from .state import (
    ACTIVE,
    BOTH,
    BRIDGES,
    CELLS,
    COLOURS,
    COLUMNS,
    END_CARD,
    EXTRA,
    PAY,
    ROWS,
    TILES,
    UNOWNED,
    USED,
    State,
)

COAT_MARK, EMPTY = "()", ".."
KEPT = 10_000  # pieces that are looked at after every move, by everybody, and change seldom
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
    COAT_MARK: Sign(glyph="coat"),
    "End": Sign(glyph="star"),
}
Small = Annotated[int, Meta(ge=0, le=100)]
Colour = Literal["P", "G", "R", "B", "Y"]
Ability = Literal["any", "extra", "discount", "change", "both"]
Decision = Literal["main", "third", "discard", "after", "pay", "coat"]


class Player(Struct, forbid_unknown_fields=True, kw_only=True):
    """What one player has before him."""

    house: Annotated[
        list[str], GRID
    ] = []  # nine rows, top first, five cells each: "Rw" window, "Rb" brick, ".." empty, "()" coat
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
    cards: Annotated[list[Literal["P", "G", "R", "B", "Y", "End"]] | None, SIGNS_ROW] = None  # top first, if known


class View(Struct, forbid_unknown_fields=True, kw_only=True):
    """The table as one observer knows it."""

    players: Annotated[list[Player], Meta(min_length=2, max_length=4)]
    turn: Annotated[int, Meta(ge=0, le=3), SEAT] = 0
    decision: Annotated[Decision, HIDDEN] = "main"
    over: Annotated[bool, HIDDEN] = False
    harbour: Annotated[list[Colour | None], Meta(min_length=7, max_length=7), SIGNS_ROW] | None = None
    supply: Supply | None = None
    discards: dict[Colour, Small] = {}
    stacks: dict[str, Small] | None = None  # tiles left of each type: "P2"
    whites: Small | None = None  # white special tiles left
    coats: Annotated[int, Meta(ge=0, le=54)] = 0  # coat-of-arms actions still to be carried out
    chosen: str | None = None  # the tile and place to be paid for: "P2 a1* b1"
    due: Annotated[int, Meta(ge=0, le=5), HIDDEN] | None = None  # its cost before the discount tile


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
    owned = k.piece(OWNED, p)
    return players.get((box.coat_cells, owned), lambda: make_player(box, k, p, owned))


def make_player(box: Box, k: State, p: int, owned: bytes) -> Player:
    """A player, from the bytes of what is his."""
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
        **middles.get(k.piece(MIDDLE), lambda: show_middle(face, k)),
    )


def whole(k: State) -> bool:
    """Whether nothing is unknown: every hand and the order of the supply."""
    hands = all(sum(k.hand.tolist()[p]) == k.held[p] for p in range(k.seats))
    return hands and all(k.supply[i] for i in range(k.left))


def read(face: Face, box: Box, view: View, s: State) -> None:
    """A view as a known state; what the view leaves out is what lies in the box at the start."""
    s.seats = seats = len(view.players)
    if view.turn >= seats:
        raise BadPosition(f"field 'turn': expected a seat from 0 to {seats - 1}, got {view.turn}")
    s.turn, s.over = view.turn, view.over
    s.pending = 0 if view.over else 1 << view.turn
    s.decision = next(number for number, name in DECISIONS.items() if name == view.decision)
    s.coats = view.coats
    if (view.coats > 0) != (view.decision == "coat" and not view.over):
        raise BadPosition("field 'coats': expected a number above 0 exactly when the decision is 'coat'")
    s.whites = box.whites if view.whites is None else view.whites
    for i, colour in enumerate(view.harbour or []):
        s.display[i] = LETTERS.index(colour) + 1 if colour else 0
    if None in (view.harbour or []) and view.decision == "main" and not view.over:
        raise BadPosition("field 'harbour': expected seven cards when a turn begins")
    for colour, cards in view.discards.items():
        s.discard[LETTERS.index(colour)] = cards
    for t in range(TILES):
        s.stack[t] = box.copies[seats, t] if view.stacks is None else 0
    for name, tiles in (view.stacks or {}).items():
        if name not in face.tiles:
            raise BadPosition(f"field 'stacks': expected tiles such as 'P2', got {name!r}")
        s.stack[face.tiles.index(name)] = tiles
    for p, player in enumerate(view.players):
        read_player(view, player, s, p)
        over_limit = p == view.turn and view.decision in ("third", "discard")
        if s.held[p] > box.limit + 3 * over_limit:
            raise BadPosition(
                f"player {p}, field 'cards': expected at most {box.limit}, the hand limit, got {s.held[p]}"
            )
    check_decision(box, view, s)
    if view.harbour is None and not view.over:
        fill_harbour(box, s)
    read_supply(box, view, s)
    read_chosen(face, box, view, s)


def check_decision(box: Box, view: View, s: State) -> None:
    """A decision needs what it is about: a third card the tile for it, a discard too many cards."""
    p = view.turn
    for decision, tile in (("third", EXTRA), ("after", BOTH)):
        if view.decision == decision and s.ability[p, tile] != ACTIVE and not view.over:
            raise BadPosition(f"field 'decision': expected an active {ABILITY_NAMES[tile]!r} tile for {decision!r}")
    if view.decision == "discard" and s.held[p] <= box.limit and not view.over:
        raise BadPosition(f"field 'decision': expected a hand of more than {box.limit} cards for 'discard'")


def fill_harbour(box: Box, s: State) -> None:
    """A harbour that the view leaves out: any seven cards that lie nowhere else."""
    for i in range(BRIDGES):
        for c in sorted(range(COLOURS), key=lambda c: (c - i) % COLOURS):
            hands = sum(max(s.hand[p, c], s.seen[p, c]) for p in range(s.seats))
            if hands + s.discard[c] + sum(s.display[j] == c + 1 for j in range(i)) < box.cards[s.seats]:
                s.display[i] = c + 1
                break


def read_player(view: View, player: Player, s: State, p: int) -> None:
    where = f"player {p}"
    read_house(player.house, s, p, where)
    for n, cells in enumerate(player.tiles, 1):
        if not cells or n > CELLS:
            raise BadPosition(f"{where}, field 'tiles', row {n}: expected the cells of a tile")
        for name in cells:
            cell = CELL_NAMES.index(name) if name in CELL_NAMES else -1
            if cell < 0 or not s.filled[p] >> cell & 1 or s.tile[p, cell]:
                raise BadPosition(f"{where}, field 'tiles', row {n}: expected a built cell of its own, got {name!r}")
            s.tile[p, cell] = n
    s.laid[p] = len(player.tiles)
    bare = [CELL_NAMES[cell] for cell in range(CELLS) if s.filled[p] >> cell & 1 and not s.tile[p, cell]]
    if player.tiles and bare:
        raise BadPosition(f"{where}, field 'tiles': expected a tile on every built cell, got none on {bare[0]}")
    for colour, cards in (player.hand or {}).items():
        s.hand[p, LETTERS.index(colour)] = cards
    known = sum((player.hand or {}).values())
    s.held[p] = known if player.cards is None else player.cards
    if player.hand is not None and s.held[p] != known:
        raise BadPosition(f"{where}, field 'cards': expected {known}, the cards of the hand, got {player.cards}")
    for colour, cards in player.seen.items():
        s.seen[p, LETTERS.index(colour)] = cards
        if player.hand is not None and cards > player.hand.get(colour, 0):
            raise BadPosition(f"{where}, field 'seen': expected at most the {colour} cards of the hand, got {cards}")
    if sum(player.seen.values()) > s.held[p]:
        raise BadPosition(f"{where}, field 'seen': expected at most the {s.held[p]} cards of the hand")
    for name, side in player.abilities.items():
        s.ability[p, ABILITY_NAMES.index(name)] = ACTIVE if side == "active" else USED


def read_house(lines: list[str], s: State, p: int, where: str) -> None:
    if lines and len(lines) != ROWS:
        raise BadPosition(f"{where}, field 'house': expected {ROWS} rows, top row first, got {len(lines)}")
    for y, line in enumerate(reversed(lines)):
        cells = line.split()
        if len(cells) != COLUMNS:
            raise BadPosition(f"{where}, field 'house', row {ROWS - y}: expected {COLUMNS} cells, got {line!r}")
        for x, mark in enumerate(cells):
            bit = 1 << (COLUMNS * y + x)
            if mark in (EMPTY, COAT_MARK):
                continue
            if len(mark) != 2 or mark[0] not in LETTERS + "W" or mark[1] not in "wb" or mark == "Wb":
                raise BadPosition(
                    f"{where}, field 'house', row {ROWS - y}: expected 'Rw', 'Rb', 'Ww', '..' or the like, got {mark!r}"
                )
            s.filled[p] = s.filled[p] | bit
            if mark[0] != "W":
                s.colour[p, LETTERS.index(mark[0])] = s.colour[p, LETTERS.index(mark[0])] | bit
            if mark[1] == "b":
                s.brick[p] = s.brick[p] | bit


def read_supply(box: Box, view: View, s: State) -> None:
    """The supply, or what is left of the cards if the view does not say."""
    total = box.cards[s.seats]
    rest = []
    for c in range(COLOURS):
        hands = sum(s.hand[p, c] if view.players[p].hand is not None else s.seen[p, c] for p in range(s.seats))
        out = hands + s.discard[c] + sum(s.display[i] == c + 1 for i in range(BRIDGES))
        if out > total:
            raise BadPosition(f"there are {out} {LETTERS[c]} cards in this position; expected at most {total}")
        rest.append(total - out)
    hidden = sum(s.held[p] - sum(player.seen.values()) for p, player in enumerate(view.players) if player.hand is None)
    if view.supply is None:
        s.end_in = s.seats == 2
        s.left = max(0, sum(rest) - hidden) + s.end_in
        return
    supply = view.supply
    s.left, s.end_in, s.shuffled = supply.left, supply.end_card, supply.shuffled
    if supply.left - supply.end_card != sum(rest) - hidden:
        rest_of_all = sum(rest) - hidden + supply.end_card
        raise BadPosition(f"field 'supply.left': expected {rest_of_all}, the cards left, got {supply.left}")
    for colour, cards in (supply.colours or {}).items():
        s.pool[LETTERS.index(colour)] = cards
    if supply.shuffled and sum((supply.colours or {}).values()) != supply.left - supply.end_card:
        raise BadPosition(
            "field 'supply.colours': expected the colours of all cards of a supply that was shuffled anew"
        )
    if supply.cards is None:
        return
    if len(supply.cards) != supply.left or supply.cards.count("End") != supply.end_card:
        raise BadPosition(f"field 'supply.cards': expected {supply.left} cards, top first, got {len(supply.cards)}")
    for i, card in enumerate(reversed(supply.cards)):
        s.supply[i] = END_CARD if card == "End" else LETTERS.index(card) + 1
    known = all(player.hand is not None for player in view.players)
    for c in range(COLOURS):
        cards = supply.cards.count(LETTERS[c])  # type: ignore[arg-type]
        if cards > rest[c] or (known and cards != rest[c]):
            raise BadPosition(f"field 'supply.cards': expected {rest[c]} cards of colour {LETTERS[c]}, got {cards}")


def read_chosen(face: Face, box: Box, view: View, s: State) -> None:
    """The tile to be paid for, where it can really go."""
    if (view.chosen is None) != (view.decision != "pay" or view.over):
        raise BadPosition("field 'chosen': expected a tile and its cells exactly when the decision is 'pay'")
    if view.chosen is None:
        return
    words = [placement_words(face, k) for k in range(len(face.placements))]
    if view.chosen not in words:
        raise BadPosition(f"field 'chosen': expected a placement such as {words[0]!r}, got {view.chosen!r}")
    s.chosen = words.index(view.chosen)
    filled, cells = s.filled[view.turn], box.place_cells[s.chosen]
    if not s.stack[box.place_tile[s.chosen]] or cells & filled or not cells & uncompiled(standing)(filled):
        raise BadPosition(f"field 'chosen': expected a tile that is left, where it can stand, got {view.chosen!r}")
    s.due = cost_before_abilities(face, s, s.chosen)
    if view.due not in (None, s.due):
        raise BadPosition(f"field 'due': expected {s.due}, got {view.due}")


def asks(k: State, seat: int) -> str:
    """What is asked of a seat."""
    return DECISIONS[k.decision]
